import { useDeferredValue, useMemo } from 'react';
import { ask, useApp } from '../../session/state';
import { useAsked } from '../../session/query';
import { useShown, type VisibleRuns } from '../../session/sides';
import type { CatalogueRun } from '../../queries/catalogue';
import { loadProfiles, type ProfileEntry } from '../../queries/profiles';
import { readProfiles, type ProfileData } from './read';

/** The profiles of a side, and the one in sight. */
export interface ProfileSide {
  /** `A`, `AR on`; empty when nothing is compared. */
  name: string;
  entries: readonly ProfileEntry[];
  entry: ProfileEntry | null;
  run: CatalogueRun | null;
}

/** What the Profile view is drawn from. */
export interface Profiles {
  shown: VisibleRuns;
  a: ProfileSide;
  /** Null when nothing is compared, or one side alone is wanted. */
  b: ProfileSide | null;
  /** Profiles that were read, A before B; of older choices while `busy`. */
  read: readonly SideProfile[];
  busy: boolean;
  problem: string | null;
}

/** A side whose profile was read. */
export interface SideProfile {
  which: 'a' | 'b';
  /** `A AR off`; empty when nothing is compared. */
  name: string;
  data: ProfileData;
}

type Asked = readonly { which: 'a' | 'b'; name: string; entry: ProfileEntry }[];

/** Finds the profiles of the shown runs and reads those in sight. The old drawing stays until the new one is whole. */
export function useProfiles(): Profiles {
  const { profileA, profileB, region, frame } = useApp((s) => s.view);
  const edition = useDeferredValue(useApp((s) => s.edition));
  const shown = useShown();
  const { runs, sides, names } = shown;
  const listing = useMemo(() => ({ edition, runs: runs.map(({ id }) => id) }), [edition, runs]);
  const listed = useAsked(listing, list);
  const found = listed.answer?.value ?? NO_ENTRIES;

  const [a, b] = useMemo((): [ProfileSide, ProfileSide | null] => {
    const side = (name: string, ids: ReadonlySet<string> | null, pick: Pick) => {
      const entries = found.filter(({ run }) => ids === null || ids.has(run));
      const entry = pick(entries);
      return { name, entries, entry, run: runs.find(({ id }) => id === entry?.run) ?? null };
    };
    const idsOf = (which: 'a' | 'b') => (sides ? new Set(sides[which].map(({ id }) => id)) : null);
    const first = side(sides ? names.a : '', idsOf('a'), chosen(profileA, null));
    const second =
      sides && frame !== 'single' ? side(names.b, idsOf('b'), chosen(profileB, first.entry)) : null;
    return [first, second];
  }, [found, runs, sides, names, profileA, profileB, frame]);

  const sidesAsked: Asked = [
    { which: 'a' as const, name: b ? `A ${a.name}` : '', entry: a.entry },
    { which: 'b' as const, name: `B ${b?.name ?? ''}`, entry: b?.entry ?? null },
  ].flatMap(({ entry, ...side }) => (entry ? [{ ...side, entry }] : []));
  const chosenSome = sidesAsked.length > 0;
  const text = JSON.stringify(sidesAsked);
  const question = useMemo(
    () => (chosenSome ? { edition, sides: JSON.parse(text) as Asked, region } : null),
    [chosenSome, edition, text, region],
  );
  const reading = useAsked(question, read);
  return {
    shown,
    a,
    b,
    read: reading.answer?.value ?? NOT_READ,
    busy:
      (!listed.current && listed.problem === null) ||
      (chosenSome && !reading.current && reading.problem === null),
    problem: listed.problem ?? reading.problem,
  };
}

const NO_ENTRIES: readonly ProfileEntry[] = [];
const NOT_READ: readonly SideProfile[] = [];

const list = ({ runs }: { runs: readonly string[] }, signal: AbortSignal): Promise<ProfileEntry[]> =>
  loadProfiles(ask, runs, signal);

async function read(
  { sides, region }: { sides: Asked; region: string | null },
  signal: AbortSignal,
): Promise<SideProfile[]> {
  const entries = sides.map(({ entry }) => entry);
  const profiles = await readProfiles(ask, entries, region, signal);
  return sides.flatMap(({ which, name }, i) => (profiles[i] ? [{ which, name, data: profiles[i] }] : []));
}

type Pick = (entries: readonly ProfileEntry[]) => ProfileEntry | null;

/** The chosen profile, else the first of the same program as the other side's, else the first. */
const chosen =
  (run: string | null, other: ProfileEntry | null): Pick =>
  (entries) =>
    entries.find((entry) => entry.run === run) ??
    entries.find(({ program }) => program === other?.program) ??
    entries[0] ??
    null;
