import { binsSql, phaseSql } from '../../queries/pairBins';
import { rangesOf } from '../../pairs/ranges';
import type { Limited, Plan } from './plan';

/** SQL that counts the histograms of a drawing, one statement for each; null for a ratio, whose pairs are of two runs. */
export function histogramSql({ across, sources, width }: Plan): (() => string) | null {
  if (across === 'ratio') return null;
  const of = (source: Limited) => {
    const { set, held, limits, peak } = source;
    const { senders, receivers, firstReceiver, hostNumbers } = held;
    const out = new Set(limits.excluded);
    const ranks = (first: number, count: number, chosen: ReadonlySet<number> | undefined) => {
      const all = Array.from({ length: count }, (_, i) => first + i);
      const kept = all.filter((rank) => !out.has(rank) && chosen?.has(rank) !== false);
      return kept.length === count ? null : rangesOf(kept);
    };
    const shifts = limits.chosen?.shifts;
    return binsSql({
      ...{ set, width, scale: across === 'peak' ? (peak?.value ?? 1) : 1 },
      hostsApart: set.better !== 'none' && hostNumbers !== null,
      senders: ranks(0, senders, limits.chosen?.senders),
      receivers: ranks(firstReceiver, receivers, limits.chosen?.receivers),
      shifts: shifts
        ? {
            ranges: rangesOf([...shifts.chosen]),
            phase: phaseSql({ ranks: shifts.test.ranks, schedule: shifts.schedule }, shifts.toA),
          }
        : null,
    });
  };
  return () => sources.map(of).join(';\n');
}
