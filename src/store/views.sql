-- Macros and views over the tables of tables.ts; a view stands behind those that it asks.

-- The cells of a row of a matrix (`matrix_row.cells`) as a list of FLOAT. The engine makes a number of four bytes
-- whose high byte is the first.
CREATE MACRO floats(cells) AS list_transform(
  [unhex(regexp_replace(hex(cells), '(..)(..)(..)(..)', '\4\3\2\1', 'g'))],
  lambda turned: list_transform(range(octet_length(turned) // 4), lambda i: turned[4 * i + 1:4 * i + 4]::BIT::FLOAT)
)[1];

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
