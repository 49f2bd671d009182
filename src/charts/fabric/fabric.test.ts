import { beforeAll, describe, expect, it, test } from 'vitest';
import type { Estimator } from '../../estimator/core';
import type { FabricGraph } from '../../estimator/job';
import { testEstimator } from '../../estimator/testing/module';
import { rgb } from 'd3';
import { colourAt } from '../matrix/palette';
import type { Theme } from '../matrix/theme';
import { stepColours } from './draw';
import { FabricCamera, moved, WHOLE, zoomed } from './camera';
import { cablesOf, thingAt, walkFrom } from './find';
import { cableText, switchText } from './readout';
import { nodeLevels } from '../../estimator/levels';
import { sceneOf } from './scene';
import { cableValue, rank, STEPS } from './values';

let estimator: Estimator;
beforeAll(async () => {
  estimator = await testEstimator();
});

function graph(topology: string, cut?: string): FabricGraph {
  estimator.setup({
    topology,
    routing: 'minhop',
    traffic: { kind: 'pattern', pattern: 'ring' },
    ...(cut === undefined ? {} : { cut: { what: cut, after: 'reroute' as const } }),
  });
  return estimator.fabric();
}

/** How many nodes each level has. */
function counts(topology: string): Record<number, number> {
  const held: Record<number, number> = {};
  for (const level of nodeLevels(graph(topology))) held[level] = (held[level] ?? 0) + 1;
  return held;
}

describe('levels', () => {
  it('count from the hosts', () => {
    expect(counts('tree2:4')).toEqual({ 0: 8, 1: 4, 2: 2 });
    // A 4-ary 3-tree: 64 hosts and 16 switches on each of three levels.
    expect(counts('kary:4,3')).toEqual({ 0: 64, 1: 16, 2: 16, 3: 16 });
  });

  it('are rows of a tree, and a torus has none', () => {
    const tree = sceneOf(graph('tree2:4'), null);
    expect(tree.flat).toBe(false);
    expect(tree.rows.map((row) => row.length)).toEqual([4, 2]);
    const torus = sceneOf(graph('torus:3x3'), [3, 3]);
    expect(torus.flat).toBe(true);
    // On a grid: three different places along each axis.
    const routers = torus.rows[0] ?? [];
    expect(new Set(routers.map((node) => torus.x[node])).size).toBe(3);
    expect(new Set(routers.map((node) => torus.y[node])).size).toBe(3);
  });

  it('keep everything in the unit square', () => {
    for (const topology of ['tree2:8:down=6', 'tree3:4', 'dragonfly:2,4,2', 'mesh:4x3', 'torus:3x3x3']) {
      const { x, y } = sceneOf(graph(topology), null);
      for (const each of [...x, ...y]) expect(each >= 0 && each <= 1).toBe(true);
    }
  });
});

