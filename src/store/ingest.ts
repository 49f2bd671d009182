import type { FileReport, FileSink } from '../formats/reader/report';
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
import {
  paramsText,
  type Condition,
  type Evidence,
  type Origin,
  type RunKind,
  type RunStatus,
} from '../model/vocabulary';
import type { RowBuffers } from './rows';

interface PendingRun extends RunStart {
  status: RunStatus;
  reason: string | null;
  conditions: Condition[];
  evidence: Evidence[];
  ranks: { rank: number; host: number | null; socket: number | null }[];
}

/** First free ids of what a file brings. */
export interface FirstIds {
  source: number;
  series: number;
  host: number;
  matrix: number;
}

/** What names and sidecars say of a file beyond its content. */
export interface Outside {
  conditions: readonly Condition[];
  /** Measured, simulated or published where a sidecar says so. */
  kind: RunKind | null;
  /** Hosts of the ranks, in order, where a sidecar lists them. */
  hosts: readonly string[] | null;
}

/**
 * Takes what a reader says of one file and turns it into rows. Measurements flow at once; runs, series and
 * conditions wait for `finish`, because a run's id is derived from the sha256 of the whole file.
 */
export class FileRows implements FileSink {
  private readonly runs: PendingRun[] = [];
  private readonly seriesStarts: SeriesStart[] = [];
  private readonly statistics = new Map<string, { series: number; place: number; statistic: string }>();

  private readonly hosts = new Map<string, number>();
  private matrices = 0;
  private nodes = 0;

  /** `first.source` = id of the file's row. */
  constructor(
    private readonly rows: RowBuffers,
    private readonly first: FirstIds,
  ) {}

  run(start: RunStart): number {
    this.runs.push({ ...start, status: 'complete', reason: null, conditions: [], evidence: [], ranks: [] });
    return this.runs.length - 1;
  }

  status(run: number, status: RunStatus, reason: string | null): void {
    const pending = this.pending(run);
    pending.status = status;
    pending.reason = reason;
  }

  condition(run: number, key: string, value: string, origin: Origin = 'content', line?: number): void {
    this.pending(run).conditions.push({ key, value, origin, line: line ?? null });
  }

  evidence(run: number, evidence: Evidence): void {
    this.pending(run).evidence.push(evidence);
  }

  series(start: SeriesStart): number {
    this.seriesStarts.push(start);
    return this.seriesStarts.length - 1;
  }

  measurement(
    series: number,
    bytes: number | null,
    statistic: string,
    value: number,
    printed: string,
    line: number,
  ): void {
    this.rows.add('measurement_text', {
      series: this.first.series + series,
      message_bytes: bytes,
      statistic,
      value,
      printed,
      line,
    });
  }

  host(name: string): number {
    let index = this.hosts.get(name);
    if (index === undefined) {
      this.hosts.set(name, (index = this.hosts.size));
      this.rows.add('host', { source: this.first.source, id: this.first.host + index, name });
    }
    return index;
  }

  rank(run: number, rank: number, host: number | null, socket: number | null): void {
    this.pending(run).ranks.push({ rank, host: host === null ? null : this.first.host + host, socket });
  }

  place(rank: number, host: number, socket: number | null): void {
    this.rows.add('host_list', { source: this.first.source, rank, host: this.first.host + host, socket });
  }

  matrix(start: MatrixStart): number {
    this.rows.add('matrix', {
      ...start,
      id: this.first.matrix + this.matrices,
      series: this.first.series + start.series,
      measured_at: start.measuredAt,
      message_bytes: start.bytes,
    });
    return this.matrices++;
  }

  matrixRow(matrix: number, row: number, values: Float32Array, line: number | Int32Array): void {
    const lines = typeof line === 'number' ? { line, lines: null } : { line: null, lines: line };
    this.rows.add('matrix_row', { matrix: this.first.matrix + matrix, row, cells: values, ...lines });
  }

  traffic(series: number, traffic: Traffic, line: number): void {
    this.rows.add('traffic', { series: this.first.series + series, ...traffic, line });
  }

  mpiCall(series: number, made: MpiCall, line: number): void {
    this.rows.add('mpi_call', {
      series: this.first.series + series,
      ...made,
      min_seconds: made.minSeconds,
      max_seconds: made.maxSeconds,
      line,
    });
  }

  rankProfile(series: number, rank: number, key: string, value: number, unit: string, line: number): void {
    this.rows.add('rank_profile', { series: this.first.series + series, rank, key, value, unit, line });
  }

  fabricNode(node: NodeFact): number {
    this.rows.add('fabric_node', { source: this.first.source, id: this.nodes, ...node });
    return this.nodes++;
  }

