import { describe, expect, it } from 'vitest';
import type { FileReport } from '../formats/reader/report';
import type { ImportFile, ImportReport, OtherFile } from '../store/messages';
import { sniff } from '../formats/tables/sniff';
import type { Mapping } from '../formats/tables/mapping';
import { tableKey } from '../formats/tables/fingerprint';
import { atOnce, questionAgain, questionsAfter, reportsAfter, tablesAfter } from './questions';

const CSV = 'size,lat\n8,1.5\n16,2.5\n';
const OTHER = 'nodes,bw\n8,1.5\n16,2.5\n';
const BARE = '8,1.5\n16,2.5\n';

const dropped = (path: string, text: string): ImportFile => ({ path, file: new Blob([text]) });

function report({ path, file }: ImportFile, text: string | null, format: string | null = null): ImportReport {
  const table = text === null ? null : sniff({ path, bytes: new TextEncoder().encode(text), whole: true });
  const base: FileReport = {
    path,
    size: file.size,
    sha256: '',
    format,
    tool: null,
    version: null,
    why: '',
    lines: { total: 0, understood: 0, skipped: 0, unknown: 0 },
    cells: 0,
    fabric: { nodes: 0, cables: 0, tables: 0, entries: 0, counters: 0 },
    unknownLines: [],
    problems: [],
    problemCount: 0,
    runs: 0,
    measurements: 0,
    statuses: [],
    partial: false,
  };
  return { type: 'file', report: table ? { ...base, table } : base };
}

const from = (file: ImportFile) => ({ path: file.path, from: file });

const other = (path: string, kind: OtherFile['kind']): ImportReport => ({
  type: 'other',
  other: { path, size: 1, text: '', kind },
});

const a = dropped('a.csv', CSV);
const b = dropped('b.csv', CSV);
const c = dropped('c.csv', OTHER);
const unread = [report(a, CSV), report(b, CSV), report(c, OTHER)];

describe('questions about tables', () => {
  it('are one for each header, with the handles of all its files', () => {
    const asked = questionsAfter([], [a, b, c], unread);
    expect(asked.map(({ files }) => files)).toEqual([[from(a), from(b)], [from(c)]]);
    expect(asked.map(({ key, table }) => key === table.fingerprint)).toEqual([true, true]);
  });

  it('are one for tables without a header that look alike', () => {
    const files = [dropped('x', BARE), dropped('y', BARE)];
    const asked = questionsAfter(
      [],
      files,
      files.map((file) => report(file, BARE)),
    );
    expect(asked).toHaveLength(1);
    expect(asked[0]?.files).toEqual(files.map(from));
  });

  it('take a file that is dropped again once, with its new handle', () => {
    const again = dropped('a.csv', CSV);
    const asked = questionsAfter(
      questionsAfter([], [a, b], unread.slice(0, 2)),
      [again],
      [report(again, CSV)],
    );
    expect(asked[0]?.files).toEqual([from(b), from(again)]);
    expect(asked[0]?.files[1]?.from).toBe(again);
  });

  it('end when their files are read or loaded already, not when reading fails', () => {
    const before = questionsAfter([], [a, b, c], unread);
    const after = questionsAfter(
      before,
      [a, b, c],
      [report(a, CSV, 'table'), other('b.csv', 'duplicate'), other('c.csv', 'error')],
    );
    expect(after.map(({ files }) => files)).toEqual([[from(c)]]);
  });

  it('hold the archive that a file is in', () => {
    const zip = dropped('all.zip', 'not looked at');
    const inside = report(dropped('all.zip/in/a.csv', CSV), CSV);
    const asked = questionsAfter([], [zip], [inside]);
    expect(asked[0]?.files).toEqual([{ path: 'all.zip/in/a.csv', from: zip }]);
    const read = report(dropped('all.zip/in/a.csv', CSV), CSV, 'table');
    expect(questionsAfter(asked, [zip], [read])).toEqual([]);
  });

  it('are put at once when there is nothing else', () => {
    const keys = questionsAfter([], [a, b, c], unread).map(({ key }) => key);
    expect(atOnce(unread)).toEqual(keys);
    expect(atOnce([...unread, other('z', 'sidecar'), other('a.zip', 'archive')])).toEqual(keys);
    expect(atOnce([...unread, report(dropped('n.txt', 'x'), null)])).toEqual(keys);
    expect(atOnce([...unread, report(dropped('lat.out', 'x'), null, 'osu')])).toEqual([]);
    expect(atOnce([])).toEqual([]);
  });
});

describe('tables that are read', () => {
  const mapping: Mapping = {
    fabriscope: 'mapping',
    version: 1,
    kind: 'measured',
    constants: {},
    columns: [],
  };
  const read = (file: ImportFile, text: string, sha256: string): ImportReport => {
    const one = report(file, text, 'table');
    if (one.type !== 'file' || !one.report.table) throw new Error('no table');
    return { type: 'file', report: { ...one.report, sha256, readBy: { mapping, found: one.report.table } } };
  };

  it('are asked about again with their mapping, all of a header at once, in place of what was read', () => {
    const tables = tablesAfter([], [a, b, c], [read(a, CSV, '1'), read(b, CSV, '2'), read(c, OTHER, '3')]);
    const key = tables[0]?.key ?? '';
    const question = questionAgain(tables, key);
    expect(question?.files).toEqual([from(a), from(b)]);
    expect(question?.replaces).toEqual([
      { path: 'a.csv', sha256: '1' },
      { path: 'b.csv', sha256: '2' },
    ]);
    expect(question?.tried?.mapping).toBe(mapping);
    expect(question && tableKey(question.table)).toBe(key);
    expect(questionAgain(tables, 'another')).toBeNull();
  });

  it('are known once, as they were read last; other files are none', () => {
    const first = tablesAfter([], [a], [read(a, CSV, '1'), other('z', 'sidecar')]);
    const again = { ...mapping, name: 'again' };
    const last = read(a, CSV, '1');
    if (last.type !== 'file' || !last.report.readBy) throw new Error('not read');
    last.report.readBy.mapping = again;
    expect(tablesAfter(first, [a], [last]).map(({ mapping }) => mapping)).toEqual([again]);
    expect(tablesAfter([], [a], [report(a, null, 'osu')])).toEqual([]);
  });
});

describe('the reports of a session', () => {
  it('tell of a file that is dropped again once', () => {
    const note = other('a.csv', 'error');
    const read = report(a, CSV, 'table');
    expect(reportsAfter([note, ...unread], [read])).toEqual([read, unread[1], unread[2]]);
  });
});
