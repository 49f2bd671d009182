/** Placing text without a browser: widths are estimates for Inter, so that layout is pure and testable. */

const NARROW = /[ .,:;'|!ijlftrI()[\]/]/;
const WIDE = /[mwMW@%—…×→]/;

/** Estimated width of `text` in pixels at `size` pixels, a little on the generous side. */
export function textWidth(text: string, size: number): number {
  let em = 0;
  for (const char of text) {
    if (NARROW.test(char)) em += 0.34;
    else if (WIDE.test(char)) em += 0.86;
    else if (char > '\u2e7f') em += 1;
    else em += 0.62;
  }
  return em * size;
}

/** `text` cut to fit `width` pixels, ending in an ellipsis when cut. */
export function fitText(text: string, width: number, size: number): string {
  if (textWidth(text, size) <= width) return text;
  const chars = [...text];
  while (chars.length > 1 && textWidth(`${chars.join('')}…`, size) > width) chars.pop();
  return `${chars.join('').trimEnd()}…`;
}

/**
 * Moves positions apart until neighbours are at least `gap` apart and all lie in [lo, hi], keeping their order
 * and moving each group as little as possible. Returned in the order given. When they cannot all fit the gap
 * shrinks to what does.
 */
export function spread(positions: readonly number[], gap: number, lo: number, hi: number): number[] {
  const n = positions.length;
  if (n === 0) return [];
  const step = n > 1 ? Math.min(gap, (hi - lo) / (n - 1)) : gap;
  const order = positions.map((_, i) => i).sort((a, b) => (positions[a] ?? 0) - (positions[b] ?? 0));
  // Groups of touching labels, each placed at the mean of what its members wish.
  const groups: { sum: number; count: number; start: number }[] = [];
  const start = (sum: number, count: number) => {
    const first = sum / count - ((count - 1) * step) / 2;
    return Math.max(lo, Math.min(first, hi - (count - 1) * step));
  };
  for (const i of order) {
    const wish = positions[i] ?? 0;
    let group = { sum: wish, count: 1, start: start(wish, 1) };
    for (
      let last = groups.at(-1);
      last && last.start + last.count * step > group.start;
      last = groups.at(-1)
    ) {
      groups.pop();
      const sum = last.sum + group.sum;
      const count = last.count + group.count;
      group = { sum, count, start: start(sum, count) };
    }
    groups.push(group);
  }
  const placed = new Array<number>(n).fill(0);
  let k = 0;
  for (const group of groups)
    for (let j = 0; j < group.count; j++) placed[order[k++] ?? 0] = group.start + j * step;
  return placed;
}

/** A box of a flowing legend. */
export interface LegendBox {
  x: number;
  row: number;
}

/** Places items of the given widths in rows no wider than `width`. */
export function flow(widths: readonly number[], width: number, gap: number): LegendBox[] {
  let x = 0;
  let row = 0;
  return widths.map((w) => {
    if (x > 0 && x + w > width) {
      x = 0;
      row++;
    }
    const box = { x, row };
    x += w + gap;
    return box;
  });
}

/** Puts labels [left, width] on the first row where they touch no earlier one; rows count from 0. */
export function stack(labels: readonly { left: number; width: number }[]): number[] {
  const ends: number[] = [];
  return labels.map(({ left, width }) => {
    const free = ends.findIndex((end) => end <= left);
    const row = free >= 0 ? free : ends.length;
    ends[row] = left + width;
    return row;
  });
}

/** A line at `at` with a label beside its top; the line begins at its label. */
export interface Flag {
  at: number;
  left: number;
  width: number;
}

/**
 * Rows for the labels of lines, counted from the lowest, so that no label touches another or is crossed by a line: of two
 * that are near the left one stands higher. Null for a label that has no room in `most` rows; its line begins at the
 * lowest. `flags` ascend by `at`.
 */
export function flagRows(flags: readonly Flag[], most: number): (number | null)[] {
  const rows: (number | null)[] = flags.map(() => null);
  for (let i = flags.length - 1; i >= 0; i--) {
    const own = flags[i];
    if (!own) continue;
    let row: number | null = 0;
    for (const [j, other] of flags.entries()) {
      const taken = rows[j] ?? null;
      if (j <= i || taken === null || other.left >= own.left + own.width) continue;
      // Its line would cross the label that was moved left to stay in the picture.
      row = other.left <= own.at || row === null ? null : Math.max(row, taken + 1);
    }
    rows[i] = row !== null && row < most ? row : null;
  }
  return rows;
}
