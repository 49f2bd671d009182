import type { Condition, Origin } from '../model/vocabulary';
import { canonicalKey, KEY_LIMIT, normaliseValue } from './keys';

type Token =
  | { kind: 'text'; text: string }
  | { kind: 'capture'; name: string; key: string | null }
  | { kind: 'star' }
  | { kind: 'folders' }
  | { kind: 'rest' };

/** A path template that was read: `{benchmark}_{nodes}n_{ar}_r{repeat}.out`. */
export interface Template {
  text: string;
  tokens: readonly Token[];
}

export type ParsedTemplate = { ok: true; template: Template } | { ok: false; problem: string };

/** What a template says about a path, or a sentence why it does not fit. */
export type TemplateMatch =
  { ok: true; conditions: { key: string; value: string }[] } | { ok: false; problem: string };

/** Limits that keep matching quick whatever the text. */
const TEMPLATE_LIMIT = 300;
const PATH_LIMIT = 512;
const WILD_LIMIT = 12;

/** Names in braces that stand for "anything here" and are not kept as conditions. */
const NOT_KEPT = new Set(['benchmark', '_']);

/**
 * Reads a template. `{name}` stands for a condition (`{benchmark}` and `{_}` for a part that is not kept), `*` for
 * any text within one name, two stars between slashes for any number of folders (none too), two stars at the end
 * for all that is below; all else stands for itself, capitals or not.
 */
export function parseTemplate(text: string): ParsedTemplate {
  const fail = (problem: string): ParsedTemplate => ({ ok: false, problem });
  const trimmed = text.trim();
  if (trimmed === '')
    return fail('The template is empty: write one such as {benchmark}_{nodes}n_{ar}_r{repeat}.out.');
  if (trimmed.length > TEMPLATE_LIMIT)
    return fail(`The template is longer than ${TEMPLATE_LIMIT} characters.`);
  const tokens: Token[] = [];
  for (const [part] of trimmed.matchAll(/\{[^{}]*\}|\*{3,}|\*\*\/|\*+|[^{}*]+|[{}]/g)) {
    const token = readPart(part);
    if (typeof token === 'string') return fail(token);
    const before = tokens.at(-1);
    if (before && isWild(before) && isWild(token)) {
      return fail(`Put something between ${show(before)} and ${show(token)}: where one ends cannot be told.`);
    }
    if (token.kind === 'capture' && token.key !== null) {
      const key = token.key;
      const twin = tokens.find((other) => other.kind === 'capture' && other.key === key);
      if (twin)
        return fail(`${show(token)} names the condition "${key}" a second time, after ${show(twin)}.`);
    }
    tokens.push(token);
  }
  if (tokens.filter((token) => token.kind !== 'text').length > WILD_LIMIT) {
    return fail(`The template has more than ${WILD_LIMIT} names in braces and stars.`);
  }
  const misplaced = misplacedFolders(tokens);
  return misplaced ? fail(misplaced) : { ok: true, template: { text: trimmed, tokens } };
}

/** True for what takes as much text as it can within one name: two of them in a row cannot be told apart. */
function isWild(token: Token): boolean {
  return token.kind === 'capture' || token.kind === 'star';
}

function show(token: Token): string {
  if (token.kind === 'capture') return `{${token.name}}`;
  if (token.kind === 'text') return `"${token.text}"`;
  return token.kind === 'star' ? '*' : token.kind === 'folders' ? '**/' : '**';
}

/** One part of a template as a token, or a sentence why it is none. */
function readPart(part: string): Token | string {
  if (part === '{') return 'A { is not closed: write a name and } behind it, as in {nodes}.';
  if (part === '}') return 'A } has no { before it: write both, as in {nodes}.';
  if (part === '*') return { kind: 'star' };
  if (part === '**/') return { kind: 'folders' };
  if (part === '**') return { kind: 'rest' };
  if (part.startsWith('*')) return `${part} is neither * (any text in a name) nor ** (any folders).`;
  if (!part.startsWith('{')) return { kind: 'text', text: part };
  const name = part.slice(1, -1).trim();
  if (name === '')
    return 'Braces are empty: write the name of a condition between them, or {_} for a part to skip.';
  if (name.length > KEY_LIMIT)
    return `The name in {${name.slice(0, 20)}…} is longer than ${KEY_LIMIT} characters.`;
  if (!/^[\p{L}_][\p{L}\p{N} _.-]*$/u.test(name)) {
    return `{${name}} is no name of a condition: use letters, digits, blanks, _ and -, beginning with a letter.`;
  }
  return { kind: 'capture', name, key: NOT_KEPT.has(name.toLowerCase()) ? null : canonicalKey(name) };
}

