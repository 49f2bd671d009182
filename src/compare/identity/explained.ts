import { conditionsFromPath } from '../../conditions/names';
import type { Condition } from '../../model/vocabulary';
import type { IdentityRun, SetUp } from './types';
import { isIdNumber } from './indexes';
import { textOf, tokensOf, type Token } from './tokens';

/** Most tokens that one rule of names takes together (`standard_hb120rs_v3`). */
const WIDEST = 6;

/** What the rules of names say of a piece of a name, kept for the next run. */
export type KnownPieces = Map<string, readonly Condition[]>;

/** What of a name says a condition that the run has: nothing, a condition, or one that only numbers the execution. */
export type Said = 'nothing' | 'condition' | 'execution';

/** Words before and after a condition that turn it on or off. */
const SWITCH_BEFORE = /^(?:with|without|no|non)$/i;
const SWITCH_AFTER = /^(?:on|off|yes|no|true|false|enabled?|disabled?|0|1)$/i;

/** For each token of a name, what the rules of names find in it that holds for the run: in as few tokens as say it. */
export function saidBy(tokens: readonly Token[], run: IdentityRun, known: KnownPieces): Said[] {
  const said = tokens.map((): Said => 'nothing');
  const says = (start: number, end: number): Said => {
    if (start > 0 && tokens[start]?.gap === '') return 'nothing';
    if (end < tokens.length && tokens[end]?.gap === '') return 'nothing';
    const piece = tokens.slice(start, end);
    if (!piece.some(({ kind }) => kind === 'word')) return 'nothing';
    if (piece.some(({ kind, text }) => kind === 'hash' || (kind === 'number' && isIdNumber(text))))
      return 'nothing';
    return holding(conditionsOf(textOf(piece), known), run);
  };
  let from = 0;
  for (let end = 1; end <= tokens.length; end++)
    for (let start = end - 1; start >= Math.max(from, end - WIDEST); start--) {
      const what = says(start, end);
      if (what === 'nothing') continue;
      // `sharp` says as much as `sharp_on` and `with_sharp`: the words of the switch belong to it.
      const before = start > from && SWITCH_BEFORE.test(tokens[start - 1]?.text ?? '');
      const after = SWITCH_AFTER.test(tokens[end]?.text ?? '');
      const first = before && says(start - 1, end) === what ? start - 1 : start;
      from = after && says(start, end + 1) === what ? end + 1 : end;
      said.fill(what, first, from);
      break;
    }
  return said;
}

/** Bytes of one element of the data types that benchmarks name. */
const ELEMENT_BYTES = [1, 2, 4, 8];

/**
 * Marks words of a name that spell the value of a condition of the run or of a parameter of what it measures, and the
 * number that is its message size, in bytes or in elements.
 */
export function markSpelled(tokens: readonly Token[], said: Said[], { setUp, size }: IdentityRun): void {
  for (const words of spelledBy(setUp))
    for (let at = 0; at + words.length <= tokens.length; at++)
      if (words.every((word, i) => tokens[at + i]?.text.toLowerCase() === word))
        said.fill('condition', at, at + words.length);
  if (size === null) return;
  tokens.forEach(({ kind, text }, at) => {
    const number = Number(text);
    const isSize = number >= 8 && ELEMENT_BYTES.some((bytes) => number * bytes === size);
    if (kind === 'number' && said[at] === 'nothing' && isSize) said[at] = 'condition';
  });
}

const spelled = new WeakMap<SetUp, string[][]>();

/** Words of the values that are long enough to be no chance: of several words, or one with a letter and three characters. */
function spelledBy(setUp: SetUp): string[][] {
  let found = spelled.get(setUp);
  if (found) return found;
  const params = setUp.measures.flatMap((one) => (one.split('\n')[1] ?? '').split(';'));
  const values = [
    ...Object.values(setUp.conditions).map(({ value }) => value),
    ...params.map((param) => param.slice(param.indexOf('=') + 1)),
  ];
  found = values
    .filter((value) => /\p{L}/u.test(value) && value.length >= 3)
    .map((value) => tokensOf(value).map(({ text }) => text.toLowerCase()));
  spelled.set(setUp, found);
  return found;
}

function conditionsOf(text: string, known: KnownPieces): readonly Condition[] {
  let found = known.get(text);
  if (!found) known.set(text, (found = conditionsFromPath(`${text}/`)));
  return found;
}

function holding(conditions: readonly Condition[], { setUp, execution }: IdentityRun): Said {
  if (conditions.length === 0) return 'nothing';
  if (conditions.every(({ key, value }) => setUp.conditions[key]?.value === value)) return 'condition';
  return conditions.every(({ key, value }) => execution[key] === value) ? 'execution' : 'nothing';
}

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * True when a difference is told by a condition: one value of the condition goes with one value of the difference, and
 * the value is written in that of the condition, or the condition was itself found in names, or both take three values
 * and more in step. `values` and `runs` stand in the same order.
 */
export function isExplained(values: readonly string[], runs: readonly IdentityRun[]): boolean {
  const keys = new Set(runs.flatMap(({ setUp }) => Object.keys(setUp.conditions)));
  return [...keys].some((key) => explains(key, values, runs));
}

function explains(key: string, values: readonly string[], runs: readonly IdentityRun[]): boolean {
  const there = new Map<string, string>();
  const back = new Map<string, string>();
  let [oneToOne, written, named] = [true, true, true];
  for (const [i, run] of runs.entries()) {
    const held = run.setUp.conditions[key];
    const [condition, value] = [held?.value ?? '', values[i] ?? ''];
    if ((there.get(condition) ?? value) !== value) return false;
    there.set(condition, value);
    oneToOne &&= (back.get(value) ?? condition) === condition;
    back.set(value, condition);
    written &&= isWrittenIn(value, key, condition);
    named &&= held === undefined || held.origin === 'folder' || held.origin === 'name';
  }
  return written || (oneToOne && (named || back.size >= 3));
}

/** `4n` in nodes = 4, `gcc9` in compiler = GCC 9: its numbers are the value's, its words a part of key or value. */
function isWrittenIn(value: string, key: string, condition: string): boolean {
  if (value === '') return condition === '';
  const [letters, numbers] = [plain(`${key}${condition}`), new Set(condition.match(/\d+/g)?.map(Number))];
  const parts = value.match(/\p{L}+|\d+/gu) ?? [];
  return (
    parts.some((part) => /\d/.test(part) || part.length > 1) &&
    parts.every((part) =>
      /\d/.test(part) ? numbers.has(Number(part)) : letters.includes(part.toLowerCase()),
    )
  );
}
