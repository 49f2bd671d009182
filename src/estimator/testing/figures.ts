/** The figures of a vector, computable in a browser too. */
import { combinedHash, pool, rowsOf } from '../result';
import type { Batch } from '../job';

/** All figures of the batches of a run that measured shares, max-min rates and hashes; floats as they are. */
export function vectorOf(batches: readonly Batch[]): Record<string, unknown> {
  const { histogram, perPattern, ebb, ...figures } = pool(batches);
  const rows = rowsOf(batches);
  return {
    ...figures,
    ebb: ebb.mean,
    perPattern: [...perPattern],
    histogram: Object.fromEntries(histogram),
    fnv_c: combinedHash(rows, 'fnvC'),
    fnv_load: combinedHash(rows, 'fnvLoad'),
  };
}
