import { expect } from 'vitest';
import type { FileReport } from '../formats/reader/report';

/** Every line of the file has exactly one class. */
export function expectAccounted(report: FileReport, text: string): void {
  const { total, understood, skipped, unknown } = report.lines;
  const expected = text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  expect(total).toBe(expected);
  expect(understood + skipped + unknown).toBe(total);
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Twenty places to cut a file of this length, the same in every run. */
export function cutPlaces(name: string, length: number): number[] {
  const random = seeded([...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7));
  return Array.from({ length: 20 }, () => Math.floor(random() * length));
}
