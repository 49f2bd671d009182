/** The typed front of the wasm module: one instance, one estimate at a time, synchronous once created. */
import type {
  Batch,
  Extent,
  FabricGraph,
  Job,
  Measures,
  PatternRow,
  JobSetup,
  TablePart,
  ForwardingTables,
  TrafficSpec,
} from './job';

/** Which part of a question was refused. */
export type RefusedPart = 'topology' | 'traffic' | 'cut' | 'routing';

/** An error whose message is a sentence for the user: what is wrong, where, what to do. */
export class EstimatorError extends Error {
  override readonly name = 'EstimatorError';

  /**
   * `part`: the part of the question that was refused, where it was one. `fatal`: the estimator failed inside (a trap
   * leaves its memory as it is, for good) and must not be used again.
   */
  constructor(
    message: string,
    readonly part: RefusedPart | null = null,
    readonly fatal = false,
  ) {
    super(message);
  }
}

/** The sentence for a failure that is no refusal: the module trapped, or memory could not be had. */
export function failedInside(error: unknown): EstimatorError {
  const reason = error instanceof Error ? error.message : String(error);
  return new EstimatorError(
    `The estimator failed inside (${reason}), most likely for want of memory: at most 4 GiB can be had. Use a smaller fabric, fewer pairs at once, or leave out max-min rates.`,
    null,
    true,
  );
}

interface Exports {
  readonly memory: WebAssembly.Memory;
  create(): number;
  destroy(session: number): void;
  allocate(length: number): number;
  set(session: number, what: number, input: number, length: number): number;
  run(session: number, first: bigint, count: number, seed: bigint, measures: number): number;
  trace(session: number, phase: number): number;
  fact(session: number, which: number): number;
  view(session: number, which: number): bigint;
}

const WHOLE: TablePart = { index: 0, of: 1 };

/** Inputs and views by number; they mirror `abi.rs`. */
const INPUT = {
  topology: 0,
  cut: 1,
  tables8: 2,
  tables16: 3,
  routing: 4,
  pattern: 5,
  pairs: 6,
  matrix: 7,
  share: 8,
};
/** The part of a question that each input is. */
const PART: readonly RefusedPart[] = [
  'topology',
  'cut',
  'routing',
  'routing',
  'routing',
  'traffic',
  'traffic',
  'traffic',
  'routing',
];
const VIEW = {
  error: 0,
  notes: 1,
  rowNames: 2,
  rows: 3,
  histogramC: 4,
  histogramPairs: 5,
  links: 6,
  pairPhase: 7,
  pairSrc: 8,
  pairDst: 9,
  pairC: 10,
  pairShare: 11,
  pairMaxmin: 12,
  source: 13,
  target: 14,
  sourcePort: 15,
  capacity: 16,
  alive: 17,
  fabric1: 18,
  entries: 19,
  paths: 20,
  linkBytes: 21,
  shareBins: 22,
  share: 23,
};

/** Compiles and starts the module from its bytes (`estimator.wasm`), wherever the caller has them from. */
export async function createEstimator(bytes: BufferSource): Promise<Estimator> {
  return startEstimator(await WebAssembly.compile(bytes));
}

/** Starts the compiled module. */
export async function startEstimator(module: WebAssembly.Module): Promise<Estimator> {
  const instance = await WebAssembly.instantiate(module, {});
  return new Estimator(instance.exports as unknown as Exports);
}

/** One estimator. Every method throws an `EstimatorError` when the input is refused. */
export class Estimator {
  readonly #wasm: Exports;
  readonly #session: number;
  readonly #names: (keyof PatternRow)[];

  constructor(wasm: Exports) {
    this.#wasm = wasm;
    this.#session = wasm.create();
    this.#names = this.#text(VIEW.rowNames).split(',') as (keyof PatternRow)[];
  }

