import { rowsSql, type PairSet } from './pairs';
import { texts } from './sql';

/** Stretches of ranks or shifts. */
type Ranges = readonly (readonly [number, number])[];

/** Which pairs of a set are counted, and in which bins. */
export interface BinsAsked {
  set: PairSet;
  /** Width of a bin as a part of `scale`, which is in the unit of the store: 1, or the peak of the system. */
  width: number;
  scale: number;
  /** Whether pairs on one host are left out; a rank with itself is left out of every test. */
  hostsApart: boolean;
  senders: Ranges | null;
  receivers: Ranges | null;
  shifts: { ranges: Ranges; phase: string } | null;
  /** Calls that traffic is limited to; none named = all. */
  calls?: readonly string[];
}

/**
 * SQL that counts the values of pairs in bins of one width, those of `Distribution`: columns `from` (lower end of the
 * bin, in the unit of the store or as a part of the peak), `pairs` and `share`. Pairs of traffic that sent nothing are
 * none.
 */
export function binsSql(asked: BinsAsked): string {
  const { set, width, scale } = asked;
  const value = set.better === 'none' ? 'value > 0' : 'NOT isnan(value)';
  return `WITH pairs AS (
${pairsSql(set, asked.calls)}
)
SELECT floor(value${scale === 1 ? '' : ` / ${scale}`} / ${width}) * ${width} AS "from", count(*) AS pairs,
  count(*) / sum(count(*)) OVER () AS share
FROM pairs${placesSql(asked)}
WHERE ${[value, ...conditionsOf(asked)].join('\n  AND ')}
GROUP BY 1 ORDER BY 1`;
}

/** Which pairs of A are divided by those of B, or B's by A's, and in which bins. */
export interface RatioBinsAsked extends Omit<BinsAsked, 'width' | 'scale'> {
  /** `set` is A; of B. */
  b: PairSet;
  /** Rank of B for each rank of A, -1 where it has none. */
  toB: ArrayLike<number>;
  /** Whether the ratio is A over B. */
  turned: boolean;
  /** Width of a bin as a power of two: bins reach from 2^(n · step) to 2^((n + 1) · step). */
  step: number;
}

/**
 * SQL that counts the ratios of the same pairs of two sets in bins of equal ratio, those of `Distribution`: columns
 * `from` (lower end of the bin), `pairs` and `share`. A pair that one side lacks, or of which one value is 0, has none.
 */
export function ratioBinsSql(asked: RatioBinsAsked): string {
  const { set, b, toB, turned, step } = asked;
  const same = Array.from(toB).every((ofB, rank) => ofB === rank);
  const rank = (column: string) => (same ? column : `[${Array.from(toB).join(', ')}][${column} + 1]`);
  const ratio = turned ? 'of_a.value / of_b.value' : 'of_b.value / of_a.value';
  return `WITH of_a AS (
${pairsSql(set, asked.calls)}
), of_b AS (
${pairsSql(b, asked.calls)}
), pairs AS (
  SELECT of_a.source, of_a.destination, ${ratio} AS ratio
  FROM of_a JOIN of_b ON of_b.source = ${rank('of_a.source')} AND of_b.destination = ${rank('of_a.destination')}
  WHERE of_a.value * of_b.value <> 0 AND NOT isnan(of_a.value) AND NOT isnan(of_b.value)
)
SELECT 2 ** (floor(log2(ratio) / ${step}) * ${step}) AS "from", count(*) AS pairs,
  count(*) / sum(count(*)) OVER () AS share
FROM pairs${placesSql(asked)}
WHERE ${['ratio > 0', ...conditionsOf(asked)].join('\n  AND ')}
GROUP BY 1 ORDER BY 1`;
}

/** Sender, receiver and value of each pair of a set. */
const pairsSql = (
  set: PairSet,
  calls: readonly string[] | undefined,
): string => `  SELECT ${endsSql(set)}, value FROM (
    SELECT "row", unnest(range(len("values")))::INTEGER AS place, unnest("values") AS value FROM (
      ${[...rowsSql(set, calls ?? null)].map((rows) => `(${rows})`).join('\n      UNION ALL ')}
    )
  )`;

/** Which pairs count, by sender and receiver. */
function conditionsOf(asked: Pick<BinsAsked, 'set' | 'hostsApart' | 'senders' | 'receivers' | 'shifts'>) {
  const { set, hostsApart, senders, receivers, shifts } = asked;
  return [
    set.better !== 'none' && 'source <> destination',
    hostsApart && 'NOT coalesce(a.host = b.host, false)',
    senders && within('source', senders),
    receivers && within('destination', receivers),
    shifts && within(shifts.phase, shifts.ranges),
  ].filter((condition) => condition !== false && condition !== null);
}

/** The hosts of both ends of a pair, where they matter. */
function placesSql({ set, hostsApart }: Pick<BinsAsked, 'set' | 'hostsApart'>): string {
  if (!hostsApart) return '';
  const places = `(SELECT rank, host FROM rank_place WHERE run IN (${texts(set.runs)}))`;
  return ` LEFT JOIN ${places} a ON a.rank = source LEFT JOIN ${places} b ON b.rank = destination`;
}

/** Sender and receiver of a cell. */
function endsSql({ layout, ranks, schedule }: PairSet): string {
  if (layout === 'source') return '"row" AS source, place AS destination';
  if (layout === 'destination') return 'place AS source, "row" AS destination';
  const half = Math.floor(ranks / 2);
  const at = schedule === 'half backward' ? `place - "row" + ${half}` : `place + "row"`;
  return `place AS source, ${half} + (${at}) % ${half} AS destination`;
}

const within = (column: string, ranges: Ranges): string =>
  ranges.length === 0
    ? 'false'
    : `(${ranges.map(([first, last]) => `${column} BETWEEN ${first} AND ${last}`).join(' OR ')})`;

/** The shift of a pair as SQL. `toA` gives, for ranks of B, the ranks of A whose shift it is. */
export function phaseSql(
  { ranks, schedule }: Pick<PairSet, 'ranks' | 'schedule'>,
  toA: ArrayLike<number> | null,
): string {
  const rank = (column: string) => (toA ? `[${Array.from(toA).join(', ')}][${column} + 1]` : column);
  const [source, destination] = [rank('source'), rank('destination')];
  if (schedule === 'shift') return `(${destination} - ${source} + ${ranks}) % ${ranks}`;
  const half = Math.floor(ranks / 2);
  return schedule === 'half backward'
    ? `(${source} - ${destination} + ${2 * half}) % ${half}`
    : `(${destination} - ${source}) % ${half}`;
}
