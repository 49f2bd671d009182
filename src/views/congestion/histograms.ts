import { patternHistogram, type Figures } from '../../estimator/result';

/** Bins of 0.05 on 0 … 1, as ORCS prints them; 1 falls in the last. */
export const EDGES: readonly number[] = Array.from({ length: 21 }, (_, i) => i / 20);

/** Number of pairs by 1/c in the bins of `EDGES`; null where c is not defined (fluid splitting). */
export function pairBins({ histogram }: Figures): number[] | null {
  if (histogram.size === 0) return null;
  const bins = new Array<number>(20).fill(0);
  for (const [c, pairs] of histogram) {
    if (c < 1) continue;
    const bin = Math.min(19, Math.floor(20 / c + 1e-9));
    bins[bin] = (bins[bin] ?? 0) + pairs;
  }
  return bins;
}

/** Number of patterns by their mean in the bins of `EDGES`. */
export const patternBins = ({ perPattern }: Figures): number[] => patternHistogram(perPattern);
