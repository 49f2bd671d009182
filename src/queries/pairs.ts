import type { Better } from '../model/vocabulary';
import { phaseOf, type MatrixLayout } from '../pairs/grid';
import type { Ask } from './catalogue';
import { loadSweeps, type HostPair, type PairMeasure, type SweepNumbers } from './pairSweeps';
import { text, textOrNull, texts } from './sql';

/** Numbers of pairs of ranks, hosts or devices: a test of all pairs, or what an application sent. */
export interface PairSet extends MatrixLayout, PairMeasure {
  /** The same in every session: run, then place in it. */
  id: string;
  /** The run; several where each rank wrote a file of its own and they lie in one folder. */
  runs: readonly string[];
  /** Where its numbers are. */
  from:
    | { table: 'matrix'; id: number }
    | { table: 'traffic'; series: readonly number[]; column: TrafficColumn }
    | FromRuns
    /** The median of each pair over repeats of one test, all of one shape. */
    | { table: 'repeats'; of: readonly PairSet[] };
  axis: 'rank' | 'host' | 'device';
  measuredAt: 'sender' | 'receiver' | null;
  concurrency: 'at once' | 'one at a time' | null;
  /** Host of each index, where the set is put together from runs of pairs of hosts. */
  hosts: readonly string[] | null;
}

/** Runs of pairs of hosts. `bothWays` = each says of both directions at once. */
export interface FromRuns extends Pick<SweepNumbers, 'sweep' | 'series' | 'failed'> {
  table: 'runs';
  bothWays: boolean;
}

/** What of a profile's traffic a matrix shows; `size` is bytes over messages. */
export type TrafficColumn = 'bytes' | 'messages' | 'seconds' | 'size';

const UNITS: Readonly<Record<TrafficColumn, string>> = {
  bytes: 'B',
  messages: 'count',
  seconds: 's',
  size: 'B',
};
/** The column that says which pairs a quantity has. */
const stored = (column: TrafficColumn): string => (column === 'size' ? 'messages' : column);

/** All pair sets of the given runs: matrices in the order of their files, traffic, then runs of pairs of hosts. */
export async function loadPairSets(
  ask: Ask,
  runs: readonly string[],
  signal?: AbortSignal,
): Promise<PairSet[]> {
  const [matrices, traffic, pairRuns] = await Promise.all([
    ask(
      `SELECT m.* REPLACE (o.schedule AS schedule), s.run, s.benchmark, s.metric, s.better, s.unit, s.printed_unit, s.factor, s.params
       FROM matrix m JOIN matrix_schedule o ON o.id = m.id JOIN series s ON s.id = m.series
       WHERE s.run IN (${texts(runs)}) ORDER BY m.id`,
      signal,
    ),
    ask(
      `SELECT list(s.id ORDER BY s.id) AS series, list(s.run ORDER BY s.id) AS runs, s.benchmark, s.params,
         max(t.ranks) AS ranks, bool_or(t.bytes) AS bytes, bool_or(t.messages) AS messages, bool_or(t.seconds) AS seconds
       FROM (
         SELECT series, 1 + max(greatest(source, destination))::INTEGER AS ranks,
           count(bytes) > 0 AS bytes, count(messages) > 0 AS messages, count(seconds) > 0 AS seconds
         FROM traffic GROUP BY series
       ) t JOIN series s ON s.id = t.series JOIN run ON run.id = s.run JOIN source ON source.id = run.source
       LEFT JOIN (SELECT run, count(*) AS known FROM rank_map GROUP BY run) r ON r.run = s.run
       WHERE s.run IN (${texts(runs)})
       GROUP BY s.benchmark, s.params, CASE WHEN r.known = 1 THEN regexp_replace(source.path, '[^/]*$', '') ELSE s.id::VARCHAR END
       ORDER BY min(s.id)`,
      signal,
    ),
    loadSweeps(ask, runs, signal),
  ]);
  const places = new Map<string, number>();
  const id = (run: string) => {
    const place = places.get(run) ?? 0;
    places.set(run, place + 1);
    return `${run}/${place}`;
  };
  return [
    ...matrices.map((m): PairSet => {
      const run = String(m.run);
      return {
        id: id(run),
        runs: [run],
        from: { table: 'matrix', id: Number(m.id) },
        benchmark: String(m.benchmark),
        metric: String(m.metric),
        better: m.better as Better,
        unit: String(m.unit),
        printed: { unit: String(m.printed_unit), factor: Number(m.factor) },
        params: String(m.params),
        statistic: String(m.statistic),
        bytes: m.message_bytes === null ? null : Number(m.message_bytes),
        axis: m.axis as PairSet['axis'],
        layout: m.layout as MatrixLayout['layout'],
        ranks: Number(m.ranks),
        schedule: m.schedule as MatrixLayout['schedule'],
        measuredAt: m.measured_at as PairSet['measuredAt'],
        concurrency: m.concurrency as PairSet['concurrency'],
        hosts: null,
      };
    }),
    ...traffic.flatMap((t) =>
      (['bytes', 'messages', 'seconds', 'size'] as const)
        .filter((column) =>
          column === 'size' ? t.bytes === true && t.messages === true : t[column] === true,
        )
        .map((column): PairSet => {
          const of = (t.runs as unknown[]).map(String);
          return {
            id: id(of[0] ?? ''),
            runs: of,
            from: { table: 'traffic', series: (t.series as unknown[]).map(Number), column },
            benchmark: String(t.benchmark),
            metric: column === 'size' ? 'message size' : column,
            better: 'none',
            unit: UNITS[column],
            printed: { unit: UNITS[column], factor: 1 },
            params: String(t.params),
            statistic: column === 'size' ? 'mean' : 'sum',
            bytes: null,
            axis: 'rank',
            layout: 'source',
            ranks: Number(t.ranks),
            schedule: null,
            measuredAt: null,
            concurrency: null,
            hosts: null,
          };
        }),
    ),
    ...pairRuns.map((numbers) => sweepSet(id(numbers.runs[0] ?? ''), numbers)),
  ];
}

