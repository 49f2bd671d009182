import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { sentence, useApp } from '../../app/state';
import type { MatrixClient } from '../../matrix/client';
import type { PairSet } from '../../queries/pairs';
import type { View } from '../../share/view';
import { holdPairs } from '../pairs/held';
import { usePairs, type Pairs, type PairSide } from '../pairs/usePairs';
import { MOST_REPEATS, readRotate } from './read';
import type { Reading, Wanted } from './reading';
import { alike } from '../pairs/repeats';

/** What the Rotate view is drawn from. */
export interface Rotate {
  pairs: Pairs;
  /** The last reading; of other choices than the present ones while `stale`. */
  reading: Reading | null;
  /** Frame and quantity of the reading. */
  shown: { frame: Pairs['frame']; quantity: Pairs['quantity'] } | null;
  stale: boolean;
  problem: string | null;
}

const hasPhases = (set: PairSet): boolean => set.schedule !== null && set.better !== 'none';

interface Told {
  asked: Asked;
  reading: Reading | null;
  problem: string | null;
}

interface Asked {
  wanted: Wanted;
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
    const wanted: Wanted = {
      a: heldA,
      b: heldB,
      names: { a: nameA, b: nameB },
      frame: heldB ? frame : 'single',
      excluded,
      chosen,
      repeats: { a: () => hold(alikeA, edition), b: () => hold(alikeB, edition) },
      sets: { a: alikeA.length, b: alikeB.length },
    };
    return { wanted, quantity };
  }, [heldA, heldB, setB, setsA, setsB, runs, nameA, nameB, frame, excluded, chosen, edition, quantity]);

  const [told, setTold] = useState<Told | null>(null);
  const made = useRef<{ client: MatrixClient; matrices: readonly number[] } | null>(null);
  useEffect(() => {
    if (!asked) return undefined;
    const controller = new AbortController();
    readRotate(asked.wanted, controller.signal).then(
      (reading) => {
        const { client } = asked.wanted.a;
        if (controller.signal.aborted) return drop(client, reading.made);
        if (made.current) drop(made.current.client, made.current.matrices);
        made.current = { client, matrices: reading.made };
        setTold({ asked, reading, problem: null });
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setTold({ asked, reading: null, problem: sentence(error) });
      },
    );
    return () => controller.abort();
  }, [asked]);
  useEffect(
    () => () => {
      if (made.current) drop(made.current.client, made.current.matrices);
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

const NO_SIDE: PairSide = { name: 'B', sets: [], set: null, held: null };

/** A worker that has ended has nothing to drop. */
function drop(client: MatrixClient, matrices: readonly number[]): void {
  void Promise.allSettled(matrices.map((matrix) => client.drop(matrix)));
}

/** Brings repeats into the worker, at most as many as are read; all of them count as used just now. */
async function hold(sets: readonly PairSet[], edition: number) {
  return Promise.all(sets.slice(0, MOST_REPEATS).map((set) => holdPairs(set, null, edition)));
}
