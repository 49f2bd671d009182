import type { Fabric, FabricLink } from './model';
import type { Wiring } from './wiring';

/** A fault or an oddity of a fabric, in a sentence. `link` and `node` = places in the fabric, where one is meant. */
export interface Finding {
  kind: 'link' | 'missing' | 'route' | 'file';
  text: string;
  link: number | null;
  node: number | null;
}

/** The value that most have; the greater of equals. */
function usual(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([x, n], [y, m]) => m - n || y - x)[0]?.[0] ?? 0;
}

/** `“leaf1” port 3`: an end of a link in words. */
export function portName({ nodes }: Fabric, node: number, port: number): string {
  const { name = '', guid = null } = nodes[node] ?? {};
  return `“${name.trim() === '' ? (guid ?? `node ${node}`) : name.trim()}” port ${port}`;
}

/** `“leaf1” port 3 to “spine1” port 1`: a cable in words. */
export function linkName(fabric: Fabric, { a, aPort, b, bPort }: FabricLink): string {
  return `${portName(fabric, a, aPort)} to ${portName(fabric, b, bPort)}`;
}

const rate = ({ width, speed }: FabricLink): string => `${width ?? '?'}x${speed ?? '?'}`;

/** Which links are alike: those that join the same two levels; a host is level 0. */
function groupOf({ a, b }: FabricLink, { numberOf }: Wiring, level: Int32Array): string {
  const of = (node: number) => level[numberOf[node] ?? -1] ?? 0;
  return [of(a), of(b)].sort((x, y) => x - y).join('-');
}

/**
 * Links that are down, join a node to itself, run on fewer lanes than most of their siblings or slower. Siblings are the
 * links between the same two levels.
 */
export function oddLinks(fabric: Fabric, wiring: Wiring, level: Int32Array): Finding[] {
  const found: Finding[] = [];
  const groups = new Map<string, { link: FabricLink; at: number }[]>();
  fabric.links.forEach((link, at) => {
    const names = linkName(fabric, link);
    const odd = (text: string) =>
      found.push({ kind: 'link', text: `${names} ${text}`, link: at, node: null });
    if (link.state === 'down') return void odd('is not active: no traffic uses it.');
    if (link.a === link.b) return void odd('joins a node to itself: no traffic between hosts uses it.');
    const group = groupOf(link, wiring, level);
    const members = groups.get(group);
    if (members) members.push({ link, at });
    else groups.set(group, [{ link, at }]);
  });
  for (const members of groups.values()) {
    const known = members.flatMap(({ link: { capacity } }) => (capacity === null ? [] : [capacity]));
    const common = usual(known);
    const lanes = usual(members.flatMap(({ link: { width } }) => (width === null ? [] : [width])));
    for (const { link, at } of members) {
      if (link.capacity === null || link.capacity >= common) continue;
      const names = linkName(fabric, link);
      const fewer =
        link.width !== null && link.width < lanes ? ` It uses ${link.width} of ${lanes} lanes.` : '';
      found.push({
        kind: 'link',
        text: `${names} runs at ${rate(link)}, ${link.capacity.toFixed(0)} Gb/s; most of its siblings have ${common.toFixed(0)}.${fewer}`,
        link: at,
        node: null,
      });
    }
  }
  return found;
}

/** Says so where nothing can be odd as there is next to nothing: no cable, or no switch either. */
export function emptiness({ nodes, links }: Fabric): Finding[] {
  if (links.length > 0) return [];
  const what = nodes.some(({ kind }) => kind === 'switch') ? 'no cable' : 'no switch and no cable';
  const text = `The topology has ${what}: the file is cut short, or the tool saw one port alone. Run it again on a node whose port is active.`;
  return [{ kind: 'file', text, link: null, node: null }];
}

/** Cables between each two switches, by their numbers (the lower first). */
export function multiplicity({ links }: Fabric, { numberOf }: Wiring): Map<string, number> {
  const pairs = new Map<string, number>();
  for (const { a, b, state } of links) {
    const [x, y] = [numberOf[a] ?? -1, numberOf[b] ?? -1];
    if (x < 0 || y < 0 || x === y || state !== 'up') continue;
    const key = x < y ? `${x} ${y}` : `${y} ${x}`;
    pairs.set(key, (pairs.get(key) ?? 0) + 1);
  }
  return pairs;
}

/** Most pairs of switches of two levels that are looked through one by one. */
const MOST_PAIRS = 4_000_000;

/**
 * Holes in the pattern. Where most switches of a level are joined to every switch of the next one, pairs with fewer
 * cables than most; else switches with fewer cables upward than most of their level. Nothing is said of a level where
 * no number is that of more than half.
 */
export function missingCables(fabric: Fabric, wiring: Wiring, level: Int32Array): Finding[] {
  const found: Finding[] = [];
  const pairs = multiplicity(fabric, wiring);
  const top = level.reduce((most, at) => Math.max(most, at), 0);
  const at = (wanted: number) => [...level.keys()].filter((s) => level[s] === wanted);
  const name = (s: number) => {
    const node = wiring.switches[s] ?? -1;
    return `“${fabric.nodes[node]?.name.trim() ?? ''}”`;
  };
  for (let low = 1; low < top; low++) {
    const [lower, upper] = [at(low), at(low + 1)];
    if (lower.length * upper.length > MOST_PAIRS) continue;
    const counts = lower.map((s) => upper.map((t) => pairs.get(s < t ? `${s} ${t}` : `${t} ${s}`) ?? 0));
    const flat = counts.flat();
    const common = usual(flat);
    const whole = common > 0 && flat.filter((n) => n === common).length * 2 > flat.length;
    if (whole) {
      counts.forEach((row, i) =>
        row.forEach((n, j) => {
          if (n >= common) return;
          const [s = 0, t = 0] = [lower[i], upper[j]];
          found.push({
            kind: 'missing',
            text: `${name(s)} and ${name(t)} are joined by ${n === 0 ? 'no cable' : n}, most such pairs by ${common}.`,
            link: null,
            node: wiring.switches[s] ?? null,
          });
        }),
      );
      continue;
    }
    const sums = counts.map((row) => row.reduce((sum, n) => sum + n, 0));
    const most = usual(sums);
    if (sums.filter((n) => n === most).length * 2 <= sums.length) continue;
    sums.forEach((n, i) => {
      if (n >= most) return;
      const s = lower[i] ?? 0;
      found.push({
        kind: 'missing',
        text: `${name(s)} has ${n} ${n === 1 ? 'cable' : 'cables'} upward, most of its level have ${most}.`,
        link: null,
        node: wiring.switches[s] ?? null,
      });
    });
  }
  return found;
}
