/** A page only for the tests (estimator.spec.ts builds it): what the estimator answers here, as JSON on the page. */
import vectors from '../../src/estimator/fixtures/vectors.json';
import { browserPool } from '../../src/estimator/browser';
import type { Job } from '../../src/estimator/job';
import type { EstimatorPool } from '../../src/estimator/pool';
import { vectorOf } from '../../src/estimator/testing/figures';

/** What the page prints. */
export interface Answer {
  /** The figures of every job of the committed vectors, in their order. */
  readonly figures: readonly unknown[];
  /** All rows of one job by one worker and by two, as text. */
  readonly one: string;
  readonly two: string;
  readonly batches: number;
  /** From the cancel until the run was rejected, milliseconds; the reason; and pairs of a run afterwards. */
  readonly cancelled: number;
  readonly reason: string;
  readonly afterwards: number;
  /** Violations of the content security policy. */
  readonly violations: readonly string[];
}

const violations: string[] = [];
document.addEventListener('securitypolicyviolation', (event) =>
  violations.push(`${event.violatedDirective} ${event.blockedURI}`),
);

const bisect = { kind: 'pattern', pattern: 'bisectfb' } as const;

async function rows(pool: EstimatorPool) {
  const job: Job = { topology: 'tree3:16', routing: 'random:seed=3', traffic: bisect };
  const { batches } = await pool.run(job, { patterns: 2600, seed: 7n, measures: { share: true } });
  return { text: JSON.stringify(batches.map((b) => [[...b.rows.values], [...b.histogram.pairs]])), batches };
}

async function cancel(pool: EstimatorPool) {
  const long: Job = {
    topology: 'tree3:32',
    routing: 'dmodk',
    traffic: { kind: 'pattern', pattern: 'shifts' },
  };
  const abort = new AbortController();
  const request = { patterns: 1, seed: 1n };
  const running = pool.run(long, request, { signal: abort.signal }).then(
    () => 'the run ended before it was cancelled',
    (reason: unknown) => (reason instanceof Error ? reason.name : String(reason)),
  );
  await new Promise((resolve) => setTimeout(resolve, 500));
  const began = performance.now();
  abort.abort();
  const reason = await running;
  const cancelled = performance.now() - began;
  const { figures } = await pool.run({ topology: 'tree3:16', routing: 'dmodk', traffic: bisect }, request);
  return { cancelled, reason, afterwards: figures.pairs };
}

async function answer(): Promise<Answer> {
  const [one, two] = [browserPool(1), browserPool(2)];
  const figures: unknown[] = [];
  for (const { job } of vectors as { job: Job }[]) {
    const measures = { share: true, maxmin: true, hash: true };
    figures.push(vectorOf((await two.run(job, { patterns: 4, seed: 1n, measures })).batches));
  }
  const [a, b] = [await rows(one), await rows(two)];
  const ended = await cancel(one);
  return { figures, one: a.text, two: b.text, batches: b.batches.length, ...ended, violations };
}

const output = document.querySelector('output');
const print = (value: unknown) => output?.append(JSON.stringify(value));
answer().then(print, (error: unknown) => print({ error: String(error), violations }));
