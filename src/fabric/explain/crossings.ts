/** Which flows cross each link, by link, and which links only ever carry the same flows. */
import type { FlowPaths } from './predict';

/** The crossings of all links; those of link l are `starts[l]` … `starts[l + 1] − 1`. */
export interface Crossings {
  readonly starts: Uint32Array;
  /** Flow of each crossing, ascending in each link. */
  readonly flow: Uint32Array;
  /** Flows on the link in the phase of that flow. */
  readonly load: Uint32Array;
}

/** The crossings of the flows for which `counts` holds. */
export function crossingsOf(
  { width, links, loads, none }: FlowPaths,
  counts: (flow: number) => boolean,
): Crossings {
  const flows = width === 0 ? 0 : links.length / width;
  const starts = new Uint32Array(none + 1);
  const used = Uint8Array.from({ length: flows }, (_, flow) => (counts(flow) ? 1 : 0));
  eachCrossing((link) => (starts[link + 1] = (starts[link + 1] ?? 0) + 1));
  for (let link = 0; link < none; link++) starts[link + 1] = (starts[link + 1] ?? 0) + (starts[link] ?? 0);
  const next = starts.slice(0, none);
  const [flow, load] = [new Uint32Array(starts[none] ?? 0), new Uint32Array(starts[none] ?? 0)];
  eachCrossing((link, of, at) => {
    const place = next[link] ?? 0;
    next[link] = place + 1;
    flow[place] = of;
    load[place] = loads[at] ?? 0;
  });
  return { starts, flow, load };

  function eachCrossing(each: (link: number, flow: number, at: number) => void) {
    for (let of = 0; of < flows; of++) {
      if (used[of] === 0) continue;
      for (let at = of * width; at < (of + 1) * width; at++) {
        const link = links[at] ?? none;
        if (link !== none) each(link, of, at);
      }
    }
  }
}

/** Links that carry exactly the same flows, so that no measurement of these flows can tell them apart. */
export function indistinguishable({ starts, flow }: Crossings): number[][] {
  const links = starts.length - 1;
  const bySum = new Map<string, number[][]>();
  const groups: number[][] = [];
  const same = (a: number, b: number) => {
    const [atA, atB] = [starts[a] ?? 0, starts[b] ?? 0];
    const length = (starts[a + 1] ?? 0) - atA;
    if (length !== (starts[b + 1] ?? 0) - atB) return false;
    for (let i = 0; i < length; i++) if (flow[atA + i] !== flow[atB + i]) return false;
    return true;
  };
  for (let link = 0; link < links; link++) {
    const [from, to] = [starts[link] ?? 0, starts[link + 1] ?? 0];
    if (from === to) continue;
    let sum = 0;
    for (let at = from; at < to; at++) sum = (sum + Math.imul((flow[at] ?? 0) + 1, 0x9e3779b1)) | 0;
    const key = `${to - from} ${flow[from]} ${sum}`;
    const alike = bySum.get(key) ?? [];
    bySum.set(key, alike);
    const group = alike.find(([first]) => first !== undefined && same(first, link));
    if (group) group.push(link);
    else {
      alike.push([link]);
      groups.push(alike.at(-1) ?? []);
    }
  }
  return groups;
}
