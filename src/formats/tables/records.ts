import { LINE_LIMIT } from '../text/lines';
import { MARKS, marksIn, SUSPECT } from './marks';
import { COLUMN_LIMIT, type Dialect } from './types';

/** One record of a table as bytes; valid only during the call. */
export class RecordCells {
  /** UTF-8; cell i is `bytes` from `starts[i]` to `ends[i]`, without its quotes; what follows it is no digit. */
  bytes: Uint8Array = new Uint8Array(0);
  readonly starts = new Int32Array(COLUMN_LIMIT);
  readonly ends = new Int32Array(COLUMN_LIMIT);
  /** How many cells there are; those over `COLUMN_LIMIT` have no place. */
  count = 0;
  /** Line on which the record begins (1 = first), and how many lines it takes. */
  line = 0;
  lines = 1;
  /** The text of the record as it stands in the file, without its line end: `raw` from `from` to `to`. */
  raw: Uint8Array = new Uint8Array(0);
  from = 0;
  to = 0;
  /** The marks of the bytes of the record, see `MARKS`. */
  marks = 0;
  /** Text follows a closing quote. */
  damaged = false;
  /** The file ends here without a line end. */
  open = false;
}

/** Takes what a table consists of, in order. */
export interface RecordHandler {
  row(cells: RecordCells): void;
  /** A line that is no row: blank, a comment, of the preamble, the header, or (`unread`) one that could not be cut. */
  other(cells: RecordCells, what: 'blank' | 'comment' | 'preamble' | 'header' | 'unread', why: string): void;
}

/** Takes rows that it can cut and read itself, before `RecordHandler.row` is asked. */
export interface RowTaker {
  /** Reads rows from `at` on, the first on line `line`, as far as it can; returns how many lines they are. */
  take(bytes: Uint8Array, at: number, line: number): number;
  /** Where it stopped. */
  readonly next: number;
}

function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if ((bytes[at] ?? 0) > SPACE) return false;
  return true;
}

const LF = 10;
const QUOTE = 34;
const SPACE = 32;
const TAB = 9;
/** Mark of a byte that ends a cell. */
const END = 128;
/** After so many quotes that nothing closes, quotes are plain characters. */
const STRAY_QUOTES = 10;

/**
 * Cuts UTF-8 bytes that come in pieces into records and cells. Bounded memory: a record of over `LINE_LIMIT` bytes is
 * passed over; a quote that nothing closes within that length belongs to its line alone.
 */
export class RecordCutter {
  private rest: Uint8Array = new Uint8Array(0);
  private line = 1;
  private strays = 0;
  /** Within a line that is too long: wait for its end. */
  private passing = false;
  private readonly cells = new RecordCells();
  private readonly delimiter: number;
  private readonly comment: Uint8Array;
  private readonly blanks: boolean;
  /** The mark of each byte, `END` for delimiter and line end. */
  private readonly marks = MARKS.slice();

  constructor(
    private readonly dialect: Dialect,
    private readonly handler: RecordHandler,
    private readonly plain: RowTaker | null = null,
  ) {
    this.blanks = dialect.delimiter === 'blanks';
    this.delimiter = this.blanks ? SPACE : dialect.delimiter.charCodeAt(0);
    this.comment = new TextEncoder().encode(dialect.comment ?? '');
    this.marks[this.delimiter] = this.marks[LF] = END;
  }

  push(piece: Uint8Array): void {
    let rest = piece;
    const end = this.rest.length > 0 ? piece.indexOf(LF) : -1;
    if (end >= 0) {
      // Most records that two pieces share end in their first line in the second, which then need not be copied.
      this.run(this.joined(piece.subarray(0, end + 1)), false);
      rest = piece.subarray(end + 1);
    }
    this.run(this.joined(rest), false);
  }

  /** Takes what stands after the last line end. */
  end(): void {
    this.run(this.rest, true);
  }

  private joined(piece: Uint8Array): Uint8Array {
    if (this.rest.length === 0) return piece;
    const joined = new Uint8Array(this.rest.length + piece.length);
    joined.set(this.rest);
    joined.set(piece, this.rest.length);
    return joined;
  }

