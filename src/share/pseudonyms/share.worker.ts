import { packContainer } from '../../store/container';
import { sha256Of } from '../../store/sha256';
import type { Numbered, ShareAnswer, ShareRequest } from './messages';
import { shareWork } from './share';
import { mentionsOf, survey, withView, withWords, type Survey } from './survey';
import { inOrder, withNames } from './table';

type Held = Omit<Extract<ShareRequest, { type: 'hold' }>, 'type'>;

const scope = self as unknown as Worker;
type Progress = (done: number, of: number, what: string) => void;

/** `base` = the names of the work, `found` = with the words of its owner. */
let held: { work: Held; base: Survey; found: Survey } | null = null;

/** The work with its names as they are, or replaced. */
async function content(
  names: Extract<ShareRequest, { type: 'make' }>['names'],
  progress: Progress,
): Promise<Held> {
  if (!held) throw new Error('no work is held');
  if (names === null) return held.work;
  const of = held.work.tables.length;
  const steps = shareWork(held.work, held.found, names.table, new Set(names.kept));
  for (;;) {
    const step = await steps.next();
    if (step.done) return step.value;
    progress(step.value, of, step.value < of ? 'Replacing names' : 'Looking for names that are left');
  }
}

async function answer(request: ShareRequest, progress: Progress): Promise<ShareAnswer> {
  if (request.type === 'hold') {
    const { tables, study, view } = request;
    const found = withView(survey(tables), view);
    held = { work: { tables, study, view }, base: found, found };
    const bytes = tables.reduce((sum, { ipc }) => sum + ipc.byteLength, 0);
    return { type: 'found', bytes, stays: [...found.stays] };
  }
  if (request.type === 'name') {
    if (!held) throw new Error('no work is held');
    held.found = withWords(held.base, request.words);
    const table = withNames(request.table, mentionsOf(held.found));
    const found = [...held.found.found];
    return { type: 'named', found, table, inOrder: inOrder(table, mentionsOf(held.found)) };
  }
  const { tables, study, view } = await content(request.names, progress);
  progress(1, 1, 'Packing');
  const blob = new Blob([packContainer(tables, study, 6)]);
  const pseudonymous = request.names !== null;
  return { type: 'made', blob, view, sha256: await sha256Of(blob), pseudonymous };
}

self.addEventListener('message', ({ data }: MessageEvent<Numbered<ShareRequest>>) => {
  const post = (message: ShareAnswer) =>
    scope.postMessage({ ...message, id: data.id } satisfies Numbered<ShareAnswer>);
  answer(data, (done, of, what) => post({ type: 'progress', done, of, what }))
    .then(post)
    .catch((error: unknown) =>
      post({ type: 'failed', text: error instanceof Error ? error.message : String(error) }),
    );
});
