import { useState, type PointerEvent } from 'react';
import type { Domain } from './types';

/** The plotting area in pixels of the SVG. */
export interface Area {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** What the pointer does over a plot; all pixels are relative to the SVG. */
export interface PlotActions {
  onMove: (x: number, y: number) => void;
  onLeave: () => void;
  onClick: (x: number, y: number) => void;
  onBrush: (from: number, to: number) => void;
}

/** A press that moves less than this many pixels is a click. */
const CLICK = 5;

/** Pointer handlers of a plot (hover, click, drag to brush) and the brush being drawn, in pixels. */
export function usePlot(area: Area, actions: PlotActions) {
  const [press, setPress] = useState<number | null>(null);
  const [brush, setBrush] = useState<Domain | null>(null);
  const place = (event: PointerEvent<SVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return [event.clientX - box.left + area.left, event.clientY - box.top + area.top] as const;
  };
  const clampX = (x: number) => Math.max(area.left, Math.min(area.right, x));
  const handlers = {
    onPointerMove(event: PointerEvent<SVGElement>) {
      const [x, y] = place(event);
      if (press !== null && Math.abs(x - press) >= CLICK) {
        setBrush([Math.min(press, clampX(x)), Math.max(press, clampX(x))]);
      } else actions.onMove(x, y);
    },
    onPointerDown(event: PointerEvent<SVGElement>) {
      if (event.button !== 0) return;
      if (event.pointerType !== 'touch') event.currentTarget.setPointerCapture(event.pointerId);
      setPress(clampX(place(event)[0]));
    },
    onPointerUp(event: PointerEvent<SVGElement>) {
      if (press === null) return;
      const [x, y] = place(event);
      if (brush) actions.onBrush(brush[0], brush[1]);
      else actions.onClick(x, y);
      setPress(null);
      setBrush(null);
    },
    onPointerCancel() {
      setPress(null);
      setBrush(null);
    },
    onPointerLeave: () => actions.onLeave(),
  };
  return { handlers, brush };
}
