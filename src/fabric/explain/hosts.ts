/** Which end of a fabric each rank of a measurement ran on. Names are compared, never guessed. */
import { counted, formatValue } from '../../model/units';

/** A host port of the fabric, in the order in which the estimator counts hosts. */
export interface End {
  /** Name of its host, or null for a generated fabric. */
  readonly host: string | null;
  /** Which port of its host it is, from 0. */
  readonly rail: number;
}

/** What is to be matched. */
export interface ToMatch {
  readonly ends: readonly End[];
  /** Host of each rank; null where the files do not say. */
  readonly hosts: readonly (string | null)[];
  /** Which port of a host with several ports the ranks use; a host with fewer uses its last one. */
  readonly rail: number;
  /** True: the measured hosts (or ranks, where no host is known) are the ends in their order, whatever they are called. */
  readonly inOrder: boolean;
}

/** Ranks on the ends of a fabric. */
export interface Matching {
  /** End of each rank, −1 where it has none. */
  readonly ends: Int32Array;
  readonly matchedRanks: number;
  readonly matchedHosts: number;
  /** Measured hosts (or ranks) that the fabric does not have, and hosts of the fabric that were not measured. */
  readonly unknown: readonly string[];
  readonly unused: readonly string[];
  /** Sentences on how it was matched. */
  readonly notes: readonly string[];
}

/** A matching, or the sentence why there is none. */
export type HostMatching = { readonly ok: true; readonly matching: Matching } | Refused;
export interface Refused {
  readonly ok: false;
  readonly problem: string;
  /** Whether hosts were looked for by name and too few found. What to do then is said by whoever asked. */
  readonly notFound: boolean;
}

/** An address that stands for a host. */
export const ADDRESS = /^[\d.]+$|:.*:/;
/** What adapters are called behind a host's name: `-ib0`, `_mlx5_0`, ` HCA-1`, `:hfi1_0`. */
export const ADAPTER =
  /[\s_:.-](?:hca|mlx\d|ib|ibp|opa|hfi\d?|roce|hsn|bond|eth)\d*(?:[\s_:-][a-z]?\d+|[a-z]\d+)*$/;

const lower = (name: string) => name.trim().toLowerCase();
const noDomain = (name: string) => {
  const key = lower(name);
  return ADDRESS.test(key) ? key : key.replace(/\..*$/, '');
};
const noAdapter = (name: string) => {
  const key = lower(name);
  return ADDRESS.test(key) ? key : noDomain(key.replace(ADAPTER, '')).replace(ADAPTER, '');
};

/** From strict to loose; each is tried on what the ones before it left over. */
const RULES: readonly { key: (name: string) => string; said: string }[] = [
  { key: lower, said: 'by name' },
  { key: noDomain, said: 'by name without domain' },
  { key: noAdapter, said: 'by name without adapter suffix' },
];

/** Fewest hosts, and least part of the measured hosts, that must be found. */
const FEWEST = 2;
const LEAST_PART = 0.5;

/**
 * Brings the ranks of a measurement to the ends of a fabric by host name: case, domain and adapter suffixes do not
 * count, where that leaves no doubt. Fewer than half of the measured hosts found is a refusal.
 */
export function matchHosts(asked: ToMatch): HostMatching {
  return asked.inOrder ? inOrder(asked) : byName(asked);
}