  /** Builds fabric, traffic, cuts and routing of a job; `run` may follow any number of times. */
  setup(job: Job): JobSetup {
    this.prepare(job);
    return this.route(job);
  }

  /** The quick part of `setup`, fabric and traffic: enough to plan the work before tables are built. */
  prepare(job: Job): Extent {
    this.setFabric(job.topology);
    this.setTraffic(job.traffic);
    return this.#extent();
  }

  /**
   * The rest of `setup`, after `prepare` with the same job. Of tables that can be divided only `part` is made; if
   * `share` then gives anything, `take` wants the shares of all other parts before `run`.
   */
  route(job: Job, part: TablePart = WHOLE): JobSetup {
    if (job.cut)
      this.#set(INPUT.cut, `${oneLine(job.cut.after, 'action after a cut', 'cut')}\n${job.cut.what}`);
    if (job.tables) this.#setTables(job.tables);
    this.#set(INPUT.routing, `${part.index}\n${part.of}\n${job.routing}`);
    const notes = this.#text(VIEW.notes);
    return {
      ...this.#extent(),
      switches: this.#wasm.fact(this.#session, 1),
      edges: this.#wasm.fact(this.#session, 2),
      notes: notes === '' ? [] : notes.split('\n'),
    };
  }

  /** The part of the tables that was made here; empty if they were made whole, or the routing has none. */
  share(): Uint8Array<ArrayBuffer> {
    return this.#bytes(VIEW.share);
  }

  /** Takes the share of an estimator that made another part for the same job. */
  take(share: Uint8Array): void {
    this.#set(INPUT.share, share);
  }

