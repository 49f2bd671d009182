import type { Work } from '../model/turns';

/** Fewest nodes of a group. */
const FEWEST = 3;
const ROUNDS = 8;
/** A node belongs to those with at least this share of which it is fast. */
const MOSTLY = 0.5;

/**
 * Puts nodes together that are fast with each other: group of each node, -1 = in none. `logs` = count × count, the same
 * both ways, NaN = not measured; fast is `level` and above. A group starts from a node and all it is fast with, and keeps those that are fast with most of it.
 */
export function* partition(logs: Float64Array, count: number, level: number): Work<Int32Array> {
  const of = new Int32Array(count).fill(-1);
  const taken = new Uint8Array(count);
  const degree = new Uint32Array(count);
  for (let i = 0; i < count; i++)
    for (let j = 0; j < count; j++) if ((logs[i * count + j] ?? 0) >= level) degree[i] = (degree[i] ?? 0) + 1;
  yield;
  let groups = 0;
  // Nodes with few fast partners first: one that is fast with two groups must not put them together.
  const seeds = Array.from(degree.keys()).sort((p, q) => (degree[p] ?? 0) - (degree[q] ?? 0));
  for (const seed of seeds) {
    if (taken[seed] === 1) continue;
    let members = Uint8Array.from({ length: count }, (_, i) =>
      taken[i] === 0 && (i === seed || (logs[seed * count + i] ?? 0) >= level) ? 1 : 0,
    );
    for (let round = 0; round < ROUNDS; round++) {
      const next = Uint8Array.from({ length: count }, (_, i) =>
        taken[i] === 0 && fastShare(logs, count, level, i, members) >= MOSTLY ? 1 : 0,
      );
      const same = next.every((mark, i) => mark === members[i]);
      members = next;
      yield;
      if (same) break;
    }
    if (members.reduce((sum, mark) => sum + mark, 0) < FEWEST) {
      taken[seed] = 1;
      continue;
    }
    members.forEach((mark, i) => {
      if (mark === 0) return;
      [taken[i], of[i]] = [1, groups];
    });
    groups++;
  }
  return of;
}

/** Of the measured pairs of a node with others that are marked, the share that is fast; 0 without one. */
function fastShare(
  logs: Float64Array,
  count: number,
  level: number,
  node: number,
  marks: Uint8Array,
): number {
  let [fast, known] = [0, 0];
  for (let i = 0; i < count; i++) {
    const log = logs[node * count + i] ?? Number.NaN;
    if (marks[i] !== 1 || log !== log) continue;
    known++;
    if (log >= level) fast++;
  }
  return known === 0 ? 0 : fast / known;
}

/**
 * Logarithm of a bound of the chance that some partition of `nodes` into groups of these sizes has so many fast pairs
 * inside, if the fast ones were anywhere: partitions × the upper tail of the hypergeometric distribution.
 */
export function chanceOf(
  counts: { pairs: number; fast: number; insidePairs: number; insideFast: number },
  sizes: readonly number[],
  nodes: number,
): number {
  const { pairs, fast, insidePairs, insideFast } = counts;
  const single = nodes - sizes.reduce((sum, size) => sum + size, 0);
  const partitions =
    logFactorial(nodes) - [...sizes, single].reduce((sum, size) => sum + logFactorial(size), 0);
  return partitions + logChanceOfFew(pairs, pairs - fast, insidePairs, insidePairs - insideFast);
}

/** Logarithm of the chance that of `drawn` of `all` things, of which `marked` are marked, at most `found` are: hypergeometric. */
export function logChanceOfFew(all: number, marked: number, drawn: number, found: number): number {
  let [tail, largest] = [0, -Infinity];
  for (let x = Math.max(0, drawn - (all - marked)); x <= Math.min(found, marked); x++) {
    const log = logChoose(marked, x) + logChoose(all - marked, drawn - x) - logChoose(all, drawn);
    if (log > largest) [tail, largest] = [tail * Math.exp(largest - log) + 1, log];
    else tail += Math.exp(log - largest);
  }
  return largest + Math.log(tail);
}

const logChoose = (n: number, k: number) => logFactorial(n) - logFactorial(k) - logFactorial(n - k);

/** ln n! by Stirling's series from 16 on, else multiplied out. */
function logFactorial(n: number): number {
  if (n < 16) {
    let product = 1;
    for (let i = 2; i <= n; i++) product *= i;
    return Math.log(product);
  }
  return n * Math.log(n) - n + Math.log(2 * Math.PI * n) / 2 + 1 / (12 * n) - 1 / (360 * n ** 3);
}
