/**
 * A piece of a name:
 * - `word`: letters; `number`: digits; `version`: numbers with dots between them;
 * - `stamp`: a date, a time or a UUID; `hash`: hexadecimal digits of both kinds, at least seven.
 */
export interface Token {
  kind: 'word' | 'number' | 'version' | 'stamp' | 'hash';
  text: string;
  /** What stands between it and the token before: empty where they touch. */
  gap: string;
}

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const CLOCK =
  '(?:[01]\\d|2[0-3])[-:_.h]?[0-5]\\d(?:[-:_.m]?[0-5]\\d)?(?:\\.\\d{1,9})?(?:s|z|[+-]\\d\\d:?\\d\\d)?';
const DAY = '(?:19|20)\\d\\d(?<day>[-_./]?)(?:0[1-9]|1[0-2])\\k<day>(?:0[1-9]|[12]\\d|3[01])';

/** Alternatives in the order in which they are tried at a place. */
const PIECES: readonly (readonly [Token['kind'], string])[] = [
  ['stamp', '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-z])'],
  ['stamp', `(?<!\\d)${DAY}(?:[-_.t ]{0,4}${CLOCK})?(?!\\d)`],
  ['stamp', '(?<!\\d)(?:0[1-9]|[12]\\d|3[01])(?<back>[-_.])(?:0[1-9]|1[0-2])\\k<back>(?:19|20)\\d\\d(?!\\d)'],
  ['stamp', `(?<![a-z])${MONTH}[-_ ]?\\d{1,2}(?:[-_ ,]{1,2}(?:19|20)\\d\\d)?(?![a-z0-9])`],
  ['stamp', `(?<!\\d)\\d{1,2}[-_ ]?${MONTH}(?:[-_ ]?(?:19|20)\\d\\d)?(?![a-z0-9])`],
  ['stamp', '(?<!\\d)(?:[01]?\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d)?(?!\\d)'],
  ['stamp', '(?<!\\d)1[3-9]\\d{8}(?:\\d{3})?(?!\\d)'],
  // Names that Kubernetes makes for pods: no vowels, so that they are no words.
  [
    'stamp',
    '(?<=-)(?:[bcdfghjklmnpqrstvwxz2456789]{8,10}-)?(?=[a-z]{0,4}\\d)[bcdfghjklmnpqrstvwxz2456789]{5}(?![0-9a-z])',
  ],
  ['hash', '(?<![0-9a-z])(?=[a-f]{0,39}\\d)(?=\\d{0,39}[a-f])[0-9a-f]{7,64}(?![0-9a-z])'],
  ['version', '(?<!\\d)\\d{1,9}(?:\\.\\d{1,9}){1,8}(?!\\d)'],
  ['number', '\\d+'],
  ['word', '\\p{L}+'],
];
const PIECE = new RegExp(PIECES.map(([, source], i) => `(?<p${i}>${source})`).join('|'), 'giu');

/** Names longer than this are cut before they are taken apart. */
const LONGEST = 400;

/** Takes a name apart: at characters that are neither letters nor digits, and at borders of letters and digits. */
export function tokensOf(name: string): Token[] {
  const tokens: Token[] = [];
  const text = name.slice(0, LONGEST);
  let end = 0;
  for (const match of text.matchAll(PIECE)) {
    const at = PIECES.findIndex((_, i) => match.groups?.[`p${i}`] !== undefined);
    const kind = PIECES[at]?.[0] ?? 'word';
    tokens.push({ kind, text: match[0], gap: text.slice(end, match.index) });
    end = match.index + match[0].length;
  }
  return tokens;
}

/** Tokens as one text, with what stood between them. */
export function textOf(tokens: readonly Token[]): string {
  return tokens.map(({ gap, text }, i) => (i === 0 ? text : gap + text)).join('');
}

const ENDING =
  /\.(?:out|log|txt|text|dat|csv|tsv|json|jsonl|ndjson|ya?ml|xml|err|stdout|stderr|gz|bz2|xz|zip|tar|tgz|mpi|nccl|prof|result|res|report)$/i;

/** A file name without the endings that say how it is written (`a.out.gz` → `a`). */
export function stemOf(name: string): string {
  let rest = name;
  while (ENDING.test(rest)) rest = rest.replace(ENDING, '');
  return rest;
}
