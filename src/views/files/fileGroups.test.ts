import { describe, expect, it } from 'vitest';
import type { FileReport } from '../../formats/reader/report';
import type { ImportReport, OtherFile } from '../../store/messages';
import { allFiles, groupOf, keysOf } from './fileGroups';

const report = (said: Partial<FileReport>): FileReport => ({
  ...{ path: 'a', size: 1, sha256: 'x', format: 'osu', tool: 'OSU', version: null, why: 'So.' },
  lines: { total: 1, understood: 1, skipped: 0, unknown: 0 },
  ...{ unknownLines: [], problems: [], problemCount: 0, runs: 1, measurements: 1, cells: 0 },
  fabric: { nodes: 0, cables: 0, tables: 0, entries: 0, counters: 0 },
  ...{ statuses: ['complete'], partial: false },
  ...said,
});
const file = (said: Partial<FileReport>): ImportReport => ({ type: 'file', report: report(said) });
const other = (kind: OtherFile['kind']): ImportReport => ({
  type: 'other',
  other: { path: 'b', size: 1, text: 'So.', kind },
});

describe('the group of a file', () => {
  it.each([
    [file({}), 'read'],
    [file({ problemCount: 1 }), 'noted'],
    [file({ partial: true }), 'noted'],
    [file({ lines: { total: 2, understood: 1, skipped: 0, unknown: 1 } }), 'noted'],
    [file({ format: null }), 'unknown'],
    [other('error'), 'unknown'],
    [other('part'), 'unknown'],
    [other('misfit'), 'unknown'],
    [other('duplicate'), 'other'],
    [other('archive'), 'other'],
  ])('%#', (entry, group) => expect(groupOf(entry)).toBe(group));
});

it('a file of this session that is stored too is listed once', () => {
  const session = [file({}), file({ sha256: 'y', format: null }), other('sidecar')];
  expect(allFiles(session, [report({})])).toEqual([session[1], session[2], session[0]]);
});

it('no file changes its place when the store tells of those that were read', () => {
  const session = [file({ path: 'new', sha256: 'z' }), file({ sha256: 'y', format: null }), other('sidecar')];
  const old = report({ path: 'old' });
  const paths = (stored: FileReport[]) =>
    allFiles(session, stored).map((entry) => (entry.type === 'file' ? entry.report.path : 'b'));
  expect(paths([old])).toEqual(['a', 'b', 'old', 'new']);
  expect(paths([old, report({ path: 'new', sha256: 'z' })])).toEqual(['a', 'b', 'old', 'new']);
});

it('an entry keeps its key when others come before it', () => {
  const [one, two] = [file({ path: 'one' }), file({ path: 'two' })];
  expect(keysOf([one, two, two])).toEqual(['one', 'two', 'two\n2']);
  expect(keysOf([other('sidecar'), one, two, two]).slice(1)).toEqual(keysOf([one, two, two]));
});
