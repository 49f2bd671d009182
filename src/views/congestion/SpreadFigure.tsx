import { useMemo, useState, type ReactNode } from 'react';
import { B_COLOR } from '../../charts/colours';
import type { DataColumn } from '../../charts/DataTable';
import { tableTwin } from '../../charts/tableTwin';
import { Figure } from '../../charts/Figure';
import { Histogram, type BinSeries } from '../../charts/Histogram';
import type { BinAxis } from '../../charts/bins';
import type { Domain, YAxis } from '../../charts/types';
import { useApp } from '../../session/state';
import type { EstimateFigures } from '../../estimator/result';
import { EDGES, type ShareHistogram } from './histograms';
import type { SettingEstimate } from './useEstimates';
import type { MeasuredShares } from './useMeasuredShares';
import { percent } from './words';

interface Spread {
  title: string;
  what: string;
  said: string;
  bins: (figures: EstimateFigures) => ShareHistogram | null;
  shown: readonly SettingEstimate[];
  /** Measured values that are laid over the estimates. */
  measured: MeasuredShares | null;
}

/** One histogram of the figure with what its table says. */
interface Row extends ShareHistogram {
  readonly id: string;
  readonly label: string;
  readonly color: string;
  readonly dash: string;
  readonly total: number;
}

const rowOf = (row: Omit<Row, 'total'>): Row => ({
  ...row,
  total: row.counts.reduce((a, b) => a + b, 0),
});

const X: BinAxis = {
  label: 'share of a host’s bandwidth (%)',
  kind: 'linear',
  format: (value) => `${Number((value * 100).toPrecision(3))} %`,
  tickFormat: (value) => String(Number((value * 100).toPrecision(3))),
};

/** One histogram for each setting in shared bins of 5 %, with measured values over them. */
export function SpreadFigure({ title, what, said, bins, shown, measured }: Spread): ReactNode {
  const frame = useApp((s) => s.view.settingFrame);
  const [zoom, setZoom] = useState<Domain | null>(null);
  const estimated = useMemo(
    () =>
      shown.flatMap(({ letter, name, color, dash, seen }) => {
        const counted = seen?.figures ? bins(seen.figures) : null;
        return counted ? [rowOf({ id: letter, label: `${letter} ${name}`, color, dash, ...counted })] : [];
      }),
    [shown, bins],
  );
  const over = useMemo(
    () => measured && rowOf({ ...measured, id: 'measured', label: `measured ${measured.label}`, ...OVER }),
    [measured],
  );
  const [a, b] = estimated;
  const difference = frame === 'difference' && a?.id === 'A' && b?.id === 'B';
  const series = useMemo((): BinSeries[] => {
    if (difference && a && b) {
      const [first, second] = [sharesOf(a), sharesOf(b)];
      return [
        {
          ...{ id: 'difference', label: 'B − A', color: B_COLOR, dash: '' },
          heights: first.map((of, bin) => (second[bin] ?? 0) - of),
          note: (bin) => `A ${percent(first[bin])}, B ${percent(second[bin])}`,
        },
      ];
    }
    return [...estimated, ...(over ? [over] : [])].map(seriesOf);
  }, [estimated, over, difference, a, b]);
  const most = Math.max(0.05, ...series.flatMap(({ heights }) => heights));
  const y: YAxis = {
    label: difference ? 'difference of shares (percentage points)' : `${what} (%)`,
    kind: 'linear',
    format: percent,
    tickFormat: (value) => String(Number((value * 100).toPrecision(3))).replace('-', '−'),
    ...(difference ? {} : { domain: [0, most * 1.05] as const }),
  };
  const means = [...estimated, ...(over ? [over] : [])].map(({ id, mean }) => `${id} ${percent(mean)}`);
  const subtitle = `${difference ? `B − A, ${over ? 'the measured ones in the table, ' : ''}` : ''}${what} ${said}; mean of ${means.join(', ')}`;
  const columns: DataColumn<number>[] = [
    {
      key: 'from',
      label: 'from',
      align: 'right',
      text: (bin) => X.format(EDGES[bin] ?? 0),
      sort: (bin) => bin,
    },
    {
      key: 'to',
      label: 'to, not included',
      align: 'right',
      text: (bin) => X.format(EDGES[bin + 1] ?? 1),
      sort: (bin) => bin,
    },
    ...[...estimated, ...(over ? [over] : [])].flatMap(
      ({ id, label, counts, total }): DataColumn<number>[] => [
        {
          key: `count ${id}`,
          label: `${label}, number`,
          align: 'right',
          text: (bin) => String(counts[bin] ?? 0),
          sort: (bin) => counts[bin] ?? 0,
        },
        {
          key: `share ${id}`,
          label: `${label}, share`,
          align: 'right',
          text: (bin) => percent((counts[bin] ?? 0) / total),
          sort: (bin) => counts[bin] ?? 0,
        },
      ],
    ),
  ];
  const rows = EDGES.slice(0, -1).map((_, bin) => bin);
  const draw = (drawn: readonly BinSeries[], name: string) => (
    <Histogram
      title={name}
      subtitle={subtitle}
      x={X}
      y={y}
      edges={EDGES}
      series={drawn}
      zoom={zoom}
      onZoom={setZoom}
      height={260}
    />
  );
  return (
    <Figure
      title={title}
      subtitle={subtitle}
      {...tableTwin({ label: `${title}: values per bin`, columns, rows })}
    >
      {frame === 'side' && estimated.length > 1 ? (
        <div className="side-by-side">
          {estimated.map((each) => (
            <div key={each.id}>
              <p className="side-name">{each.label}</p>
              {draw(
                series.filter(({ id }) => id === each.id || id === 'measured'),
                `${title}, ${each.id}`,
              )}
            </div>
          ))}
        </div>
      ) : (
        draw(series, title)
      )}
    </Figure>
  );
}

/** Measured values are drawn in ink: they are no setting. */
const OVER = { color: 'var(--ink)', dash: '2 2' };

const sharesOf = ({ counts, total }: Row): number[] => counts.map((count) => (total > 0 ? count / total : 0));

const seriesOf = (row: Row): BinSeries => ({
  ...{ id: row.id, label: row.label, color: row.color, dash: row.dash },
  heights: sharesOf(row),
  note: (bin) => (row.counts[bin] ?? 0).toLocaleString('en'),
});
