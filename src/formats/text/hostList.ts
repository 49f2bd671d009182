/** Most names that one list is written out to. */
const LIMIT = 65536;
/** Most brackets in one name. */
const BRACKETS = 8;

/**
 * Writes out a list of hosts: names parted by commas or blanks, with Slurm brackets: `n[001-003,7],login1`. Null where
 * a bracket is not closed or holds something else than numbers, or where there are more than 65,536 names.
 */
export function expandHosts(text: string): string[] | null {
  const names: string[] = [];
  for (const item of items(text)) {
    const expanded = item.split('[').length - 1 > BRACKETS ? null : expand(item);
    if (!expanded || names.length + expanded.length > LIMIT) return null;
    names.push(...expanded);
  }
  return names;
}

/** The pieces between commas and blanks that stand outside brackets. */
function items(text: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let piece = '';
  for (const char of text) {
    if (char === '[') depth++;
    if (char === ']') depth--;
    if (depth <= 0 && (char === ',' || char === ' ' || char === '\t')) {
      if (piece !== '') found.push(piece);
      piece = '';
    } else piece += char;
  }
  if (piece !== '') found.push(piece);
  return found;
}

/** One name with its brackets, from left to right. */
function expand(item: string): string[] | null {
  const open = item.indexOf('[');
  if (open < 0) return item.includes(']') ? null : [item];
  const close = item.indexOf(']', open);
  const numbers = close < 0 ? null : ranges(item.slice(open + 1, close));
  const rest = numbers ? expand(item.slice(close + 1) || '') : null;
  if (!numbers || !rest || numbers.length * rest.length > LIMIT) return null;
  const head = item.slice(0, open);
  return numbers.flatMap((number) => rest.map((tail) => head + number + tail));
}

/** `001-003,7` as texts with their leading zeros. */
function ranges(text: string): string[] | null {
  const found: string[] = [];
  for (const part of text.split(',')) {
    const match = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(part.trim());
    if (!match) return null;
    const [, first = '', last = first] = match;
    if (Number(last) < Number(first) || Number(last) - Number(first) + found.length >= LIMIT) return null;
    for (let number = Number(first); number <= Number(last); number++)
      found.push(String(number).padStart(first.length, '0'));
  }
  return found;
}
