import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { sentence, useApp } from '../../session/state';
import type { MatrixClient } from '../../matrix/client';
import type { PairSet } from '../../queries/pairs';
import type { View } from '../../share/view';
import { leasePairs } from '../../session/matrices';
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

interface Told {
  asked: Asked;
  reading: RotateReading | null;
  problem: string | null;
}

interface Asked {
  wanted: Omit<RotateRequest, 'repeats'>;
  repeats: { a: readonly PairSet[]; b: readonly PairSet[] };
  quantity: Pairs['quantity'];
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
    return { wanted, repeats: { a: alikeA, b: alikeB }, quantity };
  }, [heldA, heldB, setB, setsA, setsB, runs, nameA, nameB, frame, excluded, chosen, quantity]);

  const [told, setTold] = useState<Told | null>(null);
  const made = useRef<Made | null>(null);
  useEffect(() => {
    if (!asked) return undefined;
    const controller = new AbortController();
    const leases: ReturnType<typeof leasePairs>[] = [];
    const hold = (sets: readonly PairSet[]) => () => {
      const own = sets.slice(0, MOST_REPEATS).map((set) => leasePairs(set, null, edition));
      leases.push(...own);
      return Promise.all(own.map(({ pairs: held }) => held));
    };
    const { wanted, repeats } = asked;
    const of = { a: hold(repeats.a), b: hold(repeats.b) };
    readRotate({ ...wanted, repeats: of }, controller.signal).then(
      (reading) => {
        const now: Made = { client: wanted.a.client, matrices: reading.made, leases };
        if (controller.signal.aborted) return giveBack(now);
        if (made.current) giveBack(made.current);
        made.current = now;
        setTold({ asked, reading, problem: null });
      },
      (error: unknown) => {
        leases.forEach(({ release }) => release());
        if (!controller.signal.aborted) setTold({ asked, reading: null, problem: sentence(error) });
      },
    );
    return () => controller.abort();
  }, [asked, edition]);
  useEffect(
    () => () => {
      if (made.current) giveBack(made.current);
      made.current = null;
    },
    [],
  );

  const stale = pairs.busy || (asked !== null && told?.asked !== asked);
  return {
    pairs,
    reading: pairs.quantity === null || !heldA ? null : (told?.reading ?? null),
    shown: told && { frame: told.asked.wanted.frame, quantity: told.asked.quantity },
    stale,
    problem: pairs.problem ?? (stale ? null : (told?.problem ?? null)),
  };
}

const NO_SIDE: PairSide = { name: 'B', sets: [], medians: [], set: null, held: null };

/** What a reading has in the worker: matrices of its own, and the repeats that it shows. */
interface Made {
  client: MatrixClient;
  matrices: readonly number[];
  leases: readonly { release: () => void }[];
}

/** Gives back what a reading has in the worker; one that has ended has nothing to drop. */
function giveBack({ client, matrices, leases }: Made): void {
  leases.forEach(({ release }) => release());
  void Promise.allSettled(matrices.map((matrix) => client.drop(matrix)));
}
