import { shortHash } from '../../model/hash';
import { rowsOf } from '../../store/rows';
import type { Study } from '../../store/study';
import type { Holds, TableName } from '../../store/tables';
import { mapSizes, mapText, readTable, textColumns, written } from './arrow';
import { cardValue, LEFT_OUT } from './conditions';
import type { NameKind, Mention, Piece } from './names';
import { WORDS } from './ownWords';
import { dependsOnRow, holdings, mentionsOf, piecesIn, type Survey, type ContainerTables } from './survey';
import type { Pseudonyms } from './table';
import { NameIndex } from './words';

/** What replaces the names of one sharing. */
export interface Replacer {
  /** A text in which names may stand, as words of their own. */
  text: (text: string) => string;
  /** Text by what its column holds. */
  cell: (holds: Holds, text: string, beside: (column: string) => unknown) => string;
  /** The id of a run, and what begins with one. */
  run: (id: string) => string;
  /** The first 16 digits of the sha256 of a file. */
  file: (digits: string) => string;
  /** Names that are replaced, to be looked for in what goes out. */
  words: NameIndex;
}

/** Makes the replacer of a survey; names of the kinds in `kept` stay. */
export function replacerOf(survey: Survey, pseudonyms: Pseudonyms, kept: ReadonlySet<NameKind>): Replacer {
  const goes = ({ kind }: Mention) => !kept.has(kind);
  const ways = kept.has('folder') || kept.has('file') ? [] : survey.paths;
  const words = new NameIndex([...mentionsOf(survey)].filter(goes), ways, survey.files);
  const file = (digits: string) => pseudonyms.file(digits).slice(0, 16);
  const named = (mention: Mention) => {
    if (mention.kind === 'id') return file(mention.name);
    return goes(mention) ? pseudonyms.of(mention) : mention.name;
  };
  const joined = (pieces: readonly Piece[]) =>
    pieces.map((piece) => (typeof piece === 'string' ? piece : named(piece))).join('');
  const text = (whole: string) => joined(words.pieces(whole));
  const run = (id: string) => {
    const [, digits, rest = ''] = /^([0-9a-f]{16})((?:~\d+)?:[\w:/.~-]*)$/.exec(id) ?? [];
    return digits === undefined ? file(id) : file(digits) + rest;
  };
  const cell: Replacer['cell'] = (holds, whole, beside) => {
    switch (holds) {
      case 'sha256':
        return whole === '' ? '' : pseudonyms.file(whole.slice(0, 16));
      case 'run':
        return run(whole);
      case 'text':
        return LEFT_OUT;
      case 'card':
        return text(cardValue(String(beside('key')), whole));
      case 'word':
        return WORDS.has(whole) ? whole : text(whole);
      case 'label':
        return text(whole);
      case 'path':
      case 'host':
      case 'node':
      case 'guid':
      case 'system':
      case 'event':
      case 'value': {
        const pieces = piecesIn(holds, whole, beside) ?? [];
        const replaced = pieces.some((piece) => typeof piece !== 'string' && goes(piece));
        return replaced ? joined(pieces) : text(whole);
      }
      case 'number':
      case 'size':
        // A text where numbers are expected is none that is known.
        return LEFT_OUT;
    }
  };
  return { text, cell, run, file, words };
}

/** A size to two digits: the exact one would tell how long the names were. */
function rounded(size: number): number {
  return size > 0 ? Number(size.toPrecision(2)) : size;
}

/** One table with its names replaced. */
export function replaceIn(table: TableName, ipc: Uint8Array, replacer: Replacer): Uint8Array<ArrayBuffer> {
  const read = readTable(ipc);
  const texts = textColumns(read);
  const made = new Map(
    holdings(table, texts).map(([column, holds]) => [
      column,
      mapText(read, column, (text, beside) => replacer.cell(holds, text, beside), !dependsOnRow(holds)),
    ]),
  );
  for (const [column, holds] of holdings(table, read.names))
    if (holds === 'size') made.set(column, mapSizes(read, column, rounded));
  return written(read, made);
}

/** Kept lines, none. */
export const noLines = (): Uint8Array<ArrayBuffer> => rowsOf('source_text', []);

/** In place of the remarks of the import one that says what was done, for each file. */
export function senderNotes(sources: Uint8Array): Uint8Array<ArrayBuffer> {
  const read = readTable(sources);
  const remarks = [...(read.getChild('problems') ?? [])].map(Number);
  const left = (count: number) =>
    count > 0 ? `Its lines and ${count === 1 ? 'one remark' : `${count} remarks`} were` : 'Its lines were';
  return rowsOf(
    'source_note',
    [...(read.getChild('id') ?? [])].map((id, i) => ({
      source: Number(id),
      kind: 'sender',
      line: 0,
      text: `Names are pseudonyms that the sender of this work chose. ${left(remarks[i] ?? 0)} left out.`,
    })),
  );
}

/** All tables with their names replaced; `done` is told how many of them are. */
export function* replaceAll(
  tables: ContainerTables,
  replacer: Replacer,
): Generator<number, { table: TableName; ipc: Uint8Array }[]> {
  const out: { table: TableName; ipc: Uint8Array }[] = [];
  const sources = tables.find(({ table }) => table === 'source');
  for (const { table, ipc } of tables) {
    if (table === 'source_text') out.push({ table, ipc: noLines() });
    else if (table === 'source_note') out.push({ table, ipc: sources ? senderNotes(sources.ipc) : ipc });
    else out.push({ table, ipc: replaceIn(table, ipc, replacer) });
    yield out.length;
  }
  return out;
}

/** What selections of the study are called in a link: as the app calls the lists that they hold now. */
export interface Renamed {
  readonly study: Study;
  readonly hashes: ReadonlyMap<string, string>;
}

/**
 * The study with the ids of its runs replaced; without the path template, the tables it has learnt and rules about conditions. Rules about
 * single runs stay: without its exclusions a work has other medians.
 */
export function replaceStudy(study: Study, { run, text }: Replacer): Renamed {
  const hashes = new Map<string, string>();
  const out: Study = { selections: {}, hidden: {}, template: null, mappings: {}, rules: [] };
  for (const [hash, { a, b }] of Object.entries(study.selections)) {
    const lists = { a: a.map(run), b: b.map(run) };
    const name = shortHash([...lists.a, '|', ...lists.b].join('\n'));
    hashes.set(hash, name);
    out.selections[name] = lists;
  }
  for (const [hash, ids] of Object.entries(study.hidden)) {
    const list = ids.map(run);
    const name = shortHash(list.join('\n'));
    hashes.set(hash, name);
    out.hidden[name] = list;
  }
  for (const rule of study.rules)
    if (rule.kind === 'trusted') out.rules.push({ ...rule, runs: rule.runs.map(run) });
    else if (rule.kind === 'excluded') {
      const { benchmark, params } = rule;
      out.rules.push({ ...rule, run: run(rule.run), benchmark: text(benchmark), params: text(params) });
    }
  return { study: out, hashes };
}
