import { Radio, RadioGroup, RadioProvider } from '@ariakit/react';
import { useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useWindowRows } from '../charts/useVirtualRows';
import type { FileReport } from '../formats/report';
import { loadReports } from '../queries/reports';
import type { ImportReport } from '../store/messages';
import { FileEntry, OtherEntry } from './FileEntry';
import { allFiles, FILE_GROUPS, GROUP_LABEL, groupOf, pathOf, type FileGroup } from './fileGroups';
import { FormatsHelp } from './FormatsHelp';
import { OpenButtons } from './OpenButtons';
import { ask, notify, sentence, useApp } from './state';

/** Height of an entry before it is measured. */
const ENTRY = 62;

/** The import report: each file, what it was recognised as and why, and every line that was not understood. */
export function FilesView() {
  const session = useApp((s) => s.reports);
  const edition = useApp((s) => s.edition);
  const [stored, setStored] = useState<readonly FileReport[]>([]);
  const [group, setGroup] = useState<FileGroup | null>(null);
  const [search, setSearch] = useState('');
  const sought = useDeferredValue(search.trim().toLowerCase());
  useEffect(() => {
    const controller = new AbortController();
    loadReports(ask, controller.signal)
      .then(setStored)
      .catch((error: unknown) => {
        if (!controller.signal.aborted) notify('problem', sentence(error));
      });
    return () => controller.abort();
  }, [edition]);

  const all = useMemo(() => allFiles(session, stored), [session, stored]);
  const counts = useMemo(() => {
    const found = new Map<FileGroup, number>();
    for (const entry of all) found.set(groupOf(entry), (found.get(groupOf(entry)) ?? 0) + 1);
    return found;
  }, [all]);
  const only = group !== null && counts.has(group) ? group : null;
  const entries = useMemo(
    () =>
      all.filter(
        (entry) => (only === null || groupOf(entry) === only) && pathOf(entry).toLowerCase().includes(sought),
      ),
    [all, only, sought],
  );
  return (
    <section className="files" aria-labelledby="files-title">
      <h1 id="files-title">Files</h1>
      <OpenButtons />
      <FormatsHelp />
      {all.length > 1 && (
        <div className="controls">
          <GroupSwitch total={all.length} counts={counts} group={only} onGroup={setGroup} />
          <label className="field">
            path holds
            <input type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
          </label>
        </div>
      )}
      {entries.length === 0 && <p>{all.length === 0 ? 'No files yet.' : 'No file is like that.'}</p>}
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
  const [opened, setOpened] = useState<ReadonlySet<ImportReport>>(new Set());
  useLayoutEffect(() => {
    setTop((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
  }, [entries]);
  const virtual = useWindowRows({
    count: entries.length,
    estimateSize: () => ENTRY,
    overscan: 10,
    scrollMargin: top,
  });
  const open = (entry: ImportReport, shown: boolean) =>
    setOpened((old) => new Set(shown ? [...old, entry] : [...old].filter((one) => one !== entry)));
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
                open={opened.has(entry)}
                onOpen={(shown) => open(entry, shown)}
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
