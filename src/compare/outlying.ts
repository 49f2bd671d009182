import { medianOf } from './doubtNoise';
import { farValues } from './outliers';
import type { Pairing } from './pairing';
import type { Observation, PairKey } from './types';

/** A value far from the other repeats of its group, or a run whose values are so at most of its sizes. */
export interface OutlyingValue {
  key: PairKey;
  side: 'a' | 'b';
  /** The run that measured it; of a repeat that wrote a file for each size, the one of this size. */
  run: string;
  /** All runs of its repeat. */
  runs: readonly string[];
  /** The message size, or that where the run is furthest. */
  bytes: number | null;
  /** Whether the run is far at most of its sizes, so that it is named as a whole. */
  whole: boolean;
  /** Value over the median of that size: above or below 1. */
  factor: number;
  /** Number of repeats at that size. */
  count: number;
}

/** A run is named as a whole from this number of its sizes on, where that is at least half of them. */
const WHOLE_RUN = 3;

/**
 * Values of one side far from the other repeats (`farValues`), the furthest first. `pairing` has the places of observations in place
 * of their values. Groups in doubt have none, and neither have experiments that are taken together: these may differ.
 */
export function outlyingValues(
  { pairs, onlyA, onlyB }: Pairing,
  side: 'a' | 'b',
  observations: readonly Observation[],
  doubted: ReadonlySet<PairKey>,
  unitOf: (run: string) => string,
): OutlyingValue[] {
  const groups = new Map<PairKey, { bytes: number | null; places: readonly number[] }[]>();
  const put = (key: PairKey, bytes: number | null, places: readonly number[]) => {
    const group = groups.get(key);
    if (group) group.push({ bytes, places });
    else groups.set(key, [{ bytes, places }]);
  };
  for (const { key, bytes, sets, [side]: places } of pairs)
    if (!doubted.has(key) && !sets) put(key, bytes, places);
  for (const { key, bytes, values } of side === 'a' ? onlyA : onlyB)
    if (!doubted.has(key)) put(key, bytes, values);
  const found = [...groups].flatMap(([key, sizes]) => outlyingIn(key, side, sizes, observations, unitOf));
  return found.sort((one, other) => Math.abs(Math.log(other.factor)) - Math.abs(Math.log(one.factor)));
}

function outlyingIn(
  key: PairKey,
  side: 'a' | 'b',
  sizes: readonly { bytes: number | null; places: readonly number[] }[],
  observations: readonly Observation[],
  unitOf: (run: string) => string,
): OutlyingValue[] {
  const runs = new Map<string, Set<string>>();
  const repeats = sizes.map(({ bytes, places }) => {
    const units = new Map<string, { run: string; values: number[] }>();
    for (const at of places) {
      const { runId = '', value = Number.NaN } = observations[at] ?? {};
      const unit = unitOf(runId);
      runs.set(unit, (runs.get(unit) ?? new Set()).add(runId));
      const held = units.get(unit);
      if (held) held.values.push(value);
      else units.set(unit, { run: runId, values: [value] });
    }
    return { bytes, units: [...units] };
  });
  const far = farValues(repeats.map(({ units }) => units.map(([, { values }]) => medianOf(values))));
  const byUnit = new Map<string, OutlyingValue[]>();
  for (const { size, place, factor } of far) {
    const { bytes = null, units = [] } = repeats[size] ?? {};
    const [unit = '', { run } = { run: '' }] = units[place] ?? [];
    const value = {
      key,
      side,
      run,
      runs: [...(runs.get(unit) ?? [])],
      bytes,
      whole: false,
      factor,
      count: units.length,
    };
    const own = byUnit.get(unit);
    if (own) own.push(value);
    else byUnit.set(unit, [value]);
  }
  return [...byUnit].flatMap(([unit, own]) => {
    const measured = repeats.filter(({ units }) => units.some(([name]) => name === unit)).length;
    if (own.length < WHOLE_RUN || own.length * 2 < measured) return own;
    const [furthest] = own.toSorted(
      (one, other) => Math.abs(Math.log(other.factor)) - Math.abs(Math.log(one.factor)),
    );
    return furthest ? [{ ...furthest, whole: true }] : [];
  });
}
