-- The tables, one schema for every format. Units are fixed by the column: seconds, bytes, bytes per second.
-- docs/tables.md explains them; SCHEMA_VERSION in tables.ts counts their changes.

-- One row per file that was read. copy = 1, or the how-manieth file with this very content it is: two repeats of a
-- short test can print the same bytes.
CREATE TABLE source (
  id INTEGER, path VARCHAR, size BIGINT, sha256 VARCHAR, copy INTEGER, format VARCHAR, tool VARCHAR, tool_version VARCHAR, why VARCHAR,
  lines_total BIGINT, lines_understood BIGINT, lines_skipped BIGINT, lines_unknown BIGINT, problems INTEGER,
  cells BIGINT
);
-- Lines kept for tracing numbers (chunks of consecutive lines) and the notes of the import report.
CREATE TABLE source_text (source INTEGER, first_line INTEGER, text VARCHAR);
CREATE TABLE source_note (source INTEGER, kind VARCHAR, line INTEGER, text VARCHAR); -- kind: unknown | problem | sender

-- One row per execution. id = first 16 hex digits of the file's sha256 (then ~2, ~3 … for further copies), a colon, the
-- position in the file: the same content has the same id everywhere. tool and tool_version in a file of several tools; NULL =
-- those of the file.
CREATE TABLE run (
  id VARCHAR, source INTEGER, position INTEGER, line INTEGER, kind VARCHAR, status VARCHAR, status_reason VARCHAR, started VARCHAR,
  tool VARCHAR, tool_version VARCHAR
);
-- line = where it stands in the run's file, NULL for names, sidecars, templates and labels.
CREATE TABLE condition (run VARCHAR, key VARCHAR, value VARCHAR, origin VARCHAR, line INTEGER);
-- Words of the file that may tell runs apart and that no rule knows. kind: heading (key = depth), assignment (key = variable).
CREATE TABLE evidence (run VARCHAR, kind VARCHAR, key VARCHAR, text VARCHAR, line INTEGER);
-- Which runs are repeats of one experiment, as compare/identity decides over all that is loaded: found anew after each
-- change. repeat counts from 1 in each experiment.
CREATE TABLE experiment (run VARCHAR, id INTEGER, repeat INTEGER);
-- The user's corrections; a run's id belongs to its content, so they survive a new import. NULL value = no such condition.
CREATE TABLE override (run VARCHAR, key VARCHAR, value VARCHAR);

CREATE TABLE series (
  id INTEGER, run VARCHAR, benchmark VARCHAR, metric VARCHAR, better VARCHAR, unit VARCHAR, printed_unit VARCHAR, factor DOUBLE, params VARCHAR
);
CREATE TABLE series_param (series INTEGER, key VARCHAR, value VARCHAR);
-- Numbers, in two tables of which the view measurement makes one: with the text that was printed, and (of large tables)
-- those whose text follows from the value, value / series.factor with so many decimals. statistic of the latter = place in
-- series_statistic. message_bytes is NULL for tests without a size (barrier, figures of merit). line = the line of the file.
CREATE TABLE measurement_text (
  series INTEGER, message_bytes BIGINT, statistic VARCHAR, value DOUBLE, printed VARCHAR, line INTEGER
);
CREATE TABLE measurement_plain (
  series INTEGER, message_bytes BIGINT, statistic UTINYINT, value DOUBLE, decimals UTINYINT, line INTEGER
);
CREATE TABLE series_statistic (series INTEGER, place UTINYINT, statistic VARCHAR);

-- Dated events (AR switched on, firmware) and system cards, from sidecars or the user.
CREATE TABLE event (day VARCHAR, what VARCHAR, origin VARCHAR);
CREATE TABLE system_card (name VARCHAR, key VARCHAR, value VARCHAR);

-- Hosts and ranks: names stand here and nowhere else. The same name has an id per file. A rank of a matrix over hosts or
-- devices is the index of the host or device.
CREATE TABLE host (source INTEGER, id INTEGER, name VARCHAR);
CREATE TABLE rank_map (run VARCHAR, rank INTEGER, host INTEGER, socket INTEGER);
-- Hosts of ranks by the word of another file (a host list) or of a sidecar about this file, and the runs that they hold for:
-- those that name no hosts of their own.
CREATE TABLE host_list (source INTEGER, rank INTEGER, host INTEGER, socket INTEGER);
CREATE TABLE run_hosts (run VARCHAR, source INTEGER);

