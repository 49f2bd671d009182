/** Workers of a browser as ports, and the sign by which the page sees the end of one. */
import type { FromWorker, Protocol, ToWorker } from './messages';
import type { Wire } from './port';

/** First message to a worker: the name of the lock that it holds for as long as it lives. */
interface Life {
  readonly life: string;
}

/** The worker holds its lock. */
interface Alive {
  readonly alive: true;
}

/**
 * A worker as a wire. A worker that closes or is killed sends no event, so it holds a lock for as long as it lives, and
 * the page waits for that lock. Where there are no locks (plain http) only errors that nothing caught are seen.
 */
export function browserWire<P extends Protocol>(worker: Worker): Wire<P> {
  let ended = false;
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    listen: (received, died) => {
      const die = (reason: string) => {
        if (!ended) died(reason);
      };
      const life = `fabriscope-worker-${performance.timeOrigin}-${Math.random()}`;
      worker.addEventListener('error', (event) => die(event.message || 'the browser gave no reason'));
      worker.addEventListener('message', ({ data }: MessageEvent<FromWorker<P> | Alive>) => {
        if ('alive' in data) void navigator.locks.request(life, () => die('the browser ended it'));
        else received(data);
      });
      if ('locks' in navigator) worker.postMessage({ life } satisfies Life);
    },
    terminate: () => {
      ended = true;
      worker.terminate();
    },
  };
}

/** The worker's side: joins what answers questions to the messages of its scope, and holds the lock of its life. */
export function listen<P extends Protocol>(
  make: (post: (message: FromWorker<P>, transfer: Transferable[]) => void) => (message: ToWorker<P>) => void,
): void {
  const scope = self as unknown as DedicatedWorkerGlobalScope;
  const handle = make((message, transfer) => scope.postMessage(message, transfer));
  const alive = () => scope.postMessage({ alive: true } satisfies Alive);
  scope.addEventListener('message', ({ data }: MessageEvent<ToWorker<P> | Life>) => {
    if (!('life' in data)) return handle(data);
    scope.navigator.locks
      .request(data.life, () => {
        alive();
        return new Promise<void>(() => undefined);
      })
      // A page from a file has no locks in its workers: it then sees errors alone.
      .catch(() => undefined);
  });
}
