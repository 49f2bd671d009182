import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeWithData } from '../testing/data';
import { seeded } from '../testing/formats';
import type { PairGrid } from './grid';
import { patternsFor } from './patterns';
import { atOnce } from '../model/turns';
import { distanceProfile, stencils } from './stencil';

function square(rows: readonly (readonly number[])[]): PairGrid {
  const n = rows.length;
  return { ranks: n, senders: n, receivers: n, firstReceiver: 0, values: Float32Array.from(rows.flat()) };
}

function made(ranks: number, weight: (i: number, j: number) => number): PairGrid {
  return square(
    Array.from({ length: ranks }, (_, i) => Array.from({ length: ranks }, (_, j) => weight(i, j))),
  );
}

const texts = (grid: PairGrid) => atOnce(stencils(grid)).map(({ text }) => text);

describe('a stencil', () => {
  it('is found in what follows each pattern, on a grid that has the same partners', () => {
    for (const ranks of [8, 9, 12, 16, 27, 60, 64])
      for (const pattern of patternsFor(ranks)) {
        const rows = Array.from({ length: ranks }, () => Array.from({ length: ranks }, () => 0));
        for (let rank = 0; rank < ranks; rank++)
          pattern.partners(rank, (other) => {
            const row = rows[rank];
            if (row) row[other] = 1000;
          });
        const [found] = atOnce(stencils(square(rows)));
        expect([pattern.text, found?.share]).toEqual([pattern.text, 1]);
      }
  });

  it('is named through the small messages of collectives', () => {
    const ring = made(12, (i, j) =>
      Math.abs(i - j) === 1 || Math.abs(i - j) === 11 ? 1e6 : i === j ? 0 : 40,
    );
    expect(texts(ring)[0]).toBe('two neighbours on a ring of 12');
  });

  it('is named however much more some of its pairs send', () => {
    const sends = (i: number, j: number) => Math.abs(i - j) === 1 || Math.abs(i - j) === 11;
    const uneven = made(12, (i, j) => (sends(i, j) ? 10 ** (Math.min(i, j) % 7) : 0));
    expect(texts(uneven)).toContain('two neighbours on a ring of 12');
  });

  it('is not read into noise, dense or sparse, nor into nothing', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 12, max: 40 }),
        fc.double({ min: 0.1, max: 1 }),
        (seed, ranks, dense) => {
          const random = seeded(seed);
          const noise = made(ranks, (i, j) => (i !== j && random() < dense ? 1 + random() * 1e6 : 0));
          expect(texts(noise)).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
    expect(texts(made(8, () => 0))).toEqual([]);
    expect(texts(made(2, () => 1))).toEqual([]);
  });
});

it('the distance profile adds up what goes over each distance', () => {
  expect([
    ...atOnce(
      distanceProfile(
        square([
          [0, 1, 2],
          [3, 0, Number.NaN],
          [5, 6, 0],
        ]),
      ),
    ),
  ]).toEqual([0, 10, 7]);
});

describeWithData('stencils of recorded applications', (root) => {
  it.each([
    ['lulesh_np8', 'three neighbours on a 2×2×2 grid'],
    ['lulesh_np27', 'six neighbours on a 3×3×3 grid'],
    ['lulesh_np64', 'six neighbours on a 4×4×4 grid'],
    ['npb_bt_S_np16', 'multi-partition on 4×4'],
    ['npb_sp_S_np9', 'multi-partition on 3×3'],
    ['npb_lu_W_np64', 'four neighbours on a 8×8 grid'],
    ['npb_mg_W_np128', 'six neighbours on a 4×4×8 grid, ends joined'],
    ['npb_cg_W_np64', 'recursive halving in rows of 8 and an exchange with the transposed rank'],
    ['npb_cg_A_np128', 'recursive halving in rows of 16 and an exchange with the transposed rank'],
    ['npb_is_W_np16', 'all to all'],
  ])('%s: %s', (application, text) => {
    const file = join(root, 'generated/ompi_monitoring', application, 'all_size_external.mat');
    const rows = readFileSync(file, 'utf8').trim().split('\n');
    expect(texts(square(rows.map((row) => row.trim().split(/\s+/).map(Number))))[0]).toContain(text);
  });
});
