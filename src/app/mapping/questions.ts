import type { ImportFile, ImportReport } from '../../store/messages';
import type { Mapping } from '../../tables/mapping';
import { tableKey } from '../../tables/fingerprint';
import type { Sniffed } from '../../tables/types';

/** What was said of a table. */
export interface Answer {
  table: Sniffed;
  mapping: Mapping;
}

/** A file with a table. Nothing of it is held but where it is. */
export interface TableFile {
  path: string;
  /** What was dropped: the file, or the archive that it is in. */
  from: ImportFile;
}

/** Files of one header of which nobody has said yet what the columns are: one question. */
export interface TableQuestion {
  /** The same for all tables that one answer is for, see `tableKey`. */
  key: string;
  table: Sniffed;
  /** The files, in the order in which they came. */
  files: readonly TableFile[];
  /** The last answer with which reading did not come to its end: the table as it was cut, and what was said of it. */
  tried: Answer | null;
}

/** The open questions after an import: new ones come last, files that are read (or loaded already) go. */
export function questionsAfter(
  before: readonly TableQuestion[],
  files: readonly ImportFile[],
  reports: readonly ImportReport[],
): TableQuestion[] {
  const settled = new Set(reports.flatMap((report) => (isUnread(report) ? [] : [pathOf(report)])));
  const asked = new Map(
    before.map((question) => [
      question.key,
      { ...question, files: question.files.filter(({ path }) => !settled.has(path)) },
    ]),
  );
  const handles = new Map(files.map((file) => [`${file.path} ${file.file.size}`, file]));
  for (const report of reports) {
    const table = tableOf(report);
    if (!table || report.type !== 'file') continue;
    const { path, size } = report.report;
    const from = handles.get(`${path} ${size}`) ?? files.find((file) => path.startsWith(`${file.path}/`));
    if (!from) continue;
    const key = tableKey(table);
    const held = asked.get(key) ?? { key, table, files: [], tried: null };
    asked.set(key, { ...held, files: [...held.files.filter((one) => one.path !== path), { path, from }] });
  }
  return [...asked.values()].filter((question) => question.files.length > 0);
}

/** The table in a file that was not read because nobody has said what its columns are, else null. */
export function tableOf(report: ImportReport): Sniffed | null {
  return report.type === 'file' && report.report.format === null ? (report.report.table ?? null) : null;
}

function isUnread(report: ImportReport): boolean {
  return report.type === 'file' ? report.report.format === null : report.other.kind === 'error';
}

function pathOf(report: ImportReport): string {
  return report.type === 'file' ? report.report.path : report.other.path;
}

/** The questions that an import alone has raised, when it brought nothing else: they are put at once. */
export function atOnce(reports: readonly ImportReport[]): string[] {
  const tables = reports.map(tableOf);
  if (tables.some((table) => table === null)) return [];
  return [...new Set(tables.flatMap((table) => (table ? [tableKey(table)] : [])))];
}

/** The session's reports after an import: a file that was dropped again is told of once. */
export function reportsAfter(
  before: readonly ImportReport[],
  reports: readonly ImportReport[],
): ImportReport[] {
  const again = new Set(reports.map(pathOf));
  const stays = (report: ImportReport) => tableOf(report) === null || !again.has(pathOf(report));
  return [...reports, ...before.filter(stays)];
}
