/** Simulated tests of pairs: how often a sound rank is accused, and a slow one found. */
import { atOnce } from '../model/turns';
import { randomOf } from '../testing/random';
import { effects } from './effects';
import type { PairGrid } from './grid';
import { suspects } from './suspects';

/** What a sound pair gets, by sender, receiver and two random numbers. */
type Pair = (sender: number, receiver: number, random: ReturnType<typeof randomOf>) => number;

/** Tests without a slow rank: noise alone, shared links, levels of a fabric, lucky pairs on one machine. */
export const SOUND: Readonly<Record<string, Pair>> = {
  'noise 10 %': (_s, _r, { normal }) => Math.exp(0.1 * normal()),
  'noise 50 %': (_s, _r, { normal }) => Math.exp(0.5 * normal()),
  'half of the pairs at 1/2 to 1/4': (_s, _r, { unit, normal }) =>
    Math.exp(0.1 * normal()) / (unit() < 0.5 ? 1 : 2 + Math.floor(3 * unit())),
  'leaves of 4, 2 : 1 between': (s, r, { normal }) =>
    Math.exp(0.1 * normal()) * (s >> 2 === r >> 2 ? 1 : 0.5),
  'one lucky pair in twelve at 3 ×': (_s, _r, { unit, normal }) =>
    Math.exp(0.1 * normal()) * (unit() < 1 / 12 ? 3 : 1),
};

/** A square test of `ranks`; the values of `slow` are times `part`. */
export function trial(ranks: number, seed: number, pair: Pair, slow = -1, part = 1): PairGrid {
  const random = randomOf(seed);
  const values = new Float32Array(ranks * ranks).fill(Number.NaN);
  for (let s = 0; s < ranks; s++)
    for (let r = 0; r < ranks; r++)
      if (s !== r) values[s * ranks + r] = pair(s, r, random) * (s === slow || r === slow ? part : 1);
  return { ranks, senders: ranks, receivers: ranks, firstReceiver: 0, values };
}

const LIMITS = { rankPart: 0.8, pathPart: 0.75, most: 1, symmetric: false };
/** The ranks that are accused. */
export const accusedIn = (grid: PairGrid): number[] =>
  atOnce(suspects(grid, atOnce(effects(grid, null)), LIMITS)).slowRanks.map(({ rank }) => rank);

/** Share of tests in which a sound rank is accused. */
export function falseShare(ranks: number, pair: Pair, tries: number): number {
  let wrong = 0;
  for (let seed = 0; seed < tries; seed++) if (accusedIn(trial(ranks, seed, pair)).length > 0) wrong++;
  return wrong / tries;
}

/** Share of tests in which a rank of which all pairs get `part`, and it alone, is accused. */
export function foundShare(ranks: number, pair: Pair, part: number, tries: number): number {
  let found = 0;
  for (let seed = 0; seed < tries; seed++) {
    const slow = seed % ranks;
    const accused = accusedIn(trial(ranks, seed, pair, slow, part));
    if (accused.length === 1 && accused[0] === slow) found++;
  }
  return found / tries;
}
