import { counted, formatSpeedup, formatValue } from '../../model/units';
import type { PairChange } from './pairChanges';
import { atSize, differenceText, hasVerdict, type ChangeGroup, type ChangeRow } from './rows';

/** How many series are better, unclear and worse, and how many are not judged. */
export interface VerdictCounts {
  better: number;
  unclear: number;
  worse: number;
  /** In doubt, or with too few repeats. */
  unjudged: number;
}

/** What is to be said of A and B before anything else. */
export interface OverviewVerdict {
  /** The finding in one line. */
  headline: string;
  counts: VerdictCounts;
  /** How many series and benchmarks it is of, and what chance may do. */
  detail: string;
}

/** Share of verdicts that chance alone may turn when nothing changed: that of a 95 % interval. */
const BY_CHANCE = 0.05;
/** Share of pairs that leave the noise between repeats of one side: nine of ten stay within. */
const BEYOND_NOISE = 0.1;

const FEW = 'A verdict needs 5 repeats per side.';

/** Sums up series of A and B; `b` = the name of B. */
export function verdictOf(groups: readonly ChangeGroup[], b: string): OverviewVerdict {
  const rows = groups.flatMap((group) => group.rows);
  const of = (heading: string) => groups.find((group) => group.heading === heading)?.rows ?? [];
  const [worse, better, level] = [of('Worse'), of('Better'), of('No difference seen')];
  const counts = {
    better: better.length,
    unclear: level.length,
    worse: worse.length,
    unjudged: rows.length - better.length - level.length - worse.length,
  };
  return { headline: headlineOf(rows, { worse, better, level }, b), counts, detail: detailOf(rows) };
}

function headlineOf(
  rows: readonly ChangeRow[],
  { worse, better, level }: Record<'worse' | 'better' | 'level', readonly ChangeRow[]>,
  b: string,
): string {
  const [gain, loss] = [better[0], worse[0]];
  const upTo = (row: ChangeRow) => formatSpeedup(row.judged?.ratio ?? Number.NaN);
  const lost = (row: ChangeRow) => {
    const ratio = row.judged?.ratio ?? Number.NaN;
    return ratio > 0.5
      ? `${Math.max(1, Math.round((1 - ratio) * 100))}% in ${row.label}`
      : `half or more in ${row.label}: ${formatSpeedup(ratio)}`;
  };
  const one = rows.length === 1;
  const partOf = (some: readonly ChangeRow[]) =>
    some.length === rows.length ? `all ${rows.length} series` : `${some.length} of ${rows.length} series`;
  if (gain && loss) return `${b} gains ${upTo(gain)} in ${gain.label}, but loses ${lost(loss)}`;
  if (gain)
    return one
      ? `${b} gains ${upTo(gain)} in ${gain.label}`
      : `${b} gains in ${partOf(better)}, up to ${upTo(gain)} (${gain.label})`;
  if (loss)
    return one
      ? `${b} loses ${lost(loss)}`
      : `${b} loses in ${partOf(worse)}, most in ${loss.label}: ${upTo(loss)}`;
  if (level.length > 0)
    return `No difference between A and B in ${counted(level.length, 'series', 'series')}`;
  const rated = rows.flatMap(({ judged }) => (judged ? [judged.ratio] : []));
  if (rated.length === 0) return 'No verdict: the repeats differ too much to be repeats';
  const ahead = rated.filter((ratio) => ratio > 1).length;
  const behind = rated.filter((ratio) => ratio < 1).length;
  const range = [Math.min(...rated), Math.max(...rated)].map((ratio) => formatSpeedup(ratio));
  const span = range[0] === range[1] ? (range[0] ?? '') : range.join(' – ');
  const all = rated.length === 1 ? '' : ` in all ${rated.length}`;
  if (behind === 0 && ahead > 0) return `${b} is ahead${all}: ${span}`;
  if (ahead === 0 && behind > 0) return `${b} is behind${all}: ${span}`;
  return `${b} is ahead in ${ahead} and behind in ${behind} of ${rated.length}: ${span}`;
}

function detailOf(rows: readonly ChangeRow[]): string {
  const benchmarks = new Set(rows.map(({ label }) => label)).size;
  const sum = { better: 0, worse: 0, level: 0 };
  for (const { outcome } of rows) {
    sum.better += outcome.counts.better;
    sum.worse += outcome.counts.worse;
    sum.level += outcome.counts['no difference seen'];
  }
  const all = sum.better + sum.worse + sum.level;
  const of = `${counted(rows.length, 'series', 'series')} of ${counted(benchmarks, 'benchmark')}.`;
  if (all === 0)
    return `${of} ${rows.every(({ outcome }) => outcome.verdict === 'in doubt') ? 'Split the runs in doubt, or trust them as repeats, for a verdict.' : FEW}`;
  const number = (n: number) => formatValue(n, 'count');
  return `${of} Of ${counted(all, 'result')} at single sizes ${number(sum.better)} are better, ${number(sum.worse)} worse; about ${number(Math.round(all * BY_CHANCE))} would differ by chance. Trust runs of neighbouring sizes.`;
}

