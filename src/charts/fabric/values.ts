import type { Scene } from './scene';

/** Steps of colour and thickness. */
export const STEPS = 24;

/** Cables in the order of their colour, so that each colour is one stroke and the hottest are drawn last. */
export interface RankedCables {
  /** Colour step of each cable. */
  readonly step: Uint8Array;
  /** Cables between switches, then those of hosts, by step: `order` from `first[step]` to `first[step + 1]`. */
  readonly inner: { readonly order: Uint32Array; readonly first: Uint32Array };
  readonly hosts: { readonly order: Uint32Array; readonly first: Uint32Array };
  /** Cut cables. */
  readonly dead: readonly number[];
}

/** The value of a cable: that of its direction with the larger one, by size. */
export function cableValue(values: Float64Array, cable: number): number {
  const [one, other] = [values[2 * cable] ?? Number.NaN, values[2 * cable + 1] ?? Number.NaN];
  return Math.abs(other) > Math.abs(one) || Number.isNaN(one) ? other : one;
}

/** Power of two that a scale of ratios (their logarithms to base 2) ends at, up and down: half and twice at the least. */
export function ratioEnd(logs: Float64Array): number {
  const reach = logs.reduce((most, v) => (Number.isFinite(v) ? Math.max(most, Math.abs(v)) : most), 1);
  return Math.min(4, reach);
}

/** Ranks cables by their value between the ends of the scale. */
export function rank(scene: Scene, values: Float64Array, domain: readonly [number, number]): RankedCables {
  const { net, lower } = scene;
  const [low, high] = domain;
  const step = new Uint8Array(lower.length);
  const dead: number[] = [];
  const inner = new Uint32Array(STEPS + 1);
  const hosts = new Uint32Array(STEPS + 1);
  for (let k = 0; k < lower.length; k++) {
    if (net.alive[2 * k] === 0) {
      dead.push(k);
      continue;
    }
    const value = cableValue(values, k);
    // A cable without a value is drawn as one of no amount, or of no change.
    const part = high > low ? ((Number.isNaN(value) ? 0 : value) - low) / (high - low) : 0;
    const at = Math.max(0, Math.min(STEPS - 1, Math.floor(part * STEPS)));
    step[k] = at;
    const counts = (lower[k] ?? 0) < net.hosts ? hosts : inner;
    counts[at + 1] = (counts[at + 1] ?? 0) + 1;
  }
  const lists = [inner, hosts].map((counts) => {
    for (let i = 0; i < STEPS; i++) counts[i + 1] = (counts[i + 1] ?? 0) + (counts[i] ?? 0);
    return { order: new Uint32Array(counts[STEPS] ?? 0), first: counts, next: counts.slice() };
  });
  for (let k = 0; k < lower.length; k++) {
    if (net.alive[2 * k] === 0) continue;
    const list = lists[(lower[k] ?? 0) < net.hosts ? 1 : 0];
    const at = step[k] ?? 0;
    const place = list?.next[at] ?? 0;
    if (list) {
      list.order[place] = k;
      list.next[at] = place + 1;
    }
  }
  const [between, ofHosts] = lists;
  const none = { order: new Uint32Array(0), first: new Uint32Array(STEPS + 1) };
  return { step, dead, inner: between ?? none, hosts: ofHosts ?? none };
}
