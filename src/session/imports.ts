import { loadProfiles } from '../queries/profiles';
import type { View } from '../share/view';
import type { ExplainedTable, ImportFile, ImportReport } from '../store/messages';
import type { LoadedFile } from '../store/remove';
import { lastMappings, withoutMapping } from '../store/study';
import type { Mapping } from '../formats/tables/mapping';
import {
  atOnce,
  questionAgain,
  questionsAfter,
  reportsAfter,
  tableOf,
  tablesAfter,
  type MappingAnswer,
  type TableQuestion,
} from './questions';
import { deferred } from '../model/deferred';
import { owned } from './owned';
import { ask, useApp, notify, refresh, sentence, setView, workspace } from './state';

const get = useApp.getState;
const set = useApp.setState;

/** Resolves when the engine runs, or could not be started: files that were dropped before wait for it. */
export const engineSettled = deferred();

/** The import under way. */
const underWay = owned(
  () => ({ controller: null as AbortController | null }),
  ({ controller }) => controller?.abort(),
);

/** Why files are imported. `address` = the page's address names them, of which it is no news that they are loaded. */
export type Cause = 'user' | 'address';

/**
 * Imports files, with what was said of tables among them, in place of those that it `replaces`; one import at a time.
 * Shows progress, reports and what went wrong; nothing loaded is ever lost. Resolves to whether the import went through.
 */