  private run(bytes: Uint8Array, last: boolean): void {
    let at = 0;
    while (at < bytes.length) {
      if (this.plain && !this.passing && this.line >= this.dialect.firstLine) {
        this.line += this.plain.take(bytes, at, this.line);
        at = this.plain.next;
        if (at >= bytes.length) break;
      }
      const next = this.passing ? this.pass(bytes, at) : this.record(bytes, at, last);
      if (next < 0) break;
      at = next;
    }
    this.rest = last || this.passing ? new Uint8Array(0) : bytes.slice(at);
  }

  /** Goes to the end of a line that is too long; −1 when it is not in `bytes`. */
  private pass(bytes: Uint8Array, at: number): number {
    const end = bytes.indexOf(LF, at);
    if (end < 0) return -1;
    this.passing = false;
    this.line++;
    return end + 1;
  }

  /** Reads the record at `at`; returns where the next one begins, −1 when it is not whole yet. */
  private record(bytes: Uint8Array, at: number, last: boolean): number {
    if (this.line < this.dialect.firstLine) return this.before(bytes, at, last);
    const first = bytes[at] ?? 0;
    if (first === LF || (first === 13 && bytes[at + 1] === LF)) return this.other(bytes, at, last, 'blank');
    if (this.comment.length > 0 && first === this.comment[0] && this.isComment(bytes, at))
      return this.other(bytes, at, last, 'comment');
    const end = this.blanks ? this.blankCells(bytes, at) : this.cut(bytes, at, last);
    if (end < bytes.length && end >= 0) return this.emit(bytes, at, end, false);
    if (last && end >= 0) return this.emit(bytes, at, end, true);
    if (end < 0 || bytes.length - at > LINE_LIMIT) return this.tooLong(bytes, at, last, end < 0);
    return -1;
  }

  private isComment(bytes: Uint8Array, at: number): boolean {
    return this.comment.every((byte, i) => bytes[at + i] === byte);
  }

  private before(bytes: Uint8Array, at: number, last: boolean): number {
    const { headerLine } = this.dialect;
    return this.other(bytes, at, last, this.line === headerLine ? 'header' : 'preamble');
  }

  /** Hands on a line that is no row. */
  private other(
    bytes: Uint8Array,
    at: number,
    last: boolean,
    what: 'blank' | 'comment' | 'preamble' | 'header' | 'unread',
    why = '',
  ): number {
    const found = bytes.indexOf(LF, at);
    if (found < 0 && !last && bytes.length - at <= LINE_LIMIT) return -1;
    const end = found < 0 ? bytes.length : found;
    this.place(bytes, at, end, found < 0 && last);
    this.handler.other(this.cells, what, why);
    if (found < 0 && !last) {
      this.passing = true;
      return bytes.length;
    }
    this.line++;
    return end + 1;
  }

  private place(bytes: Uint8Array, from: number, end: number, open: boolean): void {
    const { cells } = this;
    cells.raw = bytes;
    cells.from = from;
    cells.to = end > from && bytes[end - 1] === 13 ? end - 1 : end;
    cells.line = this.line;
    cells.lines = 1;
    cells.open = open;
  }

  private emit(bytes: Uint8Array, from: number, end: number, open: boolean): number {
    const { cells } = this;
    const { lines } = cells;
    this.place(bytes, from, end, open);
    cells.lines = lines;
    if (cells.count === 1 && isBlank(bytes, from, end)) this.handler.other(cells, 'blank', '');
    else this.handler.row(cells);
    this.line += lines;
    return end + 1;
  }

  private tooLong(bytes: Uint8Array, at: number, last: boolean, quote: boolean): number {
    if (!quote)
      return this.other(
        bytes,
        at,
        last,
        'unread',
        `This line is longer than ${LINE_LIMIT} bytes: it was passed over.`,
      );
    this.strays++;
    const after = this.strays === STRAY_QUOTES ? ' Quotes are taken as plain characters from here on.' : '';
    return this.other(
      bytes,
      at,
      last,
      'unread',
      `A quote is opened in this line and not closed: not read.${after}`,
    );
  }

  /** Finds the cells between blanks; returns where the line ends (`bytes.length` when it does not). */
  private blankCells(bytes: Uint8Array, from: number): number {
    const { starts, ends } = this.cells;
    let count = 0;
    let at = from;
    const { length } = bytes;
    this.cells.bytes = bytes;
    this.cells.damaged = false;
    this.cells.lines = 1;
    for (;;) {
      while (at < length && (bytes[at] === SPACE || bytes[at] === TAB || bytes[at] === 13)) at++;
      if (at >= length || bytes[at] === LF) break;
      if (count < COLUMN_LIMIT) starts[count] = at;
      while (at < length && (bytes[at] ?? 0) > SPACE) at++;
      if (count < COLUMN_LIMIT) ends[count] = at;
      count++;
      if (
        at < length &&
        (bytes[at] ?? 0) < SPACE &&
        bytes[at] !== TAB &&
        bytes[at] !== 13 &&
        bytes[at] !== LF
      )
        at++;
    }
    if (count === 0) {
      starts[0] = ends[0] = at;
      count = 1;
    }
    this.cells.count = count;
    this.cells.marks = marksIn(bytes, from, at);
    return at;
  }

