import { CONTENT_KEY } from '../formats/log/conditions';
import type { Ask } from './catalogue';
import { text, texts, textOrNull } from './sql';

/** A profile of a program in a run. */
export interface ProfileEntry {
  run: string;
  /** Series of its figures of ranks and of its calls. */
  series: number;
  program: string;
  /** The tool that made it: `IPM`, `mpiP`. */
  tool: string;
}

/** Figures of the ranks of a profile, all arrays in ascending rank; NaN where the file does not say. */
export interface ProfileRanks {
  rank: Int32Array;
  /** Seconds: wall time, MPI time as the tool gives it, and the sum over all calls. */
  wall: Float64Array;
  mpi: Float64Array;
  inCalls: Float64Array;
  /** Peak memory, bytes. */
  memory: Float64Array;
  /** MPI calls made. */
  calls: Float64Array;
  /** Line of the file on which its wall time stands, 0 where none does. */
  line: Int32Array;
  hosts: readonly (string | null)[];
}

/** One MPI call over all ranks. Times in seconds. */
export interface CallTotals {
  call: string;
  /** Ranks that called it. */
  ranks: number;
  count: number;
  seconds: number;
  /** Least and most of the sums of single ranks, among those that called it. */
  least: number;
  most: number;
  /** Σ size × count; null where the file has no sizes. */
  bytes: number | null;
}

/** One call with one message size, over all ranks. */
export interface CallSize {
  call: string;
  bytes: number;
  count: number;
  seconds: number;
  /** Shortest and longest single call; null where the file does not say. */
  shortest: number | null;
  longest: number | null;
}

/** One region of the program, as the file names it. */
export interface RegionTotals {
  region: string;
  /** Ranks that called MPI in it, their calls and the seconds in them. */
  ranks: number;
  count: number;
  seconds: number;
  /** Σ size × count; null where the file has no sizes. */
  bytes: number | null;
  /** Of the wall times printed for it: sum, least and most over ranks; null where none is. */
  wall: { sum: number; least: number; most: number; ranks: number } | null;
}

/** Seconds in one call of each rank that made it; ranks ascend. */
export interface CallRanks {
  call: string;
  rank: Int32Array;
  seconds: Float64Array;
}

/** Profiles among runs, in the order of their files. */
export async function loadProfiles(
  ask: Ask,
  runs: readonly string[],
  signal?: AbortSignal,
): Promise<ProfileEntry[]> {
  const rows = await ask(
    `SELECT s.id, s.run, coalesce(c.value, s.benchmark) AS program, coalesce(run.tool, source.tool) AS tool
     FROM series s JOIN run ON run.id = s.run JOIN source ON source.id = run.source LEFT JOIN effective_condition c ON c.run = s.run AND c.key = ${text(CONTENT_KEY.program)}
     WHERE s.metric = 'profile' AND s.run IN (${texts(runs)})
       AND (s.id IN (SELECT series FROM rank_profile) OR s.id IN (SELECT series FROM mpi_call)) ORDER BY s.id`,
    signal,
  );
  return rows.map((r) => ({
    run: String(r.run),
    series: Number(r.id),
    program: String(r.program),
    tool: String(r.tool),
  }));
}

/** How many ranks and nodes the run of a profile had, by the conditions that hold for it. */
export async function loadProfileRun(
  ask: Ask,
  { run }: ProfileEntry,
  signal?: AbortSignal,
): Promise<{ ranks: number | null; nodes: number | null }> {
  const [row] = await ask(`SELECT ranks, nodes FROM run_list WHERE id = ${text(run)}`, signal);
  return { ranks: numberOrNull(row?.ranks ?? null), nodes: numberOrNull(row?.nodes ?? null) };
}

/** SQL for figures of ranks, a row per rank. */
export function rankFiguresSql({ run, series }: ProfileEntry): string {
  const figure = (key: string, unit: string) =>
    `max(value) FILTER (key = ${text(key)} AND unit = ${text(unit)})`;
  return `SELECT rank, said.wall, coalesce(said.mpi, called.seconds) AS mpi, called.seconds AS in_calls, said.memory, called.calls,
    said.line, h.name AS host
  FROM (
    SELECT rank, ${figure('wall time', 's')} AS wall, ${figure('MPI time', 's')} AS mpi, ${figure('memory', 'B')} AS memory,
      min(line) FILTER (key = 'wall time') AS line
    FROM rank_profile WHERE series = ${series} GROUP BY rank
  ) said FULL JOIN (
    SELECT rank, sum(seconds) AS seconds, sum(count) AS calls FROM mpi_call WHERE series = ${series} GROUP BY rank
  ) called USING (rank)
  LEFT JOIN (SELECT rank, any_value(host) AS host FROM rank_place WHERE run = ${text(run)} GROUP BY rank) p USING (rank)
  LEFT JOIN host h ON h.id = p.host`;
}

/** Figures of all ranks of a profile. */
export async function loadRankFigures(
  ask: Ask,
  profile: ProfileEntry,
  signal?: AbortSignal,
): Promise<ProfileRanks> {
  // Rows, not lists: the front of the engine gives way to the page between rows.
  const rows = await ask(`${rankFiguresSql(profile)} ORDER BY rank`, signal);
  const figure = (column: string) => Float64Array.from(rows, (r) => number(r[column]));
  return {
    rank: Int32Array.from(rows, (r) => Number(r.rank)),
    wall: figure('wall'),
    mpi: figure('mpi'),
    inCalls: figure('in_calls'),
    memory: figure('memory'),
    calls: figure('calls'),
    line: Int32Array.from(rows, (r) => (r.line === null ? 0 : Number(r.line))),
    hosts: rows.map((r) => textOrNull(r.host)),
  };
}

