import { analyse } from '../pairs/analyse';
import type { PairGrid } from '../pairs/grid';
import { persistence } from '../pairs/persistence';
import { ArrangedCells } from './arranged';
import { rowsFromIpc } from './arrow';
import { countBelow, type Below } from './below';
import { ApartCells, APART, ChosenCells, ComparedCells, type Cells } from './cells';
import { StoredCells } from './storedCells';
import { toText } from './csv';
import { folded } from './folded';
import type { Box } from './grid';
import type {
  MatrixAnswer,
  CellValue,
  MatrixChoice,
  Groups,
  MatrixQuestion,
  MatrixSummary,
} from './messages';
import { paint, type Picture } from './picture';
import { Pyramid } from './pyramid';
import { medianOf } from './median';
import { gridOf, orderOf } from './reading';
import { extremes, figures, histogram, overlap, quantiles, sharing } from './statistics';
import { wholeQuantiles } from './wholeQuantiles';
import type { Work } from '../model/turns';

/** A matrix that the worker holds. */
interface Held {
  /** The cells as they are, and with those of one group left apart. */
  readonly raw: Cells;
  readonly cells: Cells;
  readonly stored: StoredCells | null;
  readonly sides: { readonly a: Cells; readonly b: Cells } | null;
  readonly pyramid: Pyramid;
  below: Below | null;
}

/** An answer, or for a picture what it is to be made of. */
export type Result =
  Exclude<MatrixAnswer, { type: 'paint' }> | { readonly type: 'paint'; readonly picture: Picture };

/** Most cells that are written as text at once, about 40 MB. */
export const TEXT_LIMIT = 4_000_000;

/** Holds matrices and answers questions on them. A chosen or compared matrix keeps blocks of its own, and no cells. */
export class MatrixHolder {
  readonly #held = new Map<number, Held>();