/**
 * Tests that say of both directions of a pair at once: ping-pong, exchange, and collectives in which all hosts do the
 * same. Others run from the first host to the second.
 */
const BOTH_WAYS =
  /latency|ping-?pong|_lat\b|bibw|bi-?directional|all_?(?:reduce|gather|to_?all)|reduce_scatter|barrier|sendrecv|exchange|hypercube/i;

function sweepSet(id: string, numbers: SweepNumbers): PairSet {
  const { sweep, series, failed, hosts } = numbers;
  const { benchmark, metric, better, unit, printed, params, statistic, bytes } = numbers;
  return {
    ...{ id, runs: numbers.runs, benchmark, metric, better, unit, printed, params, statistic, bytes, hosts },
    from: {
      ...{ table: 'runs', sweep, series, failed },
      bothWays: BOTH_WAYS.test(benchmark),
    },
    axis: 'host',
    layout: 'source',
    ranks: hosts.length,
    schedule: null,
    measuredAt: null,
    concurrency: 'one at a time',
  };
}

/** Rows of a matrix over hosts from the runs of its pairs; several runs of one pair give their median. */
function runRowsSql(set: PairSet, { series, bothWays }: FromRuns, range: string): string {
  const list = (of: (each: FromRuns['series'][number]) => number) => `unnest([${series.map(of).join(', ')}])`;
  return `WITH known AS (
    SELECT ${list(({ id }) => id)} AS series, ${list(({ pair: [from] }) => from)} AS source,
      ${list(({ pair: [, to] }) => to)} AS destination
  ), one AS (
    SELECT known.source, known.destination, m.value
    FROM known JOIN measurement_number m ON m.series = known.series
    WHERE m.statistic = ${text(set.statistic)} AND m.message_bytes IS NOT DISTINCT FROM ${set.bytes ?? 'NULL'}
  ), cells AS (
    SELECT source, destination, value FROM one
    ${bothWays ? 'UNION ALL SELECT destination, source, value FROM one' : ''}
  ), medians AS (SELECT source, destination, median(value)::FLOAT AS value FROM cells GROUP BY ALL)
  SELECT "row", list(value ORDER BY destination) AS "values" FROM (
    SELECT s."row", d.destination, medians.value
    FROM (SELECT unnest(range(${set.ranks}))::INTEGER AS "row") s
    CROSS JOIN (SELECT unnest(range(${set.ranks}))::INTEGER AS destination) d
    LEFT JOIN medians ON medians.source = s."row" AND medians.destination = d.destination
    WHERE ${range}
  ) GROUP BY "row" ORDER BY "row"`;
}

