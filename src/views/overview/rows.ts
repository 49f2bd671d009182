import type { Interval } from '../../compare/bootstrap';
import { naturalOrder } from '../../compare/conditions';
import type { Repeats, SeriesOutcome } from '../../compare/series';
import type { countVerdicts } from '../../compare/summary';
import type { PairKey } from '../../compare/types';
import type { Verdict } from '../../compare/verdict';
import { formatBytes, formatSpeedup } from '../../model/units';
import type { View } from '../../share/view';
import { spreadText } from '../../compare/doubtWords';
import { describe } from '../speedup/model';

/** What a row is ordered, drawn and judged by: its mean over message sizes, or its worst size. */
export interface Judged {
  ratio: number;
  interval: Interval | null;
  verdict: Verdict;
  reason: string | null;
}

/** A series of Overview. */
export interface ChangeRow {
  id: string;
  outcome: SeriesOutcome;
  /** Its benchmark, and what tells it from others: metric, conditions, parameters. */
  label: string;
  detail: string;
  judged: Judged | null;
}

/** Rows under one heading. */
export interface ChangeGroup {
  heading: string;
  rows: readonly ChangeRow[];
}

const HEADINGS = ['Worse', 'Better', 'No difference seen', 'In doubt', 'Without a verdict'] as const;

/** Whether repeats were enough to say something. */
export const hasVerdict = (verdict: Verdict): boolean =>
  verdict === 'better' || verdict === 'worse' || verdict === 'no difference seen';

function headingOf({ judged, outcome }: ChangeRow): (typeof HEADINGS)[number] {
  if (outcome.verdict === 'in doubt') return 'In doubt';
  if (!judged || !hasVerdict(judged.verdict)) return 'Without a verdict';
  if (judged.verdict === 'no difference seen') return 'No difference seen';
  return judged.verdict === 'worse' ? 'Worse' : 'Better';
}

/** Distance from no change, as factors go. */
const effect = ({ judged }: ChangeRow): number => (judged ? Math.abs(Math.log(judged.ratio)) : -1);
/** What reads worse comes before what reads better, then the larger effect; what has no speedup comes last. */
const byEffect = (one: ChangeRow, other: ChangeRow): number => {
  const place = ({ judged }: ChangeRow) => (judged === null ? 2 : judged.ratio < 1 ? 0 : 1);
  return place(one) - place(other) || effect(other) - effect(one) || naturalOrder(one.label, other.label);
};

/**
 * Series in the order in which they are looked at: the worst regressions first, then the largest gains, then those where no
 * difference is seen, the largest effect first, then those in doubt, then those without a verdict: what reads worse before what
 * reads better.
 */
export function groupsOf(outcomes: readonly SeriesOutcome[], by: View['changesBy']): ChangeGroup[] {
  const details = namesOf(outcomes.map(({ key }) => key));
  const rows = outcomes.map((outcome): ChangeRow => {
    const { key, mean, interval, verdict, reason, worst } = outcome;
    const ofMean =
      mean === null || verdict === 'in doubt' ? null : { ratio: mean, interval, verdict, reason };
    return {
      id: key.id,
      outcome,
      label: key.benchmark,
      detail: details(key),
      judged: by === 'mean' ? ofMean : worst,
    };
  });
  return HEADINGS.flatMap((heading) => {
    const own = rows.filter((row) => headingOf(row) === heading);
    if (own.length === 0) return [];
    // Where no difference is seen, the direction of what was not seen plays no part.
    const order =
      heading === 'No difference seen'
        ? (one: ChangeRow, other: ChangeRow) => effect(other) - effect(one)
        : byEffect;
    return [{ heading, rows: own.toSorted(order) }];
  });
}

/** Statistics that go without saying. */
const PLAIN: readonly string[] = ['avg', 'value'];

