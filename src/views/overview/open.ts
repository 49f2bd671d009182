import { setView } from '../../session/state';
import type { SeriesOutcome } from '../../compare/series';
import { pointId } from '../speedup/model';

/** Shows a series in Speedup over message size, its worst size pinned; the browser's Back returns. */
export function openSeries({ key, worst }: Pick<SeriesOutcome, 'key' | 'worst'>): void {
  setView({
    tab: 'speedup',
    frame: 'ratio',
    x: 'size',
    y: 'value',
    size: null,
    panels: null,
    zoom: null,
    benchmarks: [key.benchmark],
    metric: key.metric,
    statistic: key.statistic,
    pin: worst ? pointId(key, worst.bytes, 'ab') : null,
  });
  window.scrollTo({ top: 0 });
}
