import type { RunStatus } from '../../model/vocabulary';
import type {
  BytesSink,
  CounterFact,
  ForwardingFact,
  LineClass,
  LinkFact,
  MeasurementBatch,
  MpiCall,
  NodeFact,
  PortFact,
  RunStart,
  RunTool,
  Sink,
  Traffic,
} from '../format';
import type { FabricCounts, FileSink } from './report';

/** The sink a reader sees: counts, and remembers what the line in hand gave. */
export class CountingSink implements BytesSink {
  measuredLines: number[] = [];
  began = false;
  /** The tool whose lines are read, where the file has several. */
  by: RunTool | null = null;
  /** The time that stands before the line in hand, ISO 8601 in UTC, or null: the start of a run that says none. */
  time: () => string | null = () => null;
  readonly statuses: RunStatus[] = [];
  numbers = 0;
  cells = 0;
  readonly fabric: FabricCounts = { nodes: 0, cables: 0, tables: 0, entries: 0, counters: 0 };

  constructor(
    private readonly sink: FileSink,
    private readonly note: (line: number, text: string) => void,
    private readonly account: (kind: LineClass, count: number, line: number, text: string) => void,
    readonly pause: () => Promise<void>,
  ) {}

  run(start: RunStart): number {
    this.began = true;
    this.statuses.push('complete');
    const started = start.started ?? this.time();
    return this.sink.run({ ...start, started, ...(this.by && { by: this.by }) });
  }

  status(run: number, status: RunStatus, reason: string | null): void {
    this.statuses[run] = status;
    this.sink.status(run, status, reason);
  }

  condition(...args: Parameters<Sink['condition']>): void {
    this.sink.condition(...args);
  }

  evidence(...args: Parameters<Sink['evidence']>): void {
    this.sink.evidence(...args);
  }

  series(...args: Parameters<Sink['series']>): number {
    return this.sink.series(...args);
  }

  measurement(
    series: number,
    bytes: number | null,
    statistic: string,
    value: number,
    printed: string,
    line: number,
  ): void {
    this.numbers++;
    this.measured(line);
    this.sink.measurement(series, bytes, statistic, value, printed, line);
  }

  measurements(batch: MeasurementBatch): void {
    this.numbers += batch.length;
    this.sink.measurements(batch);
  }

  statistic(...args: Parameters<BytesSink['statistic']>): void {
    this.sink.statistic(...args);
  }

  host(name: string): number {
    return this.sink.host(name);
  }

  rank(...args: Parameters<Sink['rank']>): void {
    this.sink.rank(...args);
  }

  place(...args: Parameters<Sink['place']>): void {
    this.sink.place(...args);
  }

  matrix(...args: Parameters<Sink['matrix']>): number {
    return this.sink.matrix(...args);
  }

  matrixRow(matrix: number, row: number, values: Float32Array, line: number | Int32Array): void {
    for (const value of values) if (!Number.isNaN(value)) this.cells++;
    if (typeof line === 'number') this.measured(line);
    this.sink.matrixRow(matrix, row, values, line);
  }

  traffic(series: number, traffic: Traffic, line: number): void {
    this.cells++;
    this.measured(line);
    this.sink.traffic(series, traffic, line);
  }

  mpiCall(series: number, call: MpiCall, line: number): void {
    this.cells++;
    this.measured(line);
    this.sink.mpiCall(series, call, line);
  }

  rankProfile(...args: Parameters<Sink['rankProfile']>): void {
    this.cells++;
    this.measured(args[5]);
    this.sink.rankProfile(...args);
  }

  fabricNode(node: NodeFact): number {
    this.fabric.nodes++;
    return this.sink.fabricNode(node);
  }

  fabricPort(port: PortFact): void {
    this.sink.fabricPort(port);
  }

  fabricLink(link: LinkFact): void {
    this.fabric.cables++;
    this.sink.fabricLink(link);
  }

  forwarding(table: ForwardingFact): void {
    this.fabric.tables++;
    this.fabric.entries += table.entries;
    this.sink.forwarding(table);
  }

  lidOwner(...args: Parameters<Sink['lidOwner']>): void {
    this.sink.lidOwner(...args);
  }

  portCounter(counter: CounterFact): void {
    this.fabric.counters++;
    this.sink.portCounter(counter);
  }

  private measured(line: number): void {
    if (this.measuredLines[this.measuredLines.length - 1] !== line) this.measuredLines.push(line);
  }

  problem(line: number, text: string): void {
    this.note(line, text);
  }

  text(firstLine: number, lines: readonly string[]): void {
    this.sink.text(firstLine, lines);
  }

  textBytes(firstLine: number, utf8: Uint8Array): void {
    this.sink.textBytes(firstLine, utf8);
  }

  lines(kind: LineClass, count: number, line = 0, text = ''): void {
    this.account(kind, count, line, text);
  }
}
