import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collect, memorySource } from '../testing/collect';
import { cutPlaces, expectAccounted } from '../testing/formats';
import type { Mapping, MappedColumn } from './mapping';
import { previewRows } from './preview';
import { sniff } from './sniff';
import { suggestMapping } from './suggest';
import type { Sniffed } from './types';

function found(text: string | Uint8Array): Sniffed {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const table = sniff({ path: 'some.file', bytes, whole: true });
  if (!table) throw new Error('no table found');
  return table;
}

const mapped = (columns: readonly MappedColumn[], rest: Partial<Mapping> = {}): Mapping => ({
  fabriscope: 'mapping',
  version: 1,
  kind: 'measured',
  constants: {},
  columns,
  ...rest,
});

const read = (text: string | Uint8Array, mapping: Mapping | null, piece?: number) =>
  collect(memorySource('some.file', text, piece), { mappingFor: () => mapping });

/** Reads a text by the mapping that is suggested for it. */
const readSuggested = (text: string | Uint8Array, piece?: number) =>
  read(text, suggestMapping(found(text)).mapping, piece);

/** `benchmark size value` of each number, with conditions. */
async function told(text: string | Uint8Array): Promise<string[]> {
  const { found: got } = await readSuggested(text);
  return got.rows.map(({ series, bytes, statistic, printed, line }) => {
    const start = got.allSeries[series];
    const conditions = Object.entries(got.runs[start?.run ?? -1]?.conditions ?? {});
    return `${line}: ${start?.benchmark ?? ''} ${start?.metric ?? ''} ${statistic} ${bytes ?? '-'} ${printed} ${start?.printedUnit ?? ''} ${conditions.map(([key, value]) => `${key}=${value}`).join(' ')}`.trim();
  });
}

describe('a table in its layouts gives the same numbers', () => {
  const expected = [
    'osu_x latency value 4 2.31 us nodes=8 AR=on',
    'osu_x latency value 1024 12.5 us nodes=8 AR=off',
  ];
  const rows = [
    ['benchmark', 'nodes', 'ar', 'size', 'latency_us'],
    ['osu_x', '8', 'on', '4', '2.31'],
    ['osu_x', '8', 'off', '1024', '12.5'],
  ];
  const text = (mark: string, end = '\n') => rows.map((row) => row.join(mark) + end).join('');
  const objects = rows
    .slice(1)
    .map((row) => Object.fromEntries(row.map((cell, i) => [rows[0]?.[i] ?? '', cell])));
  it.each<[string, string | Uint8Array]>([
    ['commas', text(',')],
    ['semicolons', text(';')],
    ['tabs', text('\t')],
    ['bars', text('|')],
    ['blanks', rows.map((row) => `${row.map((cell) => cell.padStart(12)).join('')}\n`).join('')],
    ['CRLF', text(',', '\r\n')],
    ['CR alone', text(',', '\r')],
    ['a byte order mark', `\ufeff${text(',')}`],
    ['UTF-16', new Uint8Array(Uint16Array.from(`\ufeff${text(',')}`, (c) => c.charCodeAt(0)).buffer)],
    ['quotes', rows.map((row) => `${row.map((cell) => `"${cell}"`).join(',')}\n`).join('')],
    ['a preamble', `made by a script\n\n${text(',')}`],
    ['comments', `# made by a script\n# on a day\n${text(',')}# end\n`],
    ['a header in a comment', `# ${text(',')}`],
    ['JSON objects', JSON.stringify(objects)],
    ['JSON objects, indented', JSON.stringify(objects, null, 2)],
    ['JSON lists', JSON.stringify(rows)],
    [
      'JSON columns',
      JSON.stringify(
        Object.fromEntries((rows[0] ?? []).map((name, i) => [name, rows.slice(1).map((row) => row[i])])),
      ),
    ],
    ['JSON inside an object', JSON.stringify({ host: 'x', results: objects })],
    ['NDJSON', objects.map((one) => `${JSON.stringify(one)}\n`).join('')],
    [
      'NDJSON of lists',
      rows
        .slice(1)
        .map((row) => `${JSON.stringify([...row.slice(0, 3), Number(row[3]), Number(row[4])])}\n`)
        .join(''),
    ],
  ])('%s', async (name, content) => {
    if (name === 'NDJSON of lists') {
      const { found: got } = await read(
        content,
        mapped([
          { column: 'column 4', role: 'size' },
          { column: 'column 5', role: 'value', unit: 'us' },
        ]),
      );
      expect(got.rows.map(({ bytes, printed }) => [bytes, printed])).toEqual([
        [4, '2.31'],
        [1024, '12.5'],
      ]);
      return;
    }
    expect((await told(content)).map((line) => line.replace(/^\d+: /, ''))).toEqual(expected);
  });
});

