import { WORDS } from './ownWords';
import { textColumns, mapText, readTable } from './arrow';
import { isPlain, valuePieces } from './conditions';
import { hostPieces, nodePieces, pathPieces, type NameKind, type Mention, type Piece } from './names';
import { columnsOf, type Holds, type TableName } from '../../store/tables';
import type { View } from '../view';

/** The tables of a container. */
export type ContainerTables = readonly { table: TableName; ipc: Uint8Array }[];

/** The names of a kind, how often each of them stands, and in which columns (`host.name`). */
export interface FoundNames {
  readonly kind: NameKind;
  readonly names: readonly string[];
  readonly counts: readonly number[];
  readonly where: readonly string[];
}

/** Texts of a column that stay but for the names in them: some of them, and how many there are. */
export interface Stays {
  readonly where: string;
  readonly texts: readonly string[];
  readonly count: number;
}

/** All names of a work, its paths and the sha256 of its files as they stand, and the texts that stay. */
export interface Survey {
  readonly found: readonly FoundNames[];
  readonly paths: readonly string[];
  readonly files: readonly string[];
  readonly stays: readonly Stays[];
}

/** Texts that are told of a column. */
const TOLD = 100;
/** Columns whose texts are numbers and days. */
const UNTOLD = ['measurement_text.printed', 'run.started', 'event.day'];

/** The names of a survey one by one. */
export function* mentionsOf({ found }: Pick<Survey, 'found'>): Generator<Mention> {
  for (const { kind, names } of found) for (const name of names) yield { kind, name };
}

/** What a text in a column is made of, in so far as names stand in it by the sense of the column; null = they do not. */
export function piecesIn(
  holds: Holds,
  text: string,
  beside: (column: string) => unknown,
): readonly Piece[] | null {
  switch (holds) {
    case 'host':
      return hostPieces(text);
    case 'node':
      return nodePieces(text, String(beside('kind')));
    case 'guid':
      return [{ kind: 'guid', name: text.toLowerCase() }];
    case 'path':
      return WORDS.has(text) ? [text] : pathPieces(text);
    case 'system':
      return [{ kind: 'system', name: text }];
    case 'event':
      return [{ kind: 'event', name: text }];
    case 'value':
      return valuePieces(String(beside('key')), text);
    case 'number':
    case 'size':
    case 'word':
    case 'label':
    case 'sha256':
    case 'run':
    case 'card':
    case 'text':
      return null;
  }
}

/** Whether what becomes of a text depends on the cells beside it. */
export const dependsOnRow = (holds: Holds): boolean => ['node', 'value', 'card'].includes(holds);

/** Columns of a table that the schema knows, with what they hold. */
export function holdings(table: TableName, names: readonly string[]): [string, Holds][] {
  const known = new Map(columnsOf(table));
  return names.flatMap((name): [string, Holds][] => {
    const column = known.get(name);
    return column ? [[name, column.holds]] : [];
  });
}

/** Columns in which no name stands by their sense. */
const NAMELESS: readonly Holds[] = ['label', 'number', 'word', 'text', 'sha256', 'run', 'card'];

/** Finds every name in the tables. The tables stay as they are. */
export function survey(tables: ContainerTables): Survey {
  const found = new Map<NameKind, { counts: Map<string, number>; where: Set<string> }>();
  const paths = new Set<string>();
  const files = new Set<string>();
  const stays: Stays[] = [];
  const count = ({ kind, name }: Mention, where: string) => {
    let entry = found.get(kind);
    if (!entry) found.set(kind, (entry = { counts: new Map(), where: new Set() }));
    entry.counts.set(name, (entry.counts.get(name) ?? 0) + 1);
    entry.where.add(where);
  };
  for (const { table, ipc } of tables) {
    const read = readTable(ipc);
    for (const [column, holds] of holdings(table, textColumns(read))) {
      const where = `${table}.${column}`;
      const all = new Set<string>();
      if (holds === 'sha256' || (holds === 'label' && !UNTOLD.includes(where)))
        mapText(read, column, (text) => (all.add(text), null), true);
      if (holds === 'sha256') for (const text of all) if (text !== '') files.add(text);
      if (holds === 'label' && all.size > 0)
        stays.push({ where, texts: [...all].sort().slice(0, TOLD), count: all.size });
      if (NAMELESS.includes(holds)) continue;
      const parsed = new Map<string, readonly Piece[] | null>();
      const each = (text: string, beside: (column: string) => unknown) => {
        const key = dependsOnRow(holds)
          ? `${text}\0${String(beside(holds === 'node' ? 'kind' : 'key'))}`
          : text;
        let pieces = parsed.get(key);
        if (pieces === undefined) parsed.set(key, (pieces = piecesIn(holds, text, beside)));
        for (const piece of pieces ?? []) if (typeof piece !== 'string') count(piece, where);
        if (holds === 'path' && !WORDS.has(text)) paths.add(text);
        return null;
      };
      mapText(read, column, each, false);
    }
  }
  return {
    found: [...found].map(([kind, { counts, where }]) => ({
      kind,
      names: [...counts.keys()],
      counts: [...counts.values()],
      where: [...where],
    })),
    paths: [...paths],
    files: [...files],
    stays,
  };
}

/** The kinds of names that stay as they are unless the owner says otherwise. */
export const plainKinds = ({ found }: Pick<Survey, 'found'>): Set<NameKind> =>
  new Set(
    found.flatMap(({ kind }) => (kind.startsWith('condition ') && isPlain(kind.slice(10)) ? [kind] : [])),
  );

/** A survey with the names that stand in the view alone: values of a condition that no run has any more. */
export function withView(survey: Survey, { sides }: View): Survey {
  if (sides?.by !== 'condition') return survey;
  const found = [...survey.found];
  for (const piece of [sides.a, sides.b].flatMap((value) => valuePieces(sides.key, value))) {
    if (typeof piece === 'string') continue;
    const at = found.findIndex(({ kind }) => kind === piece.kind);
    const held = found[at] ?? { kind: piece.kind, names: [], counts: [], where: [] };
    if (held.names.includes(piece.name)) continue;
    found[at < 0 ? found.length : at] = {
      ...held,
      names: [...held.names, piece.name],
      counts: [...held.counts, 1],
      where: [...held.where, 'the link'],
    };
  }
  return { ...survey, found };
}

/** A survey with words that the owner named, in lower case. */
export function withWords(survey: Survey, words: readonly string[]): Survey {
  if (words.length === 0) return survey;
  const names = [...new Set(words.map((word) => word.toLowerCase()))];
  const named: FoundNames = { kind: 'word', names, counts: names.map(() => 1), where: ['named by you'] };
  return { ...survey, found: [...survey.found, named] };
}
