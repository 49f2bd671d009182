/** A query to begin with. */
export interface Example {
  name: string;
  sql: string;
}

/** Queries that work whatever is loaded: they name no run and no benchmark. */
export const EXAMPLES: readonly Example[] = [
  {
    name: 'Runs',
    sql: `-- Runs with their conditions
SELECT r.id AS run, r.tool, r.status, r.nodes, r.ppn, r.ranks,
  string_agg(c.key || '=' || c.value, ', ' ORDER BY c.key) AS conditions, r.path
FROM run_list r LEFT JOIN effective_condition c ON c.run = r.id
GROUP BY ALL
ORDER BY r.path, run`,
  },
  {
    name: 'Best of each run',
    sql: `-- The best of each rate and time of each run, in the units of the tables (B/s, s)
SELECT s.benchmark, s.metric, m.statistic,
  CASE any_value(s.better) WHEN 'higher' THEN max(m.value) ELSE min(m.value) END AS best, s.unit,
  CASE any_value(s.better) WHEN 'higher' THEN arg_max(m.message_bytes, m.value)
    ELSE arg_min(m.message_bytes, m.value) END AS at_message_bytes,
  r.nodes, r.ppn, s.params, s.run, r.path
FROM measurement m JOIN series s ON s.id = m.series JOIN run_list r ON r.id = s.run
WHERE s.better <> 'none'
GROUP BY ALL
ORDER BY s.benchmark, s.metric, best DESC`,
  },
  {
    name: 'Slowest pairs',
    sql: `-- The slowest pairs of the largest matrix of a test
WITH test AS (
  SELECT m.id, s.unit, s.better FROM matrix m JOIN series s ON s.id = m.series
  WHERE s.better <> 'none' ORDER BY m.ranks DESC, m.id LIMIT 1
)
SELECT p.source, p.destination, p.value, test.unit
FROM pair p JOIN test ON test.id = p.matrix
WHERE p.value IS NOT NULL AND p.source <> p.destination
ORDER BY CASE test.better WHEN 'higher' THEN p.value ELSE -p.value END
LIMIT 100`,
  },
  {
    name: 'Traffic by rank',
    sql: `-- What each rank sent, by run
SELECT s.run, t.source AS rank, count(DISTINCT t.destination) AS partners,
  sum(t.bytes)::BIGINT AS bytes, sum(t.messages)::BIGINT AS messages
FROM traffic t JOIN series s ON s.id = t.series
GROUP BY ALL
ORDER BY bytes DESC NULLS LAST`,
  },
  {
    name: 'MPI calls by time',
    sql: `-- MPI calls of profiles: time of all ranks together
SELECT *,
  round(100 * seconds / sum(seconds) OVER (PARTITION BY run), 1) AS per_cent
FROM (
  SELECT s.run, c.call, sum(c.count)::BIGINT AS calls,
    round(sum(c.seconds), 6) AS seconds
  FROM mpi_call c JOIN series s ON s.id = c.series
  GROUP BY ALL
)
ORDER BY run, seconds DESC NULLS LAST`,
  },
  {
    name: 'Lines not understood',
    sql: `-- What no reader understood, file by file
SELECT f.path, n.line, n.text
FROM source_note n JOIN source f ON f.id = n.source
WHERE n.kind = 'unknown'
ORDER BY f.path, n.line`,
  },
];
