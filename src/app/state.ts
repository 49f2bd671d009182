import { create } from 'zustand';
import { loadCatalogue, type Ask, type Catalogue } from '../queries/catalogue';
import { readLink, writeLink } from '../share/link';
import { DEFAULT_VIEW, type View } from '../share/view';
import type { Explained, ImportFile, ImportReport } from '../store/messages';
import type { LoadedFile } from '../store/remove';
import { lastMappings, withoutMapping } from '../store/study';
import { Workspace, type ImportProgress } from '../store/workspace';
import type { Mapping } from '../tables/mapping';
import { overrideStatements, type Correction } from './corrections';
import { forgetBrought, openLinkedData } from './linked';
import {
  atOnce,
  questionAgain,
  questionsAfter,
  reportsAfter,
  tableOf,
  tablesAfter,
  type Answer,
  type ReadTable,
  type TableQuestion,
} from './mapping/questions';
import { sampleView } from './samples';
import { shortHash } from '../model/hash';

/** A sentence for the user above the view. */
export interface Notice {
  kind: 'info' | 'problem';
  text: string;
}

/** Everything the screen is derived from. */
export interface AppState {
  phase: 'starting' | 'ready' | 'failed';
  /** Why the app could not start. */
  failure: string;
  catalogue: Catalogue;
  /** Counts changes of the data; queries are asked anew when it moves. */
  edition: number;
  view: View;
  importing: ImportProgress | null;
  reports: readonly ImportReport[];
  notices: readonly Notice[];
  /** Whether the work is kept between visits; a sentence where it is not. */
  notKept: string | null;
  /** Corrections that can be taken back, newest last. */
  undo: readonly Correction[][];
  workspace: Workspace | null;
  /** Tables of this tab of which nobody has said yet what the columns are. */
  tables: readonly TableQuestion[];
  /** Keys of the tables that are asked about, the first one now. */
  asking: readonly string[];
  /** Tables that were read in this tab. */
  read: readonly ReadTable[];
  /** The question how tables that are read are to be read instead. */
  again: TableQuestion | null;
}

const EMPTY: Catalogue = {
  runs: [],
  metrics: [],
  files: 0,
  measurements: 0,
  unknownLines: 0,
  events: [],
  systems: {},
};

export const useApp = create<AppState>(() => ({
  phase: 'starting',
  failure: '',
  catalogue: EMPTY,
  edition: 0,
  view: DEFAULT_VIEW,
  importing: null,
  reports: [],
  notices: [],
  notKept: null,
  undo: [],
  workspace: null,
  tables: [],
  asking: [],
  read: [],
  again: null,
}));

const get = useApp.getState;
const set = useApp.setState;

/** A sentence of an error for the user. */
export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Shows a sentence above the view until it is dismissed. */
export function notify(kind: Notice['kind'], text: string): void {
  if (!get().notices.some((notice) => notice.text === text))
    set({ notices: [...get().notices, { kind, text }] });
}

/** Takes a sentence away. */
export function dismiss(notice: Notice): void {
  set({ notices: get().notices.filter((other) => other !== notice) });
}

let settled: () => void = () => undefined;
/** Ends when the engine runs, or could not be started. */
const settling = new Promise<void>((resolve) => (settled = resolve));

function workspace(): Workspace {
  const held = get().workspace;
  if (!held) throw new Error('the database engine is not running yet');
  return held;
}

/** Asks the engine of this tab. */
export const ask: Ask = (sql, signal) => workspace().rows(sql, signal);

/** Asks the engine of this tab; `take` gets the rows lot by lot, each as the parts of an Arrow IPC stream. */
export const askLots = (
  sql: string,
  take: (parts: Uint8Array<ArrayBuffer>[]) => Promise<unknown>,
): Promise<void> => workspace().lots(sql, take);

/** Reads the catalogue anew; what else changed goes on screen together with it. */
async function refresh(also: Partial<AppState> = {}): Promise<void> {
  const catalogue = await loadCatalogue(ask);
  set({ ...also, catalogue, edition: get().edition + 1 });
}

/** Starts the engine, opens the work of the last visit and what the link brings. */
export async function start(): Promise<void> {
  showLink();
  window.addEventListener('popstate', showLink);
  try {
    const opened = await Workspace.open({
      restarted: (lost) => {
        const data = lost ? 'your data is back but for the last change: make it again' : 'your data is back';
        notify('info', `The database engine had stopped. It was started again and ${data}.`);
        void refresh().catch((error: unknown) => notify('problem', sentence(error)));
      },
      keepFailed: (text) => notify('problem', text),
    });
    set({ workspace: opened, notKept: opened.keeping.kept ? null : opened.keeping.why });
    // Empty tables need no look: the first queries of an engine take the longest.
    if (opened.reopened) await refresh();
    set({ phase: 'ready' });
  } catch (error) {
    set({ phase: 'failed', failure: sentence(error) });
    return;
  } finally {
    settled();
  }
  await openLinked();
}

function showLink(): void {
  const link = readLink(window.location.hash);
  if (link.ok) set({ view: link.view });
  else notify('problem', link.problem);
  if (get().phase === 'ready') void openLinked();
}

