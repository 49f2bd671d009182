import type { ImportFile, ImportReport } from '../store/messages';
import type { LoadedFile } from '../store/remove';
import type { Mapping } from '../formats/tables/mapping';
import { tableKey } from '../formats/tables/fingerprint';
import type { Sniffed } from '../formats/tables/types';

/** What was said of a table. */
export interface MappingAnswer {
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
  tried: MappingAnswer | null;
  /** The files that are loaded already and take the place of what was read of them. */
  replaces: readonly LoadedFile[];
}

/** A table that was read in this tab, and how. */
export interface ReadTable extends MappingAnswer {
  key: string;
  /** The table as it is found without the layout of the mapping. */
  found: Sniffed;
  file: TableFile;
  sha256: string;
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
  const whereFrom = handles(files);
  for (const report of reports) {
    const table = tableOf(report);
    if (!table || report.type !== 'file') continue;
    const { path } = report.report;
    const from = whereFrom(report.report);
    if (!from) continue;
    const key = tableKey(table);
    const held = asked.get(key) ?? { key, table, files: [], tried: null, replaces: [] };
    asked.set(key, { ...held, files: [...held.files.filter((one) => one.path !== path), { path, from }] });
  }
  return [...asked.values()].filter((question) => question.files.length > 0);
}

/** What was dropped with the file of a report: the file, or the archive that it is in. */
function handles(
  files: readonly ImportFile[],
): (report: { path: string; size: number }) => ImportFile | undefined {
  const whole = new Map(files.map((file) => [`${file.path} ${file.file.size}`, file]));
  return ({ path, size }) =>
    whole.get(`${path} ${size}`) ?? files.find((file) => path.startsWith(`${file.path}/`));
}

/** The tables that were read in this tab, after an import. */
export function tablesAfter(
  before: readonly ReadTable[],
  files: readonly ImportFile[],
  reports: readonly ImportReport[],
): ReadTable[] {
  const whereFrom = handles(files);
  const read = reports.flatMap((one): ReadTable[] => {
    if (one.type !== 'file') return [];
    const { table, readBy, path, sha256 } = one.report;
    const from = whereFrom(one.report);
    if (!table || !readBy || !from) return [];
    const { found, mapping } = readBy;
    return [{ key: tableKey(found), found, table, mapping, file: { path, from }, sha256 }];
  });
  const again = new Set(read.map(({ file }) => file.path));
  return [...before.filter(({ file }) => !again.has(file.path)), ...read];
}

/** The question how all tables of one key are to be read instead, answered as they are read now; null without any. */
export function questionAgain(read: readonly ReadTable[], key: string): TableQuestion | null {
  const tables = read.filter((one) => one.key === key);
  const [first] = tables;
  if (!first) return null;
  return {
    key,
    table: first.found,
    files: tables.map(({ file }) => file),
    tried: { table: first.table, mapping: first.mapping },
    replaces: tables.map(({ file, sha256 }) => ({ path: file.path, sha256 })),
  };
}

/** The table in a file that was not read because nobody has said what its columns are, else null. */
export function tableOf(report: ImportReport): Sniffed | null {
  return report.type === 'file' && report.report.format === null ? (report.report.table ?? null) : null;
}

function isUnread(report: ImportReport): boolean {
  return report.type === 'file' ? report.report.format === null : report.other.kind === 'error';
}

/** Files that were looked at and not read, or could not be: of tables the user is asked. */
export const unreadFiles = (reports: readonly ImportReport[]): number =>
  reports.filter((report) => isUnread(report) && tableOf(report) === null).length;

function pathOf(report: ImportReport): string {
  return report.type === 'file' ? report.report.path : report.other.path;
}

/** The questions that an import has raised, when it brought no other file that is known: they are put at once. */
export function atOnce(reports: readonly ImportReport[]): string[] {
  if (reports.some((report) => report.type === 'file' && report.report.format !== null)) return [];
  const tables = reports.map(tableOf);
  return [...new Set(tables.flatMap((table) => (table ? [tableKey(table)] : [])))];
}

/** The session's reports after an import: a file that was dropped again is told of once. */
export function reportsAfter(
  before: readonly ImportReport[],
  reports: readonly ImportReport[],
): ImportReport[] {
  const again = new Set(reports.map(pathOf));
  return [...reports, ...before.filter((report) => !again.has(pathOf(report)))];
}
