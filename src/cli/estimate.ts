/** `estimate`: the congestion estimator from a terminal. The same module as in the browser. */
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { createEstimator, EstimatorError } from '../estimator/core';
import type { AfterCut, Job, Tables, Traffic } from '../estimator/job';
import { moduleBytes, nodePool } from '../estimator/node';
import type { RunRequest } from '../estimator/plan';
import type { RunResult } from '../estimator/pool';
import { json, text } from '../estimator/report';

const USAGE = `estimate: what bandwidth a fabric with a routing gives to a traffic

  --topology SPEC|FILE  pgft:4,4,8/1,2,4/1,2,2 · kary:4,3 · tree2:36 · tree3:24 · frontera · torus:4x4x4 ·
                        dragonfly:4,8,4 · …, or a fabric1 file (plain or .gz)
  --routing R           lft · dmodk · smodk · random · minhop · updn · dor · min · ecmp · greedy · spray · …
  --lft FILE            forwarding tables for --routing lft: u8 (or u16) ports, switch by switch
  --pattern P           bisect (one way) · bisectfb (both ways) · perm · rring · shift:4 · rotate · alltoall · …
  --pairs FILE          lines "phase source destination" instead of a pattern
  --matrix FILE         lines "source destination bytes" in ranks, all at once; --ranks-per-host K
  --placement P         order · random · scattered · packed · list:3,1,2;  --ranks N
  --cut SPEC            link:E · switch:N · random:K · switches:K, joined by +;  --after stale|reroute|recover
  --patterns N          number of random patterns (default 1);  --stop-at PERCENT
  --seed S              0 to 2^64 − 1 (default 1)
  --efficiency LIST     part of the fair share that 1, 2, 3 … flows get, such as 1,0.896,0.866,0.852
  --workers N           worker threads (default 1);  --fast leaves out max-min rates and hashes
  --json                one line of JSON

All specifications are explained in docs/estimator.md.`;

