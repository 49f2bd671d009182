import { KEPT_LENGTH, keptText, LINE_NOT_KEPT } from '../text/privacy';
import { DASH, RETURN, SUSPECT } from './marks';
import type { RecordCells } from './records';

/** Where kept text goes: as texts, or as UTF-8 with line feeds between the lines. */
export interface TextSink {
  text(firstLine: number, lines: readonly string[]): void;
  textBytes(firstLine: number, utf8: Uint8Array): void;
}

/** Lines in one piece. */
const PIECE = 512;
/** Lines kept that are neither rows nor the header. */
const OTHERS = 20;

const decoder = new TextDecoder();

/**
 * Keeps the rows of a table as text, so that a number can be traced to its line. Rows that follow each other are kept
 * as one stretch of bytes; only where something could be an environment variable, or a cell must not be kept, does
 * anything go line by line. Cells in `hidden` columns (hosts, columns that are not used) are replaced by `…`.
 */
export class KeptRows {
  private bytes: Uint8Array = new Uint8Array(0);
  private from = 0;
  private to = 0;
  private first = 0;
  private lines = 0;
  private marks = 0;
  private others = 0;
  private readonly delimiter: string;

  constructor(
    private readonly sink: TextSink,
    private readonly hidden: ReadonlySet<number>,
    delimiter: string,
  ) {
    this.delimiter = delimiter === 'blanks' ? '  ' : delimiter;
  }

  /** A row of the table; `read` = a number stands on it. */
  row(cells: RecordCells, read: boolean): void {
    if (!read) {
      this.flush();
      this.sink.text(cells.line, Array<string>(cells.lines).fill(LINE_NOT_KEPT));
      return;
    }
    const short = cells.to - cells.from <= KEPT_LENGTH && cells.lines === 1;
    if (this.hidden.size > 0 || !short) {
      this.flush();
      this.sink.text(cells.line, this.careful(cells));
      return;
    }
    const follows = this.lines > 0 && this.first + this.lines === cells.line && this.bytes === cells.raw;
    if (!follows || this.lines >= PIECE) {
      this.flush();
      this.bytes = cells.raw;
      this.from = cells.from;
      this.first = cells.line;
      this.marks = 0;
    }
    this.to = cells.to;
    this.marks |= cells.marks;
    this.lines++;
  }

  /**
   * Rows that follow each other, from `first` on, as they may be kept: `bytes` from `from` to `to`, none longer than
   * `KEPT_LENGTH`.
   */
  stretch(bytes: Uint8Array, from: number, to: number, first: number, lines: number, marks: number): void {
    this.flush();
    Object.assign(this, { bytes, from, to, first, lines, marks });
    this.flush();
  }

  /** A line that is no row. */
  other(cells: RecordCells, header: boolean): void {
    if (!header && ++this.others > OTHERS) return;
    this.flush();
    this.sink.text(cells.line, [keptText(decoder.decode(cells.raw.subarray(cells.from, cells.to)))]);
  }

  /** Hands on the stretch in hand; to be called before its bytes go. */
  flush(): void {
    if (this.lines === 0) return;
    const stretch = this.bytes.subarray(this.from, this.to);
    const { marks } = this;
    if ((marks & SUSPECT) !== 0 || ((marks & DASH) !== 0 && optionIn(stretch)))
      this.sink.text(this.first, linesOf(stretch).map(keptText));
    else this.sink.textBytes(this.first, (marks & RETURN) !== 0 ? withoutReturns(stretch) : stretch);
    this.lines = 0;
  }

  private careful(cells: RecordCells): string[] {
    if (this.hidden.size === 0) return linesOf(cells.raw.subarray(cells.from, cells.to)).map(keptText);
    if (cells.lines > 1) return Array<string>(cells.lines).fill(LINE_NOT_KEPT);
    const { bytes, starts, ends } = cells;
    const shown = Array.from({ length: Math.min(cells.count, starts.length) }, (_, i) =>
      this.hidden.has(i) ? '…' : decoder.decode(bytes.subarray(starts[i] ?? 0, ends[i] ?? 0)),
    );
    return [keptText(shown.join(this.delimiter).replaceAll('\n', ' '))];
  }
}

function linesOf(bytes: Uint8Array): string[] {
  return decoder.decode(bytes).split(/\r?\n/);
}

/** Whether a dash follows a blank within a line. */
function optionIn(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(45, 1); at > 0; at = bytes.indexOf(45, at + 1))
    if ((bytes[at - 1] ?? 0) <= 32 && bytes[at - 1] !== 10) return true;
  return false;
}

/** The same bytes with LF for CRLF. */
function withoutReturns(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length);
  let to = 0;
  for (let at = 0; at < bytes.length; at++)
    if (bytes[at] !== 13 || bytes[at + 1] !== 10) out[to++] = bytes[at] ?? 0;
  return out.slice(0, to);
}
