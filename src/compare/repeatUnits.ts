import type { Run } from './types';

/**
 * Names the repeat that a run is of: runs of one experiment with one repeat number, such as the files of a session that holds
 * one message size in each, are one repeat. Other runs are repeats by themselves.
 */
export function repeatNamer(runs: Iterable<Run>): (run: string) => string {
  const names = new Map<string, string>();
  for (const { id, experiment = 0, repeat = 0 } of runs)
    if (experiment > 0 && repeat > 0) names.set(id, `${experiment} ${repeat}`);
  return (run) => names.get(run) ?? run;
}
