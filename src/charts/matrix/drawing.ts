import type { Box, CellRange } from '../../matrix/grid';
import type { MatrixSummary } from '../../matrix/messages';
import type { Marginal } from '../../matrix/kernel';
import type { Cell } from '../../matrix/statistics';
import type { ChartLayout } from './geometry';
import type { Theme } from './theme';
import type { MarginalKind, MatrixAxis, PaletteName } from './types';

/** A picture of some cells. */
export interface CellImage {
  readonly image: ImageBitmap;
  readonly cells: CellRange;
  /** Whether cells are missing in it. */
  readonly gaps: boolean;
}

/** All that a chart is drawn from. */
export interface MatrixDrawing {
  readonly layout: ChartLayout;
  readonly theme: Theme;
  readonly rows: MatrixAxis;
  readonly columns: MatrixAxis;
  readonly kind: 'linear' | 'log';
  readonly palette: PaletteName;
  readonly binary: boolean;
  readonly limits: readonly [number, number] | null;
  /** Whether values can lie beyond the limits: shares cannot. */
  readonly open: boolean;
  /** Above the legend, and how its values read. */
  readonly legend: string;
  readonly format: (value: number) => string;
  readonly summary: MatrixSummary | null;
  readonly marginals: { readonly rows: Marginal; readonly columns: Marginal } | null;
  /** See `marginalDomain`. */
  readonly marginalDomain: readonly [number, number] | null;
  readonly marginal: MarginalKind;
  readonly marginalFormat: (value: number) => string;
  readonly apart: string;
  readonly pinned: Cell | null;
  readonly selection: readonly Box[];
  readonly marked: readonly Cell[];
}

/** What changes while the pointer moves. */
export interface Moment {
  readonly view: CellRange;
  /** The picture of the view or, while it is awaited, of another one; and one of the whole matrix. */
  readonly picture: CellImage | null;
  readonly overview: CellImage | null;
  /** The cells under the cursor. */
  readonly under: Box | null;
  readonly byKey: boolean;
  /** A box that is being drawn, in cells. */
  readonly brush: CellRange | null;
}

/** Sizes of text on the canvas, in pixels. */
export const TEXT = 12;
export const SMALL = 11;
