import type { MatrixClient } from '../../matrix/client';
import type { Box } from '../../matrix/grid';
import type { Aggregate } from '../../matrix/picture';
import type { Cell } from '../../matrix/statistics';
import type { MatrixCamera } from './camera';

/** A line between two groups, before the row or column `at`. Strong ones stay when lines are too dense for all. */
export interface Boundary {
  readonly at: number;
  readonly strong: boolean;
}

/** Rows or columns. */
export interface MatrixAxis {
  /** What they are: "source", "shift". */
  readonly label: string;
  readonly count: number;
  readonly name: (index: number) => string;
  /** In ascending order. */
  readonly boundaries?: readonly Boundary[];
}

/** Colours of values: sequential ones for amounts (`load`: as links are drawn; `loss`: rates as shares of the highest), `diverging` for differences (linear) and ratios (log) of which more is better, `worsening` for those of which less is. */
export type PaletteName = 'cividis' | 'load' | 'loss' | 'diverging' | 'worsening';

/**
 * Which colour a value has. Limits are given, or found as two quantiles (0 and 1: all values); those of a diverging scale
 * are widened to the same distance on both sides of no change.
 */
export interface MatrixScale {
  readonly kind: 'linear' | 'log';
  readonly palette: PaletteName;
  readonly limits:
    readonly [low: number, high: number] | { readonly quantiles: readonly [low: number, high: number] };
  /** Ticks of a logarithmic legend at powers of two: for bytes. */
  readonly binary?: boolean;
}

/** What the strips along the edges show of each row and column. */
export type MarginalKind = 'sum' | 'mean' | 'min' | 'max';

/** A picture of the chart as it stands. */
export interface MatrixHandle {
  /** With a heading above it. Rejects where the browser cannot make it. */
  png(heading: { title: string; subtitle: string }): Promise<Blob>;
  /** What is in sight, in whole cells. */
  inSight(): Box;
}

export interface MatrixChartProps {
  /** What is plotted, and which direction is better. Drawn by the frame around the chart. */
  title: string;
  subtitle: string;
  /** Names the value: "bandwidth". */
  quantity: string;
  format: (value: number) => string;
  client: MatrixClient;
  /** The matrix in the worker; `edition` moves when it has got more rows. */
  matrix: number;
  edition?: number;
  rows: MatrixAxis;
  columns: MatrixAxis;
  scale: MatrixScale;
  aggregate: Aggregate;
  marginal: MarginalKind;
  /** The matrix of the same shape whose rows and columns the strips sum up: its own unless given; null while that is made. */
  strips?: number | null;
  /** Names the cells left apart. */
  apart?: string;
  /** Of a comparison: the names of A and B, and how their values read. */
  sides?: { readonly names: readonly [a: string, b: string]; readonly format: (value: number) => string };
  /** What is in sight and under the pointer, to be shared by charts side by side; else the chart has its own. */
  camera?: MatrixCamera;
  pinned: Cell | null;
  onPin: (cell: Cell | null) => void;
  /** What a click or Enter does where that is not to pin: "cuts the cables of a cell". */
  act?: string;
  /** Selected boxes: one, or several where the rows or columns of one do not stand together. */
  selection: readonly Box[];
  onSelect: (box: Box | null) => void;
  /** Cells marked because another chart has them selected. */
  marked?: readonly Cell[];
  /** Dragging selects a box instead of moving the matrix; with Shift it always does. */
  dragSelects?: boolean;
  /** Most height of the matrix itself, in pixels. */
  maxHeight?: number;
}
