/** Laws that must hold for any fabric, tables and traffic. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Estimator } from './core';
import type { Batch, Job, Measures } from './job';
import { pool, rowsOf } from './result';
import { need, random, randomFabric, tableWalk } from './testing/graph';
import { testEstimator } from './testing/module';
import { listText } from './testing/patterns';

let estimator: Estimator;
beforeAll(async () => {
  estimator = await testEstimator();
});

const everything: Measures = { share: true, maxmin: true, links: true, pairs: true, hash: true };

function run(job: Job, number = 0): Batch {
  estimator.setup(job);
  return estimator.run(number, 1, 9n, everything);
}

const seeds = [1, 2, 3, 4, 5, 6];
const routings = ['updn', 'minhop', 'random'];
const cases = seeds.flatMap((seed) => routings.map((routing) => ({ seed, routing })));
const perm = { kind: 'pattern', pattern: 'perm' } as const;

describe.each(cases)('random fabric $seed, $routing', ({ seed, routing }) => {
  const topology = randomFabric(seed);

  test('loads, c, shares and sums are those of an independent walk', () => {
    const { pairs, links, rows } = run({ topology, routing, traffic: { kind: 'pattern', pattern: 'rring' } });
    const fabric = estimator.fabric();
    const walk = tableWalk(estimator);
    const paths = [...pairs.src].map((s, i) => walk(s, need(pairs.dst[i])));
    const load = new Array<number>(links.length).fill(0);
    paths.flat().forEach((e) => (load[e] = need(load[e]) + 1));
    expect([...links]).toEqual(load);
    expect(rowsOf([{ rows } as Batch])[0]?.sumLoad).toBe(paths.flat().length);
    paths.forEach((path, i) => {
      expect(pairs.c[i]).toBe(Math.max(...path.map((e) => need(load[e]))));
      const share = Math.min(...path.map((e) => need(fabric.capacity[e]) / need(load[e])));
      expect(pairs.share[i]).toBeCloseTo(share / need(fabric.capacity[need(path[0])]), 9);
    });
  });

  test('max-min rates are feasible and every flow has a full link on which it is fastest', () => {
    const { pairs, links } = run({ topology, routing, traffic: perm });
    const fabric = estimator.fabric();
    const walk = tableWalk(estimator);
    const paths = [...pairs.src].map((s, i) => walk(s, need(pairs.dst[i])));
    const rate = paths.map((path, i) => need(pairs.maxmin[i]) * need(fabric.capacity[need(path[0])]));
    const used = new Array<number>(links.length).fill(0);
    const fastest = new Array<number>(links.length).fill(0);
    paths.forEach((path, i) =>
      path.forEach((e) => {
        used[e] = need(used[e]) + need(rate[i]);
        fastest[e] = Math.max(need(fastest[e]), need(rate[i]));
      }),
    );
    used.forEach((sum, e) => expect(sum).toBeLessThanOrEqual(need(fabric.capacity[e]) + 1e-9));
    const share = (e: number) => need(fabric.capacity[e]) / need(links[e]);
    const least = Math.min(...paths.flat().map(share));
    paths.forEach((path, i) => {
      const full = (e: number) => need(used[e]) >= need(fabric.capacity[e]) - 1e-9;
      expect(path.some((e) => full(e) && need(rate[i]) >= need(fastest[e]) - 1e-9)).toBe(true);
      const own = Math.min(...path.map(share));
      expect(need(rate[i])).toBeGreaterThanOrEqual(own - 1e-9);
      if (own === least) expect(need(rate[i])).toBeCloseTo(least, 9);
    });
  });

  test('with routes fixed, more capacity never lowers a share', () => {
    const before = run({ topology, routing, traffic: perm }).pairs.share;
    const tables = estimator.tables();
    const next = random(seed + 100);
    const lines = topology.trim().split('\n');
    for (let i = 0; i < 5; i++) {
      const k = 2 + 2 * next((lines.length - 2) / 2);
      const inner = !/^\d+ \d /.test(need(lines[k])) && Number(need(lines[k]).split(' ')[1]) >= 24;
      if (!inner) continue;
      for (const at of [k, k + 1]) lines[at] = need(lines[at]).replace(/\d+$/, '9');
    }
    const after = run({ topology: lines.join('\n'), routing: 'lft', tables, traffic: perm }).pairs.share;
    after.forEach((share, i) => expect(share).toBeGreaterThanOrEqual(need(before[i]) - 1e-12));
  });

  test('renaming hosts with their tables changes nothing', () => {
    const list = run({ topology, routing, traffic: perm }).pairs;
    const tables = estimator.tables();
    const hosts = 24;
    const names = [...list.dst.slice(0, hosts)].map((_, i) => (i * 7 + seed) % hosts);
    const renamed = topology.replace(
      /^(\d+) (\d+) (\d+) (\d+)/gm,
      (_, id: string, a: string, p: string, b: string) =>
        [id, ...[a, p, b].map((v, i) => (i !== 1 && Number(v) < hosts ? need(names[Number(v)]) : v))].join(
          ' ',
        ),
    );
    const moved = new Uint16Array(tables.length);
    tables.forEach((port, at) => {
      moved[at - (at % hosts) + need(names[at % hosts])] = port;
    });
    const pairs = [...list.src].map((s, i): [number, number] => [s, need(list.dst[i])]);
    const newPairs = pairs.map(([s, d]): [number, number] => [need(names[s]), need(names[d])]);
    const text = (p: [number, number][]) => ({ kind: 'pairs', text: listText([p]) }) as const;
    const a = run({ topology, routing: 'lft', tables, traffic: text(pairs) });
    const b = run({ topology: renamed, routing: 'lft', tables: moved, traffic: text(newPairs) });
    expect(rowsOf([b])).toEqual(rowsOf([a]));
  });
});

test.each(seeds)('up*/down* routes of fabric %i have no cyclic dependency of links', (seed) => {
  run({ topology: randomFabric(seed), routing: 'updn', traffic: perm });
  const walk = tableWalk(estimator);
  const after = new Map<number, Set<number>>();
  for (let s = 0; s < 24; s++) {
    for (let d = 0; d < 24; d++) {
      const path = s === d ? [] : walk(s, d);
      path.slice(1).forEach((e, i) => {
        const from = need(path[i]);
        after.set(from, (after.get(from) ?? new Set()).add(e));
      });
    }
  }
  const state = new Map<number, 'open' | 'done'>();
  const cyclic = (e: number): boolean => {
    if (state.has(e)) return state.get(e) === 'open';
    state.set(e, 'open');
    const found = [...(after.get(e) ?? [])].some(cyclic);
    state.set(e, 'done');
    return found;
  };
  expect([...after.keys()].some(cyclic)).toBe(false);
});

