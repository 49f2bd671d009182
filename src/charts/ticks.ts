import { max, min, ticks as linearTicks } from 'd3';
import type { Domain } from './types';

/** Whole powers of `base` within the domain (both ends counted with a little tolerance). */
export function powers(base: number, [lo, hi]: Domain): number[] {
  const log = (v: number) => Math.log2(v) / Math.log2(base);
  const result: number[] = [];
  for (let k = Math.ceil(log(lo) - 1e-9); k <= Math.floor(log(hi) + 1e-9); k++) result.push(base ** k);
  return result;
}

/**
 * Ticks of a log2 axis, finest first: the values themselves, powers of 2, then 1, 4, 16, 64 …, then every
 * 16th, every 256th.
 */
export function log2Candidates(values: readonly number[], domain: Domain): number[][] {
  const own = values.filter((v) => v > 0);
  return [
    own,
    powers(2, domain),
    powers(4, domain),
    powers(16, domain),
    powers(256, domain),
    powers(65536, domain),
  ];
}

/** Every value, then every second, third, fifth, tenth … of an ordinal axis. */
export function ordinalCandidates(values: readonly number[]): number[][] {
  return [1, 2, 3, 5, 10, 20, 50, 100].map((step) => values.filter((_, i) => i % step === 0));
}

/** The first list whose labels, centred at their places, do not touch; the last one when all do. */
export function firstThatFits(
  candidates: readonly (readonly number[])[],
  at: (v: number) => number,
  labelWidth: (v: number) => number,
  gap = 10,
): readonly number[] {
  const fits = (list: readonly number[]) =>
    list.length > 0 &&
    list.every((v, i) => {
      const previous = list[i - 1];
      return (
        previous === undefined || at(v) - at(previous) >= (labelWidth(v) + labelWidth(previous)) / 2 + gap
      );
    });
  return candidates.find(fits) ?? candidates.at(-1) ?? [];
}

/**
 * Domain and ticks of a ratio axis over the given ratios. Always holds 1. Powers of two when the ratios span a
 * factor of three or more, else round steps, so that 0.97 against 1.04 is not a flat line.
 */
export function ratioAxis(values: readonly number[], fixed?: Domain): { domain: Domain; ticks: number[] } {
  const lo = Math.min(1, min(fixed ?? values) ?? 1);
  const hi = Math.max(1, max(fixed ?? values) ?? 1);
  if (hi / lo >= 3) {
    // A little room at an end that holds values; none beyond 1 where there are none.
    const down = lo < 1 ? 2 ** Math.floor(Math.log2(lo) - 0.01) : 1;
    const up = hi > 1 ? 2 ** Math.ceil(Math.log2(hi) + 0.01) : 1;
    const domain: Domain = fixed ?? [down, up];
    const octaves = Math.log2(domain[1] / domain[0]);
    return { domain, ticks: powers(octaves > 8 ? (octaves > 16 ? 16 : 4) : 2, domain) };
  }
  const pad = Math.max((hi - lo) * 0.08, 0.02);
  const low = fixed ? lo : Math.max(lo - pad, lo / 2);
  const high = fixed ? hi : hi + pad;
  return { domain: [low, high], ticks: linearTicks(low, high, 5) };
}

/** Leaves out ticks that a logarithmic axis would crowd at its upper end. */
function thinned(ticks: readonly number[], domain: Domain, count: number): number[] {
  const least = Math.log(domain[1] / domain[0]) / (count * 1.5);
  const kept: number[] = [];
  for (const tick of ticks) {
    const last = kept.at(-1);
    if (last === undefined || Math.log(tick / last) >= least) kept.push(tick);
  }
  return kept;
}

/** Ticks of a logarithmic axis, about `count`: 1-2-5 per decade or every nth decade; round steps within a short range. */
export function logTicks(domain: Domain, count: number): number[] {
  const decades = powers(10, [domain[0] / 10, domain[1]]).map((v) => Number(v.toPrecision(1)));
  const inside = (v: number) => v >= domain[0] * (1 - 1e-9) && v <= domain[1] * (1 + 1e-9);
  const fine = decades.flatMap((d) => [1, 2, 5].map((m) => Number((d * m).toPrecision(1)))).filter(inside);
  const whole = decades.filter(inside);
  if (fine.length < 3) return thinned(linearTicks(domain[0], domain[1], count), domain, count);
  if (fine.length <= count || whole.length < 2) return fine;
  const step = Math.ceil(whole.length / count);
  return whole.filter((_, i) => i % step === 0);
}
