import { lazy, Suspense, useDeferredValue, useEffect, useState, type DragEvent } from 'react';
import '../charts/chart.css';
import './theme.css';
import './app.css';
import './controls.css';
import './marks.css';
import './notices.css';
import './empty.css';
import './runs.css';
import './files.css';
import '../parts/panels.css';
import { chosenFiles, droppedFiles } from '../parts/drop';
import { EmptyPage } from './EmptyPage';
import { EncryptedDialogs } from './EncryptedDialog';
import { Header } from './Header';
import { ImportBar } from './ImportBar';
import { MappingDialogs } from './mapping/MappingDialog';
import { Notices } from './Notices';
import { FileInputs } from '../parts/OpenButtons';
import { ownReport } from '../session/report';
import { ReportLine } from './ReportLine';
import { Rail } from './Rail';
import { RunList } from './RunList';
import { Toolbar } from './Toolbar';
import { notify, sentence, undoCorrection, useApp, type AppState } from '../session/state';
import { TabsContext } from '../parts/tab';
import { ALL_TABS, tabOf } from '../views/tabs';
import { importFiles } from '../session/imports';
import { unreadFiles } from '../session/questions';

/** The views, each loaded when it is first shown. */
const VIEWS = Object.fromEntries(
  ALL_TABS.map(({ id, label, load }) => [id, lazy(() => load().catch(() => notLoaded(label)))]),
);

/** What stands for a view that could not be fetched, such as after the site was replaced by a newer build. */
const notLoaded = (label: string) => ({
  default: () => <p role="alert">The view {label} could not be loaded. Reload the page to try again.</p>,
});

/** Whether a page that is a report does not show its data yet. */
const isOpening = ({ phase, importing, catalogue }: AppState): boolean =>
  ownReport !== null && (phase === 'starting' || (importing !== null && catalogue.files === 0));

/** The shell of the present session: what the last one had on screen goes with it. */
export function App() {
  return <Shell key={useApp((s) => s.session)} />;
}

/** The shell: header, runs, view, status bar. The whole page takes drops and pasted text. */
function Shell() {
  const phase = useApp((s) => s.phase);
  const failure = useApp((s) => s.failure);
  const opening = useApp(isOpening);
  const empty = useDeferredValue(useApp((s) => s.catalogue.files === 0 && s.reports.length === 0));
  const tab = useApp((s) => s.view.tab);
  const Shown = VIEWS[tab];
  const [dragging, setDragging] = useState(false);
  const [runs, setRuns] = useState(true);

  const home = useApp((s) => s.home);
  const rail = !home && (!empty || !tabOf(tab).needsData);

  usePaste();
  useUndoKey();

  const drop = async (event: DragEvent) => {
    event.preventDefault();
    setDragging(false);
    try {
      const { files, unreadable } = await droppedFiles(event.dataTransfer);
      if (unreadable.length > 0)
        notify(
          'problem',
          `The browser could not read ${unreadable.slice(0, 3).join(', ')}${unreadable.length > 3 ? ` and ${unreadable.length - 3} more` : ''}.`,
        );
      await importFiles(files);
    } catch (error) {
      notify('problem', sentence(error));
    }
  };

  return (
    <div
      className={dragging ? 'app dragging' : 'app'}
      onDragOver={(event) => {
        event.preventDefault();
        setDragging(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDragging(false);
      }}
      onDrop={(event) => void drop(event)}
    >
      <Header runs={rail ? runs : null} onRuns={setRuns} />
      <div className="app-body">
        {rail && (
          <div className={runs ? 'rail' : 'rail rail-narrow'}>
            <Rail />
            {!empty && runs && <RunList />}
            <StatusBar />
          </div>
        )}
        <main className={rail ? 'app-main sheet' : 'app-main'} aria-busy={phase === 'starting'}>
          {rail && (
            <div className="toolbar">
              <Toolbar />
            </div>
          )}
          <ReportLine />
          <Notices />
          <ImportBar />
          {phase === 'failed' ? (
            <section className="app-failure" role="alert">
              <h1>Fabriscope could not start</h1>
              <p>{failure}</p>
              <p>
                Reload the page; if it happens again, try another browser (see the README for those
                supported).
              </p>
            </section>
          ) : opening ? (
            <p className="muted">Opening the report …</p>
          ) : home || (empty && tabOf(tab).needsData) ? (
            <EmptyPage />
          ) : (
            <TabsContext value={ALL_TABS}>
              <Suspense fallback={<p className="muted">Loading …</p>}>{Shown && <Shown />}</Suspense>
            </TabsContext>
          )}
        </main>
      </div>
      <FileInputs />
      <MappingDialogs />
      <EncryptedDialogs />
      {!rail && <StatusBar />}
      {dragging && (
        <div className="app-drop" aria-hidden="true">
          Drop to load: files, folders, a .fabriscope file
        </div>
      )}
    </div>
  );
}

/** Ctrl/Cmd-Z takes the last correction, rule or exclusion back; in fields it stays what the browser makes of it. */
function useUndoKey(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.composedPath()[0];
      if (event.defaultPrevented || event.shiftKey || event.key.toLowerCase() !== 'z') return;
      if (!event.ctrlKey && !event.metaKey) return;
      if (target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]'))
        return;
      if (useApp.getState().undo.length === 0) return;
      event.preventDefault();
      void undoCorrection();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

/** Text pasted anywhere but in a field is read like a file; pasted files are files. */
function usePaste(): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      // The editor of SQL stands in a shadow tree, of which the page itself sees only the root.
      const target = event.composedPath()[0];
      if (target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]')) return;
      const data = event.clipboardData;
      if (!data) return;
      const files = chosenFiles(data.files);
      const text = data.getData('text/plain');
      if (files.length > 0) void importFiles(files);
      else if (text.trim() !== '') void importFiles([{ file: new Blob([text]), path: 'pasted text' }]);
      else return;
      event.preventDefault();
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
}

function StatusBar() {
  const catalogue = useApp((s) => s.catalogue);
  const phase = useApp((s) => s.phase);
  const notKept = useApp((s) => s.notKept);
  const unread = useApp((s) => unreadFiles(s.reports));
  const { runs, measurements, files, unknownLines } = catalogue;
  const paired = runs.filter(({ pairs }) => pairs > 0).length;
  const number = (n: number, one: string, many = `${one}s`) =>
    `${n.toLocaleString('en')} ${n === 1 ? one : many}`;
  return (
    <footer className="app-status">
      <span role="status">
        {phase === 'starting'
          ? 'Starting the database engine …'
          : [
              `${number(runs.length, 'run')}${paired > 0 ? `, ${paired.toLocaleString('en')} with pairs` : ''}`,
              ...(measurements > 0 || paired === 0 ? [number(measurements, 'measurement')] : []),
              `${number(files, 'file')}, ${number(unknownLines, 'line')} not understood${unread > 0 ? `, ${number(unread, 'file')} not read` : ''}`,
            ].join(' · ')}
      </span>
      {notKept && <span className="app-not-kept">{notKept}</span>}
      <span className="app-private">Nothing leaves this tab</span>
    </footer>
  );
}
