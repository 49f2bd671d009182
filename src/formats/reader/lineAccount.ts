import type { LineClass } from '../format';
import { READ_LENGTH } from '../text/lines';
import { looksLikeEnvironment, shownText } from '../text/privacy';
import { type FileReport, type FileSink, NOTES_KEPT } from './report';

/** Accounts for every line of a file in its report: read, passed over, not understood, faulty. */
export class LineAccount {
  private inEnvironment = false;
  private readonly told = new Set<string>();

  constructor(
    private readonly report: FileReport,
    private readonly sink: FileSink,
  ) {}

  /** Counts a line by what its reader made of it; keeps the first that were not understood, as they may be shown. */
  line(number: number, text: string, kind: LineClass): void {
    this.report.lines[kind]++;
    const environment = kind !== 'understood' && looksLikeEnvironment(text.slice(0, READ_LENGTH));
    if (kind === 'unknown' && this.report.unknownLines.length < NOTES_KEPT) {
      const follows = this.inEnvironment && !environment && text.trim() !== '';
      this.report.unknownLines.push({
        line: number,
        text: follows ? '[not shown: it follows environment variables]' : shownText(text),
      });
    }
    this.inEnvironment = environment || (this.inEnvironment && kind === 'unknown');
  }

  /** Counts lines that a reader of bytes handled itself. */
  counted(kind: LineClass, count: number, line: number, text: string): void {
    const { lines, unknownLines } = this.report;
    lines.total += count;
    lines[kind] += count;
    if (kind === 'unknown' && unknownLines.length < NOTES_KEPT)
      unknownLines.push({ line, text: shownText(text) });
  }

  /** Tells once per file of characters that were replaced or left out. */
  oddities(raw: string, number: number): void {
    if (raw.includes('\uFFFD'))
      this.once(number, 'Bytes that are not valid text stand here, shown as �. Told once.');
    if (raw.includes('\0')) this.once(number, 'NUL bytes stand here and are left out. Told once.');
  }

  private once(line: number, text: string): void {
    if (this.told.has(text)) return;
    this.told.add(text);
    this.problem(line, text);
  }

  /** Takes a fault by its line; 0 = the whole file. */
  problem(line: number, text: string): void {
    this.report.problemCount++;
    if (this.report.problems.length < NOTES_KEPT) this.report.problems.push({ line, text });
    this.sink.problem(line, text);
  }
}
