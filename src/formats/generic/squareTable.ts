import { isNoValue, isNumber, type CellSeparator } from '../text/cells';
import type { Sample } from '../format';
import { isComment, noNotes, takeNote, type TableNotes } from '../text/tableNotes';

/** A table of numbers and nothing else, as its first lines show it. */
export interface PlainTable {
  separator: CellSeparator;
  /** Line of the header (1 = first), or null. */
  header: number | null;
  /** The header without the cell above the row labels; empty where there is none. */
  names: readonly string[];
  /** The cell of the header above the row labels; null where rows have no labels. */
  corner: string | null;
  /** Cells of a row without its label. */
  columns: number;
  /** Rows in the sample. */
  rows: number;
  notes: TableNotes;
  /** All numbers of the sample are whole. */
  whole: boolean;
  /** What the cells on the diagonal have in common. */
  diagonal: 'missing' | 'zero' | 'apart' | null;
  symmetric: boolean;
  /** Cells that are zero, negative or no number are few, of the diagonal and of all: a tenth, or one of a square. */
  plausible: boolean;
  /** Row labels are numbers, from 0 or 1 on and no higher than there are columns. */
  counted: boolean;
  /** Row labels repeat the names of the columns. */
  named: boolean;
}

/** What a plain table is read as. */
export type SquareReading = 'rotate' | 'matrix';

const ROW_LABEL = /^(?:shift|phase|step|round|rotation)$/i;
/** Rows of the sample that are looked at cell by cell. */
const ROWS_SEEN = 200;
/** A diagonal stands apart when it is so many times larger, or smaller, than all other cells. */
const APART = 1.5;
/** Lines by which a table is told from other text. */
const PROBED = 20;
/** So many of the cells of a rotate test may be zero, negative or no number. */
const DOUBTFUL_PART = 0.1;
/** Columns of a table whose width alone shows that lines of a rotate test are missing. */
const WIDE = 32;

/** The pieces of a line between separators, without blanks around them and without an empty last one. */
export function cellsOf(text: string, separator: CellSeparator): string[] {
  const cells = separator === 'blanks' ? text.trim().split(/[ \t]+/) : text.split(separator);
  const trimmed = cells.map((cell) => cell.trim());
  if (trimmed.length > 1 && trimmed[trimmed.length - 1] === '') trimmed.pop();
  return trimmed;
}

/** What a line of a plain table is parted by. */
export function separatorOf(text: string): CellSeparator {
  for (const mark of [',', ';', '\t'] as const) if (text.includes(mark)) return mark;
  return 'blanks';
}

/** What samples were found to be: several formats ask of each. */
const judged = new WeakMap<Sample, PlainTable | null>();

/** Looks at a sample as a table of numbers with at most one header line; null where it is none. */
export function plainTable(sample: Sample): PlainTable | null {
  let table = judged.get(sample);
  if (table === undefined) judged.set(sample, (table = judge(sample)));
  return table;
}

