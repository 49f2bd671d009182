import { useMemo } from 'react';
import { B_COLOR } from '../../charts/colours';
import type { DataColumn } from '../../charts/DataTable';
import { tableTwin } from '../../charts/tableTwin';
import { Figure } from '../../charts/Figure';
import { Histogram, type BinSeries, type Guide } from '../../charts/Histogram';
import type { BinAxis } from '../../charts/bins';
import type { Domain, YAxis } from '../../charts/types';
import { sqlActions } from '../../session/sqlActions';
import { setView, useApp } from '../../session/state';
import { MOST_SHARERS, sharingGuide } from '../../pairs/sharing';
import { formatValue } from '../../model/units';
import type { View } from '../../share/view';
import { scaleOf } from './peak';
import type { CountedDrawing, DistributionDrawing } from './plan';
import { acrossText, betterText, joined, countText, ratioOf, shareText, shortText, unitText } from './words';

const sum = (list: readonly number[]) => list.reduce((total, each) => total + each, 0);

/** The histograms with their menu and table twin: over each other, side by side, their difference, or of the ratio. */
export function HistogramFigure(props: {
  plan: DistributionDrawing;
  counts: CountedDrawing;
  /** The SQL behind it; null where there is none. */
  sql: (() => string) | null;
}) {
  const { plan, counts, sql } = props;
  const view = useApp((s) => s.view);
  const { frame, across, sources, edges, width } = plan;
  const share = view.bars === 'share' || frame === 'difference';
  const log = view.barScale === 'log' && frame !== 'difference';
  const metric = sources[0]?.set.metric ?? '';

  const drawn = useMemo(() => seriesOf(plan, counts, share), [plan, counts, share]);
  const { factor } = acrossText(plan);
  const shownEdges = useMemo(() => edges.map((edge) => edge / factor), [edges, factor]);
  const x = useMemo((): BinAxis => {
    const { tick, full, label } = acrossText({ across, unit: plan.unit, width, sources });
    return {
      label: label(metric),
      kind: across === 'ratio' ? 'ratio' : 'linear',
      format: full,
      tickFormat: tick,
    };
  }, [across, plan.unit, width, sources, metric]);
  const y = useMemo(() => yAxis(drawn, share, log, plan), [drawn, share, log, plan]);
  const guides = useMemo(() => guidesOf(plan, factor), [plan, factor]);

  const title = `Histogram of ${plan.title}`;
  const subtitle = joined(...said(plan, share), betterText(plan), guides.owner);
  const zoom = within(view.binZoom, edges, factor);
  const table = tableOf(plan, counts, shownEdges, x);
  const draw = (series: readonly BinSeries[], name: string) => (
    <Histogram
      title={name}
      subtitle={subtitle}
      x={x}
      y={y}
      edges={shownEdges}
      series={series}
      guides={guides.list}
      zoom={zoom}
      onZoom={(next) => setView({ binZoom: next ? [next[0] * factor, next[1] * factor] : null })}
    />
  );
  return (
    <Figure
      title={title}
      subtitle={subtitle}
      {...tableTwin({ label: `${title}: values per bin`, columns: table.columns, rows: table.rows })}
      {...(sql === null ? {} : { actions: sqlActions(sql, 'the histogram') })}
    >
      {frame === 'side' ? (
        <div className="side-by-side">
          {drawn.map((series, i) => {
            const side = sources[i]?.side ?? 'a';
            return (
              <div key={series.id}>
                <p className="side-name">
                  <span className={`side-mark side-mark-${side}`}>{side.toUpperCase()}</span> {series.label}
                </p>
                {draw([series], `${title}, ${side.toUpperCase()}`)}
              </div>
            );
          })}
        </div>
      ) : (
        draw(drawn, title)
      )}
    </Figure>
  );
}

/** What is plotted, in the words of a heading. */
function said(plan: DistributionDrawing, share: boolean): string[] {
  const { of, frame, across, sources, width, unit, ratio, widened } = plan;
  const pairs = share ? `share of ${of}s` : `number of ${of}s`;
  const bins =
    across === 'ratio'
      ? 'per bin'
      : `per bin of ${across === 'peak' ? `${shortText(width * 100)} %` : `${shortText(width / unit.factor)} ${unit.label}`.trim()}${widened ? ' (narrower ones could not be seen)' : ''}`;
  const [nameA, nameB] = sources.map(({ name }, i) => `${i === 0 ? 'A' : 'B'} ${name}`.trimEnd());
  if (across === 'ratio')
    return [
      `${pairs} ${bins} by ${ratio?.turned ? `${nameA} over ${nameB}` : `${nameB} over ${nameA}`}, the same pair by ${ratio?.alignment.by ?? 'rank'}`,
    ];
  if (frame === 'difference') return [`${pairs} ${bins}, ${nameB} − ${nameA}`];
  return [`${pairs} ${bins}`];
}

/** The part in sight, when it holds some bins of this drawing. */
function within(zoom: View['binZoom'], edges: readonly number[], factor: number): Domain | null {
  const [low, high] = [edges[0] ?? 0, edges.at(-1) ?? 0];
  return zoom && zoom[0] < high && zoom[1] > low && zoom[0] < zoom[1]
    ? [zoom[0] / factor, zoom[1] / factor]
    : null;
}

