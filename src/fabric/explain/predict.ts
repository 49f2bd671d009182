/** The share that every flow of a measurement should get, from the estimator, and the links on its path. */
import { EstimatorError, type Estimator } from '../../estimator/core';
import type { FabricGraph } from '../../estimator/job';
import type { Flows } from './flows';

/** Paths side by side: `links[flow · width + hop]`. */
export interface FlowPaths {
  readonly width: number;
  /** Directed links; `none` stands for no link. */
  readonly links: Uint32Array;
  /** Flows on that link in the phase of the flow, this one included. */
  readonly loads: Uint32Array;
  readonly none: number;
}

/** What the model says of each flow. */
export interface Shares {
  /** Share of the capacity of the source's cable; NaN where there is no route. */
  readonly share: Float64Array;
  readonly lost: number;
  /** Null where paths were not wanted. */
  readonly paths: FlowPaths | null;
}

/** Flows that the estimator is given at once. */
const AT_ONCE = 50_000;
/** Steps of work, flows × links, beyond which pairs without paths are not computed one by one. */
const MOST_STEPS = 2e10;

/**
 * Shares of all flows, phase by phase, by an estimator whose routing is built (`setup`); any traffic it had is
 * replaced. `traced`: paths are known and wanted. A pair that ran alone has the least capacity on its path. Yields
 * after every few thousand flows the part that is done.
 */
export function* sharesOf(
  estimator: Estimator,
  fabric: FabricGraph,
  flows: Flows,
  traced: boolean,
): Generator<number, Shares> {
  const alone = flows.together === 'one at a time';
  const total = flows.source.length;
  if (alone && !traced && total * fabric.source.length > MOST_STEPS)
    throw new EstimatorError(
      `${total} pairs one at a time through a fabric of ${fabric.source.length} links are too many for adaptive routing. Choose a static routing or leave ranks out.`,
    );
  const share = new Float64Array(total).fill(Number.NaN);
  const collected = traced ? new PathCollector(fabric, total) : null;
  for (const [first, end] of chunks(flows, alone)) {
    const batch = setAndRun(estimator, flows, first, end, alone && !traced);
    if (!alone || !traced)
      for (let i = first.flow; i < end.flow; i++) {
        const value = batch[i - first.flow] ?? 0;
        if (value > 0) share[i] = value;
      }
    if (collected) {
      for (let phase = first.phase; phase < end.phase; phase++) {
        const [from, to] = alone
          ? [first.flow, end.flow]
          : [flows.starts[phase] ?? 0, flows.starts[phase + 1] ?? 0];
        collected.add(estimator.paths(phase - first.phase), from, to, alone);
      }
      if (alone) collected.sharesAlone(share, flows.source, first.flow, end.flow);
    }
    yield end.flow / Math.max(1, total);
  }
  let lost = 0;
  for (const value of share) if (Number.isNaN(value)) lost++;
  return { share, lost, paths: collected?.paths() ?? null };
}

interface Place {
  phase: number;
  flow: number;
}

/** Whole phases of about `AT_ONCE` flows, or slices of flows that ran alone. */
function* chunks({ starts, source }: Flows, alone: boolean): Generator<[Place, Place]> {
  if (alone) {
    for (let flow = 0; flow < source.length; flow += AT_ONCE)
      yield [
        { phase: 0, flow },
        { phase: 1, flow: Math.min(source.length, flow + AT_ONCE) },
      ];
    return;
  }
  const phases = starts.length - 1;
  for (let phase = 0; phase < phases;) {
    let next = phase + 1;
    while (next < phases && (starts[next + 1] ?? 0) - (starts[phase] ?? 0) <= AT_ONCE) next++;
    yield [
      { phase, flow: starts[phase] ?? 0 },
      { phase: next, flow: starts[next] ?? 0 },
    ];
    phase = next;
  }
}

/** Runs the flows of a chunk and gives their shares; `single`: each flow in a phase of its own. */
function setAndRun(
  estimator: Estimator,
  { source, target, starts }: Flows,
  first: Place,
  end: Place,
  single: boolean,
): Float64Array {
  const lines: string[] = [];
  let phase = first.phase;
  for (let i = first.flow; i < end.flow; i++) {
    while (phase + 1 < end.phase && i >= (starts[phase + 1] ?? 0)) phase++;
    lines.push(`${single ? i - first.flow : phase - first.phase} ${source[i]} ${target[i]}`);
  }
  estimator.setTraffic({ kind: 'pairs', text: lines.join('\n') });
  return estimator.run(0, 1, 0n, { pairs: true }).pairs.share;
}

/** Puts the paths of all phases together and counts the loads of their links. */
class PathCollector {
  readonly #fabric: FabricGraph;
  readonly #flows: number;
  readonly #load: Uint32Array;
  #width = 0;
  #links = new Uint32Array(0);
  #loads = new Uint32Array(0);

  constructor(fabric: FabricGraph, flows: number) {
    this.#fabric = fabric;
    this.#flows = flows;
    this.#load = new Uint32Array(fabric.source.length + 1);
  }

  /** Takes the paths of flows `from` … `to − 1`, as `Estimator.paths` gives them. */
  add(rows: Uint32Array, from: number, to: number, alone: boolean): void {
    const count = to - from;
    const width = rows.length / count;
    if (this.#width === 0) {
      this.#width = width;
      this.#links = new Uint32Array(this.#flows * width).fill(this.#fabric.source.length);
      this.#loads = new Uint32Array(this.#flows * width);
    }
    const load = this.#load;
    if (!alone) for (const link of rows) load[link] = (load[link] ?? 0) + 1;
    for (let hop = 0; hop < width; hop++)
      for (let i = 0; i < count; i++) {
        const link = rows[hop * count + i] ?? 0;
        const at = (from + i) * width + hop;
        this.#links[at] = link;
        this.#loads[at] = alone ? 1 : (load[link] ?? 0);
      }
    for (const link of rows) load[link] = 0;
  }

  /** Shares of flows that each ran alone: least capacity on the path / capacity of the source's cable. */
  sharesAlone(share: Float64Array, source: Uint32Array, from: number, to: number): void {
    const { capacity } = this.#fabric;
    const [width, none] = [this.#width, capacity.length];
    const own = sourceCapacity(this.#fabric);
    for (let i = from; i < to; i++) {
      let least = Infinity;
      for (let hop = 0; hop < width; hop++) {
        const link = this.#links[i * width + hop] ?? none;
        if (link !== none) least = Math.min(least, capacity[link] ?? Infinity);
      }
      if (least < Infinity) share[i] = least / (own[source[i] ?? 0] ?? 1);
    }
  }

  paths(): FlowPaths {
    return {
      width: this.#width,
      links: this.#links,
      loads: this.#loads,
      none: this.#fabric.source.length,
    };
  }
}

/** Capacity of the cable of each host. */
export function sourceCapacity({ hosts, source, capacity }: FabricGraph): Float64Array {
  const out = new Float64Array(hosts);
  source.forEach((node, link) => {
    if (node < hosts) out[node] = capacity[link] ?? 0;
  });
  return out;
}
