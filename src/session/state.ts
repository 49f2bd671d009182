import { joinedRules, type IdentityRule } from '../compare/identity/rules';
import { loadCatalogue, type Ask, type Catalogue } from '../queries/catalogue';
import { writeLink } from '../share/link';
import { DEFAULT_VIEW, type View } from '../share/view';
import type { ImportFile, ImportReport } from '../store/messages';
import type { ImportProgress } from '../store/importRun';
import type { Reader } from '../store/engine';
import type { Workspace } from '../store/workspace';
import { overrideStatements, type Correction } from './corrections';
import type { ReadTable, TableQuestion } from './questions';
import { shortHash } from '../model/hash';
import { sessionStore } from './owned';

/** A sentence for the user above the view. */
export interface Notice {
  kind: 'info' | 'problem';
  text: string;
}

/** An act that can be taken back: corrections that restore what was said before, or the rules before it. */
export type Undoable = readonly Correction[] | { rules: readonly IdentityRule[] };

/** Everything the screen is derived from. */
export interface AppState {
  phase: 'starting' | 'ready' | 'failed';
  /** Why the app could not start. */
  failure: string;
  catalogue: Catalogue;
  /** Counts sessions of this tab: nothing on screen outlives one. */
  session: number;
  /** Counts changes of the data; queries are asked anew when it moves. */
  edition: number;
  view: View;
  /** Whether the first page stands in place of the view. */
  home: boolean;
  /** Counts links that were read: at the start, and each time the browser goes back or forward. */
  links: number;
  importing: ImportProgress | null;
  reports: readonly ImportReport[];
  notices: readonly Notice[];
  /** Whether the work is kept between visits; a sentence where it is not. */
  notKept: string | null;
  /** Corrections that can be taken back, newest last. */
  undo: readonly Undoable[];
  workspace: Workspace | null;
  /** Tables of this tab of which nobody has said yet what the columns are. */
  tables: readonly TableQuestion[];
  /** Keys of the tables that are asked about, the first one now. */
  asking: readonly string[];
  /** Tables that were read in this tab. */
  read: readonly ReadTable[];
  /** The question how tables that are read are to be read instead. */
  again: TableQuestion | null;
  /** Encrypted files that wait for their key. */
  locked: readonly ImportFile[];
}

const EMPTY: Catalogue = {
  runs: [],
  metrics: [],
  files: 0,
  measurements: 0,
  unknownLines: 0,
  pseudonymous: 0,
  events: [],
  systems: {},
};

const FIRST: AppState = {
  phase: 'starting',
  failure: '',
  catalogue: EMPTY,
  session: 1,
  edition: 0,
  view: DEFAULT_VIEW,
  home: false,
  links: 0,
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
  locked: [],
};

/** The state of the tab. A new session keeps the engine, and what says which question is newer. */
export const useApp = sessionStore<AppState>(FIRST, ({ phase, failure, notKept, workspace, ...last }) => ({
  ...FIRST,
  ...{ phase, failure, notKept, workspace },
  session: last.session + 1,
  edition: last.edition + 1,
  links: last.links + 1,
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

/** The work of this tab; throws until the engine runs. */
export function workspace(): Workspace {
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

/** Asks the engine of this tab on a connection that may not write. */
export const askReading = <T>(work: (reader: Reader) => Promise<T>, signal: AbortSignal): Promise<T> =>
  workspace().reading(work, signal);

/** Reads the catalogue anew; what else changed goes on screen together with it. */
export async function refresh(also: Partial<AppState> = {}): Promise<void> {
  const { session } = get();
  const catalogue = await loadCatalogue(ask);
  if (get().session !== session) return;
  set({ home: false, ...also, catalogue, edition: get().edition + 1 });
}

/** Shows the first page; any change of the view or the data leads away from it. */
export const showHome = (): void => set({ home: true });

/** Changes the view. A finished act becomes an entry of the browser's history; a passing one does not. */
export function setView(change: Partial<View>, history: 'push' | 'replace' = 'push'): void {
  const view = { ...get().view, ...change };
  set({ view, home: false });
  const link = writeLink(view);
  if (link === window.location.hash) return;
  const url = `${window.location.pathname}${window.location.search}${link}`;
  if (history === 'push') window.history.pushState(null, '', url);
  else window.history.replaceState(null, '', url);
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

/** Takes the last correction or rule back. */
export async function undoCorrection(): Promise<void> {
  const last = get().undo.at(-1);
  if (!last) return;
  if ('rules' in last ? await applyRules(last.rules) : await apply(last))
    set({ undo: get().undo.slice(0, -1) });
}

/** The user's word on which runs belong together; it holds for later imports too and can be taken back. */
export function sayRule(rule: IdentityRule): Promise<void> {
  return changeRules((rules) => joinedRules(rules, [rule]));
}

/** Changes the rules of which runs belong together and which values are excluded; can be taken back. */
export async function changeRules(
  change: (rules: readonly IdentityRule[]) => readonly IdentityRule[],
): Promise<void> {
  const { rules } = workspace().study;
  if (await applyRules(change(rules))) set({ undo: [...get().undo, { rules }] });
}

async function applyRules(rules: readonly IdentityRule[]): Promise<boolean> {
  try {
    await setRules(rules);
    return true;
  } catch (error) {
    notify('problem', `The change could not be made: ${sentence(error)}`);
    return false;
  }
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

/** Makes two lists of runs A and B. The lists live in the study; the link names them by their hash; `also` goes with it. */
export function setSelection(a: readonly string[], b: readonly string[], also: Partial<View> = {}): void {
  if (a.length === 0 && b.length === 0) return setView({ sides: null, pin: null });
  const held = workspace();
  const hash = shortHash([...a, '|', ...b].join('\n'));
  held.setStudy({
    ...held.study,
    selections: { ...held.study.selections, [hash]: { a: [...a], b: [...b] } },
  });
  setView({ sides: { by: 'selection', hash }, ...also, pin: null });
}

/** Sets the path template that further imports use. */
export function setTemplate(template: string | null): void {
  const held = workspace();
  held.setStudy({ ...held.study, template });
}

/** Changes what the user said about which runs belong together; all experiments are found anew. */
export async function setRules(rules: readonly IdentityRule[]): Promise<void> {
  await workspace().setRules(rules);
  await refresh();
}

/** The whole work as a `.fabriscope` file. */
export function save(): Promise<Blob> {
  return workspace().save();
}
