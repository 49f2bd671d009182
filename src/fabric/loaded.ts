import { assemble, type Parts } from './assemble';
import { jobOf, type FabricJob, type NoJob } from './job';
import type { FabricEnd } from './model';

/** A host of the estimator in the words of the files. */
export type NamedEnd = Pick<FabricEnd, 'host' | 'rail'>;

/** What the files call the nodes of the estimator: hosts by number, and switches counted from 0. */
export interface FabricNames {
  readonly hosts: readonly string[];
  readonly switches: readonly string[];
}

/** The files of a fabric, ready for the estimator. */
export interface LoadedFabric {
  readonly job: FabricJob;
  readonly ends: readonly NamedEnd[];
  readonly names: FabricNames;
  /** Whether the files give speeds: capacities are then Gb/s, else they are equal. */
  readonly rated: boolean;
  /** Sentences: what the files lack or contradict, what was left out or assumed. */
  readonly notes: readonly string[];
}

/** Puts the files of a fabric together for the estimator; a sentence where there is nobody to send. */
export function loadFabric(parts: Parts): LoadedFabric | NoJob {
  const fabric = assemble(parts);
  const job = jobOf(fabric);
  if ('why' in job) return job;
  const ends = Array.from(job.ends, (at): NamedEnd => {
    const { host = '', rail = 0 } = fabric.ends[at] ?? {};
    return { host, rail };
  });
  const several = new Set(ends.filter(({ rail }) => rail > 0).map(({ host }) => host));
  return {
    job,
    ends,
    names: {
      hosts: ends.map(({ host, rail }) => (several.has(host) ? `${host} port ${rail + 1}` : host)),
      switches: Array.from(job.nodes, (node) => fabric.nodes[node]?.name ?? ''),
    },
    rated: fabric.links.some(({ capacity }) => capacity !== null),
    notes: [...fabric.problems, ...job.notes],
  };
}
