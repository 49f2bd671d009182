import type { RunStatus } from '../../model/vocabulary';
import type { RunConditions } from '../log/conditions';
import type { SeriesStart, Sink } from '../format';
import { RunSeries } from './measures';

/** What is measured, whatever the run: a series without its run. */
export type Quantity = Omit<SeriesStart, 'run'>;

/** A time that files print in microseconds. */
export const MICROSECONDS = { better: 'lower', unit: 's', printedUnit: 'us', factor: 1e-6 } as const;
/** A rate that files print in MB/s = 10^6 B/s. */
export const MEGABYTES = { better: 'higher', unit: 'B/s', printedUnit: 'MB/s', factor: 1e6 } as const;

/** A run in hand: begins its series when their first value comes, keeps the status, says the conditions at the end. */
export class OpenRun {
  readonly index: number;
  /** Numbers given so far. */
  rows = 0;
  private readonly series = new Map<string, RunSeries>();
  private status: RunStatus = 'complete';
  private reason: string | null = null;

  /** Begins a run on `line`; `started` as ISO 8601 in UTC, or null: by default the last date before it that begins something. */
  constructor(
    private readonly sink: Sink,
    line: number,
    readonly conditions: RunConditions,
    started: string | null = conditions.started,
  ) {
    this.index = sink.run({ kind: 'measured', line, started });
  }

  /** Gives one number, `printed` as the file has it; what is no finite number is left out with a remark. */
  value(quantity: Quantity, bytes: number | null, statistic: string, printed: string, line: number): void {
    const { benchmark, params } = quantity;
    const series = this.series.get(benchmark) ?? new RunSeries(this.sink, this.index, benchmark);
    this.series.set(benchmark, series);
    // An empty field would read as zero.
    const text = printed === '' ? '(nothing)' : printed;
    series.value({ ...quantity, statistic }, params, bytes, text, line);
    if (Number.isFinite(Number(text))) this.rows++;
  }

  /** Sets the status; the first reason stands, except that a failure explains what is missing. */
  settle(status: RunStatus, reason: string): void {
    if (this.status === 'failed' || this.status === 'hung') return;
    if (this.status === 'partial' && status === 'partial') return;
    this.status = status;
    this.reason = reason;
  }

  /** Ends the run. `twoProcesses` = it ran on two processes, whatever the job has. */
  close(twoProcesses = false): void {
    this.conditions.emit(this.sink, this.index, twoProcesses);
    if (this.status !== 'complete') this.sink.status(this.index, this.status, this.reason);
  }
}
