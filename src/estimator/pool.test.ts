import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EstimatorError } from './core';
import type { Job } from './job';
import { moduleBytes, nodePool } from './node';
import type { FromWorker, ToWorker } from '../worker/messages';
import type { Wire } from '../worker/port';
import { EstimatorPool, type RunResult } from './pool';
import { serveEstimator, type EstimatorProtocol } from './protocol';
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

  test('workers make their parts of the tables at the same time, and each makes only its part', async () => {
    const waiting: (() => void)[] = [];
    const parts: unknown[] = [];
    const spawn = (): Wire<EstimatorProtocol> => {
      let heard: (response: FromWorker<EstimatorProtocol>) => void = () => undefined;
      const handle = serveEstimator((response) => heard(response));
      const receive = async (request: ToWorker<EstimatorProtocol>) => {
        if ('question' in request && request.question.type === 'route') {
          parts.push(request.question.part);
          await new Promise<void>((both) => {
            waiting.push(both);
            if (waiting.length === 2) waiting.forEach((go) => go());
          });
        }
        handle(request);
      };
      return {
        post: (request) => void receive(request),
        listen: (received) => (heard = received),
        terminate: () => undefined,
      };
    };
    const { figures } = await new EstimatorPool(moduleBytes(), spawn, 2).run(job, {
      patterns: 2600,
      seed: 7n,
    });
    expect(parts).toEqual([
      { index: 0, of: 2 },
      { index: 1, of: 2 },
    ]);
    expect(figures.patterns).toBe(2600);
  });

  test.each([
    ['minhop', 'tree3:12'],
    ['updn', 'torus:4x4x4:hosts=2'],
    ['dmodk:as=table', 'tree3:12'],
    ['random:lmc=1', 'pgft:300,4/1,8/1,1'],
  ])('tables of %s made in parts are those made at once', async (routing, topology) => {
    const want = { patterns: 8000, seed: 7n, measures: { hash: true } };
    const parts: Job = { topology, routing, traffic: { kind: 'pattern', pattern: 'bisect' } };
    const [a, b] = [await one.run(parts, want), await eight.run(parts, want)];
    expect(a.batches.length).toBeGreaterThan(2);
    expect(bits(b)).toEqual(bits(a));
    const [whole, first, second] = [await testEstimator(), await testEstimator(), await testEstimator()];
    whole.setup(parts);
    const made = [first, second].map((estimator, index) => {
      estimator.prepare(parts);
      estimator.route(parts, { index, of: 2 });
      return estimator.share();
    });
    expect(() => first.run(0, 1, 7n)).toThrow('missing');
    const [share0 = new Uint8Array(), share1 = new Uint8Array()] = made;
    expect(() => first.take(share0)).toThrow('does not fit');
    expect(() => first.take(share1.slice(1))).toThrow('does not fit');
    expect(() => first.take(share1.map((port, i) => (i < 4 ? port : 255)))).toThrow('does not fit');
    first.take(share1);
    second.take(share0);
    expect(first.tables()).toEqual(whole.tables());
    expect(second.tables()).toEqual(whole.tables());
    expect(first.run(0, 3, 7n, { hash: true })).toEqual(whole.run(0, 3, 7n, { hash: true }));
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
