import type { FabricGraph } from './job';

/** Lines of CSV that are handed on together. */
const PIECE = 4096;

/**
 * The load of every directed link as CSV, in pieces of whole lines. Links and nodes are numbered as in `fabric1`: hosts
 * first, then switches. `loads` are sums over `phases` phases of all patterns; the mean is that of one phase.
 */
export function* linkLines(fabric: FabricGraph, loads: Float64Array, phases: number): Generator<string> {
  const { source, target, capacity, alive } = fabric;
  let lines = ['link,from,to,capacity,state,load_sum,load_mean'];
  for (let link = 0; link < source.length; link++) {
    const sum = loads[link] ?? 0;
    const state = alive[link] === 0 ? 'cut' : 'up';
    lines.push(
      [link, source[link], target[link], capacity[link], state, sum, phases > 0 ? sum / phases : 0].join(','),
    );
    if (lines.length < PIECE) continue;
    yield `${lines.join('\n')}\n`;
    lines = [];
  }
  if (lines.length > 0) yield `${lines.join('\n')}\n`;
}
