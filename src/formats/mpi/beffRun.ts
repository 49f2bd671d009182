import type { SeriesParams } from '../../model/vocabulary';
import type { BeffHead, PlotColumn } from './beffLines';
import { MEGABYTES, MICROSECONDS, OpenRun } from '../reader/openRun';

/** Which of the files of a run a number is from; numbers of two of them are never repeats of each other. */
type Output = 'protocol' | 'short' | 'summary' | 'plot' | 'result line';

/** A run of b_eff in hand. */
export class BeffRun extends OpenRun {
  readonly head: BeffHead = { lengths: [], methods: [], patterns: new Map() };
  output: Output | null = null;
  build: string | null = null;
  section: string | null = null;
  /** The result line was seen, or for plot data its last table is whole. */
  whole = false;
  /** Keys of the numbers given, with their line: b_eff prints many of them more than once. */
  readonly given = new Map<string, number>();
  notMeasured = 0;
  firstNotMeasured = 0;
  /** Message length, method and pattern of the VALUES rows that follow. */
  at: { bytes: number; method: string; pattern: string } | null = null;
  plot: readonly PlotColumn[] | null = null;
  plotRows = 0;
  longestPlot = 0;
  /** What the line `( = 918.382 MByte/s * 4 processes)` belongs to. */
  perProcess: { metric: string; pattern: string; bytes: number | null } | null = null;

  /** A bandwidth averaged over all message lengths, of one process or of all. */
  average(total: boolean, params: SeriesParams, printed: string, number: number): void {
    const metric = total ? 'average bandwidth' : 'average bandwidth per process';
    this.rate(metric, params, null, 'value', printed, number);
  }

  /** A bandwidth, printed in MByte/s = 10^6 B/s. */
  rate(
    metric: string,
    params: SeriesParams,
    bytes: number | null,
    statistic: string,
    printed: string,
    number: number,
  ): void {
    this.once(MEGABYTES, metric, params, bytes, statistic, printed, number);
  }

  /** Latencies are those of the shortest message. */
  latency(params: SeriesParams, printed: string, number: number): void {
    this.once(MICROSECONDS, 'latency', params, this.head.lengths[0] ?? null, 'value', printed, number);
  }

  /** Gives a number unless an earlier line of the run gave it; several on one line are repetitions. */
  private once(
    units: typeof MEGABYTES | typeof MICROSECONDS,
    metric: string,
    params: SeriesParams,
    bytes: number | null,
    statistic: string,
    printed: string,
    number: number,
  ): void {
    const key = JSON.stringify([metric, params, bytes, statistic]);
    if ((this.given.get(key) ?? number) !== number) return;
    if (!(Number(printed) > 0 && Number.isFinite(Number(printed)))) {
      this.notMeasured++;
      this.firstNotMeasured ||= number;
      return;
    }
    this.given.set(key, number);
    const marks: Record<string, string> = { output: this.output ?? 'summary' };
    if (this.build !== null) marks['build'] = this.build;
    this.value(
      { ...units, benchmark: 'b_eff', metric, params: { ...params, ...marks } },
      bytes,
      statistic,
      printed,
      number,
    );
  }
}
