import { useDeferredValue, useMemo } from 'react';
import { ask, notify, setView, useApp } from './state';
import { useShown, type VisibleRuns } from './sides';
import type { DoubtfulGroup } from '../compare/doubtful';
import { doubtInRepeats } from '../queries/pairRepeats';
import type { CatalogueRun } from '../queries/catalogue';
import { loadPairSets, type PairSet } from '../queries/pairs';
import type { AnswerKeeping } from './answers';
import { useAsked, useCurrent } from './query';
import { packRanks } from '../pairs/ranges';
import { MOST_EXCLUDED, type Frame, type View } from '../share/view';
import { isOneHost } from '../pairs/apart';
import type { HeldPairs } from '../pairs/held';
import { bytesOf, leasePairs, type PairsLease } from './matrices';
import { chosenSet, quantitiesOf, setsOf, type PairQuantity } from '../pairs/quantities';
import { mediansOf } from '../pairs/repeats';
import { useRanksOf } from './ranksOf';

/** One side of the views of pairs. */
export interface PairSide {
  /** `A`, `AR on`; empty when nothing is compared. */
  name: string;
  /** Its sets: repeats of one test, or the same program run again. */
  sets: readonly PairSet[];
  /** The medians of repeats among them that can be shown in place of one. */
  medians: readonly PairSet[];
  /** The one in sight. */
  set: PairSet | null;
  /** The one in sight in the matrix worker; null while it is brought there. */
  held: HeldPairs | null;
}

/** What the views of pairs are drawn from. */
export interface Pairs {
  shown: VisibleRuns;
  /** `single` when nothing is compared. */
  frame: Frame;
  quantities: readonly PairQuantity[];
  quantity: PairQuantity | null;
  a: PairSide;
  /** Null when nothing is compared. */
  b: PairSide | null;
  /** True while sets or matrices are on their way. */
  busy: boolean;
  /** Repeats of pair tests that may be none: they have no median. */
  doubts: readonly DoubtfulGroup[];
  /** A sentence in place of the drawing. */
  problem: string | null;
}

/**
 * Finds the pair data of the shown runs, and brings what is in sight into the matrix worker. `wanted` limits the
 * quantities to those a view can draw, such as tests with phases. `idle` = no pairs are in sight, none are brought.
 * `frameKey` = which choice says how A and B are shown.
 */
export function usePairs(
  wanted: (set: PairSet) => boolean,
  idle = false,
  frameKey: 'frame' | 'valuesFrame' = 'frame',
): Pairs {
  const view = useApp((s) => s.view);
  const edition = useDeferredValue(useApp((s) => s.edition));
  const shown = useShown();
  const { sides, runs, names } = shown;
  const found = usePairSets(runs);
  const sets = found.answer?.value ?? NO_SETS;

  const quantities = useMemo(() => quantitiesOf(sets.filter(wanted)), [sets, wanted]);
  const quantity = idle
    ? null
    : (quantities.find(({ key }) => key === view.quantity) ?? quantities[0] ?? null);
  const [setsA, setsB] = useMemo(() => {
    const all = quantity?.sets ?? [];
    const idsOf = (side: 'a' | 'b') => (sides ? new Set(sides[side].map(({ id }) => id)) : null);
    return [setsOf(all, idsOf('a')), sides ? setsOf(all, idsOf('b')) : null];
  }, [quantity, sides]);
  const checked = useMemo(
    (): MedianQuestion => ({
      edition,
      rules: shown.rules,
      a: mediansOf(setsA, runs),
      b: mediansOf(setsB ?? [], runs),
    }),
    [edition, shown.rules, setsA, setsB, runs],
  );
  const { answer: sound, problem: uncheckable } = useCurrent(checked, soundMedians);
  const [mediansA, mediansB] = [sound?.a ?? NO_SETS, sound?.b ?? NO_SETS];
  // A median that the link names is not replaced by another set while it is checked.
  const unchecked =
    sound === null && [...checked.a, ...checked.b].some(({ id }) => id === view.pairA || id === view.pairB);
  const setA = unchecked ? null : chosenSet([...setsA, ...mediansA], view.pairA, runs);
  const setB = unchecked || !setsB ? null : chosenSet([...setsB, ...mediansB], view.pairB, runs);
  const [inA, inB] = [useHeld(setA, edition, view.calls), useHeld(setB, edition, view.calls)];
  // Ranks of the view are of A, or of B where A has none of this. Until they are, no pairs are in sight.
  const ours = useRanksOf(setA ? inA.held : inB.held);
  const a = ours ? inA : { ...inA, held: null };
  const b = ours ? inB : { ...inB, held: null };
  return {
    shown,
    frame: setsB === null ? 'single' : view[frameKey],
    quantities,
    quantity,
    a: { name: sides ? names.a : '', sets: setsA, medians: mediansA, set: setA, held: a.held },
    b: setsB && { name: names.b, sets: setsB, medians: mediansB, set: setB, held: b.held },
    busy:
      unchecked ||
      (!found.current && found.problem === null) ||
      (setA !== null && a.held === null) ||
      (setB !== null && b.held === null),
    doubts: sound?.doubts ?? [],
    problem: found.problem ?? uncheckable ?? a.problem ?? b.problem,
  };
}