/** Names keys by metric, conditions and those parameters in which series of one benchmark and metric differ. */
function namesOf(keys: readonly PairKey[]): (key: PairKey) => string {
  const kindOf = ({ tool, benchmark, metric }: PairKey) => JSON.stringify([tool, benchmark, metric]);
  const params = new Map<string, Set<string>[]>();
  const tools = new Map<string, Set<string>>();
  for (const key of keys) {
    const held = params.get(kindOf(key)) ?? [];
    held.push(new Set(key.params.split(';').filter((part) => part !== '')));
    params.set(kindOf(key), held);
    tools.set(key.benchmark, (tools.get(key.benchmark) ?? new Set()).add(key.tool));
  }
  const common = new Map(
    [...params].map(([kind, sets]): [string, Set<string>] => [
      kind,
      new Set([...(sets[0] ?? [])].filter((part) => sets.every((set) => set.has(part)))),
    ]),
  );
  return (key) =>
    [
      key.metric,
      ...(PLAIN.includes(key.statistic) ? [] : [key.statistic]),
      ...Object.keys(key.conditions)
        .sort(naturalOrder)
        .map((name) => describe(name, key.conditions[name] ?? '')),
      ...key.params
        .split(';')
        .filter((part) => part !== '' && !common.get(kindOf(key))?.has(part))
        .map((part) => part.slice(part.indexOf('=') + 1)),
      ...((tools.get(key.benchmark)?.size ?? 0) > 1 ? [key.tool] : []),
    ].join(' · ');
}

/** `0.62×`, with its interval where there is one: `0.62× (0.58–0.66)`. */
export function ratioText({ ratio, interval }: Pick<Judged, 'ratio' | 'interval'>): string {
  const bare = (value: number) => formatSpeedup(value).replace('×', '');
  return interval
    ? `${formatSpeedup(ratio)} (${bare(interval.low)}–${bare(interval.high)})`
    : formatSpeedup(ratio);
}

/** The size of a series with what it says: `0.41× at 64 KiB`. */
export const atSize = (ratio: number, bytes: number | null): string =>
  bytes === null ? formatSpeedup(ratio) : `${formatSpeedup(ratio)} at ${formatBytes(bytes)}`;

const TIMES_AND_RATES: readonly string[] = ['s', 'B/s', '1/s'];

/** What the numbers read, which is no verdict: `reads 1.61× slower`. Other quantities than times and rates are higher or lower. */
export const readsText = (ratio: number, key: Pick<PairKey, 'unit' | 'better'>): string =>
  `reads ${differenceText(ratio, key)}`;

/** How B differs from A: `1.61× slower`, `level`. */
export function differenceText(ratio: number, { unit, better }: Pick<PairKey, 'unit' | 'better'>): string {
  const by = formatSpeedup(Math.max(ratio, 1 / ratio));
  if (by === '1.00×') return 'level';
  const ahead = ratio > 1;
  if (TIMES_AND_RATES.includes(unit)) return `${by} ${ahead ? 'faster' : 'slower'}`;
  return `${by} ${ahead === (better === 'higher') ? 'higher' : 'lower'}`;
}

const span = ({ least, most }: Repeats): string => (least === most ? String(least) : `${least}–${most}`);

/** The repeats of both sides: `one run each`, `3 and 4–5 repeats`. */
export function repeatsText({ a, b }: SeriesOutcome['repeats']): string {
  if (a.most === 1 && b.most === 1) return 'one run each';
  return span(a) === span(b) ? `${span(a)} repeats each` : `${span(a)} and ${span(b)} repeats`;
}

/** What can be said of a row: its verdict, or what it reads and how many repeats that is from. */
export function sayingOf({ judged, outcome }: ChangeRow): string {
  const { doubts } = outcome;
  if (doubts.length > 0)
    return doubts.map((doubt) => `${doubt.side.toUpperCase()}: ${spreadText(doubt)}`).join('; ');
  if (!judged) return outcome.reason?.replace(/\.$/, '') ?? 'no speedup';
  if (hasVerdict(judged.verdict)) return judged.verdict;
  const few =
    judged.verdict === 'too few repeats' ? repeatsText(outcome.repeats) : judged.reason?.replace(/\.$/, '');
  return [readsText(judged.ratio, outcome.key), few].join(', ');
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