/** Cells that one question brings where they are put together from sparse ones: 16 MiB of floats. */
const CELLS_AT_ONCE = 4 * 1024 * 1024;

/**
 * SQL for the rows of a set for the matrix worker, which takes the cells of a matrix as they are stored (column `cells`):
 * making lists of them takes many times as long as reading them. Of other sets it is that of `rowsSql`.
 */
export function cellsSql(set: PairSet, calls: readonly string[] | null): Iterable<string> {
  const { from } = set;
  if (from.table !== 'matrix') return rowsSql(set, calls);
  // Unordered: the engine would copy all cells to sort a few numbers, which takes longer than the rest.
  return [`SELECT "row", cells FROM matrix_row WHERE matrix = ${from.id}`];
}

/**
 * Hands out SQL for the rows of a set (columns `row`, `values`), which may come in any order: one question for a matrix,
 * else one for a few megabytes at a time. Of traffic, a pair of which nothing is said sent nothing, and its
 * messages have no size; a sender that the files do not cover has no row. `calls` limits traffic to
 * some calls.
 */
export function* rowsSql(set: PairSet, calls: readonly string[] | null): Generator<string> {
  const { from, ranks } = set;
  if (from.table === 'repeats') {
    yield* medianRowsSql(from.of, calls);
    return;
  }
  if (from.table === 'matrix') {
    yield `SELECT "row", floats(cells) AS "values" FROM matrix_row WHERE matrix = ${from.id}`;
    return;
  }
  const step = Math.max(1, Math.floor(CELLS_AT_ONCE / Math.max(1, ranks)));
  for (let first = 0; first < ranks; first += step) {
    const range = (column: string) => `${column} >= ${first} AND ${column} < ${first + step}`;
    yield from.table === 'traffic'
      ? trafficRowsSql(set, from, calls, range)
      : runRowsSql(set, from, range('s."row"'));
  }
}

/** Rows of the medians of sets of one shape, whose rows come in as many questions each. */
function* medianRowsSql(sets: readonly PairSet[], calls: readonly string[] | null): Generator<string> {
  const all = sets.map((set) => [...rowsSql(set, calls)]);
  for (let i = 0; i < (all[0]?.length ?? 0); i++)
    yield `SELECT "row", list(value ORDER BY place) AS "values" FROM (
      SELECT "row", place, median(value) FILTER (NOT isnan(value)) AS value FROM (
        SELECT "row", unnest(range(len("values")))::INTEGER AS place, unnest("values") AS value FROM (
          ${all.map((of) => `(${of[i] ?? ''})`).join('\n          UNION ALL ')}
        )
      ) GROUP BY ALL
    ) GROUP BY "row" ORDER BY "row"`;
}

/** Rows of a communication matrix from what ranks sent each other. */
function trafficRowsSql(
  { runs, ranks }: PairSet,
  { series, column }: Extract<PairSet['from'], { table: 'traffic' }>,
  calls: readonly string[] | null,
  range: (column: string) => string,
): string {
  return `SELECT source AS "row", list(sent ORDER BY destination) AS "values" FROM (
    SELECT s.source, d.destination, ${column === 'size' ? 't.sent' : 'coalesce(t.sent, 0)'}::FLOAT AS sent
    FROM (
      SELECT DISTINCT rank AS source FROM rank_map WHERE run IN (${texts(runs)}) AND ${range('rank')} AND rank < ${ranks}
    ) s
    CROSS JOIN (SELECT unnest(range(${ranks}))::INTEGER AS destination) d
    LEFT JOIN (
      SELECT source, destination, ${column === 'size' ? 'sum(bytes) / nullif(sum(messages), 0)' : `sum(${column})`} AS sent FROM traffic
      WHERE series IN (${series.join(', ')}) AND ${range('source')}${calls ? ` AND call IN (${texts(calls)})` : ''}
      GROUP BY ALL
    ) t ON t.source = s.source AND t.destination = d.destination
  ) GROUP BY source ORDER BY source`;
}

