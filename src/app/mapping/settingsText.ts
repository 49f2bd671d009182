import { canonicalKey, KEY_LIMIT, normaliseValue } from '../../conditions/keys';
import type { NamedValues } from '../../formats/tables/mapping';

/** Settings as people write them in one line: `AR = on; nodes = 4`. */
export function writeSettings(settings: NamedValues | undefined): string {
  return Object.entries(settings ?? {})
    .map(([key, value]) => `${key} = ${value}`)
    .join('; ');
}

/** Settings that were read, or what is wrong with the text, as a sentence. */
export type ReadSettings = { ok: true; settings: NamedValues } | { ok: false; problem: string };

/** Reads `AR = on; nodes = 4`. `what` says how one is called in a sentence: `condition`, `parameter`. */
export function readSettings(text: string, what: 'condition' | 'parameter'): ReadSettings {
  const settings = new Map<string, string>();
  const no = (problem: string): ReadSettings => ({ ok: false, problem });
  for (const part of text.split(';')) {
    if (part.trim() === '') continue;
    const at = part.indexOf('=');
    const name = part.slice(0, Math.max(0, at)).trim();
    const written = part.slice(at + 1).trim();
    if (at < 0 || name === '' || written === '')
      return no(`Write a ${what} as name = value: “${part.trim()}” is none.`);
    const key = what === 'condition' ? canonicalKey(name) : name;
    if (key.length > KEY_LIMIT) return no(`The name of a ${what} has at most ${KEY_LIMIT} characters.`);
    if (settings.has(key)) return no(`The ${what} “${key}” is given twice.`);
    const normal =
      what === 'condition' ? normaliseValue(key, written) : { ok: true as const, value: written };
    if (!normal.ok) return no(`${key} ${normal.problem}.`);
    settings.set(key, normal.value);
  }
  return { ok: true, settings: Object.fromEntries(settings) };
}

/**
 * A setting that the name of a column may say: `AR off` → `AR = off`, `nodes_8` → `nodes = 8`. With a key the rest of
 * the name is its value. Empty where the name is a single word.
 */
export function settingFromName(name: string, key = ''): string {
  const words = name.trim().split(/[\s_=:-]+/);
  if (key !== '') {
    const said = key.toLowerCase().split(/[\s_-]+/);
    const starts = said.length < words.length && said.every((word, i) => words[i]?.toLowerCase() === word);
    return `${key} = ${(starts ? words.slice(said.length) : words).join(' ')}`;
  }
  const value = words.at(-1);
  return words.length < 2 || value === undefined
    ? ''
    : `${canonicalKey(words.slice(0, -1).join(' '))} = ${value}`;
}
