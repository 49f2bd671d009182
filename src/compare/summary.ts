import { formatBytes, formatSpeedup } from '../model/units';
import type { PairKey } from './types';
import { FEWEST_FOR_VERDICT, type Assessment, type Verdict } from './verdict';

/** What a comparison shows, in a sentence and in order. */
export interface ComparisonSummary {
  /** For the head of a view. */
  sentence: string;
  counts: Readonly<Record<Verdict, number>>;
  /** Where B is worse, worst first; then where it reads worse without a verdict, worst first. */
  regressions: readonly Assessment[];
  /** Where B is better, best first; then where it reads better without a verdict, best first. */
  gains: readonly Assessment[];
}

/** An assessment that has a speedup. */
type Rated = Assessment & { speedup: { ratio: number } };

/**
 * Sums up the pairs of a view, best those of one metric and one statistic. Where no pair has repeats enough, it
 * counts where B reads ahead and says that this is no verdict.
 */
export function summarise(assessments: readonly Assessment[]): ComparisonSummary {
  const counts = countVerdicts(assessments);
  const rated = assessments.filter((one): one is Rated => one.speedup.ratio !== null);
  const worstFirst = rated.toSorted((one, other) => one.speedup.ratio - other.speedup.ratio);
  const bestFirst = worstFirst.toReversed();
  const unjudged = ({ verdict }: Rated) => verdict === 'too few repeats' || verdict === 'no verdict';
  const regressions = [
    ...worstFirst.filter(({ verdict }) => verdict === 'worse'),
    ...worstFirst.filter((one) => unjudged(one) && one.speedup.ratio < 1),
  ];
  const gains = [
    ...bestFirst.filter(({ verdict }) => verdict === 'better'),
    ...bestFirst.filter((one) => unjudged(one) && one.speedup.ratio > 1),
  ];
  const place = placeNamer(assessments);
  const judged = counts.better + counts.worse + counts['no difference seen'] > 0;
  const extremes = {
    gain: judged ? gains.find(({ verdict }) => verdict === 'better') : gains[0],
    loss: judged ? regressions.find(({ verdict }) => verdict === 'worse') : regressions[0],
  };
  const sentence = opening(assessments, rated, counts, judged) + extremesText(extremes, place);
  return { sentence: `${sentence}.${judged ? '' : caution(rated)}`, counts, regressions, gains };
}

/** How many there are of each verdict. */
export function countVerdicts(assessments: readonly Pick<Assessment, 'verdict'>[]): Record<Verdict, number> {
  const counts = { better: 0, worse: 0, 'no difference seen': 0, 'too few repeats': 0, 'no verdict': 0 };
  for (const { verdict } of assessments) counts[verdict]++;
  return counts;
}

function opening(
  all: readonly Assessment[],
  rated: readonly Rated[],
  counts: Readonly<Record<Verdict, number>>,
  judged: boolean,
): string {
  if (all.length === 0) return 'Nothing to compare: A and B have no result in common';
  if (rated.length === 0) return `No speedup in ${nounOf(all)}: ${firstReason(all)}`;
  if (!judged) {
    const ahead = rated.filter(({ speedup }) => speedup.ratio > 1).length;
    const behind = rated.filter(({ speedup }) => speedup.ratio < 1).length;
    return listed(
      `B reads ahead in ${ahead || 'none'} of ${nounOf(all)}`,
      ['behind in', behind],
      ['level in', rated.length - ahead - behind],
      ['without a speedup in', all.length - rated.length],
    );
  }
  return listed(
    `B is better in ${counts.better || 'none'} of ${nounOf(all)}`,
    ['worse in', counts.worse],
    ['no difference seen in', counts['no difference seen']],
    ['no verdict in', counts['too few repeats'] + counts['no verdict']],
  );
}

function listed(first: string, ...rest: [string, number][]): string {
  return [first, ...rest.filter(([, count]) => count > 0).map(([text, count]) => `${text} ${count}`)].join(
    ', ',
  );
}

function nounOf(all: readonly Assessment[]): string {
  const curve = all.every(({ pair }) => pair.bytes !== null && pair.key === all[0]?.pair.key);
  return `${all.length} ${curve ? 'size' : 'result'}${all.length === 1 ? '' : 's'}`;
}

function firstReason(all: readonly Assessment[]): string {
  const reason = all[0]?.speedup.reason ?? '';
  return reason.replace(/\.$/, '');
}

function extremesText({ gain, loss }: { gain?: Rated; loss?: Rated }, place: (one: Rated) => string): string {
  const parts: string[] = [];
  if (gain) parts.push(`largest gain ${formatSpeedup(gain.speedup.ratio)}${place(gain)}`);
  if (loss) parts.push(`largest loss ${formatSpeedup(loss.speedup.ratio)}${place(loss)}`);
  return parts.length > 0 ? `; ${parts.join(', ')}` : '';
}

function caution(rated: readonly Rated[]): string {
  if (rated.length === 0) return '';
  if (rated.every(({ a, b }) => a.n === 1 && b.n === 1)) return ' One run each: no interval, so no verdict.';
  if (rated.some(({ verdict }) => verdict === 'too few repeats'))
    return ` Too few repeats for a verdict: ${FEWEST_FOR_VERDICT} a side are needed.`;
  return ` No verdict: ${rated[0]?.reason ?? ''}`;
}

/** Names the place of a result by its size, and by its series where there are several. */
function placeNamer(all: readonly Assessment[]): (one: Rated) => string {
  const several = all.some(({ pair }) => pair.key !== all[0]?.pair.key);
  return ({ pair: { key, bytes } }) => {
    const size = bytes === null ? '' : ` at ${formatBytes(bytes)}`;
    return several ? ` in ${seriesName(key)}${size}` : size;
  };
}

function seriesName({ benchmark, conditions, params }: PairKey): string {
  const settings = Object.entries(conditions).map(([key, value]) => `${key} ${value || 'not given'}`);
  const details = [...settings, ...(params ? [params] : [])];
  return details.length > 0 ? `${benchmark} (${details.join(', ')})` : benchmark;
}
