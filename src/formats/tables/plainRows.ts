import { KEPT_LENGTH } from '../text/privacy';
import type { KeptRows } from './kept';
import { MARKS, RETURN, SUSPECT } from './marks';
import { RecordCells, type RowTaker } from './records';
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
const ELLIPSIS = new TextEncoder().encode('…');
/** Lines that are kept in one piece. */
const PIECE = 512;
const POWERS = Float64Array.from({ length: DIGITS + 1 }, (_, power) => Number(`1e${power}`));

/** Gathers rows as they are kept where some columns are hidden: `…` stands for their cells. */
class ShownRows {
  text = new Uint8Array(PIECE * 64);
  private used = 0;
  private readonly hidden: Uint8Array;
  private readonly delimiter: number;

  constructor(hidden: ReadonlySet<number>, width: number, { delimiter }: Dialect) {
    this.hidden = Uint8Array.from({ length: width }, (_, column) => (hidden.has(column) ? 1 : 0));
    this.delimiter = delimiter.charCodeAt(0);
  }

  /** Adds a row of at most `KEPT_LENGTH` bytes. */
  row({ bytes, starts, ends }: RecordCells): void {
    const { hidden, delimiter } = this;
    const most = this.used + KEPT_LENGTH + ELLIPSIS.length * hidden.length + 1;
    if (most > this.text.length) {
      const larger = new Uint8Array(2 * most);
      larger.set(this.text.subarray(0, this.used));
      this.text = larger;
    }
    const { text } = this;
    let { used } = this;
    for (let column = 0; column < hidden.length; column++) {
      if (hidden[column] === 1) {
        text.set(ELLIPSIS, used);
        used += ELLIPSIS.length;
      } else for (let at = starts[column] ?? 0; at < (ends[column] ?? 0); at++) text[used++] = bytes[at] ?? 0;
      text[used++] = delimiter;
    }
    text[used - 1] = LF;
    this.used = used;
  }

  /** Where the text of the rows ends; the next row begins anew. */
  take(): number {
    const end = this.used - 1;
    this.used = 0;
    return end;
  }
}

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
  private readonly cells = new RecordCells();
  private readonly numeric: Uint8Array;
  private readonly numbers: Float64Array;
  private readonly decimals: Uint8Array;
  private readonly marks = MARKS.slice();
  private readonly delimiter: number;
  /** The first byte of a comment, −1 without comments. */
  private readonly comment: number;

  /** What is kept of rows with cells that are not; null where rows are kept as they stand. */
  private readonly shown: ShownRows | null;

  /** `understood` is told how many rows were read. */
  constructor(
    dialect: Dialect,
    private readonly rows: MappedRows,
    private readonly kept: KeptRows,
    hidden: ReadonlySet<number>,
    private readonly understood: (rows: number) => void,
  ) {
    this.shown = hidden.size > 0 ? new ShownRows(hidden, rows.numericColumns.length, dialect) : null;
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
    const keep = () => {
      if (line === firstOfPiece) return;
      if (this.shown)
        this.kept.stretch(this.shown.text, 0, this.shown.take(), firstOfPiece, line - firstOfPiece, marks);
      else this.kept.stretch(bytes, from, to, firstOfPiece, line - firstOfPiece, marks);
      from = this.next;
      firstOfPiece = line;
      marks = 0;
    };
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
      this.shown?.row(cells);
      marks |= seen;
      line++;
      if (line - firstOfPiece === PIECE) keep();
    }
    keep();
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
