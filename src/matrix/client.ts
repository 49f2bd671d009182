import type { Arrangement } from './arranged';
import type { CellComparison } from './cells';
import type { Folding } from './folded';
import type { Overlap } from './statistics';
import { WorkerPort, type Wire } from '../worker/port';
import type {
  AnswerTo,
  MatrixChoice,
  Groups,
  MatrixProtocol,
  MatrixQuestion,
  MatrixSummary,
} from './messages';

/** A sentence on why a question has no answer. */
export class MatrixError extends Error {
  override name = 'MatrixError';
}

/** A question that waits for the one before it. */
interface Waiting {
  ask(): void;
  overtaken(): void;
}

/**
 * The page's side of the matrix worker: makes matrices, fills them and asks about them. Every call rejects with a
 * `MatrixError` once the client is closed or the worker has died.
 */
export class MatrixClient {
  readonly #port: WorkerPort<MatrixProtocol>;
  readonly #slots = new Map<string, Waiting | null>();
  #nextMatrix = 1;

  /** `onDied` is called once if the worker ends by itself. */
  constructor(spawn: () => Wire<MatrixProtocol>, onDied: (reason: Error) => void = () => undefined) {
    this.#port = new WorkerPort(spawn, {
      died: (reason) => `The matrix worker has ended: ${reason || 'no reason given'}.`,
      error: (message) => new MatrixError(message),
      onDied,
    });
  }

  /** Whether the worker has died or was closed: nothing that it held can be asked about any more. */
  get ended(): boolean {
    return this.#port.ended;
  }

  /**
   * Asks a question. With a signal it is given up when that is aborted: the promise rejects with the signal's reason
   * and the worker stops working on it. What is in `transfer` is gone from the page.
   */
  ask<Q extends MatrixQuestion>(
    question: Q,
    options: { signal?: AbortSignal | undefined; transfer?: Transferable[] } = {},
  ): Promise<AnswerTo<Q['type']>> {
    return this.#port.ask(question, options);
  }

  /**
   * Asks one question of a kind at a time: a newer one waits for the present answer, and null is the answer to one that
   * was overtaken while it waited. `slot` names what the questions have in common.
   */
  latest<Q extends MatrixQuestion>(slot: string, question: Q): Promise<AnswerTo<Q['type']> | null> {
    return new Promise((resolve, reject) => {
      const ask = () => {
        this.#slots.set(slot, null);
        this.ask(question)
          .then(resolve, reject)
          .finally(() => {
            const next = this.#slots.get(slot);
            if (next) next.ask();
            else this.#slots.delete(slot);
          });
      };
      const before = this.#slots.get(slot);
      if (before === undefined) return ask();
      before?.overtaken();
      this.#slots.set(slot, { ask, overtaken: () => resolve(null) });
    });
  }

  /** Makes an empty matrix and gives its number. `groups` name the host of each row and column. */
  async create(rows: number, columns: number, groups: Groups | null = null): Promise<number> {
    const matrix = this.#nextMatrix++;
    await this.ask({ type: 'create', matrix, rows, columns, groups });
    return matrix;
  }

  /** Hands over whole rows, one after the other, from row `first`; NaN is missing. Lots may come in any order. The buffer is gone from the page. */
  async rows(matrix: number, first: number, values: Float32Array<ArrayBuffer>): Promise<MatrixSummary> {
    const transfer = [values.buffer];
    return (await this.ask({ type: 'rows', matrix, first, values }, { transfer })).summary;
  }

  /** Hands over rows as the parts of an Arrow IPC stream of (row, list of cells); the bytes are gone from the page. */
  async ipc(matrix: number, parts: Uint8Array<ArrayBuffer>[]): Promise<MatrixSummary> {
    const transfer = parts.map(({ buffer }) => buffer);
    return (await this.ask({ type: 'ipc', matrix, parts }, { transfer })).summary;
  }

  /** Says that no more rows come: the rest is missing. */
  async end(matrix: number): Promise<MatrixSummary> {
    return (await this.ask({ type: 'end', matrix })).summary;
  }

  /** Makes a matrix of rows and columns of another one: a new order, or some of them. It must be there whole. */
  async choose(choice: MatrixChoice, groups: Groups | null = null, signal?: AbortSignal): Promise<number> {
    const matrix = this.#nextMatrix++;
    await this.ask({ type: 'choose', matrix, choice, groups }, { signal });
    return matrix;
  }

  /** Makes the matrix B − A or B / A of rows and columns that `a` and `b` bring to one shape. */
  async compare(
    kind: CellComparison,
    a: MatrixChoice,
    b: MatrixChoice,
    groups: Groups | null = null,
    signal?: AbortSignal,
  ): Promise<{ matrix: number; summary: MatrixSummary; overlap: Overlap }> {
    const matrix = this.#nextMatrix++;
    const told = await this.ask({ type: 'compare', matrix, kind, a, b, groups }, { signal });
    return { matrix, ...told };
  }

  /** Makes a matrix of another one in another arrangement of senders, receivers and phases. */
  async arrange(
    of: number,
    arrangement: Arrangement,
    groups: Groups | null = null,
    signal?: AbortSignal,
  ): Promise<number> {
    const matrix = this.#nextMatrix++;
    await this.ask({ type: 'arrange', matrix, of, arrangement, groups }, { signal });
    return matrix;
  }

  /** Makes a matrix of the medians of the same cells of others, all of one shape and there whole. */
  async median(of: readonly number[], groups: Groups | null = null): Promise<number> {
    const matrix = this.#nextMatrix++;
    await this.ask({ type: 'median', matrix, of, groups });
    return matrix;
  }

  /** Makes a matrix of groups of rows and columns of another one, such as hosts of ranks. It must be there whole. */
  async fold(of: number, folding: Folding, groups: Groups | null = null): Promise<number> {
    const matrix = this.#nextMatrix++;
    await this.ask({ type: 'fold', matrix, of, folding, groups });
    return matrix;
  }

  /** Forgets a matrix. Those made of it stay whole. */
  async drop(matrix: number): Promise<void> {
    await this.ask({ type: 'drop', matrix });
  }

  /** Ends the worker at once, whatever it does; its memory is given back. */
  close(): void {
    this.#port.close(new MatrixError('The matrix was closed.'));
  }
}
