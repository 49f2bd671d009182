import type { Better, Unit } from '../model/vocabulary';
import type { IdentityRule } from './identity/rules';

/** A run as the comparison needs it. */
export interface Run {
  id: string;
  /** Tool that wrote the results. Numbers of two tools are never paired. */
  tool: string;
  /** Names of the benchmarks that the run has results of. */
  benchmarks: readonly string[];
  /** Settings of the run, one value per key; a key that is absent was not given. */
  conditions: Readonly<Record<string, string>>;
  /** Runs of equal number agree in tool, benchmarks and all conditions but those that number or date an execution. */
  setting?: number;
  /** Runs of equal number are repeats of one experiment (table `experiment`); absent where nobody asked. */
  experiment?: number;
  /** Number of the repeat in its experiment, from 1: runs of equal number are one repeat in several files. */
  repeat?: number;
}

/** One number of one run. Time in seconds, sizes in bytes, rates in bytes or events per second. */
export interface Observation {
  runId: string;
  benchmark: string;
  metric: string;
  better: Better;
  unit: Unit;
  /** `paramsText` of the series: in place / out of place, data type, operation … */
  params: string;
  /** `average`, `min`, `max` … as the reader named it. */
  statistic: string;
  /** Message size, or null where the benchmark has none (barrier, figure of merit). */
  bytes: number | null;
  value: number;
}

/** The two sets of runs that are compared: A the baseline, B the candidate. */
export interface Sides {
  a: readonly Run[];
  b: readonly Run[];
  /** What the user said about which runs belong together. */
  rules?: readonly IdentityRule[];
}

/** What two numbers must share to be compared, except the message size. One object per key: compare by identity. */
export interface PairKey {
  /** Text that is the same for the same key and only for it. */
  id: string;
  tool: string;
  benchmark: string;
  metric: string;
  better: Better;
  unit: Unit;
  params: string;
  statistic: string;
  /** Values of the conditions that are part of the key (`nodes`, `ppn` …); '' = not given. */
  conditions: Readonly<Record<string, string>>;
}

/** The repeats of both sides for one key and one message size. Neither side is empty. */
export interface RepeatPair {
  key: PairKey;
  bytes: number | null;
  a: readonly number[];
  b: readonly number[];
  /** Of experiments that the user takes together: the experiment of each value. Their repeats are nested. */
  sets?: { a: readonly number[]; b: readonly number[] };
}

/** The repeats of a key and size that the other side does not have. */
export interface Unpaired {
  key: PairKey;
  bytes: number | null;
  values: readonly number[];
}
