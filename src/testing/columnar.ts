import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { sniffColumnar } from '../formats/tables/columnar/open';
import type { Mapping } from '../formats/tables/mapping';
import { suggestMapping } from '../formats/tables/suggest';
import { collect, memorySource } from './collect';
import { seeded } from './formats';

const FOLDER = join(import.meta.dirname, '../formats/tables/columnar/fixtures');

/** The bytes of a Parquet or Arrow file made for the tests. */
export function columnarFixture(name: string): Uint8Array {
  return new Uint8Array(readFileSync(join(FOLDER, name)));
}

/** The names of all such files. */
export function columnarFixtures(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => /\.(?:parquet|arrows?|feather)$/.test(name))
    .sort();
}

/** The mapping that is suggested for a table that can be read. */
export function suggestedFor(bytes: Uint8Array): Mapping {
  const found = sniffColumnar(bytes);
  if (!found.table) throw new Error(found.why);
  return suggestMapping(found.table).mapping;
}

/** Longest time in ms that one damaged file may take, with room for a busy machine. */
const TIME_LIMIT = 1000;

/**
 * Reads a file stored column by column, whole or damaged, and expects what holds for any: no exception, an end within a
 * second, each row in exactly one class, numbers that are what is printed, and a sentence where nothing is read.
 */
export async function expectColumnarLaws(bytes: Uint8Array, mapping: Mapping): Promise<number> {
  const began = performance.now();
  const { report, found } = await collect(memorySource('x', bytes, 4096), { mappingFor: () => mapping });
  expect(performance.now() - began).toBeLessThan(TIME_LIMIT);
  const { total, understood, skipped, unknown } = report.lines;
  expect(understood + skipped + unknown).toBe(total);
  expect(report.measurements).toBe(found.rows.length);
  expect(report.runs).toBe(found.runs.length);
  for (const { series, value, printed, line } of found.rows) {
    const exact = Number(printed) * (found.allSeries[series]?.factor ?? Number.NaN);
    if (!(Number.isFinite(value) && Math.abs(value - exact) <= 1e-12 * Math.abs(exact)))
      expect([line, printed, value]).toEqual([line, printed, exact]);
    if (line < 1 || line > total) expect(line).toBeLessThanOrEqual(total);
  }
  for (const { line } of report.problems) expect(line >= 0 && line <= total).toBe(true);
  if (unknown > 0) expect(report.problemCount).toBeGreaterThan(0);
  if (report.format === null) expect(report.why === '' ? bytes.length : report.why).not.toBe(bytes.length);
  return report.measurements;
}

/** Flips bits, or changes a stretch, or cuts: the damage of one seed. */
export function damagedBytes(bytes: Uint8Array, seed: number): Uint8Array {
  const random = seeded(seed * 13 + 5);
  const below = (end: number) => Math.floor(random() * end);
  const kind = random();
  if (kind < 0.15) return bytes.slice(0, below(bytes.length));
  const damaged = bytes.slice();
  // Most damage goes to the ends, where the descriptions stand.
  const place = () =>
    random() < 0.5 ? below(bytes.length) : bytes.length - 1 - below(Math.min(600, bytes.length));
  const changes = 1 + below(kind < 0.7 ? 3 : 40);
  for (let i = 0; i < changes; i++) {
    const at = place();
    damaged[at] = kind < 0.85 ? (damaged[at] ?? 0) ^ (1 << below(8)) : ([0, 255, 127, 128][below(4)] ?? 0);
  }
  return damaged;
}

/** Damages the files in turn, `count` times from a seed on, and expects the laws of each. */
export async function tryColumnarDamage(count: number, firstSeed: number): Promise<void> {
  const files = columnarFixtures()
    .map((name) => ({ name, bytes: columnarFixture(name) }))
    .filter(({ bytes }) => sniffColumnar(bytes).table !== null)
    .map((file) => ({ ...file, mapping: suggestedFor(file.bytes) }));
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const file = files[seed % files.length];
    if (!file) throw new Error('there are no files to damage');
    try {
      await expectColumnarLaws(damagedBytes(file.bytes, seed), file.mapping);
    } catch (error) {
      throw new Error(`seed ${seed}, ${file.name}`, { cause: error });
    }
  }
}
