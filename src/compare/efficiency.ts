import type { Better } from '../model/vocabulary';

/** Which scaling efficiency; shown with every number, because the four differ. */
export type EfficiencyKind = 'per-process rate' | 'aggregate rate' | 'weak scaling' | 'strong scaling';

/** A value at a scale n (nodes, processes); the caller takes the median of repeats. */
export interface ScalePoint {
  n: number;
  value: number;
}

/** The efficiency at each scale, ascending, as a fraction of 1; null where a value is not above zero. */
export interface Efficiency {
  kind: EfficiencyKind;
  /** The smallest n, to which the others are compared; null without points. */
  base: number | null;
  points: readonly { n: number; efficiency: number | null }[];
}

const FORMULA: Readonly<
  Record<EfficiencyKind, (n: number, value: number, n0: number, value0: number) => number>
> = {
  'per-process rate': (_n, value, _n0, value0) => value / value0,
  'aggregate rate': (n, value, n0, value0) => value / n / (value0 / n0),
  'weak scaling': (_n, value, _n0, value0) => value0 / value,
  'strong scaling': (n, value, n0, value0) => (value0 * n0) / (value * n),
};

const LABEL: Readonly<Record<EfficiencyKind, (n0: string) => string>> = {
  'per-process rate': (n0) => `scaling efficiency of the rate per process: value(n) / value(${n0})`,
  'aggregate rate': (n0) =>
    `scaling efficiency of the aggregate rate: (value(n) / n) / (value(${n0}) / ${n0})`,
  'weak scaling': (n0) => `weak scaling efficiency of the time: t(${n0}) / t(n)`,
  'strong scaling': (n0) => `strong scaling efficiency of the time: t(${n0}) · ${n0} / (t(n) · n)`,
};

/** The kinds that suit a metric, the likelier first: rates where higher is better, times where lower is; else none. */
export function efficiencyKinds(better: Better): EfficiencyKind[] {
  if (better === 'none') return [];
  return better === 'higher' ? ['per-process rate', 'aggregate rate'] : ['weak scaling', 'strong scaling'];
}

/** The name of an efficiency with its formula, for titles and axes: `weak scaling efficiency of the time: t(2) / t(n)`. */
export function efficiencyLabel(kind: EfficiencyKind, base: number | null): string {
  return LABEL[kind](base === null ? 'n0' : `${base}`);
}

/**
 * Scaling efficiency against the smallest scale. A rate per process (b_eff per process: 99 % of 2 nodes) keeps
 * value(n)/value(n0); an aggregate rate is first divided by n; a time of weak scaling (work per node fixed)
 * is t(n0)/t(n), of strong scaling (work in all fixed) t(n0)·n0/(t(n)·n). Each n must occur once.
 */
export function efficiency(points: readonly ScalePoint[], kind: EfficiencyKind): Efficiency {
  const ascending = points.toSorted((one, other) => one.n - other.n);
  const base = ascending[0];
  if (!base) return { kind, base: null, points: [] };
  const usable = (value: number) => Number.isFinite(value) && value > 0;
  return {
    kind,
    base: base.n,
    points: ascending.map(({ n, value }) => ({
      n,
      efficiency: usable(value) && usable(base.value) ? FORMULA[kind](n, value, base.n, base.value) : null,
    })),
  };
}
