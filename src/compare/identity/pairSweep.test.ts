import { describe, expect, it } from 'vitest';
import type { Origin } from '../../model/vocabulary';
import { joined, maskHosts, pairSweeps, type PairRun } from './pairSweep';

type Said = Record<string, string | { value: string; origin: Origin }>;
const run = (path: string, from: string, to: string, said: Said = {}): PairRun => ({
  ...{ run: `${path} ${from} ${to}`, tool: 'OSU', path, hosts: [from, to] },
  conditions: Object.fromEntries(
    Object.entries(said).map(([key, value]) => [
      key,
      typeof value === 'string' ? { value, origin: 'content' as const } : value,
    ]),
  ),
});
const all = (count: number, of: (from: string, to: string, i: number) => PairRun): PairRun[] => {
  const found: PairRun[] = [];
  for (let i = 1; i <= count; i++)
    for (let j = i + 1; j <= count; j++) found.push(of(`n${i}`, `n${j}`, found.length));
  return found;
};
const told = (runs: readonly PairRun[]) =>
  pairSweeps(runs).map(({ name, conditions, runs: of }) => [name, conditions, of.length]);

describe('sweeps over pairs of hosts', () => {
  it('are apart where a condition differs, also in one folder', () => {
    const both = ['on', 'off'].flatMap((AR) =>
      all(4, (from, to) => run(`d/${AR}_${from}_${to}.out`, from, to, { AR })),
    );
    expect(told(both)).toEqual([
      ['d/on_*_*.out', { AR: 'on' }, 6],
      ['d/off_*_*.out', { AR: 'off' }, 6],
    ]);
    const sizes = [1, 4, 8].flatMap((ppn) =>
      all(3, (from, to) => run(`d/${ppn}.out`, from, to, { ppn: String(ppn) })),
    );
    expect(pairSweeps(sizes)).toHaveLength(3);
  });

  it('are apart in folders of their own, whatever letters their files begin with', () => {
    const hosts = ['ash', 'birch', 'cedar', 'date'];
    const runs = ['x', 'y'].flatMap((folder) =>
      hosts.flatMap((from, i) =>
        hosts.slice(i + 1).map((to) => run(`${folder}/${from[0]}${to[0]}.out`, from, to)),
      ),
    );
    expect(told(runs).map(([, , of]) => of)).toEqual([6, 6]);
  });

  it('do not differ by job, date and repeat, nor by words that name the hosts', () => {
    const label = (value: string) => ({ value, origin: 'label' as const });
    const runs = all(4, (from, to, i) =>
      run(`d/${from}-${to}.out`, from, to, {
        ...{ job: String(i), date: `2026-01-0${i + 1}`, repeat: String(i) },
        ...{ hosts: `${from},${to}`, 'name 1': label(from.slice(1)), 'name 2': label(`p${i}`), AR: 'on' },
      }),
    );
    expect(told(runs)).toEqual([['d/*-*.out', { AR: 'on' }, 6]]);
  });

  it('differ by a label that is on several pairs, and by a number that happens to be in a name', () => {
    const label = (value: string) => ({ value, origin: 'label' as const });
    const runs = all(4, (from, to) => run('d/x', from, to)).flatMap((each) =>
      ['1', '2'].map((value) => ({
        ...each,
        conditions: { 'folder 2': label(value) },
        run: each.run + value,
      })),
    );
    expect(pairSweeps(runs).map(({ conditions }) => conditions['folder 2'])).toEqual(['1', '2']);
  });

  it('are repeats of one key where each folder has one; folders of single pairs are one sweep', () => {
    const repeats = ['r1', 'r2'].flatMap((folder) => all(3, (a, b) => run(`${folder}/${a}_${b}.out`, a, b)));
    const found = pairSweeps(repeats);
    expect(found.map(({ name }) => name)).toEqual(['r1/*_*.out', 'r2/*_*.out']);
    expect(new Set(found.map(({ key }) => key)).size).toBe(1);
    const single = all(3, (a, b, i) => run(`job${i}/osu.out`, a, b));
    expect(told(single)).toEqual([['job*', {}, 3]]);
    const named = all(3, (a, b) => run(`${a}.site-${b}.site/osu.out`, `${a}.site`, `${b}.site`));
    expect(told(named)).toEqual([['*-*/osu.out', {}, 3]]);
  });

  it('need three different pairs that share hosts', () => {
    const pair = (i: number) => run(`d/${i}.out`, 'n1', 'n2');
    expect(pairSweeps([0, 1, 2, 3].map(pair))).toEqual([]);
    const apart = [1, 3, 5, 7].map((i) => run(`d/${i}.out`, `n${i}`, `n${i + 1}`));
    expect(pairSweeps(apart)).toEqual([]);
    const triangle = all(3, (a, b) => run('d/x', a, b));
    expect(pairSweeps([...apart.slice(2), ...triangle])[0]?.runs).toEqual(triangle);
    expect(joined([run('x', 'n1', 'n2'), run('x', 'n2', 'n1'), run('x', 'n2', 'n3')])).toEqual([]);
  });
});

it('names of hosts are found as whole words, without their domain too', () => {
  expect(maskHosts('a/N1_n12_n1.out', ['n1', 'n2'])).toBe('a/*_n12_*.out');
  expect(maskHosts('x n1-ib n1.site.org', ['n1.site.org'])).toBe('x *-ib *');
});
