import type { Work } from '../model/turns';
import type { Effects } from './effects';
import type { PairGrid } from './grid';
import { medianOf } from './median';
import { logChanceOfFew } from './partition';
import { Others } from './shifted';

/** A rank whose pairs are slow. */
export interface SlowRank {
  rank: number;
  as: 'sender' | 'receiver' | 'both';
  /** Share of what others get, the worse of the two where it is slow as both. */
  part: number;
}

/** A pair that is slow although neither of its ranks is. */
export interface SlowPath {
  sender: number;
  receiver: number;
  value: number;
  /** Share of what its ranks would give. */
  part: number;
}

/** What slow pairs point to. */
export interface Suspects {
  /** Ranks of which even the best pairs are slow, slowest first. */
  slowRanks: SlowRank[];
  /** Ranks of which many pairs are slow and others are not, as where pairs share links; slowest median first. */
  sharedRanks: SlowRank[];
  /** Pairs that are slow and unlike the rest, slowest first. */
  slowPaths: SlowPath[];
  /** Pairs below what their ranks give elsewhere, where these are too many for each to be a bad path; else 0. */
  manySlow: number;
}

/** How the best pairs of ranks compare: their value, and its share of what is usual. */
interface Bests {
  value: Float64Array;
  part: Float64Array;
}

/** A best value counts as reached from this share of it on. */
const REACHED = 0.8;
/** How near to a whole number of flows, in time per byte, a best value looks like that of flows that share a link. */
const BAND = 0.25;
/** Chance of naming any rank of a test in which none differs from the others; shared by all its ranks (Bonferroni). */
const CHANCE = 0.01;
/** The same of all pairs of the rank together: they need not prove it, but must not speak against it. */
const WHOLE_CHANCE = 0.3;
/** From this share of slow pairs on they are the state of the network and not single bad paths. */
const MANY = 0.05;
/** Of so many slow pairs a bad path is one of the slowest few, with a gap to the next: of flows that share a link it is no more than 1 : 2. */
const FEW = 0.02;
const MOST_FEW = 200;
const GAP = 0.48;

/**
 * Tells slow hosts and bad paths from links that pairs share. Flows of one link get 1/k of it each, so that on a fabric
 * with fixed routes a sound host gets the full rate in some pairs and a half or a third in others: its median says
 * nothing of it. A slow host is slow with everybody. So a rank is accused by its best pairs, the median of the
 * best eighth of them (the 15/16 quantile; one lucky pair clears nobody, and a quarter of pairs at full rate is more
 * than random routes leave some sound hosts): they get less than `rankPart` of those of most ranks. Where they look like
 * 1/k of it, a slow host also reaches them about as often as pairs of others reach that value; one that shares
 * links with more flows does not. With few pairs a lucky partner of the others is no proof: that so few of its pairs
 * reach the level must be unlikely if they were drawn from all (hypergeometric; S. Rosenbaum's precedence test), and its pairs as a whole must be lower (rank-sum test).
 *
 * A path is accused when its pair gets less than `pathPart` of what its ranks give elsewhere (`of`), while such pairs
 * are few. Where they are more than one in twenty, links are shared, and only those are accused that are far below all
 * others. Values not above zero do not count. `most` = how many paths to name.
 */
export function* suspects(
  grid: PairGrid,
  of: Effects,
  limits: { rankPart: number; pathPart: number; most: number; symmetric: boolean },
): Work<Suspects> {
  const { rankPart, pathPart, most, symmetric } = limits;
  const rows = yield* bestsOf(grid, 'sender');
  const columns = yield* bestsOf(grid, 'receiver');
  const slow = yield* accused(grid, rows, columns, rankPart);
  yield* clearByChance(grid, slow, { sender: rows, receiver: columns }, limits);
  const slowRanks = ranksOf(slow.sender, slow.receiver, grid.firstReceiver);
  const named = new Set(slowRanks.map(({ rank }) => rank));
  const low = (parts: Float64Array) => parts.map((part) => (part < rankPart ? part : Number.NaN));
  const sharedRanks = ranksOf(low(of.sender), low(of.receiver), grid.firstReceiver).filter(
    ({ rank }) => !named.has(rank),
  );
  const usual = (of_: Effects) => (sender: number, at: number) =>
    of_.typical * (of_.sender[sender] ?? 1) * (of_.receiver[at] ?? 1);
  const listed = symmetric ? upperHalf(grid) : grid;
  const single = yield* lowest(listed, usual(of), pathPart, most);
  if (single.below <= Math.max(2, MANY * single.pairs))
    return { slowRanks, sharedRanks, slowPaths: single.paths, manySlow: 0 };
  const whole = typicalOf(rows.value);
  const given = (sender: number, at: number) => {
    const [s, r] = [slow.sender[sender] ?? Number.NaN, slow.receiver[at] ?? Number.NaN];
    return whole * (s > 0 ? s : 1) * (r > 0 ? r : 1);
  };
  const few = Math.min(MOST_FEW, Math.max(2, Math.floor(FEW * single.pairs)));
  const { paths } = yield* lowest(listed, given, Infinity, few + 1);
  let count = 0;
  for (let i = 0; i + 1 < paths.length; i++)
    if ((paths[i]?.part ?? 1) < GAP * (paths[i + 1]?.part ?? 0)) count = i + 1;
  return { slowRanks, sharedRanks, slowPaths: paths.slice(0, Math.min(count, most)), manySlow: single.below };
}