describe('the parts of a drawing', () => {
  it('ranks every cable once: between switches, of hosts, or cut', () => {
    const net = graph('tree2:8', 'link:70');
    const scene = sceneOf(net, null);
    const values = Float64Array.from(net.source, (_, link) => link % 17);
    const ranked = rank(scene, values, [0, 16]);
    const all = [...ranked.inner.order, ...ranked.hosts.order, ...ranked.dead];
    expect([...all].sort((a, b) => a - b)).toEqual(
      Array.from({ length: net.source.length / 2 }, (_, k) => k),
    );
    expect(ranked.dead).toEqual([35]);
    for (let step = 0; step < STEPS; step++)
      for (let i = ranked.inner.first[step] ?? 0; i < (ranked.inner.first[step + 1] ?? 0); i++)
        expect(ranked.step[ranked.inner.order[i] ?? 0]).toBe(step);
  });

  it('a cable has the value of its busier direction', () => {
    expect(cableValue(Float64Array.of(1, 3, -4, 2), 0)).toBe(3);
    expect(cableValue(Float64Array.of(1, 3, -4, 2), 1)).toBe(-4);
  });

  it('a cable without a value is drawn as no change, and does not hide the others of its switch', () => {
    const net = graph('tree2:4');
    const scene = sceneOf(net, null);
    const values = Float64Array.from(net.source, (_, link) => (link >> 1 === 9 ? -2 : Number.NaN));
    const { step } = rank(scene, values, [-2, 2]);
    expect([step[8], step[9]]).toEqual([STEPS / 2, 0]);
    const nodeName = (node: number) => `node ${node}`;
    expect(switchText({ scene, values, nodeName, format: String }, 8)).toContain(', -2');
  });

  it('finds a switch and a cable at their pixels', () => {
    const scene = sceneOf(graph('tree2:4'), null);
    const place = { x0: 0, kx: 800, y0: 0, ky: 300 };
    const leaf = scene.rows[0]?.[1] ?? 0;
    expect(thingAt(scene, place, (scene.x[leaf] ?? 0) * 800, (scene.y[leaf] ?? 0) * 300, true)).toEqual({
      kind: 'switch',
      node: leaf,
    });
    const cable = scene.lower.findIndex((node) => node >= scene.net.hosts);
    const [ax = 0, ay = 0, bx = 0, by = 0] = scene.cables.subarray(4 * cable, 4 * cable + 4);
    expect(thingAt(scene, place, (0.7 * ax + 0.3 * bx) * 800, (0.7 * ay + 0.3 * by) * 300, true)).toEqual({
      kind: 'cable',
      cable,
    });
    expect(thingAt(scene, place, 790, 2, true)).toBeNull();
  });

  it('walks switches by arrow keys and the cables of one by full stop', () => {
    const scene = sceneOf(graph('tree2:4'), null);
    const first = walkFrom(scene, null, 'ArrowRight');
    expect(first).toEqual({ kind: 'switch', node: 8 });
    expect(walkFrom(scene, first, 'ArrowRight')).toEqual({ kind: 'switch', node: 9 });
    expect(walkFrom(scene, first, 'ArrowUp')).toEqual({ kind: 'switch', node: 12 });
    expect(walkFrom(scene, first, 'ArrowLeft')).toEqual(first);
    const held = cablesOf(scene, 8);
    expect(held).toHaveLength(4);
    expect(walkFrom(scene, first, '.')).toEqual({ kind: 'cable', cable: held[0] });
  });

  it('tells a cable with both ports and a cut one as cut', () => {
    const net = graph('tree2:4', 'link:16');
    const scene = sceneOf(net, null);
    const words = {
      scene,
      values: new Float64Array(net.source.length).fill(0.5),
      nodeName: (node: number) => (node < 8 ? `host ${node}` : `switch ${node}`),
      format: String,
    };
    expect(cableText(words, 0)).toBe('host 0 – switch 8 port 1: 0.5 up, 0.5 down');
    expect(cableText(words, 8)).toMatch(/: cut$/);
    expect(switchText(words, 8)).toContain('4 cables, 1 of them cut');
  });

  it('zooms around a place and never beyond the whole', () => {
    const near = zoomed(WHOLE, 0.25, 0.5, 0.5, false);
    expect(near).toEqual({ x0: 0.125, x1: 0.625, y0: 0, y1: 1 });
    expect(moved(near, 0.5, 0)).toEqual({ x0: 0.375, x1: 0.875, y0: 0, y1: 1 });
    const least = zoomed(WHOLE, 0, 0, 1e-9, true);
    expect(least).toEqual({ x0: 0, x1: 0.002, y0: 0, y1: 0.002 });
    expect(zoomed(near, 0.25, 0.5, 1000, true)).toMatchObject({ y0: 0, y1: 1 });
    const camera = new FabricCamera();
    const seen = (sight: typeof WHOLE) => (camera.look(sight), camera.sight);
    expect(seen(zoomed(near, 0.25, 0.5, 1000, true))).toEqual(WHOLE);
    expect(seen({ x0: -0.25, x1: 0.25, y0: 0.75, y1: 1.25 })).toEqual({ x0: 0, x1: 0.5, y0: 0.5, y1: 1 });
    expect(seen({ x0: -1, x1: 2, y0: 0.25, y1: 0.5 })).toEqual({ x0: 0, x1: 1, y0: 0.25, y1: 0.5 });
  });
});

describe('colours of loads', () => {
  it('are those of the heatmaps in both themes', () => {
    for (const panel of ['#ffffff', '#1a1d22']) {
      const theme = { panel, hatch: '#808080' } as Theme;
      const hex = (colour: string | undefined) => rgb(colour ?? '').formatHex();
      const drawn = stepColours(theme, false);
      expect(drawn.map(hex)).toEqual(drawn.map((_, i) => hex(colourAt('load', i / (STEPS - 1), panel))));
    }
  });
});

test('switches of a row stand in the order that is asked for, each with its hosts below it', () => {
  const net = graph('tree2:4');
  const [plain, turned] = [sceneOf(net, null), sceneOf(net, null, (a, b) => b - a)];
  expect(turned.rows).toEqual(plain.rows.map((row) => [...row].reverse()));
  for (const node of turned.rows[0] ?? []) expect(turned.x[node]).toBeCloseTo(1 - (plain.x[node] ?? 0), 6);
  // The first host is on the leaf with the least number, which is now the last.
  expect(turned.x[0]).toBeGreaterThan(plain.x[0] ?? 1);
});
