/** Pair lists for tests: every pattern of a kind, and their text. */

export type PairList = [number, number][][];

/** All ways to match `hosts` hosts in pairs; one way gives every choice of directions its own phase. */
export function bisections(hosts: number, bothWays: boolean): PairList {
  const all = matchings(Array.from({ length: hosts }, (_, i) => i));
  return all.flatMap((pairs) => {
    if (bothWays)
      return [
        pairs.flatMap(([a, b]): [number, number][] => [
          [a, b],
          [b, a],
        ]),
      ];
    return Array.from({ length: 2 ** pairs.length }, (_, bits) =>
      pairs.map(([a, b], i): [number, number] => ((bits >> i) & 1 ? [b, a] : [a, b])),
    );
  });
}

function matchings(hosts: number[]): PairList {
  const [first, ...rest] = hosts;
  if (first === undefined) return [[]];
  return rest.flatMap((partner) => {
    const left = rest.filter((host) => host !== partner);
    return matchings(left).map((pairs): [number, number][] => [[first, partner], ...pairs]);
  });
}

/** All permutations of `hosts` hosts, hosts that stay left out; the identity has no pair and is left out. */
export function permutations(hosts: number): PairList {
  const orders: number[][] = [[]];
  for (let i = 0; i < hosts; i++) {
    const longer = orders
      .splice(0)
      .flatMap((o) => [...o, 0].map((_, at) => [...o.slice(0, at), i, ...o.slice(at)]));
    orders.push(...longer);
  }
  const moved = orders.map((order) =>
    order.map((d, s): [number, number] => [s, d]).filter(([s, d]) => s !== d),
  );
  return moved.filter((pairs) => pairs.length > 0);
}

/** Lines `phase source destination`. */
export function listText(list: PairList): string {
  return list.map((pairs, phase) => pairs.map(([s, d]) => `${phase} ${s} ${d}`).join('\n')).join('\n');
}
