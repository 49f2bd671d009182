/**
 * Which links explain the shortfall. The hypothesis on a link is that it has a fraction f of its capacity: a flow that
 * crosses it with n others in its phase then gets at most f · capacity / n. Definitions: docs/explaining.md.
 */
import { crossingsOf, indistinguishable, type Crossings } from './crossings';
import { fitFraction } from './fraction';
import type { FlowPaths } from './predict';
import { median, normalBelow, robustSpread } from './robust';

/** All that the search needs; lists are by flow or by directed link. */
export interface AccusationEvidence {
  readonly measured: Float64Array;
  readonly predicted: Float64Array;
  readonly sender: Int32Array;
  readonly receiver: Int32Array;
  /** First flow of each phase, or null where every flow ran alone. */
  readonly starts: Uint32Array | null;
  readonly paths: FlowPaths;
  /** Bytes per second of each link. */
  readonly capacity: Float64Array;
  /** Links of one class (host to leaf, leaf to spine …) are measured by each other. */
  readonly classes: readonly string[];
  /** Relative standard deviation of one number between repeats, or null. */
  readonly repeats: number | null;
}

/** A link, or links that cannot be told apart, that explains pairs that are too slow. */
export interface Accused {
  /** Directed links that carry exactly the same pairs; the one with the least capacity per flow first. */
  readonly links: readonly number[];
  /** Part of the capacity that the pairs behind it see, for each of `links`. */
  readonly fractions: readonly number[];
  /** Pairs that cross it, and those of them that it slows down at that fraction. */
  readonly crossing: number;
  readonly slowed: number;
  /** Part of the whole shortfall that it explains, 0 … 1. */
  readonly explains: number;
  /** How many standard errors the pairs lie below the other links of the class. */
  readonly z: number;
  /** Chance that any link of this fabric comes out so without a fault, after Bonferroni. */
  readonly chance: number;
  /** The same fraction from each half of the pairs. */
  readonly halves: readonly [number, number];
  /** Slowest of the slowed pairs, as flows. */
  readonly slowest: readonly number[];
  /** Other links that explain at least nine tenths of it, most of whose pairs are among those slowed: not told apart well. */
  readonly rivals: readonly number[];
}

/** What the search found. */
export interface AccusationVerdict {
  readonly accused: readonly Accused[];
  /** Groups of links that carry pairs: how many hypotheses were tried. */
  readonly tried: number;
  /** Relative noise of one pair that the search reckons with, and where it comes from. */
  readonly noise: number;
  readonly noiseFrom: 'residuals' | 'repeats';
  /** Median of log(measured / predicted): what is wrong everywhere. */
  readonly factor: number;
  /** Classes whose links all fall short of the prediction by more than a tenth: no single link's fault. */
  readonly classes: readonly { readonly name: string; readonly factor: number; readonly links: number }[];
}

/** A link is accused when the pairs that it slows down have lost at least this part in the median … */
export const LEAST_LOSS = 0.1;
/** … with at most this chance of a false alarm anywhere, and both halves of its pairs say so. */
export const MOST_CHANCE = 0.001;
const LEAST_LOSS_OF_HALF = 0.05;
/** Fewest pairs behind an accusation. */
const FEWEST = 6;
/** Most links accused of one measurement. */
const MOST_ACCUSED = 20;
/** Noise is never taken to be less than this. */
const LEAST_NOISE = 0.01;
/** Variance of a median over that of a mean, for normal noise. */
const OF_MEDIAN = Math.PI / 2;
/** Fewest links of a class that say what is usual for it. */
const FEWEST_OF_CLASS = 8;
/** Part of the best explanation from which another one is a rival. */
const RIVAL = 0.9;
const SLOWEST_NAMED = 5;

interface Candidate {
  readonly links: readonly number[];
  readonly class: string;
  phi: number;
  /** Median of what it takes from the pairs that it slows down, as a logarithm: 0 or less. */
  loss: number;
  gain: number;
  variance: number;
  slowed: number;
}

