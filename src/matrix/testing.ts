import { wireHere } from '../worker/testing';
import { MatrixClient } from './client';
import type { MatrixProtocol } from './messages';
import { serve, type ImageOf } from './serve';
import type { Cells } from './cells';
import { StoredCells } from './storedCells';
import { Pyramid } from './pyramid';

/** For tests: a client whose worker is in the same thread, and all that the client posted. */
export function clientHere(imageOf: ImageOf = () => Promise.resolve(null)) {
  const { spawn, posted, die, ended } = wireHere<MatrixProtocol>((post) =>
    serve((message) => post(message), imageOf),
  );
  return { client: new MatrixClient(spawn), posted, die, ended };
}

/** For tests: cells of a list of rows. */
export function cellsFrom(rows: readonly (readonly number[])[]): StoredCells {
  const cells = new StoredCells(rows.length, rows[0]?.length ?? 0);
  rows.forEach((row, r) => cells.keep(r, Float32Array.from(row)));
  return cells;
}

/** For tests: the pyramid of the first `filled` rows. */
export function pyramidOf(cells: Cells, filled = cells.rows): Pyramid {
  const pyramid = new Pyramid(cells.rows, cells.columns);
  while (pyramid.filled < filled) pyramid.take(cells);
  pyramid.settle(cells);
  return pyramid;
}
