import { formatBytes, formatSpeedup } from '../model/units';
import type { DoubtfulGroup } from './doubtful';

/** `3 runs differ by up to 100× at 8 B – 1 MiB`. */
export function spreadText({ runs, factor, sizes }: DoubtfulGroup): string {
  const at = sizesText(sizes);
  return `${runs.length} runs differ by up to ${formatSpeedup(factor)}${at === '' ? '' : ` at ${at}`}`;
}

/** Range of sizes: `8 B`, `8 B – 1 MiB`, empty for a test without one. */
function sizesText(sizes: readonly (number | null)[]): string {
  const known = sizes.filter((size) => size !== null);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return '';
  return first === last ? formatBytes(first) : `${formatBytes(first)} – ${formatBytes(last)}`;
}

/** `1 run | 2 runs`, the smallest values first. */
export function clustersText({ clusters }: DoubtfulGroup): string {
  return clusters.map(({ length }) => `${length} ${length === 1 ? 'run' : 'runs'}`).join(' | ');
}
