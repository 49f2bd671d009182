/** What the worker of the explanations is asked and answers. */
import type { Estimator } from '../../estimator/core';
import type { FabricGraph, Job } from '../../estimator/job';
import type { PairGrid } from '../../pairs/grid';
import { counted } from '../../model/units';
import type { Parts } from '../assemble';
import { loadFabric, type FabricNames } from '../loaded';
import { repeatSpread, type BandwidthScale } from './compare';
import { explain, type Explanation, type Step } from './explain';
import { countsUnder, type FlowFilter, type Together } from './flows';
import { matchHosts, type End, type HostMatching } from './hosts';
import { listedHosts } from './listed';
import { pathsUnknown } from './paths';
import {
  alternatives,
  hostsOf,
  improve,
  linkLoads,
  slotTraffic,
  type Alternative,
  type Improved,
  type LinkLoads,
  type SlotRule as SlotPlacing,
} from './route';

/** A fabric by its words, or by what was loaded of it. */
export type GivenFabric =
  | { readonly kind: 'words'; readonly topology: string; readonly routing: string }
  /** `routing` null: the loaded tables. */
  | { readonly kind: 'files'; readonly parts: Parts; readonly routing: string | null };

/** What is known of a fabric that was asked about. */
export interface NamedFabricFacts {
  readonly graph: FabricGraph;
  /** Names of hosts (by number) and switches; null for a generated fabric. */
  readonly names: FabricNames | null;
  readonly routing: string;
  /** True where the paths are those of loaded tables. */
  readonly loadedTables: boolean;
  /** Bytes per second of one unit of capacity; null where capacities are only relative. */
  readonly perCapacity: number | null;
  readonly notes: readonly string[];
}

interface OnFabric {
  readonly fabric: GivenFabric;
  /** Host of each rank; null where it is not known. */
  readonly hosts: readonly (string | null)[];
  readonly rail: number;
  readonly inOrder: boolean;
}

/** A measurement held against a fabric. */
export interface AgainstQuestion extends OnFabric {
  readonly type: 'against';
  readonly grid: PairGrid;
  /** Seed of the random order in which ranks were put on the hosts of a generated fabric; null: in order. */
  readonly drawn: number | null;
  /** Null: not known yet; then only hosts are matched. */
  readonly together: Together | null;
  readonly limits: FlowFilter;
  /** True: bytes per second from the capacities of the links; false: fitted. */
  readonly lineRate: boolean;
  readonly hostLimit: number | null;
  /** The same pairs of a repeat of the test, or null. */
  readonly again: Float32Array | null;
}

/** Recorded traffic routed. */
export interface RouteQuestion extends Omit<OnFabric, 'inOrder'> {
  readonly type: 'route';
  readonly ranks: number;
  /** Row by row, the bytes of each sender to each receiver. */
  readonly bytes: Float32Array;
  /** The pairs whose bytes are routed. */
  readonly limits: FlowFilter;
  readonly placing: RankPlacing;
  /** Ranks that share a host where the placement is not by the hosts' names. */
  readonly ranksPerHost: number;
  /** Hosts by number for the placement `listed` (`listedHosts`). */
  readonly listed: string;
  readonly seed: number;
  /** Whether a better placement is looked for. */
  readonly improved: boolean;
}

export const PLACINGS = ['named', 'order', 'packed', 'scattered', 'random', 'listed'] as const;
/** Where ranks are: on the hosts that the files name, by a rule, or on hosts that are listed. */
export type RankPlacing = (typeof PLACINGS)[number];

export interface AgainstAnswer {
  readonly type: 'against';
  readonly facts: NamedFabricFacts;
  readonly matched: HostMatching;
  readonly explained: Explanation | null;
}

/** Where ranks were put: on hosts found by name, or by a rule (`seed` null where it draws nothing). */
export type Placed =
  | { readonly by: 'name'; readonly matched: HostMatching }
  | {
      readonly by: 'rule';
      readonly placing: Exclude<RankPlacing, 'named'>;
      readonly seed: number | null;
      readonly ranks: number;
      readonly hosts: number;
    };

export interface RouteAnswer {
  readonly type: 'route';
  readonly facts: NamedFabricFacts;
  readonly placed: Placed;
  readonly routed: Routed | null;
}

/** A traffic on a fabric, and what else it could be like. */
export interface Routed {
  readonly loads: LinkLoads;
  readonly slots: number;
  /** Host of each slot. */
  readonly place: Int32Array;
  readonly bytes: number;
  readonly inside: number;
  readonly outside: number;
  readonly alternatives: readonly Alternative[];
  readonly improved: Improved | null;
}

