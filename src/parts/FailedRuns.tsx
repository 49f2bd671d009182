import { counted } from '../model/units';
import type { VisibleRuns } from '../session/sides';

/** Failed runs named at most. */
const NAMED = 3;

/** The shown runs that failed, those of A and B where they are chosen: their numbers are neither drawn nor compared. */
export function FailedRuns({ shown: { runs, sides } }: { shown: VisibleRuns }) {
  const compared = sides && new Set([...sides.a, ...sides.b].map(({ id }) => id));
  const failed = runs.filter(({ id, status }) => status === 'failed' && (compared?.has(id) ?? true));
  if (failed.length === 0) return null;
  const named = failed.slice(0, NAMED).map(({ path, reason }) => (reason ? `${path}: ${reason}` : path));
  const more = failed.length > NAMED ? ` And ${failed.length - NAMED} more.` : '';
  return (
    <p className="problem">
      {counted(failed.length, 'run')} failed and {failed.length === 1 ? 'is' : 'are'} not drawn.{' '}
      {named.join(' ')}
      {more}
    </p>
  );
}
