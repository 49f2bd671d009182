import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collect, memorySource } from '../../testing/collect';
import { plainMatrices } from '../../testing/matrices';
import { claims } from '../registry';

const fixture = (name: string): string => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');
const read = (text: string): ReturnType<typeof collect> => collect(memorySource('x', text));

/** Which formats claim a text. */
function claimed(text: string): string[] {
  return claims({ path: 'x', lines: text.split('\n'), whole: true }).map(({ format }) => format.id);
}

describe('a rotate test', () => {
  it('without a header: lines are shifts, columns senders, in MB/s, and what is assumed is said', async () => {
    const { report, found } = await read(fixture('rotate-plain.csv'));
    expect(report.format).toBe('rotate');
    expect(report.partial).toBe(false);
    expect(report.cells).toBe(16);
    expect(plainMatrices(found)).toEqual([
      {
        run: 0,
        benchmark: 'rotate',
        metric: 'bandwidth',
        params: {},
        unit: 'B/s',
        axis: 'rank',
        layout: 'shift',
        ranks: 8,
        statistic: 'best',
        bytes: null,
        concurrency: 'at once',
        schedule: 'half forward',
        rows: [
          [670.1, 484.2, 669.9, 323.3],
          [671.25, 670.5, 196.75, 484],
          [277, 668.4, 670.05, 669.15],
          [483.6, 671.3, 322.9, 670.8],
        ],
      },
    ]);
    expect(found.allSeries[0]).toMatchObject({ better: 'higher', printedUnit: 'MB/s', factor: 1e6 });
    expect(found.runs[0]?.conditions).toEqual({ ranks: '8', rotation: 'forward' });
    expect(found.problems.map(({ line }) => line)).toEqual([1, 1]);
    expect(found.problems[0]?.text).toContain('# matrix');
    expect(found.problems[1]?.text).toMatch(/forward.*MB\/s.*unknown number of tests/);
    expect(found.matrices[0]?.rows.get(2)?.line).toBe(3);
    expect(found.kept.get(3)).toBe('277.00,668.40,670.05,669.15');
  });

  it('with notes: direction, unit, hosts, bytes and the number of tests', async () => {
    const { report, found } = await read(fixture('rotate-noted.csv'));
    expect(report.partial).toBe(false);
    expect(found.problems).toEqual([]);
    expect(plainMatrices(found)).toMatchObject([
      {
        ranks: 6,
        bytes: 8388608,
        schedule: 'half backward',
        rows: [
          [640, 320.5, 160.25],
          [641, 642, 643],
          [100, 200, 300],
        ],
      },
    ]);
    expect(found.allSeries[0]?.factor).toBe(1024 * 1024);
    expect(found.runs[0]?.conditions).toEqual({ ranks: '6', rotation: 'backward', 'best of': '3' });
    expect(found.ranks.map(({ rank, host }) => `${rank} ${host ?? ''}`)).toEqual([
      '0 n001',
      '1 n002',
      '2 n003',
      '3 n004',
      '4 n005',
      '5 n006',
    ]);
    expect(JSON.stringify(found.runs)).not.toContain('n001');
  });

  it('damaged: every fault is named with line and column, the rest is there, missing is missing', async () => {
    const { report, found } = await read(fixture('rotate-damaged.csv'));
    expect(report.lines).toMatchObject({ total: 6, unknown: 0 });
    expect(plainMatrices(found)[0]?.rows).toEqual([
      [10.5, 11.5, 12.5, 13.5],
      [20.5, null, 22.5, 23.5],
      [30.5, 31.5, 32.5, null],
      [40.5, 41.5, null, null],
    ]);
    expect(
      found.problems
        .map(({ line, text }) => `${line} ${text}`)
        .filter((text) => !text.includes('taken that')),
    ).toEqual([
      '2 Column 4: the name “n1” stands in column 2 too; both are taken as ranks on one host.',
      '4 Column 3: “oops” is not a number: missing.',
      '5 Column 5: the row has 3 of 4 cells: the rest is missing.',
      '6 Column 4: “nan” is not a number: missing.',
      '6 Column 5: the file ends within or after this number, which may be cut: missing.',
    ]);
    expect(found.runs[0]).toMatchObject({
      status: 'partial',
      reason: 'Cells are missing, the first on line 4, column 3.',
    });
  });

  it('with a bandwidth below zero: it is none, and its line and column are named', async () => {
    const { report, found } = await read('# rotate\n1.5,2.5\n-5,4.5\n');
    expect(plainMatrices(found)[0]?.rows).toEqual([
      [1.5, 2.5],
      [null, 4.5],
    ]);
    expect(found.problems.map(({ line, text }) => `${line} ${text}`)).toContain(
      '3 Column 1: “-5” is below zero: missing.',
    );
    expect(report.partial).toBe(true);
  });

  it('cut after three of eight shifts: the others are missing', async () => {
    const row = '1500.97,2687.96,2880.89,1417.65,1260.21,1554.90,1224.56,1202.19\n';
    const { report, found } = await read(`# rotate\n# best of: 3\n${row}${row}${row.slice(0, 40)}`);
    expect(report.format).toBe('rotate');
    expect(found.runs[0]?.status).toBe('partial');
    const undirected = await read(`# best of: 3\n# hosts: n[1-16]\n${row}${row}${row.slice(0, 40)}`);
    expect(undirected.report.format).toBe('rotate');
  });

  it('half-written, with too many lines, with a shift twice', async () => {
    const half = await read('# rotate\n1.5,2.5,3.5,4.5\n1.5,2.5,3.5,4.5\n');
    expect(half.found.runs[0]?.status).toBe('partial');
    expect(half.found.runs[0]?.reason).toContain('2 of 4 shifts');
    const long = await read('# rotate\n1.5,2.5\n1.5,2.5\n1.5,2.5\n');
    expect(long.found.runs[0]?.reason).toContain('1 line is no shift of 2 senders');
    expect(long.report.lines.unknown).toBe(1);
    const twice = await read('shift,n1,n2,n3\n0,1.5,2.5,3.5\n1,1.5,2.5,3.5\n1,9.5,9.5,9.5\n');
    expect(plainMatrices(twice.found)[0]?.rows).toEqual([
      [1.5, 2.5, 3.5],
      [1.5, 2.5, 3.5],
    ]);
    expect(twice.report.partial).toBe(true);
  });

  it('told by its shape alone: a bad cell of a small table is named, the rest is read', async () => {
    const rows = Array.from({ length: 8 }, (_, i) =>
      Array.from({ length: 8 }, (_, j) => `${50 - i * 3 + j}.25`),
    );
    const at = (row: number, column: number, cell: string) =>
      rows.map((line, i) => line.map((old, j) => (i === row && j === column ? cell : old)).join()).join('\n');
    for (const [cell, said] of [
      ['', 'Line 7 Column 7: 1 cell of the row is empty: missing.'],
      ['oops', 'Line 7 Column 7: “oops” is not a number: missing.'],
    ] as const) {
      const { report, found } = await read(`${at(6, 6, cell)}\n`);
      expect(report.format).toBe('rotate');
      expect(found.problems.map(({ line, text }) => `Line ${line} ${text}`)).toContain(said);
      expect(plainMatrices(found)[0]?.rows[6]?.filter((value) => value === null)).toHaveLength(1);
      expect(report.cells).toBe(63);
    }
    // One cell of the diagonal and one tenth of all are the most that is read over.
    const holes = rows.map((line, i) => line.map((cell, j) => (i === j && i < 2 ? '' : cell)).join());
    expect(claimed(`${holes.join('\n')}\n`)).toEqual([]);
  });

  it('says why a note is of no use, and skips a scheduler’s lines', async () => {
    const { report, found } = await read(
      '# rotate\n# rotation: sideways\n# hosts: n[1-3]\n# best of: many\n1.5,2.5\nslurmstepd: error: *** JOB 7 ON n1 CANCELLED AT 2024-01-01T00:00:00 DUE TO TIME LIMIT ***\n3.5,4.5\n',
    );
    expect(found.problems.map(({ line }) => line)).toEqual([2, 4, 5, 3]);
    expect(report.lines.unknown).toBe(2);
    expect(found.runs[0]?.status).toBe('hung');
    expect(plainMatrices(found)[0]?.rows).toEqual([
      [1.5, 2.5],
      [3.5, 4.5],
    ]);
  });
});

