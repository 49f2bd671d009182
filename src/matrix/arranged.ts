import { phaseOf, type PairGrid, type Schedule } from '../pairs/grid';
import type { Cells } from './cells';

/** Another way to look at the cells of a test of pairs. */
export type Arrangement =
  /** Rows become columns: rows of receivers become rows of senders. */
  | { how: 'transpose' }
  /** Rows of phases (column = sender) become rows of senders (column = receiver, counted from the first one). */
  | { how: 'pairs'; schedule: 'half forward' | 'half backward' }
  /** Rows of senders become rows of phases (column = sender). */
  | { how: 'phases'; schedule: Schedule }
  /** The same rows and columns, of which the ranks are given (-1 = none), without the pairs of other phases. */
  | ({ how: 'of phases'; senders: Int32Array; receivers: Int32Array } & Phases);

/** Some phases of a test: 1 = chosen. */
export interface Phases {
  test: Pick<PairGrid, 'ranks' | 'receivers' | 'firstReceiver'>;
  schedule: Schedule;
  phases: Uint8Array;
}

/** Rows that are arranged at once: so much of each row of the other matrix lies together in memory. */
const AT_ONCE = 64;
/** What one cell costs that is read alone, in cells of a row that are read together. */
const ALONE = 32;

const modulo = (value: number, by: number) => ((value % by) + by) % by;

/** The cells of another matrix in another arrangement; rows that are read one after the other are arranged many at a time. */
export class ArrangedCells implements Cells {
  readonly rows: number;
  readonly columns: number;
  readonly #one = new Float32Array(1);
  /** Some rows, from `#first` on; empty before they are needed. */
  #block = new Float32Array(0);
  #first = -AT_ONCE;
  /** The row that was read last. */
  #last = -1;

  constructor(
    private readonly of: Cells,
    private readonly arrangement: Arrangement,
  ) {
    if (arrangement.how === 'pairs' && of.rows !== of.columns)
      throw new RangeError(`${of.rows} phases of ${of.columns} senders do not make pairs.`);
    const turned = arrangement.how === 'transpose' || arrangement.how === 'phases';
    this.rows = turned ? of.columns : of.rows;
    this.columns = turned ? of.rows : of.columns;
  }

  read(row: number, from: number, to: number, into: Float32Array): void {
    const { arrangement } = this;
    if (arrangement.how === 'of phases') {
      this.of.read(row, from, to, into);
      for (let column = from; column < to; column++)
        if (!isOfPhases(arrangement, row, column)) into[column - from] = NaN;
      return;
    }
    const next = row === 0 || row === this.#last + 1;
    this.#last = row;
    const first = row - (row % AT_ONCE);
    if (first !== this.#first) {
      if (!next || (to - from) * ALONE < this.of.rows) return this.#readAlone(row, from, to, into);
      this.#arrange(first);
    }
    const start = (row - first) * this.columns;
    into.set(this.#block.subarray(start + from, start + to));
  }

  #readAlone(row: number, from: number, to: number, into: Float32Array): void {
    for (let column = from; column < to; column++) {
      const [r, c] = this.#place(row, column);
      this.of.read(r, c, c + 1, this.#one);
      into[column - from] = this.#one[0] ?? NaN;
    }
  }

  /** Row and column in the other matrix. */
  #place(row: number, column: number): [number, number] {
    const { arrangement, of } = this;
    if (arrangement.how === 'pairs') {
      const phase = arrangement.schedule === 'half forward' ? column - row : row - column;
      return [modulo(phase, of.rows), row];
    }
    if (arrangement.how !== 'phases') return [column, row];
    const receiver = arrangement.schedule === 'half backward' ? column - row : column + row;
    return [column, modulo(receiver, of.columns)];
  }

  /** Arranges rows from `first` on: each row of the other matrix has a stretch of columns that belong to them. */
  #arrange(first: number): void {
    const { of, rows, columns, arrangement } = this;
    const end = Math.min(rows, first + AT_ONCE);
    if (this.#block.length === 0) this.#block = new Float32Array(Math.min(rows, AT_ONCE) * columns);
    const block = this.#block;
    const stretch = new Float32Array(end - first);
    const backward = 'schedule' in arrangement && arrangement.schedule === 'half backward';
    for (let row = 0; row < of.rows; row++) {
      if (arrangement.how === 'phases') {
        const start = modulo(backward ? row - (end - 1) : row + first, of.columns);
        const whole = Math.min(stretch.length, of.columns - start);
        of.read(row, start, start + whole, stretch);
        if (whole < stretch.length) of.read(row, 0, stretch.length - whole, stretch.subarray(whole));
        if (backward) stretch.reverse();
      } else of.read(row, first, end, stretch);
      for (let i = 0; i < stretch.length; i++) {
        const column =
          arrangement.how === 'pairs' ? modulo(backward ? first + i - row : first + i + row, columns) : row;
        block[i * columns + column] = stretch[i] ?? NaN;
      }
    }
    this.#first = first;
  }
}

/** Whether the pair of a row and a column was measured in a chosen phase. */
function isOfPhases(
  { test, schedule, phases, senders, receivers }: Extract<Arrangement, { how: 'of phases' }>,
  row: number,
  column: number,
): boolean {
  const [sender, receiver] = [senders[row] ?? -1, receivers[column] ?? -1];
  return sender >= 0 && receiver >= 0 && phases[phaseOf(test, schedule, sender, receiver) ?? -1] === 1;
}