function byName({ ends, hosts, rail }: ToMatch): HostMatching {
  const measured = [...new Set(hosts.filter((host) => host !== null))];
  if (measured.length === 0)
    return refused(
      'The measurement does not name its hosts, so they cannot be found in the fabric. Give the host of each rank, or say that the ranks are on the hosts of the fabric in their order.',
    );
  const known = new Map<string, number[]>();
  ends.forEach(({ host }, end) => {
    if (host !== null) known.set(host, [...(known.get(host) ?? []), end]);
  });
  const taken = new Set<string>();
  const found = new Map<string, string>();
  const said: string[] = [];
  for (const { key, said: how } of RULES) {
    const free = byKey(
      [...known.keys()].filter((host) => !taken.has(host)),
      key,
    );
    const left = byKey(
      measured.filter((host) => !found.has(host)),
      key,
    );
    let hits = 0;
    for (const [name, [host, ...more]] of left) {
      const [hit, ...others] = free.get(name) ?? [];
      if (host === undefined || hit === undefined || more.length > 0 || others.length > 0) continue;
      found.set(host, hit);
      taken.add(hit);
      hits++;
    }
    if (hits > 0) said.push(`${formatValue(hits, 'count')} ${how}`);
  }
  const unknown = measured.filter((host) => !found.has(host)).sort();
  const unused = [...known.keys()].filter((host) => !taken.has(host)).sort();
  if (found.size < FEWEST || found.size < LEAST_PART * measured.length)
    return refused(
      `${foundText(found.size, measured.length)} in this fabric (${unknown.length === 0 ? '' : `it has no ${unknown.slice(0, 3).join(', ')}; `}its hosts are called ${[...known.keys()].slice(0, 3).join(', ')}).`,
      true,
    );
  let several = 0;
  const endOf = new Map(
    [...found].map(([host, hit]) => {
      const rails = known.get(hit) ?? [];
      if (rails.length > 1) several++;
      return [host, rails[Math.min(rail, rails.length - 1)] ?? -1];
    }),
  );
  const notes = [`Found: ${said.join(', ')}.`];
  if (several > 0)
    notes.push(
      `${counted(several, 'host')} ${several === 1 ? 'has' : 'have'} several ports: port ${rail + 1} is taken as the one that was measured.`,
    );
  return matched(
    Int32Array.from(hosts, (host) => (host === null ? -1 : (endOf.get(host) ?? -1))),
    found.size,
    unknown,
    unused,
    notes,
  );
}

/** How many of the measured hosts were found, up to the verb. */
function foundText(found: number, measured: number): string {
  if (measured === 1)
    return found === 0 ? 'The measured host is not' : 'Only one host was measured, and it is';
  if (found === 0) return `None of the ${counted(measured, 'measured host')} is`;
  return `Only ${found} of the ${counted(measured, 'measured host')} ${found === 1 ? 'is' : 'are'}`;
}

function inOrder({ ends, hosts }: ToMatch): HostMatching {
  const named = hosts.every((host) => host !== null);
  const places = new Map<string, number>();
  const place = (key: string) => {
    const at = places.get(key) ?? places.size;
    places.set(key, at);
    return at;
  };
  const of = Int32Array.from(hosts, (host, rank) => place(named ? (host ?? '') : String(rank)));
  if (places.size > ends.length)
    return refused(
      `The measurement has ${counted(places.size, named ? 'host' : 'rank')}, the fabric only ${counted(ends.length, 'host')}. Choose a fabric that is as large.`,
    );
  return matched(
    of,
    places.size,
    [],
    [],
    [
      named
        ? 'The measured hosts, in the order of their ranks, are taken as the hosts of the fabric in their order: names were not compared.'
        : 'Rank 0 is taken to be on the first host of the fabric, rank 1 on the second, and so on: names were not compared.',
    ],
  );
}

function matched(
  ends: Int32Array,
  matchedHosts: number,
  unknown: readonly string[],
  unused: readonly string[],
  notes: readonly string[],
): HostMatching {
  const perEnd = new Map<number, number>();
  for (const end of ends) if (end >= 0) perEnd.set(end, (perEnd.get(end) ?? 0) + 1);
  const most = Math.max(0, ...perEnd.values());
  const shared =
    most > 1 ? [`Up to ${most} ranks share a host and its port; pairs on one host are left out.`] : [];
  const nameless = ends.filter((end) => end < 0).length;
  return {
    ok: true,
    matching: {
      ends,
      matchedRanks: ends.length - nameless,
      matchedHosts,
      unknown,
      unused,
      notes: [...notes, ...shared],
    },
  };
}

function byKey(names: readonly string[], key: (name: string) => string): Map<string, string[]> {
  const out = new Map<string, string[]>();
  for (const name of names) out.set(key(name), [...(out.get(key(name)) ?? []), name]);
  return out;
}

const refused = (problem: string, notFound = false): Refused => ({ ok: false, problem, notFound });
