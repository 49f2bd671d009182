import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EstimatorError, startEstimator, type Estimator } from './core';
import type { Job } from './job';
import { moduleBytes, nodePool } from './node';
import { EstimatorPool, type RunResult, type WorkerPort } from './pool';
import type { Answer, Request, Response } from './protocol';
import { rowsOf } from './result';
import { testEstimator } from './testing/module';

const job: Job = {
  topology: 'tree3:16',
  routing: 'random:seed=3',
  traffic: { kind: 'pattern', pattern: 'bisectfb' },
};
const request = { patterns: 2600, seed: 7n, measures: { share: true, links: true } };

/** Everything of a result that must not depend on the workers. */
function bits(result: RunResult): unknown {
  return result.batches.map((b) => [b.first, rowsOf([b]), [...b.histogram.pairs], [...b.links]]);
}

describe('pool', () => {
  let one: EstimatorPool;
  let eight: EstimatorPool;
  beforeAll(() => {
    one = nodePool(1);
    eight = nodePool(8);
  });
  afterAll(() => {
    one.close();
    eight.close();
  });

  test('one and eight workers give the same bits, whatever ran before', async () => {
    const a = await one.run(job, request);
    const b = await eight.run(job, request);
    expect(a.batches.length).toBeGreaterThan(2);
    expect(bits(b)).toEqual(bits(a));
    expect(b.figures).toEqual(a.figures);
    const alone = await testEstimator();
    alone.setup(job);
    const last = rowsOf([alone.run(2599, 1, 7n, request.measures)])[0];
    expect(last).toEqual(rowsOf(a.batches).at(-1));
  });

  test('fluid link sums do not depend on the workers either', async () => {
    const fluid: Job = { ...job, topology: 'tree2:16', routing: 'spray' };
    const a = await one.run(fluid, request);
    const b = await eight.run(fluid, request);
    expect(a.batches.length).toBeGreaterThan(2);
    expect(bits(b)).toEqual(bits(a));
  });

  test('stops at the same pattern with any number of workers', async () => {
    const want = { ...request, stopAt: 0.002 };
    const a = await one.run(job, want);
    const b = await eight.run(job, want);
    expect(a.stopped).toBe(true);
    expect(a.figures.patterns).toBeLessThan(want.patterns);
    expect((a.figures.ebb.halfWidth ?? Infinity) / a.figures.ebb.mean).toBeLessThanOrEqual(0.002);
    expect(bits(b)).toEqual(bits(a));
  });

  test('cancel ends a long computation within 100 ms and the pool works again', async () => {
    const long: Job = {
      topology: 'tree3:32',
      routing: 'dmodk',
      traffic: { kind: 'pattern', pattern: 'shifts' },
    };
    const quick: Job = { ...job, traffic: { kind: 'pattern', pattern: 'ring' } };
    await one.run(quick, { patterns: 1, seed: 1n });
    const abort = new AbortController();
    const running = one.run(long, { patterns: 1, seed: 1n }, { signal: abort.signal });
    await new Promise((resolve) => setTimeout(resolve, 150));
    const began = performance.now();
    abort.abort();
    await expect(running).rejects.toThrow();
    expect(performance.now() - began).toBeLessThan(100);
    const again = await one.run(quick, { patterns: 1, seed: 1n });
    expect(again.figures.pairs).toBe(2048);
  });

  test('no worker waits for the tables of another', async () => {
    const waiting: (() => void)[] = [];
    const spawn = (): WorkerPort => {
      let heard: (response: Response) => void = () => undefined;
      let estimator: Estimator | undefined;
      const answer = async (request: Request): Promise<Answer> => {
        if (request.type === 'start') estimator = await startEstimator(request.module);
        if (request.type === 'start' || !estimator) return { type: 'started' };
        if (request.type === 'prepare') return { type: 'prepared', extent: estimator.prepare(request.job) };
        if (request.type === 'fabric') return { type: 'fabric', fabric: estimator.fabric() };
        if (request.type === 'run')
          return { type: 'batch', batch: estimator.run(request.first, request.count, request.seed) };
        await new Promise<void>((both) => {
          waiting.push(both);
          if (waiting.length === 2) waiting.forEach((go) => go());
        });
        return { type: 'routed', setup: estimator.route(request.job) };
      };
      return {
        post: (request) => void answer(request).then((a) => heard({ id: request.id, answer: a })),
        listen: (received) => (heard = received),
        terminate: () => undefined,
      };
    };
    const { figures } = await new EstimatorPool(moduleBytes(), spawn, 2).run(job, {
      patterns: 2600,
      seed: 7n,
    });
    expect(waiting.length).toBe(2);
    expect(figures.patterns).toBe(2600);
  });

  test('reports progress, refuses a second run and hands on sentences', async () => {
    const seen: number[] = [];
    const running = one.run(job, request, { onProgress: (done, total) => seen.push(done / total) });
    await expect(one.run(job, request)).rejects.toThrow('busy');
    await running;
    expect(seen.at(-1)).toBe(1);
    await expect(one.run({ ...job, routing: 'nonsense' }, request)).rejects.toThrow(EstimatorError);
    await expect(one.run(job, { ...request, patterns: 2_000_000_000 })).rejects.toThrow('patterns');
  });
});
