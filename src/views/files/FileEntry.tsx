import { Button, Disclosure, DisclosureContent, DisclosureProvider } from '@ariakit/react';
import { fabricWords, ofFabric, type FileReport } from '../../formats/reader/report';
import type { OtherFile } from '../../store/messages';
import { tableKey } from '../../formats/tables/fingerprint';
import { TABLE_FORMAT } from '../../formats/tables/format';
import type { Sniffed } from '../../formats/tables/types';
import { FormatsHelp } from '../../parts/FormatsHelp';
import { useApp } from '../../session/state';
import { askAgain, askTables, removeFiles } from '../../session/imports';

const n = (value: number) => value.toLocaleString('en');

/** What a file gave, in words; a file of a fabric has no runs. */
function given({ runs, measurements, cells, fabric }: FileReport): string {
  if (runs === 0 && ofFabric(fabric)) return fabricWords(fabric);
  const pairs = cells > 0 ? `, ${n(cells)} values of pairs and profiles` : '';
  return `${n(runs)} ${runs === 1 ? 'run' : 'runs'}, ${n(measurements)} measurements${pairs}`;
}

interface FileEntryProps {
  report: FileReport;
  /** Whether its remarks and its lines that were not understood are shown. */
  open: boolean;
  onOpen: (open: boolean) => void;
}

/** What became of a file that was read, or looked at. */
export function FileEntry({ report, open, onOpen }: FileEntryProps) {
  const { lines, unknownLines, problems } = report;
  const known = report.format !== null;
  const table = known ? null : (report.table ?? null);
  const notes = table === null && unknownLines.length + problems.length > 0;
  return (
    <article className={known ? 'file' : table ? 'file file-table' : 'file file-unknown'}>
      <header>
        <h2>{report.path}</h2>
        <span className="file-format">
          {known
            ? `${report.tool ?? report.format}${report.version === null ? '' : ` ${report.version}`}`
            : table
              ? 'a table, its columns are not known yet'
              : 'not recognised'}
        </span>
        {report.partial && known && <span className="badge badge-warning">incomplete</span>}
        {known && (
          <Button className="button-quiet file-remove" onClick={() => void removeFiles([report])}>
            Remove<span className="visually-hidden"> {report.path}</span>
          </Button>
        )}
      </header>
      <p>
        {report.why} {!known && !table && <FormatsHelp />}
      </p>
      {table && <AskButton table={table} />}
      {known && (
        <p className="file-counts">
          {given(report)}. {n(lines.total)} {lines.total === 1 ? 'line' : 'lines'} = {n(lines.understood)}{' '}
          understood + {n(lines.skipped)} skipped by rule + {n(lines.unknown)} not understood.
        </p>
      )}
      {known && <AgainButton report={report} />}
      {notes && (
        <DisclosureProvider open={open} setOpen={onOpen}>
          <Disclosure className="button-quiet">
            {problems.length > 0 &&
              `${n(report.problemCount)} ${report.problemCount === 1 ? 'remark' : 'remarks'}`}
            {problems.length > 0 && unknownLines.length > 0 && ', '}
            {unknownLines.length > 0 &&
              `${n(lines.unknown)} ${lines.unknown === 1 ? 'line' : 'lines'} not understood`}
          </Disclosure>
          <DisclosureContent>
            <Notes title="Remarks" notes={problems} total={report.problemCount} />
            <Notes title="Lines not understood" notes={unknownLines} total={lines.unknown} />
          </DisclosureContent>
        </DisclosureProvider>
      )}
    </article>
  );
}

/** Puts the question what the columns of a table are, once for all files with its header. */
function AskButton({ table }: { table: Sniffed }) {
  const key = tableKey(table);
  const files = useApp((s) => s.tables.find((question) => question.key === key)?.files.length ?? 0);
  if (files === 0) return <p>To say what its columns are, drop the file again.</p>;
  return (
    <Button className="button" onClick={() => askTables([key])}>
      Say what its columns are{files > 1 && ` (${files} files with this header)`}
    </Button>
  );
}

/** Asks how a table that was read in this tab is to be read instead, once for all files with its header. */
function AgainButton({ report: { path, sha256, format } }: { report: FileReport }) {
  const key = useApp(
    ({ read }) => read.find((one) => one.file.path === path && one.sha256 === sha256)?.key ?? null,
  );
  const files = useApp(({ read }) => read.filter((one) => one.key === key).length);
  if (key === null)
    return format === TABLE_FORMAT ? (
      <p>To read it with another mapping, remove it and drop it again.</p>
    ) : null;
  return (
    <Button className="button" onClick={() => askAgain(key)}>
      Read with another mapping<span className="visually-hidden"> than now: {path}</span>
      {files > 1 && ` (${files} files with this header)`}
    </Button>
  );
}

function Notes({
  title,
  notes,
  total,
}: {
  title: string;
  notes: readonly { line: number; text: string }[];
  total: number;
}) {
  if (notes.length === 0) return null;
  return (
    <>
      <h3>
        {title}
        {total > notes.length && ` (the first ${n(notes.length)} of ${n(total)})`}
      </h3>
      <ol className="file-notes">
        {notes.map(({ line, text }, i) => (
          <li key={i}>
            <span className="file-line">{line === 0 ? 'file' : line}</span>
            <code>{text}</code>
          </li>
        ))}
      </ol>
    </>
  );
}

/** What became of a file that is no result. */
export function OtherEntry({ other }: { other: OtherFile }) {
  return (
    <article className={['error', 'part', 'misfit'].includes(other.kind) ? 'file file-unknown' : 'file'}>
      <header>
        <h2>{other.path}</h2>
        <span className="file-format">{OTHER[other.kind]}</span>
      </header>
      <p>{other.text}</p>
    </article>
  );
}

const OTHER: Readonly<Record<OtherFile['kind'], string>> = {
  duplicate: 'loaded already',
  sidecar: 'settings',
  container: 'saved work',
  error: 'not read',
  archive: 'archive',
  part: 'read in part',
  hosts: 'hosts placed',
  misfit: 'hosts not placed',
  encrypted: 'encrypted work',
};
