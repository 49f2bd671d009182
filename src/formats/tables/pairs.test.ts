import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collect, memorySource } from '../../testing/collect';
import { expectAccounted } from '../../testing/formats';
import { checkMapping, type MappedColumn, type Mapping } from './mapping';
import { previewRows } from './preview';
import { sniff } from './sniff';
import { suggestMapping } from './suggest';

const mapped = (columns: readonly MappedColumn[]): Mapping => ({
  fabriscope: 'mapping',
  version: 1,
  kind: 'measured',
  constants: { benchmark: 'pingpong' },
  columns,
});

const ENDS: MappedColumn[] = [
  { column: 'src', role: 'source' },
  { column: 'dst', role: 'destination' },
];
const BW: MappedColumn = { column: 'bw', role: 'value', metric: 'bandwidth', unit: 'GB/s', statistic: 'avg' };

const read = (text: string, mapping: Mapping, piece?: number) =>
  collect(memorySource('pairs.csv', text, piece), { mappingFor: () => mapping });

/** Cells of a matrix as `source>destination value line`, missing ones left out. */
function cellsOf({
  rows,
}: {
  rows: Map<number, { values: Float32Array; line: number | Int32Array }>;
}): string[] {
  return [...rows].flatMap(([source, { values, line }]) =>
    [...values].flatMap((value, destination) =>
      Number.isNaN(value)
        ? []
        : [`${source}>${destination} ${value} ${typeof line === 'number' ? line : (line[destination] ?? 0)}`],
    ),
  );
}