/** Opens a sample study with the view that suits it. */
export function openSample(id: string): Promise<void> {
  setView({ ...sampleView(id), data: [{ sample: id }] });
  return openLinked();
}

async function openLinked(): Promise<void> {
  try {
    const { files, loaded } = await openLinkedData(get().view.data);
    if (files.length > 0 && (await importFiles(files))) loaded();
  } catch (error) {
    notify('problem', sentence(error));
  }
}

/** Changes the view. A finished act becomes an entry of the browser's history; a passing one does not. */
export function setView(change: Partial<View>, history: 'push' | 'replace' = 'push'): void {
  const view = { ...get().view, ...change };
  set({ view });
  const link = writeLink(view);
  if (link === window.location.hash) return;
  const url = `${window.location.pathname}${window.location.search}${link}`;
  if (history === 'push') window.history.pushState(null, '', url);
  else window.history.replaceState(null, '', url);
}

let cancelImport: AbortController | null = null;

/**
 * Imports files, with what was said of tables among them, in place of those that it `replaces`; one import at a time.
 * Shows progress, reports and what went wrong; nothing loaded is ever lost. Resolves to whether the import went through.
 */
export async function importFiles(
  files: readonly ImportFile[],
  explained: Explained | null = null,
  replaces: readonly LoadedFile[] = [],
): Promise<boolean> {
  if (files.length === 0) return false;
  if (cancelImport) {
    notify('info', 'An import is running: wait for it or cancel it, then drop these files again.');
    return false;
  }
  const controller = new AbortController();
  cancelImport = controller;
  set({ importing: { bytes: 0, total: 1, file: '', done: 0, files: files.length } });
  try {
    // Files dropped while the engine starts wait for it.
    await settling;
    const before = get().catalogue.runs.length;
    const { cancelled, reports, corrections } = await workspace().importFiles(
      [...files],
      explained,
      replaces,
      (importing) => set({ importing }),
      controller.signal,
    );
    if (cancelled) {
      notify('info', 'The import was cancelled: everything is as it was.');
      return false;
    }
    const tables = questionsAfter(get().tables, files, reports);
    await refresh({
      reports: reportsAfter(get().reports, reports),
      tables,
      read: tablesAfter(get().read, files, reports),
      asking: get().asking.filter((key) => tables.some((question) => question.key === key)),
    });
    if (corrections > 0) {
      set({ undo: [] });
      notify(
        'info',
        `${count(corrections, 'correction of a condition was', 'corrections of conditions were')} dropped: with the other mapping the runs are not the same.`,
      );
    }
    if (get().asking.length === 0) askTables(atOnce(reports));
    tellOutcome(reports, get().catalogue.runs.length - before);
    return true;
  } catch (error) {
    notify('problem', `The import failed: ${sentence(error)} What was loaded before is still there.`);
    return false;
  } finally {
    cancelImport = null;
    set({ importing: null });
  }
}

/** Cancels the running import; everything stays as it was before it. */
export function cancel(): void {
  cancelImport?.abort();
}

function tellOutcome(reports: readonly ImportReport[], runs: number): void {
  const tables = reports.filter((r) => tableOf(r) !== null).length;
  const unknown = reports.filter((r) => r.type === 'file' && r.report.format === null).length - tables;
  const errors = reports.filter((r) => r.type === 'other' && r.other.kind === 'error').length;
  const parts = reports.filter((r) => r.type === 'other' && r.other.kind === 'part').length;
  const misfits = reports.filter((r) => r.type === 'other' && r.other.kind === 'misfit').length;
  const twice = reports.filter((r) => r.type === 'other' && r.other.kind === 'duplicate').length;
  const told = [
    tables > 0 &&
      get().asking.length === 0 &&
      `${count(tables, 'file is a table whose columns are', 'files are tables whose columns are')} not known yet`,
    unknown > 0 && `${count(unknown, 'file was', 'files were')} not recognised`,
    errors > 0 && `${count(errors, 'file', 'files')} could not be read`,
    parts > 0 && `${count(parts, 'archive was', 'archives were')} read in part`,
    misfits > 0 && `${count(misfits, 'host list does', 'host lists do')} not fit`,
    twice > 0 && `${count(twice, 'file is', 'files are')} loaded already`,
  ].filter(Boolean);
  if (told.length > 0)
    notify(unknown + errors + parts + misfits > 0 ? 'problem' : 'info', `${told.join('; ')}: see Files.`);
  if (runs === 0 && get().asking.length === 0) showFilesIfEmpty();
  showPairsIfAlone();
}

/** Views that show something without a run. */
const NEED_NO_RUN: readonly View['tab'][] = ['fabric', 'congestion'];

/** Files says why nothing is there to look at. */
function showFilesIfEmpty(): void {
  if (get().catalogue.runs.length === 0 && !NEED_NO_RUN.includes(get().view.tab))
    setView({ tab: 'files' }, 'replace');
}

