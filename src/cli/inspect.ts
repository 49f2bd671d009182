/**
 * `fabriscope inspect [--json] [--mapping FILE] FILE_OR_DIR…`: reads result files with the readers of the app
 * and says what they are; archives are opened. With `--json` one object per file, one per line. `--mapping` says what
 * the columns of tables are. Exit code 1 when a file is not recognised, 2 when one cannot be read, or an archive not to
 * its end. `--runs --json` prints one line for each run instead, with its conditions and the experiment that it is a repeat of,
 * `--values` its numbers too. `--formats` lists what can be read instead.
 */
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { piecesOf } from '../archives/bytes';
import { archiveKind, unpack, type Packed, type Unpacked } from '../archives/unpack';
import { zipNames } from '../archives/zip';
import { isPicoMetadataPath } from '../conditions/picoMetadata';
import { isSidecarPath, SIDECAR_LIMIT } from '../conditions/sidecar';
import { Counter } from '../formats/reader/counter';
import type { Format } from '../formats/format';
import { readSource } from '../formats/read';
import { FORMATS } from '../formats/registry';
import type { ByteSource, FileReport } from '../formats/reader/report';
import type { LineNote } from '../model/lineNote';
import { isContainer } from '../store/container';
import { RunLister } from './runs';
import { isMappingPath, parseMapping, type Mapping } from '../formats/tables/mapping';

/** What is said of one file. */
interface Inspection {
  path: string;
  format: string | null;
  tool: string | null;
  version: string | null;
  partial: boolean;
  runs: number;
  rows: Record<string, number>;
  lines: FileReport['lines'];
  problems: LineNote[];
}

/** What is printed of one file; `failed` = it could not be read. */
interface Inspected {
  inspection: Inspection;
  why: string;
  failed: boolean;
}

const USAGE = `Usage: fabriscope inspect [--json] ([--mapping FILE] FILE_OR_DIR… | --formats)
       fabriscope inspect --runs --json [--values] [--mapping FILE] FILE_OR_DIR…
`;

const SWITCHES: ReadonlySet<string> = new Set(['--json', '--formats', '--runs', '--values']);

const NO_LINES = { total: 0, understood: 0, skipped: 0, unknown: 0 };

/** Runs the command; resolves to its exit code. */
export async function inspect(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    process.stdout.write(USAGE);
    return 0;
  }
  const json = args.includes('--json');
  const list = args.includes('--formats');
  const named = args.indexOf('--mapping');
  const mappingPath = named < 0 ? null : (args[named + 1] ?? '');
  const paths = args.filter(
    (arg, at) => !SWITCHES.has(arg) && (named < 0 || (at !== named && at !== named + 1)),
  );
  const runs = args.includes('--runs');
  const option = paths.find((path) => path.startsWith('--'));
  const misplaced = runs ? list || !json : args.includes('--values');
  if (option !== undefined || (paths.length === 0) !== list || misplaced) {
    process.stderr.write(`${option ? `Unknown option ${option}. ` : ''}${USAGE}`);
    return 2;
  }
  if (list) {
    for (const format of FORMATS) process.stdout.write(json ? formatAsJson(format) : formatAsText(format));
    return 0;
  }
  const mapping = mappingPath === null ? null : await readMapping(mappingPath);
  if (mappingPath !== null && mapping === null) return 2;
  if (runs) return listRuns(paths, mapping, args.includes('--values'));
  let code = 0;
  for (const path of paths) {
    for await (const file of filesOf(path)) {
      for await (const { inspection, why, failed } of inspectPath(file, mapping)) {
        process.stdout.write(json ? `${JSON.stringify(inspection)}\n` : summary(inspection, why));
        if (failed) code = 2;
        else if (inspection.format === null) code = Math.max(code, 1);
      }
    }
  }
  if (code === 1 && !json) process.stderr.write('What can be read: fabriscope inspect --formats\n');
  return code;
}