/** A number of a result, or NaN. */
const number = (value: unknown): number =>
  value === null || value === undefined ? Number.NaN : Number(value);
const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value));

/** Calls of a profile, in one region or in all. */
function callsOf({ series }: ProfileEntry, region: string | null): string {
  return `mpi_call WHERE series = ${series}${region === null ? '' : ` AND region = ${text(region)}`}`;
}

/** SQL for the call table, the call with most time first. */
export function callsSql(profile: ProfileEntry, region: string | null): string {
  return `SELECT call, count(*) AS ranks, sum(count) AS count, sum(seconds) AS seconds, min(seconds) AS least, max(seconds) AS most,
    sum(bytes) AS bytes
  FROM (
    SELECT call, rank, sum(count) AS count, sum(seconds) AS seconds, sum(bytes * count) AS bytes
    FROM ${callsOf(profile, region)} GROUP BY call, rank
  ) GROUP BY call ORDER BY sum(seconds) DESC, call`;
}

/** The call table of a profile, in one region or in all. */
export async function loadCallTotals(
  ask: Ask,
  profile: ProfileEntry,
  region: string | null,
  signal?: AbortSignal,
): Promise<CallTotals[]> {
  const rows = await ask(callsSql(profile, region), signal);
  return rows.map((r) => ({
    call: String(r.call),
    ranks: Number(r.ranks),
    count: Number(r.count),
    seconds: Number(r.seconds),
    least: Number(r.least),
    most: Number(r.most),
    bytes: numberOrNull(r.bytes),
  }));
}

/** SQL for calls by message size. */
export function sizesSql(profile: ProfileEntry, region: string | null): string {
  return `SELECT call, bytes, sum(count) AS count, sum(seconds) AS seconds, min(min_seconds) AS shortest, max(max_seconds) AS longest
  FROM ${callsOf(profile, region)} AND bytes IS NOT NULL GROUP BY call, bytes ORDER BY call, bytes`;
}

/** Calls of a profile by message size, in one region or in all; empty where the file has no sizes. */
export async function loadCallSizes(
  ask: Ask,
  profile: ProfileEntry,
  region: string | null,
  signal?: AbortSignal,
): Promise<CallSize[]> {
  const rows = await ask(sizesSql(profile, region), signal);
  return rows.map((r) => ({
    call: String(r.call),
    bytes: Number(r.bytes),
    count: Number(r.count),
    seconds: Number(r.seconds),
    shortest: numberOrNull(r.shortest),
    longest: numberOrNull(r.longest),
  }));
}

/** Seconds of each rank in some calls, over all regions. */
export async function loadCallRanks(
  ask: Ask,
  { series }: ProfileEntry,
  calls: readonly string[],
  signal?: AbortSignal,
): Promise<CallRanks[]> {
  const made: CallRanks[] = [];
  // One question for each call: its name need not come with every row.
  for (const call of calls) {
    const rows = await ask(
      `SELECT rank, sum(seconds) AS seconds FROM mpi_call WHERE series = ${series} AND call = ${text(call)} GROUP BY rank ORDER BY rank`,
      signal,
    );
    made.push({
      call,
      rank: Int32Array.from(rows, (r) => Number(r.rank)),
      seconds: Float64Array.from(rows, (r) => number(r.seconds)),
    });
  }
  return made;
}

/** Regions of a profile, those with most MPI time first. */
export async function loadRegions(
  ask: Ask,
  { run, series }: ProfileEntry,
  signal?: AbortSignal,
): Promise<RegionTotals[]> {
  const rows = await ask(
    `SELECT coalesce(called.region, timed.region) AS region, coalesce(called.ranks, 0) AS ranks, coalesce(called.count, 0) AS count,
       coalesce(called.seconds, 0) AS seconds, called.bytes, timed.wall, timed.least, timed.most, timed.timed
     FROM (
       SELECT region, count(DISTINCT rank) AS ranks, sum(count) AS count, sum(seconds) AS seconds, sum(bytes * count) AS bytes
       FROM mpi_call WHERE series = ${series} AND region IS NOT NULL GROUP BY region
     ) called FULL JOIN (
       SELECT p.value AS region, sum(t.value) AS wall, min(t.value) AS least, max(t.value) AS most, count(*) AS timed
       FROM series s JOIN series_param p ON p.series = s.id AND p.key = 'region' JOIN rank_profile t ON t.series = s.id
       WHERE s.run = ${text(run)} AND s.metric = 'region' AND t.key = 'region wall time' GROUP BY p.value
     ) timed ON timed.region = called.region
     ORDER BY 4 DESC, 1`,
    signal,
  );
  return rows.map((r) => ({
    region: String(r.region),
    ranks: Number(r.ranks),
    count: Number(r.count),
    seconds: Number(r.seconds),
    bytes: numberOrNull(r.bytes),
    wall:
      r.wall === null
        ? null
        : { sum: Number(r.wall), least: Number(r.least), most: Number(r.most), ranks: Number(r.timed) },
  }));
}

/** Calls of one rank, over all regions, the one with most time first; `line` = the first line of each. */
export async function loadRankCalls(
  ask: Ask,
  { series }: ProfileEntry,
  rank: number,
  signal?: AbortSignal,
): Promise<{ call: string; count: number; seconds: number; line: number }[]> {
  const rows = await ask(
    `SELECT call, sum(count) AS count, sum(seconds) AS seconds, min(line) AS line FROM mpi_call
     WHERE series = ${series} AND rank = ${Math.trunc(rank)} GROUP BY call ORDER BY sum(seconds) DESC, call`,
    signal,
  );
  return rows.map((r) => ({
    call: String(r.call),
    count: Number(r.count),
    seconds: Number(r.seconds),
    line: Number(r.line),
  }));
}
