import { interpolateLab, interpolateViridis, piecewise, rgb, scaleLinear } from 'd3';

/**
 * Colours by name; their values for both themes are custom properties of `app/theme.css`. A and B are the same
 * in every view.
 */
export const A_COLOR = 'var(--a)';
export const B_COLOR = 'var(--b)';

/** Dash of each series colour, so that lines differ without hue too. */
const DASHES = ['', '6 3', '2 2', '9 3 2 3', '12 3', '4 2 1 2', '3 3', '1 2'] as const;

/** How many lines can be told apart before colours and dashes repeat. */
export const SERIES_COUNT = DASHES.length;

/** Colour and dash of the nth line; they repeat after `SERIES_COUNT`. */
export function seriesStyle(index: number): { color: string; dash: string } {
  const i = index % SERIES_COUNT;
  return { color: `var(--series-${i + 1})`, dash: DASHES[i] ?? '' };
}

/** 0 to 1: orange is worse, near white is no change, blue is better; the same in both themes, so that a picture keeps its meaning. */
export const divergingScale: (t: number) => string = piecewise(interpolateLab, [
  '#a85200',
  '#f0ab5c',
  '#f3f5f8',
  '#84b1dc',
  '#155199',
]);

/**
 * Colours of loads, 0 to 1, on a panel: viridis towards the end that stands out from it, dark on light and light on dark.
 * The end near the panel's own lightness is left out, where thin lines would be lost.
 */
export function loadScale(panel: string): (t: number) => string {
  return luminance(panel) < 0.2
    ? (t) => interpolateViridis(0.3 + 0.7 * t)
    : (t) => interpolateViridis(0.7 * (1 - t));
}

const LOSS_LIGHT = ['#e4eaf2', '#f8cf9c', '#e78f35', '#b9560c', '#6b2c00'];
const LOSS_DARK = ['#202834', '#5a3a1c', '#b5641a', '#f09a3e', '#ffd9a0'];
/** Where shares of a rate stand on the colours of loss: what shares a link with one, two or three others has a step of its own. */
const LOSS_STEPS = scaleLinear([0, 1 / 4, 1 / 3, 1 / 2, 1], [1, 0.95, 0.66, 0.36, 0]).clamp(true);

/**
 * Colours of the share of a possible rate, 0 to 1, on a panel: full speed is nearly the panel, so that only what is slow
 * has ink.
 */
export function lossScale(panel: string): (share: number) => string {
  const colours: (t: number) => string = piecewise(
    interpolateLab,
    luminance(panel) < 0.2 ? LOSS_DARK : LOSS_LIGHT,
  );
  return (share) => colours(LOSS_STEPS(share));
}

/** Colour of a ratio, above 1 better, on a log2 scale: near white at 1, full at 2^extent and 2^-extent and beyond. */
export function ratioColour(ratio: number, extent: number): string {
  const t = Math.max(-1, Math.min(1, Math.log2(ratio) / extent));
  return divergingScale(0.5 + t / 2);
}

/** Relative luminance of an opaque CSS colour, by WCAG 2.2. */
function luminance(colour: string): number {
  const { r, g, b } = rgb(colour);
  const linear = (v: number) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

/** Contrast of two opaque CSS colours, by WCAG 2.2: 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const DARK_INK = '#000000';
const LIGHT_INK = '#ffffff';

/** The ink that is easier to read on a colour. */
export function inkOn(colour: string): string {
  return contrast(colour, DARK_INK) >= contrast(colour, LIGHT_INK) ? DARK_INK : LIGHT_INK;
}