/** The best pairs of each sender or receiver; NaN where none has a value above zero. */
function* bestsOf(grid: PairGrid, as: 'sender' | 'receiver'): Work<Bests> {
  const { senders, receivers, values } = grid;
  const [lines, length] = as === 'sender' ? [senders, receivers] : [receivers, senders];
  const line = new Float32Array(length);
  const value = new Float64Array(lines);
  for (let i = 0; i < lines; i++) {
    let count = 0;
    for (let j = 0; j < length; j++) {
      const each = values[as === 'sender' ? i * receivers + j : j * receivers + i] ?? Number.NaN;
      if (each > 0) line[count++] = each;
    }
    value[i] = bestOf(line.subarray(0, count));
    yield;
  }
  const usual = typicalOf(value);
  return { value, part: value.map((each) => each / usual) };
}

/** The median of the best eighth. Finding a median leaves what is above it behind it. */
function bestOf(values: Float32Array): number {
  let best = values;
  for (let i = 0; i < 3; i++) {
    medianOf(best);
    best = best.subarray(best.length >> 1);
  }
  return medianOf(best);
}

const typicalOf = (values: Float64Array): number =>
  medianOf(Float32Array.from(values.filter((value) => value > 0)));

/** Shares of the best pairs of ranks that are accused, NaN for the others. */
function* accused(
  grid: PairGrid,
  rows: Bests,
  columns: Bests,
  part: number,
): Work<{ sender: Float64Array; receiver: Float64Array }> {
  const { senders, receivers, values } = grid;
  const sender = rows.part.map((share) => (share < part ? share : Number.NaN));
  const receiver = columns.part.map((share) => (share < part ? share : Number.NaN));
  // Of those that look like sharing: how often others reach their best, all at once.
  const levels = [
    ...[...sender.keys()].filter((i) => isOfSharing(sender[i] ?? 0)).map((i) => rows.value[i] ?? 0),
    ...[...receiver.keys()].filter((i) => isOfSharing(receiver[i] ?? 0)).map((i) => columns.value[i] ?? 0),
  ];
  if (levels.length === 0) return { sender, receiver };
  const limits = Float64Array.from(new Set(levels), (level) => REACHED * level).sort();
  const reached = new Float64Array(limits.length + 1);
  let pairs = 0;
  for (let i = 0; i < senders; i++) {
    for (let j = 0; j < receivers; j++) {
      const value = values[i * receivers + j] ?? Number.NaN;
      if (!(value > 0)) continue;
      pairs++;
      const at = countUpTo(limits, value);
      reached[at] = (reached[at] ?? 0) + 1;
    }
    yield;
  }
  for (let at = limits.length - 1; at >= 0; at--) reached[at] = (reached[at] ?? 0) + (reached[at + 1] ?? 0);
  const usually = (limit: number) => (reached[countUpTo(limits, limit)] ?? 0) / pairs;
  const clear = (shares: Float64Array, bests: Bests, as: 'sender' | 'receiver') => {
    shares.forEach((share, i) => {
      if (!isOfSharing(share)) return;
      const limit = REACHED * (bests.value[i] ?? 0);
      let [there, all] = [0, 0];
      for (let j = 0; j < (as === 'sender' ? receivers : senders); j++) {
        const value = values[as === 'sender' ? i * receivers + j : j * receivers + i] ?? Number.NaN;
        if (!(value > 0)) continue;
        all++;
        if (value >= limit) there++;
      }
      if (there / all < REACHED * usually(limit)) shares[i] = Number.NaN;
    });
  };
  clear(sender, rows, 'sender');
  yield;
  clear(receiver, columns, 'receiver');
  return { sender, receiver };
}

