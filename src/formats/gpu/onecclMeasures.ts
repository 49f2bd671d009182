import type { SeriesParams } from '../../model/vocabulary';
import { MICROSECONDS, type OpenRun } from '../reader/openRun';

/** Printed times in microseconds, and their standard deviation over ranks in percent of the average. */
export interface OnecclTimes {
  min: string;
  max: string;
  avg: string;
  deviation: string;
  /** Part of `avg` in which the program waits for the collective; null where it is not printed. */
  wait: string | null;
}

const VARIATION = { better: 'lower', unit: 'ratio', printedUnit: '%', factor: 0.01 } as const;

/** Gives the numbers of one row; `bytes` = all buffers of one rank together. */
export function giveTimes(
  run: OpenRun,
  benchmark: string,
  params: SeriesParams,
  bytes: number,
  times: OnecclTimes,
  line: number,
): void {
  const time = { ...MICROSECONDS, benchmark, metric: 'latency', params };
  run.value(time, bytes, 'min', times.min, line);
  run.value(time, bytes, 'max', times.max, line);
  run.value(time, bytes, 'avg', times.avg, line);
  run.value(
    { ...VARIATION, benchmark, metric: 'rank variation', params },
    bytes,
    'stdev',
    times.deviation,
    line,
  );
  if (times.wait !== null) run.value({ ...time, metric: 'wait time' }, bytes, 'avg', times.wait, line);
}

/** `allreduce bcast ` as the name of a benchmark: the times of several collectives are sums. */
export function onecclName(collectives: string): string {
  return `oneCCL ${collectives.trim().split(/\s+/).join(' + ')}`;
}
