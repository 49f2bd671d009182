import { createSHA256 } from 'hash-wasm';
import * as v from 'valibot';
import { naturalOrder } from '../../compare/conditions';
import type { NameKind, Mention } from './names';

const Name = v.pipe(v.string(), v.maxLength(4000));
const TableSchema = v.object({
  version: v.literal(1),
  /** 64 hex digits, random: what files and runs are called depends on it. */
  secret: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  /** By kind: what its pseudonyms begin with, and its names; the first is number 1. */
  kinds: v.record(
    v.string(),
    v.object({
      prefix: v.pipe(v.string(), v.maxLength(80)),
      names: v.pipe(v.array(Name), v.maxLength(2 ** 21)),
    }),
  ),
});

/** Which name has which pseudonym: what the owner keeps, and what never leaves with the data. */
export type NameTable = v.InferOutput<typeof TableSchema>;

/** A table without names and with a new secret. */
export function newTable(): NameTable {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const secret = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { version: 1, secret, kinds: {} };
}

/** Checks what a browser has kept as a table; null when it is none. */
export function parseTable(value: unknown): NameTable | null {
  const result = v.safeParse(TableSchema, value);
  return result.success ? result.output : null;
}

/** Digits of the numbers in pseudonyms; more where there are more names. */
const DIGITS: Partial<Record<NameKind, number>> = { host: 4, switch: 4, file: 4, folder: 3 };

/** What pseudonyms of a kind begin with: the word of the kind, `condition partition` is `partition`. */
function wordOf(kind: NameKind): string {
  if (!kind.startsWith('condition ')) return kind;
  const word = kind
    .slice('condition '.length)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return word || 'value';
}

const ordered = (kind: NameKind, names: readonly string[]): string[] =>
  // Files are listed in the order of bytes, everything else as people number things.
  ['file', 'folder', 'guid'].includes(kind)
    ? [...names].sort()
    : [...names].sort((p, q) => naturalOrder(p, q) || (p < q ? -1 : 1));

/** A beginning that no name has, so that a pseudonym is never somebody's name. */
function freePrefix(kind: NameKind, lower: readonly string[]): string {
  for (let n = 1; ; n++) {
    const prefix =
      kind === 'guid'
        ? `0x${(n - 1).toString(16).padStart(4, '0')}`
        : `${wordOf(kind)}${n === 1 ? '' : String.fromCharCode(95 + n)}`;
    const like = new RegExp(`(?:^|[^a-z0-9])${prefix}(?:-?\\d|$)`);
    const taken = (name: string) => (kind === 'guid' ? name.startsWith(prefix) : like.test(name));
    if (n > 26 || !lower.some(taken)) return prefix;
  }
}

/**
 * The table with names that it did not have behind those that it had, in their natural order; the same table where
 * none is new. What has a number keeps it for good.
 */
export function withNames(table: NameTable, found: Iterable<Mention>): NameTable {
  const fresh = new Map<NameKind, Set<string>>();
  const held = new Map(Object.entries(table.kinds).map(([kind, { names }]) => [kind, new Set(names)]));
  const lower: string[] = [];
  for (const { kind, name } of found) {
    lower.push(name.toLowerCase());
    if (held.get(kind)?.has(name)) continue;
    const names = fresh.get(kind) ?? new Set();
    fresh.set(kind, names.add(name));
  }
  if (fresh.size === 0) return table;
  const kinds = { ...table.kinds };
  for (const [kind, names] of fresh) {
    const before = kinds[kind];
    const added = ordered(kind, [...names]);
    kinds[kind] = {
      prefix: before?.prefix ?? freePrefix(kind, lower),
      names: [...(before?.names ?? []), ...added],
    };
  }
  return { ...table, kinds };
}

/** Number `at`, from 0, as a pseudonym. */
function called(kind: NameKind, prefix: string, at: number): string {
  if (kind === 'guid') return prefix + (at + 1).toString(16).padStart(18 - prefix.length, '0');
  return `${prefix}-${String(at + 1).padStart(DIGITS[kind] ?? 2, '0')}`;
}

/** What names, files and runs are called by a table. */
export interface Pseudonyms {
  /** Of a name that the table has; throws else. */
  of: (mention: Mention) => string;
  /** 64 hex digits that stand for a file whose sha256 begins with these 16. */
  file: (digits: string) => string;
}

/** A table ready to be asked. */
export async function pseudonymsOf(table: NameTable): Promise<Pseudonyms> {
  const numbers = new Map<string, Map<string, number>>();
  for (const [kind, { names }] of Object.entries(table.kinds))
    numbers.set(kind, new Map(names.map((name, at) => [name, at])));
  const hasher = await createSHA256();
  const files = new Map<string, string>();
  return {
    of: ({ kind, name }) => {
      const at = numbers.get(kind)?.get(name);
      const prefix = table.kinds[kind]?.prefix;
      if (at === undefined || prefix === undefined) throw new Error(`a ${kind} has no pseudonym yet`);
      return called(kind, prefix, at);
    },
    file: (digits) => {
      let made = files.get(digits);
      if (made === undefined) {
        hasher.init();
        hasher.update(`${table.secret} ${digits}`);
        files.set(digits, (made = hasher.digest('hex')));
      }
      return made;
    },
  };
}

/** Whether names stand in their natural order by number, so that what goes by the order of names stays as it is. */
export function inOrder(table: NameTable, found: Iterable<Mention>): boolean {
  const present = new Map<NameKind, Set<string>>();
  for (const { kind, name } of found) present.set(kind, (present.get(kind) ?? new Set()).add(name));
  return (['host', 'switch'] as const).every((kind) => {
    const names = (table.kinds[kind]?.names ?? []).filter((name) => present.get(kind)?.has(name));
    return ordered(kind, names).every((name, at) => name === names[at]);
  });
}

/** Every name of the table with its pseudonym, in the order of kinds and numbers. */
export function* entriesOf(table: NameTable): Generator<Mention & { pseudonym: string }> {
  for (const [key, { prefix, names }] of Object.entries(table.kinds)) {
    const kind = key as NameKind;
    for (const [at, name] of names.entries()) yield { kind, name, pseudonym: called(kind, prefix, at) };
  }
}
