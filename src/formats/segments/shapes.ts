/** Shapes of line starts: what is common to the lines of a log whose writer put something before each of them. */

/** Longest prefix that is looked for, in characters, and its parts. */
const LONGEST = 200;
const MOST_PARTS = 40;
/** Most shapes that are tried on a text. */
const MOST_SHAPES = 16;
/** Share of the lines that a shape must fit. */
const SHARE = 0.6;

const WORD = /[\w.@/+~-]{1,120}/y;

/**
 * The beginnings of a line that can be a prefix, each as a shape: `w` = a word (letters, digits, `_.@/+~-`), `b` = blanks,
 * `e` = the one blank at the end, any other character as it stands behind a backslash. A `#` is never part of one.
 */
export function shapesOf(line: string): string[] {
  const shapes: string[] = [];
  let shape = '';
  let at = 0;
  for (let part = 0; part < MOST_PARTS && at < Math.min(line.length, LONGEST); part++) {
    WORD.lastIndex = at;
    const word = WORD.exec(line)?.[0];
    const next = line[at] ?? '';
    if (word !== undefined) {
      shape += 'w';
      at += word.length;
    } else if (next === ' ' || next === '\t') {
      if (shape !== '') shapes.push(`${shape}e`);
      shape += 'b';
      while (line[at] === ' ' || line[at] === '\t') at++;
    } else if (next === '#') break;
    else {
      shape += `\\${next}`;
      at++;
      if (':|>])'.includes(next)) shapes.push(shape);
    }
  }
  return shapes;
}

/** Shapes that most of the lines begin with, those that fit most of them first, of these the longest. */
export function commonShapes(lines: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of lines)
    for (const shape of new Set(shapesOf(line))) counts.set(shape, (counts.get(shape) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count >= Math.max(2, SHARE * lines.length))
    .sort(([p, m], [q, n]) => n - m || q.length - p.length)
    .slice(0, MOST_SHAPES)
    .map(([shape]) => shape);
}

/** The pattern of a shape, with a group for each word; `words` = what each of them may be, where that is known. */
export function patternOf(shape: string, words: readonly (string | null)[] = [], flags = ''): RegExp {
  let group = 0;
  const source = shape.replace(/\\([\s\S])|[wbe]/g, (part, literal: string | undefined) => {
    if (literal !== undefined) return /\w/.test(literal) ? literal : `\\${literal}`;
    if (part === 'b') return '[ \\t]+';
    if (part === 'e') return '(?:[ \\t]|$)';
    return `(${words[group++] ?? '[\\w.@/+~-]{1,120}'})`;
  });
  return new RegExp(`^${source}`, flags);
}

/** Most forms of a word that are told apart. */
const MOST_FORMS = 16;

/**
 * What the words at one place are like: their texts with any digits in place of digits, or null where they are too many.
 * So a prefix `node01: ` is not seen in a row `8: 1.2`.
 */
export function formsOf(words: Iterable<string>): string | null {
  const forms = new Set<string>();
  for (const word of words) {
    forms.add(word.replace(/[.+]/g, '\\$&').replace(/\d+/g, '\\d+'));
    if (forms.size > MOST_FORMS) return null;
  }
  // The longest first, so that none hides one that goes on.
  return [...forms].sort((p, q) => q.length - p.length).join('|');
}
