/** How far nodes are from hosts, and which links are of one kind. */
import type { FabricGraph } from '../../estimator/job';

/** Steps from each node to the nearest host: hosts 0, leaf switches 1 …; −1 where no host can be reached. */
export function levelsOf({ hosts, switches, source, target, alive }: FabricGraph): Int32Array {
  const levels = new Int32Array(hosts + switches).fill(-1).fill(0, 0, hosts);
  for (let level = 0, found = true; found; level++) {
    found = false;
    source.forEach((node, link) => {
      const next = target[link] ?? 0;
      if (alive[link] === 0 || levels[node] !== level || levels[next] !== -1) return;
      levels[next] = level + 1;
      found = true;
    });
  }
  return levels;
}

/** The class of each directed link: levels of its ends, `0>1` for host to leaf. */
export function linkClasses({ source, target }: FabricGraph, levels: Int32Array): string[] {
  return Array.from(source, (node, link) => `${levels[node] ?? -1}>${levels[target[link] ?? 0] ?? -1}`);
}
