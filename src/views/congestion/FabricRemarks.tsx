import { Names } from './held/Names';
import type { SettingEstimate } from './useEstimates';

/** What the files of each loaded fabric lack or contradict. */
export function FabricRemarks({ shown }: { shown: readonly SettingEstimate[] }) {
  const fabrics = new Map(shown.flatMap(({ loaded }) => (loaded ? [[loaded.id, loaded] as const] : [])));
  return [...fabrics.values()].map(({ id, path, notes }) => (
    <Names
      key={id}
      label={`${notes.length === 1 ? 'remark' : 'remarks'} on ${path}`}
      names={notes}
      open={notes.length < 3}
    />
  ));
}
