import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { collect, type Collector, diskSource, memorySource } from '../../testing/collect';
import { dataFiles, describeWithData } from '../../testing/data';
import { cutPlaces, expectAccounted, seeded } from '../../testing/formats';

/** A table of a file as texts, cut out without the code of the readers. */
interface Printed {
  layout: string;
  ranks: number;
  factor: number;
  /** Text of each cell by row and column; undefined = not in the file or not measured. */
  cells: (string | undefined)[][];
  /** Lines of rows, counted from 1. */
  lines: (number | undefined)[];
}

const MIB = 1024 * 1024;

function rotateTables(text: string): Printed[] {
  const cells = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(','));
  return [
    { layout: 'shift', ranks: 2 * cells.length, factor: 1e6, cells, lines: cells.map((_, row) => row + 1) },
  ];
}

function mpiGraphTables(text: string): Printed[] {
  const lines = text.split('\n');
  return [
    ['Send\t', ' to\t', 'source'],
    ['Recv\t', ' from\t', 'destination'],
  ].map(([head = '', mark = '', layout = '']) => {
    const rows = lines.flatMap((line, at) => (line.includes(mark) ? [{ line, at }] : []));
    const names =
      lines
        .find((line) => line.startsWith(head))
        ?.trim()
        .split('\t') ?? [];
    return {
      layout,
      ranks: names.length - 1,
      factor: MIB,
      cells: rows.map(
        ({ line }, row) =>
          line
            .split(mark)[1]
            ?.split('\t')
            .map((cell, column) => (row === column || cell === '' ? undefined : cell))
            .slice(0, names.length - 1) ?? [],
      ),
      lines: rows.map(({ at }) => at + 1),
    };
  });
}

function nxnTables(text: string): Printed[] {
  const found = text.split('\n').flatMap((line, at) => {
    const match = /^(\d+),(\d+),([\d.]+),([\d.]+)/.exec(line);
    return match ? [{ from: Number(match[1]), to: Number(match[2]), printed: [match[3], match[4]], at }] : [];
  });
  const ranks = Math.max(...found.map(({ from }) => from)) + 1;
  return [1e-6, 1e6].map((factor, which) => {
    const cells: (string | undefined)[][] = Array.from({ length: ranks }, () => []);
    for (const { from, to, printed } of found) {
      const row = cells[from];
      if (row) row[to] = printed[which];
    }
    return { layout: 'source', ranks, factor, cells, lines: [] };
  });
}

const SETS: readonly {
  name: string;
  files: readonly string[];
  format: string;
  tables: (text: string) => Printed[];
  /** Lines that a cut file must still have to be known. */
  known: (text: string) => boolean;
}[] = [
  {
    name: 'rotate',
    files: dataFiles('generated/rotate'),
    format: 'rotate',
    tables: rotateTables,
    known: () => false,
  },
  {
    name: 'mpiGraph',
    files: dataFiles('generated/mpiGraph').filter((file) => file.endsWith('.out')),
    format: 'mpigraph',
    tables: mpiGraphTables,
    known: (text) => text.startsWith('START mpiGraph v1.5\n'),
  },
  {
    name: 'nxnlatbw',
    files: dataFiles('real/pairwise-matrix'),
    format: 'pair-list',
    tables: nxnTables,
    known: (text) => text.includes('src,dst,lat(us),bandwidth((Mbytes/sec)\n'),
  },
];

function expectTables(found: Collector, tables: readonly Printed[], file: string): void {
  expect(found.matrices.length).toBe(tables.length);
  const random = seeded(file.length * 7919 + tables.length);
  tables.forEach((table, which) => {
    const matrix = found.matrices[which];
    expect([matrix?.layout, matrix?.ranks]).toEqual([table.layout, table.ranks]);
    const measured = table.cells.flatMap((row, at) =>
      row.flatMap((printed, column) => (printed === undefined ? [] : [{ at, column, printed }])),
    );
    const counted = [...(matrix?.rows.values() ?? [])].reduce(
      (sum, { values }) => sum + values.filter((value) => !Number.isNaN(value)).length,
      0,
    );
    expect(counted).toBe(measured.length);
    const five = Array.from({ length: 5 }, () => measured[Math.floor(random() * measured.length)]);
    for (const cell of [...five, ...measured]) {
      const { at, column, printed } = cell ?? { at: -1, column: -1, printed: '' };
      const value = matrix?.rows.get(at)?.values[column];
      if (value !== Math.fround(Number(printed) * table.factor))
        expect([file, which, at, column, value]).toEqual([
          file,
          which,
          at,
          column,
          Number(printed) * table.factor,
        ]);
    }
    table.lines.forEach((line, row) => expect(matrix?.rows.get(row)?.line).toBe(line));
  });
}

