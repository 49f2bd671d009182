import { useDeferredValue, useMemo } from 'react';
import { conditionRoles, oneOfEach } from '../compare/conditions';
import type { IdentityRule } from '../compare/identity/rules';
import { split } from '../compare/sides';
import type { Run, Sides } from '../compare/types';
import { named } from '../model/conditions';
import { shortened } from '../model/shorten';
import type { Catalogue, CatalogueRun } from '../queries/catalogue';
import type { View } from '../share/view';
import type { Study } from '../store/study';
import { toCompareRun } from './choose';
import { owned } from './owned';
import { setSelection, setView, useApp } from './state';

/** Runs in sight and the choice of A and B, as every view needs them. */
export interface VisibleRuns {
  /** Ticked runs. */
  runs: readonly CatalogueRun[];
  /** One of them for each setting: enough to see which conditions and benchmarks there are. */
  distinct: readonly CatalogueRun[];
  compareRuns: readonly Run[];
  /** A and B, or null when none are chosen. */
  sides: Sides | null;
  /** The condition that A and B were chosen by. */
  compared: string | undefined;
  /** What the user said about which runs belong together. */
  rules: readonly IdentityRule[];
  /** Names of the sides for headings. */
  names: { a: string; b: string };
  /** Ids of ticked-off runs. */
  hidden: ReadonlySet<string>;
  /** A sentence when the link names a selection that is not in this data. */
  missing: string | null;
}

/** Derives what is shown from the catalogue, the study and the view. */
export function useShown(): VisibleRuns {
  // Deferred: deriving from thousands of runs gives way to clicks and drawing.
  const catalogue = useDeferredValue(useApp((s) => s.catalogue));
  const view = useApp((s) => s.view);
  const workspace = useApp((s) => s.workspace);
  const { sides, hidden } = view;
  const study = workspace?.study ?? null;
  return useMemo(
    () => shownOnce({ catalogue, study, choice: sides, hiddenHash: hidden }),
    [catalogue, study, sides, hidden],
  );
}

interface Choices {
  readonly catalogue: Catalogue;
  readonly study: Study | null;
  readonly choice: View['sides'];
  readonly hiddenHash: string | null;
}

/** What was derived last: all views share it, so that a view that comes back asks what it asked before. */
const last = owned((): { of: Choices; shown: VisibleRuns }[] => []);

function shownOnce(of: Choices): VisibleRuns {
  const [known] = last();
  const keys = ['catalogue', 'study', 'choice', 'hiddenHash'] as const;
  if (known && keys.every((key) => known.of[key] === of[key])) return known.shown;
  const shown = visibleRuns(of);
  last()[0] = { of, shown };
  return shown;
}

function visibleRuns({ catalogue, study, choice, hiddenHash }: Choices): VisibleRuns {
  const hidden = new Set(hiddenHash ? (study?.hidden[hiddenHash] ?? []) : []);
  const runs = catalogue.runs.filter(({ id }) => !hidden.has(id));
  const compareRuns = runs.map(toCompareRun);
  const base = {
    runs,
    distinct: oneOfEach(runs),
    compareRuns,
    rules: study?.rules ?? [],
    hidden,
    names: { a: 'A', b: 'B' },
    compared: undefined,
    missing: null,
  };
  if (!choice) return { ...base, sides: null };
  if (choice.by === 'condition') {
    const { key, a, b } = choice;
    const sides = { ...split(compareRuns, key, a, b), rules: study?.rules };
    const empty = sides.a.length === 0 || sides.b.length === 0;
    return {
      ...base,
      sides,
      compared: key,
      names: namedSides(key, a, b),
      missing:
        empty && catalogue.runs.length > 0
          ? `No shown run has ${key} = ${sides.a.length === 0 ? a : b}.`
          : null,
    };
  }
  const selection = study?.selections[choice.hash];
  if (!selection)
    return {
      ...base,
      sides: null,
      missing: 'This link compares a selection of runs that is not part of the data loaded here.',
    };
  const pick = (ids: readonly string[]) => {
    const wanted = new Set(ids);
    return compareRuns.filter(({ id }) => wanted.has(id));
  };
  const sides = { a: pick(selection.a), b: pick(selection.b), rules: study?.rules };
  return { ...base, sides, names: namesOf(sides) };
}

/** Swaps A and B, with the runs and profiles that are chosen of them. */
export function swapSides(): void {
  const { view, catalogue, workspace } = useApp.getState();
  const { sides: choice, pairA, pairB, profileA, profileB } = view;
  if (!choice) return;
  const swapped = { pairA: pairB, pairB: pairA, profileA: profileB, profileB: profileA };
  if (choice.by === 'condition')
    return setView({ sides: { ...choice, a: choice.b, b: choice.a }, ...swapped, pin: null });
  const study = workspace?.study ?? null;
  const { sides } = shownOnce({ catalogue, study, choice, hiddenHash: view.hidden });
  if (sides) {
    const ids = (side: 'a' | 'b') => sides[side].map(({ id }) => id);
    setSelection(ids('b'), ids('a'), swapped);
  }
}

/** Names of two values of a condition, short enough for a heading. */
export function namedSides(key: string, a: string, b: string): { a: string; b: string } {
  const short = shortened([a, b]);
  return { a: named(key, short.get(a) ?? a), b: named(key, short.get(b) ?? b) };
}

/** Names two sides by the conditions in which they differ; plain A and B where there are none. */
function namesOf(sides: Sides): { a: string; b: string } {
  const distinct = { ...sides, a: oneOfEach(sides.a), b: oneOfEach(sides.b) };
  const differing = conditionRoles(distinct).filter(
    ({ role, a, b }) => role === 'differs' && a[0] !== '' && b[0] !== '',
  );
  const said = differing.slice(0, 3).map(({ key, a, b }) => namedSides(key, a[0] ?? '', b[0] ?? ''));
  const side = (which: 'a' | 'b') => said.map((names) => names[which]).join(', ');
  return { a: side('a') || 'A', b: side('b') || 'B' };
}
