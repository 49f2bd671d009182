import * as v from 'valibot';
import { packRanks, type PackedRanks } from '../pairs/ranges';
import { INLINE_LIMIT } from './data';
import { DEFAULT_VIEW, LINK_VERSION, ViewSchema, type View } from './view';

/** Longest fragment that is read, in characters, without the data in it; and longest data. */
const LINK_LIMIT = 16_384;
const DATA_LIMIT = INLINE_LIMIT + LINK_LIMIT;

/** A link as a view, or a sentence why it cannot be opened. */
export type ReadLink = { ok: true; view: View } | { ok: false; problem: string };

type Plain = Record<string, unknown>;

/** Brings the content of an older link to the next version: `UPGRADERS[1]` makes version 2 of version 1. */
const UPGRADERS: Readonly<Record<number, (old: Plain) => Plain>> = {};

/**
 * The view as a URL fragment: `#1&tab=speedup&x=nodes…`: the version, then each value that is not the default
 * as JSON (plain text where it is a word).
 */
export function writeLink(view: View): string {
  const parts = [String(LINK_VERSION)];
  for (const key of Object.keys(DEFAULT_VIEW) as (keyof View)[]) {
    const value = key === 'excluded' ? excludedOf(view.excluded) : view[key];
    if (JSON.stringify(value) === JSON.stringify(DEFAULT_VIEW[key])) continue;
    const plain = typeof value === 'string' && !isJson(value) ? value : JSON.stringify(value);
    parts.push(`${key}=${encodeURIComponent(plain)}`);
  }
  return `#${parts.join('&')}`;
}

/** More ranks than this are packed: one by one they would fill the link. */
const MOST_ONE_BY_ONE = 256;

const excludedOf = (ranks: View['excluded']): View['excluded'] | PackedRanks =>
  ranks.length > MOST_ONE_BY_ONE ? packRanks(ranks) : ranks;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Reads a fragment (with or without `#`). An empty one is the default view. Anybody may have written it. */
export function readLink(fragment: string): ReadLink {
  const text = fragment.replace(/^#/, '');
  if (text === '') return { ok: true, view: DEFAULT_VIEW };
  const tooLong: ReadLink = { ok: false, problem: 'This link is too long to be one of Fabriscope.' };
  if (text.length > LINK_LIMIT + DATA_LIMIT) return tooLong;
  const [first = '', ...parts] = text.split('&');
  const data = parts.filter((part) => part.startsWith('data=')).join('&');
  if (text.length - data.length > LINK_LIMIT || data.length > DATA_LIMIT) return tooLong;
  const version = Number(first);
  if (!Number.isInteger(version) || version < 1)
    return {
      ok: false,
      problem: 'This link is not one of Fabriscope: it does not begin with a version number.',
    };
  if (version > LINK_VERSION)
    return {
      ok: false,
      problem: `This link was made by a newer Fabriscope (link version ${version}; this one reads up to ${LINK_VERSION}). Open it with that version.`,
    };
  let values: Plain = {};
  for (const part of parts) {
    const at = part.indexOf('=');
    let value: string;
    try {
      value = decodeURIComponent(part.slice(at + 1));
    } catch {
      return { ok: false, problem: `This link is damaged at "${part.slice(0, 40)}".` };
    }
    values[part.slice(0, Math.max(at, 0))] = isJson(value) ? (JSON.parse(value) as unknown) : value;
  }
  for (let from = version; from < LINK_VERSION; from++) values = UPGRADERS[from]?.(values) ?? values;
  const result = v.safeParse(ViewSchema, { ...DEFAULT_VIEW, ...values });
  if (result.success) return { ok: true, view: result.output };
  const issue = result.issues[0];
  // The data stands last, as JSON: a text is a part of it.
  if (typeof values['data'] === 'string')
    return {
      ok: false,
      problem:
        'This link is cut short: some mail and chat programs cut long links. Ask for it once more, or for the data as a file.',
    };
  return {
    ok: false,
    problem: `This link is damaged: "${v.getDotPath(issue) ?? '?'}" has a value that is not allowed.`,
  };
}
