import type { PairKey, Run } from '../../compare/types';
import type { TracedObservation } from '../../queries/observations';
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

/** Text that two runs share when they agree in the tool and these conditions. */
const settingText = (tool: string, names: readonly string[], of: Readonly<Record<string, string>>) =>
  JSON.stringify([tool, ...names.map((name) => of[name] ?? '')]);

/** Indexes numbers by what tells points apart, so that each point finds the lines of the files it came from. */
export function indexBehind(observations: readonly TracedObservation[]): Behind {
  const places = new Map<string, TracedObservation[]>();
  for (const observation of observations) put(places, place(observation, observation.bytes), observation);
  const bySide = new Map<readonly Run[], ReadonlyMap<string, Run>>();
  const runsOf = (side: readonly Run[]) => {
    const found = bySide.get(side) ?? new Map(side.map((run) => [run.id, run]));
    bySide.set(side, found);
    return found;
  };
  // One index of the numbers at a place for each side and set of condition names that points there go by.
  const indexes = new Map<readonly Run[], Map<string, Map<string, TracedObservation[]>>>();
  const indexOf = (at: string, side: readonly Run[], names: readonly string[]) => {
    const ofSide = indexes.get(side) ?? new Map<string, Map<string, TracedObservation[]>>();
    indexes.set(side, ofSide);
    const id = `${at}\n${names.join('\n')}`;
    const known = ofSide.get(id);
    if (known) return known;
    const runs = runsOf(side);
    const index = new Map<string, TracedObservation[]>();
    for (const observation of places.get(at) ?? []) {
      const run = runs.get(observation.runId);
      if (run) put(index, settingText(run.tool, names, run.conditions), observation);
    }
    ofSide.set(id, index);
    return index;
  };
  return {
    of({ key, bytes }, side) {
      const names = namesOf(key);
      return indexOf(place(key, bytes), side, names).get(settingText(key.tool, names, key.conditions)) ?? [];
    },
  };
}

function namesOf({ conditions }: PairKey): string[] {
  return Object.keys(conditions).sort();
}

function put<T>(into: Map<string, T[]>, key: string, value: T): void {
  const held = into.get(key);
  if (held) held.push(value);
  else into.set(key, [value]);
}