function judge(sample: Sample): PlainTable | null {
  const notes = noNotes();
  let foreign = false;
  const body: { line: number; text: string }[] = [];
  for (let i = 0; i < sample.lines.length; i++) {
    const text = sample.lines[i] ?? '';
    if (text.trim() === '') continue;
    if (isComment(text)) {
      if (body.length === 0 && takeNote(text, notes) === false && /\w/.test(text)) foreign = true;
      continue;
    }
    // A sample that is not the whole file ends within a line.
    if (!sample.whole && i === sample.lines.length - 1) break;
    body.push({ line: i + 1, text });
  }
  const texts = (cells: readonly string[]): number =>
    cells.filter((cell) => !isNumber(cell) && !isNoValue(cell)).length;
  const first = body[0];
  // Comments that say anything else are of another tool.
  if (!first || (foreign && notes.kind === null)) return null;
  const separator = separatorOf(first.text);
  const head = cellsOf(first.text, separator);
  // Lines that are mostly text are no rows: messages of a scheduler.
  const isRow = ({ text }: { text: string }): boolean => {
    const cells = cellsOf(text, separator);
    return texts(cells) * 2 <= cells.length;
  };
  const probe = body.slice(1, PROBED);
  if (probe.filter(isRow).length * 2 < probe.length) return null;
  const below = body.slice(1).filter(isRow);
  const second = below[0];
  if (!second) return null;
  const firstRow = cellsOf(second.text, separator);
  const headed =
    texts(head.slice(1)) * 2 > head.length - 1 ||
    ROW_LABEL.test(head[0] ?? '') ||
    isCount(head, firstRow.length);
  const rows = headed ? below : [first, ...below];
  // The header alone tells the width: a first row may be cut.
  const hasCorner = headed && isCorner(head, firstRow);
  const labelled = hasCorner || (headed && head.length < firstRow.length);
  const names = !headed ? [] : hasCorner ? head.slice(1) : head;
  const columns = headed ? names.length : head.length;
  if (columns < 2) return null;
  const table: PlainTable = {
    separator,
    header: headed ? first.line : null,
    names,
    corner: labelled ? (hasCorner ? (head[0] ?? '') : '') : null,
    columns,
    rows: rows.length,
    notes,
    whole: true,
    diagonal: null,
    symmetric: false,
    plausible: false,
    counted: true,
    named: true,
  };
  return lookAt(table, rows, texts) ? table : null;
}

/** Whether a first line numbers the columns: nothing above the row labels, then 0, 1, 2 … or 1, 2, 3 … */
function isCount(head: readonly string[], width: number): boolean {
  const numbers = head.length < width ? head : head[0] === '' ? head.slice(1) : [];
  const first = numbers[0] === '1' ? 1 : 0;
  return numbers.length > 1 && numbers.every((number, at) => number === String(at + first));
}

/** Whether the header begins with a cell above the labels of the rows, and not with the name of the first column. */
function isCorner(head: readonly string[], row: readonly string[]): boolean {
  const [corner = '', name = ''] = head;
  const label = row[0] ?? '';
  if (ROW_LABEL.test(corner) || corner === '') return true;
  return head.length === row.length && (!isNumber(label) || label === name);
}

/** Fills in what the cells show; false where too many lines are no rows of the table. */
function lookAt(
  table: PlainTable,
  rows: readonly { text: string }[],
  texts: (cells: readonly string[]) => number,
): boolean {
  const { columns, separator, corner } = table;
  const labels = corner === null ? 0 : 1;
  const seen: number[][] = [];
  let odd = 0;
  let missing = 0;
  let zero = 0;
  let diagonals = 0;
  let others = 0;
  let doubtful = 0;
  let doubtfulDiagonal = 0;
  const high = { diagonal: -Infinity, other: -Infinity };
  const low = { diagonal: Infinity, other: Infinity };
  for (let row = 0; row < Math.min(rows.length, ROWS_SEEN); row++) {
    const found = cellsOf(rows[row]?.text ?? '', separator);
    const label = labels > 0 ? (found.shift() ?? '') : '';
    if (!/^\d{1,6}$/.test(label) || Number(label) > columns) table.counted = false;
    if (row === 0 && Number(label) > 1) table.counted = false;
    const name = table.names[row];
    if (name === undefined || (label !== name && !label.startsWith(`${name} `))) table.named = false;
    // An empty last cell is a cell of the last row of a matrix whose diagonal is empty.
    const short = found.length === columns - 1 && row === columns - 1;
    if ((found.length !== columns && !short) || texts(found) * 5 > found.length) odd++;
    const numbers = found.map((cell) => (isNumber(cell) ? Number(cell) : NaN));
    seen.push(numbers);
    for (let column = 0; column < Math.min(columns, numbers.length + (short ? 1 : 0)); column++) {
      const value = numbers[column] ?? NaN;
      if (!Number.isNaN(value) && !/^[+-]?\d+$/.test(found[column] ?? '')) table.whole = false;
      const place = column === row ? 'diagonal' : 'other';
      high[place] = Math.max(high[place], Number.isNaN(value) ? -Infinity : value);
      low[place] = Math.min(low[place], Number.isNaN(value) ? Infinity : value);
      if (place === 'diagonal') {
        diagonals++;
        if (Number.isNaN(value)) missing++;
        else if (value === 0) zero++;
        if (!(value > 0)) doubtfulDiagonal++;
      } else {
        others++;
        if (!(value > 0)) doubtful++;
      }
    }
  }
  const said = table.notes.kind !== null || ROW_LABEL.test(corner ?? '');
  if (odd > Math.max(1, seen.length / (said ? 2 : 5))) return false;
  // Of a table that is cut a doubtful cell may be the first of its diagonal.
  const one = rows.length === columns ? 1 : 0;
  const few = (of: number, all: number) => of <= Math.max(one, all * DOUBTFUL_PART);
  table.plausible =
    others > 0 &&
    diagonals > 0 &&
    few(doubtfulDiagonal, diagonals) &&
    few(doubtful + doubtfulDiagonal, others + diagonals);
  table.symmetric = seen.length > 2 && isSymmetric(seen);
  if (diagonals > 1 && missing === diagonals) table.diagonal = 'missing';
  else if (zero > 1 && zero + missing === diagonals) table.diagonal = 'zero';
  else if (diagonals > 2 && (low.diagonal > APART * high.other || high.diagonal * APART < low.other))
    table.diagonal = 'apart';
  return true;
}

