import { hostOf } from '../pair/pairAxis';
import type { BatchSink } from '../format';
import { KeyTable } from './groups';
import { cellText } from './numbers';
import type { RecordCells } from './records';

/** Most ranks or hosts of one table. */
export const ENDS_LIMIT = 16_384;
/** Most cells of all matrices of one file, those that are missing included. */
export const CELL_LIMIT = 64 * 1024 * 1024;
/** Longest name of a host that is kept. */
const NAME_LENGTH = 255;
/** Pairs that come again told one by one; the rest is counted. */
const TOLD = 100;
/** Cells handed on before what was given is let go. */
const CELLS_AT_ONCE = 1024 * 1024;
/** Labels that are numbers are ranks where the highest is below `SMALL`, or no more than `SPARSE` of them to each one there. */
const SMALL = 64;
const SPARSE = 4;

/** Rows in one piece of `Pieces`. */
const PIECE = 16_384;

/** Numbers row by row, `width` to each, in pieces, so that nothing is copied while they grow. */
class Pieces<Held extends Int32Array | Float32Array> {
  private readonly pieces: Held[] = [];
  length = 0;

  constructor(
    private readonly make: (length: number) => Held,
    private readonly width: number,
  ) {}

  set(row: number, column: number, value: number): void {
    const piece = (this.pieces[Math.floor(row / PIECE)] ??= this.make(PIECE * this.width));
    piece[(row % PIECE) * this.width + column] = value;
    this.length = Math.max(this.length, row + 1);
  }

  at(row: number, column: number): number {
    return this.pieces[Math.floor(row / PIECE)]?.[(row % PIECE) * this.width + column] ?? Number.NaN;
  }
}

/** What one value column of a block is: a series, with the run it belongs to. */
interface PairSeries {
  series: number;
  run: number;
  statistic: string;
}

/** The rows that agree in all but the pair: a matrix for each value column. */
export class PairBlock {
  /** Source, destination and line of each row. */
  readonly rows = new Pieces((length) => new Int32Array(length), 3);
  readonly values: Pieces<Float32Array>;
  readonly series: (PairSeries | undefined)[] = [];

  /** `bytes` = message size, null without one; `columns` = number of value columns. */
  constructor(
    readonly bytes: (number | null)[],
    readonly columns: number,
  ) {
    this.values = new Pieces((length) => new Float32Array(length).fill(Number.NaN), columns);
  }

  /** Begins a row; its values are missing until `value` gives them. */
  row(source: number, destination: number, line: number): void {
    const at = this.rows.length;
    this.rows.set(at, 0, source);
    this.rows.set(at, 1, destination);
    this.rows.set(at, 2, line);
    for (let i = 0; i < this.columns; i++) this.values.set(at, i, Number.NaN);
  }

  /** A value of the row that was begun last, in the unit of its series. */
  value(column: number, value: number): void {
    this.values.set(this.rows.length - 1, column, value);
  }
}

/** What pairs are put into. */
export type PairSink = Pick<BatchSink, 'status' | 'host' | 'rank' | 'matrix' | 'matrixRow' | 'problem'> & {
  /** Waits until what was given is taken away, where it is much. */
  pause(): Promise<void>;
};

/**
 * Gathers the pairs of a table, and hands them on as matrices when all are known: each combination of conditions is a
 * run, and each message size, series and statistic of it a matrix from sources to destinations. Ends are ranks where all
 * their labels in a run are numbers close together, else hosts in the order in which they come. A pair that comes again
 * is told, the first counts. Memory grows with the pairs.
 */
export class TablePairs {
  private readonly ends = new KeyTable(ENDS_LIMIT);
  private readonly columns = new Int32Array(1);
  private readonly names: string[] = [];
  private readonly blocks: PairBlock[] = [];
  private told = 0;

  constructor(private readonly sink: PairSink) {}

  block(bytes: (number | null)[]): PairBlock {
    const block = new PairBlock(bytes, bytes.length);
    this.blocks.push(block);
    return block;
  }

  /** The number of the end of a pair that a cell names: −1 when there are too many, −2 when the cell is empty. */
  end(cells: RecordCells, column: number): number {
    this.columns[0] = column;
    const found = this.ends.find(cells, this.columns);
    const { bytes, starts, ends } = cells;
    if (found >= 0)
      this.names[found] ??= cellText(bytes, starts[column] ?? 0, ends[column] ?? 0).slice(0, NAME_LENGTH);
    return this.names[found] === '' ? -2 : found;
  }

