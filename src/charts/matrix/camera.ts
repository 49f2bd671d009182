import type { CellRange } from '../../matrix/grid';
import type { Cell } from '../../matrix/statistics';
import { wholeView } from './geometry';

/** Where the pointer or the keyboard is. */
export interface Cursor extends Cell {
  readonly byKey: boolean;
}

/** What is in sight of a matrix and where the cursor is, shared by charts side by side without a turn of the page. */
export class MatrixCamera {
  view: CellRange;
  cursor: Cursor | null = null;
  readonly #listeners = new Set<() => void>();

  constructor(
    readonly rows: number,
    readonly columns: number,
  ) {
    this.view = wholeView(rows, columns);
  }

  /** Calls `listener` after every change until the returned function is called. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  look(view: CellRange): void {
    const { x0, x1, y0, y1 } = this.view;
    if (view.x0 === x0 && view.x1 === x1 && view.y0 === y0 && view.y1 === y1) return;
    this.view = view;
    this.#tell();
  }

  point(cursor: Cursor | null): void {
    const old = this.cursor;
    if (old?.row === cursor?.row && old?.column === cursor?.column && old?.byKey === cursor?.byKey) return;
    this.cursor = cursor;
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
