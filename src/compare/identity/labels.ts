import { VALUE_LIMIT, KEY_LIMIT } from '../../conditions/keys';
import { segmentsOf } from './align';
import { isExplained, type KnownPieces } from './explained';
import { tellingWords, type NamePart } from './names';
import { nodeCounts } from './nodeNames';
import { stemOf, textOf, tokensOf, type Token } from './tokens';
import type { FoundLabel, IdentityRun } from './types';
import { KEY } from '../../model/vocabulary';

/**
 * The labels of runs of one benchmark: differences of headings, of variables, of folders and of file names that no condition
 * explains and that do not number or date executions. Of several that vary together the first is taken.
 */
export function labelsOf(runs: readonly IdentityRun[], known: KnownPieces): FoundLabel[] {
  const parts = partsOf(runs).filter(({ texts }) => new Set(texts).size > 1);
  if (parts.length === 0) return [];
  const own = ownWords(runs);
  const words = tellingWords(parts, runs, own, known);
  const found: FoundLabel[] = [];
  const seen = new Set<string>();
  parts.forEach((part, i) => {
    for (const column of columnsOf(part, withoutOwn(words[i] ?? [], own), own)) {
      const shape = shapeOf(column.values);
      if (seen.has(shape)) continue;
      const counts = nodeCounts(column, runs);
      if (!counts && isExplained(column.values, runs)) continue;
      seen.add(shape);
      found.push(counts ? { key: KEY.nodes, values: counts } : column);
    }
  });
  return found;
}

/** What names each run: headings and variables first, then folders from the outermost in, then the file. */
function partsOf(runs: readonly IdentityRun[]): NamePart[] {
  const parts = new Map<string, NamePart & { texts: string[] }>();
  const put = (kind: NamePart['kind'], key: string, run: number, text: string) => {
    const id = `${kind} ${key}`;
    const part = parts.get(id) ?? { kind, key, texts: runs.map(() => '') };
    parts.set(id, part);
    part.texts[run] = text;
  };
  runs.forEach((run, i) => {
    for (const { kind, key, text } of run.words)
      put(kind, kind === 'heading' ? (key === '1' ? 'heading' : `heading ${key}`) : key, i, text);
    const names = run.path.split('/').filter((name) => name !== '');
    const file = names.pop() ?? '';
    names.forEach((name, depth) => put('folder', `folder ${depth + 1}`, i, name));
    put('name', 'file name', i, stemOf(file));
  });
  const order: readonly NamePart['kind'][] = ['heading', 'assignment', 'folder', 'name'];
  return [...parts.values()].sort((p, q) => order.indexOf(p.kind) - order.indexOf(q.kind));
}

/** Words of the names of benchmarks and of the tool: in a file's name they tell no set-up. */
function ownWords(runs: readonly IdentityRun[]): Set<string> {
  const texts = new Set(
    runs.flatMap(({ setUp }) => [setUp.tool, ...setUp.measures.map((one) => one.split('\n')[0] ?? '')]),
  );
  const words = [...texts].flatMap((text) => tokensOf(text).map((token) => token.text.toLowerCase()));
  return new Set(words.filter((word) => /\p{L}/u.test(word)));
}

/** Own words that some names have and others not are left out; those of all names stay, to name places after. */
function withoutOwn(names: readonly Token[][], own: ReadonlySet<string>): Token[][] {
  const lower = names.map((tokens) => new Set(tokens.map(({ text }) => text.toLowerCase())));
  const varying = new Set([...own].filter((word) => lower.some((words) => !words.has(word))));
  return names.map((tokens) => tokens.filter(({ text }) => !varying.has(text.toLowerCase())));
}

interface Column {
  key: string;
  values: readonly string[];
}

/** The places in which names differ, as labels with a name by what is around them. */
function columnsOf(part: NamePart, names: readonly Token[][], own: ReadonlySet<string>): Column[] {
  const ids = names.map((tokens) => tokens.map(({ text }) => text.toLowerCase()).join('\n'));
  const distinct = new Map<string, Token[]>();
  ids.forEach((id, i) => distinct.set(id, distinct.get(id) ?? names[i] ?? []));
  if (distinct.size < 2) return [];
  if (part.kind === 'assignment')
    return [{ key: cut(part.key, KEY_LIMIT), values: part.texts.map((text) => cut(text, VALUE_LIMIT)) }];
  const sequences = [...distinct.values()];
  const place = new Map([...distinct.keys()].map((id, i) => [id, i]));
  const columns = segmentsOf(sequences.map((tokens) => tokens.map(({ text }) => text.toLowerCase()))).flatMap(
    ({ after, ranges }) =>
      split(sequences.map((tokens, s) => tokens.slice(...(ranges[s] ?? [0, 0])))).map((values) => ({
        after,
        values,
      })),
  );
  const taken = new Set<string>();
  return columns.map(({ after, values }) => {
    // Not after a word of the benchmark's: the label of another benchmark would have another name.
    const named = after !== null && !own.has(after) && (part.kind === 'name' || columns.length > 1);
    const plain = named ? after : null;
    let key = plain === null ? part.key : `${part.key} after ${plain}`;
    for (let n = 2; taken.has(key); n++)
      key = `${part.key}${plain === null ? '' : ` after ${plain}`}, part ${n}`;
    taken.add(key);
    return {
      key: cut(key, KEY_LIMIT),
      values: ids.map((id) => cut(values[place.get(id) ?? 0] ?? '', VALUE_LIMIT)),
    };
  });
}

/**
 * The values of a segment of each sequence: where all have as many words, words that are combined at will are apart; else
 * the whole is one.
 */
function split(segments: readonly Token[][]): string[][] {
  const [first] = segments;
  const width = first?.length ?? 0;
  if (segments.some(({ length }) => length !== width)) return [segments.map(textOf)];
  const byShape = new Map<string, number[]>();
  for (let at = 0; at < width; at++) {
    const shape = shapeOf(segments.map((tokens) => tokens[at]?.text.toLowerCase() ?? ''));
    byShape.set(shape, [...(byShape.get(shape) ?? []), at]);
  }
  const columns = [...byShape.values()].map((places) =>
    segments.map((tokens) => textOf(places.flatMap((at) => tokens[at] ?? []))),
  );
  const varying = columns.map((values) => new Set(values).size).filter((size) => size > 1);
  const combinations = new Set(segments.map(textOf)).size;
  const crossed = combinations > LEAST_CROSSED * varying.reduce((product, size) => product * size, 1);
  return varying.length < 2 || crossed ? columns : [segments.map(textOf)];
}

/** Words that vary apart are labels of their own where more than this share of their combinations is there: a matrix of runs. */
const LEAST_CROSSED = 0.75;

/** Equal for values that vary in step. */
function shapeOf(values: readonly string[]): string {
  const numbers = new Map<string, number>();
  return values
    .map((value) => {
      const number = numbers.get(value) ?? numbers.size;
      numbers.set(value, number);
      return number;
    })
    .join(' ');
}

const cut = (text: string, length: number) => text.slice(0, length).trim();
