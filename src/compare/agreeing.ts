import { medianOf } from './doubtNoise';
import type { Pairing } from './pairing';
import type { PairKey } from './types';

/** A label that separates runs which agree: they look like repeats of one experiment. */
export interface AgreeingLabel {
  key: string;
  /** Its values, in the order in which they come. */
  values: readonly string[];
  /** Benchmarks in which it separates runs. */
  benchmarks: readonly string[];
  /** Largest over smallest median at the size where the values are furthest apart. */
  factor: number;
}

/** Limits of what counts as agreement. */
export const AGREEMENT = {
  /** Values of a label are never taken for repeats from this factor between their medians on. */
  most: 1.25,
  /** Below this factor they agree, whatever the noise. */
  always: 1.03,
  /** Between: up to so many robust standard deviations of repeats of one value. */
  deviations: 2,
  /** Fewest sizes at which they must agree. */
  sizes: 3,
} as const;

/** Values of one key at its sizes, as logarithms. */
type Curve = ReadonlyMap<number | null, readonly number[]>;

/**
 * The labels among `labels` whose values agree within noise at all sizes, in every benchmark in which they separate runs and in
 * at least one at three sizes or more. Where runs of a value are not repeated, their noise is not known: then they must
 * agree within 3 %. `pairing` has values; both sides of it count.
 */
export function agreeingLabels({ pairs, onlyA, onlyB }: Pairing, labels: Iterable<string>): AgreeingLabel[] {
  const curves = new Map<PairKey, Map<number | null, number[]>>();
  const put = (key: PairKey, bytes: number | null, values: readonly number[]) => {
    const curve = curves.get(key) ?? new Map<number | null, number[]>();
    curves.set(key, curve);
    const logs = values.filter((value) => value > 0 && value < Infinity).map(Math.log);
    curve.set(bytes, [...(curve.get(bytes) ?? []), ...logs]);
  };
  for (const { key, bytes, a, b } of pairs) put(key, bytes, [...a, ...b]);
  for (const { key, bytes, values } of [...onlyA, ...onlyB]) put(key, bytes, values);
  return [...labels].flatMap((label): AgreeingLabel[] => {
    const groups = new Map<string, [PairKey, Curve][]>();
    for (const [key, curve] of curves) {
      if (!(label in key.conditions)) continue;
      const others = Object.entries(key.conditions).filter(([name]) => name !== label);
      const id = JSON.stringify([key.tool, key.benchmark, key.metric, key.params, key.statistic, others]);
      const held = groups.get(id);
      if (held) held.push([key, curve]);
      else groups.set(id, [[key, curve]]);
    }
    const parted = [...groups.values()].filter(({ length }) => length > 1);
    const found = parted.map((group) => agreement(group.map(([, curve]) => curve)));
    if (found.length === 0 || found.some((each) => each === null)) return [];
    const all = found.flatMap((each) => each ?? []);
    if (all.every(({ sizes }) => sizes < AGREEMENT.sizes)) return [];
    const keys = parted.flat().map(([key]) => key);
    return [
      {
        key: label,
        values: [...new Set(keys.map(({ conditions }) => conditions[label] ?? ''))],
        benchmarks: [...new Set(keys.map(({ benchmark }) => benchmark))],
        factor: Math.exp(all.reduce((most, { distance }) => Math.max(most, distance), 0)),
      },
    ];
  });
}

/** How far curves are apart where that is within noise at all sizes they share; null where it is not, or they share none. */
function agreement(curves: readonly Curve[]): { sizes: number; distance: number } | null {
  const [first] = curves;
  const shared = [...(first?.keys() ?? [])].filter((size) =>
    curves.every((curve) => (curve.get(size)?.length ?? 0) > 0),
  );
  if (shared.length === 0) return null;
  const rest = curves.flatMap((curve) =>
    shared.flatMap((size) => {
      const values = curve.get(size) ?? [];
      const middle = medianOf(values);
      return values.length < 3 ? [] : values.map((value) => Math.abs(value - middle));
    }),
  );
  const noise = rest.length === 0 ? 0 : 1.4826 * medianOf(rest);
  const limit = Math.max(
    Math.log(AGREEMENT.always),
    Math.min(AGREEMENT.deviations * noise, Math.log(AGREEMENT.most)),
  );
  let distance = 0;
  for (const size of shared) {
    const middles = curves.map((curve) => medianOf(curve.get(size) ?? []));
    distance = Math.max(distance, Math.max(...middles) - Math.min(...middles));
  }
  return distance <= limit ? { sizes: shared.length, distance } : null;
}
