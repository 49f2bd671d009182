/**
 * What this tab keeps of the data, beside what React holds. A session lasts until everything is forgotten; whatever it
 * owns is declared here, so that ending it leaves nothing behind. Modules outside this folder keep nothing else.
 */
import { create, type StoreApi, type UseBoundStore } from 'zustand';

/** Ends each thing that is owned now. */
const owners = new Set<() => void>();

/**
 * A thing that the session owns: made when it is first asked for, disposed of at the session's end, and then made anew
 * when it is asked for again.
 */
export function owned<T extends object>(make: () => T, dispose?: (value: T) => void): () => T {
  let value: T | null = null;
  owners.add(() => {
    const last = value;
    value = null;
    if (last) dispose?.(last);
  });
  return () => (value ??= make());
}

/** A store that begins anew with each session; `next` gives its first state from the last one, by default the initial. */
export function sessionStore<T extends object>(
  initial: T,
  next: (last: T) => T = () => initial,
): UseBoundStore<StoreApi<T>> {
  const store = create<T>(() => initial);
  owners.add(() => store.setState(next(store.getState()), true));
  return store;
}

/** Disposes of everything that the session owns. */
export function endSession(): void {
  for (const end of owners) end();
}
