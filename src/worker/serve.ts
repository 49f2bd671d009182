import { messageOf, type FromWorker, type Protocol, type ToWorker } from './messages';

/** What a worker may do while it works on a question. */
export interface Teller<P extends Protocol> {
  /** Aborted when the page has cancelled the question. */
  readonly signal: AbortSignal;
  /** Tells how far the work is; does not wait. */
  readonly tell: (progress: P['progress'], transfer?: Transferable[]) => void;
  /** Hands over a lot; resolves when the page has taken it. */
  readonly hand: (progress: P['progress'], transfer?: Transferable[]) => Promise<void>;
}

/** What is put in by the entry of a worker. */
export interface Service<P extends Protocol> {
  answer(question: P['question'], teller: Teller<P>): Promise<P['answer']>;
  /** Memory that goes with an answer and is not needed in the worker any more. */
  handed?(answer: P['answer']): Transferable[];
  /** What goes with an error beside its sentence. */
  fault?(error: unknown): P['fault'];
}

/** The worker's side of a port: answers each question when it comes. A question that fails is answered by a sentence. */
export function serve<P extends Protocol>(
  post: (message: FromWorker<P>, transfer: Transferable[]) => void,
  service: Service<P>,
): (message: ToWorker<P>) => void {
  const running = new Map<number, AbortController>();
  const waiting = new Map<number, () => void>();
  let lots = 0;

  const work = async (id: number, question: P['question']): Promise<void> => {
    const controller = new AbortController();
    running.set(id, controller);
    const { signal } = controller;
    const tell = (progress: P['progress'], transfer: Transferable[] = []) => {
      if (!signal.aborted) post({ id, progress, lot: null }, transfer);
    };
    const hand = (progress: P['progress'], transfer: Transferable[] = []) =>
      new Promise<void>((taken) => {
        const lot = lots++;
        waiting.set(lot, taken);
        post({ id, progress, lot }, transfer);
      });
    try {
      const answer = await service.answer(question, { signal, tell, hand });
      if (!signal.aborted) post({ id, answer }, service.handed?.(answer) ?? []);
    } catch (error) {
      const fault = service.fault?.(error) ?? null;
      if (!signal.aborted) post({ id, error: messageOf(error), fault }, []);
    } finally {
      running.delete(id);
    }
  };

  return (message) => {
    if ('cancel' in message) running.get(message.id)?.abort();
    else if ('taken' in message) {
      waiting.get(message.taken)?.();
      waiting.delete(message.taken);
    } else void work(message.id, message.question);
  };
}