  #extent(): Extent {
    const fact = (which: number) => this.#wasm.fact(this.#session, which);
    return { hosts: fact(0), random: fact(3) === 1, phases: fact(4) };
  }

  /** Builds a fabric alone, for drawing or export; a routing and a traffic may follow by `setup`. */
  setFabric(topology: string): void {
    this.#set(INPUT.topology, topology);
  }

  /** Replaces the traffic of the job that is set up. */
  setTraffic(traffic: TrafficSpec): void {
    const placement = oneLine(traffic.placement ?? 'order', 'placement', 'traffic');
    switch (traffic.kind) {
      case 'pattern':
        this.#set(INPUT.pattern, `${placement}\n${traffic.ranks ?? ''}\n${traffic.pattern}`);
        break;
      case 'pairs':
        this.#set(INPUT.pairs, `${placement}\n${traffic.text}`);
        break;
      case 'matrix':
        this.#set(INPUT.matrix, `${placement}\n${traffic.ranksPerHost}\n${traffic.text}`);
        break;
    }
  }

  /**
   * Computes pattern numbers `first` … `first + count − 1` under `seed` (0 ≤ seed < 2^64). A pattern number
   * gives the same bits whatever was computed before, natively and in any worker.
   */
  run(first: number, count: number, seed: bigint, measures: Measures = {}): Batch {
    this.#call(() => this.#wasm.run(this.#session, BigInt(first), count, seed, flags(measures)));
    const values = this.#floats(VIEW.rows);
    return {
      first,
      rows: { names: this.#names, values, count },
      histogram: { c: this.#integers(VIEW.histogramC), pairs: this.#floats(VIEW.histogramPairs) },
      shareBins: this.#floats(VIEW.shareBins),
      links: this.#floats(VIEW.links),
      bytes: this.#floats(VIEW.linkBytes),
      pairs: {
        phase: this.#integers(VIEW.pairPhase),
        src: this.#integers(VIEW.pairSrc),
        dst: this.#integers(VIEW.pairDst),
        c: this.#integers(VIEW.pairC),
        share: this.#floats(VIEW.pairShare),
        maxmin: this.#floats(VIEW.pairMaxmin),
      },
    };
  }

  /**
   * The paths of a phase of the pattern number that was run last: for each flow (in the order of its pairs) the
   * directed links, hop by hop, `links[hop · flows + flow]`; the number of links of the fabric stands for none, and a
   * lost flow has none at all. Refused for fluid splitting.
   */
  paths(phase: number): Uint32Array<ArrayBuffer> {
    this.#call(() => this.#wasm.trace(this.#session, phase));
    return this.#integers(VIEW.paths);
  }

  /** The fabric with its cuts, one entry per directed link. */
  fabric(): FabricGraph {
    return {
      hosts: this.#wasm.fact(this.#session, 0),
      switches: this.#wasm.fact(this.#session, 1),
      source: this.#integers(VIEW.source),
      target: this.#integers(VIEW.target),
      sourcePort: new Uint16Array(this.#bytes(VIEW.sourcePort).buffer),
      capacity: this.#floats(VIEW.capacity),
      alive: this.#bytes(VIEW.alive),
    };
  }

  /** The fabric as `fabric1` text. */
  fabricText(): string {
    return this.#text(VIEW.fabric1);
  }

  /** The routing's forwarding tables, switch by switch; empty for routings without tables. */
  tables(): Uint16Array {
    return new Uint16Array(this.#bytes(VIEW.entries).buffer);
  }

  /** Bytes of memory the module holds. */
  memory(): number {
    return this.#wasm.memory.buffer.byteLength;
  }

  /** Frees the estimator's memory for the module; do not use it afterwards. */
  destroy(): void {
    this.#wasm.destroy(this.#session);
  }

  #setTables(tables: ForwardingTables): void {
    if (tables instanceof Uint8Array) return this.#set(INPUT.tables8, tables);
    this.#set(INPUT.tables16, new Uint8Array(tables.buffer, tables.byteOffset, tables.byteLength));
  }

  #set(what: number, input: string | Uint8Array): void {
    const bytes = typeof input === 'string' ? new TextEncoder().encode(input) : input;
    this.#call(() => {
      // Addresses from 2 GiB on arrive as negative numbers.
      const at = this.#wasm.allocate(bytes.length) >>> 0;
      new Uint8Array(this.#wasm.memory.buffer, at, bytes.length).set(bytes);
      return this.#wasm.set(this.#session, what, at, bytes.length);
    }, PART[what]);
  }

  /** Runs a call that returns 1 when it left a sentence; a trap (memory could not grow) becomes one too. */
  #call(call: () => number, part?: RefusedPart): void {
    let failed: number;
    try {
      failed = call();
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      throw failedInside(error);
    }
    if (failed) throw new EstimatorError(this.#text(VIEW.error), part);
  }

  /** A copy of a view, so that it outlives the next call. */
  #bytes(which: number): Uint8Array<ArrayBuffer> {
    const packed = BigInt.asUintN(64, this.#wasm.view(this.#session, which));
    const address = Number(packed >> 32n);
    return new Uint8Array(this.#wasm.memory.buffer, address, Number(packed & 0xffffffffn)).slice();
  }

  #text(which: number): string {
    return new TextDecoder().decode(this.#bytes(which));
  }

  #integers(which: number): Uint32Array<ArrayBuffer> {
    return new Uint32Array(this.#bytes(which).buffer);
  }

  #floats(which: number): Float64Array<ArrayBuffer> {
    return new Float64Array(this.#bytes(which).buffer);
  }
}

/** The module's inputs are told apart by lines: a line break in a value would be read as the next one. */
function oneLine(value: string, what: string, part: RefusedPart): string {
  if (!value.includes('\n')) return value;
  throw new EstimatorError(
    `The ${what} ${JSON.stringify(value)} has a line break; give it in one line.`,
    part,
  );
}

function flags(measures: Measures): number {
  const on = (value: boolean | undefined, bit: number) => (value ? bit : 0);
  return (
    on(measures.share, 1) +
    on(measures.maxmin, 2) +
    on(measures.hash, 4) +
    on(measures.links, 8) +
    on(measures.pairs, 16)
  );
}
