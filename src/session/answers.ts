import { owned } from './owned';
import { useApp } from './state';

/** What becomes of an answer that nobody shows any more. */
export interface AnswerKeeping<T> {
  /** Frees what the answer has in a worker. Without it there is nothing to free. */
  readonly dispose?: (value: T) => void;
  /** Bytes that the answer takes in the page and in workers; 0 where it is small. */
  readonly bytes?: (value: T) => number;
}

/** A use of an answer: while it lasts, the answer is not disposed of. */
export interface AnswerLease<T> {
  readonly value: Promise<T>;
  release: () => void;
}

/** Answers of one kind that are kept while nobody shows them: one for each way to show A and B, and as many again. */
export const MOST_OF_A_KIND = 8;
/** Bytes of all answers that nobody shows. */
export const MOST_BYTES = 256e6;

interface Entry {
  readonly work: unknown;
  readonly question: unknown;
  readonly controller: AbortController;
  readonly promise: Promise<unknown>;
  readonly dispose: () => void;
  settled: { value: unknown; bytes: number } | null;
  users: number;
  /** Whether its data is the present one. */
  current: boolean;
}

/** Answers to questions about the data as it is. A new `edition` of the data makes all of them old. */
export class Answers {
  /** Oldest use first. */
  #entries: Entry[] = [];
  #edition = -1;
  readonly #editionNow: () => number;

  constructor(editionNow: () => number) {
    this.#editionNow = editionNow;
  }

  /** The answer to a question, where it is there. */
  settled<Q, T>(work: Answering<Q, T>, question: Q): { value: T } | null {
    const entry = this.#find(work, question);
    return entry?.settled ? (entry.settled as { value: T }) : null;
  }

  /** Uses an answer that is there or on its way, else asks. */
  lease<Q, T>(work: Answering<Q, T>, question: Q, keeping: AnswerKeeping<T>): AnswerLease<T> {
    const entry = this.#find(work, question) ?? this.#ask(work, question, keeping);
    entry.users += 1;
    this.#entries = [...this.#entries.filter((other) => other !== entry), entry];
    let used = true;
    return {
      value: entry.promise as Promise<T>,
      release: () => {
        if (!used) return;
        used = false;
        entry.users -= 1;
        this.#tidy();
      },
    };
  }

  /** Makes all answers old: those that are shown are disposed of when they are released. */
  close(): void {
    for (const entry of this.#entries) entry.current = false;
    this.#tidy();
  }

  #find(work: unknown, question: unknown): Entry | undefined {
    const edition = this.#editionNow();
    if (edition !== this.#edition) {
      this.#edition = edition;
      this.close();
    }
    return this.#entries.find(
      (entry) => entry.current && entry.work === work && sameQuestion(entry.question, question),
    );
  }

  #ask<Q, T>(work: Answering<Q, T>, question: Q, { dispose, bytes }: AnswerKeeping<T>): Entry {
    const controller = new AbortController();
    const promise = work(question, controller.signal);
    const entry: Entry = {
      ...{ work, question, controller, promise, settled: null, users: 0, current: true },
      dispose: () => void promise.then(dispose, () => undefined),
    };
    promise.then(
      (value) => {
        entry.settled = { value, bytes: bytes?.(value) ?? 0 };
      },
      () => {
        entry.current = false;
        this.#tidy();
      },
    );
    return entry;
  }

  /** Ends what nobody waits for, and disposes of answers that nobody shows: old ones, and those beyond the limits. */
  #tidy(): void {
    const kinds = new Map<unknown, number>();
    let bytes = 0;
    const stays = (entry: Entry): boolean => {
      if (entry.users > 0) return true;
      if (!entry.current || !entry.settled) return false;
      const ofKind = (kinds.get(entry.work) ?? 0) + 1;
      kinds.set(entry.work, ofKind);
      bytes += entry.settled.bytes;
      return ofKind <= MOST_OF_A_KIND && bytes <= MOST_BYTES;
    };
    const gone: Entry[] = [];
    const stay: Entry[] = [];
    for (const entry of this.#entries.toReversed()) (stays(entry) ? stay : gone).push(entry);
    this.#entries = stay.reverse();
    for (const entry of gone) {
      entry.controller.abort();
      entry.dispose();
    }
  }
}

/** Answers a question. The same function is the same kind of question. */
export type Answering<Q, T> = (question: Q, signal: AbortSignal) => Promise<T>;

/** The answers that this session keeps. */
export const answers = owned(
  () => new Answers(() => useApp.getState().edition),
  (ended) => ended.close(),
);

/** Whether two questions ask the same: plain data and maps by content, anything else (clients, arrays of numbers) by identity. */
export function sameQuestion(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((part, i) => sameQuestion(part, b[i]));
  if (a instanceof Map)
    return (
      b instanceof Map &&
      a.size === b.size &&
      [...a].every(([key, value]) => b.has(key) && sameQuestion(value, b.get(key)))
    );
  if (!isPlain(a) || !isPlain(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameQuestion(a[key], b[key]))
  );
}

const isPlain = (value: object): value is Record<string, unknown> =>
  Object.getPrototypeOf(value) === Object.prototype;