function isSymmetric(rows: readonly (readonly number[])[]): boolean {
  for (let i = 0; i < rows.length; i++) {
    for (let j = 0; j < i; j++) {
      const [a, b] = [rows[i]?.[j], rows[j]?.[i]];
      if (a !== b && !(Number.isNaN(a) && Number.isNaN(b))) return false;
    }
  }
  return true;
}

/** Whether names differ in their digits only, as those of nodes do: n001, n002. */
function alike(names: readonly string[]): boolean {
  const kinds = new Set(names.map((name) => name.replace(/\d+/g, '0')));
  return kinds.size === 1 && /\d/.test(names[0] ?? '');
}

/**
 * What a plain table is read as, or null; `sure` = something else than the numbers tells it. A line `# rotate` or
 * `# matrix` decides. Else a matrix of pairs is square, and a rotate test is a comma table with no more lines than
 * columns whose diagonal is like the rest; see `docs/formats.md`.
 */
export function readingOf(
  table: PlainTable,
  sample: Sample,
): { reading: SquareReading; sure: boolean } | null {
  const { notes, rows, columns, corner, names, separator } = table;
  if (notes.kind) return { reading: notes.kind, sure: true };
  if (notes.rotation) return { reading: 'rotate', sure: true };
  // Only a rotate test says so; one that is not whole has fewer lines than columns.
  if (notes.bestOf !== null && corner === null && rows < columns) return { reading: 'rotate', sure: true };
  if ((rows > columns && sample.whole) || columns < 3) return null;
  const enough = rows * 2 >= columns || columns >= WIDE;
  if (corner !== null) {
    if (ROW_LABEL.test(corner)) return table.counted && enough ? { reading: 'rotate', sure: true } : null;
    const same = table.named || (table.counted && names.every((name) => /^\d+$/.test(name)));
    return same && enough ? { reading: 'matrix', sure: true } : null;
  }
  if (names.length > 0 && !alike(names)) return null;
  const pairs = table.diagonal !== null || table.symmetric;
  const said = notes.unit !== null || notes.metric !== null;
  if (pairs || separator !== ',' || said) {
    const complete = rows === columns || !sample.whole;
    return complete && (!table.whole || said || names.length > 0) ? { reading: 'matrix', sure: true } : null;
  }
  if (table.whole || !table.plausible) return null;
  // A header and a few rows of many columns are a table of any kind.
  if (names.length > 0 && rows * 2 < columns && sample.whole) return null;
  return enough ? { reading: 'rotate', sure: names.length > 0 } : null;
}
