import { createReadStream, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import type {
  CounterFact,
  ForwardingFact,
  LinkFact,
  MatrixStart,
  MeasurementBatch,
  MpiCall,
  NodeFact,
  PortFact,
  RunStart,
  SeriesStart,
  Traffic,
} from '../formats/format';
import { readSource, type ReadOptions } from '../formats/read';
import type { ByteSource, FileReport, FileSink } from '../formats/reader/report';
import { ORIGINS, type Condition, type Evidence, type Origin, type RunStatus } from '../model/vocabulary';
import { printedTexts } from '../formats/tables/batch';

/** One measurement as a reader gave it. */
export interface CollectedRow {
  series: number;
  bytes: number | null;
  statistic: string;
  value: number;
  printed: string;
  line: number;
}

/** One run as a reader gave it. */
export interface CollectedRun extends RunStart {
  status: RunStatus;
  reason: string | null;
  /** The value that holds for each key. */
  conditions: Record<string, string>;
  /** All that was said of conditions, in order. */
  said: Condition[];
  evidence: Evidence[];
}

/** One row of a matrix as a reader gave it. */
export interface CollectedRowOfMatrix {
  values: Float32Array;
  line: number | Int32Array;
}

/** A sink that holds everything in memory, for tests. */
export class Collector implements FileSink {
  readonly runs: CollectedRun[] = [];
  readonly allSeries: SeriesStart[] = [];
  readonly rows: CollectedRow[] = [];
  readonly problems: { line: number; text: string }[] = [];
  /** Kept lines by number. */
  readonly kept = new Map<number, string>();

  run(start: RunStart): number {
    return (
      this.runs.push({ ...start, status: 'complete', reason: null, conditions: {}, said: [], evidence: [] }) -
      1
    );
  }

  status(run: number, status: RunStatus, reason: string | null): void {
    Object.assign(this.at(run), { status, reason });
  }

  condition(run: number, key: string, value: string, origin: Origin = 'content', line?: number): void {
    const { conditions, said } = this.at(run);
    const strength = (of: Origin) => ORIGINS.indexOf(of);
    if (said.every((before) => before.key !== key || strength(before.origin) <= strength(origin)))
      conditions[key] = value;
    said.push({ key, value, origin, line: line ?? null });
  }

  evidence(run: number, evidence: Evidence): void {
    this.at(run).evidence.push(evidence);
  }

  series(start: SeriesStart): number {
    this.at(start.run);
    return this.allSeries.push(start) - 1;
  }

  measurement(
    series: number,
    bytes: number | null,
    statistic: string,
    value: number,
    printed: string,
    line: number,
  ): void {
    if (!this.allSeries[series]) throw new Error(`no series ${series}`);
    this.rows.push({ series, bytes, statistic, value, printed, line });
  }

  private readonly statistics = new Map<string, string>();

  statistic(series: number, place: number, statistic: string): void {
    if (!this.allSeries[series]) throw new Error(`no series ${series}`);
    this.statistics.set(`${series} ${place}`, statistic);
  }

  /** Rows of batches are put in the order of lines: those with and without texts come apart. */
  measurements(batch: MeasurementBatch): void {
    const printed = printedTexts(batch, (series) => this.allSeries[series]?.factor ?? Number.NaN);
    for (let i = 0; i < batch.length; i++) {
      const size = batch.bytes[i] ?? Number.NaN;
      const series = batch.series[i] ?? -1;
      const place = batch.statistic[i] ?? -1;
      const statistic = batch.statistics[place];
      if (statistic === undefined) throw new Error(`no statistic for number ${i} of a batch`);
      if ('decimals' in batch && this.statistics.get(`${series} ${place}`) !== statistic)
        throw new Error(`place ${place} of series ${series} was not said to be ${statistic}`);
      this.measurement(
        series,
        Number.isNaN(size) ? null : size,
        statistic,
        batch.value[i] ?? Number.NaN,
        printed[i] ?? '',
        batch.line[i] ?? 0,
      );
    }
    this.rows.sort((a, b) => a.line - b.line);
  }

  textBytes(firstLine: number, utf8: Uint8Array): void {
    this.text(firstLine, new TextDecoder().decode(utf8).split('\n'));
  }

  readonly hosts: string[] = [];
  readonly ranks: { run: number; rank: number; host: string | null; socket: number | null }[] = [];
  readonly matrices: (MatrixStart & { rows: Map<number, CollectedRowOfMatrix> })[] = [];
  readonly allTraffic: (Traffic & { series: number; line: number })[] = [];
  readonly calls: (MpiCall & { series: number; line: number })[] = [];
  readonly profile: {
    series: number;
    rank: number;
    key: string;
    value: number;
    unit: string;
    line: number;
  }[] = [];

  host(name: string): number {
    const known = this.hosts.indexOf(name);
    return known >= 0 ? known : this.hosts.push(name) - 1;
  }

  rank(run: number, rank: number, host: number | null, socket: number | null): void {
    this.at(run);
    this.ranks.push({ run, rank, host: host === null ? null : (this.hosts[host] ?? null), socket });
  }

  readonly placed: { rank: number; host: string; socket: number | null }[] = [];

  place(rank: number, host: number, socket: number | null): void {
    const name = this.hosts[host];
    if (name === undefined) throw new Error(`no host ${host}`);
    this.placed.push({ rank, host: name, socket });
  }

  matrix(start: MatrixStart): number {
    if (!this.allSeries[start.series]) throw new Error(`no series ${start.series}`);
    return this.matrices.push({ ...start, rows: new Map() }) - 1;
  }

  matrixRow(matrix: number, row: number, values: Float32Array, line: number | Int32Array): void {
    const found = this.matrices[matrix];
    if (!found) throw new Error(`no matrix ${matrix}`);
    if (found.rows.has(row)) throw new Error(`row ${row} of matrix ${matrix} given twice`);
    found.rows.set(row, { values, line });
  }

  traffic(series: number, traffic: Traffic, line: number): void {
    if (!this.allSeries[series]) throw new Error(`no series ${series}`);
    this.allTraffic.push({ series, ...traffic, line });
  }

  mpiCall(series: number, call: MpiCall, line: number): void {
    if (!this.allSeries[series]) throw new Error(`no series ${series}`);
    this.calls.push({ series, ...call, line });
  }

  rankProfile(series: number, rank: number, key: string, value: number, unit: string, line: number): void {
    if (!this.allSeries[series]) throw new Error(`no series ${series}`);
    this.profile.push({ series, rank, key, value, unit, line });
  }

  readonly nodes: NodeFact[] = [];
  readonly ports: PortFact[] = [];
  readonly links: LinkFact[] = [];
  readonly tables: ForwardingFact[] = [];
  readonly owners = new Map<number, string>();
  readonly counters: CounterFact[] = [];

  fabricNode(node: NodeFact): number {
    return this.nodes.push(node) - 1;
  }

  fabricPort(port: PortFact): void {
    if (!this.nodes[port.node]) throw new Error(`no node ${port.node}`);
    this.ports.push(port);
  }

  fabricLink(link: LinkFact): void {
    if (!this.nodes[link.a] || !this.nodes[link.b]) throw new Error(`no node ${link.a} or ${link.b}`);
    this.links.push(link);
  }

  forwarding(table: ForwardingFact): void {
    this.tables.push(table);
  }

  lidOwner(lid: number, portGuid: string): void {
    if (this.owners.has(lid)) throw new Error(`the owner of LID ${lid} is given twice`);
    this.owners.set(lid, portGuid);
  }

  portCounter(counter: CounterFact): void {
    this.counters.push(counter);
  }

  problem(line: number, text: string): void {
    this.problems.push({ line, text });
  }

  text(firstLine: number, lines: readonly string[]): void {
    lines.forEach((line, at) => {
      if (this.kept.has(firstLine + at)) throw new Error(`line ${firstLine + at} kept twice`);
      this.kept.set(firstLine + at, line);
    });
  }

  private at(run: number): CollectedRun {
    const found = this.runs[run];
    if (!found) throw new Error(`no run ${run}`);
    return found;
  }
}

/** Bytes or text in memory as a source; `piece` cuts them into pieces of that many bytes. */
export function memorySource(path: string, content: string | Uint8Array, piece = 65536): ByteSource {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return {
    path,
    size: bytes.length,
    stream: () => {
      let at = 0;
      return new ReadableStream<Uint8Array>({
        pull(controller) {
          if (at >= bytes.length) controller.close();
          else controller.enqueue(bytes.subarray(at, (at += piece)));
        },
      });
    },
  };
}

/** A file on disk as a source. */
export function diskSource(path: string, name: string = path): ByteSource {
  return {
    path: name,
    size: statSync(path).size,
    stream: () => Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>,
  };
}

/** Reads a source into a collector. */
export async function collect(
  source: ByteSource,
  options?: ReadOptions,
): Promise<{ report: FileReport; found: Collector }> {
  const found = new Collector();
  return { report: await readSource(source, found, options), found };
}
