import { useCallback, useEffect, useRef, useState } from 'react';
import { Sharing, type Made } from '../../share/pseudonyms/browser';
import type { PseudonymProgress } from '../../share/pseudonyms/messages';
import { loadNames, storeNames } from '../../share/pseudonyms/keep';
import type { NameKind } from '../../share/pseudonyms/names';
import type { FoundNames, Stays } from '../../share/pseudonyms/survey';
import { newTable, type NameTable } from '../../share/pseudonyms/table';
import { sentence, useApp, workspace } from '../../session/state';

/** Which names are replaced: those of the kinds that are not in `kept`; null = none. */
export type ReplacedNames = { readonly kept: ReadonlySet<NameKind> } | null;

/** What is known of the work that is to be shared. */
export interface Held {
  readonly found: readonly FoundNames[];
  /** Bytes of its tables before packing. */
  readonly bytes: number;
  /** Texts that stay but for the names in them. */
  readonly stays: readonly Stays[];
  readonly table: NameTable;
  /** Whether hosts and switches are numbered in the order of their names. */
  readonly inOrder: boolean;
  /** Whether this browser keeps the table. */
  readonly stored: boolean;
}

/** The sharing of the work and view of this moment. */
export interface SharingState {
  readonly held: Held | null;
  readonly progress: PseudonymProgress | null;
  readonly problem: string;
  /** Makes the container with the names chosen; null when it was cancelled or failed. */
  readonly make: (chosen: ReplacedNames) => Promise<Made | null>;
  readonly cancel: () => void;
  /** Gives all names new numbers, in their order, and a new secret. */
  readonly renumber: () => Promise<void>;
  /** Words of the owner that are names too. */
  readonly setWords: (words: string[]) => Promise<void>;
}

const READING: PseudonymProgress = { done: 0, of: 1, what: 'Reading what is loaded' };

/** Holds a copy of the work in a worker as long as the component lives, from the first need on. */
export function useSharing(): SharingState {
  const [held, setHeld] = useState<Held | null>(null);
  const [progress, setProgress] = useState<PseudonymProgress | null>(null);
  const [problem, setProblem] = useState('');
  const sharing = useRef<Promise<Sharing> | null>(null);
  const running = useRef<Sharing | null>(null);
  const names = useRef<NameTable | null>(null);
  const words = useRef<string[]>([]);

  const begin = useCallback((): Promise<Sharing> => {
    sharing.current ??= (async () => {
      const { view } = useApp.getState();
      const worker = new Sharing(setProgress);
      running.current = worker;
      setProgress(READING);
      const { bytes, stays } = await worker.hold(await workspace().tables(), workspace().study, view);
      const { table: known, kept } = await loadNames();
      const { found, table, inOrder } = await worker.name(names.current ?? known, words.current);
      names.current = table;
      // After a cancel the same work is held again: what was chosen of it stands.
      setHeld((old) => old ?? { found, bytes, stays, table, inOrder, stored: kept });
      return worker;
    })();
    return sharing.current;
  }, []);

  const end = useCallback(() => {
    running.current?.end();
    running.current = null;
    sharing.current = null;
  }, []);

  const act = useCallback(
    async <T>(work: (worker: Sharing) => Promise<T>): Promise<T | null> => {
      setProblem('');
      try {
        return await work(await begin());
      } catch (error) {
        end();
        if (!(error instanceof DOMException && error.name === 'AbortError')) setProblem(sentence(error));
        return null;
      } finally {
        setProgress(null);
      }
    },
    [begin, end],
  );

  useEffect(() => {
    // Once the dialog is there: reading takes a while.
    const timer = setTimeout(() => void act(() => Promise.resolve()));
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [act, end]);

  const make = useCallback(
    (chosen: ReplacedNames) =>
      act(async (worker) => {
        if (!chosen || !names.current) return worker.make(null);
        await storeNames(names.current);
        return worker.make({ table: names.current, kept: [...chosen.kept] });
      }),
    [act],
  );

  const rename = useCallback(
    async (known: NameTable) => {
      await act(async (worker) => {
        const { found, table, inOrder } = await worker.name(known, words.current);
        names.current = table;
        setHeld((old) => old && { ...old, found, table, inOrder });
      });
    },
    [act],
  );
  const renumber = useCallback(() => rename(newTable()), [rename]);
  const setWords = useCallback(
    (next: string[]) => {
      if (next.join() === words.current.join()) return Promise.resolve();
      words.current = next;
      return rename(names.current ?? newTable());
    },
    [rename],
  );

  return { held, progress, problem, make, cancel: end, renumber, setWords };
}
