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

/** The cells of another matrix in another arrangement, read one by one from it. */
export class ArrangedCells implements Cells {
  readonly rows: number;
  readonly columns: number;
  readonly #one = new Float32Array(1);

  constructor(
    private readonly of: Cells,
    private readonly arrangement: Arrangement,
  ) {
    const turned = arrangement.how === 'transpose' || arrangement.how === 'phases';
    this.rows = turned ? of.columns : of.rows;
    this.columns = turned ? of.rows : of.columns;
  }

  read(row: number, from: number, to: number, into: Float32Array): void {
    if (this.arrangement.how === 'of phases') {
      this.of.read(row, from, to, into);
      for (let column = from; column < to; column++)
        if (!isOfPhases(this.arrangement, row, column)) into[column - from] = NaN;
      return;
    }
    for (let column = from; column < to; column++) {
      const [r, c] = this.#place(row, column);
      this.of.read(r, c, c + 1, this.#one);
      into[column - from] = this.#one[0] ?? NaN;
    }
  }

  /** Row and column in the other matrix. */
  #place(row: number, column: number): [number, number] {
    const { arrangement } = this;
    if (arrangement.how === 'of phases') return [row, column];
    if (arrangement.how === 'transpose') return [column, row];
    const modulo = (value: number, by: number) => ((value % by) + by) % by;
    if (arrangement.how === 'pairs') {
      const half = this.of.rows;
      const phase = arrangement.schedule === 'half forward' ? column - row : row - column;
      return [modulo(phase, half), row];
    }
    const receivers = this.of.columns;
    return [
      column,
      modulo(arrangement.schedule === 'half backward' ? column - row : column + row, receivers),
    ];
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