  /**
   * Finds the cells of a delimited record; returns where its last line ends: `bytes.length` when no line end was found,
   * −1 when a quote is certainly not closed.
   */
  private cut(bytes: Uint8Array, from: number, last: boolean): number {
    const { starts, ends } = this.cells;
    const { delimiter, marks } = this;
    const { length } = bytes;
    const quotes = this.dialect.quote !== null && this.strays < STRAY_QUOTES;
    let count = 0;
    let at = from;
    let seen = 0;
    this.cells.bytes = bytes;
    this.cells.damaged = false;
    this.cells.lines = 1;
    for (;;) {
      let start = at;
      let byte = at < length ? (bytes[at] ?? LF) : LF;
      if (quotes && (byte === QUOTE || byte === SPACE)) {
        let opening = at;
        while (opening < length && bytes[opening] === SPACE) opening++;
        if (opening < length && bytes[opening] === QUOTE) {
          const closing = this.closing(bytes, opening + 1);
          if (closing < 0) return last || length - from > LINE_LIMIT ? -1 : length;
          seen |= SUSPECT;
          if (count < COLUMN_LIMIT) {
            starts[count] = opening + 1;
            ends[count] = closing;
          }
          count++;
          at = closing + 1;
          while (at < length && (bytes[at] === SPACE || (bytes[at] === 13 && bytes[at + 1] === LF))) at++;
          byte = at < length ? (bytes[at] ?? LF) : LF;
          if (byte === delimiter) {
            at++;
            continue;
          }
          if (byte === LF) break;
          this.cells.damaged = true;
          start = at;
          count--;
        }
      }
      // An index beyond the end, even once, would make every access here slow.
      byte = LF;
      for (; at < length; at++) {
        byte = bytes[at] ?? LF;
        const mark = marks[byte] ?? END;
        if (mark === END) break;
        seen |= mark;
      }
      if (at === length) byte = LF;
      if (count < COLUMN_LIMIT) {
        starts[count] = start;
        ends[count] = at > start && byte === LF && bytes[at - 1] === 13 ? at - 1 : at;
      }
      count++;
      if (byte === LF) break;
      at++;
    }
    this.cells.count = count;
    this.cells.marks = seen;
    if (this.escaped) this.unescape(bytes);
    return at;
  }

  private escaped = false;

  /** Where the quote opened before `at` closes, −1 when it does not in these bytes. Counts the lines inside. */
  private closing(bytes: Uint8Array, from: number): number {
    let at = from;
    for (;;) {
      const quote = bytes.indexOf(QUOTE, at);
      if (quote < 0) return -1;
      if (bytes[quote + 1] !== QUOTE) {
        for (
          let line = bytes.indexOf(LF, from);
          line >= 0 && line < quote;
          line = bytes.indexOf(LF, line + 1)
        )
          this.cells.lines++;
        return quote;
      }
      this.escaped = true;
      at = quote + 2;
    }
  }

  /** Puts the cells into bytes of their own, with `"` for `""`. */
  private unescape(bytes: Uint8Array): void {
    this.escaped = false;
    const { cells } = this;
    const count = Math.min(cells.count, COLUMN_LIMIT);
    const out = new Uint8Array((cells.ends[count - 1] ?? 0) - (cells.starts[0] ?? 0) + count);
    let to = 0;
    for (let i = 0; i < count; i++) {
      const end = cells.ends[i] ?? 0;
      let at = cells.starts[i] ?? 0;
      const quoted = bytes[at - 1] === QUOTE && bytes[end] === QUOTE;
      cells.starts[i] = to;
      for (; at < end; at++) {
        out[to++] = bytes[at] ?? 0;
        if (quoted && bytes[at] === QUOTE) at++;
      }
      cells.ends[i] = to;
      out[to++] = LF;
    }
    cells.bytes = out;
  }
}
