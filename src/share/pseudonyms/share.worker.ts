import { packContainer } from '../../store/container';
import { sha256Of } from '../../store/sha256';
import { listen } from '../../worker/browser';
import { serve } from '../../worker/serve';
import type { PseudonymProgress, ShareProtocol, ShareRequest } from './messages';
import { shareWork } from './share';
import { mentionsOf, survey, withView, withWords, type Survey } from './survey';
import { inOrder, withNames } from './table';

type Held = Omit<Extract<ShareRequest, { type: 'hold' }>, 'type'>;

type Tell = (progress: PseudonymProgress) => void;

/** What one worker holds: `base` = the names of the work, `found` = with the words of its owner. */
interface Holding {
  readonly work: Held;
  readonly base: Survey;
  found: Survey;
}

/** The work with its names as they are, or replaced. */
async function content(
  held: Holding,
  names: Extract<ShareRequest, { type: 'make' }>['names'],
  tell: Tell,
): Promise<Held> {
  if (names === null) return held.work;
  const of = held.work.tables.length;
  const steps = shareWork(held.work, held.found, names.table, new Set(names.kept));
  for (;;) {
    const step = await steps.next();
    if (step.done) return step.value;
    const what = step.value < of ? 'Replacing names' : 'Looking for names that are left';
    tell({ done: step.value, of, what });
  }
}

/** Answers questions about the work that was held last. */
function answering() {
  let held: Holding | null = null;
  const holding = (): Holding => {
    if (!held) throw new Error('no work is held');
    return held;
  };
  return async (request: ShareRequest, tell: Tell): Promise<ShareProtocol['answer']> => {
    switch (request.type) {
      case 'hold': {
        const { tables, study, view } = request;
        const found = withView(survey(tables), view);
        held = { work: { tables, study, view }, base: found, found };
        const bytes = tables.reduce((sum, { ipc }) => sum + ipc.byteLength, 0);
        return { type: 'hold', bytes, stays: [...found.stays] };
      }
      case 'name': {
        const own = holding();
        own.found = withWords(own.base, request.words);
        const table = withNames(request.table, mentionsOf(own.found));
        const found = [...own.found.found];
        return { type: 'name', found, table, inOrder: inOrder(table, mentionsOf(own.found)) };
      }
      case 'make': {
        const { tables, study, view } = await content(holding(), request.names, tell);
        tell({ done: 1, of: 1, what: 'Packing' });
        const blob = new Blob([packContainer(tables, study, 6)]);
        const pseudonymous = request.names !== null;
        return { type: 'make', blob, view, sha256: await sha256Of(blob), pseudonymous };
      }
    }
  };
}

const answer = answering();
listen<ShareProtocol>((post) =>
  serve<ShareProtocol>(post, { answer: (question, { tell }) => answer(question, tell) }),
);
