import { Button } from '@ariakit/react';
import { useEffect, useState } from 'react';
import { OpenButtons } from '../../parts/OpenButtons';
import { ask, sentence, useApp } from '../../session/state';
import { EXAMPLES } from '../../queries/examples';
import { loadSchema, type SchemaTable } from '../../queries/schema';
import type { SqlEditor } from './codemirror';
import { Editor } from './Editor';
import { duration, Result } from './Result';
import {
  cancel,
  editQuery,
  openQuery,
  restart,
  run,
  takeLink,
  useSql,
  type Busy,
  type NotLinked,
} from '../../session/sql';
import { TablesPanel } from './TablesPanel';
import './sql.css';

/** Most height of the table of a result, and what stands above and below it in the window, in pixels. */
const AROUND = 420;
const LEAST = 300;

/** Queries of the user on the tables that are loaded. */
export function SqlView() {
  const { text, fromLink, notLinked, busy, outcome } = useSql();
  const ready = useApp((s) => s.phase === 'ready');
  const nothing = useApp((s) => s.phase === 'ready' && s.catalogue.files === 0);
  const links = useApp((s) => s.links);
  const { schema, problem } = useSchema();
  const [editor, setEditor] = useState<SqlEditor | null>(null);
  useEffect(() => takeLink(), [links]);

  const start = () => {
    if (ready) void run(editor?.cursor() ?? 0);
  };
  const insert = (name: string) => editor?.insert(name);
  return (
    <div className="sql">
      <div className="sql-grid">
        <h1 className="visually-hidden">SQL</h1>
        <section className="sql-main" aria-label="Query">
          {nothing && (
            <div className="sql-note">
              <p>Nothing is loaded: the tables are there, but empty. Open results, then ask them.</p>
              <OpenButtons />
            </div>
          )}
          {fromLink && (
            <p className="sql-note">
              This query came with the link and has not been run. Read it, then press Run.
            </p>
          )}
          <div className="sql-examples" role="group" aria-label="Examples">
            <span className="muted">Examples</span>
            {EXAMPLES.map(({ name, sql }) => (
              <Button key={name} className="button sql-example" onClick={() => openQuery(sql)}>
                {name}
              </Button>
            ))}
          </div>
          <Editor
            editor={editor}
            onEditor={setEditor}
            text={text}
            schema={schema}
            onText={editQuery}
            onRun={start}
          />
          <div className="sql-bar">
            <Button className="button button-primary" disabled={!ready || busy !== null} onClick={start}>
              Run
            </Button>
            {busy ? (
              <Progress busy={busy} />
            ) : (
              <span className="muted sql-keys">Ctrl/⌘ + Enter. Only reads what is loaded.</span>
            )}
            {notLinked && !busy && <NotInLink reason={notLinked} />}
          </div>
          {outcome?.kind === 'problem' && (
            <div className="sql-problem" role="alert">
              <p className="problem">{outcome.message}</p>
              {outcome.place && outcome.offset !== null && (
                <Button className="button" onClick={() => editor?.goTo(outcome.offset ?? 0)}>
                  Go to line {outcome.place.line}, column {outcome.place.column}
                </Button>
              )}
            </div>
          )}
          {outcome?.kind === 'cancelled' && (
            <p role="status">Cancelled after {duration(outcome.seconds)}. What is loaded is as it was.</p>
          )}
          {outcome?.kind === 'answer' && (
            <Result
              key={`${outcome.text} ${outcome.seconds}`}
              outcome={outcome}
              height={Math.max(LEAST, window.innerHeight - AROUND)}
            />
          )}
        </section>
        {problem === '' ? (
          <TablesPanel schema={schema} onName={insert} />
        ) : (
          <p className="problem">{problem}</p>
        )}
      </div>
    </div>
  );
}

/** The tables as they are, read anew when the data changes. */
function useSchema(): { schema: readonly SchemaTable[]; problem: string } {
  const ready = useApp((s) => s.phase === 'ready');
  const edition = useApp((s) => s.edition);
  const [schema, setSchema] = useState<readonly SchemaTable[]>([]);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    if (!ready) return;
    let current = true;
    loadSchema(ask).then(
      (read) => {
        if (current) setSchema(read);
      },
      (error: unknown) => {
        if (current) setProblem(`The tables could not be listed: ${sentence(error)}`);
      },
    );
    return () => {
      current = false;
    };
  }, [ready, edition]);
  return { schema, problem };
}

/** How long an engine may take to answer to a cancel before it can be ended, in ms. */
const PATIENCE = 3000;

function Progress({ busy }: { busy: Busy }) {
  const [now, setNow] = useState(busy.since);
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 100);
    return () => clearInterval(timer);
  }, []);
  const stuck = busy.cancelled !== null && now - busy.cancelled > PATIENCE;
  return (
    <>
      <Button className="button" disabled={busy.cancelled !== null} onClick={cancel}>
        Cancel
      </Button>
      <span role="status">
        {busy.cancelled !== null ? 'Cancelling …' : busy.what === 'rows' ? 'Running …' : 'Writing the file …'}
      </span>
      <span className="muted sql-time" aria-hidden="true">
        {((now - busy.since) / 1000).toFixed(1)} s
        {busy.rows > 0 && `, ${busy.rows.toLocaleString('en')} rows`}
      </span>
      {stuck && (
        <span className="sql-stuck">
          The engine does not answer yet.{' '}
          <Button className="button" onClick={() => void restart()}>
            Restart it with the data
          </Button>
        </span>
      )}
    </>
  );
}

function NotInLink({ reason }: { reason: NotLinked }) {
  return (
    <span className="muted">
      {reason.why === 'long'
        ? 'Too long for the link, which leaves it out.'
        : `The link leaves this query out: it names ${reason.names.slice(0, 2).join(', ')}${reason.names.length > 2 ? ' …' : ''}, and links hold no names of hosts or files.`}
    </span>
  );
}
