/** Tables by rule depend on ports, not on the order of the cables in a text. */
import { beforeAll, expect, test } from 'vitest';
import type { Estimator } from './core';
import { need, random, randomFabric } from './testing/graph';
import { testEstimator } from './testing/module';

let estimator: Estimator;
beforeAll(async () => {
  estimator = await testEstimator();
});

/** The same fabric with its cables in another order, some of them turned round: other ids, the same ports. */
function shuffled(text: string, seed: number): string {
  const [name, counts, ...lines] = text.trim().split('\n');
  const next = random(seed);
  const cables = Array.from({ length: lines.length / 2 }, (_, k) => {
    const ends = [need(lines[2 * k]), need(lines[2 * k + 1])].map((line) => line.replace(/^\d+ /, ''));
    return next(2) === 0 ? ends : ends.reverse();
  });
  for (let i = cables.length - 1; i > 0; i--) {
    const j = next(i + 1);
    [cables[i], cables[j]] = [need(cables[j]), need(cables[i])];
  }
  return [name, counts, ...cables.flat().map((line, id) => `${id} ${line}`)].join('\n');
}

const tables = (topology: string, routing: string): Uint16Array => {
  estimator.setup({ topology, routing, traffic: { kind: 'pattern', pattern: 'ring' } });
  return estimator.tables();
};

const generated = [
  'kary:4,3',
  'pgft:4,4,8/1,2,4/1,2,2',
  'dragonfly:2,4,2',
  'dragonfly:2,4,2:groups=5',
  'torus:4x3x2',
];
const fabrics: [string, () => string][] = [
  ...generated.map((name): [string, () => string] => [
    name,
    () => {
      tables(name, 'minhop');
      return estimator.fabricText();
    },
  ]),
  ...[1, 2, 3].map((seed): [string, () => string] => [`random fabric ${seed}`, () => randomFabric(seed)]),
];

test.each(fabrics)('%s: shuffling the lines of its cables leaves every table as it is', (_name, textOf) => {
  const text = textOf();
  for (const routing of ['minhop', 'minhop:lmc=2', 'updn', 'random:as=table', 'random:lmc=1:as=table']) {
    const straight = tables(text, routing);
    for (const seed of [1, 2]) {
      const other = shuffled(text, seed);
      expect(other).not.toBe(text);
      expect(tables(other, routing), `${routing}, order ${seed}`).toEqual(straight);
    }
  }
});

test.each(['dragonfly:2,4,2', 'dragonfly:1,4,2:groups=3'])(
  '%s: min-hop takes the port of fewest destinations, the lowest of equals',
  (topology) => {
    const ports = tables(topology, 'minhop');
    const { hosts, switches, source, target, sourcePort } = estimator.fabric();
    const out = Array.from({ length: switches }, (): { port: number; to: number }[] => []);
    const leaf = new Array<number>(hosts).fill(0);
    source.forEach((node, e) => {
      const to = need(target[e]) - hosts;
      if (node < hosts) leaf[node] = to;
      else if (to >= 0) need(out[node - hosts]).push({ port: need(sourcePort[e]), to });
    });
    const used = out.map(() => new Map<number, number>());
    for (let d = 0; d < hosts; d++) {
      const hops = distances(out, need(leaf[d]));
      for (let s = 0; s < switches; s++) {
        if (s === leaf[d]) continue;
        const counts = need(used[s]);
        const nearer = need(out[s]).filter(({ to }) => hops[to] === need(hops[s]) - 1);
        const best = nearer
          .map(({ port }) => port)
          .sort((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0) || a - b)[0];
        expect(ports[s * hosts + d], `switch ${s}, host ${d}`).toBe(best);
        counts.set(need(best), (counts.get(need(best)) ?? 0) + 1);
      }
    }
  },
);

/** Hops of every switch to `home`. */
function distances(out: readonly (readonly { to: number }[])[], home: number): number[] {
  const hops = out.map(() => Infinity);
  hops[home] = 0;
  const queue = [home];
  for (const s of queue)
    for (const { to } of need(out[s])) {
      if (hops[to] !== Infinity) continue;
      hops[to] = need(hops[s]) + 1;
      queue.push(to);
    }
  return hops;
}
