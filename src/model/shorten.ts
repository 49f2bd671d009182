/** Longest value that stays as it is, in characters. */
const LONG = 24;
/** Longest shortened value. */
const MOST = 30;

/** Fewest characters that are left: a number alone says little. */
const FEWEST = 6;

/** Places in a value at which a word begins. */
const wordStarts = (value: string): number[] =>
  [...value.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)].map(({ index }) => index);

/**
 * Short texts for values that are shown beside each other, such as the values of one condition: of a long value the words at its
 * beginning that another value begins with too are replaced by `…`, and what is still too long loses its middle. Different
 * values keep different texts. The last words of names of files and folders tell most, so they stay.
 */
export function shortened(values: Iterable<string>): ReadonlyMap<string, string> {
  const all = [...new Set(values)];
  const sorted = all.toSorted();
  const short = new Map(
    sorted.map((value, i) => [value, shortOf(value, [sorted[i - 1] ?? '', sorted[i + 1] ?? ''])]),
  );
  const times = new Map<string, number>();
  for (const text of short.values()) times.set(text, (times.get(text) ?? 0) + 1);
  return new Map(
    all.map((value) => {
      const text = short.get(value) ?? value;
      return [value, times.get(text) === 1 ? text : value];
    }),
  );
}

/** Of sorted values, one of the neighbours shares the longest beginning. */
function shortOf(value: string, neighbours: readonly string[]): string {
  if (value.length <= LONG) return value;
  const shared = Math.max(...neighbours.map((other) => sharedLength(value, other)));
  const start = wordStarts(value).findLast((at) => at <= shared && value.length - at >= FEWEST) ?? 0;
  const rest = start === 0 ? value : `…${value.slice(start)}`;
  return rest.length <= MOST ? rest : `${rest.slice(0, MOST - 20)}…${rest.slice(-19)}`;
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}
