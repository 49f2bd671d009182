import type { CatalogueRun } from '../../../queries/catalogue';

/** The fabric that a test was simulated on, in the words of the estimator. */
export interface Simulated {
  readonly topology: string;
  /** Null where the run does not say it. */
  readonly routing: string | null;
  /** Seed of the random order in which its ranks were put on hosts; null: in order. */
  readonly drawn: number | null;
}

/** What the estimator's language looks like: a name, then arguments. */
const SPEC = /^[a-z][a-z0-9]*(?::[^\s:]+)*$/;

/** How the condition `rank order` says a random one. */
const RANDOM_ORDER = /^ranks in random order \(seed (\d{1,9})\)$/;

/**
 * The fabric that the conditions `topology` and `routing rule` (else `routing`) of a simulated run name, and
 * its `rank order`; null for a
 * measured run, and where the conditions are not in the words of the estimator.
 */
export function simulatedOn(run: Pick<CatalogueRun, 'kind' | 'conditions'> | undefined): Simulated | null {
  if (run?.kind !== 'simulated') return null;
  const topology = run.conditions.topology?.value;
  if (topology === undefined || !SPEC.test(topology)) return null;
  const routing = [run.conditions['routing rule']?.value, run.conditions.routing?.value].find(
    (value) => value !== undefined && SPEC.test(value),
  );
  const seed = RANDOM_ORDER.exec(run.conditions['rank order']?.value ?? '')?.[1];
  return { topology, routing: routing ?? null, drawn: seed === undefined ? null : Number(seed) };
}