/** Prints one line for each run of the files; paths stand in the question of identity as a drop of the folder has them. */
async function listRuns(paths: readonly string[], mapping: Mapping | null, values: boolean): Promise<number> {
  const lister = new RunLister(mapping);
  let code = 0;
  const failed = (path: string, why: string) => {
    process.stderr.write(`${path}: ${why}\n`);
    code = 2;
  };
  for (const path of paths) {
    const above = resolve(path, '..');
    for await (const file of filesOf(path)) {
      const dropped = relative(above, resolve(file)).replaceAll('\\', '/');
      try {
        if (isSidecarPath(dropped)) {
          for (const problem of lister.sidecar(dropped, await readFile(file, 'utf8'))) failed(file, problem);
          continue;
        }
        if (isPicoMetadataPath(dropped) && (await stat(file)).size <= SIDECAR_LIMIT)
          if (lister.picoMetadata(dropped, await readFile(file, 'utf8'))) continue;
        for await (const source of sourcesOf(file, failed)) {
          const inside = source.path === file ? dropped : source.path.replace(file, dropped);
          const { known, copyOf } = await lister.take(source, inside);
          if (!known && !isMappingPath(dropped)) code = Math.max(code, 1);
          if (copyOf !== null)
            process.stderr.write(`${source.path}: Same content as ${copyOf}: not listed a second time.\n`);
        }
      } catch (error) {
        failed(file, `Cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
      }
    }
  }
  for (const line of lister.lines(values)) process.stdout.write(line);
  return code;
}

/** A file as a source, or all files of an archive. */
async function* sourcesOf(
  path: string,
  failed: (path: string, why: string) => void,
): AsyncGenerator<ByteSource> {
  const info = await stat(path);
  const file = onDisk(path, info.size);
  const kind = await archiveKind(file);
  if (kind === null) yield { path, size: info.size, stream: () => file.slice(0, info.size) };
  else if (typeof kind === 'object') failed(path, kind.why);
  else if (kind === 'encrypted')
    failed(path, 'An encrypted work of Fabriscope: open it in the app, with its key.');
  else
    for await (const unpacked of unpack(file)) {
      if (unpacked.type === 'file') yield unpacked.source;
      else if (unpacked.bad) failed(unpacked.path, unpacked.text);
    }
}

function formatAsJson({ id, name, looksFor, help }: Format): string {
  return `${JSON.stringify({ id, name, looksFor, ...help })}\n`;
}

function formatAsText({ id, name, looksFor, help }: Format): string {
  const make = help.make.map((command) => `  make: ${command}\n`).join('');
  return `${name} (${id})\n  looked for: ${looksFor}\n${make}  read: ${help.reads}\n  not read: ${help.not}\n`;
}

/** The files of a path: itself, or all below a folder, in the order of their names. */
async function* filesOf(path: string): AsyncGenerator<string> {
  const info = await stat(path).catch(() => null);
  if (!info?.isDirectory()) {
    yield path;
    return;
  }
  const entries = await readdir(path, { withFileTypes: true }).catch(() => null);
  if (!entries) {
    yield path;
    return;
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1)))
    yield* filesOf(join(path, entry.name));
}

/** The mapping in a file; null, with the reason on standard error, when it cannot be used. */
async function readMapping(path: string): Promise<Mapping | null> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) {
    process.stderr.write(`${path}: this file cannot be read.\n`);
    return null;
  }
  const parsed = parseMapping(text);
  if (parsed.ok) return parsed.mapping;
  for (const { line, text: problem } of parsed.problems)
    process.stderr.write(`${path}${line > 0 ? `, line ${line}` : ''}: ${problem}\n`);
  return null;
}

/** A file, or all files of an archive. */
async function* inspectPath(path: string, mapping: Mapping | null): AsyncGenerator<Inspected> {
  try {
    const info = await stat(path);
    if (!info.isFile()) throw new Error('it is not a file that can be read');
    const file = onDisk(path, info.size);
    const kind = await archiveKind(file);
    const bytes = (start: number, end: number) => piecesOf(file.slice(start, end));
    if (kind === null) {
      const source = { path, size: info.size, stream: () => file.slice(0, info.size) };
      yield await inspectFile(source, mapping);
    } else if (typeof kind === 'object') {
      yield { ...said(path, null, kind.why), failed: true };
    } else if (kind === 'encrypted') {
      yield said(path, 'encrypted', 'An encrypted work of Fabriscope: open it in the app, with its key.');
    } else if (kind === 'zip' && isContainer(await zipNames({ ...file, bytes }))) {
      yield said(path, 'container', 'A saved work of Fabriscope: open it in the app.');
    } else {
      for await (const unpacked of unpack(file)) yield await inspectUnpacked(unpacked, mapping);
    }
  } catch (error) {
    const why = `Cannot be read: ${error instanceof Error ? error.message : String(error)}.`;
    yield { ...said(path, null, why), failed: true };
  }
}

async function inspectUnpacked(unpacked: Unpacked, mapping: Mapping | null): Promise<Inspected> {
  if (unpacked.type === 'file') return inspectFile(unpacked.source, mapping);
  const { path, text, bad } = unpacked;
  return { ...said(path, 'archive', text), failed: bad };
}

/** Something of which a sentence is all there is to say. */
function said(path: string, format: string | null, why: string): Inspected {
  const problems =
    format === 'sidecar' || format === 'mapping' || format === 'container' ? [] : [{ line: 0, text: why }];
  return {
    inspection: {
      path,
      format,
      tool: null,
      version: null,
      partial: false,
      runs: 0,
      rows: {},
      lines: NO_LINES,
      problems,
    },
    why,
    failed: false,
  };
}

async function inspectFile(source: ByteSource, mapping: Mapping | null): Promise<Inspected> {
  const { path } = source;
  if (isSidecarPath(path.replaceAll('\\', '/')))
    return said(path, 'sidecar', 'Settings for the files beside it, by its name.');
  if (isMappingPath(path.replaceAll('\\', '/')))
    return said(path, 'mapping', 'What the columns of tables are, by its name: give it with --mapping.');
  const counter = new Counter();
  const report = await readSource(source, counter, { mappingFor: () => mapping });
  const { format, tool, version, partial, runs, lines } = report;
  const notes = report.unknownLines.map(({ line, text }) => ({ line, text: `Not understood: ${text}` }));
  const problems =
    format === null ? [{ line: 0, text: report.why }] : [...counter.reasons, ...report.problems, ...notes];
  return {
    inspection: { path, format, tool, version, partial, runs, rows: counter.rows, lines, problems },
    why: report.why,
    failed: false,
  };
}

function onDisk(path: string, size: number): Packed {
  return {
    path,
    size,
    slice: (start, end) =>
      Readable.toWeb(
        end > start
          ? createReadStream(path, { start, end: end - 1, highWaterMark: 1024 * 1024 })
          : Readable.from([]),
      ) as ReadableStream<Uint8Array>,
  };
}

/** What `format` says of things that are no result files. */
const UNREAD = new Set(['sidecar', 'mapping', 'container', 'archive']);

function summary(file: Inspection, why: string): string {
  const { lines } = file;
  const rows = Object.entries(file.rows).map(([table, count]) => `${count} ${table}`);
  const text = [
    file.path,
    `  ${why}`,
    ...(file.format === null || UNREAD.has(file.format)
      ? []
      : [
          `  ${file.tool ?? ''} ${file.version ?? '(version not said)'}${file.partial ? ', not complete' : ''}`,
          `  rows: ${rows.join(', ')}`,
          `  lines: ${lines.total} = ${lines.understood} understood + ${lines.skipped} skipped by rule + ${lines.unknown} not understood`,
          ...file.problems.map(({ line, text }) => `  ${line > 0 ? `line ${line}: ` : ''}${text}`),
        ]),
  ];
  return `${text.join('\n')}\n`;
}
