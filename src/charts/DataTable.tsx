import { csvOf, harmless } from '../model/csv';
import { useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import './DataTable.css';
import { textWidth } from './layout';
import { useVirtualRows } from './useVirtualRows';

/** A column. `text` is what the cell shows, and what is copied. */
export interface DataColumn<Row> {
  key: string;
  label: string;
  /** Stands behind the label in the heading, quieter: the type of a column. */
  detail?: string;
  align: 'left' | 'right';
  text: (row: Row) => string;
  /** Shown in place of the text: a chip, a link. */
  render?: (row: Row) => ReactNode;
  /** What the column is sorted by, else its text; null and NaN come last. */
  sort?: (row: Row) => number | string | null;
}

export interface DataTableProps<Row> {
  /** Names the table. */
  label: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  /** A click on a cell, or Enter. */
  onCell?: (row: Row, columnKey: string) => void;
  /** Whether the row is marked, for example because a value of it is pinned. */
  marked?: (row: Row) => boolean;
  /** Height of the scrolled box in pixels; less when there are few rows. */
  maxHeight?: number;
}

const ROW = 24;
/** Rows looked at to choose the width of a column. */
const SAMPLE = 200;

interface Order {
  key: string;
  descending: boolean;
}

/** Rows as tab-separated text with a heading, as a spreadsheet takes it. Tabs and line ends become spaces. */
export function toTsv<Row>(columns: readonly DataColumn<Row>[], rows: readonly Row[]): string {
  const clean = (text: string) => harmless(text.replace(/[\t\r\n]+/g, ' '));
  const lines = rows.map((row) => columns.map((c) => clean(c.text(row))).join('\t'));
  return [columns.map((c) => clean(c.label)).join('\t'), ...lines].join('\n');
}

/** Rows as comma-separated values with a heading. */
export function toCsv<Row>(columns: readonly DataColumn<Row>[], rows: readonly Row[]): string {
  return csvOf([columns.map((c) => c.label), ...rows.map((row) => columns.map((c) => c.text(row)))]);
}

/** Rows in the order of a column; equal ones keep their order, missing values come last either way. */
export function sortRows<Row>(rows: readonly Row[], column: DataColumn<Row>, descending: boolean): Row[] {
  const keyed = rows.map((row) => ({ row, value: column.sort ? column.sort(row) : column.text(row) }));
  const missing = (v: number | string | null) => v === null || Number.isNaN(v) || v === '';
  keyed.sort(({ value: a }, { value: b }) => {
    if (missing(a) || missing(b)) return Number(missing(a)) - Number(missing(b));
    const order =
      typeof a === 'number' && typeof b === 'number'
        ? a - b
        : String(a).localeCompare(String(b), 'en', { numeric: true });
    return descending ? -order : order;
  });
  return keyed.map((k) => k.row);
}

function columnWidth<Row>(column: DataColumn<Row>, rows: readonly Row[]): number {
  const cells = rows.slice(0, SAMPLE).map((row) => textWidth(column.text(row), 12));
  const heading = textWidth(`${column.label} ${column.detail ?? ''}`, 12) + 16;
  return Math.ceil(Math.min(320, Math.max(48, heading, ...cells) + 24));
}

/**
 * The table twin of a chart: any number of rows, of which those in sight are in the page. One tab stop; arrow
 * keys, Home, End, Page Up and Page Down walk the cells, the heading row included, where Enter sorts. Copying
 * with nothing selected copies the whole table.
 */
export function DataTable<Row>(props: DataTableProps<Row>): ReactNode {
  const { label, columns, rows, onCell, marked, maxHeight = 360 } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [order, setOrder] = useState<Order | null>(null);
  /** Row -1 is the heading. */
  const [active, setActive] = useState({ row: -1, column: 0 });
  const sorted = useMemo(() => {
    const column = columns.find((c) => c.key === order?.key);
    return column && order ? sortRows(rows, column, order.descending) : rows;
  }, [rows, columns, order]);
  const widths = useMemo(() => columns.map((c) => columnWidth(c, rows)), [columns, rows]);
  const virtual = useVirtualRows({
    count: sorted.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: 12,
    // The heading stands above the rows and stays: a row is in sight only below it.
    scrollMargin: ROW,
    scrollPaddingStart: ROW,
  });
  const items = virtual.getVirtualItems();
  const before = (items[0]?.start ?? ROW) - ROW;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? ROW) + ROW;
  const cellId = (row: number, column: number) => `${id}${row}_${column}`;

  const sortBy = (column: DataColumn<Row>) =>
    setOrder((old) => {
      if (old?.key !== column.key) return { key: column.key, descending: false };
      return old.descending ? null : { key: column.key, descending: true };
    });
  const press = (row: number, column: number) => {
    const to = columns[column];
    if (!to) return;
    if (row < 0) return sortBy(to);
    const chosen = sorted[row];
    if (chosen !== undefined) onCell?.(chosen, to.key);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = sorted.length - 1;
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / ROW) - 2);
    const { row, column } = active;
    const far = event.ctrlKey || event.metaKey;
    const moves: Record<string, [number, number]> = {
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      PageUp: [Math.max(0, row - page), column],
      PageDown: [row + page, column],
      Home: far ? [0, 0] : [row, 0],
      End: far ? [last, columns.length - 1] : [row, columns.length - 1],
    };
    const move = moves[event.key];
    if (move) {
      const next = {
        row: Math.max(-1, Math.min(last, move[0])),
        column: Math.max(0, Math.min(columns.length - 1, move[1])),
      };
      setActive(next);
      if (next.row >= 0) virtual.scrollToIndex(next.row);
      box.current
        ?.querySelectorAll('th')
        [next.column]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    } else if (event.key === 'Enter' || event.key === ' ') press(row, column);
    else return;
    event.preventDefault();
  };

  return (
    <div className="datatable scrolls" ref={box} style={{ maxHeight }}>
      <table
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-rowcount={sorted.length + 1}
        aria-colcount={columns.length}
        aria-activedescendant={cellId(active.row, active.column)}
        style={{ width: widths.reduce((a, b) => a + b, 0) }}
        onKeyDown={onKeyDown}
        onCopy={(event) => {
          if (document.getSelection()?.toString()) return;
          event.clipboardData.setData('text/plain', toTsv(columns, sorted));
          event.preventDefault();
        }}
      >
        <colgroup>
          {columns.map((c, i) => (
            <col key={c.key} style={{ width: widths[i] }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((c, i) => {
              const direction =
                order?.key === c.key ? (order.descending ? 'descending' : 'ascending') : 'none';
              return (
                <th
                  key={c.key}
                  id={cellId(-1, i)}
                  scope="col"
                  aria-sort={direction}
                  className={cellClass(c, active.row === -1 && active.column === i)}
                  onClick={() => {
                    setActive({ row: -1, column: i });
                    sortBy(c);
                  }}
                >
                  {c.label}
                  {c.detail && <span className="datatable-detail">{` ${c.detail}`}</span>}
                  <span className="datatable-sort" aria-hidden="true">
                    {{ none: '', ascending: '▴', descending: '▾' }[direction]}
                  </span>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <Spacer height={before} />}
          {items.map((item) => {
            const row = sorted[item.index];
            if (row === undefined) return null;
            return (
              <tr
                key={item.key}
                aria-rowindex={item.index + 2}
                className={marked?.(row) ? 'datatable-marked' : undefined}
              >
                {columns.map((c, i) => (
                  <td
                    key={c.key}
                    id={cellId(item.index, i)}
                    role="gridcell"
                    className={cellClass(c, active.row === item.index && active.column === i)}
                    onClick={() => {
                      setActive({ row: item.index, column: i });
                      press(item.index, i);
                    }}
                  >
                    {c.render ? c.render(row) : c.text(row)}
                  </td>
                ))}
              </tr>
            );
          })}
          {after > 0 && <Spacer height={after} />}
        </tbody>
      </table>
    </div>
  );
}

function cellClass<Row>(column: DataColumn<Row>, active: boolean): string {
  return `datatable-${column.align}${active ? ' datatable-active' : ''}`;
}

/** Stands for the rows out of sight. */
function Spacer({ height }: { height: number }): ReactNode {
  return (
    <tr aria-hidden="true" className="datatable-spacer">
      <td style={{ height }} />
    </tr>
  );
}