  fabricPort(port: PortFact): void {
    this.rows.add('fabric_port', { source: this.first.source, ...port });
  }

  fabricLink(link: LinkFact): void {
    const { aPort, bPort } = link;
    this.rows.add('fabric_link', { source: this.first.source, a_port: aPort, b_port: bPort, ...link });
  }

  forwarding(table: ForwardingFact): void {
    this.rows.add('forwarding', { source: this.first.source, ...table });
  }

  lidOwner(lid: number, portGuid: string, line: number): void {
    this.rows.add('lid_owner', { source: this.first.source, lid, guid: portGuid, line });
  }

  portCounter(counter: CounterFact): void {
    this.rows.add('port_counter', { source: this.first.source, ...counter });
  }

  measurements(batch: MeasurementBatch): void {
    this.rows.addMeasurements(this.first.series, batch);
  }

  statistic(series: number, place: number, statistic: string): void {
    this.statistics.set(`${series} ${place}`, { series, place, statistic });
  }

  textBytes(firstLine: number, utf8: Uint8Array): void {
    this.rows.addText(this.first.source, firstLine, utf8);
  }

  /** The pump gathers problems in its report. */
  problem(): void {}

  text(firstLine: number, lines: readonly string[]): void {
    this.rows.add('source_text', {
      source: this.first.source,
      first_line: firstLine,
      text: lines.join('\n'),
    });
  }

  /** The first ids that are free after this file. */
  get next(): FirstIds {
    const { source, series, host, matrix } = this.first;
    return {
      source: source + 1,
      series: series + this.seriesStarts.length,
      host: host + this.hosts.size,
      matrix: matrix + this.matrices,
    };
  }

  /**
   * Writes the file's own row, its runs, series and conditions. `copy` counts files with the same content from 1.
   * `freeHost` = first free id for hosts that are named outside the file; the next free one is returned.
   */
  finish(report: FileReport, outside: Outside, copy: number, freeHost: number): number {
    const { rows } = this;
    const { source } = this.first;
    const { lines } = report;
    rows.add('source', {
      ...report,
      id: source,
      copy,
      tool_version: report.version,
      lines_total: lines.total,
      lines_understood: lines.understood,
      lines_skipped: lines.skipped,
      lines_unknown: lines.unknown,
      problems: report.problemCount,
    });
    for (const note of report.unknownLines) rows.add('source_note', { source, kind: 'unknown', ...note });
    for (const note of report.problems) rows.add('source_note', { source, kind: 'problem', ...note });
    const file = report.sha256.slice(0, 16) + (copy > 1 ? `~${copy}` : '');
    const id = (run: number) => `${file}:${run}`;
    this.runs.forEach((run, i) => {
      const other = run.by && run.by.tool !== report.tool ? run.by : null;
      rows.add('run', {
        ...run,
        id: id(i),
        source,
        position: i,
        kind: outside.kind ?? run.kind,
        status_reason: run.reason,
        tool: other?.tool ?? null,
        tool_version: other?.version ?? null,
      });
      // Within one origin the last word wins.
      const said = new Map(
        [...outside.conditions, ...run.conditions].map((c) => [`${c.origin} ${c.key}`, c]),
      );
      for (const c of said.values()) rows.add('condition', { ...c, run: id(i), line: c.line ?? null });
      for (const evidence of run.evidence) rows.add('evidence', { run: id(i), ...evidence });
      for (const rank of run.ranks) rows.add('rank_map', { run: id(i), ...rank });
    });
    this.seriesStarts.forEach((s, i) => {
      const series = this.first.series + i;
      rows.add('series', {
        ...s,
        id: series,
        run: id(s.run),
        printed_unit: s.printedUnit,
        params: paramsText(s.params),
      });
      for (const [key, value] of Object.entries(s.params)) rows.add('series_param', { series, key, value });
    });
    for (const { series, place, statistic } of this.statistics.values())
      rows.add('series_statistic', { series: this.first.series + series, place, statistic });
    return this.listHosts(outside.hosts ?? [], freeHost);
  }

  /** Writes hosts that a sidecar lists as a host list of this file's own. */
  private listHosts(names: readonly string[], free: number): number {
    const ids = new Map<string, number>();
    names.forEach((name, rank) => {
      let id = ids.get(name);
      if (id === undefined) {
        ids.set(name, (id = free + ids.size));
        this.rows.add('host', { source: this.first.source, id, name });
      }
      this.rows.add('host_list', { source: this.first.source, rank, host: id, socket: null });
    });
    return free + ids.size;
  }

  private pending(run: number): PendingRun {
    const found = this.runs[run];
    if (!found) throw new Error(`a reader spoke of run ${run}, which it did not begin`);
    return found;
  }
}
