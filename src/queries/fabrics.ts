import type { NodeKind } from '../fabric/model';
import type { CounterRows, FabricSource, ForwardingRows, TopologyRows } from '../fabric/rows';
import type { Ask } from './catalogue';
import { textOrNull } from './sql';

const SOURCES = `WITH node AS (
  SELECT source, count(*) AS nodes, count(*) FILTER (kind = 'host') AS hosts, count(*) FILTER (kind = 'switch') AS switches,
    list(guid) FILTER (kind = 'switch' AND guid IS NOT NULL) AS guids
  FROM fabric_node GROUP BY source
), link AS (SELECT source, count(*) AS cables FROM fabric_link GROUP BY source),
tables AS (SELECT source, count(DISTINCT guid) AS tables, list(DISTINCT guid) AS guids FROM forwarding GROUP BY source),
every AS (SELECT source, list(DISTINCT guid) AS every FROM (
  SELECT source, guid FROM fabric_node UNION ALL SELECT source, guid FROM fabric_port UNION ALL SELECT source, guid FROM port_counter
) WHERE guid IS NOT NULL GROUP BY source),
counted AS (SELECT source, count(*) AS counters FROM port_counter GROUP BY source)
SELECT s.id, s.sha256, s.path, s.format, s.tool, coalesce(nodes, 0) AS nodes, coalesce(hosts, 0) AS hosts,
  coalesce(switches, 0) AS switches, coalesce(cables, 0) AS cables, coalesce(tables.tables, 0) AS tables,
  coalesce(counters, 0) AS counters, coalesce(tables.guids, node.guids, []) AS guids,
  coalesce(every.every, []) AS every
FROM source s LEFT JOIN node ON node.source = s.id LEFT JOIN link ON link.source = s.id
LEFT JOIN tables ON tables.source = s.id LEFT JOIN counted ON counted.source = s.id
LEFT JOIN every ON every.source = s.id
WHERE nodes > 0 OR tables.tables > 0 OR counters > 0
ORDER BY s.path, s.id`;

/** Every loaded file that says something of a fabric, by path. */
export async function loadFabricSources(ask: Ask, signal?: AbortSignal): Promise<FabricSource[]> {
  const rows = await ask(SOURCES, signal);
  return rows.map((r) => ({
    id: Number(r.id),
    key: String(r.sha256).slice(0, 16),
    path: String(r.path),
    format: String(r.format),
    tool: textOrNull(r.tool) ?? String(r.format),
    nodes: Number(r.nodes),
    hosts: Number(r.hosts),
    switches: Number(r.switches),
    cables: Number(r.cables),
    tables: Number(r.tables),
    counters: Number(r.counters),
    guids: (r.guids as unknown[]).map(String),
    every: (r.every as unknown[]).map(String),
  }));
}

const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value));

async function problemsOf(ask: Ask, source: number, signal?: AbortSignal): Promise<string[]> {
  const rows = await ask(
    `SELECT text FROM source_note WHERE source = ${source} AND kind = 'problem' ORDER BY line`,
    signal,
  );
  return rows.map((r) => String(r.text));
}

/** Nodes, ports and cables of a file; nodes in the order of their ids, which are their places. */
export async function loadTopology(
  ask: Ask,
  { id, path }: Pick<FabricSource, 'id' | 'path'>,
  signal?: AbortSignal,
): Promise<TopologyRows> {
  const [nodes, ports, links, problems] = await Promise.all([
    ask(
      `SELECT guid, kind, name, ports, lid, line FROM fabric_node WHERE source = ${id} ORDER BY id`,
      signal,
    ),
    ask(
      `SELECT node, port, guid, lid, lmc FROM fabric_port WHERE source = ${id} ORDER BY node, port`,
      signal,
    ),
    ask(
      `SELECT a, a_port, b, b_port, width, speed, state, line FROM fabric_link WHERE source = ${id} ORDER BY a, a_port`,
      signal,
    ),
    problemsOf(ask, id, signal),
  ]);
  return {
    source: id,
    path,
    nodes: nodes.map((r) => ({
      guid: textOrNull(r.guid),
      kind: r.kind as NodeKind,
      name: String(r.name),
      ports: numberOrNull(r.ports),
      lid: numberOrNull(r.lid),
      line: Number(r.line),
    })),
    ports: ports.map((r) => ({
      node: Number(r.node),
      port: Number(r.port),
      guid: textOrNull(r.guid),
      lid: numberOrNull(r.lid),
      lmc: numberOrNull(r.lmc),
    })),
    links: links.map((r) => ({
      a: Number(r.a),
      aPort: Number(r.a_port),
      b: Number(r.b),
      bPort: Number(r.b_port),
      width: numberOrNull(r.width),
      speed: textOrNull(r.speed),
      state: r.state === 'down' ? 'down' : 'up',
      line: Number(r.line),
    })),
    problems,
  };
}

/** Switches whose tables one question brings, so that no answer is large. */
const TABLES_AT_ONCE = 64;

/** Forwarding tables of a file. */
export async function loadTables(
  ask: Ask,
  { id, path, tables: count }: Pick<FabricSource, 'id' | 'path' | 'tables'>,
  signal?: AbortSignal,
): Promise<ForwardingRows> {
  const tables: { guid: string; ports: Uint16Array }[] = [];
  for (let from = 0; from < count; from += TABLES_AT_ONCE) {
    const rows = await ask(
      `SELECT guid, arg_min(ports, line) AS ports FROM forwarding WHERE source = ${id} GROUP BY guid
       ORDER BY guid LIMIT ${TABLES_AT_ONCE} OFFSET ${from}`,
      signal,
    );
    for (const r of rows) tables.push({ guid: String(r.guid), ports: Uint16Array.from(r.ports as number[]) });
  }
  const [owners, problems] = await Promise.all([
    ask(`SELECT lid, guid FROM lid_owner WHERE source = ${id} ORDER BY lid`, signal),
    problemsOf(ask, id, signal),
  ]);
  return {
    source: id,
    path,
    tables,
    owners: new Map(owners.map((r) => [Number(r.lid), String(r.guid)])),
    problems,
  };
}

/** Counters of a file. */
export async function loadCounters(
  ask: Ask,
  { id, path }: Pick<FabricSource, 'id' | 'path'>,
  signal?: AbortSignal,
): Promise<CounterRows> {
  const rows = await ask(
    `SELECT guid, lid, port, name, value, line FROM port_counter WHERE source = ${id} ORDER BY line`,
    signal,
  );
  return {
    source: id,
    path,
    counters: rows.map((r) => ({
      guid: textOrNull(r.guid),
      lid: numberOrNull(r.lid),
      port: Number(r.port),
      name: String(r.name),
      value: Number(r.value),
      line: Number(r.line),
    })),
  };
}
