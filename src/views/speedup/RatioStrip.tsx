import { useMemo } from 'react';
import type { DataColumn } from '../../charts/DataTable';
import { tableTwin } from '../../charts/tableTwin';
import { Figure } from '../../charts/Figure';
import { HeatStrip, type HeatRow } from '../../charts/HeatStrip';
import type { Linked } from '../../charts/types';
import { formatBytes, formatNumber, formatSpeedup } from '../../model/units';
import type { SpeedupState } from './useSpeedup';

/** All speedups at a glance: a row per line, a column per message size. */
export function RatioStrip({ speedup, linked }: { speedup: SpeedupState; linked: Linked }) {
  const { panels } = speedup.model;
  const rows = useMemo(
    () =>
      panels
        .filter(({ sizeless }) => !sizeless)
        .flatMap(({ benchmark, value, lines }) =>
          lines.map((line): HeatRow => ({
            id: line.id,
            label: [benchmark, value, line.label].filter((part) => part !== '').join(' · '),
            cells: line.points.map(({ id, x, y }) => ({ id, x, ratio: y })),
          })),
        ),
    [panels],
  );
  if (rows.length === 0) return null;
  const sizes = [...new Set(rows.flatMap(({ cells }) => cells.map(({ x }) => x)))].sort((p, q) => p - q);
  const columns: DataColumn<HeatRow>[] = [
    { key: 'label', label: 'test', align: 'left', text: ({ label }) => label },
    ...sizes.map((size): DataColumn<HeatRow> => ({
      key: String(size),
      label: formatBytes(size),
      align: 'right',
      text: ({ cells }) => {
        const ratio = cells.find(({ x }) => x === size)?.ratio;
        return ratio == null ? '–' : formatSpeedup(ratio);
      },
      sort: ({ cells }) => cells.find(({ x }) => x === size)?.ratio ?? null,
    })),
  ];
  const title = 'Speedup by message size';
  return (
    <Figure
      title={title}
      subtitle="speedup of B over A · higher is better"
      {...tableTwin({ label: title, columns, rows })}
    >
      <HeatStrip
        title={title}
        subtitle="speedup of B over A, higher is better"
        quantity="speedup"
        x={{ label: 'message size', format: formatBytes }}
        rows={rows}
        format={formatSpeedup}
        cellFormat={(ratio) => formatNumber(ratio, 2)}
        {...linked}
      />
    </Figure>
  );
}
