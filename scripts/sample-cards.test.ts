import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CardChart } from '../src/session/sampleCard';
import { SAMPLES } from './make-samples/manifest';
import { ROOT } from './make-samples/open';
import { cardsText } from './sample-cards';

const text = readFileSync(join(ROOT, 'cards.json'), 'utf8');
const cards = JSON.parse(text) as Record<string, CardChart>;

describe('the cards of the samples', () => {
  it('are what the script computes from the files', async () => {
    expect(await cardsText()).toBe(text);
  });

  it('are one for each sample, and small', () => {
    expect(Object.keys(cards)).toEqual(SAMPLES.map(({ id }) => id));
    expect(text.length).toBeLessThan(15_000);
  });

  it('hold shares from 0 to 1, and as many classes as cells', () => {
    for (const card of Object.values(cards)) {
      if (card.kind === 'matrix')
        for (const cells of card.cells) expect(cells).toMatch(new RegExp(`^[0-4]{${card.size ** 2}}$`));
      else {
        const shares =
          card.kind === 'lines'
            ? card.lines.flatMap(({ points }) => points.flat())
            : card.groups.flatMap((group) => group.map(({ height }) => height));
        expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
        expect(Math.max(...shares)).toBe(1);
      }
    }
  });

  it('say what is known of the samples', () => {
    const slow = (id: string) => {
      const card = cards[id];
      return card?.kind === 'matrix' ? card.cells.map((cells) => cells.replaceAll('0', '').length) : [];
    };
    // D-mod-K on three levels, as in the test of the samples.
    expect(slow('rotate-three-levels')[0]).toBe(992);
    expect(slow('rotate-two-levels')[0]).toBe(2304 - 700);
    expect(cards['bsmbench-ar']).toEqual({
      kind: 'bars',
      groups: [1.28, 1.14, 1.16].map((gain) => [
        { side: 'a', height: Number((1 / 1.28).toFixed(3)) },
        { side: 'b', height: Number((gain / 1.28).toFixed(3)) },
      ]),
    });
    // 100 and 99 % at 2 and 32 nodes, 100 and 90 % at 2 and 1,024.
    expect(cards['random-ring-ar']).toMatchObject({
      lines: [
        {
          points: [
            [0, 1],
            [0.444, 0.9],
          ],
        },
        {
          points: [
            [0, 1],
            [1, 0],
          ],
        },
      ],
    });
  });
});