/** Takes those from the accused whose pairs may be so low by chance. */
function* clearByChance(
  grid: PairGrid,
  slow: { sender: Float64Array; receiver: Float64Array },
  bests: { sender: Bests; receiver: Bests },
  { rankPart, symmetric }: { rankPart: number; symmetric: boolean },
): Work<void> {
  const accusedOf = (shares: Float64Array) => shares.some((share) => share === share);
  if (!accusedOf(slow.sender) && !accusedOf(slow.receiver)) return;
  const all = (symmetric ? upperHalf(grid) : grid).values.filter((value) => value > 0);
  yield;
  const others = new Others(all);
  yield;
  const { senders, receivers, values } = grid;
  // Of a symmetric test sender and receiver are one question.
  const limit = Math.log(CHANCE / (symmetric ? senders : senders + receivers));
  for (const as of ['sender', 'receiver'] as const) {
    const shares = slow[as];
    const level = rankPart * typicalOf(bests[as].value);
    const reached = countFrom(all, level);
    yield;
    for (const [i, share] of shares.entries()) {
      if (share !== share) continue;
      const own = Float32Array.from({ length: as === 'sender' ? receivers : senders }, (_, j) =>
        as === 'sender' ? (values[i * receivers + j] ?? 0) : (values[j * receivers + i] ?? 0),
      ).filter((value) => value > 0);
      const chance = logChanceOfFew(all.length, reached, own.length, countFrom(own, level));
      if (chance > limit || others.chance(own) > WHOLE_CHANCE) shares[i] = Number.NaN;
      yield;
    }
  }
}

const countFrom = (values: Float32Array, level: number): number =>
  values.reduce((count, value) => (value >= level ? count + 1 : count), 0);

/** A grid of the same with each pair once, from the lower rank to the higher one. */
function upperHalf(grid: PairGrid): PairGrid {
  const { receivers, firstReceiver } = grid;
  const values = grid.values.map((value, i) =>
    Math.floor(i / receivers) < (i % receivers) + firstReceiver ? value : Number.NaN,
  );
  return { ...grid, values };
}

/** Whether a share is near 1/k: k flows on one link. */
function isOfSharing(share: number): boolean {
  const flows = Math.round(1 / share);
  return flows >= 2 && Math.abs(1 / share - flows) <= BAND;
}

/** How many of sorted numbers are up to a value. */
function countUpTo(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Ranks by their shares as sender and receiver, NaN for none, slowest first. */
function ranksOf(sender: Float64Array, receiver: Float64Array, firstReceiver: number): SlowRank[] {
  const found = new Map<number, SlowRank>();
  sender.forEach((part, rank) => {
    if (part === part) found.set(rank, { rank, as: 'sender', part });
  });
  receiver.forEach((part, at) => {
    if (part !== part) return;
    const rank = at + firstReceiver;
    const held = found.get(rank);
    found.set(
      rank,
      held ? { rank, as: 'both', part: Math.min(held.part, part) } : { rank, as: 'receiver', part },
    );
  });
  return [...found.values()].sort((p, q) => p.part - q.part || p.rank - q.rank);
}

/** The pairs lowest against what is expected, lowest first, at most `most` and only below `part` of it; and how many are below. */
function* lowest(
  { senders, receivers, firstReceiver, values }: PairGrid,
  expected: (sender: number, at: number) => number,
  part: number,
  most: number,
): Work<{ paths: SlowPath[]; below: number; pairs: number }> {
  const paths: SlowPath[] = [];
  let [below, pairs] = [0, 0];
  for (let sender = 0; sender < senders; sender++) {
    for (let at = 0; at < receivers; at++) {
      const value = values[sender * receivers + at] ?? Number.NaN;
      if (!(value > 0)) continue;
      pairs++;
      const share = value / expected(sender, at);
      if (!(share < part)) continue;
      below++;
      if (paths.length >= most && share >= (paths.at(-1)?.part ?? 0)) continue;
      let place = paths.length;
      while (place > 0 && (paths[place - 1]?.part ?? 0) > share) place--;
      paths.splice(place, 0, { sender, receiver: at + firstReceiver, value, part: share });
      if (paths.length > most) paths.pop();
    }
    yield;
  }
  return { paths, below, pairs };
}
