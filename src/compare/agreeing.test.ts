import { describe, expect, it } from 'vitest';
import { agreeingLabels, AGREEMENT } from './agreeing';
import { aKey } from './fixtures';
import type { Pairing } from './pairing';

const SIZES = [8, 64, 512, 4096];

/** Curves by benchmark, value of the label and repeats, each a factor on the same times. */
function pairing(curves: [benchmark: string, value: string, factors: number[]][], sizes = SIZES): Pairing {
  const onlyA = curves.flatMap(([benchmark, value, factors]) => {
    const key = aKey({
      id: `${benchmark} ${value}`,
      benchmark,
      conditions: { 'file name': value, nodes: '2' },
    });
    return sizes.map((bytes) => ({ key, bytes, values: factors.map((factor) => bytes * 1e-6 * factor) }));
  });
  return { pairs: [], onlyA, onlyB: [] };
}
const found = (made: Pairing) => agreeingLabels(made, ['file name']).map(({ key }) => key);

describe('labels whose values agree', () => {
  it('are found with values, benchmarks and the largest difference', () => {
    const made = pairing([
      ['osu_bw', 'a', [1, 1.01]],
      ['osu_bw', 'b', [1.02]],
      ['osu_latency', 'a', [1]],
      ['osu_latency', 'b', [1.01]],
    ]);
    expect(agreeingLabels(made, ['file name', 'folder 2'])).toEqual([
      {
        key: 'file name',
        values: ['a', 'b'],
        benchmarks: ['osu_bw', 'osu_latency'],
        factor: expect.closeTo(1.015, 2) as number,
      },
    ]);
  });

  it('are not offered where one benchmark, or one size, differs', () => {
    const alike: [string, string, number[]][] = [
      ['osu_bw', 'a', [1]],
      ['osu_bw', 'b', [1]],
    ];
    expect(found(pairing(alike))).toEqual(['file name']);
    expect(found(pairing([...alike, ['osu_latency', 'a', [1]], ['osu_latency', 'b', [1.1]]]))).toEqual([]);
    const made = pairing(alike);
    const last = made.onlyA.at(-1);
    if (!last) throw new Error('nothing made');
    const onlyA = [...made.onlyA.slice(0, -1), { ...last, values: last.values.map((value) => value * 1.1) }];
    expect(found({ ...made, onlyA })).toEqual([]);
  });

  it('without repeats agree within 3 %', () => {
    const at = (factor: number) =>
      found(
        pairing([
          ['x', 'a', [1]],
          ['x', 'b', [factor]],
        ]),
      );
    expect(at(1.0299)).toEqual(['file name']);
    expect(at(1.0301)).toEqual([]);
  });

  it('with repeats agree within two deviations of these, but never 1.25× apart', () => {
    const noisy = (by: number, factor: number) => {
      const repeats = [1 - by, 1 - by / 2, 1, 1 + by / 2, 1 + by];
      return found(
        pairing([
          ['x', 'a', repeats],
          ['x', 'b', repeats.map((each) => each * factor)],
        ]),
      );
    };
    expect(noisy(0.1, 1.1)).toEqual(['file name']);
    expect(noisy(0.1, 1.2)).toEqual([]);
    expect(noisy(0.4, 1.24)).toEqual(['file name']);
    expect(noisy(0.4, 1.26)).toEqual([]);
  });

  it('must share three sizes somewhere, and separate something', () => {
    const curves: [string, string, number[]][] = [
      ['x', 'a', [1]],
      ['x', 'b', [1]],
    ];
    expect(found(pairing(curves, [8, 64]))).toEqual([]);
    expect(found(pairing(curves, [8, 64, 512]))).toEqual(['file name']);
    expect(found(pairing(curves.slice(0, 1)))).toEqual([]);
    expect(agreeingLabels(pairing(curves), ['nodes'])).toEqual([]);
    expect(AGREEMENT.sizes).toBe(3);
  });
});
