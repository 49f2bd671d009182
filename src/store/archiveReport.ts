import type { FileReport } from '../formats/reader/report';
import type { ImportReport, OtherFile } from './messages';

/** Entries of one kind that are listed one by one; of more the archive's own line tells the number. */
const LISTED = 20;
/** Entries that the archive's line names where they are not listed. */
const NAMED = 3;

const n = (value: number) => value.toLocaleString('en');
const files = (count: number) => `${n(count)} ${count === 1 ? 'file' : 'files'}`;

/** Gathers what is said of one dropped archive and its entries, so that a large one gives a report one can read. */
export class ArchiveReport {
  private read = 0;
  private duplicates = 0;
  private readonly unknown: FileReport[] = [];
  private readonly own: string[] = [];
  private readonly entries: OtherFile[] = [];
  private bad = false;

  constructor(
    private readonly path: string,
    private readonly size: number,
  ) {}

  /** A file of the archive was read; true when it is to be listed now, false when its line comes at the end. */
  file(report: FileReport): boolean {
    if (report.format === null) this.unknown.push(report);
    else this.read++;
    return report.format !== null;
  }

  duplicate(): void {
    this.duplicates++;
  }

  /** A sentence about the archive or an entry; `bad` = something could not be read, or not to its end. */
  note(path: string, text: string, bad: boolean): void {
    if (path === this.path) {
      this.own.push(text);
      this.bad ||= bad;
    } else {
      this.entries.push({ kind: bad ? 'error' : 'archive', path, size: 0, text });
    }
  }

  /** The lines of the import report that are left: that of the archive itself comes first. */
  finish(): ImportReport[] {
    const { unknown, entries } = this;
    const tables = unknown.filter(({ table }) => table !== undefined);
    const others = unknown.filter(({ table }) => table === undefined);
    const counts = [
      this.read > 0 && `${files(this.read)} read`,
      tables.length > 0 &&
        `${n(tables.length)} ${tables.length === 1 ? 'table' : 'tables'} whose columns are not known yet${unknown.length > LISTED ? named(tables) : ''}`,
      others.length > 0 &&
        `${files(others.length)} not recognised${unknown.length > LISTED ? named(others) : ''}`,
      this.duplicates > 0 && `${files(this.duplicates)} loaded already`,
    ].filter(Boolean);
    const text = [
      counts.length > 0 && `An archive: ${counts.join(', ')}.`,
      ...this.own,
      entries.length > LISTED &&
        `Of ${n(entries.length)} entries something is to be said, such as: ${sample(entries)}`,
    ].filter(Boolean);
    const reports: ImportReport[] = [
      {
        type: 'other',
        other: {
          kind:
            this.bad || (entries.length > LISTED && entries.some(({ kind }) => kind === 'error'))
              ? 'part'
              : 'archive',
          path: this.path,
          size: this.size,
          text:
            text.length > 0
              ? text.join(' ')
              : `An archive: ${entries.length > 0 ? 'none of its files was read' : 'nothing in it was to be read'}.`,
        },
      },
    ];
    if (entries.length <= LISTED)
      reports.push(...entries.map((other) => ({ type: 'other' as const, other })));
    if (unknown.length <= LISTED)
      reports.push(...unknown.map((report) => ({ type: 'file' as const, report })));
    return reports;
  }
}

function named(reports: readonly FileReport[]): string {
  const paths = reports.slice(0, NAMED).map(({ path }) => path);
  const more = reports.length - paths.length;
  return ` (${paths.join(', ')}${more > 0 ? ` and ${n(more)} more` : ''})`;
}

function sample(entries: readonly OtherFile[]): string {
  return entries
    .slice(0, NAMED)
    .map(({ path, text }) => `${path}: ${text}`)
    .join(' ');
}
