/**
 * Speed of the estimator as ratios of one run: `npx tsx bench/estimator/speed.ts [rounds [kernels|workers]]`. The plain native
 * kernel, the native build of the same code and the wasm module take turns, so that what else the machine does
 * falls on all alike; the smallest time of each over the rounds counts. The last column is the median over the rounds
 * of wasm / native, each from two runs side by side: a check on the smallest times, which a noisy machine may miss.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createEstimator, type Estimator } from '../../src/estimator/core';
import type { EstimatorPool } from '../../src/estimator/pool';
import { rowsOf } from '../../src/estimator/result';
import { moduleBytes, nodePool } from '../../src/estimator/node';

const CASES = [
  { name: '1,024 hosts, 2 levels', topology: 'pgft:32,32/1,32/1,1', count: 300 },
  { name: '3,456 hosts, 3 levels', topology: 'tree3:24', count: 60 },
  { name: '8,000 hosts, 3 levels', topology: 'pgft:20,20,20/1,20,20/1,1,1', count: 20 },
  { name: '8,008 hosts, Frontera-like', topology: 'frontera', count: 50 },
] as const;
const ROUNDS = Number(process.argv[2] ?? 41);

/** Most that wasm may take of the plain native kernel's time, and through tables of the same code's; least that two workers gain. */
const LIMITS = { plain: 1, same: 1.3, workers: 1.8 } as const;
/** What was found beyond a limit. */
const beyond: string[] = [];

interface Timing {
  readonly nanoseconds: number;
  readonly mean: number;
}

