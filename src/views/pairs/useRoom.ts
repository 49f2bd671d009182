import { useSyncExternalStore } from 'react';

/** What stands above and below a matrix on a page, in pixels: header, controls, heading, strips. */
const AROUND = 440;
const LEAST = 280;

function subscribe(told: () => void): () => void {
  window.addEventListener('resize', told);
  return () => window.removeEventListener('resize', told);
}

/** Height of the cells of a matrix, at most `most` pixels, with which it stands whole in the window if it can. */
export const useRoom = (most: number): number =>
  useSyncExternalStore(subscribe, () => Math.min(most, Math.max(LEAST, window.innerHeight - AROUND)));
