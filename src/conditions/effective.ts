import { ORIGINS, type Condition, type Origin } from '../model/vocabulary';

/** The value that holds for a key, and where it was found. */
export interface EffectiveValue {
  value: string;
  origin: Origin;
}

/**
 * The conditions that hold for a run: per key the value of the strongest origin (`ORIGINS`, weakest first);
 * within one origin the last word wins. Keys stand in the order in which they were first named.
 */
export function effective(conditions: readonly Condition[]): Record<string, EffectiveValue> {
  const held = new Map<string, EffectiveValue>();
  for (const { key, value, origin } of conditions) {
    const before = held.get(key);
    if (before && ORIGINS.indexOf(before.origin) > ORIGINS.indexOf(origin)) continue;
    held.set(key, { value, origin });
  }
  return Object.fromEntries(held);
}
