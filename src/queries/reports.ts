import { group } from 'd3';
import type { FileReport } from '../formats/reader/report';
import type { LineNote } from '../model/lineNote';
import type { RunStatus } from '../model/vocabulary';
import type { Ask } from './catalogue';
import { textOrNull } from './sql';

/** The import reports of all files that are loaded, by path. */
export async function loadReports(ask: Ask, signal?: AbortSignal): Promise<FileReport[]> {
  const [files, notes] = await Promise.all([
    ask(
      `SELECT source.*, coalesce(r.statuses, []) AS statuses, coalesce(m.n, 0) AS measurements,
         (SELECT count(*) FROM fabric_node f WHERE f.source = source.id) AS nodes,
         (SELECT count(*) FROM fabric_link f WHERE f.source = source.id) AS cables,
         (SELECT count(*) FROM forwarding f WHERE f.source = source.id) AS tables,
         (SELECT coalesce(sum(len(list_filter(f.ports, port -> port > 0))), 0) FROM forwarding f WHERE f.source = source.id) AS entries,
         (SELECT count(*) FROM port_counter f WHERE f.source = source.id) AS counters
       FROM source
       LEFT JOIN (SELECT source, list(status ORDER BY position) AS statuses FROM run GROUP BY source) r ON r.source = source.id
       LEFT JOIN (
         SELECT run.source, count(*) AS n FROM measurement_series m JOIN series ON series.id = m.series JOIN run ON run.id = series.run GROUP BY ALL
       ) m ON m.source = source.id
       ORDER BY source.path`,
      signal,
    ),
    ask('SELECT source, kind, line, text FROM source_note ORDER BY source, line', signal),
  ]);
  const bySource = group(
    notes,
    (note) => note.source,
    (note) => note.kind,
  );
  const noted = (source: unknown, kind: string): LineNote[] =>
    (bySource.get(source)?.get(kind) ?? []).map((note) => ({
      line: Number(note.line),
      text: String(note.text),
    }));
  return files.map((f) => {
    // Who shared the file with pseudonyms left its remarks out and says so instead.
    const sent = noted(f.id, 'sender');
    const statuses = (f.statuses as unknown[]).map((s) => s as RunStatus);
    return {
      path: String(f.path),
      size: Number(f.size),
      sha256: String(f.sha256),
      format: String(f.format),
      tool: textOrNull(f.tool),
      version: textOrNull(f.tool_version),
      why: sent.length > 0 ? sent.map(({ text }) => text).join(' ') : String(f.why),
      lines: {
        total: Number(f.lines_total),
        understood: Number(f.lines_understood),
        skipped: Number(f.lines_skipped),
        unknown: Number(f.lines_unknown),
      },
      unknownLines: noted(f.id, 'unknown'),
      problems: noted(f.id, 'problem'),
      problemCount: sent.length > 0 ? 0 : Number(f.problems),
      runs: statuses.length,
      measurements: Number(f.measurements),
      cells: Number(f.cells),
      fabric: {
        nodes: Number(f.nodes),
        cables: Number(f.cables),
        tables: Number(f.tables),
        entries: Number(f.entries),
        counters: Number(f.counters),
      },
      statuses,
      partial: statuses.some((status) => status !== 'complete'),
    };
  });
}

/** Path and content of all files that are loaded. */
export async function loadSources(ask: Ask): Promise<{ path: string; sha256: string }[]> {
  const rows = await ask('SELECT path, sha256 FROM source');
  return rows.map(({ path, sha256 }) => ({ path: String(path), sha256: String(sha256) }));
}
