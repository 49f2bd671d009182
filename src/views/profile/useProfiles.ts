import { startTransition, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { ask, sentence, useApp } from '../../session/state';
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

interface Found {
  of: string;
  entries: readonly ProfileEntry[];
  problem: string | null;
}

interface Told {
  of: string;
  read: readonly SideProfile[];
  problem: string | null;
}

type Asked = readonly { which: 'a' | 'b'; name: string; entry: ProfileEntry }[];

/** Finds the profiles of the shown runs and reads those in sight. The old drawing stays until the new one is whole. */
export function useProfiles(): Profiles {
  const { profileA, profileB, region, frame } = useApp((s) => s.view);
  const edition = useDeferredValue(useApp((s) => s.edition));
  const shown = useShown();
  const { runs, sides, names } = shown;
  const wanted = useMemo(() => JSON.stringify([edition, runs.map(({ id }) => id)]), [edition, runs]);
  const [found, setFound] = useState<Found>({ of: '', entries: [], problem: null });
  useEffect(() => {
    const controller = new AbortController();
    const [, ids] = JSON.parse(wanted) as [number, string[]];
    const tell = (told: Omit<Found, 'of'>) => {
      if (!controller.signal.aborted) setFound({ of: wanted, ...told });
    };
    loadProfiles(ask, ids, controller.signal).then(
      (entries) => tell({ entries, problem: null }),
      (error: unknown) => tell({ entries: [], problem: sentence(error) }),
    );
    return () => controller.abort();
  }, [wanted]);

  const [a, b] = useMemo((): [ProfileSide, ProfileSide | null] => {
    const side = (name: string, ids: ReadonlySet<string> | null, pick: Pick) => {
      const entries = found.entries.filter(({ run }) => ids === null || ids.has(run));
      const entry = pick(entries);
      return { name, entries, entry, run: runs.find(({ id }) => id === entry?.run) ?? null };
    };
    const idsOf = (which: 'a' | 'b') => (sides ? new Set(sides[which].map(({ id }) => id)) : null);
    const first = side(sides ? names.a : '', idsOf('a'), chosen(profileA, null));
    const second =
      sides && frame !== 'single' ? side(names.b, idsOf('b'), chosen(profileB, first.entry)) : null;
    return [first, second];
  }, [found.entries, runs, sides, names, profileA, profileB, frame]);

  const sidesAsked: Asked = [
    { which: 'a' as const, name: b ? `A ${a.name}` : '', entry: a.entry },
    { which: 'b' as const, name: `B ${b?.name ?? ''}`, entry: b?.entry ?? null },
  ].flatMap(({ entry, ...side }) => (entry ? [{ ...side, entry }] : []));
  const asked = JSON.stringify([edition, sidesAsked, region]);
  const [told, setTold] = useState<Told | null>(null);
  useEffect(() => {
    const [, of, only] = JSON.parse(asked) as [number, Asked, string | null];
    if (of.length === 0) return undefined;
    const controller = new AbortController();
    const tell = (read: Told['read'], problem: string | null) => {
      // Drawing thousands of ranks gives way to clicks.
      if (!controller.signal.aborted) startTransition(() => setTold({ of: asked, read, problem }));
    };
    readProfiles(
      ask,
      of.map(({ entry }) => entry),
      only,
      controller.signal,
    ).then(
      (profiles) =>
        tell(
          of.flatMap(({ which, name }, i) => (profiles[i] ? [{ which, name, data: profiles[i] }] : [])),
          null,
        ),
      (error: unknown) => tell([], sentence(error)),
    );
    return () => controller.abort();
  }, [asked]);

  const chosenSome = sidesAsked.length > 0;
  return {
    shown,
    a,
    b,
    read: chosenSome ? (told?.read ?? []) : [],
    busy: found.of !== wanted || (chosenSome && told?.of !== asked),
    problem: found.problem ?? (told?.of === asked ? told.problem : null),
  };
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