-- Pair data. axis = what the indexes count (rank, host, device), ranks = how many of them there are.
-- layout = what one row of matrix_row is: source (a sender, list over receivers), destination (a receiver, list over
-- senders), shift (a phase, list over senders).
-- concurrency: all pairs of a phase at once, or one pair at a time; NULL = not known. schedule = which cells make a
-- phase: shift (receiver - sender) mod ranks; half forward, half backward: from the lower half to the upper half,
-- receiver = ranks/2 + (sender + phase, or sender - phase) mod ranks/2; NULL = no phases known.
CREATE TABLE matrix (
  id INTEGER, series INTEGER, axis VARCHAR, layout VARCHAR, ranks INTEGER, measured_at VARCHAR, statistic VARCHAR,
  message_bytes BIGINT, concurrency VARCHAR, schedule VARCHAR
);
-- cells = the values of the row one after the other, four bytes each (IEEE 754, the low byte first), NaN = missing: the
-- engine reads bytes in half the time of a list. line = the line of the row, or lines = the line of each cell.
CREATE TABLE matrix_row (matrix INTEGER, "row" INTEGER, cells BLOB, line INTEGER, lines INTEGER[]);
-- Such bytes as a list of FLOAT. The engine makes a number of four bytes whose high byte is the first.
CREATE MACRO floats(cells) AS list_transform(
  [unhex(regexp_replace(hex(cells), '(..)(..)(..)(..)', '\4\3\2\1', 'g'))],
  lambda turned: list_transform(range(octet_length(turned) // 4), lambda i: turned[4 * i + 1:4 * i + 4]::BIT::FLOAT)
)[1];
-- Sparse communication: what one rank sent another.
CREATE TABLE traffic (
  series INTEGER, source INTEGER, destination INTEGER, call VARCHAR, region VARCHAR, bytes DOUBLE, messages DOUBLE, seconds DOUBLE, line INTEGER
);

-- What IPM and mpiP say per call and per rank. bytes = size of one message, or NULL.
CREATE TABLE mpi_call (
  series INTEGER, rank INTEGER, region VARCHAR, call VARCHAR, bytes DOUBLE, count DOUBLE, seconds DOUBLE, min_seconds DOUBLE, max_seconds DOUBLE, line INTEGER
);
CREATE TABLE rank_profile (series INTEGER, rank INTEGER, key VARCHAR, value DOUBLE, unit VARCHAR, line INTEGER);

-- Fabrics, file by file: what belongs together is decided by GUIDs when a fabric is put together. Ids of nodes count from
-- 0 in each file; GUIDs are 0x and 16 lower-case digits. kind: switch, host, aggregation (the SHARP port of a switch), router.
CREATE TABLE fabric_node (
  source INTEGER, id INTEGER, guid VARCHAR, kind VARCHAR, name VARCHAR, ports INTEGER, lid INTEGER, line INTEGER
);
-- Ports of adapters and routers, where the file says something of them. The port has 2^lmc LIDs.
CREATE TABLE fabric_port (source INTEGER, node INTEGER, port INTEGER, guid VARCHAR, lid INTEGER, lmc INTEGER, line INTEGER);
-- One row per cable. width in lanes, speed by name (SDR … XDR), state up or down.
CREATE TABLE fabric_link (
  source INTEGER, a INTEGER, a_port INTEGER, b INTEGER, b_port INTEGER, width INTEGER, speed VARCHAR, state VARCHAR, line INTEGER
);
-- One row per switch: ports[lid + 1] = output port, 0 = none or the switch itself.
CREATE TABLE forwarding (source INTEGER, guid VARCHAR, ports USMALLINT[], line INTEGER);
-- Which port has a LID, by the word of the file with the forwarding tables.
CREATE TABLE lid_owner (source INTEGER, lid INTEGER, guid VARCHAR, line INTEGER);
-- guid of the port or of its node, or the LID, as the file names the port.
CREATE TABLE port_counter (source INTEGER, guid VARCHAR, lid INTEGER, port INTEGER, name VARCHAR, value DOUBLE, line INTEGER);

-- All numbers, and with what the file printed: that is text made for each, so large results are to be cut before it is asked.
CREATE VIEW measurement_number AS
SELECT series, message_bytes, statistic, value, printed, NULL::UTINYINT AS decimals, line FROM measurement_text
UNION ALL
SELECT p.series, p.message_bytes, t.statistic, p.value, NULL AS printed, p.decimals, p.line
FROM measurement_plain p JOIN series_statistic t ON t.series = p.series AND t.place = p.statistic;
CREATE MACRO printed_text(printed, value, factor, decimals) AS coalesce(printed, format('{:.{}f}', value / factor, decimals));
CREATE VIEW measurement AS
SELECT m.series, m.message_bytes, m.statistic, m.value, printed_text(m.printed, m.value, s.factor, m.decimals) AS printed, m.line
FROM measurement_number m LEFT JOIN series s ON s.id = m.series;
-- The series of each number, for counting.
CREATE VIEW measurement_series AS
SELECT series FROM measurement_text UNION ALL SELECT series FROM measurement_plain;

-- The condition that holds for a run and key: the strongest origin wins, the user's word above all.
CREATE VIEW effective_condition AS
WITH said AS (
  SELECT run, key, value, origin,
    list_position(
      ['label', 'folder', 'name', 'banner', 'environment', 'launch', 'content', 'sidecar', 'template', 'user'], origin
    ) AS strength
  FROM condition
  UNION ALL
  SELECT run, key, value, 'user', 10 FROM override
)
SELECT run, key, arg_max(value, strength) AS value, arg_max(origin, strength) AS origin
FROM (SELECT run, key, coalesce(value, '') AS value, origin, strength FROM said)
GROUP BY run, key
HAVING arg_max(value, strength) <> '';

-- Runs as a list for queries: the numeric conditions as columns.
CREATE VIEW run_list AS
SELECT run.id, source.path, coalesce(run.tool, source.tool) AS tool,
  CASE WHEN run.tool IS NULL THEN source.tool_version ELSE run.tool_version END AS tool_version, run.kind, run.status, run.started,
  try_cast(max(c.value) FILTER (c.key = 'nodes') AS INTEGER) AS nodes,
  try_cast(max(c.value) FILTER (c.key = 'ppn') AS INTEGER) AS ppn,
  try_cast(max(c.value) FILTER (c.key = 'ranks') AS INTEGER) AS ranks,
  max(c.value) FILTER (c.key = 'system') AS system
FROM run JOIN source ON source.id = run.source LEFT JOIN effective_condition c ON c.run = run.id
GROUP BY ALL;

-- Host and socket of each rank, by the file's own word or else by that of a host list.
CREATE VIEW rank_place AS
SELECT run, rank, host, socket FROM rank_map WHERE run NOT IN (SELECT run FROM run_hosts)
UNION ALL
SELECT run_hosts.run, l.rank, l.host, l.socket FROM run_hosts JOIN host_list l ON l.source = run_hosts.source;

-- What makes a phase of a matrix: the direction of a rotate test is the one that holds, also where a sidecar or the user
-- says another one than the file.
CREATE VIEW matrix_schedule AS
SELECT m.id, CASE WHEN m.schedule LIKE 'half %' AND c.value IN ('forward', 'backward')
  THEN 'half ' || c.value ELSE m.schedule END AS schedule
FROM matrix m LEFT JOIN series s ON s.id = m.series
LEFT JOIN effective_condition c ON c.run = s.run AND c.key = 'rotation';

-- Pair data cell by cell, whatever the layout.
CREATE VIEW pair AS
SELECT matrix,
  CASE layout WHEN 'source' THEN "row" ELSE place END AS source,
  CASE layout WHEN 'source' THEN place WHEN 'destination' THEN "row"
    ELSE half + CASE schedule WHEN 'half backward' THEN (place - "row" + half) % half ELSE (place + "row") % half END
  END AS destination,
  CASE WHEN isnan(value) THEN NULL ELSE value END AS value
FROM (
  SELECT matrix, "row", unnest(range(octet_length(cells) // 4))::INTEGER AS place, unnest(floats(cells)) AS value
  FROM matrix_row
) AS cell
JOIN (
  SELECT id, layout, s.schedule, ranks // 2 AS half FROM matrix JOIN matrix_schedule s USING (id)
) AS m ON m.id = cell.matrix;
