import { useDeferredValue } from 'react';
import { useApp } from '../../../session/state';

/** The state of the data to ask about; null until the engine can be asked. */
export function useEdition(): number | null {
  const edition = useApp((s) => (s.phase === 'ready' ? s.edition : null));
  return useDeferredValue(edition);
}
