/** The figures of a vector, computable in a browser too. */
import { pool, type EstimateFigures } from '../result';
import { Recorder } from '../recorder';
import type { Batch } from '../job';

/** Figures that follow from others of a vector, or have their own tests. */
const NOT_IN_VECTORS: readonly (keyof EstimateFigures)[] = [
  ...(['lostPatterns', 'shareBins', 'arrived', 'ebb', 'perPatternShare', 'share'] as const),
];

/** The figures of the batches of a run that measured shares, max-min rates and hashes; floats as they are. */
export function vectorOf(batches: readonly Batch[]): Record<string, unknown> {
  const figures = pool(batches);
  const recorder = new Recorder(true);
  for (const batch of batches) recorder.add(batch);
  return {
    ...Object.fromEntries(
      Object.entries(figures).filter(([key]) => !NOT_IN_VECTORS.some((each) => each === key)),
    ),
    perPattern: [...figures.perPattern],
    histogram: Object.fromEntries(figures.histogram),
    fnv_c: recorder.c.text(),
    fnv_load: recorder.load.text(),
  };
}