export type ExplainQuestion = AgainstQuestion | RouteQuestion;
export type ExplainAnswerOf<Q extends ExplainQuestion> = Q extends AgainstQuestion
  ? AgainstAnswer
  : RouteAnswer;

/** Bytes per second of 1 Gb/s. */
const GBIT = 1.25e8;

interface Known {
  job: Pick<Job, 'topology' | 'tables' | 'routing'>;
  ends: readonly End[];
  facts: NamedFabricFacts;
}

/** Answers a question, yielding what it is doing. Throws a sentence where the input is refused. */
export function* answer(
  estimator: Estimator,
  question: ExplainQuestion,
): Generator<Step, AgainstAnswer | RouteAnswer> {
  yield { said: 'Reading the fabric', part: 0 };
  const known = knownOf(estimator, question.fabric);
  return question.type === 'against'
    ? yield* answerAgainst(estimator, known, question)
    : yield* answerRoute(estimator, known, question);
}

function* answerAgainst(
  estimator: Estimator,
  { job, ends, facts }: Known,
  question: AgainstQuestion,
): Generator<Step, AgainstAnswer> {
  const { hosts, rail, grid, together, limits, again, hostLimit } = question;
  const inOrder = question.inOrder || facts.names === null;
  const ordered = fitting(matchHosts({ ends, hosts, rail, inOrder }), facts);
  const drawn = facts.names === null && !question.inOrder ? question.drawn : null;
  const matched = drawn === null ? ordered : atRandom(estimator, job, ordered, drawn);
  if (!matched.ok || together === null) return { type: 'against', facts, matched, explained: null };
  const scale: BandwidthScale = { perCapacity: question.lineRate ? facts.perCapacity : null, hostLimit };
  const repeats = again && repeatSpread(grid.values, again);
  const explained = yield* explain(estimator, {
    ...{ job, grid, together, limits, scale, repeats },
    ends: matched.matching.ends,
  });
  return { type: 'against', facts, matched, explained };
}

/** A generated fabric has no names to find a part of it by: it is of as many hosts as were measured, or another one. */
function fitting(matched: HostMatching, { names, graph }: NamedFabricFacts): HostMatching {
  if (!matched.ok || names !== null || matched.matching.matchedHosts === graph.hosts) return matched;
  return {
    ok: false,
    notFound: false,
    problem: `The measurement has ${counted(matched.matching.matchedHosts, 'host')}, the generated fabric ${graph.hosts}: which of them were measured is not known. Choose a fabric of as many hosts.`,
  };
}

/** The same hosts in the random order that the estimator draws from a seed. */
function atRandom(
  estimator: Estimator,
  job: Known['job'],
  matched: HostMatching,
  seed: number,
): HostMatching {
  if (!matched.ok) return matched;
  const { matching } = matched;
  estimator.setup({ ...job, traffic: { kind: 'pattern', pattern: 'perm' } });
  const place = hostsOf(estimator, { rule: 'random' }, matching.matchedHosts, seed);
  const said = `The measured hosts, in the order of their ranks, are on the hosts of the fabric in random order (seed ${seed}), as the test was simulated: names were not compared.`;
  const ends = matching.ends.map((end) => place[end] ?? -1);
  return { ok: true, matching: { ...matching, ends, notes: [said, ...matching.notes.slice(1)] } };
}

/** Changes of places that are tried. */
const TRIES = 400;

function* answerRoute(
  estimator: Estimator,
  { job, ends, facts }: Known,
  question: RouteQuestion,
): Generator<Step, RouteAnswer> {
  const { ranks, bytes, seed } = question;
  const placed = placedOf(ends, question);
  const slots = slotsOf(placed, question, ends.length);
  if (slots === null) return { type: 'route', facts, placed, routed: null };
  const { slotOf, rule } = slots;
  const { traffic, inside, outside } = slotTraffic(
    cellsOf(bytes, ranks, countsUnder(question.limits)),
    slotOf,
  );
  if (traffic.source.length === 0)
    throw new RangeError('No bytes go from one host of the fabric to another: there is nothing to route.');
  const asked = { job, traffic, placing: rule, seed };
  yield { said: 'Routing the traffic', part: 0 };
  const loads = linkLoads(estimator, asked);
  const place = hostsOf(estimator, rule, traffic.slots, seed);
  yield { said: 'Trying other placements and routings', part: 0 };
  const others: Alternative[] = [];
  const tried = alternatives(estimator, asked);
  for (let step = tried.next(), n = 0; ; step = tried.next(), n++) {
    if (step.done) {
      others.push(...step.value);
      break;
    }
    yield { said: 'Trying other placements and routings', part: Math.min(0.95, n / 9) };
  }
  let improved: Improved | null = null;
  if (question.improved && pathsUnknown(job.routing) === null) {
    linkLoads(estimator, asked);
    const search = improve(estimator, facts.graph, traffic, place, seed, TRIES);
    for (let step = search.next(); ; step = search.next()) {
      if (step.done) {
        improved = step.value;
        break;
      }
      yield { said: 'Looking for a better placement', part: step.value };
    }
  }
  return {
    type: 'route',
    facts,
    placed,
    routed: {
      ...{ loads, place, inside, outside, improved },
      slots: traffic.slots,
      bytes: traffic.bytes.reduce((sum, value) => sum + value, 0),
      alternatives: others,
    },
  };
}

