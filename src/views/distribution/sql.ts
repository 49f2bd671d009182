import { binsSql, phaseSql, ratioBinsSql, type BinsAsked } from '../../queries/pairBins';
import { rangesOf } from '../../pairs/ranges';
import type { Limited, CountingPlan } from './plan';

/** SQL that counts the histograms of a drawing: one statement for each, and one for the ratio of A and B. */
export function histogramSql({ across, sources, width, ratio, edges }: CountingPlan): string {
  const [a, b] = sources;
  if (ratio && a && b)
    return ratioBinsSql({
      ...pairsOf(a),
      b: b.set,
      toB: ratio.alignment.toB,
      turned: ratio.turned,
      step: Math.log2((edges[1] ?? 2) / (edges[0] ?? 1)),
    });
  return sources
    .map((source) =>
      binsSql({ ...pairsOf(source), width, scale: across === 'peak' ? (source.peak?.value ?? 1) : 1 }),
    )
    .join(';\n');
}

/** The pairs of a source that are counted. */
function pairsOf({ set, held, limits, calls }: Limited): Omit<BinsAsked, 'width' | 'scale'> {
  const { senders, receivers, firstReceiver, hostNumbers } = held;
  const out = new Set(limits.excluded);
  const ranks = (first: number, count: number, chosen: ReadonlySet<number> | undefined) => {
    const all = Array.from({ length: count }, (_, i) => first + i);
    const kept = all.filter((rank) => !out.has(rank) && chosen?.has(rank) !== false);
    return kept.length === count ? null : rangesOf(kept);
  };
  const shifts = limits.chosen?.shifts;
  return {
    set,
    ...(calls && { calls }),
    hostsApart: set.better !== 'none' && hostNumbers !== null,
    senders: ranks(0, senders, limits.chosen?.senders),
    receivers: ranks(firstReceiver, receivers, limits.chosen?.receivers),
    shifts: shifts
      ? {
          ranges: rangesOf([...shifts.chosen]),
          phase: phaseSql({ ranks: shifts.test.ranks, schedule: shifts.schedule }, shifts.toA),
        }
      : null,
  };
}
