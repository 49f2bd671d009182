import type { Better } from '../model/vocabulary';
import type { Layout } from '../pairs/grid';
import type { Ask } from './catalogue';
import { text, textOrNull, texts } from './sql';

/** Numbers of pairs of ranks, hosts or devices: a test of all pairs, or what an application sent. */
export interface PairSet extends Layout {
  /** The same in every session: run, then place in it. */
  id: string;
  /** The run; several where each rank wrote a file of its own and they lie in one folder. */
  runs: readonly string[];
  /** Where its numbers are. */
  from:
    { table: 'matrix'; id: number } | { table: 'traffic'; series: readonly number[]; column: TrafficColumn };
  benchmark: string;
  metric: string;
  better: Better;
  unit: string;
  /** As the tool prints it: stored value = printed number × factor. */
  printed: { unit: string; factor: number };
  /** Series parameters as one text. */
  params: string;
  statistic: string;
  /** Message size in bytes, or null. */
  bytes: number | null;
  axis: 'rank' | 'host' | 'device';
  measuredAt: 'sender' | 'receiver' | null;
  concurrency: 'at once' | 'one at a time' | null;
}

/** What of a profile's traffic a matrix shows. */
export type TrafficColumn = 'bytes' | 'messages' | 'seconds';

const UNITS: Readonly<Record<TrafficColumn, string>> = { bytes: 'B', messages: 'count', seconds: 's' };

/** All pair sets of the given runs: matrices in the order of their files, then traffic. */
export async function loadPairSets(
  ask: Ask,
  runs: readonly string[],
  signal?: AbortSignal,
): Promise<PairSet[]> {
  const [matrices, traffic] = await Promise.all([
    ask(
      `SELECT m.*, s.run, s.benchmark, s.metric, s.better, s.unit, s.printed_unit, s.factor, s.params
       FROM matrix m JOIN series s ON s.id = m.series WHERE s.run IN (${texts(runs)}) ORDER BY m.id`,
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
        layout: m.layout as Layout['layout'],
        ranks: Number(m.ranks),
        schedule: m.schedule as Layout['schedule'],
        measuredAt: m.measured_at as PairSet['measuredAt'],
        concurrency: m.concurrency as PairSet['concurrency'],
      };
    }),
    ...traffic.flatMap((t) =>
      (['bytes', 'messages', 'seconds'] as const)
        .filter((column) => t[column] === true)
        .map((column): PairSet => {
          const of = (t.runs as unknown[]).map(String);
          return {
            id: id(of[0] ?? ''),
            runs: of,
            from: { table: 'traffic', series: (t.series as unknown[]).map(Number), column },
            benchmark: String(t.benchmark),
            metric: column,
            better: 'none',
            unit: UNITS[column],
            printed: { unit: UNITS[column], factor: 1 },
            params: String(t.params),
            statistic: 'sum',
            bytes: null,
            axis: 'rank',
            layout: 'source',
            ranks: Number(t.ranks),
            schedule: null,
            measuredAt: null,
            concurrency: null,
          };
        }),
    ),
  ];
}

/** Cells that one question brings: 16 MiB of floats. */
const CELLS_AT_ONCE = 4 * 1024 * 1024;

/**
 * Hands out SQL for the rows of a set (columns `row`, `values`), a few megabytes at a time, in order. Of traffic, a pair
 * of which nothing is said sent nothing; a sender that the files do not cover has no row. `calls` limits traffic to
 * some calls.
 */
export function* rowsSql(
  { from, runs, layout, ranks }: PairSet,
  calls: readonly string[] | null,
): Generator<string> {
  const rows = layout === 'shift' ? Math.floor(ranks / 2) : ranks;
  const step = Math.max(1, Math.floor(CELLS_AT_ONCE / Math.max(1, rows)));
  for (let first = 0; first < rows; first += step) {
    const range = (column: string) => `${column} >= ${first} AND ${column} < ${first + step}`;
    yield from.table === 'matrix'
      ? `SELECT "row", "values" FROM matrix_row WHERE matrix = ${from.id} AND ${range('"row"')} ORDER BY "row"`
      : `SELECT source AS "row", list(sent ORDER BY destination) AS "values" FROM (
           SELECT s.source, d.destination, coalesce(t.sent, 0)::FLOAT AS sent
           FROM (
             SELECT DISTINCT rank AS source FROM rank_map WHERE run IN (${texts(runs)}) AND ${range('rank')} AND rank < ${ranks}
           ) s
           CROSS JOIN (SELECT unnest(range(${ranks}))::INTEGER AS destination) d
           LEFT JOIN (
             SELECT source, destination, sum(${from.column}) AS sent FROM traffic
             WHERE series IN (${from.series.join(', ')}) AND ${range('source')}${calls ? ` AND call IN (${texts(calls)})` : ''}
             GROUP BY ALL
           ) t ON t.source = s.source AND t.destination = d.destination
         ) GROUP BY source ORDER BY source`;
  }
}

/** Host and socket of each rank of a run, by rank; empty where the run does not say. */
export async function loadRanks(
  ask: Ask,
  run: string,
  signal?: AbortSignal,
): Promise<{ rank: number; host: string | null; socket: number | null }[]> {
  const rows = await ask(
    `SELECT r.rank, h.name, r.socket FROM rank_map r LEFT JOIN host h ON h.id = r.host WHERE r.run = ${text(run)} ORDER BY r.rank`,
    signal,
  );
  return rows.map((r) => ({
    rank: Number(r.rank),
    host: textOrNull(r.name),
    socket: r.socket === null ? null : Number(r.socket),
  }));
}
