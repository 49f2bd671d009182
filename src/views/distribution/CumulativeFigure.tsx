import { useMemo, useState } from 'react';
import { B_COLOR } from '../../charts/colours';
import type { DataColumn } from '../../charts/DataTable';
import { tableTwin } from '../../charts/tableTwin';
import { Figure } from '../../charts/Figure';
import { LineChart } from '../../charts/LineChart';
import type { Domain, Series, XAxis, YAxis } from '../../charts/types';
import { setView, useApp } from '../../session/state';
import { cumulative } from './bins';
import type { CountedDrawing, DistributionDrawing } from './plan';
import { acrossText, betterText, joined, ratioOf, shareText } from './words';

/** The share of values below each value, zoomed together with the histogram. */
export function CumulativeFigure({ plan, counts }: { plan: DistributionDrawing; counts: CountedDrawing }) {
  const { of, across, sources, unit, width } = plan;
  const [hoverX, setHoverX] = useState<number | null>(null);
  const zoom = useApp((s) => s.view.binZoom);
  const metric = sources[0]?.set.metric ?? '';
  const { factor } = acrossText(plan);
  const series = useMemo(() => linesOf(plan, counts, factor), [plan, counts, factor]);
  const x = useMemo((): XAxis => {
    const { tick, full, label } = acrossText({ across, unit, width: width / 10, sources });
    return {
      label: label(metric),
      kind: 'linear',
      format: full,
      tickFormat: tick,
    };
  }, [across, unit, width, sources, metric]);
  const title = `${of === 'pair' ? 'Pairs' : 'Share'} below a value: ${plan.title}`;
  const subtitle = joined(`cumulative share of ${of}s`, betterText(plan));
  const columns: DataColumn<number>[] = [
    {
      key: 'x',
      label: metric,
      align: 'right',
      text: (i) => x.format((counts.fineEdges[i] ?? 0) / factor),
      sort: (i) => i,
    },
    ...series.map((line): DataColumn<number> => ({
      key: line.id,
      label: line.label,
      align: 'right',
      text: (i) => shareText(line.points[i]?.y ?? Number.NaN),
      sort: (i) => line.points[i]?.y ?? null,
    })),
  ];
  const rows = counts.fineEdges.map((_, i) => i);
  const shown: Domain | null =
    zoom && zoom[0] < (counts.fineEdges.at(-1) ?? 0) && zoom[1] > (counts.fineEdges[0] ?? 0)
      ? [zoom[0] / factor, zoom[1] / factor]
      : null;
  return (
    <Figure title={title} subtitle={subtitle} {...tableTwin({ label: `${title}: values`, columns, rows })}>
      <LineChart
        title={title}
        subtitle={subtitle}
        x={x}
        y={{ ...Y, label: `${of}s below (%)` }}
        series={series}
        height={280}
        hoverX={hoverX}
        onHoverX={setHoverX}
        zoom={shown}
        onZoom={(next) => setView({ binZoom: next ? [next[0] * factor, next[1] * factor] : null })}
        pinned={null}
        onPin={() => undefined}
      />
    </Figure>
  );
}

const Y: Omit<YAxis, 'label'> = {
  kind: 'linear',
  domain: [0, 1],
  format: shareText,
  tickFormat: (value) => String(Math.round(value * 100)),
};

function linesOf(
  { across, sources }: DistributionDrawing,
  { fine, fineEdges }: CountedDrawing,
  factor: number,
): Series[] {
  const styles =
    across === 'ratio'
      ? [{ id: 'ratio', label: ratioOf(sources), color: B_COLOR, dash: '' }]
      : sources.map(({ set, side, name, color, dash }) => ({
          id: set.id + (side ?? ''),
          label: name,
          color,
          dash,
        }));
  return styles.map((style, line) => {
    const shares = cumulative(fine[line] ?? []);
    return {
      ...style,
      points: fineEdges.map((x, i) => ({ id: `${style.id} ${i}`, x: x / factor, y: shares[i] ?? null })),
    };
  });
}
