import type { Cells } from './cells';
import { FIRST_LEVEL } from './grid';
import type { Pyramid } from './pyramid';
import type { Work } from '../model/turns';

/** Cells below a threshold per block, level by level as in the pyramid. */
export interface Below {
  readonly threshold: number;
  readonly levels: readonly Uint32Array[];
}

/**
 * Counts the values below a threshold. Exact: blocks of the first level that lie wholly on one side are counted by
 * their least and largest value, the others from the cells, once per threshold; the levels above are sums. Takes a
 * third of a byte per cell while the threshold stands.
 */
export function* countBelow(cells: Cells, pyramid: Pyramid, threshold: number): Work<Below> {
  const first = pyramid.levels[0];
  if (!first) return { threshold, levels: [] };
  const size = 2 ** FIRST_LEVEL;
  const counts = new Uint32Array(first.width * first.height);
  const row = new Float32Array(cells.columns);
  for (let y = 0; y < first.height; y++) {
    const start = y * first.width;
    let mixed = false;
    for (let i = start; i < start + first.width; i++) {
      if ((first.max[i] ?? 0) < threshold) counts[i] = first.count[i] ?? 0;
      else if ((first.min[i] ?? 0) < threshold) mixed = true;
    }
    for (let r = y * size; mixed && r < Math.min(cells.rows, (y + 1) * size); r++) {
      cells.read(r, 0, cells.columns, row);
      for (let c = 0; c < cells.columns; c++) {
        const i = start + (c >> FIRST_LEVEL);
        if ((row[c] ?? NaN) < threshold && (first.max[i] ?? 0) >= threshold) counts[i] = (counts[i] ?? 0) + 1;
      }
    }
    yield;
  }
  const levels = [counts];
  for (let k = 1; k < pyramid.levels.length; k++) {
    const [below, level, lower] = [levels[k - 1], pyramid.levels[k], pyramid.levels[k - 1]];
    if (!below || !level || !lower) break;
    const sums = new Uint32Array(level.width * level.height);
    for (let y = 0; y < lower.height; y++)
      for (let x = 0; x < lower.width; x++) {
        const i = (y >> 1) * level.width + (x >> 1);
        sums[i] = (sums[i] ?? 0) + (below[y * lower.width + x] ?? 0);
      }
    levels.push(sums);
    yield;
  }
  return { threshold, levels };
}
