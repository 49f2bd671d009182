import { formatValue } from '../../model/units';
import type { HostGroups } from '../../pairs/groups';
import type { PairSet } from '../../queries/pairs';

/** Ends nearer than this part are one figure. */
const SAME = 0.05;

function range(low: number, high: number, middle: number, unit: string): string {
  if (!(high > low * (1 + SAME))) return formatValue(middle, unit);
  const [from, to] = [formatValue(low, unit), formatValue(high, unit)];
  const [of, ...name] = from.split(' ');
  return to.endsWith(` ${name.join(' ')}`) ? `${of ?? from}–${to}` : `${from} – ${to}`;
}

/** `2 groups: 9 hosts | 8 hosts – 25.2 GB/s inside, 5.50–8.20 GB/s between`. */
export function groupsText(
  { groups, between }: HostGroups,
  { unit, axis }: Pick<PairSet, 'unit' | 'axis'>,
  byHost: boolean,
): string {
  const noun = byHost ? 'hosts' : `${axis}s`;
  const sizes = groups.map(({ members }) => `${members} ${noun}`).join(' | ');
  const levels = groups.map(({ inside }) => inside).sort((p, q) => p - q);
  const [low = Number.NaN, high = Number.NaN] = [levels[0], levels.at(-1)];
  const inside = range(low, high, levels[levels.length >> 1] ?? Number.NaN, unit);
  const outside = range(between.low, between.high, between.median, unit);
  return `${groups.length} groups: ${sizes} – ${inside} inside, ${outside} between`;
}
