/**
 * Speed of the estimator as ratios of one run: `npx tsx bench/estimator/speed.ts [rounds [kernels|workers]]`. The plain native
 * kernel, the native build of the same code and the wasm module take turns, so that what else the machine does
 * falls on all alike; the smallest time of each over the rounds counts. The last column is the median over the rounds
 * of wasm / native, each from two runs side by side: a check on the smallest times, which a noisy machine may miss.
 */
import { spawn, spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
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
    for (const routing of ['dmodk', 'dmodk:as=table', 'random']) {
      const module = await wasm(topology, routing);
      const [plain, same, ours]: [Timing[], Timing[], Timing[]] = [[], [], []];
      const table = routing === 'dmodk:as=table' ? 'dmodk' : routing;
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
    }
  }
  program.end();
}

/** Whole jobs, their set-up in each worker included, as the app computes them: topology, routing, patterns. */
const JOBS = [
  ['frontera', 'dmodk', 1000],
  ['frontera', 'dmodk', 20_000],
  ['frontera', 'random', 1000],
  ['frontera', 'random', 5000],
  ['frontera', 'random', 20_000],
  ['pgft:20,20,20/1,20,20/1,1,1', 'random', 1000],
  ['pgft:20,20,20/1,20,20/1,1,1', 'random', 10_000],
  ['tree3:64', 'dmodk', 1000],
] as const;

interface Timed {
  readonly wall: number;
  readonly processor: number;
}

const middle = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? NaN;

/** Milliseconds of processor time that other programs have used. */
function others(): number {
  const all = cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
  const { user, system } = process.cpuUsage();
  return all - (user + system) / 1000;
}

/** One and two workers in turns: wall time, and processor time, which shows the cost of sharing the work. */
async function workers(): Promise<void> {
  console.log(
    `\nwhole jobs (set-up in each worker included), random one-way bisections: medians of ${ROUNDS} rounds in which other programs used less than 6 % of one core`,
  );
  console.log(
    'topology | routing | patterns | one worker, ms | two, ms | ratio, median of the rounds | by processor time, as on two free cores | rounds left out',
  );
  const pools = [nodePool(1), nodePool(2)];
  for (const [topology, routing, patterns] of JOBS) {
    const job = { topology, routing, traffic: { kind: 'pattern', pattern: 'bisect' } } as const;
    const timed = async (pool: EstimatorPool) => {
      const [began, used] = [performance.now(), process.cpuUsage()];
      await pool.run(job, { patterns, seed: 1n });
      const { user, system } = process.cpuUsage(used);
      return { wall: performance.now() - began, processor: (user + system) / 1000 };
    };
    const rounds: Timed[][] = [];
    let disturbed = 0;
    for (const pool of pools) await timed(pool);
    const end = performance.now() + 20_000;
    while (rounds.length < ROUNDS && performance.now() < end) {
      const [began, before] = [performance.now(), others()];
      const times = [];
      for (const pool of pools) times.push(await timed(pool));
      if (others() - before > 15 + 0.06 * (performance.now() - began)) disturbed++;
      else rounds.push(times);
    }
    const median = (of: (one: Timed, two: Timed) => number) =>
      middle(rounds.map(([one, two]) => (one && two ? of(one, two) : NaN)));
    const [one, two] = [median((a) => a.wall), median((_, b) => b.wall)];
    const ratios = [median((a, b) => a.wall / b.wall), median((a, b) => (2 * a.processor) / b.processor)];
    const milliseconds = [one, two].map((t) => t.toFixed(1)).join(' | ');
    console.log(
      `${topology} | ${routing} | ${patterns} | ${milliseconds} | ${ratios.map((r) => r.toFixed(2)).join(' | ')} | ${disturbed}`,
    );
  }
  for (const pool of pools) pool.close();
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