  /** Hands on all matrices. */
  async emit(): Promise<void> {
    const runs = new Map<number, { block: PairBlock; column: number; of: PairSeries }[]>();
    for (const block of this.blocks)
      block.series.forEach((of, column) => {
        if (!of) return;
        const parts = runs.get(of.run) ?? [];
        parts.push({ block, column, of });
        runs.set(of.run, parts);
      });
    let cells = 0;
    for (const [run, parts] of runs) {
      const axis = this.axis(new Set(parts.map(({ block }) => block)));
      const wanted = axis.ranks * axis.ranks * parts.length;
      if (axis.ranks > ENDS_LIMIT || cells + wanted > CELL_LIMIT) {
        const why = `${parts.length} ${parts.length === 1 ? 'matrix' : 'matrices'} of ${axis.ranks} × ${axis.ranks} pairs: not read, all matrices of a file may have ${CELL_LIMIT} cells.`;
        this.sink.problem(0, why);
        this.sink.status(run, 'partial', why);
        continue;
      }
      cells += wanted;
      axis.hosts.forEach((name, at) => this.sink.rank(run, at, this.sink.host(hostOf(name)), null));
      const orders = new Map<PairBlock, (source: number) => Int32Array>();
      for (const { block, column, of } of parts) {
        let order = orders.get(block);
        const first = order === undefined;
        if (!order) orders.set(block, (order = bySource(block, axis)));
        await this.matrix(block, column, of, { axis, order, first });
      }
    }
    if (this.told > TOLD)
      this.sink.problem(0, `${this.told - TOLD} more pairs come again; the first ${TOLD} are told.`);
  }

  /** One matrix, row by row; `first` = the first of its block, with which repeated pairs are told. */
  private async matrix(
    block: PairBlock,
    column: number,
    { series, statistic }: PairSeries,
    { axis, order, first }: { axis: Axis; order: (source: number) => Int32Array; first: boolean },
  ): Promise<void> {
    const { ranks, place } = axis;
    const matrix = this.sink.matrix({
      series,
      axis: axis.axis,
      layout: 'source',
      ranks,
      measuredAt: null,
      statistic,
      bytes: block.bytes[column] ?? null,
      concurrency: null,
      schedule: null,
    });
    let given = 0;
    let there = 0;
    for (let source = 0; source < ranks; source++) {
      const mine = order(source);
      if (mine.length === 0) continue;
      const values = new Float32Array(ranks).fill(Number.NaN);
      const lines = new Int32Array(ranks);
      for (const row of mine) {
        const destination = place[block.rows.at(row, 1)] ?? 0;
        const line = block.rows.at(row, 2);
        const earlier = lines[destination] ?? 0;
        if (earlier > 0) {
          if (first) this.again(line, earlier);
          continue;
        }
        lines[destination] = line;
        values[destination] = block.values.at(row, column);
        if (destination !== source) there++;
      }
      this.sink.matrixRow(matrix, source, values, lines);
      given += ranks;
      if (given >= CELLS_AT_ONCE) {
        given = 0;
        await this.sink.pause();
      }
    }
    const all = ranks * (ranks - 1);
    if (first && there < all)
      this.sink.problem(
        0,
        `${all - there} of the ${all} pairs of ${ranks} ${axis.axis}s are not in the table: they are missing.`,
      );
  }

  private again(line: number, earlier: number): void {
    if (this.told++ < TOLD)
      this.sink.problem(line, `This pair stands on line ${earlier} already, which counts.`);
  }

  /** What the indexes of the matrices of a run are. */
  private axis(blocks: ReadonlySet<PairBlock>): Axis {
    const there = new Uint8Array(this.names.length);
    for (const { rows } of blocks)
      for (let row = 0; row < rows.length; row++) there[rows.at(row, 0)] = there[rows.at(row, 1)] = 1;
    const ends = Int32Array.from(there.keys()).filter((end) => there[end] === 1);
    const labels = Array.from(ends, (end) => this.names[end] ?? '');
    const place = new Int32Array(this.names.length);
    const numbered = labels.every((label) => /^\d{1,9}$/.test(label));
    const last = numbered ? labels.reduce((most, label) => Math.max(most, Number(label)), 0) : 0;
    if (numbered && last < Math.max(SMALL, SPARSE * ends.length)) {
      ends.forEach((end, i) => (place[end] = Number(labels[i])));
      return { axis: 'rank', ranks: last + 1, place, hosts: [] };
    }
    ends.forEach((end, i) => (place[end] = i));
    const placed = labels.some((label) => hostOf(label) !== label);
    return { axis: placed ? 'rank' : 'host', ranks: ends.length, place, hosts: labels };
  }
}

interface Axis {
  axis: 'rank' | 'host';
  ranks: number;
  /** Index of each end. */
  place: Int32Array;
  /** The name of each index; empty where the labels are the numbers of ranks. */
  hosts: readonly string[];
}

/** Gives the rows of each source, in the order of the file. */
function bySource({ rows }: PairBlock, { place, ranks }: Axis): (source: number) => Int32Array {
  const starts = new Int32Array(ranks + 1);
  const sourceOf = (row: number): number => place[rows.at(row, 0)] ?? 0;
  for (let row = 0; row < rows.length; row++) {
    const next = sourceOf(row) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let i = 0; i < ranks; i++) starts[i + 1] = (starts[i + 1] ?? 0) + (starts[i] ?? 0);
  const order = new Int32Array(rows.length);
  const next = starts.slice();
  for (let row = 0; row < rows.length; row++) {
    const source = sourceOf(row);
    const at = next[source] ?? 0;
    order[at] = row;
    next[source] = at + 1;
  }
  return (source) => order.subarray(starts[source], starts[source + 1]);
}
