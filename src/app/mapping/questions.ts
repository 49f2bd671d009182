import type { ImportFile, ImportReport } from '../../store/messages';
import type { Mapping } from '../../tables/mapping';
import type { Sniffed } from '../../tables/types';

/** Files of one header of which nobody has said yet what the columns are: one question. */
export interface TableQuestion {
  /** Tells questions apart: the fingerprint of the header, or for a table without one how it looks. */
  key: string;
  table: Sniffed;
  /** Handles of the dropped files, in the order in which they came. Nothing of them is held but where they are. */
  files: readonly ImportFile[];
  /** The last mapping with which reading was tried, and did not come to its end. */
  tried: Mapping | null;
}

/** The name of the question that a table is part of. */
export function questionKey(table: Sniffed): string {
  return table.fingerprint ?? `${table.says}, ${table.columns.map(({ kind }) => kind).join(' ')}`;
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
    const handle = handles.get(`${report.report.path} ${report.report.size}`);
    if (!handle) continue;
    const key = questionKey(table);
    const held = asked.get(key) ?? { key, table, files: [], tried: null };
    asked.set(key, { ...held, files: [...held.files.filter(({ path }) => path !== handle.path), handle] });
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
  return [...new Set(tables.flatMap((table) => (table ? [questionKey(table)] : [])))];
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
