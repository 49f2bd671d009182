/** Loads files of the disk into the engine as an import does, for tests of what is stored. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { aboutFile, isSidecarPath, parseSidecar, type Sidecar } from '../conditions/sidecar';
import { conditionsFromPath } from '../conditions/names';
import { isPicoMetadataPath, parsePicoMetadata } from '../conditions/picoMetadata';
import { readSource } from '../formats/read';
import { FileRows } from '../store/ingest';
import { toStream } from '../store/ipc';
import { RowBuffers } from '../store/rows';
import { LINE_RATE, TABLES, type TableName } from '../store/tables';
import { memorySource } from './collect';
import type { TestDatabase } from './duckdb';

/** Reads files in the order given, sidecars first; `path` = as dropped. Returns the paths that no format reads. */
export async function loadFiles(
  db: TestDatabase,
  files: readonly { path: string; disk: string }[],
): Promise<string[]> {
  const rows = new RowBuffers();
  const flush = () => {
    for (const { table, ipc } of rows.take()) db.insert(table, ipc);
  };
  const sidecars: Sidecar[] = [];
  for (const { path, disk } of files.filter((file) => isSidecarPath(file.path))) {
    const parsed = parseSidecar(path, readFileSync(disk, 'utf8'));
    if (!parsed.ok) continue;
    sidecars.push(parsed.sidecar);
    for (const event of parsed.sidecar.events)
      rows.add('event', { day: event.at, what: event.what, origin: path });
    for (const { name, description, lineRateGbps, nodes, network } of parsed.sidecar.systems)
      for (const [key, value] of Object.entries({
        description,
        [LINE_RATE]: lineRateGbps,
        nodes,
        network,
      }))
        if (value !== null) rows.add('system_card', { name, key, value: String(value) });
  }
  for (const { path, disk } of files.filter((file) => isPicoMetadataPath(file.path)))
    sidecars.push(...[parsePicoMetadata(path, readFileSync(disk, 'utf8'))].filter((read) => read !== null));
  let first = { source: 1, series: 1, host: 1, matrix: 1 };
  const unread: string[] = [];
  for (const { path, disk } of files.filter((file) => !isSidecarPath(file.path))) {
    const bytes = readFileSync(disk);
    const source = memorySource(
      path.replace(/\.gz$/, ''),
      disk.endsWith('.gz') ? gunzipSync(bytes) : new Uint8Array(bytes),
    );
    const mark = rows.mark();
    const sink = new FileRows(rows, first);
    const report = await readSource(source, sink);
    if (report.format === null) {
      mark();
      unread.push(path);
      continue;
    }
    const { conditions, kind, hosts } = aboutFile(sidecars, path);
    first = sink.next;
    const about = { conditions: [...conditionsFromPath(path), ...conditions], kind, hosts };
    first = { ...first, host: sink.finish(report, about, 1, first.host) };
    flush();
  }
  flush();
  return unread;
}

/** Every table of the engine as a stream, as saving takes them. */
export function tablesOfDatabase(db: TestDatabase): { table: TableName; ipc: Uint8Array<ArrayBuffer> }[] {
  return TABLES.map((table) => ({ table, ipc: toStream(db.ipc(`SELECT * FROM ${table}`)) }));
}
