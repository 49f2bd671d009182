import type { PairGrid } from './grid';
import type { Work } from '../model/turns';
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
/** Pairs that are looked at between two yields. */
const STEPS = 4096;
/** Everybody with everybody is a pattern only when no pair is left out or carries over this many times the least. */
const MOST_UNEVEN = 4;

/**
 * The stencil of a communication matrix (symmetrised: what two ranks sent each other): the pattern of the heaviest
 * pairs that carry at least half of the total, and the pattern of all pairs where that is another one. Empty when no
 * pattern fits: other, or no structure at all.
 */
export function* stencils(grid: PairGrid): Work<Stencil[]> {
  const { ranks } = grid;
  if (ranks < 3 || ranks > MOST_STENCIL_RANKS || grid.senders !== ranks || grid.receivers !== ranks)
    return [];
  const edges = yield* edgesOf(grid);
  let [total, heaviest] = [0, 0];
  yield* each(edges, ({ weight }) => {
    total += weight;
    heaviest = Math.max(heaviest, weight);
  });
  if (total <= 0) return [];
  const patterns = [...patternsFor(ranks)];
  const found: Stencil[] = [];
  for (const cut of CUTS.toReversed()) {
    if (found.length > 0 && cut > 0) continue;
    const heavy: Edge[] = [];
    let sum = 0;
    yield* each(edges, (edge) => {
      if (edge.weight < cut * heaviest) return;
      heavy.push(edge);
      sum += edge.weight;
    });
    const share = sum / total;
    if (share < LEAST_SHARE) continue;
    const pattern = yield* best(patterns, heavy, ranks);
    if (pattern && !found.some(({ text }) => text === pattern.text))
      found.push({ text: pattern.text, share });
  }
  return found;
}

/** How much was sent over each distance between ranks: entry d = all pairs with |sender − receiver| = d. */
export function* distanceProfile({
  ranks,
  senders,
  receivers,
  firstReceiver,
  values,
}: PairGrid): Work<Float64Array> {
  const profile = new Float64Array(ranks);
  for (let sender = 0; sender < senders; sender++) {
    for (let at = 0; at < receivers; at++) {
      const value = values[sender * receivers + at] ?? Number.NaN;
      const distance = Math.abs(sender - at - firstReceiver);
      if (!Number.isNaN(value)) profile[distance] = (profile[distance] ?? 0) + value;
    }
    yield;
  }
  return profile;
}

interface Edge {
  /** low · ranks + high. */
  key: number;
  weight: number;
}

function* edgesOf({ ranks, values }: PairGrid): Work<Edge[]> {
  const edges: Edge[] = [];
  for (let low = 0; low < ranks; low++) {
    for (let high = low + 1; high < ranks; high++) {
      const there = values[low * ranks + high] ?? Number.NaN;
      const back = values[high * ranks + low] ?? Number.NaN;
      const weight = (there > 0 ? there : 0) + (back > 0 ? back : 0);
      if (weight > 0) edges.push({ key: low * ranks + high, weight });
    }
    yield;
  }
  return edges;
}

/** Calls `visit` for each of a long list. */
function* each(edges: readonly Edge[], visit: (edge: Edge) => void): Work<void> {
  for (const [i, edge] of edges.entries()) {
    visit(edge);
    if (i % STEPS === STEPS - 1) yield;
  }
}

function* best(patterns: readonly Pattern[], heavy: readonly Edge[], ranks: number): Work<Pattern | null> {
  const keys = new Set<number>();
  let [most, least] = [0, Infinity];
  yield* each(heavy, ({ key, weight }) => {
    keys.add(key);
    most = Math.max(most, weight);
    least = Math.min(least, weight);
  });
  const everybody = (ranks * (ranks - 1)) / 2;
  const even = most <= MOST_UNEVEN * least;
  if (keys.size >= AGREEMENT * everybody && !(keys.size === everybody && even)) return null;
  let chosen: Pattern | null = null;
  let agreement = AGREEMENT;
  for (const pattern of patterns) {
    const fit = yield* fitOf(pattern, keys, ranks, agreement);
    if (fit > agreement) {
      chosen = pattern;
      agreement = fit;
    }
  }
  return chosen;
}

/** Pairs in both over pairs in either; 0 as soon as it cannot exceed `least`. */
function* fitOf(pattern: Pattern, keys: ReadonlySet<number>, ranks: number, least: number): Work<number> {
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
    yield;
  }
  return both / (keys.size + extra);
}