/** Ranks the links; yields after every link, so that the caller can give way. */
export function* accuse(evidence: AccusationEvidence): Generator<void, AccusationVerdict> {
  const search = new Search(evidence);
  yield* search.fitAll(null);
  const { classes, usual } = search.classes();
  const accused: Accused[] = [];
  const shortfall = search.shortfall();
  while (accused.length < MOST_ACCUSED) {
    const best = search.best(usual);
    if (!best) break;
    const before = search.shortfall();
    const changed = search.explain(best.candidate, best.phi);
    accused.push({ ...best.said, explains: shortfall > 0 ? (before - search.shortfall()) / shortfall : 0 });
    yield* search.fitAll(changed);
  }
  return { ...search.facts(), accused, classes };
}

/** What is usual for the links of a class. */
interface Usual {
  centre: number;
  variance: number;
}

class Search {
  readonly #evidence: AccusationEvidence;
  readonly #crossings: Crossings;
  readonly #candidates: Candidate[];
  /** log(measured / predicted) less the median of all; NaN where there is no number. */
  readonly #residual: Float64Array;
  /** What accused links explain of it: 0 or less. */
  readonly #explained: Float64Array;
  readonly #factor: number;
  readonly #noise: number;
  readonly #fromRepeats: boolean;
  /** Phase of each flow, and robust spreads of the medians of senders, receivers and phases. */
  readonly #keys: readonly { key: Int32Array; variance: number; seen: Uint32Array }[];

