import { MOST_SHARERS, sharingGuide, sharingText, type SharingClass } from '../../pairs/sharing';
import { formatSpeedup, formatValue } from '../../model/units';
import { alignmentText } from '../../pairs/against';
import { fullestShare } from './bins';
import { isTraffic, QUANTILES } from './counting';
import { ORIGIN_TEXT, scaleOf } from './peak';
import type { CountedDrawing, DistributionDrawing, PairValueSet, Limited, CountingPlan } from './plan';
import type { Distribution } from './useDistribution';
import { pairsText, ratioOf, shareText, unitText } from './words';

/** Numbers of fullest bins whose share is told. */
const FULLEST = [1, 4, 8];

interface TableColumn {
  name: string;
  measured: PairValueSet['measured'];
  text: (value: number) => string;
  source: Limited | null;
  counts: readonly number[];
}

const whole = (count: number) => formatValue(count, 'count');

/** Figures of each set in sight: what the histogram holds, and of pairs what it leaves out. */
export function FiguresTable({
  plan,
  pairs,
  counts,
  notes,
}: {
  plan: DistributionDrawing;
  /** The same drawing where it is of pairs. */
  pairs: CountingPlan | null;
  counts: CountedDrawing;
  /** Sentences below the figures. */
  notes: readonly string[];
}) {
  const { sources, ratio, unit, across } = plan;
  const columns: TableColumn[] = sources.map((source, i) => ({
    name: source.side ? `${source.side.toUpperCase()} ${source.name}` : source.name || 'values',
    measured: source.measured,
    text: (value) => unitText(value, unit),
    source: pairs?.sources[i] ?? null,
    counts: across === 'ratio' ? [] : (counts.bins[i] ?? []),
  }));
  if (ratio)
    columns.push({
      name: ratioOf(sources),
      measured: ratio.measured,
      text: formatSpeedup,
      source: null,
      counts: counts.bins[0] ?? [],
    });
  const traffic = pairs?.sources.some(({ set }) => isTraffic(set)) ?? false;
  const rows: [label: string, text: (column: TableColumn) => string][] = [
    [`${plan.of}s`, ({ measured: { figures } }) => whole(figures.count - (traffic ? figures.zeros : 0))],
    [
      'mean',
      ({ measured: { figures }, text }) =>
        text(figures.sum / (figures.count - (traffic ? figures.zeros : 0))),
    ],
    ['minimum', ({ measured, text }) => text(measured.least)],
    ...QUANTILES.slice(0, -1).map((share, i): [string, (column: TableColumn) => string] => [
      share === 0.5 ? 'median' : `p${Math.round(share * 100)}`,
      ({ measured, text }) => text(measured.quantiles[i] ?? Number.NaN),
    ]),
    ['maximum', ({ measured, text }) => text(measured.figures.max)],
    ...FULLEST.map((n): [string, (column: TableColumn) => string] => [
      n === 1 ? 'in the fullest bin' : `in the ${n} fullest bins`,
      ({ counts: of }) => (of.length === 0 ? '–' : shareText(fullestShare(of, n))),
    ]),
  ];
  if (sources.some(({ peak }) => peak))
    rows.push(['peak', ({ source }) => (source?.peak ? unitText(source.peak.value, unit) : '–')]);
  if (traffic) rows.push(['sent nothing', ({ measured: { figures } }) => whole(figures.zeros)]);
  if (pairs)
    rows.push(
      ['missing', ({ measured: { figures } }) => whole(figures.missing)],
      ['left out: on one host', ({ source }) => (source ? whole(source.sameHost) : '–')],
    );
  return (
    <section className="figure distribution-figures" aria-labelledby="distribution-figures">
      <h2 className="figure-title" id="distribution-figures">
        Figures
      </h2>
      <div
        className="distribution-scroll scrolls"
        role="region"
        tabIndex={0}
        aria-label="Figures of each set"
      >
        <table>
          <thead>
            <tr>
              <td />
              {columns.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([label, text]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {columns.map((column) => (
                  <td key={column.name}>{text(column)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {notes.map((note) => (
        <p key={note} className="muted">
          {note}
        </p>
      ))}
    </section>
  );
}

/** What the figures of pairs leave out and why. */
export function pairNotes({ sources, ratio }: CountingPlan): string[] {
  const told: string[] = [];
  const origins = [...new Set(sources.flatMap(({ peak }) => (peak ? [ORIGIN_TEXT[peak.from]] : [])))];
  if (origins.length > 0) told.push(`Peak: ${origins.join('; ')}.`);
  if (sources.some(({ sameHost }) => sameHost > 0))
    told.push('Pairs on one host do not cross the network: they are left out of the histogram and counted.');
  if (sources.some(({ held, set }) => set.better !== 'none' && held.hostNumbers === null))
    told.push('Without host names, pairs on one host cannot be told from others.');
  if (sources.some(({ set }) => isTraffic(set)))
    told.push('Pairs that sent nothing are counted apart; pairs on one host are part of the traffic.');
  if (ratio) told.push(alignmentText(ratio.alignment));
  if (ratio && ratio.onlyA + ratio.onlyB > 0)
    told.push(`${pairsText(ratio.onlyA)} only of A and ${pairsText(ratio.onlyB)} only of B have no ratio.`);
  return told;
}

/** Shares of pairs by the number of flows on their slowest link, or why there are none. */
export function SharingTable({ distribution, plan }: { distribution: Distribution; plan: CountingPlan }) {
  const { sharing } = distribution;
  const { unit, sources } = plan;
  const without = sources.filter(({ noClasses }) => noClasses !== null);
  const reasons = [...new Set(without.map(({ noClasses }) => noClasses ?? ''))];
  const bandwidth = sources.some(({ peak }) => peak);
  if (!bandwidth) return null;
  /** With several sets each has guides of its own, which their limits below tell. */
  const guided = sharing?.length === 1;
  const classes = new Map<string, SharingClass>();
  for (const { counts } of sharing ?? [])
    for (const { of } of counts.classes) classes.set(`${of.from} ${of.to}`, of);
  const sorted = [...classes.values()].sort((p, q) => p.from - q.from || p.to - q.to);
  const fromValues = sharing?.some(({ source }) => source.peak?.from === 'data') ?? false;
  const between = sorted.some(({ from, to }) => from !== to && to !== Infinity);
  return (
    <section className="figure distribution-figures" aria-labelledby="distribution-sharing">
      <h2 className="figure-title" id="distribution-sharing">
        Flows that shared the slowest link of a pair
      </h2>
      {fromValues && between && (
        <p className="also-differs">
          Some values lie between the guides. The peak of a link is read from the values, which is too low
          where no pair had a link to itself: type above what a link gives.
        </p>
      )}
      {sharing === null ? (
        <p className="muted" role="status">
          Counting …
        </p>
      ) : (
        sharing.length > 0 && (
          <div
            className="distribution-scroll scrolls"
            role="region"
            tabIndex={0}
            aria-label="Pairs by flows on a link"
          >
            <table>
              <thead>
                <tr>
                  <th scope="col">flows</th>
                  {sharing.map(({ source }) => (
                    <th key={source.set.id + (source.side ?? '')} scope="col" colSpan={guided ? 2 : 1}>
                      {source.side ? `${source.side.toUpperCase()} ` : ''}
                      {source.name || 'pairs'}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {sorted.map((of) => (
                  <tr key={`${of.from} ${of.to}`}>
                    <th scope="row">{classText(of, sharing[0]?.source)}</th>
                    {sharing.map(({ source, counts }) => {
                      const total = counts.classes.reduce((sum, { count }) => sum + count, counts.without);
                      const own = counts.classes.find(({ of: o }) => o.from === of.from && o.to === of.to);
                      const count = own?.count ?? 0;
                      return [
                        guided && (
                          <td key="guide" className="muted">
                            {placeText(of, source, unit)}
                          </td>
                        ),
                        <td key={source.set.id}>
                          <span className="distribution-track">
                            <span
                              className="distribution-bar"
                              style={{ width: `${(count / total) * 100}%` }}
                            />
                          </span>
                          <span className="distribution-share">{shareText(count / total)}</span>
                          <span className="muted"> {pairsText(count)}</span>
                        </td>,
                      ];
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )
      )}
      {(sharing ?? []).map(({ source, counts }) => (
        <p key={source.set.id + (source.side ?? '')} className="muted">
          {[
            sources.length > 1 ? `${source.side?.toUpperCase() ?? source.name}: ` : '',
            source.peak && `peak ${unitText(source.peak.value, unit)} (${ORIGIN_TEXT[source.peak.from]}), `,
            source.hostLimit &&
              `host limit ${unitText(source.hostLimit.value, unit)} (${ORIGIN_TEXT[source.hostLimit.from]}).`,
            counts.without > 0 && ` ${pairsText(counts.without)} of 0 have no class.`,
          ]}
        </p>
      ))}
      {fromValues && !between && (
        <p className="muted">
          A peak from the values holds when some pair had a link to itself; else type what a link gives.
        </p>
      )}
      {reasons.map((reason) => (
        <p key={reason} className="muted">
          {without.length < sources.length || reasons.length > 1
            ? `${without
                .filter(({ noClasses }) => noClasses === reason)
                .map(({ side, name }) => side?.toUpperCase() ?? name)
                .join(', ')}: `
            : ''}
          {reason}
        </p>
      ))}
    </section>
  );
}

function classText(of: SharingClass, source: Limited | undefined): string {
  if (!source?.peak || !source.hostLimit) return '';
  return sharingText(of, scaleOf(source.peak, source.hostLimit));
}

/** The guide of a class, or the two that an ambiguous one is between. */
function placeText(
  { from, to }: SharingClass,
  { peak, hostLimit }: Limited,
  unit: CountingPlan['unit'],
): string {
  if (!peak || !hostLimit) return '';
  const scale = scaleOf(peak, hostLimit);
  const guide = (k: number) => unitText(sharingGuide(scale, k), unit);
  if (from > MOST_SHARERS) return `below ${guide(MOST_SHARERS)}`;
  if (to === Infinity) return `below ${guide(from)}`;
  const [fast, slow] = [sharingGuide(scale, from), sharingGuide(scale, to)];
  return fast === slow ? guide(from) : `${guide(to)} to ${guide(from)}`;
}
