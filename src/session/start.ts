import { readLink } from '../share/link';
import { DEFAULT_VIEW } from '../share/view';
import type { ImportFile } from '../store/messages';
import { Workspace } from '../store/workspace';
import { endSession } from './owned';
import { engineSettled, importFiles } from './imports';
import { openLinkedData } from './linked';
import { forgetNames } from '../share/pseudonyms/keep';
import { ownData, ownReport, takeOwnLink } from './report';
import { sampleView } from './samples';
import { followFolder, loadedFiles } from './served';
import { useApp, notify, refresh, sentence, setView, workspace } from './state';

const get = useApp.getState;
const set = useApp.setState;

/**
 * Starts the engine, opens the work of the last visit and what the link brings. `later` = parts of the app that are loaded
 * while the engine starts: a page that is ready needs no network any more. What cannot be loaded then is asked for again
 * when it is used.
 */
export async function start(later: () => Promise<unknown>): Promise<void> {
  if (ownReport) takeOwnLink(ownReport);
  // Read while the engine starts.
  const report = reportFiles();
  const loaded = Promise.allSettled([later(), import('../store/importRun')]);
  showLink();
  window.addEventListener('popstate', showLink);
  try {
    const opened = await Workspace.open(
      {
        restarted: (lost) => {
          const data = lost
            ? 'your data is back but for the last change: make it again'
            : 'your data is back';
          notify('info', `The database engine had stopped. It was started again and ${data}.`);
          void refresh().catch((error: unknown) => notify('problem', sentence(error)));
        },
        keepFailed: (text) => notify('problem', text),
      },
      ownReport ? APART : null,
    );
    set({ workspace: opened, notKept: opened.keeping.kept ? null : opened.keeping.why });
    // Empty tables need no look: the first queries of an engine take the longest.
    if (opened.reopened) await refresh();
    await Promise.all([report, loaded]);
    set({ phase: 'ready' });
  } catch (error) {
    set({ phase: 'failed', failure: sentence(error) });
    return;
  } finally {
    engineSettled.resolve();
  }
  await importFiles(await report);
  await openLinked();
}

const APART =
  'A report keeps its data in its page, and nothing else: save a .fabriscope file to keep what you add.';

/** The data of a page that is a report; nothing where it is none, or not whole, which is said. */
async function reportFiles(): Promise<ImportFile[]> {
  try {
    return ownReport ? [await ownData(ownReport)] : [];
  } catch (error) {
    notify('problem', sentence(error));
    return [];
  }
}

function showLink(): void {
  const link = readLink(window.location.hash);
  if (link.ok) set({ view: link.view, home: false, links: get().links + 1 });
  else notify('problem', link.problem);
  if (get().phase === 'ready') void openLinked();
}

/** Opens a sample study with the view that suits it. */
export function openSample(id: string): Promise<void> {
  setView({ ...sampleView(id), data: [{ sample: id }] });
  return openLinked();
}

const WAITS =
  'This link holds the key of an encrypted file that comes by another way: drop or open that file here.';

async function openLinked(): Promise<void> {
  try {
    const { files, folders, waits, loaded } = await openLinkedData(get().view.data);
    if (waits && get().catalogue.files === 0) notify('info', WAITS);
    if (files.length === 0) return;
    const before = await loadedFiles();
    if (!(await importFiles(files, null, [], 'address'))) return;
    loaded();
    for (const folder of folders) await followFolder(folder, before);
  } catch (error) {
    notify('problem', sentence(error));
  }
}

/** Removes all data from the tab and from what is kept between visits. */
export async function forget(): Promise<void> {
  try {
    await workspace().forget();
    await forgetNames();
    endSession();
    setView({ ...DEFAULT_VIEW });
    await refresh();
  } catch (error) {
    notify('problem', `The data could not be removed: ${sentence(error)}`);
  }
}
