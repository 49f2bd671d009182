import { beforeAll, describe, expect, it, test } from 'vitest';
import type { Estimator } from '../../estimator/core';
import { testEstimator } from '../../estimator/testing/module';
import { atOnce } from '../../model/turns';
import { cablesIn, foldedValues, foldSteps, type CableFold } from './fold';
import { sceneOf, type Scene } from './scene';
import { cableValue } from './values';

let estimator: Estimator;
beforeAll(async () => {
  estimator = await testEstimator();
});

function folded(topology: string, cut?: string): { scene: Scene; folds: CableFold[]; values: Float64Array } {
  estimator.setup({
    topology,
    routing: 'minhop',
    traffic: { kind: 'pattern', pattern: 'perm' },
    ...(cut === undefined ? {} : { cut: { what: cut, after: 'reroute' as const } }),
  });
  const { links } = estimator.run(0, 20, 1n, { links: true });
  const scene = sceneOf(estimator.fabric(), null);
  return { scene, folds: atOnce(foldSteps(scene)), values: links };
}

describe('a fabric folded to matrices', () => {
  it('has spines as rows and leaves as columns where all are joined', () => {
    const { folds } = folded('tree2:4');
    expect(folds).toMatchObject([
      { lower: 0, upper: 1, rowsAre: 'switches', rows: 2, columns: 4, perRow: 1, perColumn: 1 },
    ]);
    // Four leaves with two uplinks each: every cell has its one cable.
    expect([...(folds[0]?.cells ?? [])].sort((p, q) => p - q)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('has the neighbours of each switch as rows where few are joined', () => {
    // A 4-ary 3-tree: 16 switches on each level, each joined to 4 of the next.
    const { folds } = folded('kary:4,3');
    expect(folds.map(({ rowsAre, rows, columns }) => [rowsAre, rows, columns])).toEqual([
      ['neighbours', 4, 16],
      ['neighbours', 4, 16],
    ]);
    for (const { cells } of folds) expect(new Set(cells).size).toBe(64);
  });

  it('has both directions of a cable apart where there are no levels', () => {
    const { folds, scene } = folded('torus:4x4x4');
    expect(folds).toMatchObject([{ rowsAre: 'neighbours', rows: 6, columns: 64 }]);
    expect(folds[0]?.links.length).toBe(2 * 3 * 64);
    expect(cablesIn(folds[0] as CableFold, scene.flat, 0, 0).length).toBe(1);
  });

  it('holds parallel cables in one cell', () => {
    const { folds, scene } = folded('pgft:18,18/1,9/1,2');
    const [fold] = folds as [CableFold];
    expect([fold.rows, fold.columns]).toEqual([9, 18]);
    const cables = cablesIn(fold, scene.flat, 3, 7);
    expect(cables.length).toBe(2);
    for (const k of cables)
      expect([
        scene.rows[0]?.indexOf(scene.lower[k] ?? 0),
        scene.rows[1]?.indexOf(scene.upper[k] ?? 0),
      ]).toEqual([7, 3]);
  });

  it('says nothing of a cell whose cables are cut', () => {
    const { folds, scene, values } = folded('tree2:4', 'switch:12');
    const [fold] = folds as [CableFold];
    expect([...foldedValues(fold, scene, values)].map(Number.isNaN)).toEqual([
      ...Array.from({ length: 4 }, () => true),
      ...Array.from({ length: 4 }, () => false),
    ]);
  });

  test.each(['tree2:8', 'tree3:8', 'pgft:18,18/1,9/1,2', 'dragonfly:2,4,2', 'torus:4x4'])(
    '%s: every cable between switches is in one cell, and the hottest is the largest value',
    (topology) => {
      const { folds, scene, values } = folded(topology);
      const inner = [...scene.lower.keys()].filter((k) => (scene.lower[k] ?? 0) >= scene.net.hosts);
      const found = folds.flatMap(({ links }) => [...links]);
      expect(new Set(found).size).toBe(found.length);
      expect(found.length).toBe(scene.flat ? 2 * inner.length : inner.length);
      const hottest = Math.max(...inner.map((k) => cableValue(values, k)));
      const cells = folds.flatMap((fold) => [...foldedValues(fold, scene, values)]);
      expect(Math.max(...cells.filter((value) => !Number.isNaN(value)))).toBe(hottest);
    },
  );
});
