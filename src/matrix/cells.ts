/**
 * Where the cells of a matrix are read from. Every reader gives the same three kinds of number: a finite value; NaN,
 * a missing cell; `APART`, a cell that is there and is left out of colours and figures (a pair on one host).
 */
export const APART = Infinity;

/** Rows and columns in the order they are shown in. */
export interface Cells {
  readonly rows: number;
  readonly columns: number;
  /** Writes the cells [from, to) of a row to the start of `into`. */
  read(row: number, from: number, to: number, into: Float32Array): void;
}

/**
 * Cells of another matrix, all there, in another order, or some of them: -1 in a list is a row or column that it does
 * not have.
 */
export class ChosenCells implements Cells {
  readonly rows: number;
  readonly columns: number;
  readonly #row: Float32Array;
  /** The row that `#row` holds. */
  #held = -1;

  constructor(
    private readonly of: Cells,
    private readonly rowOrder: Int32Array,
    private readonly columnOrder: Int32Array,
  ) {
    checkOrder(rowOrder, of.rows, 'row');
    checkOrder(columnOrder, of.columns, 'column');
    this.rows = rowOrder.length;
    this.columns = columnOrder.length;
    this.#row = new Float32Array(of.columns);
  }

  read(row: number, from: number, to: number, into: Float32Array): void {
    const source = this.rowOrder[row] ?? -1;
    if (source < 0) return void into.fill(NaN, 0, to - from);
    const few = (to - from) * 8 < this.of.columns;
    if (few && this.#held !== source) return this.#readFew(source, from, to, into);
    if (this.#held !== source) this.of.read(source, 0, this.of.columns, this.#row);
    this.#held = source;
    for (let c = from; c < to; c++) {
      const column = this.columnOrder[c] ?? -1;
      into[c - from] = column < 0 ? NaN : (this.#row[column] ?? NaN);
    }
  }

  #readFew(source: number, from: number, to: number, into: Float32Array): void {
    const one = new Float32Array(1);
    for (let c = from; c < to; c++) {
      const column = this.columnOrder[c] ?? -1;
      if (column >= 0) this.of.read(source, column, column + 1, one);
      into[c - from] = column < 0 ? NaN : (one[0] ?? NaN);
    }
  }
}

function checkOrder(order: Int32Array, count: number, what: string): void {
  const odd = order.findIndex((index) => index < -1 || index >= count);
  if (odd >= 0) throw new RangeError(`There is no ${what} ${order[odd] ?? ''}: there are ${count}.`);
}

/** How two matrices are set against each other: B − A, or B / A. */
export type CellComparison = 'difference' | 'ratio';

/**
 * B against A, cell by cell; both have the same shape (`ChosenCells` brings them to it). A cell on one side only is
 * missing; so is a ratio to 0 or of 0, which has no place on a scale of ratios; so is one that overflows.
 */
export class ComparedCells implements Cells {
  readonly rows: number;
  readonly columns: number;
  readonly #a: Float32Array;

  constructor(
    private readonly a: Cells,
    private readonly b: Cells,
    private readonly kind: CellComparison,
  ) {
    if (a.rows !== b.rows || a.columns !== b.columns)
      throw new RangeError(`${a.rows} × ${a.columns} against ${b.rows} × ${b.columns} cells.`);
    this.rows = a.rows;
    this.columns = a.columns;
    this.#a = new Float32Array(a.columns);
  }

  read(row: number, from: number, to: number, into: Float32Array): void {
    const a = this.#a;
    this.a.read(row, from, to, a);
    this.b.read(row, from, to, into);
    const n = to - from;
    const ratio = this.kind === 'ratio';
    for (let i = 0; i < n; i++) {
      const [one, other] = [a[i] ?? NaN, into[i] ?? NaN];
      const value = ratio ? (one * other === 0 ? NaN : Math.fround(other / one)) : Math.fround(other - one);
      into[i] = Number.isFinite(value) ? value : NaN;
    }
  }
}

/** Marks the pairs on one host: a cell whose row and column are of the same group is `APART`. Groups below 0 are none. */
export class ApartCells implements Cells {
  readonly rows: number;
  readonly columns: number;
  readonly #members = new Map<number, number[]>();

  constructor(
    private readonly of: Cells,
    private readonly rowGroups: Int32Array,
    columnGroups: Int32Array,
  ) {
    if (rowGroups.length !== of.rows || columnGroups.length !== of.columns)
      throw new RangeError(
        `Groups of ${rowGroups.length} × ${columnGroups.length} for ${of.rows} × ${of.columns} cells.`,
      );
    this.rows = of.rows;
    this.columns = of.columns;
    columnGroups.forEach((group, column) => {
      const members = this.#members.get(group);
      if (members) members.push(column);
      else this.#members.set(group, [column]);
    });
  }

  read(row: number, from: number, to: number, into: Float32Array): void {
    this.of.read(row, from, to, into);
    const group = this.rowGroups[row] ?? -1;
    if (group < 0) return;
    for (const column of this.#members.get(group) ?? [])
      if (column >= from && column < to) into[column - from] = APART;
  }
}
