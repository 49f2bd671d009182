import { describe, expect, it } from 'vitest';
import { collect, memorySource } from '../../../testing/collect';
import { columnarFixture, columnarFixtures, suggestedFor } from '../../../testing/columnar';
import type { Mapping } from '../mapping';
import { columnarKind, openColumnar, sniffColumnar } from './open';

/** All cells of a file, a line of CSV for each row. */
function cellsOf(bytes: Uint8Array): string[] {
  const { columns, stretches } = openColumnar(bytes);
  const header = columns.map(({ name }) => name).join(',');
  return [
    header,
    ...stretches.flatMap((stretch) => {
      const next = columns.map((_, at) => stretch.column(at));
      return Array.from({ length: stretch.rows }, () => next.map((cell) => cell()).join(','));
    }),
  ];
}

/** The columns of a file that are read, and the texts of the first of its rows. */
function columnsOf(name: string): Record<string, string[]> {
  const { columns, stretches } = openColumnar(columnarFixture(name));
  const [stretch] = stretches;
  return Object.fromEntries(
    columns
      .map(({ name, unread }, at) => ({ name, unread, at }))
      .filter(({ unread }) => unread === null)
      .map(({ name, at }) => {
        const next = stretch?.column(at);
        return [name, Array.from({ length: stretch?.rows ?? 0 }, () => next?.() ?? '')];
      }),
  );
}

const expected = new TextDecoder().decode(columnarFixture('expected.csv')).trimEnd().split('\n');
const OTHER = /^(?:types|int96|empty|brotli|constant)/;
const same = columnarFixtures().filter((name) => !OTHER.test(name));

const read = (bytes: Uint8Array, mapping: Mapping | null, path = 'some.file') =>
  collect(memorySource(path, bytes), { mappingFor: () => mapping });

describe('the same table in every way of writing', () => {
  it.each(same)('%s gives every cell', (name) => {
    expect(cellsOf(columnarFixture(name))).toEqual(expected);
  });

  it('gives the numbers that the table gives as CSV', async () => {
    const text = columnarFixture('expected.csv');
    const parquet = columnarFixture('zstd.parquet');
    const mapping = suggestedFor(parquet);
    const asText = await read(text, mapping);
    const numbers = ({ found }: Awaited<ReturnType<typeof read>>, before: number) =>
      found.rows.map(({ line, bytes, statistic, printed, value }) => [
        line - before,
        bytes,
        statistic,
        printed,
        value,
      ]);
    expect(asText.found.rows.length).toBe(106);
    for (const name of same) {
      const stored = await read(columnarFixture(name), mapping);
      expect([name, numbers(stored, 0)]).toEqual([name, numbers(asText, 1)]);
      expect(stored.found.allSeries).toEqual(asText.found.allSeries);
      expect(stored.report.lines).toEqual({ total: 60, understood: 60, skipped: 0, unknown: 0 });
      expect(stored.report.statuses).toEqual(asText.report.statuses);
    }
  });
});

it('goes by the names of columns as mappings do, without capitals, blanks and underscores', async () => {
  const bytes = columnarFixture('lz4.arrow');
  const mapping = suggestedFor(bytes);
  const spelled = mapping.columns.map((one) => ({
    ...one,
    column: one.column.toUpperCase().replaceAll('_', ' '),
  }));
  const right = await read(bytes, mapping);
  const other = await read(bytes, { ...mapping, columns: spelled });
  expect(other.found.rows).toEqual(right.found.rows);
  expect(other.found.rows.length).toBe(106);
});

it('keeps the cells that are used of each row, without hosts', async () => {
  const bytes = columnarFixture('groups.parquet');
  const mapping = suggestedFor(bytes);
  const columns = mapping.columns.map((one) =>
    one.column === 'test' ? { column: 'test', role: 'host' as const } : one,
  );
  const { found } = await read(bytes, { ...mapping, columns, constants: { benchmark: 'x' } });
  expect(found.kept.size).toBe(60);
  expect(found.kept.get(9)).toBe('…, 2, 256, 2.508, 0.8');
  expect([...found.kept.values()].join()).not.toMatch(/ring|halo/);
});

