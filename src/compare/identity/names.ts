import { counts, introducesIndex, isCopyWord, isIdNumber, isLetterIndex, roleOfNumber } from './indexes';
import { markSpelled, saidBy, type KnownPieces, type Said } from './explained';
import { tokensOf, type Token } from './tokens';
import type { IdentityRun } from './types';

/** One part of what names a run, for all runs of a class in their order: a folder, the file's name, a heading, a variable. */
export interface NamePart {
  kind: 'folder' | 'name' | 'heading' | 'assignment';
  /** `folder 2`, `name`, `heading`, the variable. */
  key: string;
  texts: readonly string[];
}

/** A name taken apart, and for each token whether it may tell experiments apart. */
interface Taken {
  tokens: readonly Token[];
  said: Said[];
  /** Words of the name without numbers: names of one family differ in numbers alone. */
  family: string;
}

/** Values of a number that only its values can tell, by the group of runs that differ in such numbers alone. */
type Column = Map<string, { values: Set<string>; files: Set<string> }>;

/**
 * For each part the words of each run that may tell experiments apart: without what a condition of the run says, what
 * names a host of a pair test, and what numbers or dates executions.
 */
export function tellingWords(
  parts: readonly NamePart[],
  runs: readonly IdentityRun[],
  own: ReadonlySet<string>,
  known: KnownPieces,
): Token[][][] {
  const taken = parts.map((part) => takenApart(part, runs, known));
  const groups = runs.map((run, i) =>
    [setUpId(run), ...taken.map((part) => part[i]?.family ?? '')].join('\n'),
  );
  return taken.map((names) => withoutIndexes(names, runs, groups, own));
}

const setUpIds = new WeakMap<object, number>();
let setUps = 0;
function setUpId({ setUp }: IdentityRun): number {
  const id = setUpIds.get(setUp) ?? ++setUps;
  setUpIds.set(setUp, id);
  return id;
}

function takenApart(part: NamePart, runs: readonly IdentityRun[], known: KnownPieces): Taken[] {
  const tokens = new Map<string, readonly Token[]>();
  return runs.map((run, i) => {
    const text = part.texts[i] ?? '';
    let found = tokens.get(text);
    if (!found) tokens.set(text, (found = tokensOf(text)));
    const said = saidBy(found, run, known);
    markSpelled(found, said, run);
    if (run.hosts) markHosts(found, said, run.hosts);
    return { tokens: found, said, family: familyOf(found) };
  });
}

const familyOf = (tokens: readonly Token[]) =>
  tokens
    .filter(({ kind }) => kind === 'word' || kind === 'version')
    .map(({ text }) => text.toLowerCase())
    .join(' ');

/** Names of the hosts of a pair test are places, not labels. */
function markHosts(tokens: readonly Token[], said: Said[], hosts: readonly string[]): void {
  const pieces = new Set(hosts.flatMap((host) => tokensOf(host).map(({ text }) => text.toLowerCase())));
  tokens.forEach(({ text }, i) => {
    if (pieces.has(text.toLowerCase())) said[i] = 'condition';
  });
}

function withoutIndexes(
  names: readonly Taken[],
  runs: readonly IdentityRun[],
  groups: readonly string[],
  own: ReadonlySet<string>,
): Token[][] {
  const columns = bareColumns(names, runs, groups, own);
  const lastVarying = new Map<string, number>();
  for (const [id, column] of columns) {
    const [family = '', place = '0'] = id.split('\r');
    if (new Set([...column.values()].flatMap(({ values }) => [...values])).size > 1)
      lastVarying.set(family, Math.max(lastVarying.get(family) ?? 0, Number(place)));
  }
  const isIndex = new Map<string, boolean>();
  for (const [id, column] of columns) {
    const [family = '', place = '0', kind] = id.split('\r');
    const last = (lastVarying.get(family) ?? 0) <= Number(place);
    isIndex.set(id, kind === 'hash' ? isOfOneFile(column) : last && isCounting(column));
  }
  return names.map(({ tokens, said, family }) => {
    const index = tokens.map((token, i) => {
      if (said[i] === 'execution' || token.kind === 'stamp') return true;
      if (token.kind !== 'number' && token.kind !== 'hash')
        return isLetterIndex(tokens, i) || isCopyWord(token);
      if (said[i] === 'condition') return false;
      const role = token.kind === 'hash' ? 'bare' : roleOfNumber(tokens, i, own);
      if (role !== 'bare') return role === 'index';
      return isIdNumber(token.text) && token.kind === 'number'
        ? true
        : (isIndex.get(columnId(family, i, token)) ?? false);
    });
    return tokens.filter(
      (_, i) =>
        said[i] === 'nothing' &&
        !index[i] &&
        !(introducesIndex(tokens, i) && ((index[i + 1] ?? false) || (index[i - 1] ?? false))),
    );
  });
}

/** A number is told by the words of its name and its place among the tokens. */
const columnId = (family: string, place: number, { kind }: Token) => `${family}\r${place}\r${kind}`;

function bareColumns(
  names: readonly Taken[],
  runs: readonly IdentityRun[],
  groups: readonly string[],
  own: ReadonlySet<string>,
): Map<string, Column> {
  const columns = new Map<string, Column>();
  const lengths = new Map<string, Set<number>>();
  for (const { family, tokens } of names)
    lengths.set(family, (lengths.get(family) ?? new Set()).add(tokens.length));
  names.forEach(({ tokens, said, family }, i) => {
    const run = runs[i];
    const group = groups[i] ?? '';
    if (!run) return;
    tokens.forEach((token, at) => {
      if (token.kind !== 'number' && token.kind !== 'hash') return;
      if (said[at] !== 'nothing' || (token.kind === 'number' && isIdNumber(token.text))) return;
      if (token.kind === 'number' && roleOfNumber(tokens, at, own) !== 'bare') return;
      const id = columnId(family, at, token);
      const column = columns.get(id) ?? (new Map() as Column);
      columns.set(id, column);
      const held = column.get(group) ?? { values: new Set<string>(), files: new Set<string>() };
      column.set(group, held);
      // `bw`, `bw_2`, `bw_3`: the one without a number is the first.
      if ((lengths.get(family)?.size ?? 1) > 1 && lengths.get(family)?.has(tokens.length - 1))
        held.values.add('');
      held.values.add(token.text);
      held.files.add(run.path);
    });
  });
  return columns;
}

/** Counting numbers in most groups of runs that differ in nothing else; of runs that all differ, over all of them. */
function isCounting(column: Column): boolean {
  const several = [...column.values()].filter(({ values }) => values.size > 1);
  if (several.length === 0) {
    const all = new Set([...column.values()].flatMap(({ values }) => [...values]));
    return all.size === 1 || counts(all);
  }
  return several.filter(({ values }) => counts(values)).length * 2 > several.length;
}

/** A hash that no two files of a group share names the execution; one that several share names what they ran. */
function isOfOneFile(column: Column): boolean {
  const several = [...column.values()].filter(({ files }) => files.size > 1);
  return several.filter(({ values, files }) => values.size === files.size).length * 2 >= several.length;
}
