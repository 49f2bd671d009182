import type { FileReport } from '../../formats/reader/report';
import type { ImportReport } from '../../store/messages';

/** What became of a file, as the list of files is narrowed by it. */
export const FILE_GROUPS = ['read', 'noted', 'columns', 'unknown', 'other'] as const;
export type FileGroup = (typeof FILE_GROUPS)[number];

export const GROUP_LABEL: Readonly<Record<FileGroup, string>> = {
  read: 'read',
  noted: 'read, with remarks',
  columns: 'columns not known',
  unknown: 'not recognised or not read',
  other: 'archives, settings and others',
};

/**
 * Files of this session that the store never holds, then the stored ones as loaded, then those that it has not told of
 * yet: none changes its place when it does. A file that was dropped a second time is listed once.
 */
export function allFiles(
  session: readonly ImportReport[],
  stored: readonly FileReport[],
): readonly ImportReport[] {
  const inStore = new Set(stored.map((report) => report.sha256));
  const paths = new Set(stored.map((report) => report.path));
  const extra = session.filter((r) =>
    r.type === 'other'
      ? r.other.kind !== 'duplicate' || !paths.has(r.other.path)
      : !inStore.has(r.report.sha256),
  );
  const later = (entry: ImportReport) => entry.type === 'file' && entry.report.format !== null;
  return [
    ...extra.filter((entry) => !later(entry)),
    ...stored.map((report): ImportReport => ({ type: 'file', report })),
    ...extra.filter(later),
  ];
}

/** The one group that a file belongs to. */
export function groupOf(entry: ImportReport): FileGroup {
  if (entry.type === 'other')
    return ['error', 'part', 'misfit'].includes(entry.other.kind) ? 'unknown' : 'other';
  const { format, table, lines, problemCount, partial } = entry.report;
  if (format === null) return table ? 'columns' : 'unknown';
  return partial || problemCount > 0 || lines.unknown > 0 ? 'noted' : 'read';
}

/** The path of a file as dropped. */
export const pathOf = (entry: ImportReport): string =>
  entry.type === 'other' ? entry.other.path : entry.report.path;

/** A name for each entry that stays its own when others come before it: its path, and the how-manieth of that path it is. */
export function keysOf(entries: readonly ImportReport[]): string[] {
  const seen = new Map<string, number>();
  return entries.map((entry) => {
    const path = pathOf(entry);
    const count = (seen.get(path) ?? 0) + 1;
    seen.set(path, count);
    return count === 1 ? path : `${path}\n${count}`;
  });
}