describe('a table of pairs becomes matrices', () => {
  it('of ranks where its ends are numbers', async () => {
    const text = 'src,dst,bw\n0,1,2\n1,0,3\n0,2,4\n2,0,5\n2,2,8\n1,2,6\n';
    const { report, found } = await read(text, mapped([...ENDS, BW]));
    expect(found.matrices).toHaveLength(1);
    expect(found.matrices[0]).toMatchObject({
      axis: 'rank',
      layout: 'source',
      ranks: 3,
      statistic: 'avg',
      bytes: null,
      schedule: null,
    });
    expect(found.matrices.map(cellsOf)).toEqual([
      [
        '0>1 2000000000 2',
        '0>2 4000000000 4',
        '1>0 3000000000 3',
        '1>2 6000000000 7',
        '2>0 5000000000 5',
        '2>2 8000000000 6',
      ],
    ]);
    expect(found.allSeries).toMatchObject([
      { run: 0, benchmark: 'pingpong', metric: 'bandwidth', better: 'higher', unit: 'B/s', factor: 1e9 },
    ]);
    expect(found.ranks).toEqual([]);
    expect(report).toMatchObject({ cells: 6, measurements: 0, runs: 1 });
    expect(found.problems).toEqual([
      { line: 0, text: '1 of the 6 pairs of 3 ranks are not in the table: they are missing.' },
    ]);
    expectAccounted(report, text);
  });

  it('of hosts where they are names, which are kept nowhere else', async () => {
    const text = 'src,dst,bw\nn7,n3,1\nn3,n7,2\n';
    const { report, found } = await read(text, mapped([...ENDS, BW]));
    expect(found.matrices.map(({ axis, ranks }) => [axis, ranks])).toEqual([['host', 2]]);
    expect(found.matrices.map(cellsOf)).toEqual([['0>1 1000000000 2', '1>0 2000000000 3']]);
    expect(found.ranks).toEqual([
      { run: 0, rank: 0, host: 'n7', socket: null },
      { run: 0, rank: 1, host: 'n3', socket: null },
    ]);
    const { table, readBy, ...rest } = report;
    expect(readBy?.found).toEqual(table);
    expect(table).toBeDefined();
    expect(JSON.stringify([rest, [...found.kept], found.allSeries, found.runs])).not.toMatch(/n7|n3/);
    expect([...found.kept.values()]).toEqual(['src,dst,bw', '…,…,1', '…,…,2']);
  });

  it('of ranks on hosts where names have a rank, and of hosts where numbers lie far apart', async () => {
    const placed = await read('src,dst,bw\na:0,a:1,1\na:1,b:0,2\n', mapped([...ENDS, BW]));
    expect(placed.found.matrices.map(({ axis, ranks }) => [axis, ranks])).toEqual([['rank', 3]]);
    expect(placed.found.ranks.map(({ rank, host }) => [rank, host])).toEqual([
      [0, 'a'],
      [1, 'a'],
      [2, 'b'],
    ]);
    const apart = await read('src,dst,bw\n10017,10018,1\n10018,10017,2\n', mapped([...ENDS, BW]));
    expect(apart.found.matrices.map(({ axis, ranks }) => [axis, ranks])).toEqual([['host', 2]]);
    expect(apart.found.ranks.map(({ host }) => host)).toEqual(['10017', '10018']);
  });

  it('one for each run, message size, metric and statistic', async () => {
    const text =
      'ar,src,dst,size,bw,lat\non,0,1,8,1,10\non,1,0,8,2,20\non,0,1,1M,3,30\noff,0,1,8,4,\noff,1,2,8,5,50\n';
    const { found } = await read(
      text,
      mapped([
        { column: 'ar', role: 'condition', key: 'AR' },
        ...ENDS,
        { column: 'size', role: 'size' },
        BW,
        { column: 'lat', role: 'value', metric: 'latency', unit: 'us', statistic: 'min' },
      ]),
    );
    expect(found.runs.map(({ conditions }) => conditions)).toEqual([{ AR: 'on' }, { AR: 'off' }]);
    expect(
      found.matrices.map((matrix) => {
        const { run, metric } = found.allSeries[matrix.series] ?? { run: -1, metric: '' };
        return [run, metric, matrix.statistic, matrix.bytes, matrix.ranks, cellsOf(matrix).length];
      }),
    ).toEqual([
      [0, 'bandwidth', 'avg', 8, 2, 2],
      [0, 'latency', 'min', 8, 2, 2],
      [0, 'bandwidth', 'avg', 1048576, 2, 1],
      [0, 'latency', 'min', 1048576, 2, 1],
      [1, 'bandwidth', 'avg', 8, 3, 2],
      [1, 'latency', 'min', 8, 3, 1],
    ]);
    expect(found.allSeries).toHaveLength(4);
  });

  it('from JSON and NDJSON too', async () => {
    const pairs = [
      { src: 0, dst: 1, bw: 2 },
      { src: 1, dst: 0, bw: 3 },
    ];
    for (const text of [JSON.stringify(pairs), pairs.map((pair) => `${JSON.stringify(pair)}\n`).join('')]) {
      const { found } = await read(text, mapped([...ENDS, BW]));
      expect(
        found.matrices.map(cellsOf).map((cells) => cells.map((cell) => cell.replace(/ \d+$/, ''))),
      ).toEqual([['0>1 2000000000', '1>0 3000000000']]);
    }
  });
});

