import type { Better, Unit } from '../../model/vocabulary';
import type { Measure } from '../reader/measures';

/** A column of an IMB table. `ignored` columns (repetitions) hold no result. */
export type ImbColumn =
  { role: 'value'; measure: Measure } | { role: 'group' | 'size' | 'defects' } | { role: 'ignored' };

const MIB = 1024 * 1024;

const measure = (
  metric: string,
  statistic: string,
  better: Better,
  unit: Unit,
  printedUnit: string,
  factor: number,
): Measure => ({ metric, statistic, better, unit, printedUnit, factor });
const time = (metric: string, statistic: string, better: Better = 'lower'): Measure =>
  measure(metric, statistic, better, 's', 'usec', 1e-6);

const BANDWIDTH = 'Mbytes/sec';
const MEASURES: ReadonlyMap<string, Measure> = new Map([
  ['t[usec]', time('latency', 'avg')],
  ['t_min[usec]', time('latency', 'min')],
  ['t_max[usec]', time('latency', 'max')],
  ['t_avg[usec]', time('latency', 'avg')],
  ['t_ovrl[usec]', time('overall', 'avg')],
  ['t_pure[usec]', time('pure comm', 'avg')],
  ['t_CPU[usec]', time('compute', 'avg', 'none')],
  ['overlap[%]', measure('overlap', 'avg', 'higher', 'ratio', '%', 0.01)],
  ['Msg/sec', measure('message rate', 'avg', 'higher', '1/s', 'Msg/sec', 1)],
]);

/**
 * Reads a column line (`#bytes #repetitions  t_min[usec] … Mbytes/sec`). `mega` = bytes in the `Mbytes` of this
 * version. Null when the line is not one, or has a column that is not known.
 */
export function readColumns(line: string, mega: number): ImbColumn[] | null {
  if (!line.includes('#repetitions')) return null;
  const columns: ImbColumn[] = [];
  for (const label of line.trim().split(/\s+/)) {
    const known = MEASURES.get(label);
    if (known) columns.push({ role: 'value', measure: known });
    else if (label === BANDWIDTH)
      columns.push({
        role: 'value',
        measure: measure('bandwidth', 'avg', 'higher', 'B/s', BANDWIDTH, mega),
      });
    else if (label === 'Group') columns.push({ role: 'group' });
    else if (label === '#bytes') columns.push({ role: 'size' });
    else if (label === '#repetitions') columns.push({ role: 'ignored' });
    else if (label === 'defects') columns.push({ role: 'defects' });
    else return null;
  }
  return columns.some(({ role }) => role === 'value') ? columns : null;
}

/**
 * Bytes in the `Mbytes` of a version: 2^20 in versions 1 to 4 (users' guides: throughput = X / 1.048576 / time), 10^6
 * from 2018 on (source of 2018 Update 1, guide of 2021). Null where neither is known (2017, no title).
 */
export function megaOfVersion(version: string | null): number | null {
  const year = /^20(\d\d)\b/.exec(version ?? '')?.[1];
  if (year !== undefined) return Number(year) >= 18 ? 1e6 : null;
  return /^[1-4]\.\d/.test(version ?? '') ? MIB : null;
}

/**
 * Bytes in the `Mbytes` of a table, from its numbers: rate × time / size is a power of two (1 in PingPong, 2 in
 * Sendrecv, 4 in Exchange) in the right unit and 1.048576 times off in the other. Null when no row decides.
 */
export function megaOfRows(lines: readonly string[]): number | null {
  let labels: string[] = [];
  for (const line of lines) {
    const fields = line.trim().split(/\s+/);
    if (line.includes('#repetitions')) labels = fields;
    if (fields.length !== labels.length || !/^[\s\d.]+$/.test(line)) continue;
    const field = (label: string): number => Number(fields[labels.indexOf(label)] ?? NaN);
    const slowest = labels.includes('t[usec]') ? field('t[usec]') : field('t_max[usec]');
    const rate = field(BANDWIDTH);
    if (!(slowest >= 10 && rate >= 10)) continue;
    const power = Math.log2((rate * slowest) / field('#bytes'));
    const off = power - Math.round(power);
    if (Math.abs(off) < 0.005) return 1e6;
    if (Math.abs(off - Math.log2(1e6 / MIB)) < 0.005) return MIB;
  }
  return null;
}
