import type { CallSize, CallTotals } from '../../queries/profiles';
import type { ProfileFigures } from './figures';

/** A call of one side, or a call with one message size. Times in seconds. */
export interface CallFigures {
  count: number;
  /** Sum over ranks. */
  seconds: number;
  /** Over all ranks that the file has: those that never called it count as 0. */
  mean: number;
  least: number;
  most: number;
  /** Of the MPI time of all ranks. */
  ofMpi: number;
  /** Of ranks × longest wall time, as ipm_parse has it. */
  ofWall: number;
  /** Σ size × count; null where the file has no sizes. */
  bytes: number | null;
  /** Seconds of one call: mean, shortest and longest; the last two only of calls with one size. */
  each: number;
  shortest: number | null;
  longest: number | null;
}

/** One row of the call table: a call by name, with one message size where it is split by size. */
export interface CallRow {
  call: string;
  size: number | null;
  a: CallFigures | null;
  b: CallFigures | null;
  /** Mean time of a rank in A over that in B: above 1, B is faster. NaN where one side has no time. */
  speedup: number;
}

type Whole = Pick<ProfileFigures, 'ranks' | 'wall' | 'mpi'>;

function shares(seconds: number, { ranks, wall, mpi }: Whole) {
  return {
    mean: seconds / ranks,
    ofMpi: mpi && mpi.total > 0 ? seconds / mpi.total : Number.NaN,
    ofWall: wall && wall.most > 0 ? seconds / (ranks * wall.most) : Number.NaN,
  };
}

/** A call over all message sizes. */
export function callFigures(of: CallTotals, whole: Whole): CallFigures {
  const { count, seconds, least, most, bytes, ranks } = of;
  return {
    ...shares(seconds, whole),
    ...{ count, seconds, most, bytes, each: seconds / count, shortest: null, longest: null },
    least: ranks < whole.ranks ? 0 : least,
  };
}

/** A call with one message size. */
export function sizeFigures(of: CallSize, whole: Whole): CallFigures {
  const { count, seconds, bytes, shortest, longest } = of;
  return {
    ...shares(seconds, whole),
    ...{ count, seconds, bytes: bytes * count, each: seconds / count, shortest, longest },
    ...{ least: Number.NaN, most: Number.NaN },
  };
}

/** A side of the table, by key. */
export interface CallSide {
  whole: Whole;
  calls: readonly CallTotals[];
  sizes: readonly CallSize[];
}

/** Rows of the call table of one side or of two, matched by name (and size), the one with most time of a rank first. */
export function callRows(a: CallSide, b: CallSide | null, bySize: boolean): CallRow[] {
  const rows = new Map<string, CallRow>();
  const add = (side: 'a' | 'b', call: string, size: number | null, figures: CallFigures) => {
    const key = `${call} ${size ?? ''}`;
    const row = rows.get(key) ?? { call, size, a: null, b: null, speedup: Number.NaN };
    rows.set(key, { ...row, [side]: figures });
  };
  for (const [which, side] of [['a', a] as const, ['b', b] as const])
    if (side && bySize)
      for (const size of side.sizes) add(which, size.call, size.bytes, sizeFigures(size, side.whole));
    else if (side) for (const call of side.calls) add(which, call.call, null, callFigures(call, side.whole));
  const time = (row: CallRow) => Math.max(row.a?.mean ?? 0, row.b?.mean ?? 0);
  return [...rows.values()]
    .map((row) => ({ ...row, speedup: speedupOf(row.a?.mean, row.b?.mean) }))
    .sort((p, q) => time(q) - time(p));
}

/** time_A / time_B; NaN where one is missing or 0. */
export const speedupOf = (a: number | undefined, b: number | undefined): number =>
  a !== undefined && b !== undefined && a > 0 && b > 0 ? a / b : Number.NaN;

/** The calls in which ranks spend most, over all sides, at most `most` of them; those without any time are left out. */
export function topCalls(sides: readonly Pick<CallSide, 'calls' | 'whole'>[], most: number): string[] {
  const times = new Map<string, number>();
  for (const { calls, whole } of sides)
    for (const { call, seconds } of calls)
      times.set(call, Math.max(times.get(call) ?? 0, seconds / whole.ranks));
  return [...times]
    .filter(([, time]) => time > 0)
    .sort(([, p], [, q]) => q - p)
    .slice(0, most)
    .map(([call]) => call);
}