/** `**` stands for whole folders: it begins after a slash or at the start, and ends with a slash or the template. */
function misplacedFolders(tokens: readonly Token[]): string | null {
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'folders' && token.kind !== 'rest') continue;
    const before = tokens[index - 1];
    const begins = !before || (before.kind === 'text' && before.text.endsWith('/'));
    const closes = token.kind === 'folders' || index === tokens.length - 1;
    if (begins && closes) continue;
    return '** stands for whole folders: write it between slashes, as in runs/**/{benchmark}.out.';
  }
  return null;
}

/** Where a token may end when it begins at `from`, the longest first. */
function ends(token: Token, path: string, from: number): number[] {
  if (token.kind === 'text') {
    const end = from + token.text.length;
    return path.slice(from, end).toLowerCase() === token.text.toLowerCase() ? [end] : [];
  }
  if (token.kind === 'rest') return [path.length];
  if (token.kind === 'folders') {
    const below = [...path.slice(from).matchAll(/\//g)].map(({ index }) => from + index + 1);
    return [...below.reverse(), from];
  }
  const slash = path.indexOf('/', from);
  const last = slash < 0 ? path.length : slash;
  const first = token.kind === 'capture' ? from + 1 : from;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, back) => last - back);
}

type Accept = (key: string | null, value: string) => boolean;

/**
 * The values of all captures when the tokens fit the path from `start` to its end, else null. A pair (token, place)
 * that failed is not tried again, so the work is bounded by tokens × length².
 */
function fit(
  tokens: readonly Token[],
  path: string,
  start: number,
  accept: Accept,
  failed: Set<number>,
): string[] | null {
  const from = (index: number, place: number): string[] | null => {
    const token = tokens[index];
    if (!token) return place === path.length ? [] : null;
    const state = index * (path.length + 1) + place;
    if (failed.has(state)) return null;
    for (const end of ends(token, path, place)) {
      const value = path.slice(place, end);
      if (token.kind === 'capture' && !accept(token.key, value)) continue;
      const rest = from(index + 1, end);
      if (rest) return token.kind === 'capture' ? [value, ...rest] : rest;
    }
    failed.add(state);
    return null;
  };
  return from(0, start);
}

/** The first fit of the template in a path, beginning at a folder: the outermost one. */
function fitAnywhere(tokens: readonly Token[], path: string, accept: Accept): string[] | null {
  const failed = new Set<number>();
  for (let start = 0; start >= 0;) {
    const values = fit(tokens, path, start, accept, failed);
    if (values) return values;
    const slash = path.indexOf('/', start);
    start = slash < 0 ? -1 : slash + 1;
  }
  return null;
}

/**
 * Matches a template with the right end of a path, so that `{nodes}n_{ar}.out` fits with and without folders
 * before it. Counts must be whole numbers and switches must read as on or off, else the template does not fit.
 */
export function matchTemplate(template: Template, path: string): TemplateMatch {
  if (path.length > PATH_LIMIT)
    return { ok: false, problem: `The path is longer than ${PATH_LIMIT} characters.` };
  const captures = template.tokens.flatMap((token) => (token.kind === 'capture' ? [token] : []));
  const well: Accept = (key, value) => key === null || normaliseValue(key, value).ok;
  const values = fitAnywhere(template.tokens, path, well);
  if (values) {
    const conditions = captures.flatMap(({ key }, index) => {
      if (key === null) return [];
      const value = normaliseValue(key, values[index] ?? '');
      return value.ok ? [{ key, value: value.value }] : [];
    });
    return { ok: true, conditions };
  }
  const loose = fitAnywhere(template.tokens, path, () => true);
  for (const [index, { name, key }] of captures.entries()) {
    const value = key === null || !loose ? null : normaliseValue(key, loose[index] ?? '');
    if (value && !value.ok) return { ok: false, problem: `{${name}} ${value.problem}.` };
  }
  return { ok: false, problem: 'The path does not have the form of the template.' };
}

/** One line of the live preview: a path and what the template says of it. */
export interface TemplatePreview {
  path: string;
  match: TemplateMatch;
}

/** What a template would say of each path; a template that cannot be read gives its problem for all of them. */
export function previewTemplate(text: string, paths: readonly string[]): TemplatePreview[] {
  const parsed = parseTemplate(text);
  return paths.map((path) => ({ path, match: parsed.ok ? matchTemplate(parsed.template, path) : parsed }));
}

/** The conditions a template gives a path, none where it does not fit. */
export function conditionsFromTemplate(
  template: Template,
  path: string,
  origin: Origin = 'template',
): Condition[] {
  const match = matchTemplate(template, path);
  return match.ok ? match.conditions.map(({ key, value }) => ({ key, value, origin })) : [];
}
