/** Work that can be broken off and taken up again: it yields at least every few thousand steps. */
export type Work<T> = Generator<void, T>;

/** Longest stretch of work, in ms, between two turns of the event loop: half a frame. */
export const STRETCH = 8;

/** Lets everything that waits run first: clicks, drawing, other messages. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/**
 * Runs work that yields now and then, giving way to the event loop whenever it has run for half a frame. Rejects with
 * the signal's reason once aborted.
 */
export async function inTurns<T>(work: Work<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    signal?.throwIfAborted();
    const until = performance.now() + STRETCH;
    do {
      const { done, value } = work.next();
      if (done) return value;
    } while (performance.now() < until);
    await nextTurn();
  }
}

/** Runs such work to its end at once. */
export function atOnce<T>(work: Work<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
