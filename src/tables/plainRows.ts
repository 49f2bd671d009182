import { KEPT_LENGTH } from '../formats/privacy';
import type { KeptRows } from './kept';
import { MARKS, RETURN, SUSPECT } from './marks';
import { Cells, type RowTaker } from './records';
import type { MappedRows } from './rows';
import type { Dialect } from './types';

const LF = 10;
const CR = 13;
const SPACE = 32;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
/** Mark of a byte that ends a cell or is not plain. */
const STOP = 128;
/** Digits of a whole number that a double holds exactly, whatever they are. */
const DIGITS = 15;
/** Lines that are kept in one piece. */
const PIECE = 512;
const POWERS = Float64Array.from({ length: DIGITS + 1 }, (_, power) => Number(`1e${power}`));

/**
 * The quick way through plain rows, which most rows of large tables are: every cell that is used for its number is a
 * plain one (see `PlainBatch`), and no cell has a quote or an equals sign. Cells are cut and numbers are read in one
 * pass over the bytes. It stops before the first row that is not plain and leaves that to `RecordCutter` and
 * `MappedRows.row`, which read any row, and plain ones to the same result.
 */
export class PlainRows implements RowTaker {
  next = 0;
  /** Where the row that was cut last ends. */
  private to = 0;
  private readonly cells = new Cells();
  private readonly numeric: Uint8Array;
  private readonly numbers: Float64Array;
  private readonly decimals: Uint8Array;
  private readonly marks = MARKS.slice();
  private readonly delimiter: number;
  /** The first byte of a comment, −1 without comments. */
  private readonly comment: number;

  constructor(
    dialect: Dialect,
    private readonly rows: MappedRows,
    private readonly kept: KeptRows,
    private readonly understood: (rows: number) => void,
  ) {
    this.numeric = rows.numericColumns;
    this.numbers = new Float64Array(this.numeric.length);
    this.decimals = new Uint8Array(this.numeric.length);
    this.delimiter = dialect.delimiter.charCodeAt(0);
    this.comment = dialect.comment === null ? -1 : dialect.comment.charCodeAt(0);
    this.marks.forEach((mark, byte) => (this.marks[byte] = mark === SUSPECT ? STOP : mark));
    this.marks[this.delimiter] = this.marks[LF] = this.marks[CR] = STOP;
  }

  take(bytes: Uint8Array, at: number, line: number): number {
    const { rows, cells } = this;
    const last = bytes.lastIndexOf(LF);
    const first = line;
    let from = at;
    let to = at;
    let firstOfPiece = line;
    let marks = 0;
    this.next = at;
    cells.bytes = bytes;
    while (this.next <= last) {
      const start = this.next;
      const seen = bytes[start] === this.comment ? -1 : this.cut(bytes, start);
      if (seen < 0) break;
      cells.line = line;
      if (!rows.plainRow(cells, this.numbers, this.decimals)) {
        this.next = start;
        break;
      }
      ({ to } = this);
      marks |= seen;
      line++;
      if (line - firstOfPiece === PIECE) {
        this.kept.stretch(bytes, from, to, firstOfPiece, PIECE, marks);
        from = this.next;
        firstOfPiece = line;
        marks = 0;
      }
    }
    if (line > firstOfPiece) this.kept.stretch(bytes, from, to, firstOfPiece, line - firstOfPiece, marks);
    this.understood(line - first);
    return line - first;
  }

  /** Cuts the row at `start`, which ends within `bytes`; returns its marks, −1 where it is not plain. */
  private cut(bytes: Uint8Array, start: number): number {
    const { numeric, numbers, decimals, marks, delimiter } = this;
    const { starts, ends } = this.cells;
    const width = numeric.length;
    let at = start;
    let seen = 0;
    for (let column = 0; column < width; column++) {
      starts[column] = at;
      let byte = bytes[at] ?? 0;
      if (numeric[column] === 1) {
        while (byte === SPACE) byte = bytes[++at] ?? 0;
        const negative = byte === MINUS;
        if (negative) {
          seen |= marks[MINUS] ?? 0;
          byte = bytes[++at] ?? 0;
        }
        const from = at;
        let digit = byte - ZERO;
        let number = 0;
        while (digit >= 0 && digit <= 9) {
          number = number * 10 + digit;
          digit = (bytes[++at] ?? 0) - ZERO;
        }
        let digits = at - from;
        if (digits === 0 || (digits > 1 && bytes[from] === ZERO)) return -1;
        let scale = 0;
        if (digit === POINT - ZERO) {
          const point = ++at;
          digit = (bytes[at] ?? 0) - ZERO;
          while (digit >= 0 && digit <= 9) {
            number = number * 10 + digit;
            digit = (bytes[++at] ?? 0) - ZERO;
          }
          scale = at - point;
          if (scale === 0) return -1;
          digits += scale;
        }
        if (digits > DIGITS) return -1;
        if (scale > 0) number /= POWERS[scale] ?? 1;
        if (negative) {
          if (number === 0) return -1;
          number = -number;
        }
        numbers[column] = number;
        decimals[column] = scale;
        byte = digit + ZERO;
        while (byte === SPACE) byte = bytes[++at] ?? 0;
      } else {
        for (;;) {
          const mark = marks[byte] ?? STOP;
          if (mark === STOP) break;
          seen |= mark;
          byte = bytes[++at] ?? 0;
        }
      }
      ends[column] = at;
      if (byte === delimiter) {
        if (column === width - 1) return -1;
        at++;
        continue;
      }
      if (column < width - 1) return -1;
      this.to = at;
      if (byte === CR) {
        seen |= RETURN;
        byte = bytes[++at] ?? 0;
      }
      if (byte !== LF || at - start > KEPT_LENGTH) return -1;
    }
    this.next = at + 1;
    return seen;
  }
}