/** Where the ranks of traffic go. Throws a sentence where a rule has too few hosts. */
function placedOf(ends: readonly End[], question: RouteQuestion): Placed {
  const { hosts, ranks, placing, ranksPerHost, rail, seed } = question;
  if (placing === 'named') return { by: 'name', matched: matchHosts({ ends, hosts, rail, inOrder: false }) };
  const slots = Math.ceil(ranks / ranksPerHost);
  if (slots > ends.length)
    throw new RangeError(
      `${counted(ranks, 'rank')} with ${ranksPerHost} on a host need ${counted(slots, 'host')}; the fabric has only ${ends.length}. Choose a larger fabric, or more ranks per host.`,
    );
  const drawn = placing !== 'order' && placing !== 'listed';
  return { by: 'rule', placing, seed: drawn ? seed : null, ranks, hosts: slots };
}

/** Slots of ranks on the same host, in the order of the ranks, and where slots are; null where hosts are not found. */
function slotsOf(
  placed: Placed,
  { ranksPerHost, listed }: RouteQuestion,
  hosts: number,
): { slotOf: Int32Array; rule: SlotPlacing } | null {
  if (placed.by === 'rule') {
    const slotOf = Int32Array.from({ length: placed.ranks }, (_, rank) => Math.floor(rank / ranksPerHost));
    const { placing } = placed;
    if (placing === 'listed') return { slotOf, rule: { hosts: listedHosts(listed, placed.hosts, hosts) } };
    return { slotOf, rule: { rule: placing } };
  }
  if (!placed.matched.ok) return null;
  const slots = new Map<number, number>();
  const slotOf = placed.matched.matching.ends.map((end) => {
    if (end < 0) return -1;
    const slot = slots.get(end) ?? slots.size;
    slots.set(end, slot);
    return slot;
  });
  return { slotOf, rule: { hosts: Int32Array.from(slots.keys()) } };
}

function* cellsOf(
  bytes: Float32Array,
  ranks: number,
  counts: (sender: number, receiver: number) => boolean,
): Generator<[number, number, number]> {
  for (let at = 0; at < bytes.length; at++) {
    const value = bytes[at] ?? Number.NaN;
    const [sender, receiver] = [Math.floor(at / ranks), at % ranks];
    if (value > 0 && counts(sender, receiver)) yield [sender, receiver, value];
  }
}

function knownOf(estimator: Estimator, given: GivenFabric): Known {
  if (given.kind === 'words') {
    const { topology, routing } = given;
    estimator.setFabric(topology);
    const graph = estimator.fabric();
    const ends = Array.from({ length: graph.hosts }, () => ({ host: null, rail: 0 }));
    const facts = { graph, names: null, routing, loadedTables: false, perCapacity: null, notes: [] };
    return { job: { topology, routing }, ends, facts };
  }
  const loaded = loadFabric(given.parts);
  if ('why' in loaded) throw new RangeError(loaded.why);
  const { job, ends, names, rated } = loaded;
  const routing = given.routing ?? job.routing ?? 'minhop';
  const loadedTables = job.tables !== null && routing.startsWith('lft');
  estimator.setFabric(job.topology);
  const notes = [...loaded.notes];
  if (!loadedTables)
    notes.push(
      `Paths are those that the estimator's own ${routing.split(':')[0]} gives this fabric${job.tables ? '' : ': no forwarding tables are loaded'}. The fabric's subnet manager may have chosen others.`,
    );
  return {
    job: { topology: job.topology, routing, ...(job.tables && loadedTables ? { tables: job.tables } : {}) },
    ends,
    facts: {
      graph: estimator.fabric(),
      names,
      routing,
      loadedTables,
      perCapacity: rated ? GBIT : null,
      notes,
    },
  };
}