describe('a square table without a word', () => {
  const rotated = '1.5,2.5,3.5\n4.5,5.5,6.5\n7.5,8.5,2.5\n';
  it.each<[string, string, string[]]>([
    ['decimals above zero, like diagonal', rotated, ['rotate']],
    ['a zero diagonal', '0,2.5,3.5\n4.5,0,6.5\n7.5,8.5,0\n', ['matrix']],
    ['an empty diagonal', ',2.5,3.5\n4.5,,6.5\n7.5,8.5,\n', ['matrix']],
    ['a diagonal that stands out', '900.5,2.5,3.5\n4.5,901.5,6.5\n7.5,8.5,902.5\n', ['matrix']],
    ['symmetric', '1.5,2.5,3.5\n2.5,1.2,4.5\n3.5,4.5,1.5\n', ['matrix']],
    ['parted by blanks', rotated.replaceAll(',', ' '), ['matrix']],
    ['whole numbers: communication, not for us', rotated.replaceAll('.5', ''), []],
    ['whole numbers with a zero diagonal', '0,2,3\n4,0,6\n7,8,0\n', []],
    ['said to be a matrix', `# matrix\n${rotated}`, ['matrix']],
    ['said to be rotate, whole numbers', `# rotate\n${rotated.replaceAll('.5', '')}`, ['rotate']],
    ['below zero', rotated.replaceAll('2.5', '-2.5'), []],
    ['more lines than columns', `${rotated}1.5,2.5,3.5\n`, []],
    ['two by two', '1.5,2.5\n3.5,4.5\n', []],
    ['names that are no nodes', `time,load,heat\n${rotated}`, []],
    ['names of nodes', `n1,n2,n3\n${rotated}`, ['rotate']],
    [
      'row labels that repeat the header',
      ',n1,n2,n3\nn1,1.5,2.5,3.5\nn2,4.5,5.5,6.5\nn3,7.5,8.5,2.5\n',
      ['matrix'],
    ],
    ['row labels of something else', 'id,n1,n2,n3\na,1.5,2.5,3.5\nb,4.5,5.5,6.5\nc,7.5,8.5,2.5\n', []],
    [
      'a header of many columns over a few rows',
      `${Array.from({ length: 60 }, (_, i) => `c${i}_us`).join()}\n${Array(2)
        .fill(Array.from({ length: 60 }, (_, i) => i + 0.5).join())
        .join('\n')}\n`,
      [],
    ],
    ['a comment of another tool', `# Size Avg Min Max\n${rotated}`, []],
    ['one line', '1.5,2.5,3.5\n', []],
    ['nothing', '', []],
  ])('%s', (_, text, expected) => expect(claimed(text)).toEqual(expected));
});
