import { paramsText } from '../model/vocabulary';
import type { Collector } from './collect';

/** `run benchmark{params} metric statistic bytes printed` of every number that was read, in order; `-` = no size. */
export function numbersOf(found: Collector): string[] {
  return found.rows.map((row) => {
    const series = found.allSeries[row.series];
    const params = paramsText(series?.params ?? {});
    return `${series?.run ?? '?'} ${series?.benchmark ?? '?'}${params ? `{${params}}` : ''} ${series?.metric ?? '?'} ${row.statistic} ${row.bytes ?? '-'} ${row.printed}`;
  });
}

/** The stored value of the first number that `numbersOf` writes this way. */
export function valueOf(found: Collector, wanted: string): number | undefined {
  return found.rows[numbersOf(found).indexOf(wanted)]?.value;
}