export async function importFiles(
  files: readonly ImportFile[],
  explained: ExplainedTable | null = null,
  replaces: readonly LoadedFile[] = [],
  cause: Cause = 'user',
): Promise<boolean> {
  if (files.length === 0) return false;
  if (underWay().controller) {
    notify('info', 'An import is running: wait for it or cancel it, then drop these files again.');
    return false;
  }
  const controller = new AbortController();
  const turn = underWay();
  turn.controller = controller;
  set({ importing: { bytes: 0, total: 1, file: '', done: 0, files: files.length } });
  try {
    // Files dropped while the engine starts wait for it.
    await engineSettled.promise;
    const before = get().catalogue.runs.length;
    const {
      cancelled,
      reports: all,
      corrections,
    } = await workspace().importFiles(
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
    const { reports, locked } = withoutLocked(all, files);
    const tables = questionsAfter(get().tables, files, reports);
    await refresh({
      reports: reportsAfter(get().reports, reports),
      tables,
      read: tablesAfter(get().read, files, reports),
      asking: get().asking.filter((key) => tables.some((question) => question.key === key)),
      locked: [...get().locked, ...locked],
    });
    if (corrections > 0) {
      set({ undo: [] });
      notify(
        'info',
        `${count(corrections, 'correction of a condition was', 'corrections of conditions were')} dropped: with the other mapping the runs are not the same.`,
      );
    }
    if (get().asking.length === 0) askTables(atOnce(reports));
    tellOutcome(reports, get().catalogue.runs.length - before, cause);
    return true;
  } catch (error) {
    notify('problem', `The import failed: ${sentence(error)} What was loaded before is still there.`);
    return false;
  } finally {
    turn.controller = null;
    set({ importing: null });
  }
}

/** Cancels the running import; everything stays as it was before it. */
export function cancel(): void {
  underWay().controller?.abort();
}

/** Reports without those of encrypted files, and these files: they are asked about, and read once they are open. */
function withoutLocked(all: readonly ImportReport[], files: readonly ImportFile[]) {
  const encrypted = all.flatMap((one) =>
    one.type === 'other' && one.other.kind === 'encrypted' ? [one.other] : [],
  );
  const locked = files.filter(({ path, file }) =>
    encrypted.some((other) => other.path === path && other.size === file.size),
  );
  return { reports: all.filter((one) => one.type === 'file' || one.other.kind !== 'encrypted'), locked };
}

function tellOutcome(reports: readonly ImportReport[], runs: number, cause: Cause): void {
  const tables = reports.filter((r) => tableOf(r) !== null).length;
  const unknown = reports.filter((r) => r.type === 'file' && r.report.format === null).length - tables;
  const errors = reports.filter((r) => r.type === 'other' && r.other.kind === 'error').length;
  const parts = reports.filter((r) => r.type === 'other' && r.other.kind === 'part').length;
  const misfits = reports.filter((r) => r.type === 'other' && r.other.kind === 'misfit').length;
  const twice = reports.filter((r) => r.type === 'other' && r.other.kind === 'duplicate').length;
  const twins = reports.filter((r) => r.type === 'file' && r.report.twin !== undefined).length;
  const told = [
    tables > 0 &&
      get().asking.length === 0 &&
      `${count(tables, 'file is a table whose columns are', 'files are tables whose columns are')} not known yet`,
    unknown > 0 && `${count(unknown, 'file was', 'files were')} not recognised`,
    errors > 0 && `${count(errors, 'file', 'files')} could not be read`,
    parts > 0 && `${count(parts, 'archive was', 'archives were')} read in part`,
    misfits > 0 && `${count(misfits, 'host list does', 'host lists do')} not fit`,
    twice > 0 && cause === 'user' && `${count(twice, 'file is', 'files are')} loaded already`,
    twins > 0 &&
      `${count(twins, 'file has', 'files have')} the same content as another one and ${twins === 1 ? 'counts as a repeat' : 'count as repeats'}`,
  ].filter(Boolean);
  if (told.length > 0)
    notify(unknown + errors + parts + misfits > 0 ? 'problem' : 'info', `${told.join('; ')}: see Files.`);
  if (runs === 0 && get().asking.length === 0 && get().locked.length === 0) showFilesIfEmpty();
  showPairsIfAlone();
  showProfilesIfAlone().catch((error: unknown) => notify('problem', sentence(error)));
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

/** The same for profiles without pairs: terse logs. */
async function showProfilesIfAlone(): Promise<void> {
  const { runs } = get().catalogue;
  const alone = runs.every(({ measurements, pairs }) => measurements === 0 && pairs === 0);
  if (get().view.tab !== 'speedup' || runs.length === 0 || !alone) return;
  const profiles = await loadProfiles(
    ask,
    runs.map(({ id }) => id),
  );
  if (profiles.length === runs.length && get().view.tab === 'speedup') setView({ tab: 'profile' }, 'replace');
}

function count(n: number, one: string, many: string): string {
  return `${n.toLocaleString('en')} ${n === 1 ? one : many}`;
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
  const { asking, again, tables } = get();
  const files = tables.reduce((sum, { key, files }) => sum + (asking.includes(key) ? files.length : 0), 0);
  set({ asking: [], again: null });
  if (!again && files > 0)
    notify('info', `${count(files, 'table waits', 'tables wait')} to be explained: see Files.`);
  showFilesIfEmpty();
}

/** Goes on to the next question; Files still has this one. */
export function skipQuestion(): void {
  set({ asking: get().asking.slice(1) });
}

/**
 * Reads the files of a question by a mapping and remembers it for their header, then puts the next question. When
 * reading does not come to its end Files still has the question, with what was said.
 */
export async function readTables(question: TableQuestion, answer: MappingAnswer): Promise<void> {
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

/** Takes loaded files out again, with their runs and what was corrected of them; `said` tells the user why. */
export async function removeFiles(files: readonly LoadedFile[], said?: string): Promise<void> {
  const gone = ({ sha256, path }: LoadedFile) =>
    files.some((one) => one.sha256 === sha256 && one.path === path);
  try {
    await workspace().remove(files);
    await refresh({
      reports: get().reports.filter((one) => one.type !== 'file' || !gone(one.report)),
      read: get().read.filter(({ file, sha256 }) => !gone({ path: file.path, sha256 })),
      undo: [],
    });
    const [first] = files;
    notify(
      'info',
      said ?? `${files.length === 1 && first ? `${first.path} is` : `${files.length} files are`} removed.`,
    );
  } catch (error) {
    notify('problem', `The file could not be removed: ${sentence(error)}`);
  }
}