const OPTIONS = {
  topology: { type: 'string' },
  lft: { type: 'string' },
  routing: { type: 'string' },
  pattern: { type: 'string' },
  pairs: { type: 'string' },
  matrix: { type: 'string' },
  'ranks-per-host': { type: 'string' },
  placement: { type: 'string' },
  ranks: { type: 'string' },
  cut: { type: 'string' },
  after: { type: 'string' },
  patterns: { type: 'string' },
  'stop-at': { type: 'string' },
  seed: { type: 'string' },
  efficiency: { type: 'string' },
  workers: { type: 'string' },
  fast: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

function needed(values: Values, name: 'topology' | 'routing'): string {
  const value = values[name];
  if (value === undefined) throw new EstimatorError(`--${name} is missing. --help shows what can be given.`);
  return value;
}

function readBytes(path: string): Uint8Array<ArrayBuffer> {
  try {
    const bytes = new Uint8Array(readFileSync(path));
    return bytes[0] === 0x1f && bytes[1] === 0x8b ? new Uint8Array(gunzipSync(bytes)) : bytes;
  } catch (error) {
    if (!existsSync(path)) throw new EstimatorError(`There is no file ${path}.`);
    const reason = error instanceof Error ? error.message : String(error);
    throw new EstimatorError(`The file ${path} cannot be read: ${reason}.`);
  }
}

function readText(path: string): string {
  return new TextDecoder().decode(readBytes(path));
}

function number(value: string | undefined, name: string, fallback: number): number {
  if (value === undefined) return fallback;
  const parsed = Number(value);
  if (value.trim() === '' || !Number.isFinite(parsed) || parsed < 0) {
    throw new EstimatorError(`--${name} needs a number that is not negative, not "${value}".`);
  }
  return parsed;
}

function count(value: string | undefined, name: string, fallback: number): number {
  const parsed = number(value, name, fallback);
  if (!Number.isInteger(parsed)) throw new EstimatorError(`--${name} needs a whole number, not ${parsed}.`);
  return parsed;
}

/** Refuses what would be left out in silence. `pairs` or `matrix` as a pattern only names what the file holds. */
function checkTraffic(values: Values): void {
  const named = values.pattern !== 'pairs' && values.pattern !== 'matrix';
  const given = (['pattern', 'pairs', 'matrix'] as const).filter(
    (kind) => values[kind] !== undefined && (kind !== 'pattern' || named),
  );
  if (given.length > 1) {
    throw new EstimatorError(
      `Give --${given[0]} or --${given[1]}, not both: there is one traffic at a time.`,
    );
  }
  if (values.ranks !== undefined && values.pattern === undefined) {
    throw new EstimatorError(
      '--ranks goes with --pattern; a file of pairs or a matrix says its ranks itself.',
    );
  }
  if (values['ranks-per-host'] !== undefined && values.matrix === undefined) {
    throw new EstimatorError(
      '--ranks-per-host goes with --matrix; in patterns and pairs a host has one rank.',
    );
  }
}

function traffic(values: Values): Traffic {
  checkTraffic(values);
  const { placement } = values;
  const placed = placement === undefined ? {} : { placement };
  if (values.pairs !== undefined) return { kind: 'pairs', text: readText(values.pairs), ...placed };
  if (values.matrix !== undefined) {
    const ranksPerHost = count(values['ranks-per-host'], 'ranks-per-host', 1);
    return { kind: 'matrix', text: readText(values.matrix), ranksPerHost, ...placed };
  }
  if (values.pattern === undefined) {
    throw new EstimatorError('Give a traffic: --pattern, --pairs or --matrix. --help shows the patterns.');
  }
  const ranks = values.ranks === undefined ? {} : { ranks: count(values.ranks, 'ranks', 0) };
  return { kind: 'pattern', pattern: values.pattern, ...ranks, ...placed };
}

/** Tables of one or two bytes per port, told apart by their size. */
async function tables(path: string, topology: string, routing: string): Promise<Tables> {
  const bytes = readBytes(path);
  const estimator = await createEstimator(moduleBytes());
  estimator.setFabric(topology);
  const { hosts, switches } = estimator.fabric();
  const columns = hosts * 2 ** Number(/:\s*lmc=([0-7])\b/.exec(routing)?.[1] ?? 0);
  return bytes.length === 2 * columns * switches ? new Uint16Array(bytes.buffer) : bytes;
}

async function jobOf(values: Values): Promise<Job> {
  const named = needed(values, 'topology');
  const topology = existsSync(named) || /\.(txt|gz)$/.test(named) ? readText(named) : named;
  const after = (values.after ?? 'stale') as AfterCut;
  if (values.after !== undefined && values.cut === undefined) {
    throw new EstimatorError('--after says what happens after a --cut, but no --cut was given.');
  }
  if (values.lft !== undefined && !/^lft\b/.test(needed(values, 'routing'))) {
    throw new EstimatorError('--lft gives tables, but --routing is not lft; the tables would not be used.');
  }
  return {
    topology,
    ...(values.cut === undefined ? {} : { cut: { what: values.cut, after } }),
    ...(values.lft === undefined ? {} : { tables: await tables(values.lft, topology, values.routing ?? '') }),
    routing: needed(values, 'routing'),
    traffic: traffic(values),
  };
}

function requestOf(values: Values): RunRequest {
  const seed = values.seed ?? '1';
  if (!/^\d+$/.test(seed)) throw new EstimatorError(`--seed needs a whole number, not "${seed}".`);
  const stopAt = values['stop-at'] === undefined ? undefined : number(values['stop-at'], 'stop-at', 0);
  if (stopAt === 0) throw new EstimatorError('--stop-at needs a percentage above 0.');
  const full = values.fast !== true;
  return {
    patterns: count(values.patterns, 'patterns', 1),
    seed: BigInt(seed),
    measures: { share: true, maxmin: full, hash: full },
    ...(stopAt === undefined ? {} : { stopAt: stopAt / 100 }),
  };
}

async function compute(values: Values): Promise<RunResult> {
  const workers = count(values.workers, 'workers', 1);
  if (workers < 1 || workers > 256) throw new EstimatorError(`--workers needs 1 to 256, not ${workers}.`);
  const [job, request] = [await jobOf(values), requestOf(values)];
  const pool = nodePool(workers);
  try {
    return await pool.run(job, request);
  } finally {
    pool.close();
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const efficiency = values.efficiency?.split(',').map((part) => {
    const value = number(part, 'efficiency', 1);
    if (value > 1) throw new EstimatorError(`--efficiency needs parts from 0 to 1, not "${part}".`);
    return value;
  });
  const question = {
    topology: needed(values, 'topology'),
    routing: needed(values, 'routing'),
    pattern: values.pattern ?? (values.pairs === undefined ? 'matrix' : 'pairs'),
    seed: values.seed ?? '1',
    ...(efficiency ? { efficiency } : {}),
  };
  const result = await compute(values);
  console.log(values.json ? json(question, result) : text(question, result));
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
