import { KEY, NUMERIC_KEYS } from '../model/vocabulary';

/** Further keys that names, templates and sidecars know. Like every condition they are plain names. */
export const MORE_KEYS = {
  network: 'network',
  compiler: 'compiler',
  os: 'OS',
  gpusPerNode: 'GPUs per node',
  cuda: 'CUDA',
  hca: 'HCA',
} as const;

/** Keys whose values are `on` and `off`. */
export const SWITCH_KEYS: readonly string[] = [KEY.ar, KEY.sharp, KEY.sharpRequested, KEY.sharpEffective];

const COUNT_KEYS: readonly string[] = [...NUMERIC_KEYS, MORE_KEYS.gpusPerNode];

/** Longest key and longest value of a condition, in characters. */
export const KEY_LIMIT = 60;
export const VALUE_LIMIT = 200;

const ALIASES: Readonly<Record<string, string>> = {
  node: KEY.nodes,
  tpn: KEY.ppn,
  'tasks per node': KEY.ppn,
  'processes per node': KEY.ppn,
  'ranks per node': KEY.ppn,
  np: KEY.ranks,
  nprocs: KEY.ranks,
  ntasks: KEY.ranks,
  cluster: KEY.system,
  rep: KEY.repeat,
  nodeset: KEY.nodeSet,
  'adaptive routing': KEY.ar,
  gpus: MORE_KEYS.gpusPerNode,
};

const BY_LOWER_CASE = new Map<string, string>([
  ...[...Object.values(KEY), ...Object.values(MORE_KEYS)].map((key): [string, string] => [
    key.toLowerCase(),
    key,
  ]),
  ...Object.entries(ALIASES),
]);

/**
 * The one spelling of a condition's name: `ar` → `AR`, `nodeset` and `node_set` → `node set`, `np` → `ranks`.
 * A name the program does not know is kept as written, without blanks around it.
 */
export function canonicalKey(name: string): string {
  return knownKey(name) ?? name.trim();
}

const ON = new Set(['on', '1', 'true', 'yes', 'enable', 'enabled', 'with']);
const OFF = new Set(['off', '0', 'false', 'no', 'disable', 'disabled', 'without', 'none']);

/** The one spelling of a name that the program knows (`np` → `ranks`), else null. */
export function knownKey(name: string): string | null {
  const plain = name
    .trim()
    .toLowerCase()
    .replace(/[_\s-]+/g, ' ');
  return BY_LOWER_CASE.get(plain) ?? null;
}

/** `on` or `off` for what people write for a switch (`1`, `enabled`, `noar`, `without-sharp`), else null. */
export function switchValue(key: string, text: string): 'on' | 'off' | null {
  const word = text.trim().toLowerCase();
  if (ON.has(word)) return 'on';
  if (OFF.has(word)) return 'off';
  const feature = key.toLowerCase().split(' ')[0] ?? '';
  const match = /^(with|without|no)?[-_ ]?([a-z]+)$/.exec(word);
  if (match?.[2] !== feature) return null;
  return match[1] === 'no' || match[1] === 'without' ? 'off' : 'on';
}

/** A value in the form it is stored in, or what is wrong with it as the rest of a sentence (`must be …`). */
export type Normalised = { ok: true; value: string } | { ok: false; problem: string };

/**
 * The stored form of a value: whole numbers without leading zeros, switches as `on` and `off`, rotations as `forward`
 * and `backward`, other text trimmed.
 */
export function normaliseValue(key: string, text: string): Normalised {
  const value = text.trim();
  if (value === '') return { ok: false, problem: 'must not be empty' };
  if (value.length > VALUE_LIMIT)
    return { ok: false, problem: `must not be longer than ${VALUE_LIMIT} characters` };
  if (COUNT_KEYS.includes(key)) {
    if (!/^\d{1,9}$/.test(value)) return { ok: false, problem: `must be a whole number, not "${value}"` };
    return { ok: true, value: String(Number(value)) };
  }
  if (SWITCH_KEYS.includes(key)) {
    const state = switchValue(key, value);
    if (state === null) return { ok: false, problem: `must be on or off, not "${value}"` };
    return { ok: true, value: state };
  }
  if (key === KEY.rotation) {
    const direction = ROTATIONS[value.toLowerCase()];
    if (direction === undefined)
      return { ok: false, problem: `must be forward (right) or backward (left), not "${value}"` };
    return { ok: true, value: direction };
  }
  return { ok: true, value };
}

const ROTATIONS: Readonly<Record<string, string>> = {
  forward: 'forward',
  right: 'forward',
  backward: 'backward',
  left: 'backward',
};
