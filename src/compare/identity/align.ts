/** A stretch of words between words that all names share. */
export interface NameStretch {
  /** The shared word before it, or null at the start. */
  after: string | null;
  /** Start and end in each sequence, in the order of the sequences. */
  ranges: readonly (readonly [start: number, end: number])[];
}

/**
 * Aligns sequences of words: what all of them have in common, in the same order, stands between the segments that are
 * returned. Segments that are empty everywhere are left out.
 */
export function segmentsOf(sequences: readonly (readonly string[])[]): NameStretch[] {
  const shared = sequences.reduce<readonly string[] | null>(
    (common, words) => (common === null ? words : longestCommon(common, words)),
    null,
  );
  const anchors = shared ?? [];
  const places = sequences.map((words) => placesOf(words, anchors));
  return Array.from({ length: anchors.length + 1 }, (_, i): NameStretch => ({
    after: anchors[i - 1] ?? null,
    ranges: sequences.map((words, s) => [
      i === 0 ? 0 : (places[s]?.[i - 1] ?? 0) + 1,
      places[s]?.[i] ?? words.length,
    ]),
  })).filter(({ ranges }) => ranges.some(([start, end]) => end > start));
}

/** Places of the anchors in a sequence, each as early as it can be. */
function placesOf(words: readonly string[], anchors: readonly string[]): number[] {
  let from = 0;
  return anchors.map((anchor) => {
    const at = words.indexOf(anchor, from);
    from = at + 1;
    return at;
  });
}

/** The longest common subsequence; of several the first. */
function longestCommon(one: readonly string[], other: readonly string[]): string[] {
  const width = other.length + 1;
  const lengths = new Uint16Array((one.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = one.length - 1; i >= 0; i--)
    for (let j = other.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        one[i] === other[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const common: string[] = [];
  for (let [i, j] = [0, 0]; i < one.length && j < other.length;) {
    const word = one[i];
    if (word !== undefined && word === other[j]) {
      common.push(word);
      i++;
      j++;
    } else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return common;
}
