import { patternHistogram, type EstimateFigures } from '../../estimator/result';

/** Bins of 0.05 on 0 … 1, as ORCS prints them; 1 falls in the last. */
export const EDGES: readonly number[] = Array.from({ length: 21 }, (_, i) => i / 20);

/** A histogram in the bins of `EDGES`, with the mean over all flows. */
export interface ShareHistogram {
  readonly counts: readonly number[];
  readonly mean: number;
}

/** Number of pairs by their share in the bins of `EDGES`. */
export function pairBins({ shareBins, meanShare }: EstimateFigures): ShareHistogram | null {
  return shareBins && { counts: shareBins, mean: meanShare ?? Number.NaN };
}

/** Number of patterns by their mean share in the bins of `EDGES`. */
export function patternBins({ perPatternShare, share }: EstimateFigures): ShareHistogram | null {
  return perPatternShare && share && { counts: patternHistogram(perPatternShare), mean: share.mean };
}
