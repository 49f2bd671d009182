import { Button, Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { download, fileName } from '../../charts/export';
import { openFile } from '../../store/served';
import {
  checkMapping,
  MAPPING_LIMIT,
  mappingText,
  missingColumns,
  parseMapping,
  type RoleName,
} from '../../formats/tables/mapping';
import { previewRows, type TablePreview } from '../../formats/tables/preview';
import { sniff } from '../../formats/tables/sniff';
import { suggestMapping, type Reason } from '../../formats/tables/suggest';
import type { LayoutChoice, Sniffed } from '../../formats/tables/types';
import { sentence, useApp } from '../../session/state';
import { readTables, skipQuestion, stopAsking } from '../../session/imports';
import { ColumnList } from './ColumnList';
import { draftOf, finish, isNamed, type Draft } from './draft';
import { ForAllRows } from './ForAllRows';
import { LayoutFields, type FileHead } from './LayoutFields';
import { Offers } from './Offers';
import { PreviewTable } from './PreviewTable';
import type { TableQuestion } from '../../session/questions';
import './mapping.css';

/** Bytes of a file that are looked at when its layout is chosen anew, as the reader does. */
const HEAD_BYTES = 1024 * 1024;

/** Fewest columns of a square of pairs. */
const SMALLEST_SQUARE = 3;

const FORM = 'mapping-form';
const SAYS = 'mapping-says';
const BUSY = 'Other files are being read: wait for their end.';
const REPLACES = 'What was read before stays until the new reading is done, and then goes. ';
const NO_TABLE = 'No table is found with this layout: choose another line, or what parts the cells.';

/** The question about a table that is put now, if any. */
export function MappingDialogs() {
  const question = useApp((s) => s.again ?? s.tables.find(({ key }) => key === s.asking[0]));
  return question ? <MappingDialog key={question.key} question={question} /> : null;
}

/** A square without names of columns is more likely of pairs than a table of results. */
const isSquare = ({ dialect, rows, whole, columns }: Sniffed): boolean =>
  dialect?.headerLine === null && whole && columns.length >= SMALLEST_SQUARE && rows === columns.length;

/** Asks what the columns of a table are, shows how it will be read, and reads all files with its header. */
function MappingDialog({ question }: { question: TableQuestion }) {
  const [table, setTable] = useState(question.tried?.table ?? question.table);
  const [draft, setDraft] = useState(() =>
    draftOf(table, question.tried?.mapping ?? suggestMapping(question.table).mapping),
  );
  const [problem, setProblem] = useState<string | null>(null);
  const [lost, setLost] = useState(false);
  const { head, unreadable } = useHead(question);
  const deferred = useDeferredValue(draft);
  const preview = useMemo(() => previewRows(finish(deferred).mapping, table), [deferred, table]);
  const guessed = useMemo(() => guesses(table), [table]);
  const busy = useApp((s) => s.importing !== null);
  const missing = lost
    ? NO_TABLE
    : (unreadable ?? whatIsMissing(draft) ?? unread(preview) ?? (busy ? BUSY : null));
  const names = question.files.length;
  const waiting = useApp((s) => (s.again ? 0 : s.asking.length - 1));
  const again = question.replaces.length > 0;

  const chooseLayout = (layout: LayoutChoice) => {
    const found = head && sniff({ path: '', ...head }, layout);
    setLost(!found);
    if (!found) return setDraft({ ...draft, layout });
    setTable(found);
    // What was said of columns that are still there stays.
    const said = new Map(draft.columns.map((one) => [one.column, one]));
    const next = draftOf(found, suggestMapping(found).mapping);
    setDraft({ ...draft, layout, columns: next.columns.map((one) => said.get(one.column) ?? one) });
  };
  const load = async (file: File) => {
    const loaded = await loadDraft(file, table, head);
    setProblem(loaded.ok ? null : loaded.problem);
    if (!loaded.ok) return;
    setLost(false);
    setTable(loaded.table);
    setDraft(loaded.draft);
  };

  return (
    <Dialog
      open
      onClose={stopAsking}
      hideOnInteractOutside={false}
      className="dialog mapping"
      backdrop={<div className="backdrop" />}
    >
      <header className="mapping-head">
        <DialogHeading className="dialog-title">Map columns</DialogHeading>
        <p className="muted">
          {names === 1
            ? question.files[0]?.path
            : `${names} files with the same header, such as ${question.files[0]?.path ?? ''}`}
          {waiting > 0 && ` · ${waiting} more ${waiting === 1 ? 'question waits' : 'questions wait'}`}
        </p>
        {head && table.layout === 'delimited' ? (
          <LayoutFields table={table} head={head} choice={draft.layout} onChange={chooseLayout} />
        ) : (
          <p>{table.says}</p>
        )}
        {isSquare(table) && (
          <p>
            A square of numbers: if it is a rotate test or a matrix of pairs, put a line <code># rotate</code>{' '}
            or <code># matrix</code> above it and open the file again.
          </p>
        )}
      </header>
      <form
        id={FORM}
        className="mapping-body"
        onSubmit={(event) => {
          event.preventDefault();
          if (missing === null) void readTables(question, { table, mapping: finish(draft).mapping });
        }}
      >
        <section className="mapping-left" aria-labelledby="mapping-columns-title">
          <h2 id="mapping-columns-title">
            Columns <span className="muted">{table.columns.length}</span>
          </h2>
          <ColumnList
            table={table}
            columns={draft.columns}
            guessed={guessed}
            onChange={(columns) => setDraft({ ...draft, columns })}
          />
          <ForAllRows draft={draft} onChange={setDraft} />
        </section>
        <PreviewTable preview={preview} named={isNamed(deferred)} layout={table.layout} />
      </form>
      <Offers />
      <footer className="mapping-foot">
        <p id={SAYS} role="status" className={missing === null ? 'muted' : 'mapping-missing'}>
          {missing ?? `${again ? REPLACES : ''}${remembers(question.table, names)}`}
        </p>
        {problem !== null && (
          <p className="problem" role="alert">
            {problem}
          </p>
        )}
        <div className="mapping-buttons">
          <Button
            type="submit"
            form={FORM}
            className="button button-primary"
            disabled={missing !== null}
            accessibleWhenDisabled
            aria-describedby={SAYS}
          >
            {names === 1 ? 'Read the file' : `Read the ${names} files`}
            {again && ' anew'}
          </Button>
          {waiting > 0 && (
            <Button className="button" onClick={skipQuestion}>
              Skip this one
            </Button>
          )}
          <DialogDismiss className="button">Cancel</DialogDismiss>
          <LoadButton onFile={(file) => void load(file)} />
          <Button
            className="button"
            disabled={missing !== null}
            accessibleWhenDisabled
            onClick={() =>
              download(
                fileName(draft.name || 'table', 'mapping.json'),
                new Blob([mappingText(finish(draft).mapping)], { type: 'application/json' }),
              )
            }
          >
            Save mapping
          </Button>
        </div>
      </footer>
    </Dialog>
  );
}

/** What is missing before a table can be read by a draft, or what is wrong with it, in one sentence; else null. */
function whatIsMissing(draft: Draft): string | null {
  const { mapping, missing } = finish(draft);
  if (missing !== null) return missing;
  const checked = checkMapping(mapping);
  return checked.ok ? null : (checked.problems[0]?.text ?? 'The mapping is not right.');
}

/** A sentence when nothing at all could be read of the first rows. */
function unread({ rows, problems }: TablePreview): string | null {
  if (rows.some(({ readings }) => readings.length > 0)) return null;
  const why = problems[0] ?? rows.find((row) => row.problems.length > 0)?.problems[0];
  return `None of the first rows gives a number.${why === undefined ? '' : ` ${why}`}`;
}

function remembers({ fingerprint }: Sniffed, files: number): string {
  if (fingerprint === null)
    return 'A table without a header cannot be remembered: save the mapping and put it beside such files.';
  return `Remembered for this header${files > 1 ? '' : ': the next file with it is read without a question'}. “Remembered tables” in the Work menu forgets it.`;
}

function guesses(table: Sniffed): ReadonlyMap<string, Reason & { role: RoleName }> {
  const { mapping, reasons } = suggestMapping(table);
  const roles = new Map(mapping.columns.map(({ column, role }) => [column, role]));
  return new Map(
    reasons.map((reason) => [reason.column, { ...reason, role: roles.get(reason.column) ?? 'ignore' }]),
  );
}

/** The head of the first file of a question, once it is read. */
function useHead({ files, table }: TableQuestion): { head: FileHead | null; unreadable: string | null } {
  const [head, setHead] = useState<FileHead | null>(null);
  const [unreadable, setUnreadable] = useState<string | null>(null);
  const [first] = files;
  // A file in an archive is not at hand.
  const file = table.layout === 'delimited' && first?.from.path === first?.path ? first?.from : undefined;
  useEffect(() => {
    if (!file) return;
    let wanted = true;
    openFile(file)
      .then((opened) => opened.slice(0, HEAD_BYTES).arrayBuffer())
      .then((bytes) => {
        if (wanted) setHead({ bytes: new Uint8Array(bytes), whole: file.file.size <= HEAD_BYTES });
      })
      .catch(() => {
        if (wanted) setUnreadable('The browser cannot read the file any more: drop it again.');
      });
    return () => {
      wanted = false;
    };
  }, [file]);
  return { head, unreadable };
}

type Loaded = { ok: true; table: Sniffed; draft: Draft } | { ok: false; problem: string };

/** Reads a mapping file and fits it to the table. */
async function loadDraft(file: File, table: Sniffed, head: FileHead | null): Promise<Loaded> {
  const no = (problem: string): Loaded => ({ ok: false, problem: `The mapping was not used. ${problem}` });
  const text = await file
    .slice(0, MAPPING_LIMIT + 1)
    .text()
    .catch((error: unknown) => error);
  if (typeof text !== 'string') return no(`${file.name} cannot be read: ${sentence(text)}`);
  const parsed = parseMapping(text);
  if (!parsed.ok)
    return no(parsed.problems.map(({ line, text }) => (line > 0 ? `Line ${line}: ${text}` : text)).join(' '));
  const { mapping } = parsed;
  const found = mapping.layout && head ? sniff({ path: '', ...head }, mapping.layout) : table;
  if (!found) return no(NO_TABLE);
  const missing = missingColumns(mapping, found);
  if (missing.length > 0)
    return no(`This table has no column ${missing.map((name) => `“${name}”`).join(', ')}.`);
  return { ok: true, table: found, draft: draftOf(found, mapping) };
}

function LoadButton({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button className="button" onClick={() => input.current?.click()}>
        Load mapping…
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label="Mapping to load"
        onChange={({ target }) => {
          const file = target.files?.[0];
          // The same choice again must be a change again.
          target.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}
