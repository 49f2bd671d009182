import type { Ask } from '../../queries/catalogue';
import {
  loadCallRanks,
  loadCallSizes,
  loadCallTotals,
  loadProfileRun,
  loadRankFigures,
  loadRegions,
  type CallSize,
  type CallTotals,
  type ProfileEntry,
  type ProfileRanks,
  type RegionTotals,
} from '../../queries/profiles';
import { topCalls } from './calls';
import { figuresOf, type ProfileFigures } from './figures';
import { partsOf, type TimePart } from './ranks';

/** Calls that have a part of their own in the bars of ranks. */
const NAMED_CALLS = 5;

/** All that is shown of a profile. */
export interface ProfileData {
  entry: ProfileEntry;
  ranks: ProfileRanks;
  figures: ProfileFigures;
  /** The region of the program that calls and sizes are of, or null for all. */
  region: string | null;
  calls: readonly CallTotals[];
  /** In all regions. */
  allCalls: readonly CallTotals[];
  sizes: readonly CallSize[];
  regions: readonly RegionTotals[];
  /** The time of each rank, from the bottom up; the same parts for all profiles that are read together. */
  parts: readonly TimePart[];
}

/** Reads one profile, or two that are shown together. `region` limits calls to one region of the program. */
export async function readProfiles(
  ask: Ask,
  entries: readonly ProfileEntry[],
  region: string | null,
  signal?: AbortSignal,
): Promise<ProfileData[]> {
  const read = await Promise.all(entries.map((entry) => readOne(ask, entry, region, signal)));
  const top = topCalls(
    read.map(({ figures, allCalls }) => ({ whole: figures, calls: allCalls })),
    NAMED_CALLS,
  );
  return Promise.all(
    read.map(async (one): Promise<ProfileData> => {
      const calls = await loadCallRanks(ask, one.entry, top, signal);
      return { ...one, parts: partsOf(one.ranks, top, calls) };
    }),
  );
}

async function readOne(ask: Ask, entry: ProfileEntry, region: string | null, signal?: AbortSignal) {
  const [said, ranks, allCalls, some, sizes, regions] = await Promise.all([
    loadProfileRun(ask, entry, signal),
    loadRankFigures(ask, entry, signal),
    loadCallTotals(ask, entry, null, signal),
    region === null ? null : loadCallTotals(ask, entry, region, signal),
    loadCallSizes(ask, entry, region, signal),
    loadRegions(ask, entry, signal),
  ]);
  const calls = some ?? allCalls;
  return { entry, region, ranks, figures: figuresOf(ranks, said), calls, allCalls, sizes, regions };
}
