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
