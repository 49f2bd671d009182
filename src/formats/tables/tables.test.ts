import { describe, expect, it } from 'vitest';
import { found, mapped, read, readSuggested, told } from '../../testing/tables';
import type { MappedColumn } from './mapping';
import { previewRows } from './preview';
import { suggestMapping } from './suggest';

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
    const { table, readBy, ...rest } = report;
    expect(readBy?.found).toEqual(table);
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