/** Where nothing but pairs of ranks is loaded, there are no curves: the matrices come into sight. */
function showPairsIfAlone(): void {
  const { catalogue, view } = get();
  const alone = catalogue.runs.every(({ measurements, pairs }) => measurements === 0 && pairs > 0);
  if (view.tab === 'speedup' && catalogue.runs.length > 0 && alone) setView({ tab: 'matrix' }, 'replace');
}

function count(n: number, one: string, many: string): string {
  return `${n} ${n === 1 ? one : many}`;
}

/** The user's word on conditions of runs; it wins for good and can be taken back. */
export async function correct(corrections: Correction[]): Promise<void> {
  const { undo, catalogue } = get();
  const inverse = corrections.map(({ run, key }): Correction => {
    const held = catalogue.runs.find(({ id }) => id === run)?.conditions[key];
    return { run, key, value: held?.origin === 'user' ? held.value : undefined };
  });
  if (await apply(corrections)) set({ undo: [...undo, inverse] });
}

/** Takes the last correction back. */
export async function undoCorrection(): Promise<void> {
  const last = get().undo.at(-1);
  if (!last) return;
  if (await apply(last)) set({ undo: get().undo.slice(0, -1) });
}

async function apply(corrections: readonly Correction[]): Promise<boolean> {
  try {
    await workspace().change(overrideStatements(corrections));
    await refresh();
    return true;
  } catch (error) {
    notify('problem', `The change could not be made: ${sentence(error)}`);
    return false;
  }
}

/** Runs SQL statements that change the data in one step, such as a new path template. */
export async function change(statements: readonly string[]): Promise<void> {
  await workspace().change(statements);
  await refresh();
}

/** Shows or hides runs. The list lives in the study; the link names it by its hash. */
export function setHidden(ids: readonly string[]): void {
  if (ids.length === 0) return setView({ hidden: null });
  const held = workspace();
  const hash = shortHash(ids.join('\n'));
  held.setStudy({ ...held.study, hidden: { ...held.study.hidden, [hash]: [...ids] } });
  setView({ hidden: hash });
}

/** Makes two lists of runs A and B. The lists live in the study; the link names them by their hash. */
export function setSelection(a: readonly string[], b: readonly string[]): void {
  if (a.length === 0 && b.length === 0) return setView({ sides: null, pin: null });
  const held = workspace();
  const hash = shortHash([...a, '|', ...b].join('\n'));
  held.setStudy({
    ...held.study,
    selections: { ...held.study.selections, [hash]: { a: [...a], b: [...b] } },
  });
  setView({ sides: { by: 'selection', hash }, pin: null });
}

/** Sets the path template that further imports use. */
export function setTemplate(template: string | null): void {
  const held = workspace();
  held.setStudy({ ...held.study, template });
}

/** Puts questions about tables, one after the other. */
export function askTables(keys: readonly string[]): void {
  set({ asking: keys });
}

/** Asks how the tables with a key, which are read, are to be read instead. */
export function askAgain(key: string): void {
  set({ again: questionAgain(get().read, key) });
}

/** Puts the questions away: nothing changes, and Files still has them. */
export function stopAsking(): void {
  set({ asking: [], again: null });
  showFilesIfEmpty();
}

/**
 * Reads the files of a question by a mapping and remembers it for their header, then puts the next question. When
 * reading does not come to its end Files still has the question, with what was said.
 */
export async function readTables(question: TableQuestion, answer: Answer): Promise<void> {
  const { key, files, table, replaces } = question;
  const { mapping } = answer;
  const next = get().asking.filter((other) => other !== key);
  set({ asking: [], again: null });
  const dropped = new Set(files.map(({ from }) => from));
  const read = await importFiles([...dropped], { key, mapping }, replaces);
  if (!read) {
    set({ tables: get().tables.map((one) => (one.key === key ? { ...one, tried: answer } : one)) });
    return showFilesIfEmpty();
  }
  if (table.fingerprint !== null) {
    const held = workspace();
    const others = withoutMapping(held.study.mappings, table.fingerprint);
    held.setStudy({
      ...held.study,
      mappings: lastMappings({ ...others, [table.fingerprint]: mapping }),
    });
  }
  askTables(next);
}

/** What is remembered of tables, by the fingerprint of their header. */
export function rememberedMappings(): Readonly<Record<string, Mapping>> {
  return get().workspace?.study.mappings ?? {};
}

/** Forgets what the columns of tables with a header are. What was read of them stays. */
export function forgetMapping(fingerprint: string): void {
  const held = workspace();
  held.setStudy({ ...held.study, mappings: withoutMapping(held.study.mappings, fingerprint) });
}

/** Removes all data from the tab and from what is kept between visits. */
export async function forget(): Promise<void> {
  try {
    await workspace().forget();
    forgetBrought();
    set({ reports: [], undo: [], notices: [], tables: [], asking: [], read: [], again: null });
    setView({ ...DEFAULT_VIEW });
    await refresh();
  } catch (error) {
    notify('problem', `The data could not be removed: ${sentence(error)}`);
  }
}

/** The whole work as a `.fabriscope` file. */
export function save(): Promise<Blob> {
  return workspace().save();
}
