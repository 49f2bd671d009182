import { gzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { unpack } from '../../../archives/unpack';
import { collect, memorySource } from '../../../testing/collect';
import {
  columnarFixture,
  columnarFixtures,
  expectColumnarLaws,
  suggestedFor,
  tryColumnarDamage,
} from '../../../testing/columnar';
import { unpackBytes } from './codecs';
import { sniffColumnar } from './open';

it('600 damaged files give right rows or a sentence, each within a second', async () => {
  await tryColumnarDamage(600, 1);
});

it.each(['zstd.parquet', 'groups.parquet', 'dictionary.arrow', 'zstd.arrows'])(
  '%s cut at any byte gives the first rows and a sentence',
  async (name) => {
    const bytes = columnarFixture(name);
    const mapping = suggestedFor(bytes);
    const read = (part: Uint8Array) => collect(memorySource('x', part), { mappingFor: () => mapping });
    const whole = (await read(bytes)).found.rows;
    const step = bytes.length > 4000 ? 41 : 11;
    for (let at = 12; at < bytes.length; at += step) {
      const { report, found } = await read(bytes.subarray(0, at));
      expect(found.rows).toEqual(whole.slice(0, found.rows.length));
      if (report.format === null) expect(report.why).toMatch(/\.$/);
      else expect([at, report.partial && report.problemCount > 0]).toEqual([at, true]);
    }
  },
);

it('any flipped bit of a page with a checksum is seen', async () => {
  const bytes = columnarFixture('checksums.parquet');
  const mapping = suggestedFor(bytes);
  const { found } = await collect(memorySource('x', bytes), { mappingFor: () => mapping });
  const right = new Set(found.rows.map(({ line, printed }) => `${line} ${printed}`));
  for (let at = 4; at < 1000; at += 7) {
    const flipped = bytes.slice();
    flipped[at] = (flipped[at] ?? 0) ^ 16;
    const got = await collect(memorySource('x', flipped), { mappingFor: () => mapping });
    for (const { line, printed } of got.found.rows) expect(right.has(`${line} ${printed}`)).toBe(true);
  }
});

describe('bombs end at once', () => {
  /** The bytes with those at the only place where `from` stands replaced. */
  const replaced = (name: string, from: readonly number[], to: readonly number[]): Uint8Array[] => {
    const bytes = columnarFixture(name);
    const text = String.fromCharCode(...bytes);
    const made: Uint8Array[] = [];
    const wanted = String.fromCharCode(...from);
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
      const one = bytes.slice();
      one.set(to, at);
      made.push(one);
    }
    return made;
  };

  it('a Parquet file in which any two bytes state a huge number', async () => {
    const mapping = suggestedFor(columnarFixture('plain.parquet'));
    // 60 rows or values as a zigzag number; −1 and others beyond what there is.
    for (const bytes of [
      ...replaced('plain.parquet', [0x78], [0xff]),
      ...replaced('snappy.parquet', [0x15, 0x78], [0x15, 0x7f]),
    ])
      await expectColumnarLaws(bytes, mapping);
  });

  it('an Arrow file that states 2^40 rows in a batch', async () => {
    const mapping = suggestedFor(columnarFixture('stream.arrows'));
    const made = replaced('stream.arrows', [60, 0, 0, 0, 0, 0, 0, 0], [60, 0, 0, 0, 0, 1, 0, 0]);
    expect(made.length).toBeGreaterThan(1);
    for (const bytes of made) await expectColumnarLaws(bytes, mapping);
    const all = made[0]?.slice() ?? new Uint8Array();
    for (let at = 0; at + 8 <= all.length; at += 4)
      if (all[at] === 60 && all.subarray(at + 1, at + 5).every((byte) => byte === 0)) all[at + 5] = 1;
    const { report } = await collect(memorySource('x', all));
    expect(report.why).toMatch(/has no rows/);
  });

  it('bytes that unpack to more than they state', () => {
    const zeros = gzipSync(new Uint8Array(50_000_000));
    expect(() => unpackBytes('gzip', zeros, 1000)).toThrow('its packed bytes are damaged');
    // A snappy literal, an LZ4 match and a Zstandard run that go on beyond the end.
    expect(() => unpackBytes('snappy', Uint8Array.of(4, 0xf8, 255, 255, 1), 4)).toThrow();
    expect(() => unpackBytes('lz4', Uint8Array.of(0x1f, 1, 1, 0, 255, 255, 255, 0), 100)).toThrow();
    expect(() =>
      unpackBytes('zstd', Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x20, 4, 0x03, 0, 0x10, 7), 4),
    ).toThrow();
  });
});

it('is read from inside an archive', async () => {
  const bytes = columnarFixture('snappy.parquet');
  const mapping = suggestedFor(bytes);
  const zip = zipSync({ 'a/results.parquet': bytes, 'b.arrows': columnarFixture('zstd.arrows') });
  const counts: number[] = [];
  for await (const unpacked of unpack({
    path: 'x.zip',
    size: zip.length,
    slice: (start, end) => memorySource('x', zip.subarray(start, end)).stream(),
  })) {
    if (unpacked.type !== 'file') throw new Error(unpacked.text);
    const { report } = await collect(unpacked.source, { mappingFor: () => mapping });
    counts.push(report.measurements);
  }
  expect(counts).toEqual([106, 106]);
});

it('an undamaged file keeps the laws', async () => {
  for (const name of columnarFixtures()) {
    const bytes = columnarFixture(name);
    if (sniffColumnar(bytes).table) await expectColumnarLaws(bytes, suggestedFor(bytes));
  }
});

it('a column that is damaged from its first rows on is told, and the file counts as incomplete', async () => {
  const bytes = columnarFixture('checksums.parquet');
  const mapping = suggestedFor(bytes);
  const whole = sniffColumnar(bytes).table;
  let seen = 0;
  for (let at = 4; at < 1000; at += 7) {
    const flipped = bytes.slice();
    flipped[at] = (flipped[at] ?? 0) ^ 16;
    const left = sniffColumnar(flipped).table;
    if (!left || left.columns.length === whole?.columns.length) continue;
    const gone = whole?.columns.find(({ name }) => !left.columns.some((one) => one.name === name))?.name;
    const { report } = await collect(memorySource('x', flipped), { mappingFor: () => mapping });
    seen++;
    expect(report.problems.map(({ text }) => text).join()).toContain(
      `The column “${gone}” is left out, as it cannot be read: `,
    );
    expect(report.partial).toBe(report.runs > 0);
  }
  expect(seen).toBeGreaterThan(0);
});
