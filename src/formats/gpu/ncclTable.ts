import type { Better, Unit } from '../../model/vocabulary';
import type { Sink } from '../format';

/** The two halves of a row. */
export const PLACEMENTS = ['out of place', 'in place'] as const;
export type Placement = (typeof PLACEMENTS)[number];

/** Columns of one half, in the order of the file: `time algbw busbw #wrong`. */
export interface HalfColumns {
  /** Columns before the halves: `size count type` and, as printed, `redop`, `root`. */
  left: readonly string[];
  /** Columns of one half. */
  half: readonly string[];
  /** Placements of the halves that the head announces. */
  placements: readonly Placement[];
}

/** A row cut into its fields. */
export interface NcclRow {
  bytes: number;
  datatype: string;
  redop: string;
  root: string;
  halves: { placement: Placement; fields: readonly string[] }[];
}

/** The name of a test that the file does not give. */
export const UNNAMED = 'nccl-tests (not named)';

interface Measure {
  metric: string;
  statistic: string;
  better: Better;
  unit: Unit;
  printedUnit: string;
  factor: number;
}

const time = (metric: string, statistic: string): Measure => ({
  metric,
  statistic,
  better: 'lower',
  unit: 's',
  printedUnit: 'us',
  factor: 1e-6,
});
const rate = (metric: string): Measure => ({
  metric,
  statistic: 'avg',
  better: 'higher',
  unit: 'B/s',
  printedUnit: 'GB/s',
  factor: 1e9,
});

/** What each column of a half holds; columns that are not here (`#wrong`, `error`) are no results. */
export const MEASURES: Readonly<Record<string, Measure>> = {
  time: time('time', 'avg'),
  cputime: time('cpu time', 'avg'),
  algbw: rate('algbw'),
  busbw: rate('busbw'),
  i_min: time('iteration time', 'min'),
  i_max: time('iteration time', 'max'),
  i_p99: time('iteration time', 'p99'),
  'i_cv%': {
    metric: 'iteration variation',
    statistic: 'avg',
    better: 'lower',
    unit: 'ratio',
    printedUnit: '%',
    factor: 0.01,
  },
};

const COLUMN_LINE = /^#\s+size\s+count\s+type\b/;
const TIMESTAMP = /\s\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d\s*$/;
const GAP = /\S\s{25,}\S/;
const FIELD = /^(?:-?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|N\/?A?|-?nan|-?inf)\*?$/;
const PLACEMENT_LINE = /^#\s*(?:out-of-place\b.*?)?(?:in-place\b.*)?$/;

/** Reads the line above the columns (`# out-of-place in-place`), or null. */
export function readPlacements(line: string): readonly Placement[] | null {
  if (!line.includes('-place') || !PLACEMENT_LINE.test(line)) return null;
  const placements: Placement[] = [];
  if (line.includes('out-of-place')) placements.push('out of place');
  if (line.includes('in-place')) placements.push('in place');
  return placements;
}

/** Reads a column line (`# size count type redop root time algbw busbw #wrong …`), or null. */
export function readLayout(line: string, placements: readonly Placement[] | null): HalfColumns | null {
  if (!COLUMN_LINE.test(line)) return null;
  const names = line
    .slice(1)
    .trim()
    .split(/\s+/)
    .filter((name) => name !== 'timestamp');
  const first = names.findIndex((name) => name === 'time' || name === 'cputime');
  if (first < 3) return null;
  const right = names.slice(first);
  const second = right.findIndex((name, at) => at > 0 && (name === 'time' || name === 'cputime'));
  const half = second < 0 ? right : right.slice(0, second);
  if (second >= 0 && right.length !== 2 * half.length) return null;
  const halves = second < 0 ? 1 : 2;
  const announced =
    placements?.length === halves ? placements : halves === 2 ? PLACEMENTS : (['in place'] as const);

  return { left: names.slice(0, first), half, placements: announced };
}

/** Whether a line begins like a row of a table. */
export function startsRow(line: string): boolean {
  return /^\s*\d+\s+\d+\s+[a-z]\w*\s/.test(line);
}

/**
 * Cuts a row into its fields, counted from the right because `redop` (and `root`) can be empty, or returns null when
 * the number of fields fits no form of the table.
 */
export function readRow(line: string, layout: HalfColumns): NcclRow | null {
  const fields = line.replace(TIMESTAMP, '').trim().split(/\s+/);
  const width = layout.half.length;
  const lefts = layout.left.length;
  let halves = layout.placements.length;
  let left = fields.length - halves * width;
  if (left < lefts - 1 && halves === 2 && GAP.test(line)) {
    // Option -O 0 leaves the out-of-place half blank.
    halves = 1;
    left = fields.length - width;
  }
  if (left !== lefts && left !== lefts - 1) return null;
  if (left < 3 || !/^\d{1,15}$/.test(fields[0] ?? '')) return null;
  const named: Record<string, string> = {};
  if (left === lefts) layout.left.forEach((name, at) => (named[name] = fields[at] ?? ''));
  else layout.left.filter((name) => name !== 'redop').forEach((name, at) => (named[name] = fields[at] ?? ''));
  if (left !== lefts && !layout.left.includes('redop')) return null;
  if (named['root'] !== undefined && !/^-?\d+$/.test(named['root'])) return null;
  if (named['redop'] !== undefined && !/^[a-z]\w*$/i.test(named['redop'])) return null;
  if (!fields.slice(left).every((field) => FIELD.test(field))) return null;
  const placements = halves === layout.placements.length ? layout.placements : (['in place'] as const);
  return {
    bytes: Number(fields[0]),
    datatype: named['type'] ?? '',
    redop: named['redop'] ?? '',
    root: named['root'] ?? '',
    halves: placements.map((placement, at) => ({
      placement,
      fields: fields.slice(left + at * width, left + (at + 1) * width),
    })),
  };
}

