import type { MatrixClient } from '../../matrix/client';
import type { PairSet } from '../../queries/pairs';
import type { SharingCounts, SharingScale } from '../../pairs/sharing';

/** Shares of the values below the quantiles that are told. */
export const QUANTILES = [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 0.999] as const;

/** Whether a set says who sent to whom: a pair of 0 sent nothing, and is no value of a test. */
export const isTraffic = ({ from }: Pick<PairSet, 'from'>): boolean => from.table === 'traffic';

/** All cells of any matrix: what lies beyond its ends is cut off. */
export const EVERYWHERE = { row0: 0, column0: 0, row1: 2 ** 31, column1: 2 ** 31 };

/** The bins of one matrix, in the unit of the store. */
export interface Binned {
  matrix: number;
  low: number;
  high: number;
  kind: 'linear' | 'log';
  /** Zeros that are counted apart: pairs that sent nothing. */
  zeros: number;
}

/**
 * Counts the values of a matrix in `count` bins that reach from its least to its greatest value. What rounding puts just
 * outside belongs to the first and the last.
 */
export async function countBins(
  client: MatrixClient,
  { matrix, low, high, kind, zeros }: Binned,
  count: number,
  signal: AbortSignal,
): Promise<number[]> {
  const bins = { kind, low, high, count };
  const { histogram } = await client.ask({ type: 'histogram', matrix, box: EVERYWHERE, bins }, { signal });
  const counts = [...histogram.counts];
  counts[0] = (counts[0] ?? 0) + histogram.under - zeros;
  counts[count - 1] = (counts[count - 1] ?? 0) + histogram.over;
  return counts;
}

/** A source whose pairs ran at once, with its limits. */
export interface ConcurrentSource {
  matrix: number;
  client: MatrixClient;
  scale: SharingScale;
}

/** Counts the sharers of each source. */
export async function countSharers(
  question: readonly ConcurrentSource[],
  signal: AbortSignal,
): Promise<SharingCounts[]> {
  const all: SharingCounts[] = [];
  for (const { matrix, client, scale } of question) {
    const asked = { type: 'sharing', matrix, box: EVERYWHERE, scale } as const;
    all.push((await client.ask(asked, { signal })).sharing);
  }
  return all;
}
