import type { CatalogueRun } from '../../queries/catalogue';
import type { PairSet } from '../../queries/pairs';

/** The sets of the same test under the same conditions, the given one first: repeats. */
export function alike(
  set: PairSet,
  sets: readonly PairSet[],
  runs: readonly Pick<CatalogueRun, 'id' | 'setting'>[],
): PairSet[] {
  const settings = new Map(runs.map(({ id, setting }) => [id, setting]));
  const settingOf = ({ runs: [run] }: PairSet) => (run === undefined ? undefined : settings.get(run));
  const own = settingOf(set);
  const others = sets.filter(
    (other) =>
      other.id !== set.id &&
      settingOf(other) === own &&
      other.ranks === set.ranks &&
      other.schedule === set.schedule &&
      other.axis === set.axis,
  );
  return [set, ...others];
}
