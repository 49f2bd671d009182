import type { EffectiveValue } from '../../conditions/effective';
import type { RunKind } from '../../model/vocabulary';

/** Condition of a run of a test of pairs: the hosts that it ran between. */
export const HOST_PAIR = 'host pair';

/** Formats of which a job writes a file for each of its ranks. */
export const OF_ONE_RANK: ReadonlySet<string> = new Set(['ompi-monitoring']);

/** What many runs have in common; one object for all of them. */
export interface SetUp {
  tool: string;
  kind: RunKind;
  /** What is measured: benchmark and series parameters, a line feed between them. */
  measures: readonly string[];
  /** Conditions that hold, without labels and without those that number or date an execution. */
  conditions: Readonly<Record<string, EffectiveValue>>;
}

/** Words of the file that no rule knows: `key` = the variable, or `heading` and its depth. */
export interface EvidenceWords {
  kind: 'heading' | 'assignment';
  key: string;
  text: string;
}

/** A run as the question of identity needs it. */
export interface IdentityRun {
  id: string;
  /** Path of its file as dropped. */
  path: string;
  /** Format of its file. */
  format: string;
  /** Place in its file, from 0. */
  position: number;
  setUp: SetUp;
  /** Conditions that number or date the execution. */
  execution: Readonly<Record<string, string>>;
  words: readonly EvidenceWords[];
  /** The two hosts of a run between two hosts, the first rank's first; else null. */
  hosts: readonly [string, string] | null;
  /** Message size of all its numbers in bytes where they have one and the same; else null. */
  size: number | null;
  /** The one rank that the file tells of, where a job writes one file for each rank; else null. */
  rank: number | null;
  /** Wall time of the job in seconds as a profile gives it, else null. */
  wall: number | null;
}

/** A label: a condition made of a difference that no rule explains. */
export interface Label {
  key: string;
  value: string;
}

/** A label found among runs: its value of each run, '' = none. */
export interface FoundLabel {
  key: string;
  values: readonly string[];
}

/** What was decided of a run. */
export interface Identified {
  labels: readonly Label[];
  /** Runs of equal number are repeats of one experiment; from 1. */
  experiment: number;
  /** Number of the repeat in its experiment, from 1; files of one job share it. */
  repeat: number;
}
