import { csvFormatRows } from 'd3';
import { useMemo, useState, type ReactNode } from 'react';
import { B_COLOR } from '../../charts/colours';
import { DataTable, toTsv, type Column } from '../../charts/DataTable';
import { Figure } from '../../charts/Figure';
import { Histogram, type BinSeries } from '../../charts/Histogram';
import type { BinAxis } from '../../charts/bins';
import type { Domain, YAxis } from '../../charts/types';
import { useApp } from '../../app/state';
import type { Figures } from '../../estimator/result';
import { EDGES, pairBins, patternBins } from './histograms';
import type { Shown } from './useEstimates';
import { percent } from './words';

/** How the pairs and the patterns are spread, for the settings that are shown. */
export function HistogramFigures({ shown }: { shown: readonly Shown[] }) {
  const fluid = shown.filter(({ seen }) => seen?.figures?.histogram.size === 0);
  const without = fluid.map(({ letter }) => letter).join(', ');
  return (
    <>
      <SpreadFigure
        title="Pairs by their part of the bandwidth (1/c)"
        what="share of pairs"
        said={`per bin of 5 %${without === '' ? '' : `; 1/c is not defined for ${without} (fluid splitting)`}`}
        bins={pairBins}
        shown={shown}
      />
      <SpreadFigure
        title="Patterns by their mean"
        what="share of patterns"
        said="mean over the pairs of each pattern, per bin of 5 %"
        bins={patternBins}
        shown={shown}
      />
    </>
  );
}

interface Spread {
  title: string;
  what: string;
  said: string;
  bins: (figures: Figures) => number[] | null;
  shown: readonly Shown[];
}

const X: BinAxis = {
  label: 'part of a host’s bandwidth (%)',
  kind: 'linear',
  format: (value) => `${Number((value * 100).toPrecision(3))} %`,
  tickFormat: (value) => String(Number((value * 100).toPrecision(3))),
};

function SpreadFigure({ title, what, said, bins, shown }: Spread): ReactNode {
  const frame = useApp((s) => s.view.settingFrame);
  const [zoom, setZoom] = useState<Domain | null>(null);
  const counted = useMemo(
    () =>
      shown.flatMap((each) => {
        const counts = each.seen?.figures ? bins(each.seen.figures) : null;
        return counts === null ? [] : [{ ...each, counts, total: counts.reduce((a, b) => a + b, 0) }];
      }),
    [shown, bins],
  );
  const [a, b] = counted;
  const difference = frame === 'difference' && a?.index === 0 && b?.index === 1;
  const series = useMemo((): BinSeries[] => {
    const share = (counts: readonly number[], total: number) =>
      counts.map((count) => (total > 0 ? count / total : 0));
    if (difference && a && b) {
      const [first, second] = [share(a.counts, a.total), share(b.counts, b.total)];
      return [
        {
          ...{ id: 'difference', label: 'B − A', color: B_COLOR, dash: '' },
          heights: first.map((of, bin) => (second[bin] ?? 0) - of),
          note: (bin) => `A ${percent(first[bin])}, B ${percent(second[bin])}`,
        },
      ];
    }
    return counted.map(({ letter, name, color, dash, counts, total }) => ({
      ...{ id: letter, label: `${letter} ${name}`, color, dash },
      heights: share(counts, total),
      note: (bin) => (counts[bin] ?? 0).toLocaleString('en'),
    }));
  }, [counted, difference, a, b]);
  const most = Math.max(0.05, ...series.flatMap(({ heights }) => heights));
  const y: YAxis = {
    label: difference ? 'difference of shares (percentage points)' : `${what} (%)`,
    kind: 'linear',
    format: percent,
    tickFormat: (value) => String(Number((value * 100).toPrecision(3))).replace('-', '−'),
    ...(difference ? {} : { domain: [0, most * 1.05] as const }),
  };
  const subtitle = `${difference ? 'B − A, ' : ''}${what} ${said}`;
  const columns: Column<number>[] = [
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
    ...counted.flatMap(({ letter, name, counts, total }): Column<number>[] => [
      {
        key: `count ${letter}`,
        label: `${letter} ${name}, number`,
        align: 'right',
        text: (bin) => String(counts[bin] ?? 0),
        sort: (bin) => counts[bin] ?? 0,
      },
      {
        key: `share ${letter}`,
        label: `${letter} ${name}, share`,
        align: 'right',
        text: (bin) => percent((counts[bin] ?? 0) / total),
        sort: (bin) => counts[bin] ?? 0,
      },
    ]),
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
      csv={() =>
        csvFormatRows([columns.map((c) => c.label), ...rows.map((row) => columns.map((c) => c.text(row)))])
      }
      tsv={() => toTsv(columns, rows)}
      table={<DataTable label={`${title}: values per bin`} columns={columns} rows={rows} />}
    >
      {frame === 'side' && series.length > 1 ? (
        <div className="side-by-side">
          {series.map((each) => (
            <div key={each.id}>
              <p className="side-name">{each.label}</p>
              {draw([each], `${title}, ${each.id}`)}
            </div>
          ))}
        </div>
      ) : (
        draw(series, title)
      )}
    </Figure>
  );
}
