import { type Better, paramsText, type SeriesParams, type Unit } from '../../model/vocabulary';
import type { Sink } from '../format';

/** What a column of numbers holds. */
export interface Measure {
  metric: string;
  statistic: string;
  better: Better;
  /** Unit of the stored value. */
  unit: Unit;
  /** Unit as the file prints it. */
  printedUnit: string;
  /** stored value = printed number × factor. */
  factor: number;
}

/** Says the numbers of one run; the series of a metric begins with its first number. */
export class RunSeries {
  private readonly known = new Map<string, number>();

  constructor(
    private readonly sink: Sink,
    private readonly run: number,
    private readonly benchmark: string,
  ) {}

  /** Whether any number was said. */
  get any(): boolean {
    return this.known.size > 0;
  }

  /** Says one number. What is no number is left out with a remark, one below zero is kept with a remark. */
  value(measure: Measure, params: SeriesParams, bytes: number | null, printed: string, line: number): void {
    const { metric, statistic, better, unit, printedUnit, factor } = measure;
    const value = Number(printed) * factor;
    if (!Number.isFinite(value)) {
      this.sink.problem(line, `“${printed.slice(0, 40)}” is not a number: left out.`);
      return;
    }
    if (value < 0) this.sink.problem(line, `“${printed}” is below zero: read as it stands.`);
    const key = `${metric}\n${printedUnit}\n${paramsText(params)}`;
    let series = this.known.get(key);
    if (series === undefined) {
      const { run, benchmark } = this;
      series = this.sink.series({ run, benchmark, metric, better, unit, printedUnit, factor, params });
      this.known.set(key, series);
    }
    this.sink.measurement(series, bytes, statistic, value, printed, line);
  }
}