/** Asks the native program one line at a time. */
function native(): { ask: (line: string) => Promise<Timing>; end: () => void } {
  const crate = fileURLToPath(new URL('./native', import.meta.url));
  const target = fileURLToPath(new URL('../../src/estimator/crate/target/bench', import.meta.url));
  const args = ['build', '--release', '--quiet', '--locked', '--target-dir', target];
  const built = spawnSync('cargo', args, { cwd: crate, stdio: 'inherit' });
  if (built.status !== 0) throw new Error('The native baseline could not be built; cargo is needed.');
  const child = spawn(`${target}/release/estimator-bench`, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const ask = async (line: string) => {
    child.stdin.write(`${line}\n`);
    const answer = await lines.next();
    if (answer.done) throw new Error(`The native program ended at "${line}".`);
    const [nanoseconds = 0, mean = 0] = answer.value.split(' ').map(Number);
    return { nanoseconds, mean };
  };
  return { ask, end: () => child.stdin.end() };
}

function time(estimator: Estimator, count: number): Timing {
  estimator.run(0, Math.floor(count / 4), 1n);
  const began = performance.now();
  const batch = estimator.run(0, count, 1n);
  const nanoseconds = ((performance.now() - began) * 1e6) / count;
  return {
    nanoseconds,
    mean: rowsOf([batch]).reduce((sum, row) => sum + row.sumInvC / row.pairs, 0) / count,
  };
}

async function wasm(topology: string, routing: string): Promise<Estimator> {
  const estimator = await createEstimator(moduleBytes());
  estimator.setup({ topology, routing, traffic: { kind: 'pattern', pattern: 'bisect' } });
  return estimator;
}

function least(timings: readonly Timing[]): number {
  return Math.min(...timings.map((t) => t.nanoseconds));
}

/** The median of the rounds' own ratios. */
function median(ours: readonly Timing[], other: readonly Timing[]): number {
  return middle(ours.map((t, round) => t.nanoseconds / (other[round]?.nanoseconds ?? NaN)));
}

function check(what: string, timings: readonly Timing[]): void {
  const [first] = timings;
  if (!first || timings.some((t) => Math.abs(t.mean - first.mean) > 1e-9)) {
    throw new Error(`${what}: the programs do not agree: ${timings.map((t) => t.mean).join(' ')}`);
  }
}

async function kernels(): Promise<void> {
  const program = native();
  console.log(
    `microseconds per pattern (random one-way bisection, shuffle included), least of ${ROUNDS} rounds`,
  );
  console.log(
    'case | routing | plain kernel, native | same code, native | wasm | wasm/plain | wasm/native same | its median',
  );
  for (const { name, topology, count } of CASES) {
    for (const routing of ['dmodk', 'dmodk:as=table', 'random:as=formula', 'random:as=table']) {
      const module = await wasm(topology, routing);
      const [plain, same, ours]: [Timing[], Timing[], Timing[]] = [[], [], []];
      const [table] = routing.split(':');
      for (let round = 0; round < ROUNDS; round++) {
        plain.push(await program.ask(`baseline ${topology} ${table} ${count}`));
        same.push(await program.ask(`same ${topology} ${routing} ${count}`));
        ours.push(time(module, count));
      }
      const control = await program.ask(`check ${topology} ${table} ${count}`);
      check(`${name} ${routing}`, [control, ...same, ...ours]);
      const [p, s, w] = [least(plain), least(same), least(ours)];
      const micro = [p, s, w].map((t) => (t / 1000).toFixed(1)).join(' | ');
      const ratios = [w / p, w / s, median(ours, same)].map((r) => r.toFixed(2)).join(' | ');
      console.log(`${name} | ${routing} | ${micro} | ${ratios}`);
      if (w / p > LIMITS.plain) beyond.push(`${name}, ${routing}: ${(w / p).toFixed(2)} of the plain kernel`);
      if (routing.endsWith('table') && w / s > LIMITS.same)
        beyond.push(`${name}, ${routing}: ${(w / s).toFixed(2)} of the same code`);
    }
  }
  program.end();
}

/** Whole jobs, their set-up in each worker included, as the app computes them: topology, routing, patterns. */
const JOBS = [
  ['frontera', 'dmodk', 1000],
  ['frontera', 'dmodk', 20_000],
  ['frontera', 'random', 1000],
  ['frontera', 'random', 20_000],
  ['pgft:20,20,20/1,20,20/1,1,1', 'random', 1000],
  ['pgft:20,20,20/1,20,20/1,1,1', 'random', 10_000],
  ['pgft:20,20,20/1,20,20/1,1,1', 'minhop', 1000],
  ['pgft:20,20,20/1,20,20/1,1,1', 'minhop', 10_000],
  ['tree3:64', 'dmodk', 1000],
  ['tree3:64', 'random', 1000],
] as const;

const middle = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? NaN;

/**
 * One and two workers in turns, beside one and two native threads that do the same job and share nothing: how much of a second core
 * the machine gives at all, its shared cache included.
 */
async function workers(): Promise<void> {
  console.log(
    `\nwhole jobs (set-up in each worker included), random one-way bisections: medians of ${ROUNDS} rounds; the last column of the rounds in which two native threads were at least ${LIMITS.workers} times as fast as one`,
  );
  console.log(
    'topology | routing | patterns | one worker, ms | two workers, ms | one / two | native threads, one / two | workers over native threads | one / two where both cores were free',
  );
  const program = native();
  const [single, double] = [nodePool(1), nodePool(2)];
  for (const [topology, routing, patterns] of JOBS) {
    const job = { topology, routing, traffic: { kind: 'pattern', pattern: 'bisect' } } as const;
    const timed = async (pool: EstimatorPool) => {
      const began = performance.now();
      await pool.run(job, { patterns, seed: 1n });
      return performance.now() - began;
    };
    const nativeJob = async (threads: string) =>
      (await program.ask(`${threads} ${topology} ${routing} ${patterns}`)).nanoseconds;
    for (const pool of [single, double]) await timed(pool);
    const rounds: { one: number; two: number; ours: number; control: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const control = (await nativeJob('one')) / (await nativeJob('two'));
      const [one, two] = [await timed(single), await timed(double)];
      rounds.push({ one, two, ours: one / two, control });
    }
    const times = [middle(rounds.map(({ one }) => one)), middle(rounds.map(({ two }) => two))];
    const free = rounds.filter(({ control }) => control >= LIMITS.workers);
    const ratios = [
      middle(rounds.map(({ ours }) => ours)),
      middle(rounds.map(({ control }) => control)),
      middle(rounds.map(({ ours, control }) => ours / control)),
    ];
    const figures = [...times.map((t) => t.toFixed(1)), ...ratios.map((r) => r.toFixed(2))].join(' | ');
    const best = free.length > 0 ? middle(free.map(({ ours }) => ours)).toFixed(2) : 'none';
    const [ours = NaN, control = NaN] = ratios;
    // Where native threads do not reach it either, the machine does not give it.
    if (ours < Math.min(LIMITS.workers, control))
      beyond.push(`${topology}, ${routing}, ${patterns} patterns: two workers ${ours.toFixed(2)}`);
    console.log(`${topology} | ${routing} | ${patterns} | ${figures} | ${best} (${free.length} rounds)`);
  }
  program.end();
  for (const pool of [single, double]) pool.close();
}

async function large(): Promise<void> {
  const began = performance.now();
  const estimator = await wasm('tree3:64', 'dmodk');
  const ready = performance.now();
  const { nanoseconds, mean } = time(estimator, 20);
  console.log(
    `\n65,536 hosts, 3 levels of 64 ports, D-mod-K: set up in ${(ready - began).toFixed(0)} ms, ${(nanoseconds / 1e6).toFixed(2)} ms per pattern, mean 1/c ${mean.toFixed(4)}, module memory ${(estimator.memory() / 2 ** 20).toFixed(0)} MiB, process ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MiB`,
  );
}

const part = process.argv[3];
if (part !== 'workers') {
  await kernels();
  await large();
}
if (part !== 'kernels') await workers();
console.log(beyond.length === 0 ? '\nAll within the limits.' : `\nBeyond the limits:\n${beyond.join('\n')}`);
process.exitCode = beyond.length === 0 ? 0 : 1;
