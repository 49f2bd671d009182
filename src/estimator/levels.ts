import type { FabricGraph } from './job';

/** Distance of each node from the nearest host, cables that are cut included. Nodes without a way have 255. */
export function nodeLevels({
  hosts,
  switches,
  source,
  target,
}: Pick<FabricGraph, 'hosts' | 'switches' | 'source' | 'target'>): Uint8Array {
  const nodes = hosts + switches;
  const level = new Uint8Array(nodes).fill(255);
  level.fill(0, 0, hosts);
  const first = new Uint32Array(nodes + 1);
  for (const node of source) first[node + 1] = (first[node + 1] ?? 0) + 1;
  for (let i = 0; i < nodes; i++) first[i + 1] = (first[i + 1] ?? 0) + (first[i] ?? 0);
  const next = first.slice(0, nodes);
  const out = new Uint32Array(source.length);
  source.forEach((node, link) => {
    const at = next[node] ?? 0;
    out[at] = target[link] ?? 0;
    next[node] = at + 1;
  });
  let front = Array.from({ length: hosts }, (_, host) => host);
  for (let distance = 1; front.length > 0 && distance < 255; distance++) {
    const reached: number[] = [];
    for (const node of front)
      for (let i = first[node] ?? 0; i < (first[node + 1] ?? 0); i++) {
        const to = out[i] ?? 0;
        if (level[to] !== 255) continue;
        level[to] = distance;
        reached.push(to);
      }
    front = reached;
  }
  return level;
}
