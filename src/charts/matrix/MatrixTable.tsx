import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useVirtualRows } from '../useVirtualRows';
import './matrix.css';
import type { Box } from '../../matrix/grid';
import type { Cell } from '../../matrix/statistics';
import { textWidth } from '../layout';
import { namesWidth } from './draw';
import type { MatrixChartProps } from './types';

export type MatrixTableProps = Pick<
  MatrixChartProps,
  'title' | 'client' | 'matrix' | 'edition' | 'rows' | 'columns' | 'format' | 'pinned' | 'onPin'
>;

const ROW = 24;
const HEIGHT = 360;
const SAMPLE = '−123.456 MB/s';

/** Cells with their values, row by row. */
interface Block {
  readonly box: Box;
  readonly values: Float32Array;
}

/**
 * The table twin of a matrix of any size: what is in sight is in the page and its values are asked of the worker. One tab
 * stop; arrow keys, Home, End, Page Up and Page Down walk the cells, with Ctrl to the ends of the matrix, Enter pins.
 */
export function MatrixTable(props: MatrixTableProps): ReactNode {
  const { title, client, matrix, edition, rows, columns, format, pinned, onPin } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<Cell>({ row: 0, column: 0 });
  const [block, setBlock] = useState<Block | null>(null);
  const head = Math.ceil(Math.max(namesWidth(rows), textWidth(rows.label, 12))) + 24;
  const cell = Math.ceil(Math.min(150, Math.max(textWidth(SAMPLE, 12), namesWidth(columns)))) + 16;
  const common = { getScrollElement: () => box.current, overscan: 6 };
  const down = useVirtualRows({
    ...common,
    count: rows.count,
    estimateSize: () => ROW,
    scrollMargin: ROW,
    scrollPaddingStart: ROW,
  });
  const across = useVirtualRows({
    ...common,
    count: columns.count,
    estimateSize: () => cell,
    horizontal: true,
    scrollMargin: head,
    scrollPaddingStart: head,
  });
  const lines = down.getVirtualItems();
  const fields = across.getVirtualItems();
  const total = across.getTotalSize() + head;
  const [row0, row1] = [lines[0]?.index ?? 0, (lines.at(-1)?.index ?? -1) + 1];
  const [column0, column1] = [fields[0]?.index ?? 0, (fields.at(-1)?.index ?? -1) + 1];

  useEffect(() => {
    if (row1 <= row0 || column1 <= column0) return;
    const asked = { row0, row1, column0, column1 };
    let left = false;
    client.latest(`table ${id}`, { type: 'block', matrix, box: asked }).then(
      (answer) => {
        if (answer && !left) setBlock({ box: asked, values: answer.values });
      },
      // The chart says why the worker does not answer.
      () => setBlock(null),
    );
    return () => {
      left = true;
    };
  }, [client, matrix, edition, id, row0, row1, column0, column1]);

  const valueAt = (row: number, column: number): number | null => {
    if (!block) return null;
    const { box: has, values } = block;
    if (row < has.row0 || row >= has.row1 || column < has.column0 || column >= has.column1) return null;
    return values[(row - has.row0) * (has.column1 - has.column0) + column - has.column0] ?? null;
  };
  const cellId = (row: number, column: number) => `${id}${row}_${column}`;

  const onKeyDown = (event: KeyboardEvent) => {
    const { row, column } = active;
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / ROW) - 2);
    const far = event.ctrlKey || event.metaKey;
    const moves: Record<string, readonly [number, number]> = {
      ArrowUp: [far ? 0 : row - 1, column],
      ArrowDown: [far ? rows.count : row + 1, column],
      ArrowLeft: [row, far ? 0 : column - 1],
      ArrowRight: [row, far ? columns.count : column + 1],
      PageUp: [row - page, column],
      PageDown: [row + page, column],
      Home: [far ? 0 : row, 0],
      End: [far ? rows.count : row, columns.count],
    };
    const move = moves[event.key];
    if (move) {
      const next = {
        row: Math.max(0, Math.min(rows.count - 1, move[0])),
        column: Math.max(0, Math.min(columns.count - 1, move[1])),
      };
      setActive(next);
      down.scrollToIndex(next.row);
      across.scrollToIndex(next.column);
    } else if (event.key === 'Enter' || event.key === ' ') onPin(active);
    else return;
    event.preventDefault();
  };

  const classOf = (row: number, column: number, value: number | null) =>
    [
      active.row === row && active.column === column ? 'matrix-active' : '',
      pinned?.row === row && pinned.column === column ? 'matrix-pinned' : '',
      Number.isNaN(value) ? 'matrix-missing' : '',
    ].join(' ');
  return (
    <div
      className="matrix-grid"
      ref={box}
      role="grid"
      tabIndex={0}
      aria-label={title}
      aria-rowcount={rows.count + 1}
      aria-colcount={columns.count + 1}
      aria-activedescendant={cellId(active.row, active.column)}
      style={{ height: Math.min(HEIGHT, (rows.count + 1) * ROW + 16) }}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" className="matrix-head" style={{ width: total, height: ROW }}>
        <div role="row" aria-rowindex={1}>
          <div role="columnheader" aria-colindex={1} className="matrix-corner" style={{ width: head }}>
            {rows.label}
          </div>
          {fields.map((field) => (
            <div
              key={field.key}
              role="columnheader"
              aria-colindex={field.index + 2}
              style={{ left: field.start, width: field.size }}
            >
              {columns.name(field.index)}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" style={{ width: total, height: down.getTotalSize() }}>
        {lines.map((line) => (
          <div
            key={line.key}
            role="row"
            aria-rowindex={line.index + 2}
            className="matrix-row"
            style={{ top: line.start, width: total, height: ROW }}
          >
            <div role="rowheader" aria-colindex={1} style={{ width: head }}>
              {rows.name(line.index)}
            </div>
            {fields.map((field) => {
              const value = valueAt(line.index, field.index);
              return (
                <div
                  key={field.key}
                  id={cellId(line.index, field.index)}
                  role="gridcell"
                  aria-colindex={field.index + 2}
                  className={classOf(line.index, field.index, value)}
                  style={{ left: field.start, width: field.size }}
                  onClick={() => {
                    setActive({ row: line.index, column: field.index });
                    onPin({ row: line.index, column: field.index });
                  }}
                >
                  {value === null ? '…' : Number.isNaN(value) ? 'missing' : format(value)}
                </div>
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}
