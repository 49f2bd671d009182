/** Why a file, or a part of it, cannot be read: the end of a sentence after a colon. */
export class Damage extends Error {}

/** Throws a `Damage` unless something holds. */
export function must(holds: boolean, why: string): asserts holds {
  if (!holds) throw new Damage(why);
}

/** Runs a step; reading past the end of the bytes, which a typed array or a view reports, is damage too. */
export function guarded<Result>(step: () => Result): Result {
  try {
    return step();
  } catch (error) {
    if (error instanceof RangeError) throw new Damage('a size or an offset in it does not fit');
    throw error;
  }
}

/** Bytes that any file may unpack to, and bytes per byte of the file beyond that. */
const FREE_BYTES = 256 * 1024 ** 2;
const RATIO = 500;
/** Rows that any file may state, and rows per byte beyond that: repeated values take next to no room. */
const FREE_ROWS = 1_000_000;
const ROWS_PER_BYTE = 64;
/** Line numbers are kept in 32 bits. */
const MOST_ROWS = 2 ** 31 - 2;

/** What a file may ask for in all, from its size: a few bytes must not give hours of work. */
export class DecodeBudget {
  private left: number;

  constructor(private readonly size: number) {
    this.left = FREE_BYTES + RATIO * size;
  }

  /** Counts bytes that are about to be made. */
  spend(bytes: number): void {
    must(Number.isSafeInteger(bytes) && bytes >= 0, 'a size in it is no size');
    this.left -= bytes;
    must(this.left >= 0, `it unpacks to more than ${RATIO} times its size, as no results do`);
  }

  /** A number of rows that the file states. */
  rows(rows: number): number {
    const most = Math.min(MOST_ROWS, FREE_ROWS + ROWS_PER_BYTE * this.size);
    must(
      Number.isSafeInteger(rows) && rows >= 0 && rows <= most,
      'it states more rows than a file of its size can hold',
    );
    return rows;
  }
}
