import { messageOf, type AnswerOf, type FromWorker, type Protocol, type ToWorker } from './messages';

/** A running worker of any kind (browser, Node, test), with just what a port needs. */
export interface Wire<P extends Protocol> {
  /** What is in `transfer` is moved to the worker, not copied. */
  post(message: ToWorker<P>, transfer: Transferable[]): void;
  /** Called once, before the first post. `died` gets the reason when the worker ends by itself. */
  listen(received: (message: FromWorker<P>) => void, died: (reason: string) => void): void;
  terminate(): void;
}

/** How a port speaks of its worker. */
export interface PortOptions<P extends Protocol> {
  /** The sentence that open questions are rejected with when the worker dies; `reason` may be empty. */
  readonly died: (reason: string) => string;
  /** Makes the errors that questions are rejected with; a plain `Error` by default. */
  readonly error?: (message: string, fault: P['fault'] | null) => Error;
  /** Called once if the worker ends by itself. */
  readonly onDied?: (reason: Error) => void;
}

/** What goes with one question. */
export interface AskOptions<P extends Protocol> {
  /** Aborting cancels the question in the worker and rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  readonly transfer?: Transferable[];
  /** A lot counts as taken when the promise resolves; the question is rejected when it rejects. */
  readonly onProgress?: (progress: P['progress']) => void | Promise<unknown>;
}

interface Open<P extends Protocol> {
  done(answer: P['answer']): void;
  failed(error: Error): void;
  readonly onProgress: AskOptions<P>['onProgress'];
}

/**
 * The page's side of one life of a worker: numbers questions, finds the question of each answer, cancels, and rejects all
 * open questions when the worker dies. A port that has ended never answers again: its owner makes a new one.
 */
export class WorkerPort<P extends Protocol> {
  readonly #wire: Wire<P>;
  readonly #options: PortOptions<P>;
  readonly #open = new Map<number, Open<P>>();
  #ended: Error | null = null;
  #nextId = 1;

  constructor(spawn: () => Wire<P>, options: PortOptions<P>) {
    this.#options = options;
    this.#wire = spawn();
    this.#wire.listen(
      (message) => this.#received(message),
      (reason) => {
        if (this.#ended) return;
        const error = this.#error(options.died(reason));
        this.close(error);
        options.onDied?.(error);
      },
    );
  }

  /** Whether the worker has died or was closed. */
  get ended(): boolean {
    return this.#ended !== null;
  }

  /** Asks a question. Rejects with the worker's sentence, with the signal's reason, or because the port has ended. */
  ask<Q extends P['question']>(
    question: Q,
    { signal, transfer = [], onProgress }: AskOptions<P> = {},
  ): Promise<AnswerOf<P, Q['type']>> {
    if (this.#ended) return Promise.reject(this.#ended);
    const id = this.#nextId++;
    const type: Q['type'] = question.type;
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const abort = () => {
        this.#open.delete(id);
        this.#wire.post({ id, cancel: true }, []);
        reject(signal?.reason instanceof Error ? signal.reason : this.#error('Cancelled.'));
      };
      signal?.addEventListener('abort', abort, { once: true });
      const settled = () => signal?.removeEventListener('abort', abort);
      this.#open.set(id, {
        done: (answer) => {
          settled();
          if (answers<P, Q['type']>(answer, type)) resolve(answer);
          else reject(this.#error(`The worker answered "${answer.type}" to "${type}".`));
        },
        failed: (error) => {
          settled();
          reject(error);
        },
        onProgress,
      });
      this.#wire.post({ id, question }, transfer);
    });
  }

  /** Asks one question of a worker that has no other: it is ended with the answer, by the signal, or by an error. */
  async askOnce<Q extends P['question']>(
    question: Q,
    options: AskOptions<P> = {},
  ): Promise<AnswerOf<P, Q['type']>> {
    try {
      return await this.ask(question, options);
    } finally {
      this.close();
    }
  }

  /** Ends the worker at once, whatever it does; open questions are rejected with `reason`. */
  close(reason: Error = this.#error('The worker was closed.')): void {
    if (this.#ended) return;
    this.#ended = reason;
    this.#wire.terminate();
    for (const question of this.#open.values()) question.failed(reason);
    this.#open.clear();
  }

  #error(message: string, fault: P['fault'] | null = null): Error {
    return this.#options.error?.(message, fault) ?? new Error(message);
  }

  #received(message: FromWorker<P>): void {
    const question = this.#open.get(message.id);
    // Cancelled meanwhile, or the port has ended.
    if (!question) return;
    if ('progress' in message) return this.#progress(question, message);
    this.#open.delete(message.id);
    if ('error' in message) question.failed(this.#error(message.error, message.fault));
    else question.done(message.answer);
  }

  #progress(question: Open<P>, { id, progress, lot }: Extract<FromWorker<P>, { progress: unknown }>): void {
    void (async () => question.onProgress?.(progress))().then(
      () => {
        if (lot !== null && !this.#ended) this.#wire.post({ id, taken: lot }, []);
      },
      (error: unknown) => {
        this.#open.delete(id);
        question.failed(error instanceof Error ? error : this.#error(messageOf(error)));
      },
    );
  }
}

const answers = <P extends Protocol, K>(
  answer: P['answer'],
  type: K,
): answer is AnswerOf<P, K> & P['answer'] => answer.type === type;
