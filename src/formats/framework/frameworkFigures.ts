import type { Better, SeriesParams } from '../../model/vocabulary';
import type { Sink } from '../format';
import { type KnownUnit, unitOf } from '../text/units';

/** Spellings that test frameworks pass on from the tools they run; each has one meaning only. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['usec', 'us'],
  ['usecs', 'us'],
  ['t[usec]', 'us'],
  ['microseconds', 'us'],
  ['msec', 'ms'],
  ['milliseconds', 'ms'],
  ['sec', 's'],
  ['secs', 's'],
  ['seconds', 's'],
  ['Messages/s', '1/s'],
  ['MiB/sec', 'MiB/s'],
  ['GiB/sec', 'GiB/s'],
]);

/**
 * The unit of a figure that a test framework (ReFrame, Ramble) prints. `Mbytes/sec` stays as it is: Intel MPI Benchmarks
 * means 2^20 or 10^6 by it, and the framework does not say which version ran.
 */
export function frameworkUnit(printed: string): KnownUnit {
  return unitOf(SPELLINGS.get(printed) ?? printed);
}

/** The direction in which a figure improves, as far as its unit tells: times fall, rates rise. */
function betterOf({ unit }: KnownUnit): Better {
  if (unit === 's') return 'lower';
  return /(?:\/s(?:ec)?|flops?)$/i.test(unit) ? 'higher' : 'none';
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** One figure of merit as a test framework prints it. */
export interface Figure {
  metric: string;
  /** The very text of the file; anything but a number is refused. */
  printed: string;
  printedUnit: string;
  bytes: number | null;
  /** What the framework says of the direction; null: the unit tells. */
  better: Better | null;
  params: SeriesParams;
  line: number;
}

/** The figures of one run: declares each series once, with its unit, and hands the numbers on. */
export class RunFigures {
  private readonly series = new Map<string, number>();
  /** Figures handed on. */
  count = 0;

  constructor(
    private readonly sink: Sink,
    private readonly run: number,
    private readonly benchmark: string,
  ) {}

  /** Hands a figure on. False, and a remark, when it is no number. */
  add(figure: Figure): boolean {
    const { metric, printed, printedUnit, bytes, params, line } = figure;
    const known = frameworkUnit(printedUnit);
    const value = NUMBER.test(printed) ? Number(printed) * known.factor : NaN;
    if (!Number.isFinite(value)) {
      this.sink.problem(line, `${metric}: “${printed.slice(0, 40)}” is not a number: left out.`);
      return false;
    }
    this.sink.measurement(this.seriesOf(figure, known, params), bytes, 'value', value, printed, line);
    this.count++;
    return true;
  }

  private seriesOf(figure: Figure, known: KnownUnit, params: SeriesParams): number {
    const { metric, printedUnit } = figure;
    const key = JSON.stringify([metric, printedUnit, params]);
    const found = this.series.get(key);
    if (found !== undefined) return found;
    const series = this.sink.series({
      run: this.run,
      benchmark: this.benchmark,
      metric,
      better: figure.better ?? betterOf(known),
      unit: known.unit,
      printedUnit,
      factor: known.factor,
      params,
    });
    this.series.set(key, series);
    return series;
  }
}
