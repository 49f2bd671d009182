/** For tests: a worker in the same thread. */
import type { FromWorker, Protocol, ToWorker } from './messages';
import type { Wire } from './port';

/** A wire to `make`, what was posted on it, and a way to let the worker die. Nothing that is moved is copied. */
export function wireHere<P extends Protocol>(
  make: (post: (message: FromWorker<P>) => void) => (message: ToWorker<P>) => void,
) {
  const posted: ToWorker<P>[] = [];
  const state = { ended: false, die: (_reason: string): void => undefined };
  const spawn = (): Wire<P> => {
    let received: (message: FromWorker<P>) => void = () => undefined;
    let alive = true;
    const handle = make((message) => {
      queueMicrotask(() => {
        if (alive) received(message);
      });
    });
    return {
      post: (message) => {
        posted.push(message);
        queueMicrotask(() => {
          if (alive) handle(message);
        });
      },
      listen: (answered, died) => {
        received = answered;
        state.die = (reason) => {
          alive = false;
          died(reason);
        };
      },
      terminate: () => {
        alive = false;
        state.ended = true;
      },
    };
  };
  return { spawn, posted, die: (reason: string) => state.die(reason), ended: () => state.ended };
}
