import type { Theme } from './theme';

const hatches = new WeakMap<Theme, Map<number, CanvasPattern | string>>();

/** The pattern of missing cells; made once per theme and size. */
export function hatch(
  context: CanvasRenderingContext2D,
  theme: Theme,
  ratio: number,
): CanvasPattern | string {
  const made = hatches.get(theme) ?? new Map<number, CanvasPattern | string>();
  hatches.set(theme, made);
  const pattern = made.get(ratio) ?? makeHatch(context, theme, ratio);
  made.set(ratio, pattern);
  return pattern;
}

function makeHatch(context: CanvasRenderingContext2D, theme: Theme, ratio: number): CanvasPattern | string {
  const size = Math.round(6 * ratio);
  const tile = document.createElement('canvas');
  tile.width = tile.height = size;
  const on = tile.getContext('2d');
  if (!on) return theme.panel;
  on.fillStyle = theme.panel;
  on.fillRect(0, 0, size, size);
  on.strokeStyle = theme.hatch;
  on.lineWidth = ratio;
  on.beginPath();
  for (const shift of [-size, 0, size]) {
    on.moveTo(shift - 1, size + 1);
    on.lineTo(shift + size + 1, -1);
  }
  on.stroke();
  return context.createPattern(tile, 'repeat') ?? theme.panel;
}
