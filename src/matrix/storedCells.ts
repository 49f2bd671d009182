import type { Cells } from './cells';
import { hasInfinite } from './kernel';

/** The cells themselves, row by row in any order. A row that never comes is missing. */
export class StoredCells implements Cells {
  readonly #rows: (Float32Array | undefined)[] = [];

  constructor(
    readonly rows: number,
    readonly columns: number,
  ) {}

  /** Whether a row has come. */
  has(row: number): boolean {
    return this.#rows[row] !== undefined;
  }

  /**
   * Keeps a row in the memory it is in, which must not change any more; what is not finite (NaN, ±Infinity) becomes
   * NaN, missing. Throws RangeError when it has the wrong length or place.
   */
  keep(row: number, values: Float32Array): void {
    if (values.length !== this.columns || row < 0 || row >= this.rows)
      throw new RangeError(`Row ${row} with ${values.length} cells in ${this.rows} × ${this.columns}.`);
    if (hasInfinite(values))
      for (let i = 0; i < values.length; i++) if (Math.abs(values[i] ?? 0) === Infinity) values[i] = NaN;
    this.#rows[row] = values;
  }

  read(row: number, from: number, to: number, into: Float32Array): void {
    const kept = this.#rows[row];
    if (kept) into.set(from === 0 && to === kept.length ? kept : kept.subarray(from, to));
    else into.fill(NaN, 0, to - from);
  }
}
