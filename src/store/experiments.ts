import { identify } from '../compare/identity/identify';
import type { IdentityRule } from '../compare/identity/rules';
import { OF_ONE_RANK, type IdentityRun, type SetUp, type EvidenceWords } from '../compare/identity/types';
import { EXECUTION_KEYS, type Origin, type RunKind } from '../model/vocabulary';
import { text } from '../queries/sql';
import type { Row } from './engine';
import type { Statements } from './merge';
import { RowBuffers } from './rows';

const lists = (
  of: 'own' | 'shared',
) => `SELECT run, list(key ORDER BY key) AS keys, list(value ORDER BY key) AS vals,
  list(origin ORDER BY key) AS origins FROM said WHERE ${of === 'own' ? '' : 'NOT '}execution GROUP BY run`;

/** Every run; what runs have in common comes with the first run of each set-up alone. */
const RUNS = `WITH said AS MATERIALIZED (
  SELECT run, key, value, origin, regexp_matches(key, ${text(EXECUTION_KEYS)}, 'i') AS execution FROM effective_condition
), own AS (${lists('own')}), shared AS (${lists('shared')}), measured AS (
  SELECT run, list(DISTINCT benchmark || chr(10) || params ORDER BY benchmark || chr(10) || params) AS measures FROM series GROUP BY run
), places AS (
  SELECT run, count(*) AS ranks, min(rank) AS rank, count(DISTINCT h.name) AS hosts, arg_min(h.name, rank) AS first_host,
    min(h.name) AS low, max(h.name) AS high
  FROM rank_map LEFT JOIN host h ON h.id = rank_map.host GROUP BY run
), sizes AS (
  SELECT run, min(message_bytes) AS size FROM measurement_number JOIN series ON series.id = measurement_number.series
  GROUP BY run HAVING min(message_bytes) = max(message_bytes)
), walls AS (
  SELECT run, max(wall) AS wall FROM (
    SELECT run, max(value) AS wall FROM rank_profile JOIN series ON series.id = rank_profile.series WHERE key = 'wall time' GROUP BY run
    UNION ALL
    SELECT run, max(value) FROM measurement_number JOIN series ON series.id = measurement_number.series
    WHERE metric = 'job wall time' GROUP BY run
  ) GROUP BY run
), listed AS (
  SELECT run.id, run.source, run.position, run.kind, source.path, coalesce(run.tool, source.tool) AS tool, source.format, measured.measures, shared.keys, shared.vals,
    shared.origins, own.keys AS own_keys, own.vals AS own_vals, places.* EXCLUDE (run), walls.wall, sizes.size,
    dense_rank() OVER (ORDER BY coalesce(run.tool, source.tool), run.kind, measured.measures, shared.keys, shared.vals, shared.origins)::INTEGER AS setup
  FROM run JOIN source ON source.id = run.source LEFT JOIN measured ON measured.run = run.id
  LEFT JOIN own ON own.run = run.id LEFT JOIN shared ON shared.run = run.id LEFT JOIN places ON places.run = run.id
  LEFT JOIN walls ON walls.run = run.id LEFT JOIN sizes ON sizes.run = run.id
)
SELECT id, path, position, tool, kind, format, setup, own_keys, own_vals, ranks, rank, hosts, first_host, low, high, wall, size,
  CASE WHEN first THEN measures END AS measures, CASE WHEN first THEN keys END AS keys, CASE WHEN first THEN vals END AS vals,
  CASE WHEN first THEN origins END AS origins
FROM (SELECT *, row_number() OVER (PARTITION BY setup ORDER BY source, position) = 1 AS first FROM listed)
ORDER BY source, position`;

/** A list of a row: an array, or a vector of the engine, which in the browser has no `map`. */
const list = (value: unknown): string[] =>
  value === null || value === undefined ? [] : Array.from(value as Iterable<unknown>, String);

/**
 * Decides anew which runs are repeats of one experiment (`identify`): fills the table `experiment` and the conditions of
 * origin label. The caller holds the transaction.
 */
export async function findExperiments(
  {
    query,
    insert,
  }: Pick<Statements, 'query'> & { insert: (table: string, ipc: Uint8Array) => Promise<void> | void },
  rules: readonly IdentityRule[],
): Promise<void> {
  await query("DELETE FROM condition WHERE origin = 'label'");
  await query('DELETE FROM experiment');
  const runs = identityRuns(
    await query(RUNS),
    await query('SELECT run, kind, key, text FROM evidence ORDER BY run, line'),
  );
  const rows = new RowBuffers();
  identify(runs, rules).forEach(({ labels, experiment, repeat }, i) => {
    const id = runs[i]?.id ?? '';
    rows.add('experiment', { run: id, id: experiment, repeat });
    for (const { key, value } of labels)
      rows.add('condition', { run: id, key, value, origin: 'label', line: null });
  });
  for (const { table, ipc } of rows.take()) await insert(table, ipc);
}

function identityRuns(rows: readonly Row[], evidence: readonly Row[]): IdentityRun[] {
  const words = new Map<string, EvidenceWords[]>();
  for (const { run, kind, key, text: said } of evidence) {
    const id = String(run);
    const held = words.get(id) ?? [];
    words.set(id, held);
    held.push({ kind: kind as EvidenceWords['kind'], key: String(key), text: String(said) });
  }
  const setUps = new Map<unknown, SetUp>();
  for (const row of rows)
    if (row.keys !== null || row.measures !== null || !setUps.has(row.setup))
      setUps.set(row.setup, setUpOf(row));
  return rows.flatMap((row): IdentityRun[] => {
    const setUp = setUps.get(row.setup);
    if (!setUp) return [];
    const values = list(row.own_vals);
    return [
      {
        id: String(row.id),
        path: String(row.path),
        format: String(row.format),
        position: Number(row.position),
        setUp,
        execution: Object.fromEntries(list(row.own_keys).map((key, i) => [key, values[i] ?? ''])),
        words: words.get(String(row.id)) ?? NO_WORDS,
        hosts: hostsOf(row),
        size: row.size === null ? null : Number(row.size),
        rank: OF_ONE_RANK.has(String(row.format)) && Number(row.ranks) === 1 ? Number(row.rank) : null,
        wall: row.wall === null ? null : Number(row.wall),
      },
    ];
  });
}

const NO_WORDS: readonly EvidenceWords[] = [];

function hostsOf({ hosts, first_host, low, high }: Row): [string, string] | null {
  if (Number(hosts) !== 2) return null;
  const first = String(first_host);
  return [first, String(first === low ? high : low)];
}

function setUpOf({ tool, kind, measures, keys, vals, origins }: Row): SetUp {
  const [values, from] = [list(vals), list(origins)];
  const conditions = Object.create(null) as Record<string, { value: string; origin: Origin }>;
  list(keys).forEach((key, i) => {
    conditions[key] = { value: values[i] ?? '', origin: from[i] as Origin };
  });
  return { tool: String(tool), kind: kind as RunKind, measures: list(measures), conditions };
}