  /** Answers a question as a work that can be broken off. Throws a sentence for what cannot be answered. */
  *answer(question: MatrixQuestion): Work<Result> {
    switch (question.type) {
      case 'create': {
        const { matrix, rows, columns, groups } = question;
        const held = this.#keep(matrix, new StoredCells(rows, columns), groups, null);
        return { type: 'create', summary: summary(held) };
      }
      case 'rows': {
        const held = this.#of(question.matrix);
        const { first, values } = question;
        const { columns } = held.raw;
        for (let start = 0, row = first; start < values.length; start += columns, row++) {
          append(held, row, values.subarray(start, start + columns));
          yield;
        }
        return { type: 'rows', summary: summary(held) };
      }
      case 'ipc': {
        const held = this.#of(question.matrix);
        for (const { row, values } of rowsFromIpc(question.parts)) {
          append(held, row, values);
          yield;
        }
        return { type: 'ipc', summary: summary(held) };
      }
      case 'end': {
        const held = this.#of(question.matrix);
        while (held.pyramid.filled < held.raw.rows) {
          held.pyramid.take(held.cells);
          yield;
        }
        return { type: 'end', summary: summary(held) };
      }
      case 'choose': {
        const cells = this.#choose(question.choice);
        return {
          type: 'choose',
          summary: yield* this.#derive(question.matrix, cells, question.groups, null),
        };
      }
      case 'compare': {
        const [a, b] = [this.#choose(question.a), this.#choose(question.b)];
        const cells = new ComparedCells(a, b, question.kind);
        const counted = yield* overlap(a, b);
        const told = yield* this.#derive(question.matrix, cells, question.groups, { a, b });
        return { type: 'compare', summary: told, overlap: counted };
      }
      case 'arrange': {
        const { matrix, of, arrangement, groups } = question;
        const from = this.#whole(of);
        const arranged = (cells: Cells) => new ArrangedCells(cells, arrangement);
        const sides = from.sides && { a: arranged(from.sides.a), b: arranged(from.sides.b) };
        // Without groups of its own, what is left apart stays so.
        const apart = groups || from.cells === from.raw ? null : arranged(from.cells);
        const told = yield* this.#derive(matrix, arranged(from.raw), groups, sides, apart);
        return { type: 'arrange', summary: told };
      }
      case 'median': {
        const { matrix, of, groups } = question;
        const cells = yield* medianOf(of.map((each) => this.#whole(each).raw));
        return { type: 'median', summary: yield* this.#derive(matrix, cells, groups, null) };
      }
      case 'fold': {
        const { matrix, of, folding, groups } = question;
        const from = this.#whole(of);
        const cells = yield* folded(folding.apart === 'left out' ? from.cells : from.raw, folding);
        return { type: 'fold', summary: yield* this.#derive(matrix, cells, groups, null) };
      }
      case 'analyse': {
        const { matrix, ranks, firstReceiver, asked } = question;
        const grid = yield* gridOf(this.#whole(matrix).raw, ranks, firstReceiver);
        return { type: 'analyse', findings: yield* analyse(grid, asked) };
      }
      case 'persistence': {
        const grids: PairGrid[] = [];
        for (const matrix of question.matrices) {
          const { cells } = this.#whole(matrix);
          grids.push(yield* gridOf(cells, cells.rows, question.firstReceiver));
        }
        const out = new Set(question.excluded);
        const counts = (sender: number, receiver: number) => !out.has(sender) && !out.has(receiver);
        return { type: 'persistence', persistence: persistence(grids, counts, question.better) };
      }
      case 'order':
        return { type: 'order', order: yield* orderOf(this.#whole(question.matrix).raw, question.by) };
      case 'drop':
        this.#held.delete(question.matrix);
        return { type: 'drop' };
      case 'paint': {
        const { cells, pyramid } = this.#of(question.matrix);
        const { view, width, height, aggregate, scale, palette } = question;
        pyramid.settle(cells);
        const below =
          typeof aggregate === 'object' ? yield* this.#below(question.matrix, aggregate.below) : null;
        const picture = paint(cells, pyramid, view, width, height, aggregate, scale, palette, below);
        return { type: 'paint', picture };
      }
      case 'summary':
        return { type: 'summary', summary: summary(this.#of(question.matrix)) };
      case 'marginals': {
        const { rowSums, columnSums } = this.#of(question.matrix).pyramid;
        return { type: 'marginals', rows: rowSums, columns: columnSums };
      }
      case 'value':
        return { type: 'value', cell: this.#value(question.matrix, question.row, question.column) };
      case 'block': {
        const { raw } = this.#of(question.matrix);
        const box = inside(question.box, raw);
        const width = box.column1 - box.column0;
        const values = new Float32Array(width * (box.row1 - box.row0));
        for (let r = box.row0; r < box.row1; r++)
          raw.read(r, box.column0, box.column1, values.subarray((r - box.row0) * width));
        return { type: 'block', values };
      }
      case 'figures': {
        const { cells } = this.#of(question.matrix);
        return { type: 'figures', figures: yield* figures(cells, inside(question.box, cells)) };
      }
      case 'quantiles': {
        const held = this.#of(question.matrix);
        return { type: 'quantiles', values: yield* quantilesOf(held, question) };
      }
      case 'histogram': {
        const { cells } = this.#of(question.matrix);
        const counted = yield* histogram(cells, inside(question.box, cells), question.bins);
        return { type: 'histogram', histogram: counted };
      }
      case 'sharing': {
        const { cells } = this.#of(question.matrix);
        const counted = yield* sharing(cells, inside(question.box, cells), question.scale);
        return { type: 'sharing', sharing: counted };
      }
      case 'extremes': {
        const { cells } = this.#of(question.matrix);
        const { box, n, order } = question;
        return { type: 'extremes', cells: yield* extremes(cells, inside(box, cells), n, order) };
      }
      case 'text': {
        const { raw } = this.#of(question.matrix);
        const box = inside(question.box, raw);
        const cells = (box.row1 - box.row0) * (box.column1 - box.column0);
        if (cells > TEXT_LIMIT)
          throw new Error(
            `These are ${cells.toLocaleString('en')} cells; at most ${TEXT_LIMIT.toLocaleString('en')} are written as text at once. Zoom in or select a part.`,
          );
        const lines = yield* toText(raw, box, question.names, question.separator);
        return { type: 'text', blob: new Blob(lines, { type: 'text/plain' }) };
      }
    }
  }

  #of(matrix: number): Held {
    const held = this.#held.get(matrix);
    if (!held) throw new Error(`There is no matrix ${matrix} in the worker.`);
    return held;
  }

  #keep(
    matrix: number,
    raw: Cells,
    groups: Groups | null,
    sides: Held['sides'],
    cells: Cells | null = null,
  ): Held {
    if (raw.rows < 1 || raw.columns < 1) throw new RangeError('A matrix needs a row and a column at least.');
    const held: Held = {
      raw,
      cells: cells ?? (groups ? new ApartCells(raw, groups.rows, groups.columns) : raw),
      stored: raw instanceof StoredCells ? raw : null,
      sides,
      pyramid: new Pyramid(raw.rows, raw.columns),
      below: null,
    };
    this.#held.set(matrix, held);
    return held;
  }

  /** A matrix of which no row is still to come. */
  #whole(matrix: number): Held {
    const held = this.#of(matrix);
    if (held.pyramid.filled < held.raw.rows)
      throw new Error('Rows of this matrix are still to come: it cannot be reordered, compared or read yet.');
    return held;
  }

  #choose({ of, rows, columns }: MatrixChoice): Cells {
    return new ChosenCells(this.#whole(of).raw, rows, columns);
  }

  /** Keeps a matrix that is made of others, and builds its blocks. */
  *#derive(
    matrix: number,
    raw: Cells,
    groups: Groups | null,
    sides: Held['sides'],
    cells: Cells | null = null,
  ): Work<MatrixSummary> {
    const held = this.#keep(matrix, raw, groups, sides, cells);
    while (held.pyramid.filled < raw.rows) {
      held.pyramid.take(held.cells);
      yield;
    }
    return summary(held);
  }

  *#below(matrix: number, threshold: number): Work<Below> {
    const held = this.#of(matrix);
    const filled = held.pyramid.filled;
    if (held.below?.threshold === threshold && filled === held.raw.rows) return held.below;
    held.below = null;
    const counted = yield* countBelow(held.cells, held.pyramid, threshold);
    if (filled === held.raw.rows) held.below = counted;
    return counted;
  }

  #value(matrix: number, row: number, column: number): CellValue {
    const { raw, cells, sides } = this.#of(matrix);
    if (!(row >= 0 && row < raw.rows && column >= 0 && column < raw.columns))
      throw new RangeError(`There is no cell ${row}, ${column} in ${raw.rows} × ${raw.columns}.`);
    const one = new Float32Array(1);
    const read = (from: Cells) => {
      from.read(row, column, column + 1, one);
      return one[0] ?? NaN;
    };
    return {
      value: read(raw),
      apart: read(cells) === APART,
      sides: sides && { a: read(sides.a), b: read(sides.b) },
    };
  }
}

/**
 * Keeps a row at its place; cells at its end that it lacks are missing. It goes into the blocks when all rows before it
 * have, so rows may come in any order; those that never come are missing at the end.
 */
function append(held: Held, row: number, values: Float32Array): void {
  const { stored, pyramid, raw } = held;
  if (!stored) throw new Error('This matrix is made of others and takes no rows.');
  if (row < pyramid.filled || row >= raw.rows || stored.has(row))
    throw new RangeError(`Row ${row} came twice, or late: ${pyramid.filled} of ${raw.rows} rows are there.`);
  if (values.length > raw.columns)
    throw new RangeError(`Row ${row} has ${values.length} cells, and the matrix ${raw.columns} columns.`);
  let full = values;
  if (values.length < raw.columns) {
    full = new Float32Array(raw.columns).fill(NaN);
    full.set(values);
  }
  stored.keep(row, full);
  while (pyramid.filled < raw.rows && stored.has(pyramid.filled)) pyramid.take(held.cells);
}

function* quantilesOf(
  held: Held,
  { box, shares, positive, nearest = false }: Extract<MatrixQuestion, { type: 'quantiles' }>,
): Work<readonly number[]> {
  const { cells, pyramid } = held;
  const asked = inside(box, cells);
  const all =
    asked.row0 === 0 && asked.row1 === cells.rows && asked.column0 === 0 && asked.column1 === cells.columns;
  if (!all || nearest || pyramid.filled < cells.rows)
    return yield* quantiles(cells, asked, shares, positive, nearest);
  // Least and largest value of a whole matrix are known: nothing need be read for them.
  const { min, max } = summary(held);
  if ((!positive || min > 0) && shares.every((share) => share === 0 || share === 1))
    return shares.map((share) => (share === 0 ? min : max));
  return yield* wholeQuantiles(cells, shares, positive);
}

function inside(box: Box, { rows, columns }: Cells): Box {
  const within = (v: number, most: number) => Math.max(0, Math.min(most, Math.round(v)));
  const [row0, column0] = [within(box.row0, rows), within(box.column0, columns)];
  return {
    row0,
    column0,
    row1: Math.max(row0, within(box.row1, rows)),
    column1: Math.max(column0, within(box.column1, columns)),
  };
}

function summary({ raw, pyramid }: Held): MatrixSummary {
  const { rowSums } = pyramid;
  let [count, sum, min, max] = [0, 0, NaN, NaN];
  for (let r = 0; r < pyramid.filled; r++) {
    const n = rowSums.count[r] ?? 0;
    if (n === 0) continue;
    count += n;
    sum += rowSums.sum[r] ?? 0;
    const [low, high] = [rowSums.min[r] ?? 0, rowSums.max[r] ?? 0];
    if (!(low >= min)) min = low;
    if (!(high <= max)) max = high;
  }
  return {
    rows: raw.rows,
    columns: raw.columns,
    filled: pyramid.filled,
    count,
    missing: raw.rows * raw.columns - count - pyramid.apart,
    apart: pyramid.apart,
    min,
    max,
    mean: count > 0 ? sum / count : NaN,
  };
}
