import { useMemo, type ReactNode } from 'react';
import type { DataColumn } from '../../../charts/DataTable';
import { tableTwin } from '../../../charts/tableTwin';
import { Figure } from '../../../charts/Figure';
import { ScatterChart, type ScatterMark } from '../../../charts/ScatterChart';
import { axisUnit, counted, formatNumber } from '../../../model/units';
import { rankName } from '../../../session/usePairs';
import type { FindingsProps } from './props';

interface Row extends ScatterMark {
  readonly name: string;
}

/** Measured against predicted bandwidth, a point for each pair or a field for many. */
export function ScatterFigure({ explained, held, format }: FindingsProps): ReactNode {
  const { scatter, flows, agreement } = explained;
  const { rows, bin, xMax, yMax } = useMemo(() => rowsOf(scatter), [scatter]);
  const named = useMemo(
    () =>
      rows.map((row): Row => {
        const { flow } = row;
        if (flow === null) return { ...row, name: counted(row.count, 'pair') };
        const [s, r] = [flows.sender[flow] ?? 0, flows.receiver[flow] ?? 0];
        return { ...row, name: `${rankName(held, s)} to ${rankName(held, r)}` };
      }),
    [rows, flows, held],
  );
  const axes = useMemo(() => {
    const unit = axisUnit(Math.max(xMax, yMax), 'B/s');
    const tickFormat = (value: number) => formatNumber(value / unit.factor);
    return {
      x: {
        ...{ label: `predicted (${unit.label})`, kind: 'linear' as const, format, tickFormat },
        domain: [0, xMax * 1.05] as const,
      },
      y: {
        ...{ label: `measured (${unit.label})`, kind: 'linear' as const, format, tickFormat },
        domain: [0, Math.max(yMax * 1.05, xMax * Math.min(1, agreement.factor))] as const,
      },
    };
  }, [xMax, yMax, format, agreement.factor]);
  const lines = useMemo(
    () => [
      { slope: 1, label: 'as predicted', dash: '' },
      ...(Math.abs(agreement.factor - 1) > 0.02
        ? [{ slope: agreement.factor, label: `× ${formatNumber(agreement.factor)}, the median`, dash: '2 4' }]
        : []),
    ],
    [agreement.factor],
  );
  const title = 'Measured against predicted';
  const subtitle = `bandwidth of ${counted(agreement.pairs, 'pair')}${bin ? ', darker where there are more' : ''}; higher is better`;
  const columns: DataColumn<Row>[] = [
    { key: 'pair', label: bin ? 'pairs' : 'pair', align: 'left', text: ({ name }) => name },
    {
      key: 'x',
      label: bin ? 'predicted, about' : 'predicted',
      align: 'right',
      text: ({ x }) => format(x),
      sort: ({ x }) => x,
    },
    {
      key: 'y',
      label: bin ? 'measured, about' : 'measured',
      align: 'right',
      text: ({ y }) => format(y),
      sort: ({ y }) => y,
    },
  ];
  return (
    <Figure title={title} subtitle={subtitle} {...tableTwin({ label: title, columns, rows: named })}>
      <ScatterChart
        {...{ title, subtitle, bin, lines }}
        {...axes}
        marks={named}
        tell={(index) => {
          const { name = '', x = 0, y = 0 } = named[index] ?? {};
          return {
            heading: name,
            rows: [
              ['predicted', format(x)],
              ['measured', format(y)],
              ['measured ÷ predicted', formatNumber(y / x)],
            ],
          };
        }}
      />
    </Figure>
  );
}

type Marks = readonly (ScatterMark & { flow: number | null })[];

/** The marks of a scatter from left to right. */
function rowsOf(scatter: FindingsProps['explained']['scatter']): {
  rows: Marks;
  bin: readonly [number, number] | null;
  xMax: number;
  yMax: number;
} {
  if (scatter.kind === 'points') {
    const rows = Array.from(scatter.flow, (flow, i) => ({
      ...{ flow, count: 1 },
      x: scatter.x[i] ?? 0,
      y: scatter.y[i] ?? 0,
    })).sort((p, q) => p.x - q.x || p.y - q.y);
    const most = (list: Float64Array) => list.reduce((top, value) => Math.max(top, value), 0) || 1;
    return { rows, bin: null, xMax: most(scatter.x), yMax: most(scatter.y) };
  }
  const { counts, columns, rows: count, xMax, yMax } = scatter;
  const [w, h] = [xMax / columns, yMax / count];
  const rows = Array.from(counts, (n, at) => ({
    ...{ flow: null, count: n },
    x: ((at % columns) + 0.5) * w,
    y: (Math.floor(at / columns) + 0.5) * h,
  }))
    .filter((row) => row.count > 0)
    .sort((p, q) => p.x - q.x || p.y - q.y);
  return { rows, bin: [w, h], xMax, yMax };
}
