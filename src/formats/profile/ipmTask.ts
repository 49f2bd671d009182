import { SUMMARY_DIGITS } from './ipmWords';

/** A line of the summary of a task: all of a call. */
interface Func {
  region: string | null;
  name: string;
  count: number;
  bytes: number | null;
  seconds: number;
  line: number;
}

/** A task of the log while it is read. */
export interface Task {
  rank: number;
  line: number;
  regions: Map<string, string>;
  region: string | null;
  funcs: Func[];
  logged: boolean;
  /** Σ size × count by call. */
  sums: Map<string, number>;
}

/** Where the log of a call and the summary that IPM prints of it do not say the same, as sentences. */
export function summaryFaults({ rank, funcs, sums }: Task): string[] {
  const printed = new Map<string, number>();
  for (const { name, bytes } of funcs)
    if (bytes !== null) printed.set(name, (printed.get(name) ?? 0) + bytes);
  return [...printed].flatMap(([name, bytes]) => {
    const logged = sums.get(name) ?? 0;
    if (Math.abs(logged - bytes) <= SUMMARY_DIGITS * Math.max(bytes, 1)) return [];
    return [`Rank ${rank}: the log of ${name} adds up to ${logged} bytes, its summary says ${bytes}.`];
  });
}
