import { readSource } from '../formats/read';
import type { ByteSource } from '../formats/report';
import { conditionsFromPath } from '../conditions/names';
import { aboutFile, isSidecarPath, parseSidecar, type Sidecar } from '../conditions/sidecar';
import { conditionsFromTemplate, parseTemplate } from '../conditions/template';
import { tableKey } from '../tables/fingerprint';
import { knownMappings, type PlacedMapping } from '../tables/known';
import { isMappingPath, MAPPING_LIMIT, parseMapping, type MappingFor } from '../tables/mapping';
import { CONTAINER_LIMIT, looksLikeZip, openContainer } from './container';
import { FileRows, type Outside } from './ingest';
import { sha256Of } from './sha256';
import type { ImportFile, ImportMessage, ImportRequest, KnownFile, OtherFile } from './messages';
import { RowBuffers } from './rows';
import { LINE_RATE } from './tables';

const post = (message: ImportMessage, transfer: Transferable[] = []) =>
  (self as unknown as Worker).postMessage(message, transfer);

let taken: () => void = () => undefined;
let inEngine: Promise<void> = Promise.resolve();

/** Hands all rows to the engine, which takes them while more are read: two lots are under way at most. */
async function flush(rows: RowBuffers): Promise<void> {
  if (rows.empty) return;
  const tables = rows.take();
  await inEngine;
  inEngine = new Promise<void>((resolve) => (taken = resolve));
  post(
    { type: 'rows', tables },
    tables.map(({ ipc }) => ipc.buffer),
  );
}

function other(kind: OtherFile['kind'], { path, file }: ImportFile, text: string): void {
  post({ type: 'report', report: { type: 'other', other: { kind, path, size: file.size, text } } });
}

function byteSource({ path, file }: ImportFile): ByteSource {
  return { path, size: file.size, stream: () => file.stream() };
}

/** Everything outside a file's content that says something of its runs. */
function outside(path: string, sidecars: readonly Sidecar[], template: string | null): Outside {
  const parsed = template === null ? null : parseTemplate(template);
  const { conditions, kind } = aboutFile(sidecars, path);
  return {
    conditions: [
      ...conditionsFromPath(path),
      ...conditions,
      ...(parsed?.ok ? conditionsFromTemplate(parsed.template, path) : []),
    ],
    kind,
  };
}

async function readSidecars(files: ImportFile[], rows: RowBuffers): Promise<Sidecar[]> {
  const sidecars: Sidecar[] = [];
  for (const entry of files.filter(({ path }) => isSidecarPath(path))) {
    const parsed = parseSidecar(entry.path, await entry.file.text());
    if (!parsed.ok) {
      const said = parsed.problems.map(({ line, text }) => (line > 0 ? `Line ${line}: ${text}` : text));
      other('error', entry, `The settings were not used. ${said.join(' ')}`);
      continue;
    }
    const { sidecar } = parsed;
    sidecars.push(sidecar);
    for (const event of sidecar.events) rows.add('event', event.at, event.what, entry.path);
    for (const { name, description, lineRateGbps, nodes, network } of sidecar.systems)
      for (const [key, value] of Object.entries({
        description,
        [LINE_RATE]: lineRateGbps,
        nodes,
        network,
      }))
        if (value !== null) rows.add('system_card', name, key, String(value));
    other('sidecar', entry, 'Settings read: they hold for the files of this folder and below.');
  }
  return sidecars;
}

async function readMappings(files: ImportFile[]): Promise<PlacedMapping[]> {
  const placed: PlacedMapping[] = [];
  for (const entry of files.filter(({ path }) => isMappingPath(path))) {
    const parsed = parseMapping(await entry.file.slice(0, MAPPING_LIMIT + 1).text());
    if (!parsed.ok) {
      const said = parsed.problems.map(({ line, text }) => (line > 0 ? `Line ${line}: ${text}` : text));
      other('error', entry, `The mapping was not used. ${said.join(' ')}`);
      continue;
    }
    placed.push({ path: entry.path, mapping: parsed.mapping });
    other(
      'sidecar',
      entry,
      'Mapping read: tables with these columns in this folder and below are read by it.',
    );
  }
  return placed;
}

