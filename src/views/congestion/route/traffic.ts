import type { PairSet } from '../../../queries/pairs';

/** Names of what is no amount that was sent in all, though its unit is bytes. */
const NO_TOTAL =
  /\b(?:mean|average|avg|median|typical|min|minimum|smallest|max|maximum|largest|sizes?|length|per|limit|threshold)\b/i;
/** Statistics that are no total. */
const NO_SUM = /^(?:mean|average|avg|median|min|max|stddev|p\d+)/i;

/**
 * Whether a set is traffic: all bytes that each sender sent to each receiver. Decided by what was counted, for a mean
 * message size is in bytes too.
 */
export function isTraffic({ from, metric, statistic, unit, layout }: PairSet): boolean {
  if (from.table === 'traffic') return from.column === 'bytes';
  if (from.table === 'runs' || unit !== 'B' || layout !== 'source') return false;
  return !NO_TOTAL.test(metric.replace(/[_-]/g, ' ')) && !NO_SUM.test(statistic);
}
