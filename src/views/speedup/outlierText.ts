import { exclusionTest } from '../../compare/identity/rules';
import type { OutlyingValue } from '../../compare/outlying';
import { median } from '../../compare/ratio';
import { assess } from '../../compare/verdict';
import { formatBytes, formatSpeedup, formatValue } from '../../model/units';
import { indexBehind } from './behind';
import type { SpeedupState } from './useSpeedup';

/** `5.3×`, or `1/5.3×` for what is smaller. */
export function factorText(factor: number): string {
  const digits = (value: number) => String(Number(value.toPrecision(2)));
  return factor >= 1 ? `${digits(factor)}×` : `1/${digits(1 / factor)}×`;
}

/** What an outlier is, and what the numbers at its size are with it and without it. */
export function outlierText(
  { key, side, run, runs, bytes, whole, factor, count }: OutlyingValue,
  { observations, shown, frame }: Pick<SpeedupState, 'observations' | 'shown' | 'frame'>,
  nameOf: (run: string) => string,
): string {
  const compares = shown.sides !== null && frame !== 'single';
  const at = bytes === null ? '' : `, ${formatBytes(bytes)}`;
  const params = key.params === '' ? '' : `, ${key.params.replaceAll(';', ', ')}`;
  const of = `${key.benchmark} ${key.metric}${params}${at}${compares ? `, ${side.toUpperCase()}` : ''}`;
  const what = `${whole ? `${nameOf(run)} is far from the other repeats at most sizes: here` : nameOf(run)} ${factorText(factor)} the median (n = ${count})`;
  const isExcluded = exclusionTest(shown.rules);
  const behind = indexBehind(observations);
  const valuesOf = (which: 'a' | 'b', without: readonly string[]) => {
    const shownRuns = shown.sides?.[which] ?? (which === 'a' ? shown.compareRuns : []);
    return behind
      .of({ key, bytes }, shownRuns)
      .filter((value) => !isExcluded(value) && !without.includes(value.runId))
      .map(({ value }) => value);
  };
  const [now, then] = [valuesOf(side, []), valuesOf(side, runs)];
  const effects = [`median ${formatValue(median(now), key.unit)} → ${formatValue(median(then), key.unit)}`];
  const other = compares ? valuesOf(side === 'a' ? 'b' : 'a', []) : [];
  if (other.length > 0) {
    const judged = (own: readonly number[]) => {
      const sides = side === 'a' ? { a: own, b: other } : { a: other, b: own };
      const { speedup, verdict } = assess({ key, bytes, ...sides });
      return speedup.ratio === null ? 'no speedup' : `${formatSpeedup(speedup.ratio)} (${verdict})`;
    };
    effects.push(`speedup ${judged(now)} → ${judged(then)}`);
  }
  return `${of}: ${what}. Without it: ${effects.join(', ')}.`;
}
