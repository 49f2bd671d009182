-- The tables, one schema for every format. Units are fixed by the column: seconds, bytes, bytes per second.
-- docs/tables.md explains them; SCHEMA_VERSION in tables.ts counts their changes.

-- One row per file that was read. copy = 1, or the how-manieth file with this very content it is: two repeats of a
-- short test can print the same bytes.
CREATE TABLE source (
  id INTEGER, path VARCHAR, size BIGINT, sha256 VARCHAR, copy INTEGER, format VARCHAR, tool VARCHAR, tool_version VARCHAR, why VARCHAR,
  lines_total BIGINT, lines_understood BIGINT, lines_skipped BIGINT, lines_unknown BIGINT, problems INTEGER
);
-- Lines kept for tracing numbers (chunks of consecutive lines) and the notes of the import report.
CREATE TABLE source_text (source INTEGER, first_line INTEGER, text VARCHAR);
CREATE TABLE source_note (source INTEGER, kind VARCHAR, line INTEGER, text VARCHAR); -- kind: unknown | problem

-- One row per execution. id = first 16 hex digits of the file's sha256 (then ~2, ~3 … for further copies), a colon, the
-- position in the file: the same content has the same id everywhere.
CREATE TABLE run (
  id VARCHAR, source INTEGER, position INTEGER, line INTEGER, kind VARCHAR, status VARCHAR, status_reason VARCHAR, started VARCHAR
);
CREATE TABLE condition (run VARCHAR, key VARCHAR, value VARCHAR, origin VARCHAR);
-- The user's corrections; a run's id belongs to its content, so they survive a new import. NULL value = no such condition.
CREATE TABLE override (run VARCHAR, key VARCHAR, value VARCHAR);

CREATE TABLE series (
  id INTEGER, run VARCHAR, benchmark VARCHAR, metric VARCHAR, better VARCHAR, unit VARCHAR, printed_unit VARCHAR, factor DOUBLE, params VARCHAR
);
CREATE TABLE series_param (series INTEGER, key VARCHAR, value VARCHAR);
-- message_bytes is NULL for tests without a size (barrier, figures of merit). line = the line of the file.
CREATE TABLE measurement (
  series INTEGER, message_bytes BIGINT, statistic VARCHAR, value DOUBLE, printed VARCHAR, line INTEGER
);

-- Dated events (AR switched on, firmware) and system cards, from sidecars or the user.
CREATE TABLE event (day VARCHAR, what VARCHAR, origin VARCHAR);
CREATE TABLE system_card (name VARCHAR, key VARCHAR, value VARCHAR);

-- Hosts and ranks: names stand here and nowhere else.
CREATE TABLE host (id INTEGER, name VARCHAR);
CREATE TABLE rank_map (run VARCHAR, rank INTEGER, host INTEGER, socket INTEGER);

-- Dense pair data: one row per source rank or host, NULL in a list = missing.
CREATE TABLE matrix (
  id INTEGER, series INTEGER, direction VARCHAR, statistic VARCHAR, message_bytes BIGINT, phase INTEGER, concurrency VARCHAR, unit VARCHAR
);
CREATE TABLE matrix_row (matrix INTEGER, source INTEGER, "values" FLOAT[]);
-- Sparse communication.
CREATE TABLE traffic (
  run VARCHAR, source INTEGER, destination INTEGER, call VARCHAR, region VARCHAR, bytes DOUBLE, messages DOUBLE, seconds DOUBLE
);

-- What IPM and mpiP say per call and per rank.
CREATE TABLE mpi_call (
  run VARCHAR, rank INTEGER, region VARCHAR, call VARCHAR, bytes DOUBLE, count DOUBLE, seconds DOUBLE, min_seconds DOUBLE, max_seconds DOUBLE
);
CREATE TABLE rank_profile (run VARCHAR, rank INTEGER, key VARCHAR, value DOUBLE, unit VARCHAR);

-- Fabrics. A port list of up to 65,535 ports per switch; NULL = no route known.
CREATE TABLE fabric_node (fabric INTEGER, id INTEGER, guid VARCHAR, kind VARCHAR, name VARCHAR, ports INTEGER);
CREATE TABLE fabric_link (
  fabric INTEGER, a INTEGER, a_port INTEGER, a_name VARCHAR, b INTEGER, b_port INTEGER, b_name VARCHAR, capacity DOUBLE, state VARCHAR
);
CREATE TABLE forwarding (fabric INTEGER, switch INTEGER, ports USMALLINT[]);

-- The condition that holds for a run and key: the strongest origin wins, the user's word above all.
CREATE VIEW effective_condition AS
WITH said AS (
  SELECT run, key, value, origin,
    list_position(['folder', 'name', 'content', 'sidecar', 'template', 'user'], origin) AS strength
  FROM condition
  UNION ALL
  SELECT run, key, value, 'user', 6 FROM override
)
SELECT run, key, arg_max(value, strength) AS value, arg_max(origin, strength) AS origin
FROM (SELECT run, key, coalesce(value, '') AS value, origin, strength FROM said)
GROUP BY run, key
HAVING arg_max(value, strength) <> '';

-- Runs as a list for queries: the numeric conditions as columns.
CREATE VIEW run_list AS
SELECT run.id, source.path, source.tool, source.tool_version, run.kind, run.status, run.started,
  try_cast(max(c.value) FILTER (c.key = 'nodes') AS INTEGER) AS nodes,
  try_cast(max(c.value) FILTER (c.key = 'ppn') AS INTEGER) AS ppn,
  try_cast(max(c.value) FILTER (c.key = 'ranks') AS INTEGER) AS ranks,
  max(c.value) FILTER (c.key = 'system') AS system
FROM run JOIN source ON source.id = run.source LEFT JOIN effective_condition c ON c.run = run.id
GROUP BY ALL;

-- Pair data cell by cell.
CREATE VIEW pair AS
SELECT matrix, source, unnest(range(len("values"))) AS destination, unnest("values") AS value FROM matrix_row;