  constructor(evidence: AccusationEvidence) {
    const { measured, predicted, paths, sender, receiver, starts, repeats } = evidence;
    this.#evidence = evidence;
    const log = measured.map((value, i) => Math.log(value / (predicted[i] ?? Number.NaN)));
    this.#factor = median(log);
    this.#residual = log.map((value) => value - this.#factor);
    this.#explained = new Float64Array(log.length);
    const spread = robustSpread(this.#residual);
    this.#fromRepeats = repeats !== null && repeats > spread;
    this.#noise = Math.max(LEAST_NOISE, this.#fromRepeats ? (repeats ?? 0) : spread || 0);
    this.#crossings = crossingsOf(paths, (flow) => !Number.isNaN(this.#residual[flow] ?? Number.NaN));
    this.#candidates = indistinguishable(this.#crossings).map((links) => this.#candidate(links));
    const keys = [sender, receiver, ...(starts ? [phases(starts, log.length)] : [])];
    this.#keys = keys.map((key) => ({
      key,
      variance: this.#varianceBetween(key),
      seen: new Uint32Array(key.reduce((most, value) => Math.max(most, value), 0) + 1),
    }));
  }

  /** The links of a group, the one that bounds its flows most first. */
  #candidate(links: readonly number[]): Candidate {
    const { capacity, classes } = this.#evidence;
    const room = (link: number) =>
      (capacity[link] ?? 0) / (this.#crossings.load[this.#crossings.starts[link] ?? 0] ?? 1);
    const ordered = [...links].sort((a, b) => room(a) - room(b) || a - b);
    const first = classes[ordered[0] ?? 0] ?? '';
    return { links: ordered, class: first, phi: 0, loss: 0, gain: 0, variance: Infinity, slowed: 0 };
  }

  /** How much the medians of one key (sender, receiver, phase) differ beyond what noise does. */
  #varianceBetween(key: Int32Array): number {
    const lists = new Map<number, number[]>();
    this.#residual.forEach((value, flow) => {
      if (Number.isNaN(value)) return;
      const list = lists.get(key[flow] ?? 0);
      if (list) list.push(value);
      else lists.set(key[flow] ?? 0, [value]);
    });
    const enough = [...lists.values()].filter((list) => list.length >= FEWEST);
    if (enough.length < 2) return 0;
    const own = median(enough.map((list) => (OF_MEDIAN * this.#noise ** 2) / list.length));
    return Math.max(0, robustSpread(enough.map((list) => median(list))) ** 2 - own);
  }

  facts() {
    return {
      tried: this.#candidates.length,
      noise: this.#noise,
      noiseFrom: this.#fromRepeats ? ('repeats' as const) : ('residuals' as const),
      factor: Math.exp(this.#factor),
    };
  }

  /** Residual and slack (log of link's room over the prediction) of the crossings of a link; `half`: every second one. */
  #crossing(link: number, half: 0 | 1 | null = null) {
    const { starts, flow, load } = this.#crossings;
    const { capacity, predicted } = this.#evidence;
    const list: { flow: number; y: number; slack: number }[] = [];
    for (let at = starts[link] ?? 0, n = 0; at < (starts[link + 1] ?? 0); at++, n++) {
      if (half !== null && n % 2 !== half) continue;
      const of = flow[at] ?? 0;
      const explained = this.#explained[of] ?? 0;
      const room = (capacity[link] ?? 0) / (load[at] ?? 1);
      list.push({
        flow: of,
        y: (this.#residual[of] ?? 0) - explained,
        slack: Math.max(0, Math.log(room / (predicted[of] ?? 1)) - explained),
      });
    }
    return list;
  }

  /** Fits the fraction of every candidate, or of those that some marked flow crosses. */
  *fitAll(changed: Uint8Array | null): Generator<void> {
    const { starts, flow } = this.#crossings;
    for (const candidate of this.#candidates) {
      const link = candidate.links[0] ?? 0;
      const touched =
        changed === null || flow.subarray(starts[link], starts[link + 1]).some((of) => changed[of] === 1);
      if (!touched) continue;
      const list = this.#crossing(link);
      const fit = fitFraction(list);
      candidate.phi = fit.phi;
      candidate.gain = fit.gain;
      const slowed = list.filter(({ slack }) => fit.phi + slack < 0);
      candidate.loss = lossOf(fit.phi, slowed);
      candidate.slowed = slowed.length;
      candidate.variance = this.#variance((slowed.length > 0 ? slowed : list).map((one) => one.flow));
      yield;
    }
  }

  /** Variance of the median residual of some flows: noise, and what senders, receivers and phases have in common. */
  #variance(flows: readonly number[]): number {
    let variance = (OF_MEDIAN * this.#noise ** 2) / flows.length;
    for (const { key, variance: between, seen } of this.#keys) {
      if (between === 0) continue;
      let squares = 0;
      for (const flow of flows) {
        const value = key[flow] ?? 0;
        // n² − (n − 1)² for the nth flow of this key.
        squares += 2 * (seen[value] ?? 0) + 1;
        seen[value] = (seen[value] ?? 0) + 1;
      }
      for (const flow of flows) seen[key[flow] ?? 0] = 0;
      variance += (between * squares) / flows.length ** 2;
    }
    return variance;
  }

  /** The median residual usual for each class, and how much its links differ beyond the variance of each. */
  classes() {
    const byClass = new Map<string, Candidate[]>();
    for (const candidate of this.#candidates)
      for (const name of new Set(candidate.links.map((link) => this.#evidence.classes[link] ?? '')))
        byClass.set(name, [...(byClass.get(name) ?? []), candidate]);
    const usual = new Map<string, Usual>();
    const found: { name: string; factor: number; links: number }[] = [];
    for (const [name, members] of byClass) {
      if (members.length < FEWEST_OF_CLASS) continue;
      const medians = members.map(({ links }) => median(this.#crossing(links[0] ?? 0).map(({ y }) => y)));
      const own = median(members.map(({ variance }) => variance));
      const centre = Math.min(0, median(medians));
      usual.set(name, { centre, variance: Math.max(0, robustSpread(medians) ** 2 - own) });
      if (Math.exp(centre) <= 1 - LEAST_LOSS)
        found.push({ name, factor: Math.exp(centre), links: members.length });
    }
    return { usual, classes: found };
  }

  /** Usual values of a candidate: the most lenient of the classes of its links. */
  #usualOf(candidate: Candidate, usual: ReadonlyMap<string, Usual>): Usual {
    const all = candidate.links.map((link) => usual.get(this.#evidence.classes[link] ?? ''));
    return {
      centre: Math.min(0, ...all.map((one) => one?.centre ?? 0)),
      variance: Math.max(0, ...all.map((one) => one?.variance ?? 0)),
    };
  }

  /** The candidate that explains most of those that are sure enough; null when there is none. */
  best(usual: ReadonlyMap<string, Usual>) {
    const ranked = this.#candidates
      .filter(({ gain, slowed }) => gain > 0 && slowed >= FEWEST)
      .sort((p, q) => q.gain - p.gain);
    for (const candidate of ranked) {
      const { centre, variance } = this.#usualOf(candidate, usual);
      const loss = candidate.loss - centre;
      const z = loss / Math.sqrt(candidate.variance + variance);
      const chance = Math.min(1, this.#candidates.length * normalBelow(z));
      if (Math.exp(loss) > 1 - LEAST_LOSS || chance > MOST_CHANCE) continue;
      const link = candidate.links[0] ?? 0;
      const [even, odd] = [this.#half(link, 0), this.#half(link, 1)];
      if (Math.exp(Math.max(even.loss, odd.loss) - centre) > 1 - LEAST_LOSS_OF_HALF) continue;
      const halves: [number, number] = [Math.exp(even.phi), Math.exp(odd.phi)];
      return { candidate, phi: candidate.phi, said: this.#say(candidate, z, chance, halves, ranked) };
    }
    return null;
  }

  /** Fraction and loss from every second flow across a link. */
  #half(link: number, half: 0 | 1): { phi: number; loss: number } {
    const list = this.#crossing(link, half);
    const { phi } = fitFraction(list);
    const loss = lossOf(
      phi,
      list.filter(({ slack }) => phi + slack < 0),
    );
    return { phi, loss };
  }

  #say(
    { links, phi, gain, slowed }: Candidate,
    z: number,
    chance: number,
    halves: [number, number],
    ranked: readonly Candidate[],
  ): Omit<Accused, 'explains'> {
    const { capacity } = this.#evidence;
    const { starts } = this.#crossings;
    const first = links[0] ?? 0;
    const crossing = this.#crossing(first);
    const slow = crossing.filter(({ slack }) => phi + slack < 0).sort((p, q) => p.y - q.y);
    return {
      links,
      fractions: links.map((link) =>
        Math.min(1, (Math.exp(phi) * (capacity[first] ?? 1)) / (capacity[link] ?? 1)),
      ),
      crossing: (starts[first + 1] ?? 0) - (starts[first] ?? 0),
      slowed,
      z,
      chance,
      halves,
      slowest: slow.slice(0, SLOWEST_NAMED).map(({ flow }) => flow),
      rivals: ranked
        .filter((other) => other.gain >= RIVAL * gain && other.links !== links)
        .filter((other) => this.#overlap(other.links[0] ?? 0, slow) > 0.5)
        .flatMap((other) => other.links),
    };
  }

  /** Part of the flows across a link that is among some flows. */
  #overlap(link: number, among: readonly { flow: number }[]): number {
    const { starts, flow } = this.#crossings;
    const set = new Set(among.map((one) => one.flow));
    const own = flow.subarray(starts[link], starts[link + 1]);
    return own.reduce((sum, of) => sum + Number(set.has(of)), 0) / own.length;
  }

  /** Takes a link's fraction as true and marks the flows whose prediction that lowers. */
  explain(candidate: Candidate, phi: number): Uint8Array {
    const changed = new Uint8Array(this.#explained.length);
    for (const { flow, slack } of this.#crossing(candidate.links[0] ?? 0)) {
      const lower = Math.min(0, phi + slack);
      if (lower === 0) continue;
      this.#explained[flow] = (this.#explained[flow] ?? 0) + lower;
      changed[flow] = 1;
    }
    return changed;
  }

  /** Bytes per second that pairs get less than predicted, what is wrong everywhere taken out. */
  shortfall(): number {
    const { predicted } = this.#evidence;
    let sum = 0;
    this.#residual.forEach((value, flow) => {
      if (Number.isNaN(value)) return;
      const explained = this.#explained[flow] ?? 0;
      sum += Math.max(0, Math.exp(explained) - Math.exp(value)) * (predicted[flow] ?? 0);
    });
    return sum;
  }
}

/** What a fraction takes in the median from the flows that it slows down. */
function lossOf(phi: number, slowed: readonly { slack: number }[]): number {
  return slowed.length === 0 ? 0 : median(slowed.map(({ slack }) => phi + slack));
}

/** Phase of each flow. */
function phases(starts: Uint32Array, flows: number): Int32Array {
  const out = new Int32Array(flows);
  for (let phase = 0; phase + 1 < starts.length; phase++) out.fill(phase, starts[phase], starts[phase + 1]);
  return out;
}
