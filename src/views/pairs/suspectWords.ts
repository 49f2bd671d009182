import { SLOW_PART, SLOW_RANK_PART, type TestFindings } from '../../pairs/analyse';
import type { Suspects } from '../../pairs/suspects';
import type { PairSet } from '../../queries/pairs';

const whole = (share: number) => `${Math.round(share * 100)} %`;

/** What a value is of a level, as a speed: below 1 is slower. */
export function partOf(value: number, level: number, better: PairSet['better']): number {
  return better === 'lower' ? level / value : value / level;
}

/** What slow is measured against. */
export const peakName = ({ referenceFrom }: Pick<TestFindings, 'referenceFrom'>): string =>
  referenceFrom === 'elsewhere' ? 'the other side’s peak level' : 'the peak level';

/** By what hosts and paths are accused. */
export const suspectRule = (axis: PairSet['axis']): string =>
  `A ${axis} is slow when even its best pairs get under ${whole(SLOW_RANK_PART)} of what the best of others get, beyond chance; a path, when a pair gets under ${whole(SLOW_PART)} of what its two ends give elsewhere, and few pairs do.`;

/** What slow pairs are, where neither hosts nor paths are accused of them; empty where there are none such. */
export function sharedText(
  { sharedRanks, manySlow }: Pick<Suspects, 'sharedRanks' | 'manySlow'>,
  pairs: number,
  { axis, concurrency, better }: Pick<PairSet, 'axis' | 'concurrency' | 'better'>,
): string[] {
  const count = sharedRanks.length;
  const share = concurrency !== 'one at a time' && better === 'higher';
  const why = share
    ? 'Pairs that share links look like this; it does not speak against the hosts.'
    : 'The paths differ; it does not speak against the hosts.';
  return [
    count > 0 &&
      `${count.toLocaleString('en')} ${count === 1 ? `${axis} is` : `${axis}s are`} slow with half of the partners or more and faster with others. ${why}`,
    manySlow > 0 &&
      `${manySlow.toLocaleString('en')} pairs (${whole(manySlow / pairs)}) get under ${whole(SLOW_PART)} of what their ends give elsewhere: too many to be single bad paths${share ? ', they share links' : ''}. A path is named only where it is far below all of them.`,
  ].filter((text) => typeof text === 'string');
}
