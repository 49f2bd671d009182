import { nextTurn, type Work } from '../model/turns';
import { MatrixHolder, type Result } from './holder';
import type { FromWorker, ToWorker } from '../worker/messages';
import type { MatrixAnswer, MatrixQuestionKind, MatrixProtocol } from './messages';
import type { Picture } from './picture';

/** Time of a stretch of work between looks for newer questions, in ms. */
const STRETCH = 12;

/** Questions whose answer takes long in one piece: they wait until nothing else has been asked for a while. */
const LAST: ReadonlySet<MatrixQuestionKind> = new Set(['analyse', 'persistence', 'order']);

/** That while, in ms: the page has drawn a picture, or asked for the next thing that it needs to draw one. */
const QUIET = 250;

/** Makes the picture that is handed over. */
export type ImageOf = (picture: Picture) => Promise<ImageBitmap | null>;

/**
 * The worker's side. A question that is answered within a stretch is answered before the next one; longer work goes on
 * in stretches, so that a picture asked for meanwhile does not wait for it. What reads the whole matrix for a text beside
 * the picture comes last. A failed question is answered by a sentence.
 */
export function serve(
  post: (message: FromWorker<MatrixProtocol>, transfer: Transferable[]) => void,
  imageOf: ImageOf,
): (message: ToWorker<MatrixProtocol>) => void {
  const holder = new MatrixHolder();
  const works = new Map<number, Work<Result>>();
  const last = new Map<number, Work<Result>>();
  let asked = 0;
  let running = false;

  const fail = (id: number, error: unknown) => post({ id, error: sentence(error), fault: null }, []);
  const reply = async (id: number, result: Result) => {
    try {
      const answer: MatrixAnswer =
        result.type === 'paint'
          ? {
              type: 'paint',
              grid: result.picture.grid,
              gaps: result.picture.gaps,
              image: await imageOf(result.picture),
            }
          : result;
      post({ id, answer }, handed(answer));
    } catch (error) {
      fail(id, error);
    }
  };
  /** Works on a question for one stretch; true when it is answered. */
  const stretch = (id: number, work: Work<Result>): boolean => {
    const until = performance.now() + STRETCH;
    try {
      do {
        const step = work.next();
        if (step.done) {
          void reply(id, step.value);
          return true;
        }
      } while (performance.now() < until);
      return false;
    } catch (error) {
      fail(id, error);
      return true;
    }
  };
  const runOn = async () => {
    running = true;
    while (works.size + last.size > 0) {
      const wait = works.size > 0 ? 0 : asked + QUIET - performance.now();
      if (wait > 0) {
        await new Promise((resolve) => setTimeout(resolve, wait));
        continue;
      }
      const from = works.size > 0 ? works : last;
      for (const [id, work] of from) {
        await nextTurn();
        if (from === last && works.size > 0) break;
        if (from.get(id) === work && stretch(id, work)) from.delete(id);
      }
    }
    running = false;
  };

  return (request) => {
    if ('cancel' in request) {
      works.delete(request.id);
      last.delete(request.id);
      return;
    }
    if ('taken' in request) return;
    asked = performance.now();
    const work = holder.answer(request.question);
    if (LAST.has(request.question.type)) last.set(request.id, work);
    else {
      if (stretch(request.id, work)) return;
      works.set(request.id, work);
    }
    if (!running) void runOn();
  };
}

/** The memory that goes with an answer and is not needed here any more. */
function handed(answer: MatrixAnswer): Transferable[] {
  if (answer.type === 'paint') return answer.image ? [answer.image] : [];
  if (answer.type === 'block') return [answer.values.buffer];
  if (answer.type === 'histogram') return [answer.histogram.counts.buffer];
  return [];
}

function sentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /allocation failed|out of memory/i.test(text)
    ? 'There is not enough memory in this tab for the matrix. Close other tabs, or choose fewer hosts.'
    : text;
}
