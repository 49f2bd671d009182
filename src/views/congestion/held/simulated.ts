import type { CatalogueRun } from '../../../queries/catalogue';

/** The fabric that a test was simulated on, in the words of the estimator. */
export interface Simulated {
  readonly topology: string;
  /** Null where the run does not say it. */
  readonly routing: string | null;
}

/** What the estimator's language looks like: a name, then arguments. */
const SPEC = /^[a-z][a-z0-9]*(?::[^\s:]+)*$/;

/**
 * The fabric that the conditions `topology` and `routing rule` (else `routing`) of a simulated run name; null for a
 * measured run, and where the conditions are not in the words of the estimator.
 */
export function simulatedOn(run: Pick<CatalogueRun, 'kind' | 'conditions'> | undefined): Simulated | null {
  if (run?.kind !== 'simulated') return null;
  const topology = run.conditions.topology?.value;
  if (topology === undefined || !SPEC.test(topology)) return null;
  const routing = [run.conditions['routing rule']?.value, run.conditions.routing?.value].find(
    (value) => value !== undefined && SPEC.test(value),
  );
  return { topology, routing: routing ?? null };
}
