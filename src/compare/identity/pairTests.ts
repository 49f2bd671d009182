import type { IdentityRun } from './types';

/** Fewest different pairs of hosts that make a test of pairs. */
const FEWEST_PAIRS = 3;

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);
const shortName = (host: string) => (host.split('.')[0] ?? host).toLowerCase();

/**
 * The runs between two hosts that belong to a test of pairs, where the hosts are what is measured: their files are named
 * after both hosts, or the runs of a folder cover at least three pairs of hosts in which most hosts come again. Other runs
 * on two hosts got them by chance, and repeats may run on others.
 */
export function ofPairTests(runs: readonly IdentityRun[]): Set<IdentityRun> {
  const between = runs.filter(({ hosts }) => hosts !== null);
  const several = new Set(between.map(pairOf)).size > 1;
  const byFolder = new Map<string, IdentityRun[]>();
  for (const run of between) {
    const held = byFolder.get(folderOf(run.path));
    if (held) held.push(run);
    else byFolder.set(folderOf(run.path), [run]);
  }
  const found = new Set<IdentityRun>();
  for (const inFolder of byFolder.values()) {
    const pairs = new Set(inFolder.map(pairOf));
    const hosts = new Set(inFolder.flatMap((run) => run.hosts ?? []));
    const crossed = pairs.size >= FEWEST_PAIRS && 2 * pairs.size >= 1.5 * hosts.size;
    for (const run of inFolder) if (crossed || (several && isNamedAfterHosts(run))) found.add(run);
  }
  return found;
}

const pairOf = ({ hosts }: IdentityRun) => [...(hosts ?? [])].sort().join('\n');

function isNamedAfterHosts({ path, hosts }: IdentityRun): boolean {
  const lower = path.toLowerCase();
  return hosts?.every((host) => lower.includes(shortName(host))) ?? false;
}