/** What is to be said where A and B have tests of pairs alone: the mean of all pairs, and how many pairs changed by more than noise. */
export function pairVerdict(changes: readonly PairChange[], b: string): OverviewVerdict | null {
  const [worst] = changes.filter(({ figures }) => figures !== null);
  if (!worst?.figures) return null;
  const { a, title } = worst;
  const { mean, better, worse, pairs, noise } = worst.figures;
  const ratio = a.better === 'lower' ? mean.a / mean.b : mean.b / mean.a;
  const known = better !== null && worse !== null;
  const [nBetter, nWorse] = known ? [Math.round(better * pairs), Math.round(worse * pairs)] : [0, 0];
  return {
    headline: `${b}: mean of all pairs ${formatValue(mean.a, a.unit)} → ${formatValue(mean.b, a.unit)} (${formatSpeedup(ratio)})`,
    counts: {
      ...{ better: nBetter, worse: nWorse },
      unclear: known ? pairs - nBetter - nWorse : 0,
      unjudged: known ? 0 : pairs,
    },
    detail: `${counted(pairs, 'pair')} of ${title}. ${
      noise === null
        ? 'Without repeats the noise is not known.'
        : `Better and worse: beyond ${formatSpeedup(1 + noise)} either way. Between repeats of one side one pair in ten, here about ${formatValue(Math.round(pairs * BEYOND_NOISE), 'count')}, goes as far.`
    }`,
  };
}

/** One thing worth a look, and what shows it. */
export interface OverviewFinding {
  id: string;
  tone: 'worse' | 'better' | 'warning';
  title: string;
  detail: string;
  shows: { kind: 'series'; row: ChangeRow } | { kind: 'speedup' } | { kind: 'files' };
}

/** Findings shown. */
const MOST = 5;

/** What is worth a look, the most urgent first: what got worse, hidden losses, doubts, runs in trouble, the largest gain. */
export function findingsOf(
  groups: readonly ChangeGroup[],
  { troubled, outlying }: { troubled: number; outlying: number },
): OverviewFinding[] {
  const rows = groups.flatMap((group) => group.rows);
  const of = (heading: string) => groups.find((group) => group.heading === heading)?.rows ?? [];
  const at = ({ ratio, bytes }: { ratio: number; bytes: number | null }) => atSize(ratio, bytes);
  const interval = ({ judged }: ChangeRow) =>
    judged?.interval
      ? `95% interval ${formatSpeedup(judged.interval.low)} – ${formatSpeedup(judged.interval.high)}`
      : '';
  const found: OverviewFinding[] = [];
  for (const row of of('Worse').slice(0, 2))
    found.push({
      id: `worse ${row.id}`,
      tone: 'worse',
      title: `${row.label} is ${differenceText(row.judged?.ratio ?? Number.NaN, row.outcome.key)}`,
      detail: [row.detail, interval(row)].filter((part) => part !== '').join(' · '),
      shows: { kind: 'series', row },
    });
  const hidden = rows
    .flatMap((row) => {
      const worse = row.outcome.curve.filter(({ verdict }) => verdict === 'worse');
      const [worst] = worse.toSorted((p, q) => p.ratio - q.ratio);
      return worst && row.judged && row.judged.verdict !== 'worse'
        ? [{ row, worst, sizes: worse.length }]
        : [];
    })
    .sort((p, q) => p.worst.ratio - q.worst.ratio);
  for (const { row, worst, sizes } of hidden.slice(0, 2))
    found.push({
      id: `size ${row.id}`,
      tone: 'worse',
      title: `${row.label} loses at ${counted(sizes, 'message size')}`,
      detail: `worst ${at(worst)}; mean ${formatSpeedup(row.outcome.mean ?? Number.NaN)}`,
      shows: { kind: 'series', row },
    });
  const doubted = of('In doubt').length;
  if (doubted > 0)
    found.push({
      id: 'doubt',
      tone: 'warning',
      title: `${counted(doubted, 'series', 'series')} in doubt`,
      detail: 'Repeats differ too much to be repeats: split or trust them in Speedup',
      shows: { kind: 'speedup' },
    });
  if (troubled > 0)
    found.push({
      id: 'troubled',
      tone: 'warning',
      title: `${counted(troubled, 'run')} not complete`,
      detail: 'Failed, hung or cut off: named below, with the files in Files',
      shows: { kind: 'files' },
    });
  const [gain] = of('Better');
  if (gain?.outcome.best)
    found.push({
      id: `gain ${gain.id}`,
      tone: 'better',
      title: `${gain.label} gains most: ${formatSpeedup(gain.judged?.ratio ?? Number.NaN)}`,
      detail: gain.outcome.rated > 1 ? `best ${at(gain.outcome.best)}` : interval(gain),
      shows: { kind: 'series', row: gain },
    });
  if (outlying > 0)
    found.push({
      id: 'outliers',
      tone: 'warning',
      title: `${counted(outlying, 'outlier')} among repeats, included`,
      detail: 'Speedup lists what excluding each would change',
      shows: { kind: 'speedup' },
    });
  const [reading] = rows.filter(({ judged }) => judged && !hasVerdict(judged.verdict));
  if (found.length === 0 && reading?.judged)
    found.push({
      id: `reads ${reading.id}`,
      tone: 'warning',
      title: `${reading.label}: ${formatSpeedup(reading.judged.ratio)}, no verdict`,
      detail: reading.judged.reason ?? FEW,
      shows: { kind: 'series', row: reading },
    });
  return found.slice(0, MOST);
}
