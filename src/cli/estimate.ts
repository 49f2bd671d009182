/** `estimate`: the congestion estimator from a terminal. The same module as in the browser. */
import { existsSync } from 'node:fs';
import { EstimatorError } from '../estimator/core';
import type { AfterCut, FabricGraph, Job, TrafficSpec } from '../estimator/job';
import { nodePool } from '../estimator/node';
import type { RunRequest } from '../estimator/plan';
import type { RunResult } from '../estimator/pool';
import { Recorder } from '../estimator/recorder';
import { json, text, type EstimateInputs } from '../estimator/report';
import { MOST_LIST, readFabric, readTables, readText, writeLinks } from './estimateFiles';
import {
  checkTraffic,
  count,
  efficiencyOf,
  needed,
  readOptions,
  seedOf,
  stopAtOf,
  USAGE,
  type Values,
} from './estimateOptions';

function trafficOf(values: Values): TrafficSpec {
  checkTraffic(values);
  const { placement } = values;
  const placed = placement === undefined ? {} : { placement };
  if (values.pairs !== undefined) {
    return { kind: 'pairs', text: readText(values.pairs, MOST_LIST, 'a list of pairs'), ...placed };
  }
  if (values.matrix !== undefined) {
    const ranksPerHost = count(values['ranks-per-host'], 'ranks-per-host', 1);
    return { kind: 'matrix', text: readText(values.matrix, MOST_LIST, 'a matrix'), ranksPerHost, ...placed };
  }
  if (values.pattern === undefined) {
    throw new EstimatorError('Give a traffic: --pattern, --pairs or --matrix. --help shows the patterns.');
  }
  const ranks = values.ranks === undefined ? {} : { ranks: count(values.ranks, 'ranks', 0) };
  return { kind: 'pattern', pattern: values.pattern, ...ranks, ...placed };
}

const isFile = (named: string): boolean => existsSync(named) || /\.(txt|gz)$/.test(named);

async function jobOf(values: Values): Promise<Job> {
  const [named, routing] = [needed(values, 'topology'), needed(values, 'routing')];
  if (values.after !== undefined && values.cut === undefined) {
    throw new EstimatorError('--after says what happens after a --cut, but no --cut was given.');
  }
  if (values.lft !== undefined && !/^\s*lft\b/i.test(routing)) {
    throw new EstimatorError('--lft gives tables, but --routing is not lft; the tables would not be used.');
  }
  const traffic = trafficOf(values);
  const topology = isFile(named) ? readFabric(named) : named;
  const after = (values.after ?? 'stale') as AfterCut;
  return {
    topology,
    ...(values.cut === undefined ? {} : { cut: { what: values.cut, after } }),
    ...(values.lft === undefined ? {} : { tables: await readTables(values.lft, topology, routing) }),
    routing,
    traffic,
  };
}

/** What is computed, and what the answer says was asked. */
function asked(values: Values, traffic: TrafficSpec): { request: RunRequest; question: EstimateInputs } {
  const [stopAt, seed, fast] = [stopAtOf(values), seedOf(values), values.fast === true];
  const patterns = count(values.patterns, 'patterns', 1);
  return {
    request: {
      patterns,
      seed: BigInt(seed),
      measures: { share: true, maxmin: !fast, hash: !fast, links: values.links !== undefined },
      ...(stopAt === null ? {} : { stopAt: stopAt / 100 }),
    },
    question: {
      topology: needed(values, 'topology'),
      routing: needed(values, 'routing'),
      traffic: traffic.kind === 'pattern' ? traffic.pattern : traffic.kind,
      ...{ seed, patterns, stopAt, fast },
      efficiency: efficiencyOf(values),
    },
  };
}

interface Answer {
  readonly result: RunResult;
  readonly recorder: Recorder;
  readonly fabric: FabricGraph | null;
}

async function compute(job: Job, request: RunRequest, workers: number): Promise<Answer> {
  const recorder = new Recorder(request.measures?.hash === true);
  const pool = nodePool(workers);
  let fabric: FabricGraph | null = null;
  try {
    const result = await pool.run(job, request, {
      onBatch: (batch) => recorder.add(batch),
      ...(process.stderr.isTTY ? { onProgress: tellProgress } : {}),
      ...(request.measures?.links ? { onFabric: (drawn) => (fabric = drawn) } : {}),
    });
    return { result, recorder, fabric };
  } finally {
    pool.close();
  }
}

/** Writes over one line of the terminal how far the run is, and takes it away at the end. */
function tellProgress(done: number, of: number): void {
  const text = `${done.toLocaleString('en')} of ${of.toLocaleString('en')} patterns`;
  process.stderr.write(done < of ? `\r${text}` : `\r${' '.repeat(text.length)}\r`);
}

/** Names the file that holds the refused part of the question. */
function inFile(error: unknown, { topology, pairs, matrix }: Values): unknown {
  if (!(error instanceof EstimatorError)) return error;
  const fabric = topology !== undefined && isFile(topology) ? topology : undefined;
  const file = { topology: fabric, traffic: pairs ?? matrix, cut: undefined, routing: undefined }[
    error.part ?? 'cut'
  ];
  return file === undefined ? error : new EstimatorError(`${file}: ${error.message}`, error.part);
}

async function run(args: readonly string[]): Promise<void> {
  const values = readOptions(args);
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const workers = count(values.workers, 'workers', 1);
  if (workers < 1 || workers > 256) throw new EstimatorError(`--workers needs 1 to 256, not ${workers}.`);
  const job = await jobOf(values);
  const { request, question } = asked(values, job.traffic);
  const { result, recorder, fabric } = await compute(job, request, workers).catch((error: unknown) => {
    throw inFile(error, values);
  });
  console.log(values.json ? json(question, result, recorder) : text(question, result, recorder));
  const links = recorder.links();
  if (values.links !== undefined && fabric && links) {
    writeLinks(values.links, fabric, links, result.figures.phases);
  }
}

/** Runs the command; resolves to its exit code. */
export async function estimate(args: readonly string[]): Promise<number> {
  try {
    await run(args);
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  }
}