describeWithData('files of pair tests', (root) => {
  it('are all there', () => expect(SETS.map(({ files }) => files.length)).toEqual([6, 5, 4]));

  for (const { name, files, format, tables, known } of SETS) {
    it.each(files)(`${name}: %s: every cell at its place, in SI units`, async (file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const { report, found } = await collect(diskSource(join(root, file), file));
      expectAccounted(report, text);
      expect([report.format, report.partial, report.lines.unknown]).toEqual([format, false, 0]);
      expect(found.runs).toHaveLength(1);
      const expected = tables(text);
      expectTables(found, expected, file);
      expect(report.cells).toBe(
        found.matrices.reduce(
          (sum, { rows }) =>
            sum +
            [...rows.values()].reduce(
              (cells, { values }) => cells + values.filter((value) => value === value).length,
              0,
            ),
          0,
        ),
      );
      const lines = text.split('\n');
      for (const [row, line] of expected[0]?.lines.entries() ?? [])
        if (line !== undefined && row < 5) expect(found.kept.get(line)).toBe(lines[line - 1]?.slice(0, 400));
    });

    it.each(files)(`${name}: %s: the same under a wrong name`, async (file) => {
      const bytes = readFileSync(join(root, file));
      const right = await collect(memorySource(file, bytes));
      for (const wrongName of ['osu_latency.txt', 'a--b.out', 'x.json', 'bandwidth.txt']) {
        const wrong = await collect(memorySource(wrongName, bytes, 999));
        expect({ ...wrong.report, path: '' }).toEqual({ ...right.report, path: '' });
        expect(wrong.found.matrices).toEqual(right.found.matrices);
      }
    });

    it.each(files)(`${name}: %s: cut anywhere, is marked and has no other numbers`, async (file) => {
      const bytes = readFileSync(join(root, file));
      const whole = await collect(memorySource(file, bytes));
      for (const at of cutPlaces(file, bytes.length)) {
        const text = bytes.subarray(0, at).toString('latin1');
        const { report, found } = await collect(memorySource(file, bytes.subarray(0, at)));
        expectAccounted(report, text);
        if (known(text)) expect([at, report.format]).toEqual([at, format]);
        if (report.format === null) {
          expect(found.matrices).toEqual([]);
          continue;
        }
        expect([at, report.format, report.partial]).toEqual([at, format, at < bytes.length - 1]);
        found.matrices.forEach((matrix, which) => {
          for (const [row, { values }] of matrix.rows) {
            const full = whole.found.matrices[which]?.rows.get(row)?.values;
            values.forEach((value, column) => {
              if (!Number.isNaN(value) && value !== full?.[column])
                expect([at, row, column, value]).toEqual([at, row, column, full?.[column]]);
            });
          }
        });
      }
    });
  }

  it('rotate: a file of half its lines or more is known without a header', async () => {
    for (const file of dataFiles('generated/rotate')) {
      const lines = readFileSync(join(root, file), 'utf8').split('\n').slice(0, -1);
      const half = lines.slice(0, Math.ceil(lines.length / 2)).join('\n') + '\n';
      const { report, found } = await collect(memorySource(file, half));
      expect([file, report.format, report.partial]).toEqual([file, 'rotate', true]);
      expect(found.matrices[0]?.rows.size).toBe(Math.ceil(lines.length / 2));
    }
  });

  it('nvbandwidth: every printed number, and no matrix where rows are CPUs', async () => {
    const [file = ''] = dataFiles('real/nvbandwidth');
    const text = readFileSync(join(root, file), 'utf8');
    const { report, found } = await collect(diskSource(join(root, file), file));
    expectAccounted(report, text);
    expect([report.format, report.partial, report.lines.unknown, found.matrices.length]).toEqual([
      'nvbandwidth',
      false,
      0,
      0,
    ]);
    const expected: [number, string][] = [];
    text.split('\n').forEach((line, at) => {
      const row = /^ *\d+((?: +\d+\.\d\d)+) *$/.exec(line)?.[1];
      for (const printed of row?.trim().split(/ +/) ?? []) expected.push([at + 1, printed]);
      const sum = /^SUM \S+ (\S+)$/.exec(line)?.[1];
      if (sum !== undefined) expected.push([at + 1, sum]);
    });
    expect(expected.length).toBe(36);
    expect(found.rows.map(({ line, printed }) => [line, printed])).toEqual(expected);
    for (const { value, printed, series } of found.rows) {
      const { metric } = found.allSeries[series] ?? {};
      expect(value).toBeCloseTo(
        Number(printed) * (metric === 'latency' ? 1e-9 : 1e9),
        metric === 'latency' ? 12 : 0,
      );
    }
    for (const at of cutPlaces(file, text.length)) {
      const cut = await collect(memorySource('x.csv', text.slice(0, at)));
      expectAccounted(cut.report, text.slice(0, at));
      expect(cut.found.rows).toEqual(found.rows.slice(0, cut.found.rows.length));
    }
  });
});

describeWithData('pair logs of nccl-tests', (root) => {
  const files = dataFiles('real/nccl-pairwise');

  it.each(files)('%s: each rank of each run has its host', async (file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const { found } = await collect(diskSource(join(root, file), file));
    const expected = [...text.matchAll(/^#\s+Rank\s+(\d+) .* on +(\S+) +device/gm)].map((match) => [
      Number(match[1]),
      match[2],
    ]);
    expect(expected.length).toBeGreaterThan(0);
    expect(found.ranks.map(({ rank, host }) => [rank, host])).toEqual(expected);
    expect(found.hosts).toHaveLength(2);
  });
});
