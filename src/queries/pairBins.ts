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
}

/**
 * SQL that counts the values of pairs in bins of one width, those of `Distribution`: columns `from` (lower end of the
 * bin, in the unit of the store or as a part of the peak), `pairs` and `share`. Pairs of traffic that sent nothing are
 * none.
 */
export function binsSql(asked: BinsAsked): string {
  const { set, width, scale, hostsApart, senders, receivers, shifts } = asked;
  const test = set.better !== 'none';
  const conditions = [
    test ? 'NOT isnan(value)' : 'value > 0',
    test && 'source <> destination',
    hostsApart && 'NOT coalesce(a.host = b.host, false)',
    senders && within('source', senders),
    receivers && within('destination', receivers),
    shifts && within(shifts.phase, shifts.ranges),
  ].filter((condition) => condition !== false && condition !== null);
  const places = `(SELECT rank, host FROM rank_place WHERE run IN (${texts(set.runs)}))`;
  return `WITH "rows" AS (
  ${[...rowsSql(set, null)].map((rows) => `(${rows})`).join('\n  UNION ALL ')}
), cell AS (
  SELECT "row", unnest(range(len("values")))::INTEGER AS place, unnest("values") AS value FROM "rows"
), pairs AS (
  SELECT ${endsSql(set)}, value FROM cell
)
SELECT floor(value${scale === 1 ? '' : ` / ${scale}`} / ${width}) * ${width} AS "from", count(*) AS pairs,
  count(*) / sum(count(*)) OVER () AS share
FROM pairs${hostsApart ? ` LEFT JOIN ${places} a ON a.rank = source LEFT JOIN ${places} b ON b.rank = destination` : ''}
WHERE ${conditions.join('\n  AND ')}
GROUP BY 1 ORDER BY 1`;
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
