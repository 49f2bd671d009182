import { seeded } from './formats';

/** What a mutation may draw on. */
export interface Material {
  /** Lines that stand between results in real logs. */
  noise: readonly string[];
  /** Another file, of which a piece is mixed in. */
  other: Uint8Array;
}

type Random = () => number;
type Change = (lines: string[], random: Random, material: Material) => string[];

const below = (random: Random, end: number): number => Math.floor(random() * end);
const pick = <Item>(random: Random, items: readonly Item[], otherwise: Item): Item =>
  items[below(random, items.length)] ?? otherwise;

/** A stretch of a file, mostly short. */
function stretch(random: Random, length: number): [number, number] {
  const from = below(random, length);
  return [from, Math.min(length, from + 1 + below(random, random() < 0.8 ? 5 : 60))];
}

/** Texts that stand in for a field: what tools print for missing, huge and broken numbers. */
const ODD_FIELDS = [
  'nan',
  '-nan',
  'inf',
  'N/A',
  '-1',
  '0',
  '1e400',
  '1e-400',
  '-',
  '',
  '0x10',
  '1,234.5',
  '12.',
  '.5',
  '9'.repeat(400),
  '18446744073709551616',
  '\u0000',
  'é',
];

const PREFIXES = [
  '[1,0]<stdout>:',
  '[1,13]<stderr>:',
  '0: ',
  '[0] ',
  '  ',
  '\t',
  '# ',
  '+ ',
  '\u001b[4m',
  '> ',
];

/** Changes of the lines of a file. Each is a damage that logs really have. */
const CHANGES: readonly Change[] = [
  // cut
  (lines, random) => lines.slice(0, below(random, lines.length)),
  (lines, random) => lines.slice(below(random, lines.length)),
  (lines, random) => {
    const at = below(random, lines.length);
    const line = lines[at] ?? '';
    return [...lines.slice(0, at), line.slice(0, below(random, line.length + 1))];
  },
  (lines, random) => {
    const [from, to] = stretch(random, lines.length);
    return [...lines.slice(0, from), ...lines.slice(to)];
  },
  // doubled, swapped
  (lines, random) => {
    const [from, to] = stretch(random, lines.length);
    return [...lines.slice(0, to), ...lines.slice(from)];
  },
  (lines) => [...lines, ...lines],
  (lines, random) => {
    const [from, to] = stretch(random, lines.length);
    const at = below(random, lines.length);
    return [...lines.slice(0, at), ...lines.slice(from, to), ...lines.slice(at)];
  },
  (lines, random) => {
    const [from, to] = stretch(random, lines.length);
    return [...lines.slice(0, from), ...lines.slice(from, to).reverse(), ...lines.slice(to)];
  },
  // noise, pieces of another file
  (lines, random, { noise }) =>
    lines.flatMap((line) => (random() < 0.1 ? [line, pick(random, noise, '')] : [line])),
  (lines, random, { other }) => {
    const text = new TextDecoder('latin1').decode(other).split('\n');
    const [from, to] = stretch(random, text.length);
    const at = below(random, lines.length);
    return [...lines.slice(0, at), ...text.slice(from, to), ...lines.slice(at)];
  },
  // lines joined, broken, shortened, lengthened
  (lines, random) => {
    const at = below(random, lines.length);
    return [...lines.slice(0, at), (lines[at] ?? '') + (lines[at + 1] ?? ''), ...lines.slice(at + 2)];
  },
  (lines, random) => {
    const at = below(random, lines.length);
    const line = lines[at] ?? '';
    const middle = below(random, line.length + 1);
    return [...lines.slice(0, at), line.slice(0, middle), line.slice(middle), ...lines.slice(at + 1)];
  },
  (lines, random) =>
    lines.map((line) => (random() < 0.2 ? line.slice(0, below(random, line.length + 1)) : line)),
  (lines, random) => {
    const at = below(random, lines.length);
    const line = (lines[at] ?? '').repeat(2 + below(random, random() < 0.2 ? 2000 : 4)).slice(0, 300_000);
    return [...lines.slice(0, at), line, ...lines.slice(at + 1)];
  },
  // fields
  (lines, random) =>
    lines.map((line) => {
      if (random() > 0.2) return line;
      const fields = line.split(/(\s+|[|,:"])/);
      fields[below(random, fields.length)] = pick(random, ODD_FIELDS, '');
      return fields.join('');
    }),
  (lines, random) => {
    const letter = pick(random, [' ', '\t', '|', '"', ',', '{', '#'], ' ');
    return lines.map((line) => {
      const at = below(random, line.length + 1);
      return random() < 0.1 ? line.slice(0, at) + letter + line.slice(at) : line;
    });
  },
  // prefixes of launchers and shells
  (lines, random) => {
    const prefix = pick(random, PREFIXES, '');
    return lines.map((line) => prefix + line);
  },
  (lines, random) => lines.map((line) => (random() < 0.3 ? pick(random, PREFIXES, '') + line : line)),
];

/** Changes of the bytes. */
const BYTE_CHANGES: readonly ((bytes: Uint8Array, random: Random) => Uint8Array)[] = [
  (bytes, random) => bytes.slice(0, below(random, bytes.length + 1)),
  (bytes, random) => {
    const flipped = bytes.slice();
    const flips = 1 + below(random, random() < 0.7 ? 4 : 60);
    for (let i = 0; i < flips; i++) {
      const at = below(random, bytes.length);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << below(random, 8));
    }
    return flipped;
  },
  (bytes) => new TextEncoder().encode(new TextDecoder().decode(bytes).replaceAll('\n', '\r\n')),
  (bytes) => new TextEncoder().encode(new TextDecoder().decode(bytes).replaceAll('\n', '\r')),
  (bytes) => Uint8Array.from([0xef, 0xbb, 0xbf, ...bytes]),
  (bytes) => {
    const text = new TextDecoder().decode(bytes);
    const wide = new Uint8Array(2 + 2 * text.length);
    wide.set([0xff, 0xfe]);
    for (let i = 0; i < text.length; i++) {
      wide[2 + 2 * i] = text.charCodeAt(i) & 255;
      wide[3 + 2 * i] = text.charCodeAt(i) >> 8;
    }
    return wide;
  },
];

/** A damaged file: one to three changes, the same for the same seed. Never empty of meaning by rule: it may be anything. */
export function mutate(bytes: Uint8Array, seed: number, material: Material): Uint8Array {
  const random = seeded(seed);
  let current = bytes;
  const changes = 1 + below(random, 3);
  for (let i = 0; i < changes; i++) {
    if (random() < 0.25) {
      const change = pick(random, BYTE_CHANGES, (same: Uint8Array) => same);
      current = change(current, random);
    } else {
      const change = pick(random, CHANGES, (same: string[]) => same);
      const lines = new TextDecoder().decode(current).split('\n');
      current = new TextEncoder().encode(change(lines, random, material).join('\n'));
    }
  }
  return current;
}
