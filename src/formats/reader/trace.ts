import type { LineClass } from '../format';
import { keptText, LINE_NOT_KEPT } from '../text/privacy';

/** Lines kept before and after the line of a number. */
export const CONTEXT_LINES = 3;
/** Lines of the head of a table (title, column lines) kept with its numbers. */
const HEAD_LINES = 4;
const FLUSH_LINES = 512;

interface Line {
  number: number;
  text: string;
  unknown: boolean;
}

/**
 * Keeps the text needed to trace numbers to their source: the line of each measurement, `CONTEXT_LINES` around it,
 * and the title and column lines above it. Hands it on in runs of consecutive lines, in order; memory is bounded.
 */
export class Trace {
  private readonly recent: Line[] = [];
  private readonly heads: Line[] = [];
  private title: Line | null = null;
  private keepUntil = 0;
  private lastKept = 0;
  private first = 0;
  private pending: string[] = [];

  constructor(private readonly emit: (firstLine: number, lines: readonly string[]) => void) {}

  /**
   * Takes one line after its reader has seen it. `measured` = a number of the file stands on it; `began` = a run
   * begins on it.
   */
  line(number: number, text: string, kind: LineClass, measured: boolean, began: boolean): void {
    if (measured && this.lastKept < number - 1) {
      const before = [...(this.title ? [this.title] : []), ...this.heads, ...this.recent];
      before.sort((a, b) => a.number - b.number);
      for (const line of before) this.keep(line);
      this.title = null;
      this.heads.length = 0;
    }
    if (measured) this.keepUntil = number + CONTEXT_LINES;
    const line = { number, text, unknown: kind === 'unknown' };
    if (number <= this.keepUntil) this.keep(line);
    this.recent.push(line);
    if (this.recent.length > CONTEXT_LINES) this.recent.shift();
    if (measured) return;
    if (began) {
      this.title = line;
      this.heads.length = 0;
    } else if (kind === 'understood') {
      this.heads.push(line);
      if (this.heads.length > HEAD_LINES) this.heads.shift();
    }
  }

  /** Hands on what is still held. */
  end(): void {
    if (this.pending.length > 0) this.emit(this.first, this.pending);
    this.pending = [];
  }

  private keep(line: Line): void {
    if (line.number <= this.lastKept) return;
    if (line.number !== this.lastKept + 1 || this.pending.length >= FLUSH_LINES) this.end();
    if (this.pending.length === 0) this.first = line.number;
    this.pending.push(line.unknown ? LINE_NOT_KEPT : keptText(line.text));
    this.lastKept = line.number;
  }
}