describe('what is wrong with pairs is told', () => {
  it.each([
    [
      'a pair that comes again',
      '0,1,9\n',
      { line: 4, text: 'This pair stands on line 2 already, which counts.' },
    ],
    ['an empty end', ',1,9\n', { line: 4, text: 'One end of the pair is empty: the row is not read.' }],
    ['a bad number', '1,1,x\n', { line: 4, text: 'Column “bw”: “x” is no number: it is missing.' }],
    [
      'an empty cell',
      '1,1,\n',
      { line: 4, text: 'Column “bw”: 1 cell is empty. What is empty is missing, not zero.' },
    ],
  ])('%s', async (_, row, problem) => {
    const text = `src,dst,bw\n0,1,2\n1,0,3\n${row}`;
    for (const piece of [1, 65536]) {
      const { report, found } = await read(text, mapped([...ENDS, BW]), piece);
      expect(found.problems).toEqual([problem]);
      expect(found.matrices.map(cellsOf)).toEqual([['0>1 2000000000 2', '1>0 3000000000 3']]);
      expectAccounted(report, text);
    }
  });

  it('a header that comes again is no pair', async () => {
    const text = 'src,dst,bw\nn1,n2,2\nsrc,dst,bw\nn2,n1,3\n';
    const { report, found } = await read(text, mapped([...ENDS, BW]));
    expect(found.problems).toEqual([]);
    expect(found.hosts).toEqual(['n1', 'n2']);
    expect(report.lines).toEqual({ total: 4, understood: 3, skipped: 1, unknown: 0 });
  });

  it('more pairs than a file may have, with the run marked', async () => {
    const row = (size: number) => `0,8000,${size},1\n8000,0,${size},1\n`;
    const rest = Array.from({ length: 2100 }, (_, i) => `${i},${i + 1},1,1\n`).join('');
    const { report, found } = await read(
      `src,dst,size,bw\n${row(1)}${row(2)}${rest}`,
      mapped([...ENDS, { column: 'size', role: 'size' }, BW]),
    );
    expect(found.matrices).toEqual([]);
    expect(report.statuses).toEqual(['partial']);
    expect(found.problems).toEqual([
      {
        line: 0,
        text: '2 matrices of 8001 × 8001 pairs: not read, all matrices of a file may have 67108864 cells.',
      },
    ]);
  });

  it('more ends than a table may have', async () => {
    const text = `src,dst,bw\n${Array.from({ length: 16_400 }, (_, i) => `h${i},h0,1\n`).join('')}`;
    const { report, found } = await read(text, mapped([...ENDS, BW]));
    expect(found.problems[0]).toEqual({
      line: 16_386,
      text: 'Not read from here on: the table gives more than 16384 ends of pairs.',
    });
    expectAccounted(report, text);
  });

  it('one end without the other is no mapping', () => {
    const checked = checkMapping(mapped([{ column: 'src', role: 'source' }, BW]));
    expect(checked.ok || checked.problems.map(({ text }) => text)).toEqual([
      expect.stringContaining('must have both a "source" and a "destination", or neither'),
    ]);
  });
});

it('suggests the ends and shows the rows beforehand', () => {
  const bytes = new TextEncoder().encode('src,dst,size,bw_GB/s\nn1,n2,8,1.5\nn2,n1,8,2.5\n');
  const table = sniff({ path: 'x', bytes, whole: true });
  if (!table) throw new Error('no table');
  const { mapping } = suggestMapping(table);
  expect(mapping.columns.map(({ role }) => role)).toEqual(['source', 'destination', 'size', 'value']);
  expect(previewRows(mapping, table).rows.map(({ readings }) => readings)).toMatchObject([
    [{ bytes: 8, value: 1.5e9, printed: '1.5', params: { source: 'n1', destination: 'n2' } }],
    [{ bytes: 8, value: 2.5e9, printed: '2.5', params: { source: 'n2', destination: 'n1' } }],
  ]);
});

it('gives each cell of any table of pairs once, with its line', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.tuple(fc.nat(40), fc.nat(40)), { selector: String, minLength: 3, maxLength: 200 }),
      fc.boolean(),
      fc.integer({ min: 3, max: 4096 }),
      async (pairs, named, piece) => {
        const label = (end: number) => (named ? `node${end}` : String(end));
        const text = `src,dst,bw\n${pairs.map(([a, b], i) => `${label(a)},${label(b)},${i + 1}\n`).join('')}`;
        const { found } = await read(text, mapped([...ENDS, { ...BW, unit: 's' }]), piece);
        const order = named ? [...new Set(pairs.flat())] : Array.from({ length: 41 }, (_, i) => i);
        const expected = pairs.map(
          ([a, b], i) => `${order.indexOf(a)}>${order.indexOf(b)} ${i + 1} ${i + 2}`,
        );
        expect(found.matrices.flatMap(cellsOf).sort()).toEqual(expected.sort());
      },
    ),
    { numRuns: 40 },
  );
});