describe('what tables mean', () => {
  it('reads decimal commas and thousands', async () => {
    expect(await told('size;avg (us);bw (MB/s)\r\n1.024;2,31;1.500,5\r\n2.048;3,31;1.600,5\r\n')).toEqual([
      '2: table time avg 1024 2,31 us',
      '2: table bandwidth value 1024 1.500,5 MB/s',
      '3: table time avg 2048 3,31 us',
      '3: table bandwidth value 2048 1.600,5 MB/s',
    ]);
    const { found: got } = await readSuggested('size;bw (MB/s)\n1.024;1.500,5\n2.048;1.600,25\n');
    expect(got.rows.map(({ value }) => value)).toEqual([1500.5e6, 1600.25e6]);
  });

  it('reads sizes with their units', async () => {
    const { found: got } = await readSuggested('size,t_us\n4,1\n4K,2\n1MiB,3\n"1,024",4\n8 bytes,5\n');
    expect(got.rows.map(({ bytes }) => bytes)).toEqual([4, 4096, 1048576, 1024, 8]);
  });

  it('takes one column per message size', async () => {
    const { found: got } = await readSuggested('test,1,1K,1M\nallreduce,1.5,2.5,3.5\nbcast,1.0,,3.0\n');
    expect(got.rows.map(({ bytes, printed, line }) => [bytes, printed, line])).toEqual([
      [1, '1.5', 2],
      [1024, '2.5', 2],
      [1048576, '3.5', 2],
      [1, '1.0', 3],
      [1048576, '3.0', 3],
    ]);
    expect(got.allSeries.map(({ benchmark }) => benchmark)).toEqual(['allreduce', 'bcast']);
    expect(got.problems).toEqual([
      { line: 3, text: 'Column “1K”: 1 cell is empty. What is empty is missing, not zero.' },
    ]);
  });

  it('takes one column per setting as runs of their own', async () => {
    const mapping = mapped(
      [
        { column: 'size', role: 'size' },
        { column: 'AR on', role: 'value', metric: 'latency', unit: 'us', conditions: { AR: 'on' } },
        { column: 'AR off', role: 'value', metric: 'latency', unit: 'us', conditions: { AR: 'off' } },
      ],
      { constants: { benchmark: 'osu_alltoall', conditions: { system: 'test' } }, kind: 'published' },
    );
    const { found: got } = await read('size,AR on,AR off\n8,1.0,2.0\n16,1.5,2.5\n', mapping);
    expect(got.runs.map(({ kind, conditions }) => [kind, conditions])).toEqual([
      ['published', { system: 'test', AR: 'on' }],
      ['published', { system: 'test', AR: 'off' }],
    ]);
    expect(got.rows.map(({ series, value }) => [series, value])).toEqual([
      [0, 1e-6],
      [1, 2e-6],
      [0, 1.5e-6],
      [1, 2.5 * 1e-6],
    ]);
  });

  it('takes a long table with metric, unit and statistic as cells', async () => {
    const text =
      'test,metric,unit,stat,size,value\na,latency,us,avg,1,2\na,latency,us,max,1,3\na,bandwidth,GB/s,avg,1,4\n';
    const { found: got } = await readSuggested(text);
    expect(got.runs).toHaveLength(1);
    expect(got.allSeries.map(({ metric, unit, better }) => [metric, unit, better])).toEqual([
      ['latency', 's', 'lower'],
      ['bandwidth', 'B/s', 'higher'],
    ]);
    expect(got.rows.map(({ series, statistic, value }) => [series, statistic, value])).toEqual([
      [0, 'avg', 2 * 1e-6],
      [0, 'max', 3 * 1e-6],
      [1, 'avg', 4e9],
    ]);
  });

  it('makes each repeat a run, unless a column numbers samples', async () => {
    const text = 'size,iteration,latency_us\n1,0,2\n2,0,3\n1,1,2\n2,1,4\n1,2,9\n';
    const sizes: MappedColumn[] = [
      { column: 'size', role: 'size' },
      { column: 'latency_us', role: 'value' },
    ];
    const repeats = await read(text, mapped(sizes));
    expect(repeats.found.runs).toHaveLength(3);
    expect(repeats.found.rows.map(({ series }) => repeats.found.allSeries[series]?.run)).toEqual([
      0, 0, 1, 1, 2,
    ]);
    const samples = await read(text, mapped([...sizes, { column: 'iteration', role: 'sample' }]));
    expect(samples.found.runs).toHaveLength(1);
    expect(samples.found.rows).toHaveLength(5);
  });

  it('reads figures of merit without a size', async () => {
    expect(await told('app,nodes,Gflop/s\nHPL,2,123.5\nHPL,4,240\n')).toEqual([
      '2: HPL Gflop/s value - 123.5 Gflop/s nodes=2',
      '3: HPL Gflop/s value - 240 Gflop/s nodes=4',
    ]);
  });

  it('numbers hosts and keeps no name, of them or of columns that are not used', async () => {
    const text = 'host,user,size,latency_us\nn017,ann,1,2\nn018,ann,1,3\nn017,ann,2,oops\n';
    const mapping = mapped([
      { column: 'host', role: 'host' },
      { column: 'size', role: 'size' },
      { column: 'latency_us', role: 'value' },
    ]);
    const { report, found: got } = await read(text, mapping);
    expect(got.allSeries.map(({ params }) => params)).toEqual([{ host: '1' }, { host: '2' }]);
    const { table, ...rest } = report;
    expect(table?.fingerprint).not.toBeNull();
    const everything = JSON.stringify([rest, got.rows, got.runs, got.allSeries, [...got.kept]]);
    expect(everything).not.toMatch(/n017|n018|ann/);
    expect(got.kept.get(2)).toBe('…,…,1,2');
  });

  it('asks for the columns of a table that nobody explained', async () => {
    const { report, found: got } = await read('a,b\n1,2\n3,4\n', null);
    expect(report.format).toBeNull();
    expect(report.why).toContain('CSV (commas) with the columns “a”, “b”');
    expect(report.table?.columns.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(got.rows).toEqual([]);
  });

  it('shows beforehand what will be read', async () => {
    const text = 'nodes,size,latency_us\n2,1K,1.5\n2,2K,bad\n2,4K,3.5\n';
    const table = found(text);
    const { mapping, reasons } = suggestMapping(table);
    const preview = previewRows(mapping, table);
    expect(reasons.map(({ text: reason }) => reason)).toEqual([
      'its name, “nodes”',
      'its name, “size”',
      'numbers in us',
    ]);
    expect(preview.rows[0]?.readings[0]).toMatchObject({
      bytes: 1024,
      value: 1.5e-6,
      printed: '1.5',
      conditions: { nodes: '2' },
    });
    expect(preview.rows[1]).toMatchObject({
      line: 3,
      readings: [],
      problems: ['Column “latency_us”: “bad” is no number: it is missing.'],
    });
    const { found: got } = await read(text, mapping);
    expect(got.rows.map(({ value }) => value)).toEqual(
      preview.rows.flatMap((row) => row.readings.map(({ value }) => value)),
    );
  });
});

describe('hostile and damaged tables', () => {
  const mapping = mapped([
    { column: 'size', role: 'size' },
    { column: 'latency_us', role: 'value' },
  ]);
  const head = 'size,latency_us\n1,1.5\n2,2.5\n';
  it.each([
    ['nan', `${head}4,nan\n`, 'Column “latency_us”: “nan” is no number: it is missing.'],
    ['inf', `${head}4,-inf\n`, 'Column “latency_us”: “-inf” is no number: it is missing.'],
    ['too large', `${head}4,1e999\n`, 'Column “latency_us”: “1e999” is no number: it is missing.'],
    ['hexadecimal', `${head}4,0x10\n`, 'Column “latency_us”: “0x10” is no number: it is missing.'],
    ['a negative size', `${head}-4,1.5\n`, 'Column “size”: “-4” is no message size. The row is not read.'],
    ['a broken size', `${head}4.5,1.5\n`, 'Column “size”: “4.5” is no message size. The row is not read.'],
    ['a short row', `${head}4\n`, 'The row has 1 cells where the table has 2 columns: it is not read.'],
    ['a long row', `${head}4,1,5\n`, 'The row has 3 cells where the table has 2 columns: it is not read.'],
    ['text after a quote', `${head}4,"1.5"9\n`, 'Text follows a closing quote: the row is not read.'],
    [
      'a quote that nothing closes',
      `${head}4,"1.5\n`,
      'A quote is opened in this line and not closed: not read.',
    ],
  ])('tells of %s, and reads the rest', async (_, text, problem) => {
    for (const piece of [1, 5, 65536]) {
      const { report, found: got } = await read(`${text}8,8.5\n`, mapping, piece);
      expect(got.problems).toEqual([{ line: 4, text: problem }]);
      expect(got.rows.map(({ printed }) => printed)).toEqual(['1.5', '2.5', '8.5']);
      expectAccounted(report, `${text}8,8.5\n`);
    }
  });

  it('passes over a line that is too long, and a header that comes again', async () => {
    const text = `${head}${'9'.repeat(1100 * 1024)}\nsize,latency_us\n8,8.5\n`;
    const { report, found: got } = await read(text, mapping);
    expect(got.problems.map(({ line }) => line)).toEqual([4]);
    expect(got.rows.map(({ printed }) => printed)).toEqual(['1.5', '2.5', '8.5']);
    expectAccounted(report, text);
  });

  it('gives no number that the whole file does not have, wherever it is cut', async () => {
    const whole = Array.from(
      { length: 40 },
      (_, i) => `${2 ** (i % 20)},${(i * 1.37 + 1).toFixed(1 + (i % 3))}\n`,
    ).join('');
    const text = `size,latency_us\n${whole}`;
    const all = (await read(text, mapping)).found.rows.map(
      ({ bytes, printed, line }) => `${line} ${bytes} ${printed}`,
    );
    expect(all).toHaveLength(40);
    for (const place of cutPlaces('table', text.length)) {
      const cut = text.slice(0, place);
      const { report, found: got } = await read(cut, mapping);
      expectAccounted(report, cut);
      for (const { bytes, printed, line } of got.rows) expect(all).toContain(`${line} ${bytes} ${printed}`);
    }
  });

  it('tells of a bad cell in a table without a header too', async () => {
    const { report, found: got } = await read(
      '1,1.5\n2,2.5\n4,x\n8,8.5\n',
      mapped([
        { column: 'column 1', role: 'size' },
        { column: 'column 2', role: 'value', metric: 'latency', unit: 'us' },
      ]),
    );
    expect(report.lines).toEqual({ total: 4, understood: 3, skipped: 0, unknown: 1 });
    expect(got.problems).toEqual([{ line: 3, text: 'Column “column 2”: “x” is no number: it is missing.' }]);
  });

  it('stops with a sentence where a table gives too many runs', async () => {
    const text = `id,size,latency_us\n${Array.from({ length: 10_050 }, (_, i) => `x${i},1,2.5\n`).join('')}`;
    const { report, found: got } = await read(
      text,
      mapped([{ column: 'id', role: 'condition', key: 'id' }, ...mapping.columns]),
    );
    expect(got.runs).toHaveLength(10_000);
    expect(got.problems.map(({ line }) => line)).toEqual([10_002]);
    expectAccounted(report, text);
  });

  it('does not take prose, an empty file or one line for a table', () => {
    for (const text of [
      '',
      '\n',
      'a,b\n',
      'Dear all,\nthe fabric, as it seems, is fine.\nBest, A\n',
      '{}',
      '[]',
      '[1,2,3]',
      '{"a":{"b":1}}',
    ])
      expect(sniff({ path: 'x.csv', bytes: new TextEncoder().encode(text), whole: true }), text).toBeNull();
  });
});

describe('any table that is written is read back exactly', () => {
  const cell = fc.string({ maxLength: 8 }).map((text) => text.replace(/[\0\r]/g, '').trim());
  const number = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => String(value)),
    fc.integer().map(String),
    fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.nat(12))
      .map(([digits, places]) => `${digits}.${'0'.repeat(places)}7`),
  );
  const quoted = (text: string, always: boolean, mark: string) =>
    always ||
    /["\n]/.test(text) ||
    text.includes(mark) ||
    text.startsWith('#') ||
    text.startsWith('%') ||
    text.startsWith('//')
      ? `"${text.replaceAll('"', '""')}"`
      : text;

  it('values, sizes, labels and lines', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, fc.nat(2 ** 40), number, fc.boolean()), { minLength: 1, maxLength: 30 }),
        fc.constantFrom(',', ';', '\t', '|'),
        fc.constantFrom('\n', '\r\n'),
        fc.integer({ min: 1, max: 64 }),
        async (rows, mark, end, piece) => {
          // Enough plain rows for the table to be recognised, whatever follows.
          const all = [
            ...Array.from({ length: 150 }, (_, i) => ['plain', i, '1.5', false] as const),
            ...rows,
          ];
          let line = 2;
          const expected: unknown[] = [];
          const text = all.map(([label, size, value, always], at) => {
            expected.push([size, value, Number(value) * 1e-6, line, label.slice(0, 200)]);
            line += label.split('\n').length;
            return [quoted(label, always, mark), String(at), String(size), value].join(mark) + end;
          });
          const content = ['label', 'sample', 'size', 'latency_us'].join(mark) + end + text.join('');
          const { found: got } = await read(
            content,
            mapped([
              { column: 'label', role: 'param', key: 'label' },
              { column: 'sample', role: 'sample' },
              { column: 'size', role: 'size' },
              { column: 'latency_us', role: 'value' },
            ]),
            piece,
          );
          expect(
            got.rows.map(({ series, bytes, printed, value, line: at }) => [
              bytes,
              printed,
              value,
              at,
              got.allSeries[series]?.params.label ?? '',
            ]),
          ).toEqual(expected);
        },
      ),
      { numRuns: 40 },
    );
  });
});
