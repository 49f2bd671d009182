import { archiveKind, unpack, type Packed } from '../archives/unpack';
import { zipNames } from '../archives/zip';
import { piecesOf } from '../archives/bytes';
import { readSource } from '../formats/read';
import { isOneOfAKind, type ByteSource, type FileReport } from '../formats/reader/report';
import { conditionsFromPath } from '../conditions/names';
import { isPicoMetadataPath, parsePicoMetadata } from '../conditions/picoMetadata';
import { aboutFile, isSidecarPath, parseSidecar, SIDECAR_LIMIT, type Sidecar } from '../conditions/sidecar';
import { conditionsFromTemplate, parseTemplate } from '../conditions/template';
import { tableKey } from '../formats/tables/fingerprint';
import { knownMappings, type PlacedMapping } from '../formats/tables/known';
import {
  isMappingPath,
  MAPPING_LIMIT,
  parseMapping,
  type Mapping,
  type MappingFor,
} from '../formats/tables/mapping';
import { ArchiveReport } from './archiveReport';
import { CONTAINER_LIMIT, isContainer, openContainer } from './container';
import { FileRows, type FirstIds, type Outside } from './ingest';
import { openFile, opener, type FileBytes } from './served';
import { sha256Of } from './sha256';
import { sourceOf } from './source';
import type { Teller } from '../worker/serve';
import type {
  ExplainedTable,
  ImportFile,
  ImportMessage,
  ImportProtocol,
  ImportRequest,
  KnownFile,
  OtherFile,
} from './messages';
import { RowBuffers } from './rows';
import { LINE_RATE } from './tables';

/** Lots of rows that may be on their way to the engine at once: what memory holds beside those being gathered. */
const LOTS = 3;

/** What an import tells the page. */
class Outlet {
  readonly #teller: Teller<ImportProtocol>;
  readonly #lots: Promise<void>[] = [];

  constructor(teller: Teller<ImportProtocol>) {
    this.#teller = teller;
  }

  tell(message: ImportMessage): void {
    this.#teller.tell(message);
  }

  other(kind: OtherFile['kind'], path: string, size: number, text: string): void {
    this.tell({ type: 'report', report: { type: 'other', other: { kind, path, size, text } } });
  }