const NO_SETS: readonly PairSet[] = [];

/** The medians over repeats of both sides. */
interface MedianQuestion {
  edition: number;
  rules: VisibleRuns['rules'];
  a: readonly PairSet[];
  b: readonly PairSet[];
}

/** The medians of repeats that can be repeats, and those in doubt. */
async function soundMedians(
  { rules, ...sides }: MedianQuestion,
  signal: AbortSignal,
): Promise<{ a: PairSet[]; b: PairSet[]; doubts: DoubtfulGroup[] }> {
  const found = { a: [] as PairSet[], b: [] as PairSet[], doubts: [] as DoubtfulGroup[] };
  for (const side of ['a', 'b'] as const)
    for (const median of sides[side]) {
      const doubt = await doubtInRepeats(ask, median, side, rules, signal);
      if (doubt) found.doubts.push(doubt);
      else found[side].push(median);
    }
  return found;
}

/**
 * A set in the matrix worker; null until it is there. What was asked for before never stands in for it. `calls` limits
 * traffic to some calls.
 */
export function useHeld(
  set: PairSet | null,
  edition: number,
  calls: readonly string[] | null = null,
): { held: HeldPairs | null; problem: string | null } {
  const limit = JSON.stringify(set?.from.table === 'traffic' ? calls : null);
  const question = useMemo(
    (): HoldQuestion | null => set && { set, calls: JSON.parse(limit) as string[] | null, edition },
    [set, limit, edition],
  );
  const { answer, problem } = useCurrent(question, leased, KEEPING);
  return { held: answer?.held ?? null, problem };
}

interface HoldQuestion {
  readonly set: PairSet;
  readonly calls: readonly string[] | null;
  readonly edition: number;
}

interface LeasedPairs {
  readonly held: HeldPairs;
  readonly lease: PairsLease;
}

async function leased({ set, calls, edition }: HoldQuestion): Promise<LeasedPairs> {
  const lease = leasePairs(set, calls, edition);
  try {
    return { held: await lease.pairs, lease };
  } catch (error) {
    lease.release();
    throw error;
  }
}

const KEEPING: AnswerKeeping<LeasedPairs> = {
  dispose: ({ lease }) => lease.release(),
  bytes: ({ held }) => bytesOf(held) * (held.phases === null ? 1 : 2),
};

/** The pair sets of runs. */
export function usePairSets(runs: readonly CatalogueRun[]): {
  answer: { value: readonly PairSet[] } | null;
  current: boolean;
  problem: string | null;
} {
  const edition = useDeferredValue(useApp((s) => s.edition));
  const question = useMemo(() => ({ edition, runs: runs.map(({ id }) => id) }), [edition, runs]);
  return useAsked(question, findSets);
}

const findSets = ({ runs }: { runs: readonly string[] }, signal: AbortSignal): Promise<PairSet[]> =>
  loadPairSets(ask, runs, signal);

/**
 * Leaves a rank of A out of every view of pairs, with all ranks of its host where that is known and others are left;
 * an entry of the browser's history.
 */
export function leaveOut({ hosts }: Pick<HeldPairs, 'hosts'>, rank: number): void {
  const host = isOneHost({ hosts }) ? null : (hosts[rank] ?? null);
  const ranks = host === null ? [rank] : hosts.flatMap((each, i) => (each === host ? [i] : []));
  const excluded = [...new Set([...useApp.getState().view.excluded, ...ranks])].sort((p, q) => p - q);
  if (excluded.length > MOST_EXCLUDED)
    notify('problem', `At most ${MOST_EXCLUDED} ranks can be left out: ${host ?? 'this rank'} stays.`);
  else setView({ excluded });
}

/**
 * Limits every view of pairs to some senders and receivers, by the ranks of A, and to some shifts of them. The way back
 * shows all pairs again.
 */
export function choosePairs(
  senders: readonly number[],
  receivers: readonly number[],
  shifts: readonly number[] | null = null,
): void {
  if (senders.length === 0 || receivers.length === 0) return;
  const [ofSenders, ofReceivers] = [packRanks(senders), packRanks(receivers)];
  const chosen: View['chosen'] = shifts
    ? [ofSenders, ofReceivers, packRanks(shifts)]
    : [ofSenders, ofReceivers];
  setView({ chosen }, useApp.getState().view.chosen ? 'replace' : 'push');
}

/** Shows all pairs again. */
export function chooseAll(): void {
  if (useApp.getState().view.chosen) setView({ chosen: null });
}

/** A rank as it is called: its host where that is known and has no other rank, else host:rank or the number. */
export function rankName({ hosts, set }: Pick<HeldPairs, 'hosts' | 'set'>, rank: number): string {
  const host = hosts[rank] ?? null;
  if (host === null) return `${set.axis} ${rank}`;
  return hosts.filter((other) => other === host).length === 1 ? host : `${host}:${rank}`;
}

/** What is left out with a rank: its host, or the rank alone where that is not known or there is no other host. */
export const ownerOf = (held: Pick<HeldPairs, 'hosts' | 'set'>, rank: number): string =>
  (isOneHost(held) ? null : held.hosts[rank]) ?? rankName(held, rank);
