import type { FileReport, FileSink } from '../formats/report';
import type { MeasurementBatch, RunStart, SeriesStart } from '../formats/format';
import { paramsText, type Condition, type Origin, type RunKind, type RunStatus } from '../model/vocabulary';
import type { RowBuffers } from './rows';

interface PendingRun extends RunStart {
  status: RunStatus;
  reason: string | null;
  conditions: Condition[];
}

/** What names and sidecars say of a file beyond its content. */
export interface Outside {
  conditions: readonly Condition[];
  /** Measured, simulated or published where a sidecar says so. */
  kind: RunKind | null;
}

/**
 * Takes what a reader says of one file and turns it into rows. Measurements flow at once; runs, series and
 * conditions wait for `finish`, because a run's id is derived from the sha256 of the whole file.
 */
export class FileRows implements FileSink {
  private readonly runs: PendingRun[] = [];
  private readonly seriesStarts: SeriesStart[] = [];

  /** `source` = id of the file's row, `firstSeries` = id of its first series. */
  constructor(
    private readonly rows: RowBuffers,
    private readonly source: number,
    private readonly firstSeries: number,
  ) {}

  run(start: RunStart): number {
    this.runs.push({ ...start, status: 'complete', reason: null, conditions: [] });
    return this.runs.length - 1;
  }

  status(run: number, status: RunStatus, reason: string | null): void {
    const pending = this.pending(run);
    pending.status = status;
    pending.reason = reason;
  }

  condition(run: number, key: string, value: string, origin: Origin = 'content'): void {
    this.pending(run).conditions.push({ key, value, origin });
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
    this.rows.add('measurement', this.firstSeries + series, bytes, statistic, value, printed, line);
  }

  measurements(batch: MeasurementBatch): void {
    this.rows.addMeasurements(this.firstSeries, batch);
  }

  textBytes(firstLine: number, utf8: Uint8Array): void {
    this.rows.addText(this.source, firstLine, utf8);
  }

  /** The pump gathers problems in its report. */
  problem(): void {}

  text(firstLine: number, lines: readonly string[]): void {
    this.rows.add('source_text', this.source, firstLine, lines.join('\n'));
  }

  /** How many series ids this file has taken. */
  get seriesCount(): number {
    return this.seriesStarts.length;
  }

  /** Writes the file's own row, its runs, series and conditions. `copy` counts files with the same content from 1. */
  finish(report: FileReport, outside: Outside, copy: number): void {
    const { rows, source } = this;
    const { lines } = report;
    rows.add(
      'source',
      source,
      report.path,
      report.size,
      report.sha256,
      copy,
      report.format,
      report.tool,
      report.version,
      report.why,
      lines.total,
      lines.understood,
      lines.skipped,
      lines.unknown,
      report.problemCount,
    );
    for (const note of report.unknownLines) rows.add('source_note', source, 'unknown', note.line, note.text);
    for (const note of report.problems) rows.add('source_note', source, 'problem', note.line, note.text);
    const file = report.sha256.slice(0, 16) + (copy > 1 ? `~${copy}` : '');
    const id = (run: number) => `${file}:${run}`;
    this.runs.forEach((run, i) => {
      rows.add(
        'run',
        id(i),
        source,
        i,
        run.line,
        outside.kind ?? run.kind,
        run.status,
        run.reason,
        run.started,
      );
      // Within one origin the last word wins.
      const said = new Map(
        [...outside.conditions, ...run.conditions].map((c) => [`${c.origin} ${c.key}`, c]),
      );
      for (const c of said.values()) rows.add('condition', id(i), c.key, c.value, c.origin);
    });
    this.seriesStarts.forEach((s, i) => {
      const series = this.firstSeries + i;
      const { run, benchmark, metric, better, unit, printedUnit, factor, params } = s;
      rows.add(
        'series',
        series,
        id(run),
        benchmark,
        metric,
        better,
        unit,
        printedUnit,
        factor,
        paramsText(params),
      );
      for (const [key, value] of Object.entries(params)) rows.add('series_param', series, key, value);
    });
  }

  private pending(run: number): PendingRun {
    const found = this.runs[run];
    if (!found) throw new Error(`a reader spoke of run ${run}, which it did not begin`);
    return found;
  }
}