  /** Hands all rows to the engine, which takes them while more are read; waits while too many are on their way. */
  async flush(rows: RowBuffers): Promise<void> {
    if (rows.empty) return;
    const tables = rows.take();
    if (this.#lots.length === LOTS) await this.#lots.shift();
    const transfer = tables.map(({ ipc }) => ipc.buffer);
    this.#lots.push(this.#teller.hand({ type: 'rows', tables }, transfer));
  }
}

const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Everything outside a file's content that says something of its runs. */
function outside(path: string, sidecars: readonly Sidecar[], template: string | null): Outside {
  const parsed = template === null ? null : parseTemplate(template);
  const { conditions, kind, hosts } = aboutFile(sidecars, path);
  return {
    conditions: [
      ...conditionsFromPath(path),
      ...conditions,
      ...(parsed?.ok ? conditionsFromTemplate(parsed.template, path) : []),
    ],
    kind,
    hosts,
  };
}

/** Takes what a sidecar says; null when it says nothing, for it has a problem. */
function readSidecar(
  out: Outlet,
  path: string,
  size: number,
  text: string,
  rows: RowBuffers,
): Sidecar | null {
  const parsed = parseSidecar(path, text);
  if (!parsed.ok) {
    const said = parsed.problems.map(({ line, text }) => (line > 0 ? `Line ${line}: ${text}` : text));
    out.other('error', path, size, `The settings were not used. ${said.join(' ')}`);
    return null;
  }
  const { sidecar } = parsed;
  for (const event of sidecar.events) rows.add('event', { day: event.at, what: event.what, origin: path });
  for (const { name, description, lineRateGbps, nodes, network } of sidecar.systems)
    for (const [key, value] of Object.entries({
      description,
      [LINE_RATE]: lineRateGbps,
      nodes,
      network,
    }))
      if (value !== null) rows.add('system_card', { name, key, value: String(value) });
  if (sidecar.identity.length > 0) out.tell({ type: 'rules', rules: sidecar.identity });
  out.other('sidecar', path, size, 'Settings read: they hold for the files of this folder and below.');
  return sidecar;
}

/** Takes what a mapping file says; null when it says nothing, for it has a problem. `where` = which tables it is for. */
function readMapping(
  out: Outlet,
  path: string,
  size: number,
  text: string,
  where: string,
): PlacedMapping | null {
  const parsed = parseMapping(text);
  if (!parsed.ok) {
    const said = parsed.problems.map(({ line, text }) => (line > 0 ? `Line ${line}: ${text}` : text));
    out.other('error', path, size, `The mapping was not used. ${said.join(' ')}`);
    return null;
  }
  out.other('sidecar', path, size, `Mapping read: tables with these columns ${where} are read by it.`);
  return { path, mapping: parsed.mapping };
}

/** Loaded files with the very content of this one. Only a file of the same size can be: most need no hashing. */
async function sameContent(loaded: readonly KnownFile[], file: FileBytes): Promise<KnownFile[]> {
  const candidates = loaded.filter(({ size }) => size === file.size);
  if (candidates.length === 0) return [];
  const sha256 = await sha256Of(file);
  return candidates.filter((one) => one.sha256 === sha256);
}

/** True when two paths can be of one file: equal, or one the end of the other (a folder dropped, then a file of it). */
function samePlace(one: string, other: string): boolean {
  return one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`);
}

/** The file among `copies` that a path means too. */
function loadedAs(copies: readonly KnownFile[], path: string): KnownFile | undefined {
  return copies.find((copy) => samePlace(copy.path, path));
}

function duplicate(out: Outlet, path: string, size: number, again: KnownFile): void {
  out.other('duplicate', path, size, `Loaded already as ${again.path}: not loaded a second time.`);
}

/** A file whose bytes are at hand, or will be when they are asked for. */
interface Opened {
  path: string;
  file: FileBytes;
}

function packed({ path, file }: Opened): Packed {
  return { path, size: file.size, slice: (start, end) => file.slice(start, end).stream() };
}

/** The text of a small file, read no further than one character beyond what a sidecar may have. */
async function textOf(source: ByteSource): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of piecesOf(source.stream())) {
    text += decoder.decode(piece, { stream: true });
    if (text.length > SIDECAR_LIMIT) break;
  }
  return text;
}

/** Those of a list that fit, and the others, each in their order. */
function parted<T>(list: readonly T[], fits: (one: T) => boolean): [T[], T[]] {
  return [list.filter(fits), list.filter((one) => !fits(one))];
}

/** One import: the rows on their way to the engine, and what is known of loaded files. */
class Import {
  private readonly rows = new RowBuffers();
  private readonly loaded: KnownFile[];
  private readonly sidecars: Sidecar[] = [];
  private readonly placed: PlacedMapping[] = [];
  private readonly remembered: Readonly<Record<string, Mapping>>;
  private readonly explained: ExplainedTable | null;
  private readonly total: number;
  private readonly template: string | null;
  private readonly files: readonly ImportFile[];
  private first: FirstIds;
  /** Files done, and their bytes. */
  private done = 0;
  private before = 0;

  constructor(
    { files, known, template, mappings, explained, first }: ImportRequest,
    private readonly out: Outlet,
  ) {
    this.files = files;
    this.loaded = [...known];
    this.remembered = mappings;
    this.explained = explained;
    this.template = template;
    this.first = first;
    this.total = files.reduce((sum, { file }) => sum + file.size, 0);
  }

  async run(): Promise<void> {
    const [settings, others] = parted(this.files, ({ path }) => isSidecarPath(path) || isMappingPath(path));
    for (const entry of settings) await this.each(entry, () => this.settings(entry));
    const results: ImportFile[] = [];
    for (const entry of others) if (!(await this.metadata(entry))) results.push(entry);
    const open = opener(results);
    for (const [at, entry] of results.entries())
      await this.each(entry, async () => this.take({ path: entry.path, file: await open(at) }));
    await this.out.flush(this.rows);
  }

  /** Goes through one file; what is wrong with it is said and ends nothing else. */
  private async each({ path, file }: ImportFile, work: () => Promise<void>): Promise<void> {
    try {
      await this.progress(path, 0);
      await work();
    } catch (error) {
      this.out.other('error', path, file.size, sentence(error));
    }
    this.before += file.size;
    this.done++;
  }

  private async settings(entry: ImportFile): Promise<void> {
    const { path } = entry;
    const file = await openFile(entry);
    if (isSidecarPath(path)) {
      const sidecar = readSidecar(this.out, path, file.size, await file.text(), this.rows);
      if (sidecar) this.sidecars.push(sidecar);
    } else {
      const text = await file.slice(0, MAPPING_LIMIT + 1).text();
      const mapping = readMapping(this.out, path, file.size, text, 'in this folder and below');
      if (mapping) this.placed.push(mapping);
    }
  }

  /** Takes metadata of PICO; false for any other file, and for one that cannot be opened: that is told when it is read. */
  private async metadata(entry: ImportFile): Promise<boolean> {
    const { path } = entry;
    if (!isPicoMetadataPath(path) || entry.file.size > SIDECAR_LIMIT) return false;
    const text = await openFile(entry).then(
      (file) => file.text(),
      () => '',
    );
    const sidecar = parsePicoMetadata(path, text);
    if (!sidecar) return false;
    await this.each(entry, () => {
      this.sidecars.push(sidecar);
      this.out.other(
        'sidecar',
        path,
        entry.file.size,
        'Metadata of PICO read: conditions of the tests it names.',
      );
      return Promise.resolve();
    });
    return true;
  }

  /** Tells how many bytes of the file in hand are read, and hands rows over when there are many. */
  private async progress(file: string, bytes: number): Promise<void> {
    const { before, total, done } = this;
    this.out.tell({ type: 'progress', bytes: before + bytes, total, file, done, files: this.files.length });
    if (this.rows.full) await this.out.flush(this.rows);
  }

  private async take(entry: Opened): Promise<void> {
    const { path, file } = entry;
    const dropped = packed(entry);
    const kind = await archiveKind(dropped);
    if (kind === null) return this.plain(entry);
    if (kind === 'encrypted')
      return this.out.other(kind, path, file.size, 'An encrypted work: it opens with its key.');
    if (typeof kind === 'object') return this.out.other('error', path, file.size, kind.why);
    if (kind === 'zip') {
      const bytes = (start: number, end: number) => piecesOf(dropped.slice(start, end));
      if (isContainer(await zipNames({ path, size: file.size, bytes }))) return this.container(entry);
    }
    return this.archive(dropped);
  }

  private async container({ path, file }: Opened): Promise<void> {
    if (file.size > CONTAINER_LIMIT)
      throw new Error('The container is larger than 2 GiB, which a browser tab cannot hold.');
    const container = openContainer(new Uint8Array(await file.arrayBuffer()));
    await this.out.flush(this.rows);
    this.out.tell({ type: 'container', path, container });
  }

  private async plain({ path, file }: Opened): Promise<void> {
    const copies = await sameContent(this.loaded, file);
    const again = loadedAs(copies, path);
    if (again) return duplicate(this.out, path, file.size, again);
    const read = await this.read(sourceOf(path, file), this.placed, (bytes) => this.progress(path, bytes));
    if (read.again) return duplicate(this.out, path, file.size, read.again);
    read.finish(this.sidecars);
    this.out.tell({ type: 'report', report: { type: 'file', report: read.report } });
  }

  /** The files of an archive. Their own rows wait for its end, for a sidecar may stand behind what it describes. */
  private async archive(dropped: Packed): Promise<void> {
    const said = new ArchiveReport(dropped.path, dropped.size);
    const sidecars: Sidecar[] = [];
    const placed = [...this.placed];
    const waiting: ((sidecars: readonly Sidecar[]) => void)[] = [];
    let bytes = 0;
    try {
      for await (const unpacked of unpack(dropped, (read) => (bytes = read))) {
        if (unpacked.type === 'note') {
          said.note(unpacked.path, unpacked.text, unpacked.bad);
          continue;
        }
        const { source } = unpacked;
        const { path } = source;
        await this.progress(path, bytes);
        if (isSidecarPath(path)) {
          const text = await textOf(source);
          const sidecar = readSidecar(this.out, path, source.size ?? text.length, text, this.rows);
          if (sidecar) sidecars.push(sidecar);
          continue;
        }
        if (isMappingPath(path)) {
          const text = await textOf(source);
          const where = 'in this folder and below, behind it in the archive,';
          const mapping = readMapping(this.out, path, source.size ?? text.length, text, where);
          if (mapping) placed.push(mapping);
          continue;
        }
        const read = await this.read(source, placed, () => this.progress(path, bytes));
        if (read.again) {
          said.duplicate();
          duplicate(this.out, path, read.report.size, read.again);
          continue;
        }
        waiting.push(read.finish);
        if (said.file(read.report))
          this.out.tell({ type: 'report', report: { type: 'file', report: read.report } });
      }
    } catch (error) {
      said.note(dropped.path, `It could not be read to its end: ${sentence(error)}`, true);
    }
    for (const finish of waiting) finish([...this.sidecars, ...sidecars]);
    for (const report of said.finish()) this.out.tell({ type: 'report', report });
  }

  /**
   * Reads a file into rows. `finish` writes its own rows, once the sidecars are known. Of a file that proves to be
   * loaded already (`again`) no row is left. Rejects when the file cannot be read, and leaves no row of it either.
   */
  private async read(
    file: ByteSource,
    placed: readonly PlacedMapping[],
    progress: (bytes: number) => Promise<void>,
  ): Promise<{
    report: FileReport;
    again: KnownFile | undefined;
    finish: (sidecars: readonly Sidecar[]) => void;
  }> {
    const { rows, first, template, explained } = this;
    const takeBack = rows.mark();
    const undo = async () => {
      if (takeBack()) return;
      await this.out.flush(rows);
      this.out.tell({ type: 'discard', first });
    };
    const sink = new FileRows(rows, first);
    const known = knownMappings(placed, this.remembered);
    const mappingFor: MappingFor = (table, path, laidOut) =>
      explained?.key === tableKey(table) ? explained.mapping : known(table, path, laidOut);
    const report = await readSource(file, sink, { onBytes: progress, mappingFor }).catch(
      async (error: unknown) => {
        await undo();
        throw error;
      },
    );
    const nothing = { report, again: undefined, finish: () => undefined };
    if (report.format === null) return nothing;
    const { sha256, size, path } = report;
    const copies = this.loaded.filter((one) => one.sha256 === sha256 && sha256 !== '');
    const again = loadedAs(copies, path) ?? (isOneOfAKind(report) ? copies[0] : undefined);
    if (again) {
      await undo();
      return { ...nothing, again };
    }
    const copy = 1 + copies.reduce((most, known) => Math.max(most, known.copy), 0);
    const [twin] = copies;
    if (twin) {
      report.twin = twin.path;
      report.problems.push({ line: 0, text: `Same content as ${twin.path}: taken as a repeat of its own.` });
      report.problemCount += 1;
    }
    this.first = sink.next;
    this.loaded.push({ sha256, size, path, copy });
    return {
      report,
      again: undefined,
      finish: (sidecars) => {
        const about = outside(path, sidecars, template);
        this.first = { ...this.first, host: sink.finish(report, about, copy, this.first.host) };
      },
    };
  }
}

/** Reads dropped files into rows, which `teller` hands over with what is to be told of each file. */
export const importInto = (request: ImportRequest, teller: Teller<ImportProtocol>): Promise<void> =>
  new Import(request, new Outlet(teller)).run();
