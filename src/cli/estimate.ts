/** `estimate`: the congestion estimator from a terminal. The same module as in the browser. */
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { EstimatorError } from '../estimator/core';
import type { AfterCut, Job, Traffic } from '../estimator/job';
import { nodePool } from '../estimator/node';
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

function traffic(values: Values): Traffic {
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

function tables(path: string, topology: string): Uint8Array | Uint16Array {
  const bytes = readBytes(path);
  const [, hosts, switches] = /^hosts (\d+) switches (\d+)/m.exec(topology) ?? [];
  const wide = hosts !== undefined && bytes.length === 2 * Number(hosts) * Number(switches);
  return wide ? new Uint16Array(bytes.buffer) : bytes;
}

function jobOf(values: Values): Job {
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
    ...(values.lft === undefined ? {} : { tables: tables(values.lft, topology) }),
    routing: needed(values, 'routing'),
    traffic: traffic(values),
  };
}

function requestOf(values: Values): RunRequest {
  const seed = values.seed ?? '1';
  if (!/^\d+$/.test(seed)) throw new EstimatorError(`--seed needs a whole number, not "${seed}".`);
  const full = values.fast !== true;
  return {
    patterns: count(values.patterns, 'patterns', 1),
    seed: BigInt(seed),
    measures: { share: true, maxmin: full, hash: full },
    ...(values['stop-at'] === undefined ? {} : { stopAt: number(values['stop-at'], 'stop-at', 0) / 100 }),
  };
}

async function compute(values: Values): Promise<RunResult> {
  const pool = nodePool(count(values.workers, 'workers', 1));
  try {
    return await pool.run(jobOf(values), requestOf(values));
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
  const efficiency = values.efficiency?.split(',').map((part) => number(part, 'efficiency', 1));
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
