/**
 * `npm run --silent inspect -- [--json] [--mapping FILE] FILE_OR_DIR…`: reads result files with the readers of the app
 * and says what they are. With `--json` one object per file, one per line. `--mapping` says what the columns of tables
 * are. Exit code 1 when a file is not recognised, 2 when one cannot be read.
 */
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { isSidecarPath } from '../conditions/sidecar';
import type { MeasurementBatch, RunStart } from '../formats/format';
import { readSource } from '../formats/read';
import type { ByteSource, FileReport, FileSink, LineNote } from '../formats/report';
import { isMappingPath, parseMapping, type Mapping } from '../tables/mapping';
import type { RunStatus } from '../model/vocabulary';

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

/** Counts the rows of each table and throws the rest away. */
class Counter implements FileSink {
  readonly rows: Record<string, number> = { run: 0, condition: 0, series: 0, measurement: 0 };
  /** Why runs are not complete, at the lines on which they begin. */
  readonly reasons: LineNote[] = [];
  private readonly starts: number[] = [];

  run(start: RunStart): number {
    this.starts.push(start.line);
    return this.add('run');
  }
  condition(): void {
    this.add('condition');
  }
  series(): number {
    return this.add('series');
  }
  measurement(): void {
    this.add('measurement');
  }
  measurements({ length }: MeasurementBatch): void {
    this.rows['measurement'] = (this.rows['measurement'] ?? 0) + length;
  }
  status(run: number, status: RunStatus, reason: string | null): void {
    this.reasons.push({ line: this.starts[run] ?? 0, text: `Run ${run + 1} is ${status}: ${reason ?? ''}` });
  }
  problem(): void {
    // The report holds the problems.
  }
  text(): void {
    // Nothing is traced here.
  }
  textBytes(): void {
    // Nor here.
  }

  private add(table: string): number {
    const before = this.rows[table] ?? 0;
    this.rows[table] = before + 1;
    return before;
  }
}

const NO_LINES = { total: 0, understood: 0, skipped: 0, unknown: 0 };

async function main(args: readonly string[]): Promise<number> {
  const json = args.includes('--json');
  const named = args.indexOf('--mapping');
  const mappingPath = named < 0 ? null : (args[named + 1] ?? '');
  const paths = args.filter(
    (arg, at) => arg !== '--json' && (named < 0 || (at !== named && at !== named + 1)),
  );
  const option = paths.find((path) => path.startsWith('--'));
  if (paths.length === 0 || option !== undefined) {
    process.stderr.write(
      `${option ? `Unknown option ${option}. ` : ''}Usage: npm run --silent inspect -- [--json] [--mapping FILE] FILE_OR_DIR…\n`,
    );
    return 2;
  }
  const mapping = mappingPath === null ? null : await readMapping(mappingPath);
  if (mappingPath !== null && mapping === null) return 2;
  let code = 0;
  for (const path of paths) {
    for await (const file of filesOf(path)) {
      const { inspection, why, failed } = await inspect(file, mapping);
      process.stdout.write(json ? `${JSON.stringify(inspection)}\n` : summary(inspection, why));
      if (failed) code = 2;
      else if (inspection.format === null) code = Math.max(code, 1);
    }
  }
  return code;
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

async function inspect(
  path: string,
  mapping: Mapping | null,
): Promise<{ inspection: Inspection; why: string; failed: boolean }> {
  const empty: Inspection = {
    path,
    format: null,
    tool: null,
    version: null,
    partial: false,
    runs: 0,
    rows: {},
    lines: NO_LINES,
    problems: [],
  };
  try {
    const info = await stat(path);
    if (!info.isFile()) throw new Error('it is not a file that can be read');
    if (isSidecarPath(path.replaceAll('\\', '/'))) {
      const why = 'Settings for the files beside it, by its name.';
      return { inspection: { ...empty, format: 'sidecar' }, why, failed: false };
    }
    if (isMappingPath(path.replaceAll('\\', '/'))) {
      const why = 'What the columns of tables are, by its name: give it with --mapping.';
      return { inspection: { ...empty, format: 'mapping' }, why, failed: false };
    }
    const counter = new Counter();
    const report = await readSource(onDisk(path, info.size), counter, {
      mappingFor: () => mapping,
    });
    const { format, tool, version, partial, runs, lines } = report;
    const notes = report.unknownLines.map(({ line, text }) => ({ line, text: `Not understood: ${text}` }));
    const problems =
      format === null ? [{ line: 0, text: report.why }] : [...counter.reasons, ...report.problems, ...notes];
    return {
      inspection: { path, format, tool, version, partial, runs, rows: counter.rows, lines, problems },
      why: report.why,
      failed: false,
    };
  } catch (error) {
    const why = `Cannot be read: ${error instanceof Error ? error.message : String(error)}.`;
    return { inspection: { ...empty, problems: [{ line: 0, text: why }] }, why, failed: true };
  }
}

function onDisk(path: string, size: number): ByteSource {
  return {
    path,
    size,
    stream: () =>
      Readable.toWeb(createReadStream(path, { highWaterMark: 1024 * 1024 })) as ReadableStream<Uint8Array>,
  };
}

function summary(file: Inspection, why: string): string {
  const { lines } = file;
  const rows = Object.entries(file.rows).map(([table, count]) => `${count} ${table}`);
  const text = [
    file.path,
    `  ${why}`,
    ...(file.format === null || file.format === 'sidecar' || file.format === 'mapping'
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

process.exitCode = await main(process.argv.slice(2));
