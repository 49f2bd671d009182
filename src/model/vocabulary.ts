/**
 * The words that every layer shares. Units are fixed by the column of the store: times in seconds, sizes in
 * bytes, rates in bytes per second; what a file printed is kept beside the value.
 */

/** How a run came to be. A published or simulated number is never shown as measured. */
export type RunKind = 'measured' | 'simulated' | 'published';

/** What became of a run. A failed, hung or cut run is a run with that status, never left out. */
export type RunStatus = 'complete' | 'partial' | 'failed' | 'hung';

/** The direction in which a metric improves; `none` where neither is better (iterations, overlap with no goal). */
export type Better = 'higher' | 'lower' | 'none';

/** Unit of a stored value. `ratio` is a plain fraction (1 = 100 %); other texts are units of figures of merit. */
export type Unit = 's' | 'B/s' | '1/s' | 'ratio' | 'count' | (string & {});

/**
 * Where a condition was found, weakest first. A later origin wins over an earlier one for the same key;
 * within one origin the last word wins. `label` = a difference of names or headings that no rule explains;
 * `banner` = a heading in the file; `environment` = settings in force (export, printed settings, job header);
 * `launch` = the launcher's options and the assignments on its line; `content` = the tool's own words.
 */
export const ORIGINS = [
  'label',
  'folder',
  'name',
  'banner',
  'environment',
  'launch',
  'content',
  'sidecar',
  'template',
  'user',
] as const;
export type Origin = (typeof ORIGINS)[number];

/** A named setting of a run: AR, SHARP, nodes, ppn, ranks, system, repeat, node set, MPI … */
export interface Condition {
  key: string;
  value: string;
  origin: Origin;
  /** Line of the file it stands on (1 = first); absent where it is of no line (names, sidecars, corrections). */
  line?: number | null;
}

/**
 * Raw words of a file that may tell experiments apart but are no condition yet: a section heading, or an assignment to
 * a variable that no rule knows. `compare/identity` makes labels of those that differ between runs.
 */
export interface Evidence {
  kind: 'heading' | 'assignment';
  /** Depth of a heading (`1` = outermost), name of a variable. */
  key: string;
  text: string;
  /** Line of the file (1 = first). */
  line: number;
}

/**
 * Keys with a meaning to the program. Any other name can be a condition too. Requested and effective are two
 * keys: SHARP asked for is not SHARP used. Values of switches are `on` and `off`.
 */
export const KEY = {
  nodes: 'nodes',
  ppn: 'ppn',
  ranks: 'ranks',
  system: 'system',
  repeat: 'repeat',
  nodeSet: 'node set',
  ar: 'AR',
  sharp: 'SHARP',
  sharpRequested: 'SHARP requested',
  sharpEffective: 'SHARP effective',
  mpi: 'MPI',
  transport: 'transport',
  job: 'job',
  /** Which way the receivers of a rotate test move: `forward` or `backward`. Decides how the test is read. */
  rotation: 'rotation',
  /** Comes with a benchmark (osu_mbw_mr) and says nothing of the set-up. */
  pairs: 'pairs',
} as const;

/** Keys whose values are whole numbers and can be an x axis. */
export const NUMERIC_KEYS: readonly string[] = [KEY.nodes, KEY.ppn, KEY.ranks, KEY.repeat];

/** Keys that only number or date an execution (repeat, job, date), as a pattern for JavaScript and SQL, any case. */
export const EXECUTION_KEYS =
  '^(repeat|repetition|run|trial|attempt|iteration|date|time|started|seed|pid|((slurm|pbs|lsf) )?job([ _-]?id)?)$';

/** What tells two series of one benchmark apart, beyond the conditions of the run: `{placement: 'in place'}`. */
export type SeriesParams = Readonly<Record<string, string>>;

/**
 * One text for a set of series parameters, the same for the same set whatever the order of keys:
 * `datatype=float;placement=in place`. Empty set: empty text.
 */
export function paramsText(params: SeriesParams): string {
  return Object.keys(params)
    .sort()
    .map((key) => `${key}=${params[key] ?? ''}`)
    .join(';');
}
