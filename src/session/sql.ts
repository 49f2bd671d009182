import { owned, sessionStore } from './owned';
import { askReading, sentence, setView, useApp, workspace } from './state';
import { download } from '../charts/export';
import {
  csvOfFree,
  FreeProblem,
  namesIn,
  runFree,
  statementAt,
  statementsOf,
  type FreeAnswer,
  type Statement,
} from '../queries/free';
import { offsetOf, placeOf, type TextPosition } from '../queries/freeErrors';
import { fitsLink } from '../share/view';
import { EngineDied, QueryCancelled } from '../store/engine';

/** What came of the last query that was run. */
export type QueryOutcome =
  | {
      kind: 'answer';
      answer: FreeAnswer;
      statement: Statement;
      /** Which of how many statements of the text it was, from 1. */
      which: readonly [number, number];
      /** Text of the editor when it was run. */
      text: string;
      /** Edition of the data it was run on. */
      edition: number;
      seconds: number;
    }
  | { kind: 'problem'; message: string; place: TextPosition | null; offset: number | null }
  | { kind: 'cancelled'; seconds: number };

/** Work under way. */
export interface Busy {
  what: 'rows' | 'file';
  since: number;
  /** When it was to be cancelled, or null. */
  cancelled: number | null;
  /** Rows of a file so far. */
  rows: number;
}

/** Why the query is not in the link: it is too long, or holds names. */
export type NotLinked = { why: 'long' } | { why: 'names'; names: readonly string[] };

/** The tab SQL: it stays as it is while other tabs are looked at. */
export interface Session {
  text: string;
  /** Whether the text came with a link and was not run yet. */
  fromLink: boolean;
  notLinked: NotLinked | null;
  busy: Busy | null;
  outcome: QueryOutcome | null;
  /** What came of saving a file. */
  said: string;
}

const FIRST: Session = {
  text: '',
  fromLink: false,
  notLinked: null,
  busy: null,
  outcome: null,
  said: '',
};

export const useSql = sessionStore<Session>(FIRST);
const get = useSql.getState;
const set = useSql.setState;

/** The work under way, and the links that were read so far (`AppState.links`). */
const own = owned(
  () => ({ controller: null as AbortController | null, links: 0 }),
  ({ controller }) => controller?.abort(),
);

/** Takes the query of a link that was read since the last time into the editor. It is not run: anybody may have written it. */
export function takeLink(): void {
  const { links: read, view } = useApp.getState();
  if (read === own().links) return;
  own().links = read;
  if (view.sql !== null && view.sql !== get().text) set({ text: view.sql, fromLink: true });
}

/** Puts a query into the editor. */
export function openQuery(text: string): void {
  set({ text, fromLink: false });
}

/** The text of the editor, changed by hand. */
export function editQuery(text: string): void {
  set({ text });
}

/** Cancels what is under way. */
export function cancel(): void {
  const { busy } = get();
  if (!busy) return;
  own().controller?.abort();
  set({ busy: { ...busy, cancelled: performance.now() } });
}

/** Ends an engine that does not answer to a cancel. */
export function restart(): Promise<void> {
  return workspace().restartEngine();
}

async function work<T>(
  what: Busy['what'],
  ask: (signal: AbortSignal, since: number) => Promise<T>,
): Promise<T | null> {
  if (get().busy) return null;
  const controller = new AbortController();
  own().controller = controller;
  const since = performance.now();
  set({ busy: { what, since, cancelled: null, rows: 0 }, said: '' });
  try {
    return await ask(controller.signal, since);
  } finally {
    if (own().controller === controller) set({ busy: null });
  }
}

/** Runs the statement in which the cursor stands. What it gives, or why it gives nothing, is the outcome. */
export async function run(cursor: number): Promise<void> {
  const { text } = get();
  const { edition } = useApp.getState();
  let statement: Statement | null = null;
  await work('rows', async (signal, since) => {
    set({ outcome: null, fromLink: false, notLinked: null });
    const seconds = () => (performance.now() - since) / 1000;
    // What was forgotten meanwhile stays forgotten.
    const settle = (outcome: QueryOutcome) => {
      if (own().controller?.signal === signal) set({ outcome });
    };
    try {
      const outcome = await askReading(async (reader): Promise<QueryOutcome> => {
        linkTo(text, await namesIn(reader, text));
        const statements = await statementsOf(reader, text);
        const at = statementAt(statements, cursor);
        statement = statements[at] ?? null;
        if (!statement) throw new FreeProblem('There is no query to run: write one, or take an example.');
        const answer = await runFree(reader, statement);
        const which = [at + 1, statements.length] as const;
        return { kind: 'answer', answer, statement, which, text, edition, seconds: seconds() };
      }, signal);
      settle(outcome);
    } catch (error) {
      settle(
        error instanceof QueryCancelled
          ? { kind: 'cancelled', seconds: seconds() }
          : problemOf(error, statement, text),
      );
    }
  });
}

function problemOf(error: unknown, statement: Statement | null, text: string): QueryOutcome {
  const within = error instanceof FreeProblem ? error.place : null;
  const offset = within && statement ? offsetOf(statement.sql, within, statement.from) : null;
  const message =
    error instanceof EngineDied
      ? 'The database engine ended while it ran this query; it is started again with your data.'
      : sentence(error);
  return { kind: 'problem', message, place: offset === null ? null : placeOf(text, offset), offset };
}

/** Puts the query into the link, unless it is too long or holds names of hosts, switches or files. */
function linkTo(text: string, names: readonly string[]): void {
  const notLinked: NotLinked | null =
    names.length > 0 ? { why: 'names', names } : fitsLink(text) ? null : { why: 'long' };
  set({ notLinked });
  setView({ sql: notLinked || text === '' ? null : text });
}

/** Saves all rows of the last answer as comma-separated values, asked anew. */
export async function saveCsv(): Promise<void> {
  const { outcome } = get();
  if (outcome?.kind !== 'answer') return;
  await work('file', async (signal) => {
    const told = (rows: number) => set(({ busy }) => (busy ? { busy: { ...busy, rows } } : {}));
    try {
      const { blob, rows } = await askReading(async (reader) => {
        let count = 0;
        const made = await csvOfFree(reader, outcome.statement, (rows) => told((count = rows)));
        return { blob: made, rows: count };
      }, signal);
      download('query.csv', blob);
      set({ said: `Saved ${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'} as query.csv.` });
    } catch (error) {
      set({
        said:
          error instanceof QueryCancelled
            ? 'Cancelled: nothing was saved.'
            : `Nothing was saved: ${sentence(error)}`,
      });
    }
  });
}