const FIRST: Record<string, string[]> = {
  value: ['1.5', '2.5', ''],
  i8: ['-128', '127', ''],
  u8: ['0', '255', ''],
  i16: ['-32768', '32767', ''],
  u16: ['0', '65535', ''],
  u32: ['0', '4294967295', ''],
  i64: ['-9223372036854775808', '9007199254740993', ''],
  u64: ['0', '18446744073709551615', ''],
  half: ['0.5', '-2', ''],
  single: ['0.1', '16777216', ''],
  flag: ['true', 'false', ''],
  dec9: ['-1.25', '0.05', ''],
  dec38: ['12345678901234567890.123', '-0.001', ''],
  day: ['2026-02-28', '1969-12-31', ''],
  s: ['2026-02-28T12:30:15', '', ''],
  'us utc': ['2026-02-28T12:30:15.25Z', '1960-01-01T00:00:00.000001Z', ''],
  ns: ['2026-02-28T12:30:15.000000001', '', ''],
  time: ['01:02:03.004', '', ''],
  coded: ['a', 'b', ''],
  nothing: ['', '', ''],
  after: ['7', '8', '9'],
};

it.each(['types.parquet', 'types-v2.parquet', 'types.arrow'])(
  '%s gives all types with all their digits',
  (name) => {
    // Bytes that Parquet does not call text are text all the same in files of old writers.
    const { binary, ...others } = columnsOf(name);
    expect(others).toEqual(FIRST);
    expect(binary?.[1] ?? '').toBe('');
    const { table } = sniffColumnar(columnarFixture(name));
    expect(table?.says).toMatch(
      /; not read: “list” \(it holds lists\), “struct” \(it holds columns of its own\), “map” \(it holds maps\)(?:, “binary” \(it holds binary values\))?$/,
    );
  },
);

it('reads the old timestamps of 96 bits', () => {
  expect(columnsOf('int96.parquet').ns).toEqual(['2026-02-28T12:30:15.000000001', '', '']);
});

describe('what cannot be read is said in a sentence', () => {
  it.each([
    ['empty.parquet', /but it has no rows\.$/],
    ['empty.arrow', /but it has no rows\.$/],
    ['constant.parquet', /cannot be read: it states more rows than a file of its size can hold\.$/],
    ['brotli.parquet', /packed with Brotli: write it with zstd, snappy, gzip or lz4_raw/],
  ])('%s', async (name, why) => {
    const { report } = await read(columnarFixture(name), null);
    expect(report.why).toMatch(why);
    expect(report.format).toBe(null);
  });

  it('asks for the columns of a table, under any name', async () => {
    for (const path of ['x.csv', 'x.parquet', 'x.png', 'x']) {
      const { report } = await read(columnarFixture('snappy.parquet'), null, path);
      expect(report.why).toMatch(
        /^Not the output of a tool that is known here, but a table: Parquet with the columns “test”/,
      );
      expect(report.table).toMatchObject({ layout: 'parquet', rows: 60, whole: true });
    }
  });

  it('tells a file without its end, one that is encrypted, and Feather of version 1', async () => {
    const whole = columnarFixture('none.parquet');
    const why = async (bytes: Uint8Array) => (await read(bytes, null)).report.why;
    expect(await why(whole.subarray(0, 900))).toMatch(
      /cannot be read: its end, which describes it, is missing: it is cut/,
    );
    const encrypted = whole.slice();
    encrypted.set(new TextEncoder().encode('PARE'), whole.length - 4);
    expect(await why(encrypted)).toMatch(/is encrypted/);
    const feather = new Uint8Array(400);
    feather.set(new TextEncoder().encode('FEA1'));
    expect(await why(feather)).toMatch(/Feather file of version 1/);
  });

  it('leaves text that begins with the marks as text', () => {
    for (const text of ['PAR1 of the course\n', 'ARROW1 of many arrows\n', 'PAR1\nsize latency\n'])
      expect(columnarKind(new TextEncoder().encode(text))).toBe(null);
  });
});
