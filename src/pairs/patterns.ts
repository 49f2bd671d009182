/**
 * Communication patterns with a name: which partners each rank has. The grids are those of domain decompositions (rank
 * = x + a·(y + b·z)); the multi-partition and the row-and-transpose patterns are those of the NAS Parallel Benchmarks
 * (Bailey et al., The NAS Parallel Benchmarks 2.0, report NAS-95-020: BT and SP; CG).
 */
export interface Pattern {
  /** What it is: `6 neighbours on a 4×4×4 grid`. */
  text: string;
  /** Calls `visit` for each partner of a rank, perhaps more than once, never with the rank itself. */
  partners(rank: number, visit: (partner: number) => void): void;
}

const MOST_DIMENSIONS = 3;

/** All patterns for this many ranks, simple ones first. */
export function* patternsFor(ranks: number): Generator<Pattern> {
  if (ranks < 2) return;
  yield {
    text: 'all to all',
    partners: (rank, visit) => {
      for (let other = 0; other < ranks; other++) if (other !== rank) visit(other);
    },
  };
  yield {
    text: 'everybody with rank 0',
    partners: (rank, visit) => {
      if (rank !== 0) return visit(0);
      for (let other = 1; other < ranks; other++) visit(other);
    },
  };
  for (let dimensions = 1; dimensions <= MOST_DIMENSIONS; dimensions++)
    for (const sizes of factorisations(ranks, dimensions)) {
      yield grid(sizes, false, 'faces');
      if (sizes.some((size) => size > 2)) yield grid(sizes, true, 'faces');
      if (dimensions === 1) continue;
      yield grid(sizes, false, 'all');
      if (sizes.some((size) => size > 2)) yield grid(sizes, true, 'all');
    }
  const side = Math.round(Math.sqrt(ranks));
  if (side * side === ranks && side > 1) for (const turn of [1, -1]) yield multiPartition(side, turn);
  yield* transposes(ranks);
  if (isPowerOfTwo(ranks) && ranks > 8) yield hypercube(ranks);
}

/** Ordered lists of `count` factors above 1 whose product is `n`. */
export function factorisations(n: number, count: number): number[][] {
  if (count === 1) return n > 1 ? [[n]] : [];
  const lists: number[][] = [];
  for (let first = 2; first * 2 <= n; first++)
    if (n % first === 0)
      for (const rest of factorisations(n / first, count - 1)) lists.push([first, ...rest]);
  return lists;
}

/** Neighbours on a grid: across faces, or across faces, edges and corners. */
function grid(sizes: readonly number[], periodic: boolean, which: 'faces' | 'all'): Pattern {
  const steps = offsets(sizes.length).filter(
    (step) => which === 'all' || step.filter((d) => d !== 0).length === 1,
  );
  const most = mostPartners(sizes, periodic, steps);
  const shape = sizes.join('×');
  const noun = most === 1 ? 'neighbour' : 'neighbours';
  const where =
    sizes.length === 1 ? (periodic ? `a ring of ${shape}` : `a line of ${shape}`) : `a ${shape} grid`;
  return {
    text: `${inWords(most)} ${noun} on ${where}${periodic && sizes.length > 1 ? ', ends joined' : ''}`,
    partners: (rank, visit) => {
      for (const step of steps) {
        const other = moved(rank, sizes, step, periodic);
        if (other !== null && other !== rank) visit(other);
      }
    },
  };
}

function mostPartners(sizes: readonly number[], periodic: boolean, steps: readonly number[][]): number {
  const middle = sizes.reduceRight((rank, size) => rank * size + (size >> 1), 0);
  const found = new Set<number>();
  for (const step of steps) {
    const other = moved(middle, sizes, step, periodic);
    if (other !== null && other !== middle) found.add(other);
  }
  return found.size;
}

/** The rank a step away, or null beyond an end that is not joined. */
function moved(
  rank: number,
  sizes: readonly number[],
  step: readonly number[],
  periodic: boolean,
): number | null {
  let rest = rank;
  let other = 0;
  let stride = 1;
  for (const [axis, size] of sizes.entries()) {
    let at = (rest % size) + (step[axis] ?? 0);
    rest = Math.floor(rest / size);
    if (at < 0 || at >= size) {
      if (!periodic) return null;
      at = (at + size) % size;
    }
    other += at * stride;
    stride *= size;
  }
  return other;
}

/** All steps of −1, 0, 1 along each axis but none at all. */
function offsets(dimensions: number): number[][] {
  let lists: number[][] = [[]];
  for (let i = 0; i < dimensions; i++) lists = lists.flatMap((list) => [-1, 0, 1].map((d) => [...list, d]));
  return lists.filter((list) => list.some((d) => d !== 0));
}

/** Diagonal multi-partition on side × side ranks: neighbours in x, in y, and on one diagonal. */
function multiPartition(side: number, turn: number): Pattern {
  const steps = [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
    [1, -turn],
    [-1, turn],
  ];
  return {
    text: `multi-partition on ${side}×${side} (neighbours in two directions and one diagonal, ends joined)`,
    partners: (rank, visit) => {
      for (const step of steps) {
        const other = moved(rank, [side, side], step, true);
        if (other !== null && other !== rank) visit(other);
      }
    },
  };
}

/** Recursive halving in rows of ranks, and an exchange with the transposed rank. */
function* transposes(ranks: number): Generator<Pattern> {
  if (!isPowerOfTwo(ranks) || ranks < 4) return;
  const power = Math.log2(ranks);
  const rows = 2 ** Math.floor(power / 2);
  const columns = ranks / rows;
  yield {
    text: `recursive halving in rows of ${columns} and an exchange with the transposed rank (${rows}×${columns})`,
    partners: (rank, visit) => {
      for (let bit = 1; bit < columns; bit *= 2) visit(rank ^ bit);
      const other =
        rows === columns
          ? (rank % rows) * rows + Math.floor(rank / rows)
          : 2 * ((Math.floor(rank / 2) % rows) * rows + Math.floor(rank / 2 / rows)) + (rank % 2);
      if (other !== rank) visit(other);
    },
  };
}

function hypercube(ranks: number): Pattern {
  return {
    text: `recursive doubling over ${ranks} ranks`,
    partners: (rank, visit) => {
      for (let bit = 1; bit < ranks; bit *= 2) visit(rank ^ bit);
    },
  };
}

function isPowerOfTwo(n: number): boolean {
  return n > 0 && (n & (n - 1)) === 0;
}

const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

function inWords(n: number): string {
  return WORDS[n] ?? String(n);
}
