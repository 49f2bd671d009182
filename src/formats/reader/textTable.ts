import type { LineClass } from '../format';
import { JobLogReader } from './jobLog';
import type { OpenRun } from './openRun';

/** A `JobLogReader` for tools that print tables of numbers. */
export abstract class TextTableReader<Run extends OpenRun = OpenRun> extends JobLogReader<Run> {
  /** Answers for a row of a table that the end of the file cuts: it is not read, and its run is partial. */
  protected cutRow(number: number): LineClass {
    this.sink.problem(number, 'The file ends within this row: not read.');
    this.run?.settle('partial', `The row on line ${number} is cut.`);
    return 'unknown';
  }
}

/** The fields of a line, split at blanks. */
export function fieldsOf(text: string): string[] {
  const trimmed = text.trim();
  return trimmed === '' ? [] : trimmed.split(/\s+/);
}

/** Whether a printed number has exactly so many decimals: at the end of a file it is then whole. */
export function hasDecimals(printed: string, decimals: number): boolean {
  const point = printed.indexOf('.');
  return point >= 0 && printed.length - point - 1 === decimals && /^-?\d+\.\d+$/.test(printed);
}
