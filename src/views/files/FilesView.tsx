import { Radio, RadioGroup, RadioProvider } from '@ariakit/react';
import { useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useWindowRows } from '../../charts/useVirtualRows';
import type { FileReport } from '../../formats/reader/report';
import { loadReports } from '../../queries/reports';
import type { ImportReport } from '../../store/messages';
import { FileEntry, OtherEntry } from './FileEntry';
import { allFiles, FILE_GROUPS, GROUP_LABEL, groupOf, keysOf, pathOf, type FileGroup } from './fileGroups';
import { FormatsHelp } from '../../parts/FormatsHelp';
import { OpenButtons } from '../../parts/OpenButtons';
import { useAsked } from '../../session/query';
import { ask, useApp } from '../../session/state';

/** Height of an entry before it is measured. */
const ENTRY = 62;

const storedReports = (_: { edition: number }, signal: AbortSignal): Promise<readonly FileReport[]> =>
  loadReports(ask, signal);

/** The import report: each file, what it was recognised as and why, and every line that was not understood. */
export function FilesView() {
  const session = useApp((s) => s.reports);
  const edition = useApp((s) => s.edition);
  const question = useMemo(() => ({ edition }), [edition]);
  const { answer, problem } = useAsked(question, storedReports);
  /** Null until the store has told for the first time: in its order the list stays as it is. */
  const stored = answer?.value ?? null;
  const [group, setGroup] = useState<FileGroup | null>(null);
  const [search, setSearch] = useState('');
  const sought = useDeferredValue(search.trim().toLowerCase());
  const all = useMemo(() => (stored ? allFiles(session, stored) : []), [session, stored]);
  const like = useMemo(
    () => all.filter((entry) => pathOf(entry).toLowerCase().includes(sought)),
    [all, sought],
  );
  const counts = useMemo(() => {
    const found = new Map<FileGroup, number>(all.map((entry) => [groupOf(entry), 0]));
    for (const entry of like) found.set(groupOf(entry), (found.get(groupOf(entry)) ?? 0) + 1);
    return found;
  }, [all, like]);
  const only = group !== null && counts.has(group) ? group : null;
  const entries = useMemo(
    () => (only === null ? like : like.filter((entry) => groupOf(entry) === only)),
    [like, only],
  );
  return (
    <section className="files" aria-labelledby="files-title">
      <h1 id="files-title">Files</h1>
      <OpenButtons />
      <FormatsHelp />
      {all.length > 1 && (
        <div className="controls">
          <GroupSwitch total={like.length} counts={counts} group={only} onGroup={setGroup} />
          <label className="field">
            path holds
            <input type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
          </label>
          <span className="muted" role="status">
            {entries.length < all.length &&
              `${entries.length.toLocaleString('en')} of ${all.length.toLocaleString('en')} files`}
          </span>
        </div>
      )}
      {problem !== null && <p className="problem">{problem}</p>}
      {stored === null && problem === null && <p role="status">Reading what is loaded …</p>}
      {stored && entries.length === 0 && (
        <p>{all.length === 0 ? 'No files yet.' : 'No file is like that.'}</p>
      )}
      <FileList entries={entries} />
    </section>
  );
}

interface GroupSwitchProps {
  total: number;
  counts: ReadonlyMap<FileGroup, number>;
  group: FileGroup | null;
  onGroup: (group: FileGroup | null) => void;
}

function GroupSwitch({ total, counts, group, onGroup }: GroupSwitchProps) {
  return (
    <RadioProvider
      value={group ?? 'all'}
      setValue={(value) => onGroup(FILE_GROUPS.find((name) => name === value) ?? null)}
    >
      <RadioGroup className="segments" aria-label="Which files">
        {(['all', ...FILE_GROUPS.filter((name) => counts.has(name))] as const).map((name) => (
          <label key={name} className="segment">
            <Radio value={name} />
            <span>
              {name === 'all' ? 'all' : GROUP_LABEL[name]}{' '}
              {(name === 'all' ? total : (counts.get(name) ?? 0)).toLocaleString('en')}
            </span>
          </label>
        ))}
      </RadioGroup>
    </RadioProvider>
  );
}

/** Any number of files, of which those in sight are in the page. */
function FileList({ entries }: { entries: readonly ImportReport[] }) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  /** Paths of the files whose remarks are shown. */
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  useLayoutEffect(() => {
    setTop((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
  }, [entries]);
  const keys = useMemo(() => keysOf(entries), [entries]);
  const virtual = useWindowRows({
    count: entries.length,
    // An entry takes its buttons along when it moves: what is under the pointer is not exchanged for another file's.
    getItemKey: (index) => keys[index] ?? index,
    estimateSize: () => ENTRY,
    overscan: 10,
    scrollMargin: top,
  });
  const open = (path: string, shown: boolean) =>
    setOpened((old) => new Set(shown ? [...old, path] : [...old].filter((one) => one !== path)));
  return (
    <ul className="files-list" ref={list} style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ index, key, start }) => {
        const entry = entries[index];
        if (!entry) return null;
        return (
          <li
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            aria-setsize={entries.length}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start - top}px)` }}
          >
            {entry.type === 'file' ? (
              <FileEntry
                report={entry.report}
                open={opened.has(entry.report.path)}
                onOpen={(shown) => open(entry.report.path, shown)}
              />
            ) : (
              <OtherEntry other={entry.other} />
            )}
          </li>
        );
      })}
    </ul>
  );
}
