import type { PairSet } from '../../queries/pairs';

type Tested = Pick<PairSet, 'ranks' | 'axis' | 'concurrency' | 'schedule'>;

/** Sentences on what sets two tests apart beside what is compared. */
export function warningsOf(a: Tested, b: Tested): string[] {
  const out: string[] = [];
  if (a.ranks !== b.ranks)
    out.push(
      `A has ${a.ranks} ${a.axis}s and B ${b.ranks}: the same position is another pair, under another load. A difference here is not the effect of a change alone.`,
    );
  if (a.concurrency !== b.concurrency) {
    const said = (set: Tested) => set.concurrency ?? 'in a way that is not known';
    out.push(
      `The pairs of A ran ${said(a)}, those of B ${said(b)}: only pairs that run at once show what they share.`,
    );
  }
  if (a.schedule !== b.schedule)
    out.push(
      `The pairs ran in another order, and so beside other pairs: ${scheduleText(a.schedule)} in A, ${scheduleText(b.schedule)} in B.`,
    );
  return out;
}

function scheduleText(schedule: PairSet['schedule']): string {
  if (schedule === null) return 'no phases known';
  return schedule === 'shift'
    ? 'shifts over all'
    : `${schedule === 'half forward' ? 'forward' : 'backward'} shifts from the lower to the upper half`;
}
