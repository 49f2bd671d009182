import { describe, expect, it } from 'vitest';
import type { FileReport } from '../../formats/report';
import type { ImportFile, ImportReport, OtherFile } from '../../store/messages';
import { sniff } from '../../tables/sniff';
import { atOnce, questionsAfter, reportsAfter } from './questions';

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
    expect(atOnce([...unread, other('z', 'sidecar')])).toEqual([]);
    expect(atOnce([...unread, report(dropped('n.txt', 'x'), null)])).toEqual([]);
    expect(atOnce([])).toEqual([]);
  });
});

describe('the reports of a session', () => {
  it('tell of a table that is dropped again once, and keep what else was told', () => {
    const note = other('a.csv', 'error');
    const read = report(a, CSV, 'table');
    expect(reportsAfter([note, ...unread], [read])).toEqual([read, note, unread[1], unread[2]]);
  });
});
