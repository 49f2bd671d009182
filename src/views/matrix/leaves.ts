import { matchHosts } from '../../fabric/explain/hosts';
import type { LeafEnd } from '../../fabric/leaves';
import { counted } from '../../model/units';

/** The leaf switch of each host, by the names of the measurement. */
export type Leaves = ReadonlyMap<string, string>;

/** The leaf switches of a measurement's hosts; null where it has no groups by them, and what was found in a sentence. */
export interface FoundLeaves {
  leaves: Leaves | null;
  said: string;
}

/**
 * Finds the hosts of a measurement among the ports of a fabric, by name as Congestion does; of a host with several
 * ports, `rail` says which. Hosts on one switch alone make no groups.
 */
export function findLeaves(
  ends: readonly LeafEnd[],
  hosts: readonly (string | null)[],
  rail: number,
): FoundLeaves {
  const measured = [...new Set(hosts.filter((host) => host !== null))];
  if (measured.length === 0) return { leaves: null, said: 'The measurement does not name its hosts.' };
  const matched = matchHosts({ ends, hosts: measured, rail, inOrder: false });
  if (!matched.ok) return { leaves: null, said: matched.problem };
  const leaves = new Map<string, string>();
  measured.forEach((host, at) => {
    const end = ends[matched.matching.ends[at] ?? -1];
    if (end) leaves.set(host, end.leaf);
  });
  const switches = new Set(leaves.values()).size;
  const found =
    leaves.size === measured.length
      ? `all ${counted(leaves.size, 'host')}`
      : `${leaves.size} of ${counted(measured.length, 'host')}`;
  const { unknown, notes } = matched.matching;
  const missing = unknown.length > 3 ? [...unknown.slice(0, 3), `${unknown.length - 3} more`] : unknown;
  const not = missing.length > 0 ? ` Not in it: ${missing.join(', ')}.` : '';
  if (switches < 2) return { leaves: null, said: `In it ${found} are on one switch.${not}` };
  return { leaves, said: [`${found} are on ${switches} leaf switches.${not}`, ...notes].join(' ') };
}
