import { expect } from 'vitest';
import { collect, type CollectedRow, memorySource } from './collect';
import { cutPlaces, expectAccounted } from './formats';

const place = ({ line, bytes, printed, statistic }: CollectedRow) => ({ line, bytes, printed, statistic });

/** The content is read the same whatever the file is called and in whatever pieces it comes. */
export async function expectSameUnderNames(content: Uint8Array, names: readonly string[]): Promise<void> {
  const right = await collect(memorySource('x', content));
  for (const name of names) {
    const wrong = await collect(memorySource(name, content, 777));
    expect({ ...wrong.report, path: '' }).toEqual({ ...right.report, path: '' });
    expect(wrong.found).toEqual(right.found);
  }
}

/**
 * Cut at twenty seeded places, a file gives the first of its numbers and no others, every line has a class, and a file
 * that ends within a line with numbers is marked.
 */
export async function expectCutsSafe(seed: string, content: Uint8Array): Promise<void> {
  const whole = await collect(memorySource('x', content));
  const numbers = whole.found.rows.map(place);
  for (const at of cutPlaces(seed, content.length)) {
    const text = new TextDecoder().decode(content.subarray(0, at));
    const cut = await collect(memorySource('x', content.subarray(0, at)));
    expectAccounted(cut.report, text);
    const left = cut.found.rows.map(place);
    expect(left).toEqual(numbers.slice(0, left.length));
    const lastLine = text.split('\n').length;
    const within = !text.endsWith('\n') && numbers[left.length]?.line === lastLine;
    if (cut.report.format !== null && within && cut.found.runs.length > 0) {
      expect([at, cut.report.partial]).toEqual([at, true]);
    }
  }
}
