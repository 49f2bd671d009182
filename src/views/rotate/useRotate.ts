import { useDeferredValue, useMemo } from 'react';
import { useApp } from '../../session/state';
import type { MatrixClient } from '../../matrix/client';
import type { PairSet } from '../../queries/pairs';
import type { View } from '../../share/view';
import type { AnswerKeeping } from '../../session/answers';
import { bytesOf, leasePairs, type PairsLease } from '../../session/matrices';
import { useAsked } from '../../session/query';
import { usePairs, type Pairs, type PairSide } from '../../session/usePairs';
import { MOST_REPEATS, readRotate } from './read';
import type { RotateReading, RotateRequest } from './reading';
import { alike } from '../../pairs/repeats';

/** What the Rotate view is drawn from. */
export interface Rotate {
  pairs: Pairs;
  /** The last reading; of other choices than the present ones while `stale`. */
  reading: RotateReading | null;
  /** Frame and quantity of the reading. */
  shown: { frame: Pairs['frame']; quantity: Pairs['quantity'] } | null;
  stale: boolean;
  problem: string | null;
}

const hasPhases = (set: PairSet): boolean => set.schedule !== null && set.better !== 'none';

interface Asked {
  wanted: Omit<RotateRequest, 'repeats'>;
  repeats: { a: readonly PairSet[]; b: readonly PairSet[] };
  quantity: Pairs['quantity'];
  edition: number;
}

/** Reads the tests with phases of the shown runs. The old drawing stays, marked as stale, until the new one is whole. */
export function useRotate(): Rotate {
  const pairs = usePairs(hasPhases);
  const edition = useDeferredValue(useApp((s) => s.edition));
  const excluded = useApp((s) => s.view.excluded);
  const chosenText = useApp((s) => JSON.stringify(s.view.chosen));
  // The same ranks are the same question, whatever else of the view has changed.
  const chosen = useMemo(() => JSON.parse(chosenText) as View['chosen'], [chosenText]);
  const { a, b, frame, quantity, shown } = pairs;
  const { runs } = shown;
  const { held: heldA, sets: setsA, name: nameA } = a;
  const { held: heldB, sets: setsB, name: nameB } = b ?? NO_SIDE;
  const setB = b?.set ?? null;

  const asked = useMemo((): Asked | null => {
    if (!heldA || (setB && !heldB && frame !== 'single')) return null;
    const [alikeA, alikeB] = [alike(heldA.set, setsA, runs), heldB ? alike(heldB.set, setsB, runs) : []];
    const wanted: Asked['wanted'] = {
      a: heldA,
      b: heldB,
      names: { a: nameA, b: nameB },
      frame: heldB ? frame : 'single',
      excluded,
      chosen,
      sets: { a: alikeA.length, b: alikeB.length },
    };
    return { wanted, repeats: { a: alikeA, b: alikeB }, quantity, edition };
  }, [heldA, heldB, setB, setsA, setsB, runs, nameA, nameB, frame, excluded, chosen, quantity, edition]);
  const { answer: told, current, problem } = useAsked(asked, readLeased, KEEPING);

  const stale = pairs.busy || (asked !== null && !current && problem === null);
  return {
    pairs,
    reading: pairs.quantity === null || !heldA ? null : (told?.value.reading ?? null),
    shown: told && { frame: told.asked.wanted.frame, quantity: told.asked.quantity },
    stale,
    problem: pairs.problem ?? problem,
  };
}

const NO_SIDE: PairSide = { name: 'B', sets: [], medians: [], set: null, held: null };

/** A reading, and the repeats that it shows, which stay in the worker with it. */
interface LeasedReading {
  readonly reading: RotateReading;
  readonly client: MatrixClient;
  readonly leases: readonly PairsLease[];
}

async function readLeased({ wanted, repeats, edition }: Asked, signal: AbortSignal): Promise<LeasedReading> {
  const leases: PairsLease[] = [];
  const hold = (sets: readonly PairSet[]) => () => {
    const own = sets.slice(0, MOST_REPEATS).map((set) => leasePairs(set, null, edition));
    leases.push(...own);
    return Promise.all(own.map(({ pairs: held }) => held));
  };
  try {
    const of = { a: hold(repeats.a), b: hold(repeats.b) };
    return { reading: await readRotate({ ...wanted, repeats: of }, signal), client: wanted.a.client, leases };
  } catch (error) {
    leases.forEach(({ release }) => release());
    throw error;
  }
}

const KEEPING: AnswerKeeping<LeasedReading> = {
  // A worker that has ended holds nothing any more.
  dispose: ({ reading, client, leases }) => {
    leases.forEach(({ release }) => release());
    void Promise.allSettled(reading.made.map((matrix) => client.drop(matrix)));
  },
  bytes: ({ reading: { a, made } }) => made.length * bytesOf(a.held),
};
