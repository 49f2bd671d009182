import type { Box } from '../../matrix/grid';
import type { Cell } from '../../matrix/statistics';
import { MatrixCamera } from '../../charts/matrix/camera';
import { moved, withCell } from '../../charts/matrix/geometry';
import {
  inPairs,
  inPhases,
  isPair,
  ofPairs,
  ofPhases,
  phasesOf,
  type RankPair,
  type ShiftPositions,
} from './positions';

/** Two matrices of the same pairs whose cursors follow each other. */
export class LinkedCameras {
  readonly phases: MatrixCamera;
  readonly pairs: MatrixCamera;

  constructor(
    readonly positions: ShiftPositions,
    /** Rows and columns of the shift × sender matrix where it is smaller than the test. */
    size?: { rows: number; columns: number },
  ) {
    this.phases = new MatrixCamera(size?.rows ?? phasesOf(positions), size?.columns ?? positions.senders);
    this.pairs = new MatrixCamera(positions.senders, positions.receivers);
  }

  /** Links the cursors until the returned function is called. */
  link(): () => void {
    let leading = true;
    const follow = (from: MatrixCamera, to: MatrixCamera, placeOf: (cell: Cell) => RankPair) =>
      from.subscribe(() => {
        if (!leading) return;
        leading = false;
        const { cursor } = from;
        const pair = cursor && placeOf(cursor);
        // Not by key: only the chart that has the focus says its cell.
        const cell = pair && (to === this.pairs ? inPairs : inPhases)(this.positions, pair);
        to.point(cell && { ...cell, byKey: false });
        leading = true;
      });
    const ends = [
      follow(this.phases, this.pairs, (cell) => ofPhases(this.positions, cell)),
      follow(this.pairs, this.phases, (cell) => ofPairs(this.positions, cell)),
    ];
    return () => ends.forEach((end) => end());
  }

  /** Brings a pair in sight in both, near enough to tell its cell from the next. */
  show(pair: RankPair): void {
    if (!isPair(this.positions, pair)) return;
    bringNear(this.phases, inPhases(this.positions, pair));
    bringNear(this.pairs, inPairs(this.positions, pair));
  }
}

/** Cells along an edge of which each can be seen alone. */
const NEAR = 64;

function bringNear(camera: MatrixCamera, { row, column }: Cell): void {
  const { view, rows, columns } = camera;
  const [width, height] = [Math.min(view.x1 - view.x0, NEAR), Math.min(view.y1 - view.y0, NEAR)];
  const [x0, y0] =
    width < view.x1 - view.x0 || height < view.y1 - view.y0
      ? [column + 0.5 - width / 2, row + 0.5 - height / 2]
      : [view.x0, view.y0];
  const near = moved({ x0, x1: x0 + width, y0, y1: y0 + height }, rows, columns, 0, 0);
  camera.look(withCell(near, rows, columns, row, column));
}

/** Cells chosen in one of the two matrices. */
export interface LinkedCells {
  in: 'phases' | 'pairs';
  box: Box;
}

/** Boxes in one of the two matrices. */
export interface Outlines {
  in: LinkedCells['in'];
  boxes: readonly Box[];
}