/** Loaded files with the very content of this one. Only a file of the same size can be: most need no hashing. */
async function sameContent(loaded: readonly KnownFile[], file: Blob): Promise<KnownFile[]> {
  const candidates = loaded.filter(({ size }) => size === file.size);
  if (candidates.length === 0) return [];
  const sha256 = await sha256Of(file);
  return candidates.filter((one) => one.sha256 === sha256);
}

/** True when two paths can be of one file: equal, or one the end of the other (a folder dropped, then a file of it). */
function samePlace(one: string, other: string): boolean {
  return one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`);
}

async function importAll(request: Extract<ImportRequest, { type: 'start' }>): Promise<void> {
  const { files, known, template, mappings, explained } = request;
  const rows = new RowBuffers();
  const sidecars = await readSidecars(files, rows);
  const remembered = knownMappings(await readMappings(files), mappings);
  const mappingFor: MappingFor = (table, path, laidOut) =>
    explained?.key === tableKey(table) ? explained.mapping : remembered(table, path, laidOut);
  const total = files.reduce((sum, { file }) => sum + file.size, 0);
  let before = 0;
  let { source, series } = request.first;
  const loaded = [...known];
  for (const [done, entry] of files.entries()) {
    const { path, file } = entry;
    const progress = async (bytes: number) => {
      post({ type: 'progress', bytes: before + bytes, total, file: path, done, files: files.length });
      if (rows.full) await flush(rows);
    };
    await progress(0);
    try {
      if (isSidecarPath(path) || isMappingPath(path)) continue;
      if (looksLikeZip(new Uint8Array(await file.slice(0, 4).arrayBuffer()))) {
        if (file.size > CONTAINER_LIMIT)
          throw new Error('The container is larger than 2 GiB, which a browser tab cannot hold.');
        const container = openContainer(new Uint8Array(await file.arrayBuffer()));
        await flush(rows);
        post({ type: 'container', path, container });
        continue;
      }
      const copies = await sameContent(loaded, file);
      const again = copies.find((copy) => samePlace(copy.path, path));
      if (again) {
        other('duplicate', entry, `Loaded already as ${again.path}: not loaded a second time.`);
        continue;
      }
      const sink = new FileRows(rows, source, series);
      const report = await readSource(byteSource(entry), sink, { onBytes: progress, mappingFor }).catch(
        async (error: unknown) => {
          await flush(rows);
          post({ type: 'discard', source, series });
          throw error;
        },
      );
      if (report.format !== null) {
        const copy = 1 + copies.reduce((most, known) => Math.max(most, known.copy), 0);
        const [twin] = copies;
        if (twin) {
          report.problems.push({
            line: 0,
            text: `Same content as ${twin.path}: taken as a repeat of its own.`,
          });
          report.problemCount += 1;
        }
        sink.finish(report, outside(path, sidecars, template), copy);
        source += 1;
        series += sink.seriesCount;
        loaded.push({ sha256: report.sha256, size: file.size, path, copy });
      }
      post({ type: 'report', report: { type: 'file', report } });
    } catch (error) {
      other('error', entry, `${error instanceof Error ? error.message : String(error)}`);
    } finally {
      before += file.size;
    }
  }
  await flush(rows);
  post({ type: 'done' });
}

self.addEventListener('message', ({ data }: MessageEvent<ImportRequest>) => {
  switch (data.type) {
    case 'start':
      importAll(data).catch((error: unknown) =>
        post({ type: 'failed', text: error instanceof Error ? error.message : String(error) }),
      );
      break;
    case 'taken':
      taken();
      break;
  }
});
