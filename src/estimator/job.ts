/** What the estimator is asked, and what it answers: plain data that crosses worker boundaries. */

/** After a cut: keep the tables and lose flows, route anew by the same rule, or avoid dead ports hop by hop. */
export type AfterCut = 'stale' | 'reroute' | 'recover';

/** Forwarding tables of the routing `lft`: switch by switch the output port for each destination, 0 = none. */
export type ForwardingTables = Uint8Array | Uint16Array;

/** Where the flows come from. Rank i runs on the host that `placement` gives it (default: host i). */
export type TrafficSpec =
  | {
      readonly kind: 'pattern';
      readonly pattern: string;
      readonly placement?: string;
      readonly ranks?: number;
    }
  | { readonly kind: 'pairs'; readonly text: string; readonly placement?: string }
  | {
      readonly kind: 'matrix';
      readonly text: string;
      readonly ranksPerHost: number;
      readonly placement?: string;
    };

/** Everything that must be known before patterns can be computed. The small languages: docs/estimator.md. */
export interface Job {
  /** A topology specification, or the text of a `fabric1` file. */
  readonly topology: string;
  readonly cut?: { readonly what: string; readonly after: AfterCut };
  readonly tables?: ForwardingTables;
  readonly routing: string;
  readonly traffic: TrafficSpec;
}

/** Measures beyond c (congestion), which is always given. */
export interface Measures {
  /** Capacity-aware shares, times and their means. */
  readonly share?: boolean;
  /** Max-min fair rates (about 15 times the work of c). */
  readonly maxmin?: boolean;
  /** Hashes of all c and all loads, to compare implementations. */
  readonly hash?: boolean;
  /** Sum of loads per directed link. */
  readonly links?: boolean;
  /** Every pair with its figures; for single patterns. */
  readonly pairs?: boolean;
}

/** Sums over the pairs and phases of one pattern number; `result.ts` pools them. */
export interface PatternRow {
  pairs: number;
  phases: number;
  /** Flows without a route; they are in no mean. */
  lost: number;
  /** Sum of loads over links = sum of path lengths. */
  sumLoad: number;
  maxLoad: number;
  sumInvC: number;
  sumPhaseMaxC: number;
  /** Largest load / capacity. */
  maxUtil: number;
  sumShare: number;
  minShare: number;
  sumTime: number;
  timedHosts: number;
  sumPhaseMaxTime: number;
  sumMaxmin: number;
  minMaxmin: number;
  fnvCHigh: number;
  fnvCLow: number;
  fnvLoadHigh: number;
  fnvLoadLow: number;
  bytes: number;
  bytesInside: number;
  pairsInside: number;
  /** Bytes / capacity of the fullest link, and of the fullest host link. */
  bytesTime: number;
  bytesTimeHosts: number;
  weightedShare: number;
  /** Bytes of lost flows, among `bytes`. */
  bytesLost: number;
}

/** Rows of consecutive pattern numbers as one list of numbers: it crosses to another thread without cost. */
export interface RowTable {
  readonly names: readonly (keyof PatternRow)[];
  /** Row by row, in the order of `names`. */
  readonly values: Float64Array;
  readonly count: number;
}

/** Every pair of a pattern, phases one after the other. */
export interface PatternPairs {
  phase: Uint32Array;
  src: Uint32Array;
  dst: Uint32Array;
  /** Congestion; empty for fluid splitting, 0 for lost flows. */
  c: Uint32Array;
  share: Float64Array;
  maxmin: Float64Array;
}

/** The answer for a range of pattern numbers. */
export interface Batch {
  readonly first: number;
  readonly rows: RowTable;
  /** Number of pairs by c, ascending. */
  readonly histogram: { readonly c: Uint32Array; readonly pairs: Float64Array };
  /**
   * Number of pairs by share in 20 bins of 0.05 on 0 … 1 (1 in the last). Empty where shares were not asked for, and where all
   * cables are alike and flows are not split: the share is then 1/c.
   */
  readonly shareBins: Float64Array;
  /** Sum of loads per directed link; empty unless asked. */
  readonly links: Float64Array;
  /** Bytes per directed link of a traffic matrix; empty for other traffic. */
  readonly bytes: Float64Array;
  readonly pairs: PatternPairs;
}

/** The part of the tables that one of several workers makes: the switches number `index` of every `of`. */
export interface TablePart {
  readonly index: number;
  readonly of: number;
}

/** How much work one pattern number is; known before the routing is built. */
export interface Extent {
  readonly hosts: number;
  /** False if one pattern number says all. */
  readonly random: boolean;
  /** Phases of one pattern. */
  readonly phases: number;
}

/** What is known once a job is set up. */
export interface JobSetup extends Extent {
  readonly switches: number;
  readonly edges: number;
  /** Sentences to show with the result. */
  readonly notes: string[];
}

/** The fabric as it was understood: one entry per directed link. */
export interface FabricGraph {
  readonly hosts: number;
  readonly switches: number;
  readonly source: Uint32Array;
  readonly target: Uint32Array;
  readonly sourcePort: Uint16Array;
  readonly capacity: Float64Array;
  readonly alive: Uint8Array;
}
