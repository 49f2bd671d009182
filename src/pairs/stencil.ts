import type { PairGrid } from './grid';
import { patternsFor, type Pattern } from './patterns';

/** A pattern that pairs of ranks follow, and how much of all that was sent it carries. */
export interface Stencil {
  text: string;
  /** Share of the total (bytes, messages) between the pairs of the pattern. */
  share: number;
}

/** Most ranks for which patterns are tried; beyond, the trial would take longer than a look. */
export const MOST_STENCIL_RANKS = 4096;
/** Pairs of the pattern and pairs found must agree in this part of all that are in either. */
const AGREEMENT = 0.95;
/** Pairs that carry less than this part of the heaviest pair are left out, in turn from all pairs to the heaviest. */
const CUTS = [0, 0.01, 0.03, 0.1, 0.2, 0.35, 0.5];
/** A pattern of the heavy pairs is named when it carries at least this part of the total. */
const LEAST_SHARE = 0.5;
/** Everybody with everybody is a pattern only when no pair is left out or carries over this many times the least. */
const MOST_UNEVEN = 4;

/**
 * The stencil of a communication matrix (symmetrised: what two ranks sent each other): the pattern of the heaviest
 * pairs that carry at least half of the total, and the pattern of all pairs where that is another one. Empty when no
 * pattern fits: other, or no structure at all.
 */
export function stencils(grid: PairGrid): Stencil[] {
  const { ranks } = grid;
  if (ranks < 3 || ranks > MOST_STENCIL_RANKS || grid.senders !== ranks || grid.receivers !== ranks)
    return [];
  const edges = edgesOf(grid);
  const total = edges.reduce((sum, { weight }) => sum + weight, 0);
  if (total <= 0) return [];
  const heaviest = edges.reduce((most, { weight }) => Math.max(most, weight), 0);
  const patterns = [...patternsFor(ranks)];
  const found: Stencil[] = [];
  for (const cut of CUTS.toReversed()) {
    const heavy = edges.filter(({ weight }) => weight >= cut * heaviest);
    const share = heavy.reduce((sum, { weight }) => sum + weight, 0) / total;
    if (share < LEAST_SHARE || (found.length > 0 && cut > 0)) continue;
    const pattern = best(patterns, heavy, ranks);
    if (pattern && !found.some(({ text }) => text === pattern.text))
      found.push({ text: pattern.text, share });
  }
  return found;
}

/** How much was sent over each distance between ranks: entry d = all pairs with |sender − receiver| = d. */
export function distanceProfile({
  ranks,
  senders,
  receivers,
  firstReceiver,
  values,
}: PairGrid): Float64Array {
  const profile = new Float64Array(ranks);
  for (let sender = 0; sender < senders; sender++)
    for (let at = 0; at < receivers; at++) {
      const value = values[sender * receivers + at] ?? Number.NaN;
      const distance = Math.abs(sender - at - firstReceiver);
      if (!Number.isNaN(value)) profile[distance] = (profile[distance] ?? 0) + value;
    }
  return profile;
}

interface Edge {
  /** low · ranks + high. */
  key: number;
  weight: number;
}

function edgesOf({ ranks, values }: PairGrid): Edge[] {
  const edges: Edge[] = [];
  for (let low = 0; low < ranks; low++)
    for (let high = low + 1; high < ranks; high++) {
      const there = values[low * ranks + high] ?? Number.NaN;
      const back = values[high * ranks + low] ?? Number.NaN;
      const weight = (there > 0 ? there : 0) + (back > 0 ? back : 0);
      if (weight > 0) edges.push({ key: low * ranks + high, weight });
    }
  return edges;
}

function best(patterns: readonly Pattern[], heavy: readonly Edge[], ranks: number): Pattern | null {
  const keys = new Set(heavy.map(({ key }) => key));
  const weights = heavy.map(({ weight }) => weight);
  const everybody = (ranks * (ranks - 1)) / 2;
  const even = () =>
    weights.reduce((most, w) => Math.max(most, w), 0) <=
    MOST_UNEVEN * weights.reduce((a, b) => Math.min(a, b));
  if (keys.size >= AGREEMENT * everybody && !(keys.size === everybody && even())) return null;
  let chosen: Pattern | null = null;
  let agreement = AGREEMENT;
  for (const pattern of patterns) {
    const fit = fitOf(pattern, keys, ranks, agreement);
    if (fit > agreement) {
      chosen = pattern;
      agreement = fit;
    }
  }
  return chosen;
}

/** Pairs in both over pairs in either; 0 as soon as it cannot exceed `least`. */
function fitOf(pattern: Pattern, keys: ReadonlySet<number>, ranks: number, least: number): number {
  const own = new Set<number>();
  let both = 0;
  let extra = 0;
  const mostExtra = keys.size * (1 / least - 1);
  for (let rank = 0; rank < ranks; rank++) {
    pattern.partners(rank, (partner) => {
      const key = Math.min(rank, partner) * ranks + Math.max(rank, partner);
      if (own.has(key)) return;
      own.add(key);
      if (keys.has(key)) both++;
      else extra++;
    });
    if (extra > mostExtra) return 0;
  }
  return both / (keys.size + extra);
}
