import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keptText } from '../text/privacy';
import { FileRows } from '../../store/ingest';
import { RowBuffers } from '../../store/rows';
import { memorySource } from '../../testing/collect';
import { testDatabase } from '../../testing/duckdb';
import { found, mapped, read } from '../../testing/tables';
import { readSource } from '../read';

const mapping = (hidden: boolean) =>
  mapped([
    { column: 'nodes', role: 'condition', key: 'nodes' },
    { column: 'size', role: 'size', unit: 'KiB' },
    hidden ? { column: 'note', role: 'ignore' } : { column: 'note', role: 'param', key: 'note' },
    { column: 'min_us', role: 'value', metric: 'latency', statistic: 'min', unit: 'us' },
    { column: 'bw', role: 'value', metric: 'bandwidth', unit: 'MB/s' },
  ]);
const HEADER = ['nodes', 'size', 'note', 'min_us', 'bw'];

/** Numbers in every way of writing them, and what is none. */
const cell = fc.oneof(
  { weight: 12, arbitrary: fc.nat(99_999).map(String) },
  { weight: 12, arbitrary: fc.tuple(fc.nat(9999), fc.nat(99_999)).map(([a, b]) => `${a}.${b}`) },
  { weight: 2, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }).map(String) },
  { weight: 2, arbitrary: fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }).map(String) },
  fc.constantFrom(
    '',
    '-',
    'nan',
    '-0',
    '-0.0',
    '0',
    '00',
    '0.50',
    '007',
    '+1',
    '.5',
    '5.',
    '1e3',
    '1,5',
    'x',
    '--1',
    '- 1',
  ),
  fc.constantFrom(
    '  7',
    '7  ',
    ' -7.5 ',
    '\t7',
    '1 2',
    '999999999999999',
    '9999999999999999',
    '0.000000000000001',
  ),
);
const note = fc.constantFrom(
  '',
  'x',
  'two words',
  'a -x b',
  'µ',
  '-',
  'A-B',
  'PATH=/home/me',
  '# 1',
  'x'.repeat(390),
);
const row = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.tuple(fc.constantFrom('1', '2', '16'), fc.nat(4096).map(String), note, cell, cell),
  },
  fc.tuple(cell, cell, note, cell, cell),
  fc.constantFrom<string[]>(
    HEADER,
    ['1', '2'],
    ['1', '2', '3', '4', '5', '6'],
    ['1', '2', '3', '4', '5', ''],
    [],
  ),
);

test('plain rows are read as the same rows are where every cell is quoted, which takes the other way', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 60 }),
      fc.constantFrom('\n', '\r\n'),
      fc.constantFrom(';', '|'),
      fc.integer({ min: 7, max: 900 }),
      fc.boolean(),
      async (drawn, end, mark, piece, hidden) => {
        // Rows that say what the table is, so that both texts are taken for the same one.
        const rows = [HEADER, ...Array.from({ length: 20 }, () => ['1', '8', 'x', '1.25', '0.5']), ...drawn];
        const text = (quote: string) =>
          rows.map((cells) => cells.map((one) => quote + one + quote).join(mark) + end).join('');
        const [plain, quoted] = [text(''), text('"')];
        fc.pre(found(plain).numbers.decimal === '.' && found(quoted).numbers.decimal === '.');
        const one = await read(plain, mapping(hidden), piece);
        const other = await read(quoted, mapping(hidden), piece);
        expect(one.found.rows).toEqual(other.found.rows);
        expect(one.found.runs).toEqual(other.found.runs);
        expect(one.found.allSeries).toEqual(other.found.allSeries);
        expect(one.report.lines).toEqual(other.report.lines);
        expect(one.report.problems).toEqual(other.report.problems);
        const lines = plain.split(/\r?\n/);
        for (const { line } of one.found.rows)
          expect(one.found.kept.get(line)).toBe(
            hidden ? other.found.kept.get(line) : keptText(lines[line - 1] ?? ''),
          );
      },
    ),
    { numRuns: 300 },
  );
});

test('the text of every plain number comes back from the engine', async () => {
  const random = fc.sample(
    fc.tuple(
      fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }),
      fc.nat(15),
      fc.integer({ min: 1, max: 15 }),
      fc.boolean(),
    ),
    { numRuns: 3000, seed: 5 },
  );
  const printed = random.map(([digits, decimals, length, negative]) => {
    const text = digits
      .toString()
      .padStart(15, '0')
      .slice(15 - length)
      .padStart(decimals + 1, '0');
    const whole = text.slice(0, text.length - decimals).replace(/^0+(?=\d)/, '');
    const number = decimals === 0 ? whole : `${whole}.${text.slice(text.length - decimals)}`;
    return negative && Number(number) !== 0 ? `-${number}` : number;
  });
  const units = ['us', 'MB/s', 'Gb/s', 'MiB/s', '%'];
  const columns = units.map((unit, i) => `v${i} (${unit})`);
  const text = [columns.join(','), ...printed.map((one) => units.map(() => one).join(',')), ''].join('\n');
  const rows = new RowBuffers();
  const sink = new FileRows(rows, { source: 1, series: 7, host: 1, matrix: 1 });
  const report = await readSource(memorySource('some.csv', text), sink, {
    mappingFor: () =>
      mapped([...columns.map((column, i) => ({ column, role: 'value', metric: `m${i}` }) as const)]),
  });
  expect(report.problems).toEqual([]);
  sink.finish(report, { conditions: [], kind: null, hosts: null }, 1, 1);
  const db = await testDatabase();
  for (const { table, ipc } of rows.take()) db.insert(table, ipc);
  const back = db.rows('SELECT line, printed FROM measurement ORDER BY line');
  expect(back.length).toBe(printed.length * units.length);
  expect(back.map((one) => one.printed)).toEqual(printed.flatMap((one) => units.map(() => one)));
  const [counts] = db.rows(
    'SELECT (SELECT count(*) FROM measurement_plain)::INTEGER AS plain, (SELECT count(*) FROM measurement_text)::INTEGER AS text',
  );
  // Beyond 15 digits in all the text itself is kept.
  const plain = printed.filter((one) => one.replace(/\D/g, '').length <= 15).length;
  expect(counts).toEqual({ plain: plain * units.length, text: (printed.length - plain) * units.length });
});
