/** Which side numbers are of; `series` where a sample has no sides. */
export type CardSide = 'a' | 'b' | 'series';

/** Numbers over sizes or another amount; x and y from 0 to 1, y upwards. */
export interface CardLines {
  kind: 'lines';
  lines: { side: CardSide; points: [x: number, y: number][] }[];
}

/** Groups of bars, each as high as a share of the highest. */
export interface CardBars {
  kind: 'bars';
  groups: { side: CardSide; height: number }[][];
}

/** Square matrices, one or A beside B: the class of each cell, 0 to 4, as digits row by row. */
export interface CardMatrix {
  kind: 'matrix';
  colours: 'rates' | 'traffic';
  /** Rows and columns of each. */
  size: number;
  cells: string[];
}

/** The miniature chart of a sample, computed from its files by `scripts/sample-cards.ts`. */
export type CardChart = CardLines | CardBars | CardMatrix;
