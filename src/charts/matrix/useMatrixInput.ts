import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import type { Box, CellRange } from '../../matrix/grid';
import type { Cell } from '../../matrix/statistics';
import type { MatrixCamera } from './camera';
import { cellX, cellY, moved, wholeView, withCell, zoomed, type Rect } from './geometry';
import { cellsUnder, type Stage } from './stage';
import type { MatrixChartProps } from './types';

/** A press that moves less than this many pixels is a click. */
const CLICK = 4;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

interface Press {
  readonly x: number;
  readonly y: number;
  readonly view: CellRange;
  readonly selects: boolean;
  moved: boolean;
}

/** The cells between two places, whole and at least one, within the matrix. */
export function spanned(a: Cell, b: Cell): Box {
  return {
    row0: Math.min(a.row, b.row),
    row1: Math.max(a.row, b.row) + 1,
    column0: Math.min(a.column, b.column),
    column1: Math.max(a.column, b.column) + 1,
  };
}

/** Pointer, wheel and keys of a matrix. `pin` is given the cells under the pointer or the cursor. */
export function useMatrixInput(
  { rows, columns, dragSelects = false, onPin, onSelect }: MatrixChartProps,
  camera: MatrixCamera,
  canvas: RefObject<HTMLCanvasElement | null>,
  stage: RefObject<Stage | null>,
  plot: Rect,
  pin: (box: Box) => void,
) {
  const press = useRef<Press | null>(null);
  const anchor = useRef<Cell | null>(null);
  const [moving, setMoving] = useState(false);

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    // Not React's: a wheel handler that keeps the page from scrolling must not be passive.
    const onWheel = (event: WheelEvent) => {
      const [x, y] = [cellX(camera.view, plot, event.offsetX), cellY(camera.view, plot, event.offsetY)];
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1;
      const factor = Math.exp(
        Math.max(-200, Math.min(200, event.deltaY * lines)) * (event.ctrlKey ? 0.01 : 0.002),
      );
      const before = camera.view;
      camera.look(zoomed(before, camera.rows, camera.columns, plot, factor, x, y));
      if (camera.view !== before) event.preventDefault();
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [camera, canvas, plot]);

  const place = (event: { clientX: number; clientY: number; currentTarget: Element }) => {
    const box = event.currentTarget.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top] as const;
  };
  const cell = (x: number, y: number): Cell => ({
    row: Math.max(0, Math.min(camera.rows - 1, Math.floor(cellY(camera.view, plot, y)))),
    column: Math.max(0, Math.min(camera.columns - 1, Math.floor(cellX(camera.view, plot, x)))),
  });
  const under = ({ row, column }: Cell) => cellsUnder(camera, plot, row, column);
  /** The cells between two pixels, each standing for all the cells under it. */
  const between = (a: Cell, b: Cell): Box => {
    const [one, other] = [under(a), under(b)];
    const all = spanned(a, b);
    return {
      row0: Math.min(one?.row0 ?? all.row0, other?.row0 ?? all.row0),
      row1: Math.max(one?.row1 ?? all.row1, other?.row1 ?? all.row1),
      column0: Math.min(one?.column0 ?? all.column0, other?.column0 ?? all.column0),
      column1: Math.max(one?.column1 ?? all.column1, other?.column1 ?? all.column1),
    };
  };
  const end = () => {
    press.current = null;
    stage.current?.brush(null);
    setMoving(false);
  };

  const handlers = {
    onPointerDown(event: PointerEvent<HTMLCanvasElement>) {
      const [x, y] = place(event);
      if (event.button !== 0 || !stage.current?.cellAt(x, y)) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      press.current = { x, y, view: camera.view, selects: event.shiftKey || dragSelects, moved: false };
    },
    onPointerMove(event: PointerEvent<HTMLCanvasElement>) {
      const [x, y] = place(event);
      const held = press.current;
      if (!held) {
        const at = stage.current?.cellAt(x, y);
        return camera.point(at ? { ...at, byKey: false } : null);
      }
      if (!held.moved && Math.hypot(x - held.x, y - held.y) < CLICK) return;
      if (!held.moved) {
        held.moved = true;
        camera.point(null);
        setMoving(!held.selects);
      }
      if (held.selects) {
        const box = between(cell(held.x, held.y), cell(x, y));
        stage.current?.brush({ x0: box.column0, x1: box.column1, y0: box.row0, y1: box.row1 });
      } else {
        const { x0, x1, y0, y1 } = held.view;
        const dx = ((held.x - x) / plot.width) * (x1 - x0);
        const dy = ((held.y - y) / plot.height) * (y1 - y0);
        camera.look(moved(held.view, camera.rows, camera.columns, dx, dy));
      }
    },
    onPointerUp(event: PointerEvent<HTMLCanvasElement>) {
      const held = press.current;
      if (!held) return;
      const [x, y] = place(event);
      end();
      if (held.moved && held.selects) onSelect(between(cell(held.x, held.y), cell(x, y)));
      else if (!held.moved) {
        const box = under(cell(x, y));
        if (box) pin(box);
      }
    },
    onPointerCancel: end,
    onPointerLeave() {
      if (!press.current && !camera.cursor?.byKey) camera.point(null);
    },
    onDoubleClick() {
      camera.look(wholeView(camera.rows, camera.columns));
    },
  };

  const walk = ([down, right]: readonly [number, number], selects: boolean) => {
    const { view, cursor } = camera;
    const from = cursor ?? {
      row: Math.min(rows.count - 1, Math.floor((view.y0 + view.y1) / 2)),
      column: Math.min(columns.count - 1, Math.floor((view.x0 + view.x1) / 2)),
    };
    const box = under(from);
    const step = (count: number, at: number, by: number, low: number, high: number) =>
      Math.max(0, Math.min(count - 1, by > 0 ? high : by < 0 ? low - 1 : at));
    const to =
      cursor && box
        ? {
            row: step(rows.count, from.row, down, box.row0, box.row1),
            column: step(columns.count, from.column, right, box.column0, box.column1),
          }
        : { row: from.row, column: from.column };
    camera.look(withCell(view, rows.count, columns.count, to.row, to.column));
    camera.point({ ...to, byKey: true });
    if (!selects) return void (anchor.current = null);
    anchor.current ??= from;
    onSelect(between(anchor.current, to));
  };
  const zoom = (factor: number) => {
    const { view, cursor } = camera;
    const x = cursor ? cursor.column + 0.5 : (view.x0 + view.x1) / 2;
    const y = cursor ? cursor.row + 0.5 : (view.y0 + view.y1) / 2;
    camera.look(zoomed(view, rows.count, columns.count, plot, factor, x, y));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (arrow) walk(arrow, event.shiftKey);
    else if (event.key === '+' || event.key === '=') zoom(0.5);
    else if (event.key === '-') zoom(2);
    else if (event.key === 'Home' || event.key === '0') camera.look(wholeView(rows.count, columns.count));
    else if (event.key === 'Enter') {
      const box = camera.cursor && under(camera.cursor);
      if (box) pin(box);
    } else if (event.key === 'Escape') {
      anchor.current = null;
      camera.point(null);
      onPin(null);
      onSelect(null);
    } else return;
    event.preventDefault();
  };
  return { handlers, onKeyDown, moving };
}
