import { countVerdicts } from '../../compare/summary';
import { counted, formatValue } from '../../model/units';
import type { ChangeGroup } from './rows';

/** Share of verdicts that chance alone may turn when nothing changed: that of a 95 % interval. */
const BY_CHANCE = 0.05;

/** What became of all series, in one sentence. */
export function headline(groups: readonly ChangeGroup[]): string {
  const rows = groups.flatMap((group) => group.rows);
  const benchmarks = new Set(rows.map(({ label }) => label)).size;
  const of = `${counted(rows.length, 'series', 'series')} of ${counted(benchmarks, 'benchmark')}`;
  const count = (heading: string) => groups.find((group) => group.heading === heading)?.rows.length ?? 0;
  const without = count('Without a verdict');
  const doubted = count('In doubt');
  const doubtful = doubted > 0 ? [`in doubt in ${doubted}, which are not judged`] : [];
  if (without + doubted < rows.length)
    return `${of}: ${[
      `B is worse in ${count('Worse') || 'none'}`,
      `better in ${count('Better') || 'none'}`,
      `no difference seen in ${count('No difference seen') || 'none'}`,
      ...(without > 0 ? [`no verdict in ${without}`] : []),
      ...doubtful,
    ].join(', ')}.`;
  const rated = rows.flatMap(({ judged }) => (judged ? [judged.ratio] : []));
  const behind = rated.filter((ratio) => ratio < 1).length;
  const ahead = rated.filter((ratio) => ratio > 1).length;
  if (without === 0 && doubted > 0) return `${of}: all in doubt, none is judged.`;
  const inDoubt = doubted > 0 ? `, in doubt in ${doubted}` : '';
  return `${of}: B reads behind in ${behind || 'none'}, ahead in ${ahead || 'none'}${inDoubt}. This is no verdict: that takes five repeats of each size on each side.`;
}

/**
 * What single message sizes say, and how many of them chance alone may turn; empty where none has a verdict.
 */
export function chanceText(groups: readonly ChangeGroup[]): string {
  const sum = { better: 0, worse: 0, level: 0 };
  for (const { rows } of groups)
    for (const { outcome } of rows) {
      sum.better += outcome.counts.better;
      sum.worse += outcome.counts.worse;
      sum.level += outcome.counts['no difference seen'];
    }
  const all = sum.better + sum.worse + sum.level;
  if (all === 0) return '';
  const number = (n: number) => formatValue(n, 'count');
  return `Of ${number(all)} verdicts on single sizes ${number(sum.worse)} are worse and ${number(sum.better)} better. Up to 5 % of them, about ${number(Math.round(all * BY_CHANCE))}, may be chance: that many are to be expected where nothing changed. An effect that neighbouring sizes share is seldom chance.`;
}

/** Verdicts of the sizes of a row in short: `3 worse, 12 better, 8 no difference`. */
export function countsText(counts: ReturnType<typeof countVerdicts>): string {
  const without = counts['too few repeats'] + counts['no verdict'];
  return [
    [counts.worse, 'worse'] as const,
    [counts.better, 'better'] as const,
    [counts['no difference seen'], 'no difference'] as const,
    [without, 'no verdict'] as const,
  ]
    .flatMap(([n, what]) => (n > 0 ? [`${n} ${what}`] : []))
    .join(', ');
}
