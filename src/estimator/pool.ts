/** A pool of workers that share the patterns of a run. Runs in the browser and in Node. */
import { EstimatorError } from './core';
import { plan, Stopper, type RunRequest } from './plan';
import { Pooling, type EstimateFigures } from './result';
import type { EstimatorAnswer, EstimatorProtocol, EstimatorFault } from './protocol';
import { WorkerPort, type Wire } from '../worker/port';
import type { Batch, FabricGraph, Job, JobSetup } from './job';

/** The result of a run; the batches are in order of pattern numbers. */
export interface RunResult {
  readonly setup: JobSetup;
  readonly figures: EstimateFigures;
  readonly batches: readonly Batch[];
  /** True if the interval was narrow enough before all patterns were computed. */
  readonly stopped: boolean;
}

export interface RunOptions {
  /** Aborting ends the workers at once (well within 100 ms) and rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Patterns computed so far, of how many. */
  readonly onProgress?: (done: number, total: number) => void;
  /** The fabric with its cuts, once routes are built and before the first pattern. */
  readonly onFabric?: (fabric: FabricGraph, setup: JobSetup) => void;
  /** Each batch in order of pattern numbers, as soon as all before it are there; the result then keeps none. */
  readonly onBatch?: (batch: Batch) => void;
}

type Member = WorkerPort<EstimatorProtocol>;

/** Workers that compute the patterns of one run at a time. */
export class EstimatorPool {
  readonly #bytes: BufferSource;
  #module: Promise<WebAssembly.Module> | undefined;
  readonly #spawn: () => Wire<EstimatorProtocol>;
  readonly #size: number;
  #members: Started[] = [];
  #busy = false;

  /** `module`: the bytes of `estimator.wasm`; `spawn` makes a worker; `size` ≥ 1 workers. */
  constructor(module: BufferSource, spawn: () => Wire<EstimatorProtocol>, size: number) {
    this.#bytes = module;
    this.#spawn = spawn;
    this.#size = Math.max(1, Math.floor(size));
  }

  /** Computes a run. The figures are the same bits for any number of workers. */
  async run(job: Job, request: RunRequest, options: RunOptions = {}): Promise<RunResult> {
    if (this.#busy) throw new EstimatorError('The estimator is busy: cancel the running estimate first.');
    options.signal?.throwIfAborted();
    this.#busy = true;
    const abort = () => this.close(asError(options.signal?.reason));
    options.signal?.addEventListener('abort', abort);
    try {
      return await this.#run(job, request, options);
    } catch (error) {
      options.signal?.throwIfAborted();
      throw error;
    } finally {
      options.signal?.removeEventListener('abort', abort);
      this.#busy = false;
    }
  }

  /** Ends all workers; a run under way is rejected with `reason`. A later run starts new ones. */
  close(reason: Error = new EstimatorError('The estimator was closed.')): void {
    const members = this.#members;
    this.#members = [];
    for (const { member } of members) member.close(reason);
  }

  async #run(job: Job, request: RunRequest, options: RunOptions): Promise<RunResult> {
    // Workers that are there already get ready together; more are started once there is work for them.
    const ready = request.patterns > 1 ? Math.max(1, this.#members.length) : 1;
    const prepare = async (index: number) => (await this.#member(index)).ask({ type: 'prepare', job });
    const [prepared] = await Promise.all(Array.from({ length: ready }, (_, index) => prepare(index)));
    if (!prepared) throw new Error('no worker was asked');
    const ranges = plan(prepared.extent, request);
    const total = ranges.reduce((sum, range) => sum + range.count, 0);
    const stopper = new Stopper(request);
    const pooling = new Pooling();
    const batches: Batch[] = [];
    const early = new Map<number, Batch>();
    let [next, wanted, done, taken] = [0, ranges.length, 0, 0];

    const accept = (place: number, batch: Batch) => {
      early.set(place, batch);
      for (let ready = early.get(taken); ready && taken < wanted;) {
        early.delete(taken++);
        pooling.add(ready);
        if (options.onBatch) options.onBatch(ready);
        else batches.push(ready);
        if (stopper.enough(ready)) wanted = taken;
        ready = early.get(taken);
      }
      done += batch.rows.count;
      options.onProgress?.(done, total);
    };
    const compute = async (member: Member) => {
      for (let place = next++; place < wanted; place = next++) {
        const range = ranges[place];
        if (!range) break;
        const measures = request.measures ?? {};
        const { batch } = await member.ask({ type: 'run', ...range, seed: request.seed, measures });
        accept(place, batch);
      }
    };
    const workers = Math.min(this.#size, ranges.length);
    // Each worker makes a part of the tables and gets those of the others.
    const routed = Array.from({ length: workers }, async (_, index) => {
      const member = await this.#member(index);
      if (index >= ready) await member.ask({ type: 'prepare', job });
      return member.ask({ type: 'route', job, part: { index, of: workers } });
    });
    const work = async (index: number) => {
      const own = await routed[index];
      if (!own) throw new Error(`worker ${index} was not asked`);
      const member = await this.#member(index);
      const taken: Promise<EstimatorAnswer>[] = [];
      if (own.shares.length > 0) {
        for (const [other, { shares }] of (await Promise.all(routed)).entries()) {
          const share = shares[index < other ? index : index - 1];
          if (other !== index && share)
            taken.push(member.ask({ type: 'take', share }, { transfer: [share.buffer] }));
        }
      }
      if (index === 0 && options.onFabric) {
        const { fabric } = await member.ask({ type: 'fabric' });
        options.onFabric(fabric, own.setup);
      }
      // Two questions at a time, so that a worker has the next when it has answered one.
      await Promise.all([...taken, compute(member), compute(member)]);
      return own.setup;
    };
    const [setup] = await Promise.all(Array.from({ length: workers }, (_, index) => work(index)));
    if (!setup) throw new Error('nothing was to be computed');
    return { setup, figures: pooling.figures(), batches, stopped: wanted < ranges.length };
  }

  async #member(index: number): Promise<Member> {
    const known = this.#members[index] ?? this.#start();
    this.#members[index] = known;
    await known.started;
    return known.member;
  }

  #start(): Started {
    // Of a worker whose estimator failed inside, the others do the same work and are as full: all give their memory back.
    const error = (message: string, fault: EstimatorFault | null) => {
      const made = new EstimatorError(message, fault?.part ?? null, fault?.fatal ?? false);
      if (made.fatal) queueMicrotask(() => this.close(made));
      return made;
    };
    const member: Member = new WorkerPort(this.#spawn, {
      died: (reason) => `An estimator worker ended: ${reason}. A new one is started next time.`,
      error,
      onDied: () => {
        this.#members = this.#members.filter((other) => other.member !== member);
      },
    });
    // Compiled once for all workers, and off this thread.
    this.#module ??= WebAssembly.compile(this.#bytes);
    return { member, started: this.#module.then((module) => member.ask({ type: 'start', module })) };
  }
}

interface Started {
  readonly member: Member;
  readonly started: Promise<EstimatorAnswer>;
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new EstimatorError('The estimate was cancelled.');
}
