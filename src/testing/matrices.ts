import type { Collector } from './collect';

/** One matrix as plain numbers, with what its series says. */
export interface PlainMatrix {
  run: number;
  benchmark: string;
  metric: string;
  params: Readonly<Record<string, string>>;
  unit: string;
  axis: string;
  layout: string;
  ranks: number;
  statistic: string;
  bytes: number | null;
  concurrency: string | null;
  schedule: string | null;
  /** Rows by number: cells in the printed unit, rounded to six digits; null = missing. */
  rows: (number | null)[][];
}

/** The matrices of a collector, in the printed unit. */
export function plainMatrices(found: Collector): PlainMatrix[] {
  return found.matrices.map((matrix) => {
    const series = found.allSeries[matrix.series];
    if (!series) throw new Error(`no series ${matrix.series}`);
    const rows: (number | null)[][] = [];
    for (const [row, { values }] of matrix.rows) {
      rows[row] = [...values].map((value) =>
        Number.isNaN(value) ? null : Number((value / series.factor).toPrecision(6)),
      );
    }
    const { run, benchmark, metric, params, unit } = series;
    const { axis, layout, ranks, statistic, bytes, concurrency, schedule } = matrix;
    return {
      run,
      benchmark,
      metric,
      params,
      unit,
      axis,
      layout,
      ranks,
      statistic,
      bytes,
      concurrency,
      schedule,
      rows,
    };
  });
}
