import { startTransition, useEffect, useState } from 'react';

/** Grows to a number, one more with each frame, so that many panels are not drawn in one go. */
export function useGrowing(to: number): number {
  const [grown, setGrown] = useState(1);
  useEffect(() => {
    if (grown >= to) return undefined;
    const frame = requestAnimationFrame(() => startTransition(() => setGrown(grown + 1)));
    return () => cancelAnimationFrame(frame);
  }, [grown, to]);
  return Math.min(grown, to);
}
