import type { Box } from '../../matrix/grid';
import type { CellValue, MatrixSummary } from '../../matrix/messages';
import type { Aggregate } from '../../matrix/picture';
import type { Marginal } from '../../matrix/kernel';
import type { BoxStatistics } from '../../matrix/statistics';
import { formatValue } from '../../model/units';
import type { TooltipRow } from '../Tooltip';
import { marginalOf } from './strips';
import type { MarginalKind, MatrixAxis, MatrixChartProps } from './types';

/** What the worker said of the cells under the cursor. */
export type CellsUnderCursor = { readonly cell: CellValue } | Many;

/** Of several cells; `share` of the values is below `limit`, where a pixel shows that. */
interface Many {
  readonly figures: BoxStatistics;
  readonly share?: { readonly limit: number; readonly of: number };
}

/** What a readout needs of the chart. */
export interface ReadoutContext extends Pick<
  MatrixChartProps,
  'rows' | 'columns' | 'quantity' | 'format' | 'sides'
> {
  readonly apart: string;
  readonly marginal: MarginalKind;
  readonly marginals: { readonly rows: Marginal; readonly columns: Marginal } | null;
}

/** What is said of pixels that cover many cells. */
export function aggregateText(aggregate: Aggregate, format: (value: number) => string): string {
  if (aggregate === 'max') return 'max';
  if (aggregate === 'min') return 'min';
  if (aggregate === 'size') return 'the value farthest from 0';
  if (aggregate === 'mean') return 'mean';
  return `share below ${format(aggregate.below)}`;
}

/** "8 008" as it is read: whole, with thin spaces. */
const whole = (n: number) => ENGLISH.format(n).replaceAll(',', '\u202f');
const ENGLISH = new Intl.NumberFormat('en');

const names = (axis: MatrixAxis, from: number, to: number) =>
  to - from === 1 ? axis.name(from) : `${axis.name(from)} – ${axis.name(to - 1)}`;

export const isOneCell = (box: Box): boolean => box.row1 - box.row0 === 1 && box.column1 - box.column0 === 1;

/** Names the cells under the cursor. */
export function readoutHeading(
  { rows, columns }: Pick<ReadoutContext, 'rows' | 'columns'>,
  box: Box,
): string {
  return `${rows.label} ${names(rows, box.row0, box.row1)} · ${columns.label} ${names(columns, box.column0, box.column1)}`;
}

/** Every value under the cursor; nothing while the worker has not answered. */
export function readoutRows(reading: ReadoutContext, box: Box, told: CellsUnderCursor | null): TooltipRow[] {
  if (!told) return [];
  return 'cell' in told ? cellRows(reading, box, told.cell) : figureRows(reading, box, told);
}

function cellRows(reading: ReadoutContext, box: Box, { value, apart, sides }: CellValue): TooltipRow[] {
  const { quantity, format, marginal, marginals, rows, columns } = reading;
  const text = (v: number) => (Number.isNaN(v) ? 'missing' : format(v));
  const note = apart ? reading.apart : '';
  const out: TooltipRow[] = [{ key: 'value', label: quantity, value: text(value), note, strong: true }];
  if (sides && reading.sides) {
    const { names, format: side } = reading.sides;
    const said = (v: number) => (Number.isNaN(v) ? 'missing' : side(v));
    out.push({ key: 'a', label: names[0], value: said(sides.a) });
    out.push({ key: 'b', label: names[1], value: said(sides.b) });
  }
  if (marginals)
    for (const [key, axis, of, at] of [
      ['row', rows, marginals.rows, box.row0],
      ['column', columns, marginals.columns, box.column0],
    ] as const) {
      const v = marginalOf(of, marginal, at);
      if (!Number.isNaN(v))
        out.push({ key, label: `${marginal} of ${axis.label} ${axis.name(at)}`, value: format(v) });
    }
  return out;
}

function figureRows(
  { quantity, format, rows, columns, apart }: ReadoutContext,
  box: Box,
  { figures, share }: Many,
): TooltipRow[] {
  const [h, w] = [box.row1 - box.row0, box.column1 - box.column0];
  const covers = `${whole(h)} × ${whole(w)} cells`;
  const out: TooltipRow[] = [{ key: 'covers', label: 'covers', value: covers }];
  if (share && figures.count > 0)
    out.push({
      key: 'share',
      label: `below ${format(share.limit)}`,
      value: formatValue(share.of, 'ratio'),
      strong: true,
    });
  if (figures.count > 0) {
    const at = (cell: BoxStatistics['maxAt']) =>
      cell ? `${rows.name(cell.row)} · ${columns.name(cell.column)}` : '';
    out.push(
      {
        key: 'max',
        label: `max ${quantity}`,
        value: format(figures.max),
        note: at(figures.maxAt),
        strong: !share,
      },
      { key: 'mean', label: 'mean', value: format(figures.mean) },
      { key: 'min', label: 'min', value: format(figures.min), note: at(figures.minAt) },
    );
  }
  if (figures.zeros > 0) out.push({ key: 'zeros', label: 'zero', value: whole(figures.zeros) });
  if (figures.missing > 0) out.push({ key: 'missing', label: 'missing', value: whole(figures.missing) });
  if (figures.apart > 0) out.push({ key: 'apart', label: apart, value: whole(figures.apart) });
  return out;
}

/** What a screen reader hears of the cells under the cursor. */
export function readoutText(reading: ReadoutContext, box: Box, told: CellsUnderCursor | null): string {
  if (!told) return '';
  const rows = readoutRows(reading, box, told).map(({ label, value, note }) =>
    [label, value, note].filter(Boolean).join(' '),
  );
  return [readoutHeading(reading, box), ...rows].join(', ');
}

/** One paragraph that stands for the whole chart. */
export function matrixSummary(
  reading: Pick<ReadoutContext, 'rows' | 'columns' | 'quantity' | 'format' | 'apart'>,
  summary: MatrixSummary | null,
  seen: Box,
): string {
  const { rows, columns, quantity, format, apart } = reading;
  const size = `${quantity} of ${whole(rows.count)} ${rows.label} rows × ${whole(columns.count)} ${columns.label} columns`;
  if (!summary) return `${size}, being read.`;
  if (summary.count === 0) return `${size}: no values.`;
  const parts = [
    `${whole(summary.count)} values from ${format(summary.min)} to ${format(summary.max)}, mean ${format(summary.mean)}`,
    summary.missing > 0 ? `${whole(summary.missing)} missing` : '',
    summary.apart > 0 ? `${whole(summary.apart)} ${apart}, left out` : '',
  ];
  const all = seen.row1 - seen.row0 >= rows.count && seen.column1 - seen.column0 >= columns.count;
  return `${size}: ${parts.filter(Boolean).join('; ')}.${all ? '' : ` In sight: ${readoutHeading(reading, seen)}.`}`;
}
