import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carryRanks, type RanksOf } from './carry';

const NOTHING = { excluded: [], pair: null, chosen: null };

function test(
  hosts: readonly (string | null)[],
  {
    half = false,
    id = hosts.join(),
    better = 'higher',
  }: { half?: boolean; id?: string; better?: 'higher' | 'none' } = {},
): RanksOf {
  const count = half ? hosts.length / 2 : hosts.length;
  const shape = { senders: count, receivers: count, firstReceiver: half ? count : 0 };
  return { hosts, ...shape, set: { id, runs: [id], better, schedule: half ? 'half forward' : null } };
}
const names = (count: number) => Array.from({ length: count }, (_, i) => `n${i}`);

describe('what a view says by ranks, brought to another set', () => {
  it('a host left out stays the same host where ranks stand the other way round', () => {
    const [one, two] = [test(names(16), { half: true }), test(names(16).reverse(), { half: true })];
    expect(carryRanks({ ...NOTHING, excluded: [2] }, one, two)).toEqual({
      view: { ...NOTHING, excluded: [13] },
      said: '',
    });
  });

  it('law: hosts are the same before and after, in whatever order, and there and back is nothing', () => {
    const permuted = fc.shuffledSubarray(names(12), { minLength: 12 });
    fc.assert(
      fc.property(
        permuted,
        permuted,
        fc.uniqueArray(fc.nat(11), { maxLength: 5 }),
        fc.tuple(fc.nat(11), fc.nat(11)),
        (first, second, ranks, pair) => {
          const [from, to] = [test(first), test(second)];
          const excluded = [...ranks].sort((p, q) => p - q);
          const chosen: [[number, number][], [number, number][]] = [[[2, 4]], [[0, 11]]];
          const there = carryRanks({ excluded, pair, chosen }, from, to);
          expect(there.said).toBe('');
          expect(new Set(there.view.excluded.map((rank) => second[rank]))).toEqual(
            new Set(excluded.map((rank) => first[rank])),
          );
          expect(there.view.pair?.map((rank) => second[rank])).toEqual(pair.map((rank) => first[rank]));
          expect(carryRanks(there.view, to, from).view).toEqual({ excluded, pair, chosen });
        },
      ),
    );
  });

  it('all ranks of a host that is left out, however many it has', () => {
    const [one, two] = [test(['a', 'a', 'b', 'b', 'c', 'c']), test(['c', 'b', 'a', 'a', 'a', 'b'])];
    expect(carryRanks({ ...NOTHING, excluded: [0, 1] }, one, two).view.excluded).toEqual([2, 3, 4]);
    // One rank of two is not its host.
    expect(carryRanks({ ...NOTHING, excluded: [0] }, one, two).view.excluded).toEqual([2]);
  });

  it('what is not in the other set is given up, and said', () => {
    const [one, two] = [test(['a', 'b', 'c', 'd']), test(['d', 'c', 'b', 'x'])];
    expect(carryRanks({ excluded: [0, 1], pair: [0, 2], chosen: [[[0, 2]], [[0, 0]]] }, one, two)).toEqual({
      view: { excluded: [2], pair: null, chosen: null },
      said: 'Other pairs are shown: a is no longer left out; the pair is no longer pinned; all pairs are shown again instead of the chosen box.',
    });
    expect(carryRanks({ ...NOTHING, chosen: [[[0, 2]], [[2, 3]]] }, one, two)).toEqual({
      view: {
        ...NOTHING,
        chosen: [[[1, 2]], [[0, 1]]],
      },
      said: 'Other pairs are shown: the chosen box is smaller, some of its ranks are not there.',
    });
  });

  it('without host names nothing is guessed, but one run is itself', () => {
    const nameless = [null, null, null, null];
    const view = { excluded: [1], pair: [0, 2] as [number, number], chosen: null };
    expect(carryRanks(view, test(nameless, { id: 'x' }), test(nameless, { id: 'y' }))).toEqual({
      view: NOTHING,
      said: 'Other pairs are shown, and their hosts cannot be matched with those before: rank 1 is no longer left out; the pair is no longer pinned.',
    });
    const latencies = { ...test(nameless, { id: 'x' }) };
    expect(carryRanks(view, test(nameless, { id: 'x' }), latencies)).toEqual({ view, said: '' });
  });

  it('a pair that the other test does not have', () => {
    const [one, two] = [test(names(8), { half: true }), test(names(8).reverse(), { half: true })];
    expect(carryRanks({ ...NOTHING, pair: [1, 5] }, one, two).view.pair).toBeNull();
    expect(carryRanks({ ...NOTHING, pair: [1, 5] }, one, test(names(8).reverse())).view.pair).toEqual([6, 2]);
  });

  it('shifts of another order are other pairs', () => {
    const box = [[[0, 3]], [[4, 7]], [[1, 1]]] as [
      [number, number][],
      [number, number][],
      [number, number][],
    ];
    const one = test(names(8), { half: true });
    expect(
      carryRanks({ ...NOTHING, chosen: box }, one, test(names(8), { half: true, id: 'again' })).view.chosen,
    ).toBe(box);
    const turned = carryRanks({ ...NOTHING, chosen: box }, one, test(names(8).reverse(), { half: true }));
    expect(turned.view.chosen).toBeNull();
    expect(turned.said).toMatch(/: all pairs are shown again/);
  });

  it('pairs of a program stay with the rank, hosts left out with the host', () => {
    const of = (hosts: string[]) => test(hosts, { better: 'none' });
    const [one, two] = [of(['a', 'b', 'c']), of(['c', 'b', 'a'])];
    expect(carryRanks({ excluded: [0], pair: [0, 1], chosen: [[[0, 0]], [[1, 2]]] }, one, two).view).toEqual({
      excluded: [2],
      pair: [0, 1],
      chosen: [[[0, 0]], [[1, 2]]],
    });
  });
});