describe('routings agree where they must', () => {
  const pattern = { kind: 'pattern', pattern: 'bisectfb' } as const;
  test.each(['tree2:12', 'tree3:8', 'pgft:4,4,8/1,2,4/1,2,2', 'pgft:3,5,4/1,2,3/1,1,2:cap=1,2,4'])(
    '%s: formula, table, tables given, text read back',
    (topology) => {
      const formula = rowsOf([run({ topology, routing: 'dmodk', traffic: pattern })]);
      expect(rowsOf([run({ topology, routing: 'dmodk:as=table', traffic: pattern })])).toEqual(formula);
      const [tables, text] = [estimator.tables(), estimator.fabricText()];
      expect(rowsOf([run({ topology: text, routing: 'lft', tables, traffic: pattern })])).toEqual(formula);
      expect(rowsOf([run({ topology: text, routing: 'dmodk', traffic: pattern })])).toEqual(formula);
      const mirror = rowsOf([run({ topology, routing: 'smodk', traffic: pattern })]);
      expect(rowsOf([run({ topology: text, routing: 'lft-reverse', tables, traffic: pattern })])).toEqual(
        mirror,
      );
    },
  );

  test('several paths per destination: equal tables give equal results, different ones differ', () => {
    const one = run({ topology: 'tree3:8', routing: 'random', traffic: pattern });
    const tables = estimator.tables();
    const twice = Uint16Array.from({ length: 2 * tables.length }, (_, i) => need(tables[i >> 1]));
    for (const select of ['hash', 'source', 'index']) {
      const two = run({
        topology: 'tree3:8',
        routing: `lft:lmc=1:select=${select}`,
        tables: twice,
        traffic: pattern,
      });
      expect(rowsOf([two])).toEqual(rowsOf([one]));
    }
    const spread = run({ topology: 'tree3:8', routing: 'random:lmc=2:select=index', traffic: pattern });
    expect([...spread.links]).not.toEqual([...one.links]);
  });

  test.each([
    'ecmp',
    'greedy',
    'greedy:choices=2',
    'greedy:refresh=50',
    'greedy:refresh=0',
    'greedy:ties=lowest',
    'greedy_global',
    'random',
    'minhop',
    'spray',
  ])('%s takes minimal paths only', (routing) => {
    const minimal = pool([run({ topology: 'kary:4,3', routing: 'dmodk', traffic: pattern })]).sumLoad;
    expect(pool([run({ topology: 'kary:4,3', routing, traffic: pattern })]).sumLoad).toBeCloseTo(minimal, 6);
  });

  test('a view that is never refreshed is no better than hashing; a fresh one is', () => {
    const mean = (routing: string) => {
      estimator.setup({ topology: 'tree2:36', routing, traffic: pattern });
      return need(pool([estimator.run(0, 30, 1n)]).ebb).mean;
    };
    expect(mean('greedy:refresh=0')).toBeCloseTo(mean('ecmp'), 1);
    expect(mean('greedy')).toBeGreaterThan(mean('greedy:choices=2') + 0.05);
    expect(mean('greedy:choices=2')).toBeGreaterThan(mean('ecmp') + 0.05);
  });

  test('fluid splitting serves every permutation of a full tree at full rate', () => {
    const all = pool([run({ topology: 'tree3:8', routing: 'spray', traffic: perm })]);
    expect([all.minShare, all.minMaxmin].map((v) => v?.toFixed(9))).toEqual(['1.000000000', '1.000000000']);
  });
});

