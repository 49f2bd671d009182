import { axisUnit, formatIn, formatNumber, formatValue } from '../../model/units';
import type { ProfileFigures, RankSpread } from './figures';
import { imbalanceOf, stretches } from './figures';
import type { SideProfile } from './useProfiles';

export const seconds = (v: number): string => formatValue(v, 's');
export const memory = (v: number): string => formatValue(v, 'B');
/** A part as a percentage with a digit or two: `24.1 %`, `0.16 %`. */
export const percent = (part: number): string =>
  Number.isFinite(part) ? `${part !== 0 && part < 1e-4 ? '< 0.01' : formatNumber(part * 100)} %` : '–';
export const whole = (n: number): string => formatValue(n, 'count');

/** Mean with least and most in the same unit: `1.14 s (0.266–1.31)`. */
export function spreadText(of: RankSpread | null, unit: 's' | 'B'): string {
  if (of === null) return '–';
  if (of.ranks === 1) return formatValue(of.mean, unit);
  const axis = axisUnit(of.mean, unit);
  const [mean, least, most] = [of.mean, of.least, of.most].map((v) => formatIn(v, axis));
  return `${mean} ${axis.label} (${least}–${most})`;
}

export const imbalanceText = (of: RankSpread | null): string =>
  of === null ? '–' : percent(imbalanceOf(of));

/** Sentences on what the profile of a side lacks or what is odd in it. */
export function cautionsOf({ name, data }: SideProfile): string[] {
  const { ranks, expected, missing, odd, wall } = data.figures;
  const lead = name === '' ? '' : `${name}: `;
  return [
    missing.length > 0 &&
      expected !== null &&
      `${lead}${whole(ranks)} of ${whole(expected)} ranks are in the file (missing: ${stretches(missing)}). Sums, means and shares are over those that are there.`,
    wall === null && `${lead}The file has no wall times: there is no compute time and no share of wall time.`,
    odd > 0 &&
      `${lead}In ${odd === 1 ? 'one rank' : `${whole(odd)} ranks`} MPI time is above wall time: its compute time is drawn as 0.`,
  ].filter((text) => text !== false);
}

/** Sentences on what hinders a comparison of two profiles. */
export function differencesOf(a: SideProfile, b: SideProfile): string[] {
  const [one, other] = [a.data, b.data];
  return [
    one.entry.program !== other.entry.program &&
      `A is a profile of ${one.entry.program}, B of ${other.entry.program}: calls are matched by name all the same.`,
    one.figures.ranks !== other.figures.ranks &&
      `A has ${whole(one.figures.ranks)} ranks and B ${whole(other.figures.ranks)}: ratios are of the mean time of a rank, not of sums.`,
  ].filter((text) => text !== false);
}

/** Ranks on a host: `8`, or `7 to 8`. */
export const perHostText = ({ perHost, hosts, ranks }: ProfileFigures): string =>
  perHost
    ? perHost.least === perHost.most
      ? whole(perHost.least)
      : `${whole(perHost.least)} to ${whole(perHost.most)}`
    : hosts
      ? formatNumber(ranks / hosts)
      : '–';

/** What a profile calls the places that its calls are told apart by. */
export function placeWords(sides: readonly Toolled[]): { one: string; many: string } {
  const sites = sides.length > 0 && sides.every(({ data: { entry } }) => entry.tool === 'mpiP');
  return sites ? { one: 'call site', many: 'call sites' } : { one: 'region', many: 'regions' };
}

/** How exact the message sizes of profiles are. */
export function sizesSaid(sides: readonly Toolled[]): string {
  const tools = new Set(sides.map(({ data: { entry } }) => entry.tool));
  return [
    tools.has('IPM') &&
      'IPM rounds message sizes down to three significant bits (864 B becomes 768 B), so bytes are low by up to a fifth.',
    tools.has('mpiP') &&
      'mpiP prints four digits, and where a call site sends different sizes the mean of each rank stands for them.',
  ]
    .filter((said) => said !== false)
    .join(' ');
}

/** A profile that was read, by the tool that made it. */
interface Toolled {
  data: { entry: { tool: string } };
}