/**
 * Parameters that tell the series of a run apart. `none` and -1 stand for what the test does not have; an operation
 * counts only in tests that reduce (sendrecv prints one in some versions).
 */
export function rowParams(row: NcclRow, placement: Placement, benchmark: string): Record<string, string> {
  const params: Record<string, string> = { placement, datatype: row.datatype };
  const reduces = benchmark.includes('reduce') || benchmark === UNNAMED;
  if (reduces && row.redop !== '' && row.redop !== 'none') params['redop'] = row.redop;
  if (/^\d+$/.test(row.root)) params['root'] = row.root;
  return params;
}

/** Series of one run, begun when their first value comes. */
export class SeriesTable {
  private readonly known = new Map<string, number>();

  constructor(
    private readonly sink: Sink,
    private readonly run: number,
    private readonly benchmark: string,
  ) {}

  /** Says one number of a row. `column` is a key of `MEASURES`; `printed` the text of the file. */
  value(row: NcclRow, placement: Placement, column: string, printed: string, line: number): void {
    const measure = MEASURES[column];
    if (!measure) return;
    const value = Number(printed) * measure.factor;
    if (!Number.isFinite(value)) {
      this.sink.problem(line, `“${printed.slice(0, 40)}” is not a number: left out.`);
      return;
    }
    const key = `${measure.metric}|${placement}|${row.datatype}|${row.redop}|${row.root}`;
    let series = this.known.get(key);
    if (series === undefined) {
      const { metric, better, unit, printedUnit, factor } = measure;
      series = this.sink.series({
        run: this.run,
        benchmark: this.benchmark,
        metric,
        better,
        unit,
        printedUnit,
        factor,
        params: rowParams(row, placement, this.benchmark),
      });
      this.known.set(key, series);
    }
    this.sink.measurement(series, row.bytes, measure.statistic, value, printed, line);
  }
}

/** Facts of one table that name the test where the file does not. */
export interface TableShape {
  ranks: number;
  redop: boolean;
  root: boolean;
  /** The head has `redop` and the cells are empty. */
  emptyRedop: boolean;
  /** busbw divided by algbw in a row where both are well above zero, or null. */
  ratio: number | null;
  /**
   * Whether the data check of the in-place half says N/A in all rows while the other half has counts: alltoall cannot
   * run in place. Null where neither half, or not both, is checked.
   */
  inPlaceNotChecked: boolean | null;
}

/**
 * Names the test of a table of the generation that prints no name, from its columns and from busbw/algbw, which is
 * 2(n−1)/n for all_reduce, (n−1)/n for all_gather, reduce_scatter and alltoall, and 1 for broadcast and reduce
 * (PERFORMANCE.md of nccl-tests), and from the data check of the in-place half. Null when that does not decide.
 */
export function nameOf(shape: TableShape): string | null {
  const { ranks, ratio } = shape;
  if (shape.emptyRedop) return 'alltoall_perf';
  if (shape.root) return shape.redop ? 'reduce_perf' : 'broadcast_perf';
  if (!shape.redop) {
    // Ratio 1 is that of sendrecv; two ranks tell the two apart as well as many.
    if (ratio !== null && ranks > 1 && Math.abs((ratio * ranks) / (ranks - 1) - 1) > 0.03) return null;
    if (shape.inPlaceNotChecked === null) return null;
    return shape.inPlaceNotChecked ? 'alltoall_perf' : 'all_gather_perf';
  }
  if (ratio === null || ranks < 3) return null;
  const near = (expected: number): boolean => Math.abs(ratio / expected - 1) < 0.02;
  if (near((2 * (ranks - 1)) / ranks)) return 'all_reduce_perf';
  return near((ranks - 1) / ranks) ? 'reduce_scatter_perf' : null;
}

/** Names of collectives as files write them, in lower case without separators. */
const IN_NAMES: readonly (readonly [RegExp, string])[] = [
  [/all_?-?reduce/, 'all_reduce_perf'],
  [/all_?-?gather/, 'all_gather_perf'],
  [/reduce_?-?scatter/, 'reduce_scatter_perf'],
  [/all_?-?to_?-?all(?!v)/, 'alltoall_perf'],
  [/send_?-?recv/, 'sendrecv_perf'],
  [/broadcast|(?<![a-z])bcast/, 'broadcast_perf'],
  [/(?<!all_?-?)reduce(?!_?-?scatter)/, 'reduce_perf'],
];

/** The one collective that the name of a file, else that of its folder, has in it; null for none or several. */
export function nameInPath(path: string): string | null {
  const [file = '', folder = ''] = path.toLowerCase().split('/').reverse();
  for (const name of [file, folder]) {
    const found = IN_NAMES.filter(([pattern]) => pattern.test(name));
    if (found.length === 1) return found[0]?.[1] ?? null;
    if (found.length > 1) return null;
  }
  return null;
}

/** Whether a table can be of a test, by its columns and busbw/algbw; null where they say neither. */
export function fits(name: string, { ranks, redop, root, ratio }: TableShape): boolean | null {
  const reduces = /reduce/.test(name);
  const rooted = name === 'reduce_perf' || name === 'broadcast_perf';
  if (reduces !== redop || rooted !== root) return false;
  if (ratio === null || ranks < 2) return null;
  const share = (ranks - 1) / ranks;
  const expected = name === 'all_reduce_perf' ? 2 * share : rooted || name === 'sendrecv_perf' ? 1 : share;
  return Math.abs(ratio / expected - 1) < 0.03;
}
