/**
 * This project's Parquet reader against hyparquet, bare and with its description checked first, on damaged and on large
 * files: `npm i --no-save hyparquet hyparquet-compressors`, then `npx tsx bench/columnar/peer.ts [DAMAGED] [LARGE_FILE]`.
 * It prints how many damaged files gave the right rows, an error, wrong rows in silence, no end within five seconds, or
 * the end of the process (memory); and times and peak memory of a large file.
 */
import { readFileSync } from 'node:fs';
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { columnarFixture, columnarFixtures, damagedBytes } from '../../src/testing/columnar';
import type { Outcome, Task } from './read';

const LIMIT = 5_000;
const READERS: readonly Task['reader'][] = ['own', 'hyparquet', 'hyparquet bounded'];

type End = Outcome | 'no end' | 'process died';

let child: ChildProcess | null = null;

function start(): ChildProcess {
  return fork(fileURLToPath(new URL('./read.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx', '--max-old-space-size=2048'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** Reads one file; the process is replaced when it does not answer within `limit` ms, or dies. */
function read(task: Task, limit: number): Promise<{ end: End; ms: number }> {
  const process = (child ??= start());
  const began = performance.now();
  return new Promise((resolve) => {
    const finish = (end: End) => {
      clearTimeout(timer);
      process.removeAllListeners();
      if (typeof end === 'string') {
        process.kill('SIGKILL');
        child = null;
      }
      resolve({ end, ms: performance.now() - began });
    };
    const timer = setTimeout(() => finish('no end'), limit);
    process.once('message', (outcome: Outcome) => finish(outcome));
    process.once('exit', () => finish('process died'));
    process.send(task);
  });
}

/** What became of one damaged file, against the rows of the whole one. */
function classOf(end: End, whole: readonly string[]): string {
  if (typeof end === 'string') return end;
  if ('error' in end) return 'error';
  if (!('rows' in end)) return 'error';
  const right = end.rows.every((row, at) => row === whole[at]);
  if (!right) return 'wrong rows in silence';
  return end.rows.length === whole.length ? 'all rows right' : 'fewer rows in silence';
}

const [count = '300', large] = process.argv.slice(2);
const names = columnarFixtures().filter(
  (name) => name.endsWith('.parquet') && !/brotli|checksums/.test(name),
);
for (const reader of READERS) {
  const found = new Map<string, number>();
  for (let seed = 0; seed < Number(count); seed++) {
    const name = names[seed % names.length] ?? '';
    const bytes = columnarFixture(name);
    const { end } = await read({ bytes, reader, texts: true }, 30_000);
    if (typeof end === 'string' || !('rows' in end)) continue;
    const damaged = await read({ bytes: damagedBytes(bytes, seed), reader, texts: true }, LIMIT);
    const kind = classOf(damaged.end, end.rows);
    found.set(kind, (found.get(kind) ?? 0) + 1);
  }
  process.stdout.write(`${reader}: ${[...found].map(([kind, n]) => `${kind} ${n}`).join(', ')}\n`);
}
if (large !== undefined)
  for (const reader of READERS) {
    const { end, ms } = await read(
      { bytes: new Uint8Array(readFileSync(large)), reader, texts: false },
      600_000,
    );
    const said = typeof end === 'string' ? end : JSON.stringify(end);
    process.stdout.write(`${reader}: ${said} in ${(ms / 1000).toFixed(1)} s\n`);
  }
(child as ChildProcess | null)?.kill();