function seriesOf(
  { of, frame, across, sources }: DistributionDrawing,
  { bins }: CountedDrawing,
  share: boolean,
): BinSeries[] {
  const shares = bins.map((counts) => {
    const total = sum(counts);
    return counts.map((count) => (total > 0 ? count / total : 0));
  });
  if (across === 'ratio' || (frame === 'difference' && sources.length === 2)) {
    const [first = [], second = []] = shares;
    const own = bins[0] ?? [];
    if (across === 'ratio')
      return [
        {
          ...{ id: 'ratio', label: ratioOf(sources), color: B_COLOR, dash: '' },
          heights: share ? first : own,
          note: (bin) => (share ? countText(own[bin] ?? 0, of) : shareText(first[bin] ?? 0)),
        },
      ];
    return [
      {
        ...{ id: 'difference', label: 'B − A', color: B_COLOR, dash: '' },
        heights: first.map((height, bin) => (second[bin] ?? 0) - height),
        note: (bin) => `A ${shareText(first[bin] ?? 0)}, B ${shareText(second[bin] ?? 0)}`,
      },
    ];
  }
  return sources.map((source, i) => ({
    id: source.set.id + (source.side ?? ''),
    label: source.name,
    color: source.color,
    dash: source.dash,
    heights: (share ? shares : bins)[i] ?? [],
    note: (bin) => (share ? countText(bins[i]?.[bin] ?? 0, of) : shareText(shares[i]?.[bin] ?? 0)),
  }));
}

function yAxis(
  series: readonly BinSeries[],
  share: boolean,
  log: boolean,
  { frame, of: counted }: DistributionDrawing,
): YAxis {
  const format = share
    ? (value: number) => (frame === 'difference' && value > 0 ? `+${shareText(value)}` : shareText(value))
    : (value: number) => formatValue(value, 'count');
  const tick = (value: number) =>
    share ? String(Number((value * 100).toPrecision(3))).replace('-', '−') : formatValue(value, 'count');
  const what =
    frame === 'difference'
      ? 'difference of shares (percentage points)'
      : share
        ? `share of ${counted}s (%)`
        : `${counted}s`;
  const heights = series.flatMap(({ heights: of }) => of);
  const positive = heights.filter((value) => value > 0);
  const [least, most] = [Math.min(...positive), Math.max(...positive)];
  const domain: Domain | null = log && positive.length > 0 ? [least / 2, most * 1.5] : null;
  return {
    label: what,
    kind: log ? 'log' : 'linear',
    format,
    tickFormat: tick,
    // Side by side, both charts have one scale.
    ...(domain ? { domain } : frame === 'side' ? { domain: [0, most * 1.05] } : {}),
  };
}

/** Guides at min(host limit, peak/k) of the first set whose pairs ran at once. */
function guidesOf(
  { sources, across, unit }: DistributionDrawing,
  factor: number,
): { list: Guide[]; owner: string } {
  const owner = sources.find(({ noClasses }) => noClasses === null);
  if (!owner?.peak || !owner.hostLimit || across === 'ratio') return { list: [], owner: '' };
  const scale = scaleOf(owner.peak, owner.hostLimit);
  const byPlace = new Map<number, number[]>();
  for (let k = 1; k <= MOST_SHARERS; k++) {
    const at = sharingGuide(scale, k);
    byPlace.set(at, [...(byPlace.get(at) ?? []), k]);
  }
  const limits = scale.hostLimit < scale.peak ? 'host limit' : 'peak';
  const list = [...byPlace].map(([at, ks]) => {
    const [k = 1] = ks;
    const flows = ks.length > 1 ? ` (1–${ks.at(-1) ?? k} flows)` : '';
    const name = k === 1 ? `${limits}${flows}` : `peak/${k}`;
    // Far guides are close together: they go by their number alone.
    return {
      x: (across === 'peak' ? at / scale.peak : at) / factor,
      label: k > 4 ? `/${k}` : `${name} ${unitText(at, unit)}`,
    };
  });
  const many = sources.length > 1;
  return {
    list,
    owner: `guides: 1 to ${MOST_SHARERS} flows on one link${many ? ` of ${owner.side?.toUpperCase() ?? owner.name}` : ''}`,
  };
}

interface Row {
  from: number;
  to: number;
  counts: readonly number[];
}

function tableOf(
  { of, sources, across }: DistributionDrawing,
  { bins }: CountedDrawing,
  edges: readonly number[],
  x: BinAxis,
): { columns: DataColumn<Row>[]; rows: Row[] } {
  const names = across === 'ratio' ? [ratioOf(sources)] : sources.map(({ name }) => name || 'values');
  const totals = bins.map(sum);
  const end = (key: 'from' | 'to', label: string): DataColumn<Row> => ({
    key,
    label,
    align: 'right',
    text: (row) => x.format(row[key]),
    sort: (row) => row[key],
  });
  return {
    columns: [
      end('from', 'from'),
      end('to', 'to, not included'),
      ...names.flatMap((name, i): DataColumn<Row>[] => [
        {
          key: `pairs ${i}`,
          label: `${name}, ${of}s`,
          align: 'right',
          text: ({ counts }) => String(counts[i] ?? 0),
          sort: ({ counts }) => counts[i] ?? 0,
        },
        {
          key: `share ${i}`,
          label: `${name}, share`,
          align: 'right',
          text: ({ counts }) => shareText((counts[i] ?? 0) / (totals[i] ?? 1)),
          sort: ({ counts }) => counts[i] ?? 0,
        },
      ]),
    ],
    rows: edges.slice(0, -1).map((from, bin) => ({
      from,
      to: edges[bin + 1] ?? from,
      counts: bins.map((counts) => counts[bin] ?? 0),
    })),
  };
}