/** Host and socket of each rank of a run, by rank; empty where neither the run nor a host list says. */
export async function loadRanks(
  ask: Ask,
  run: string,
  signal?: AbortSignal,
): Promise<{ rank: number; host: string | null; socket: number | null }[]> {
  const rows = await ask(
    `SELECT r.rank, h.name, r.socket FROM rank_place r LEFT JOIN host h ON h.id = r.host WHERE r.run = ${text(run)} ORDER BY r.rank`,
    signal,
  );
  return rows.map((r) => ({
    rank: Number(r.rank),
    host: textOrNull(r.name),
    socket: r.socket === null ? null : Number(r.socket),
  }));
}

/** Names of the calls that a profile's traffic is known by, the one that sent most first; empty where none is named. */
export async function loadCalls(
  ask: Ask,
  { from }: Pick<PairSet, 'from'>,
  signal?: AbortSignal,
): Promise<string[]> {
  if (from.table !== 'traffic') return [];
  const rows = await ask(
    `SELECT call FROM traffic WHERE series IN (${from.series.join(', ')}) AND call IS NOT NULL
     GROUP BY call ORDER BY sum(${stored(from.column)}) DESC, call`,
    signal,
  );
  return rows.map((r) => String(r.call));
}

/** Where the number of a pair stands: file, line of it, and its value as it is stored. */
export interface PairPlace {
  run: string;
  source: number;
  line: number;
}

/** Lines that the value of a pair came from, in the order of files and lines, at most `most`. */
export async function pairPlaces(
  ask: Ask,
  set: PairSet,
  sender: number,
  receiver: number,
  most: number,
): Promise<PairPlace[]> {
  const rows = await ask(
    `SELECT * FROM (${placesSql(set, sender, receiver)}) ORDER BY source, line LIMIT ${Math.trunc(most)}`,
  );
  return rows
    .filter((r) => r.line !== null)
    .map((r) => ({ run: String(r.run), source: Number(r.source), line: Number(r.line) }));
}

function placesSql(set: PairSet, sender: number, receiver: number): string {
  const { from } = set;
  switch (from.table) {
    case 'repeats':
      return from.of.map((each) => `(${placesSql(each, sender, receiver)})`).join(' UNION ALL ');
    case 'matrix': {
      const [at, among] = placeIn(set, sender, receiver);
      return `SELECT s.run, run.source, coalesce(r.lines[${among + 1}], r.line) AS line
        FROM matrix_row r JOIN matrix m ON m.id = r.matrix JOIN series s ON s.id = m.series JOIN run ON run.id = s.run
        WHERE r.matrix = ${from.id} AND r."row" = ${at}`;
    }
    case 'traffic':
      return `SELECT DISTINCT s.run, run.source, t.line
        FROM traffic t JOIN series s ON s.id = t.series JOIN run ON run.id = s.run
        WHERE t.series IN (${from.series.join(', ')}) AND t.source = ${sender} AND t.destination = ${receiver}
          AND t.${stored(from.column)} IS NOT NULL`;
    case 'runs': {
      const is = (of: HostPair, from: number, to: number) => of[0] === from && of[1] === to;
      const of = from.series.filter(
        ({ pair }) => is(pair, sender, receiver) || (from.bothWays && is(pair, receiver, sender)),
      );
      return `SELECT DISTINCT s.run, run.source, m.line
        FROM measurement m JOIN series s ON s.id = m.series JOIN run ON run.id = s.run
        WHERE s.id IN (${['NULL', ...of.map(({ id }) => id)].join(', ')}) AND m.statistic = ${text(set.statistic)}
          AND m.message_bytes IS NOT DISTINCT FROM ${set.bytes ?? 'NULL'}`;
    }
  }
}

/** Row of a set as it is stored, and place in the row, of a pair. */
function placeIn({ layout, ranks, schedule }: PairSet, sender: number, receiver: number): [number, number] {
  if (layout === 'source') return [sender, receiver];
  if (layout === 'destination') return [receiver, sender];
  const half = Math.floor(ranks / 2);
  const shape = { ranks, receivers: half, firstReceiver: half };
  return [phaseOf(shape, schedule, sender, receiver) ?? 0, sender];
}
