/** Matrices that are made up, the same on every machine. */

/** A number in [0, 1) of two whole ones, without a pattern the eye could find. */
function noise(a: number, b: number): number {
  let h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca77);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return ((h ^ (h >>> 15)) >>> 0) / 2 ** 32;
}

export type Made = 'bandwidth' | 'traffic' | 'again';

/**
 * A row of `size` cells. `bandwidth` (bytes/s): pairs below one leaf of 16 hosts are fast, others share uplinks, two hosts
 * are slow, one has no results. `again`: the same after a change that mended one of them. `traffic` (bytes): a stencil in three
 * dimensions with some noise, mostly zero.
 */
export function madeRow(kind: Made, size: number, row: number, into: Float32Array): void {
  const slow = Math.floor(size * 0.31);
  const dead = Math.floor(size * 0.72);
  const edge = Math.max(2, Math.round(Math.cbrt(size)));
  const steps = new Set([1, edge, edge * edge]);
  for (let column = 0; column < size; column++) {
    const far = Math.abs(row - column);
    if (kind === 'traffic') {
      const near = steps.has(far) ? 4e6 * (1 + 0.2 * noise(row, column)) : 0;
      into[column] = near || (noise(row, column) > 0.997 ? 2000 * (1 + 40 * noise(column, row)) : 0);
      continue;
    }
    const sameLeaf = row >> 4 === column >> 4;
    const base = sameLeaf ? 24.2e9 : 19.5e9 - 5e9 * noise(row >> 4, column >> 4);
    const hurt = row === slow || (column === slow && kind === 'bandwidth') ? 0.35 : 1;
    const jitter = 1 - 0.06 * noise(row * 3 + (kind === 'again' ? 1 : 0), column);
    const gone = row === dead || column === dead;
    into[column] = gone ? NaN : base * hurt * jitter;
  }
}
