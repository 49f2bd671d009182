import type { IdentityRun } from './types';

/** How far the wall times of two records of one job may be apart: reports round them to two decimals. */
const TOLERANCE = { share: 0.002, seconds: 0.006 };

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);
/** `amg_np8` of `amg_np8.ipm.xml`, with its folder: records of a job are often named so. */
const stemOf = (path: string) => folderOf(path) + (path.slice(folderOf(path).length).split('.')[0] ?? '');

/**
 * For each run the place of the first run of its job. A job that writes one file for each rank is one run; so is one of
 * which there are two records: profiles of one tool with equal numbers of ranks and equal wall times, from files of one
 * name, or of two formats of which no other fits as well.
 */
export function firstOfJobs(runs: readonly IdentityRun[]): number[] {
  const first = runs.map((_, i) => i);
  const ranks = new Map<string, number>();
  const profiles = new Map<string, number[]>();
  runs.forEach((run, i) => {
    const { setUp, path, rank, wall } = run;
    if (rank !== null) {
      // The same rank a second time is another job in the same folder.
      const id = JSON.stringify([setUp.tool, folderOf(path), setUp.measures]);
      const of = `${id} ${rank}`;
      const again = ranks.get(of) ?? 0;
      ranks.set(of, again + 1);
      const job = `${id} job ${again}`;
      first[i] = ranks.get(job) ?? i;
      ranks.set(job, first[i]);
    } else if (wall !== null) {
      const id = JSON.stringify([setUp.tool, setUp.conditions['ranks']?.value]);
      const held = profiles.get(id);
      if (held) held.push(i);
      else profiles.set(id, [i]);
    }
  });
  for (const places of profiles.values()) joinRecords(places, runs, first);
  return first;
}

function joinRecords(places: readonly number[], runs: readonly IdentityRun[], first: number[]): void {
  const byWall = places.toSorted((p, q) => (runs[p]?.wall ?? 0) - (runs[q]?.wall ?? 0) || p - q);
  byWall.forEach((i, at) => {
    const [run, near] = [runs[i], neighbours(byWall, at, runs)];
    if (!run) return;
    const ofName = near.filter((j) => stemOf(runs[j]?.path ?? '') === stemOf(run.path));
    const others = near.filter((j) => runs[j]?.format !== run.format);
    const alone = near.length === others.length && others.length === 1 ? others : [];
    for (const j of ofName.length > 0 ? ofName : alone) {
      const top = Math.min(first[i] ?? i, first[j] ?? j);
      first[i] = top;
      first[j] = top;
    }
  });
}

/** Runs whose wall times are those of the run at `at`, as exactly as they are printed. */
function neighbours(byWall: readonly number[], at: number, runs: readonly IdentityRun[]): number[] {
  const wallAt = (place: number) => runs[byWall[place] ?? -1]?.wall ?? Infinity;
  const own = wallAt(at);
  const near = Math.max(TOLERANCE.seconds, TOLERANCE.share * own);
  const found: number[] = [];
  for (let place = at - 1; place >= 0 && own - wallAt(place) <= near; place--) found.push(byWall[place] ?? 0);
  for (let place = at + 1; place < byWall.length && wallAt(place) - own <= near; place++)
    found.push(byWall[place] ?? 0);
  return found;
}
