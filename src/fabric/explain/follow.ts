/** From the pairs of a measurement to the parts of the fabric that they cross, and back. */
import type { FabricGraph } from '../../estimator/job';
import { crossingsOf } from './crossings';
import type { FlowPaths } from './predict';
import { median } from './robust';

/** The links of each flow. */
export type Followed = Pick<FlowPaths, 'width' | 'links' | 'none'>;

/** A cable (directed links 2k and 2k + 1) or a switch. */
export type FabricPart =
  { readonly kind: 'cable'; readonly cable: number } | { readonly kind: 'switch'; readonly node: number };

/** Most hops of all pairs together that are kept for being followed on screen, 64 MiB. */
export const MOST_HOPS = 16_000_000;

/** Directed links of a flow, from its source on. */
export function pathOf({ width, links, none }: Followed, flow: number): number[] {
  return [...links.subarray(flow * width, (flow + 1) * width)].filter((link) => link !== none);
}

/** The flows that cross a cable, in either direction, or a switch; ascending. */
export function flowsThrough(
  { width, links, none }: Followed,
  { source, target }: Pick<FabricGraph, 'source' | 'target'>,
  part: FabricPart,
): number[] {
  const through = new Uint8Array(none + 1);
  if (part.kind === 'cable') through.fill(1, 2 * part.cable, 2 * part.cable + 2);
  else
    source.forEach(
      (node, link) => (through[link] = Number(node === part.node || target[link] === part.node)),
    );
  const found: number[] = [];
  for (let at = 0; at < links.length; at++) {
    if (through[links[at] ?? none] !== 1) continue;
    const flow = Math.floor(at / width);
    if (found.at(-1) !== flow) found.push(flow);
  }
  return found;
}

/** What the pairs across each directed link got. */
export interface LinkMedians {
  /** Median of the ratios of the pairs that cross it; NaN where none does. */
  readonly ratio: Float64Array;
  /** Those pairs. */
  readonly pairs: Uint32Array;
}

/** The median of a ratio of the flows across each link; flows with NaN do not count. */
export function linkMedians(paths: FlowPaths, ratios: Float64Array): LinkMedians {
  const { starts, flow } = crossingsOf(paths, (of) => !Number.isNaN(ratios[of] ?? Number.NaN));
  const pairs = new Uint32Array(paths.none);
  const ratio = new Float64Array(paths.none).fill(Number.NaN);
  for (let link = 0; link < paths.none; link++) {
    const across = flow.subarray(starts[link], starts[link + 1]);
    pairs[link] = across.length;
    if (across.length > 0) ratio[link] = median(Array.from(across, (of) => ratios[of] ?? Number.NaN));
  }
  return { ratio, pairs };
}