describe('after a cut', () => {
  const job = (routing: string, after: 'stale' | 'reroute' | 'recover', what = 'random:6'): Job => ({
    topology: 'pgft:18,18/1,9/1,2',
    cut: { what, after },
    routing,
    traffic: { kind: 'pattern', pattern: 'shifts' },
  });

  test.each(['dmodk', 'smodk', 'random', 'minhop', 'updn'])(
    '%s: stale tables lose the flows of the cut links',
    (routing) => {
      estimator.setup({ ...job(routing, 'stale'), cut: { what: 'random:0', after: 'stale' } });
      const whole = estimator.run(0, 1, 1n, { links: true });
      estimator.setup(job(routing, 'stale'));
      const damaged = pool([estimator.run(0, 1, 1n, { links: true })]);
      const alive = estimator.fabric().alive;
      const crossing = whole.links.reduce((sum, load, e) => sum + (alive[e] ? 0 : load), 0);
      expect(alive.filter((a) => a === 0).length).toBe(12);
      expect(damaged.lost).toBeGreaterThan(0);
      expect(damaged.lost).toBeLessThanOrEqual(crossing);
      expect(damaged.lost).toBeGreaterThanOrEqual(crossing / 2);
    },
  );

  test.each(['dmodk', 'smodk', 'random', 'minhop', 'updn', 'ecmp', 'greedy', 'spray'])(
    '%s: routed anew, no flow is lost',
    (routing) => {
      const anew = pool([run(job(routing, 'reroute'))]);
      expect(anew.lost).toBe(0);
    },
  );

  test.each(['dmodk', 'random', 'minhop', 'updn'])(
    '%s: recovery loses nothing and keeps off the cut',
    (routing) => {
      const batch = run(job(routing, 'recover'));
      const alive = estimator.fabric().alive;
      expect(pool([batch]).lost).toBe(0);
      expect(batch.links.filter((load, e) => load > 0 && alive[e] === 0).length).toBe(0);
    },
  );

  test('a cut leaf switch loses just the flows of its hosts', () => {
    for (const after of ['stale', 'reroute', 'recover'] as const) {
      const batch = run({
        ...job('dmodk', after, 'switch:324'),
        traffic: { kind: 'pattern', pattern: 'shift:18' },
      });
      expect(pool([batch]).lost).toBe(36);
    }
  });
});
