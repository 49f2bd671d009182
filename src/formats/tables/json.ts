import { parseJson, type JsonNode } from '../text/json';
import { fingerprint } from './fingerprint';
import { describeColumns, unique, unnamed } from './columns';
import { COLUMN_LIMIT, HEAD_ROWS, type NumberStyle, type RawRow, type Sniffed } from './types';

/** JSON has one way to write numbers; texts with numbers are read the same way. */
export const JSON_NUMBERS: NumberStyle = { decimal: '.', thousands: null };

/** A table found in JSON. */
export interface JsonTable {
  names: string[];
  /** Whether the names stand in the file. */
  named: boolean;
  rows: RawRow[];
  /** `a list of objects` … */
  shape: string;
}

/** Deepest nesting of objects whose members become columns: `network.latency`. */
const DEPTH = 4;

/**
 * The table in a JSON value: a list of objects, a list of lists with or without a header, an object of columns, or one
 * of these as a member of an object. Null when there is none.
 */
export function jsonTable(root: JsonNode, depth = 0): JsonTable | null {
  if (root.kind === 'array') return listTable(root.items);
  if (root.kind !== 'object') return null;
  const members = [...root.members];
  const lists = members.filter(([, { kind }]) => kind === 'array');
  const columns = columnsTable(members);
  if (columns) return columns;
  if (depth >= 2) return null;
  const inner = [...lists, ...members.filter(([, { kind }]) => kind === 'object')];
  for (const [, node] of inner) {
    const found = jsonTable(node, depth + 1);
    if (found) return found;
  }
  return null;
}

function listTable(items: readonly JsonNode[]): JsonTable | null {
  const [first] = items;
  if (first?.kind === 'object') {
    const names: string[] = [];
    const places = new Map<string, number>();
    const rows = items
      .filter((item) => item.kind === 'object')
      .map((item) => ({ line: item.line, cells: objectCells(item, names, places) }));
    for (const { cells } of rows) while (cells.length < names.length) cells.push('');
    return names.length > 0 ? { names, named: true, rows, shape: 'a list of objects' } : null;
  }
  if (first?.kind !== 'array') return null;
  const lists = items.map((item) => ({
    line: item.line,
    cells: item.kind === 'array' ? item.items.slice(0, COLUMN_LIMIT).map(cellOf) : [],
  }));
  const named = first.items.length > 0 && first.items.every(({ kind }) => kind === 'string');
  const [header] = lists;
  const names = named && header ? unique(header.cells) : unnamed(header?.cells.length ?? 0);
  if (names.length < 2) return null;
  return { names, named, rows: named ? lists.slice(1) : lists, shape: 'a list of lists' };
}

function columnsTable(members: readonly [string, JsonNode][]): JsonTable | null {
  const lists = members.filter(
    ([, node]) =>
      node.kind === 'array' && node.items.every(({ kind }) => kind !== 'object' && kind !== 'array'),
  );
  const lengths = lists.map(([, node]) => (node.kind === 'array' ? node.items.length : 0));
  const length = Math.max(0, ...lengths);
  if (lists.length < 2 || length === 0 || lengths.some((one) => one !== length)) return null;
  const columns = lists.map(([, node]) => (node.kind === 'array' ? node.items : []));
  const rows = Array.from({ length }, (_, row) => ({
    line: columns[0]?.[row]?.line ?? 0,
    cells: columns.map((column) => cellOf(column[row])),
  }));
  return { names: unique(lists.map(([name]) => name)), named: true, rows, shape: 'an object of columns' };
}

/** The cells of an object in the places of its names; new names get new places. Objects inside give `outer.inner`. */
export function objectCells(
  node: JsonNode,
  names: string[],
  places: Map<string, number>,
  grow = true,
): string[] {
  const cells: string[] = [];
  const take = (value: JsonNode, name: string, depth: number): void => {
    if (value.kind === 'object' && depth < DEPTH) {
      for (const [key, inner] of value.members) take(inner, name === '' ? key : `${name}.${key}`, depth + 1);
      return;
    }
    const key = name.trim().slice(0, 200).trim() || 'column';
    let place = places.get(key);
    if (place === undefined) {
      if (!grow || names.length >= COLUMN_LIMIT) return;
      place = names.push(key) - 1;
      places.set(key, place);
    }
    cells[place] = cellOf(value);
  };
  take(node, '', 0);
  return Array.from({ length: names.length }, (_, i) => cells[i] ?? '');
}

/** A scalar as text; null is empty; lists and objects are marked as such. */
export function cellOf(node: JsonNode | undefined): string {
  if (!node) return '';
  if (node.kind === 'string' || node.kind === 'number') return node.text;
  if (node.kind === 'word') return node.text === 'null' ? '' : node.text;
  return node.kind === 'array' ? '[…]' : '{…}';
}

/** Lines of NDJSON that are looked at. */
const LINES = 400;

/** Finds the table in JSON or NDJSON text; of a text that is cut, what stands before the cut. */
export function sniffJson(text: string, whole: boolean): Sniffed | null {
  const lines = ndjsonTable(text, whole);
  const table = lines ?? jsonTable(parseJson(text).root ?? { kind: 'word', line: 1, text: 'null' });
  if (!table || table.rows.length === 0) return null;
  const rows = table.rows.slice(0, LINES);
  const columns = describeColumns(table.names, rows, JSON_NUMBERS);
  if (!columns.some(({ kind }) => kind === 'number')) return null;
  return {
    layout: lines ? 'ndjson' : 'json',
    says: lines ? 'NDJSON (one JSON value per line)' : `JSON (${table.shape})`,
    form: null,
    dialect: null,
    numbers: JSON_NUMBERS,
    columns,
    rows: table.rows.length,
    whole: whole && table.rows.length < LINES,
    fingerprint: table.named ? fingerprint(table.names) : null,
    head: table.rows.slice(0, HEAD_ROWS),
  };
}

/** The table in text of one JSON object or list per line, null when it is none. */
function ndjsonTable(text: string, whole: boolean): JsonTable | null {
  const lines = text.split('\n', LINES + 1);
  if (!whole || lines.length > LINES) lines.pop();
  const items: JsonNode[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const { root, error } = parseJson(line);
    if (!root || error || (root.kind !== 'object' && root.kind !== 'array')) return null;
    items.push(atLine(root, index + 1));
  }
  return items.length > 1 ? listTable(items) : null;
}

/** A value that was read from one line alone, as standing on that line of the file. */
export function atLine(node: JsonNode, line: number): JsonNode {
  return { ...node, line };
}
