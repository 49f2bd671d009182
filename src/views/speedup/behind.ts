import type { TracedObservation } from '../../queries/observations';
import type { Run } from '../../compare/types';
import type { PointModel } from './model';

/** Finds the printed numbers behind a point. */
export interface Behind {
  /** The numbers of one side, in the order of files and lines. */
  of(point: Pick<PointModel, 'key' | 'bytes'>, side: readonly Run[]): TracedObservation[];
}

const place = (
  o: { benchmark: string; metric: string; params: string; statistic: string },
  bytes: number | null,
) => `${o.benchmark}\n${o.metric}\n${o.params}\n${o.statistic}\n${bytes ?? ''}`;

/** Indexes numbers by what tells points apart, so that each point finds the lines of the files it came from. */
export function indexBehind(observations: readonly TracedObservation[]): Behind {
  const index = new Map<string, TracedObservation[]>();
  for (const observation of observations) {
    const at = place(observation, observation.bytes);
    const held = index.get(at);
    if (held) held.push(observation);
    else index.set(at, [observation]);
  }
  return {
    of({ key, bytes }, side) {
      const runs = new Map(side.map((run) => [run.id, run]));
      return (index.get(place(key, bytes)) ?? []).filter(({ runId }) => {
        const run = runs.get(runId);
        return (
          run !== undefined &&
          run.tool === key.tool &&
          Object.entries(key.conditions).every(([name, value]) => (run.conditions[name] ?? '') === value)
        );
      });
    },
  };
}
