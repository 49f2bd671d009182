/** What happens when the module runs out of memory, and above 2 GiB of it. */
import { afterEach, describe, expect, test } from 'vitest';
import { Estimator } from './core';
import type { Job } from './job';
import type { FromWorker } from '../worker/messages';
import type { Wire } from '../worker/port';
import { EstimatorPool } from './pool';
import { serveEstimator, type EstimatorProtocol } from './protocol';
import { need } from './testing/graph';
import { tightModule } from './testing/tight';

const small: Job = {
  topology: 'tree2:8',
  routing: 'dmodk',
  traffic: { kind: 'pattern', pattern: 'bisect' },
};
const large: Job = { ...small, topology: 'tree3:32', routing: 'minhop' };
const request = { patterns: 3000, seed: 1n, measures: { share: true } };

describe('a trap', () => {
  let alive = 0;
  const spawn = (): Wire<EstimatorProtocol> => {
    let heard: (response: FromWorker<EstimatorProtocol>) => void = () => undefined;
    const handle = serveEstimator((response) => queueMicrotask(() => heard(response)));
    alive++;
    return {
      post: (asked) => handle(asked),
      listen: (received) => (heard = received),
      terminate: () => {
        alive--;
        heard = () => undefined;
      },
    };
  };
  afterEach(() => expect(alive).toBe(0));

  test.each([1, 2])(
    'is a sentence, and its worker and the others end: the next run has new ones (%i workers)',
    async (size) => {
      const pool = new EstimatorPool(tightModule(8 * 2 ** 20), spawn, size);
      const before = await pool.run(small, request);
      expect(alive).toBeGreaterThan(0);
      await expect(pool.run(large, request)).rejects.toThrow(
        /^The estimator failed inside \(.*\), most likely for want of memory.* smaller fabric, fewer pairs/,
      );
      expect(alive).toBe(0);
      expect((await pool.run(small, request)).figures).toEqual(before.figures);
      pool.close();
    },
  );

  test('a question that is refused keeps its worker', async () => {
    const pool = new EstimatorPool(tightModule(8 * 2 ** 20), spawn, 1);
    await pool.run(small, request);
    await expect(pool.run({ ...small, routing: 'nonsense' }, request)).rejects.toThrow('not a routing');
    expect(alive).toBe(1);
    pool.close();
  });
});

test('input above 2 GiB: addresses arrive as negative numbers', () => {
  const at = 2 ** 31 + 64;
  const memory = new WebAssembly.Memory({ initial: 2 ** 15 + 1 });
  const read: number[] = [];
  const estimator = new Estimator({
    memory,
    create: () => 0,
    destroy: () => undefined,
    allocate: () => at | 0,
    set: (_session, _what, input, length) => {
      read.push(...new Uint8Array(memory.buffer, input >>> 0, length));
      return 0;
    },
    run: () => 0,
    trace: () => 0,
    fact: () => 0,
    view: () => 0n,
  });
  estimator.setFabric('ab');
  expect(read).toEqual([need('a'.codePointAt(0)), need('b'.codePointAt(0))]);
});
