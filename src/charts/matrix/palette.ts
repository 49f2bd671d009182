import { interpolateCividis, rgb } from 'd3';
import type { Palette } from '../../matrix/picture';
import { divergingScale, loadScale, lossScale } from '../colours';
import type { Theme } from './theme';
import type { MatrixScale, PaletteName } from './types';

const STEPS = 256;
const SCALES: Readonly<Record<PaletteName, (panel: string) => (t: number) => string>> = {
  cividis: () => interpolateCividis,
  load: loadScale,
  loss: lossScale,
  diverging: () => divergingScale,
  worsening: () => (t) => divergingScale(1 - t),
};

/** Ends of ratio colours that are always reached: 1.1× and its inverse, as log2. */
const LEAST_RATIO = Math.log2(1.1);
/** Part of the highest amount at which the colours of amounts above 0 begin at the latest. */
const LEAST_SPAN = 0.9;

/** Whether a palette has two hues around no change. */
export const isDiverging = (palette: PaletteName): boolean =>
  palette === 'diverging' || palette === 'worsening';

/** The colour of a place on a scale, 0 to 1, on a panel of that colour. */
export const colourAt = (palette: PaletteName, t: number, panel: string): string => SCALES[palette](panel)(t);

/** CSS colours as the worker paints them. */
function packed(colours: readonly string[]): Uint32Array {
  const bytes = new Uint8Array(colours.length * 4);
  colours.forEach((colour, i) => {
    const { r, g, b } = rgb(colour).clamp();
    bytes.set([Math.round(r), Math.round(g), Math.round(b), 255], i * 4);
  });
  return new Uint32Array(bytes.buffer);
}

/** What the worker paints with. The colours are CSS colours without transparency. */
export function paintedPalette(
  name: PaletteName,
  { zero, apart, panel }: Pick<Theme, 'zero' | 'apart' | 'panel'>,
): Palette {
  const ramp = Array.from({ length: STEPS }, (_, i) => colourAt(name, i / (STEPS - 1), panel));
  const [zeroColour = 0, apartColour = 0] = packed([zero, apart]);
  return { ramp: packed(ramp), zero: zeroColour, apart: apartColour };
}

/**
 * The limits of a scale: those given, else the quantiles found. A diverging scale reaches equally far to both sides of 0, on
 * log of 1. Null while nothing is known or where there is no value that has a place.
 */
export function limitsOf(
  scale: MatrixScale,
  found: readonly (number | undefined)[] | null,
): readonly [number, number] | null {
  const [low, high] = 'quantiles' in scale.limits ? (found ?? []) : scale.limits;
  if (low === undefined || high === undefined || !Number.isFinite(low) || !Number.isFinite(high)) return null;
  const log = scale.kind === 'log';
  if (log && low <= 0) return null;
  if (isDiverging(scale.palette)) {
    const most = log
      ? Math.max(Math.abs(Math.log2(low)), Math.abs(Math.log2(high)), LEAST_RATIO)
      : Math.max(Math.abs(low), Math.abs(high)) || 1;
    return log ? [2 ** -most, 2 ** most] : [-most, most];
  }
  if (scale.palette === 'loss' && !log) return [0, high];
  // What differs by a few percent must not look like a catastrophe.
  if ('quantiles' in scale.limits && !log && low > LEAST_SPAN * high && low < high)
    return [LEAST_SPAN * high, high];
  if (low < high) return [low, high];
  // One value only: a scale around it.
  return log ? [low / 2, low * 2] : low === 0 ? [0, 1] : [low - Math.abs(low) / 2, low + Math.abs(low) / 2];
}
