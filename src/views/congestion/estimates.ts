import type { EstimatorPool } from '../../estimator/pool';
import { EstimatorError, type RefusedPart } from '../../estimator/core';
import type { FabricGraph, Job, JobSetup } from '../../estimator/job';
import type { RunRequest } from '../../estimator/plan';
import { Pooling, type EstimateFigures } from '../../estimator/result';

/** A question to the estimator. */
export interface EstimateQuestion {
  readonly job: Job;
  readonly request: RunRequest;
  /** Text that says which contents the topology and the tables of a loaded fabric have; null for a generated one. */
  readonly loaded: string | null;
}

/** Why there is no answer, and which part of the question is to blame. */
export interface Failure {
  readonly part: RefusedPart | null;
  readonly sentence: string;
}

/** What is known of a question so far. */
export interface EstimateState {
  readonly question: EstimateQuestion;
  /** `done` is the whole answer; `cancelled` keeps the half that was computed. */
  readonly state: 'waiting' | 'running' | 'done' | 'cancelled' | 'failed';
  readonly patterns: number;
  readonly of: number;
  /** Whether the interval was narrow enough before all patterns were computed. */
  readonly stopped: boolean;
  readonly figures: EstimateFigures | null;
  readonly setup: JobSetup | null;
  readonly fabric: FabricGraph | null;
  /** Sum of loads per directed link over the patterns so far. */
  readonly links: Float64Array | null;
  /** The last answer in this place about the same fabric: it stands in, marked as older, until this one has figures. */
  readonly before: EstimateState | null;
  readonly failure: Failure | null;
}

/** One text for a question; the same text has the same answer. */
export function keyOf({ job, request, loaded }: EstimateQuestion): string {
  const { tables, ...words } = job;
  const short = loaded === null ? job : { ...words, topology: loaded, byTables: tables !== undefined };
  return JSON.stringify([short, { ...request, seed: String(request.seed) }]);
}

/** Milliseconds between two pictures of a running estimate. */
const PICTURE = 80;
/** Answers kept for questions that come back. */
const KEPT = 24;

/**
 * Answers the questions of the page one after the other, in their order, with one pool of workers. The newest list of
 * questions wins: what is no longer asked is ended at once, what was answered before is there at once.
 */
export class Estimates {
  readonly #pool: EstimatorPool;
  readonly #listeners = new Set<() => void>();
  #held: ReadonlyMap<string, EstimateState> = new Map();
  #asked: readonly string[] = [];
  #running: { key: string; controller: AbortController } | null = null;

  constructor(pool: EstimatorPool) {
    this.#pool = pool;
  }

  /** For `useSyncExternalStore`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** All that is known, by `keyOf` of the question. A new map for each change. */
  readonly known = (): ReadonlyMap<string, EstimateState> => this.#held;

  /** Makes these the questions that are asked. */
  ask(questions: readonly EstimateQuestion[]): void {
    const keys = questions.map(keyOf);
    if (keys.length > 0 && keys.join('\n') === this.#asked.join('\n')) return;
    const next = new Map(this.#held);
    const last = this.#asked.map((key) => this.#held.get(key));
    this.#asked = questions.map((question, place) => {
      const key = keyOf(question);
      if (!next.has(key)) next.set(key, waiting(question, standIn(question, last[place])));
      return key;
    });
    for (const key of next.keys()) {
      const state = next.get(key)?.state;
      const open = state === 'waiting' || state === 'running';
      if (!this.#asked.includes(key) && (open || next.size > KEPT)) next.delete(key);
    }
    this.#set(next);
    if (this.#running && !this.#asked.includes(this.#running.key)) this.#running.controller.abort();
    this.#next();
  }

  /** Ends all questions that have no whole answer; what was computed stays and is marked. */
  cancel(): void {
    const next = new Map(this.#held);
    for (const [key, estimate] of next)
      if (estimate.state === 'waiting' || estimate.state === 'running')
        next.set(key, { ...estimate, state: 'cancelled' });
    this.#set(next);
    this.#running?.controller.abort();
  }

  /** Asks anew what was cancelled or failed. */
  again(): void {
    const next = new Map(this.#held);
    for (const key of this.#asked) {
      const held = next.get(key);
      if (held && held.state !== 'done' && held.state !== 'running')
        next.set(key, waiting(held.question, standIn(held.question, held)));
    }
    this.#set(next);
    this.#next();
  }

  /** Ends the workers. Questions that are asked later start new ones. */
  close(): void {
    this.cancel();
    this.#pool.close();
  }

  #set(held: ReadonlyMap<string, EstimateState>): void {
    this.#held = held;
    for (const listener of this.#listeners) listener();
  }

  #update(key: string, change: Partial<EstimateState>): void {
    const held = this.#held.get(key);
    if (held && held.state !== 'cancelled') this.#set(new Map(this.#held).set(key, { ...held, ...change }));
  }

  #next(): void {
    if (this.#running) return;
    const key = this.#asked.find((each) => this.#held.get(each)?.state === 'waiting');
    const question = key === undefined ? undefined : this.#held.get(key)?.question;
    if (key === undefined || !question) return;
    const controller = new AbortController();
    this.#running = { key, controller };
    void this.#run(key, question, controller.signal).finally(() => {
      this.#running = null;
      this.#next();
    });
  }

  async #run(key: string, { job, request }: EstimateQuestion, signal: AbortSignal): Promise<void> {
    const pooling = new Pooling();
    let links: Float64Array | null = null;
    let shown = 0;
    const picture = (): Partial<EstimateState> => ({
      figures: pooling.figures(),
      links: links?.slice() ?? null,
    });
    this.#update(key, { state: 'running' });
    try {
      const result = await this.#pool.run(job, request, {
        signal,
        onFabric: (fabric, setup) =>
          this.#update(key, { fabric, setup, of: setup.random ? request.patterns : 1 }),
        onBatch: (batch) => {
          pooling.add(batch);
          links = sum(links, batch.links);
          if (performance.now() - shown < PICTURE) return;
          this.#update(key, { ...picture(), patterns: batch.first + batch.rows.count });
          shown = performance.now();
        },
      });
      this.#update(key, {
        ...picture(),
        state: 'done',
        before: null,
        patterns: result.figures.patterns,
        stopped: result.stopped,
        setup: result.setup,
      });
    } catch (error) {
      if (signal.aborted) return;
      const part = error instanceof EstimatorError ? error.part : null;
      const sentence = error instanceof Error ? error.message : String(error);
      this.#update(key, { state: 'failed', failure: { part, sentence } });
    }
  }
}

/** What stands in for a new question: the answer before it, if that was about the same fabric. */
function standIn({ job }: EstimateQuestion, last: EstimateState | undefined): EstimateState | null {
  const held = last?.figures ? last : (last?.before ?? null);
  return held?.question.job.topology === job.topology ? { ...held, before: null } : null;
}

function waiting(question: EstimateQuestion, before: EstimateState | null): EstimateState {
  return {
    question,
    state: 'waiting',
    patterns: 0,
    of: question.request.patterns,
    stopped: false,
    figures: null,
    setup: null,
    fabric: null,
    links: null,
    before,
    failure: null,
  };
}

function sum(held: Float64Array | null, more: Float64Array): Float64Array {
  if (!held) return more.slice();
  for (let i = 0; i < more.length; i++) held[i] = (held[i] ?? 0) + (more[i] ?? 0);
  return held;
}
