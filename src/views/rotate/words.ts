import { SLOW_PART, SLOW_RANK_PART } from '../../pairs/analyse';
import type { PhaseFigures } from '../../pairs/shifts';
import type { Persistence } from '../../pairs/persistence';
import type { PairSet } from '../../queries/pairs';
import type { Directions } from './reading';

/** A share as it is read: `93 %`; small ones with a digit more. */
export function percent(share: number): string {
  if (!Number.isFinite(share)) return '–';
  const value = share * 100;
  return `${value > 0 && value < 9.95 ? value.toFixed(1) : value.toFixed(0)} %`;
}

/** Who sends to whom in a shift, and what ran at once. */
export function convention({
  schedule,
  ranks,
  axis,
  concurrency,
}: Pick<PairSet, 'schedule' | 'ranks' | 'axis' | 'concurrency'>): string {
  const half = Math.floor(ranks / 2);
  const rule =
    schedule === 'shift'
      ? `in shift k, ${axis} s sends to ${axis} (s + k) mod ${ranks}`
      : `in shift k, sender s of the lower half sends to ${axis} N/2 + (s ${schedule === 'half backward' ? '−' : '+'} k) mod N/2 = ${half} + (s ${schedule === 'half backward' ? '−' : '+'} k) mod ${half} of the upper half (the receivers rotate ${schedule === 'half backward' ? 'backward' : 'forward'})`;
  const together =
    concurrency === 'at once'
      ? 'all pairs of a shift run at once'
      : concurrency === 'one at a time'
        ? 'one pair runs at a time, so that pairs share nothing'
        : 'whether the pairs of a shift run at once is not known';
  return `N = ${ranks}, counted from 0: ${rule}; ${together}.`;
}

/** Pairs without a value, and how many shifts lack some; `none`. */
export function missingText(phases: readonly Pick<PhaseFigures, 'missing'>[]): string {
  const cut = phases.filter(({ missing }) => missing > 0);
  if (cut.length === 0) return 'none';
  const pairs = cut.reduce((sum, { missing }) => sum + missing, 0);
  return `${pairs.toLocaleString('en')} ${pairs === 1 ? 'pair' : 'pairs'}, in ${cut.length.toLocaleString('en')} of ${phases.length.toLocaleString('en')} shifts`;
}

/** In place of the throughput of a test in which every shift lacks pairs: a sum of some pairs is not one of a shift. */
export const NO_WHOLE_SHIFT = 'no shift is whole';

/** Which shifts a throughput is of. */
export const fromWhole = (whole: number, shifts: number): string =>
  `from ${whole.toLocaleString('en')} of ${shifts.toLocaleString('en')} shifts, the others miss pairs`;

/** In place of what repeats say of routes. */
const NO_ROUTES = 'All ranks are on one host: this says nothing of routes.';

/** What repeats say of the slow positions, with the numbers it is read from. */
export function persistenceText(
  persistence: Persistence | null,
  read: number,
  sets: number,
  { oneHost, better }: { oneHost: boolean; better: PairSet['better'] },
): { heading: string; text: string } {
  if (!persistence) {
    const text =
      sets > 1
        ? `None of the other ${sets - 1} sets has the same positions (hosts, number of ranks, order of shifts), so nothing can be said of repeats.`
        : 'One set alone does not show whether the same positions are slow again: load a repeat of this test.';
    return { heading: 'Cannot tell', text };
  }
  const { verdict, slowAgain, slowShare, positions, correlation } = persistence;
  const of = `${read} repeats${sets > read ? ` of ${sets}` : ''}, ${positions.toLocaleString('en')} positions`;
  if (slowAgain === null) {
    const text =
      slowShare === 0
        ? 'no position is slow in them.'
        : `${percent(slowShare)} of the positions are slow: too few, or too many, to tell whether they are the same.`;
    return { heading: 'Cannot tell', text: `${of}: ${text}` };
  }
  const numbers = `Of the slow positions ${percent(slowAgain.share)} are slow again, chance gives ${percent(slowAgain.chance)} (${of}${correlation === null ? '' : `, rank correlation ${correlation.toFixed(2).replace('-', '−')}`}; slow is ${better === 'lower' ? `above 1/${SLOW_PART}` : `below ${percent(SLOW_PART)}`} of the median of its repeat).`;
  const meaning = {
    'same positions': ['The same positions', 'Static routes, or a bad host or cable.'],
    moving: ['Moving positions', 'Load of others, or adaptive routing; not static routes.'],
    mixed: [
      'Partly the same positions',
      'Some slowness stays where it is and some moves: more repeats tell more.',
    ],
    'cannot tell': ['Cannot tell', 'Too little beyond chance to say more.'],
  }[verdict];
  return { heading: meaning[0] ?? '', text: `${numbers} ${oneHost ? NO_ROUTES : (meaning[1] ?? '')}` };
}

/** What a pair counts as slow by. */
export function slowRule(better: PairSet['better']): string {
  return better === 'lower'
    ? `A pair is slow above 1/${SLOW_PART} of the peak level.`
    : `A pair is slow below ${percent(SLOW_PART)} of the peak level.`;
}

/** What of the ranks or shifts a list has. */
export const slowMeans = (slow: boolean): string =>
  slow
    ? `Those that get below ${percent(SLOW_RANK_PART)} of the peak level.`
    : `None gets below ${percent(SLOW_RANK_PART)} of the peak level: the ten slowest.`;

/** How far the two directions of pairs differ. */
export function directionsText({ half, most }: Directions): string {
  const more = (times: number) => percent(times - 1);
  return `Half of the pairs differ by at most ${more(half)} between their directions, all but one in twenty by at most ${more(most)}.`;
}
