import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { encodingOf, LineSplitter, withoutEscapes } from '../formats/text/lines';
import { collect, memorySource } from './collect';
import { dataDir, dataFiles } from './data';
import { FIXTURES, fixtureBytes } from './fixtures';
import { seeded } from './formats';
import { type Material, mutate } from './mutate';

/** A file that is damaged in the trials, and where it is from. */
export interface Original {
  name: string;
  bytes: Uint8Array;
}

/** Largest file that takes part: what breaks a reader is small. */
const LARGEST = 64 * 1024;

/**
 * Every fixture of every format, so that a new format takes part by its fixtures alone, the sample data in JSON, and
 * where the data is present many of its files, drawn with a fixed seed from all folders.
 */
export function originals(): Original[] {
  const fixtures = [...FIXTURES.keys()].map((name) => ({
    name,
    bytes: fixtureBytes(name).subarray(0, LARGEST),
  }));
  const samples = below(join(import.meta.dirname, '../../sample-data'), /\.json$/);
  return [...fixtures, ...samples, ...realFiles(200)];
}

/** The files below a folder whose names fit. */
function below(folder: string, fits: RegExp): Original[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => fits.test(name) && statSync(join(folder, name)).isFile())
    .sort()
    .map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(folder, name))).subarray(0, LARGEST) }));
}

function realFiles(limit: number): Original[] {
  const root = dataDir();
  if (!root) return [];
  const byFolder = new Map<string, string[]>();
  for (const file of [...dataFiles('real'), ...dataFiles('generated')]) {
    const key = file.split('/').slice(0, 2).join('/');
    const list = byFolder.get(key) ?? [];
    byFolder.set(key, [...list, file]);
  }
  const random = seeded(20);
  const share = Math.ceil(limit / byFolder.size);
  return [...byFolder.values()].flatMap((files) =>
    files
      .map((name) => ({ name, order: random() }))
      .sort((a, b) => a.order - b.order)
      .slice(0, share)
      .map(({ name }) => {
        const packed = readFileSync(join(root, name));
        const bytes = name.endsWith('.gz') ? gunzipSync(packed) : packed;
        return { name, bytes: new Uint8Array(bytes.subarray(0, LARGEST)) };
      }),
  );
}

const NOISE = [
  '',
  '+ srun -n 8 ./a.out',
  'slurmstepd: error: *** JOB 1 ON n1 CANCELLED AT 2026-01-01T00:00:00 DUE TO TIME LIMIT ***',
  '[1780687025.708549] [n1:8:0] ucp_context.c:2339 UCX  WARN  something',
  'n1:8:9 [0] NCCL INFO Connected NVLS tree',
  '-'.repeat(75),
  'MPI_ABORT was invoked on rank 0 in communicator MPI_COMM_WORLD',
  'SECRET=1',
  'real 0m1.5s',
  '1 2 3',
  '16 1.0',
];

/** Lines between results: our own, and where the data is present such as stand in its job logs. */
export function noiseLines(files: readonly Original[]): string[] {
  const logs = files.filter(({ name }) => name.startsWith('real/osu/') || name.startsWith('real/imb/'));
  return [...NOISE, ...logs.flatMap(({ bytes }) => new TextDecoder().decode(bytes).split('\n').slice(0, 12))];
}

/** Longest time in ms that one damaged file may take, with room for a busy machine. */
const TIME_LIMIT = 1000;

/**
 * Reads one damaged file and expects what holds for any text: no exception, an end within a second, every line in
 * exactly one class, every number printed on its line and converted by the factor of its series, runs where there are
 * numbers.
 */
export async function expectLaws(bytes: Uint8Array): Promise<void> {
  const began = performance.now();
  const { report, found } = await collect(memorySource('x', bytes, 4096));
  expect(performance.now() - began).toBeLessThan(TIME_LIMIT);
  const { total, understood, skipped, unknown } = report.lines;
  expect(understood + skipped + unknown).toBe(total);
  const lines = linesOf(bytes);
  // A binary file is given up unread.
  const binary = report.format === null && report.why.includes('binary file');
  if (!binary) expect(total).toBe(lines.length);
  expect(report.measurements).toBe(found.rows.length);
  expect(report.runs).toBe(found.runs.length);
  if (found.rows.length > 0) expect(found.runs.length).toBeGreaterThan(0);
  for (const { series, value, printed, line, bytes: size } of found.rows) {
    const factor = found.allSeries[series]?.factor ?? NaN;
    expect([
      printed,
      Number.isFinite(value),
      Math.abs(value - Number(printed) * factor) <= 1e-12 * Math.abs(value),
    ]).toEqual([printed, true, true]);
    if (!lines[line - 1]?.includes(printed)) expect([line, lines[line - 1]]).toEqual([line, printed]);
    if (size !== null && !(Number.isSafeInteger(size) && size >= 0))
      expect(size).toBe('a whole number of bytes');
  }
  for (const { line, status, reason, started } of found.runs) {
    expect(line >= 1 && line <= total).toBe(true);
    expect(reason === null).toBe(status === 'complete');
    if (started !== null) expect(Number.isNaN(Date.parse(started))).toBe(false);
  }
  for (const { line } of [...found.nodes, ...found.links, ...found.ports, ...found.tables, ...found.counters])
    expect(line >= 1 && line <= total).toBe(true);
  for (const { aPort, bPort } of found.links) expect(aPort >= 1 && bPort >= 1).toBe(true);
  for (const { value } of found.counters) expect(Number.isFinite(value)).toBe(true);
  for (const { line } of report.problems) expect(line >= 0 && line <= total).toBe(true);
}

/** The lines of a file, decoded and split once more, as people would count them. */
function linesOf(bytes: Uint8Array): string[] {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  const lines: string[] = [];
  const splitter = new LineSplitter(
    (line) => lines.push(withoutEscapes(line)),
    text.includes('\r') && !text.includes('\n') ? '\r' : '\n',
  );
  splitter.push(text);
  splitter.end();
  return lines;
}

/** Damages files `count` times, beginning at a seed, and expects the laws of each; a failure says how to repeat it. */
export async function tryMutations(count: number, firstSeed: number): Promise<void> {
  const files = originals();
  const noise = noiseLines(files);
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const random = seeded(seed * 7 + 1);
    const draw = (): Original | undefined => files[Math.floor(random() * files.length)];
    const original = draw();
    const material: Material = { noise, other: draw()?.bytes ?? new Uint8Array() };
    if (!original) throw new Error('there are no files to damage');
    try {
      await expectLaws(mutate(original.bytes, seed, material));
    } catch (error) {
      throw new Error(`seed ${seed}, ${original.name}`, { cause: error });
    }
  }
}
