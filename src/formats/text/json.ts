/**
 * JSON with the line of every value. Numbers on screen must lead back to their line, and a cut file must give what
 * stands before the cut: `JSON.parse` does neither.
 */

/** A JSON value and the line (1 = first) on which it begins. */
export type JsonNode =
  | { kind: 'object'; line: number; members: ReadonlyMap<string, JsonNode> }
  | { kind: 'array'; line: number; items: readonly JsonNode[] }
  | { kind: 'string'; line: number; text: string }
  | { kind: 'number'; line: number; text: string }
  | { kind: 'word'; line: number; text: 'true' | 'false' | 'null' };

/** What was read of a text, and where it stops being JSON, if it does. */
export interface JsonText {
  /** The value; of a damaged text what stands before the damage. Null when there is none. */
  root: JsonNode | null;
  error: { line: number; message: string } | null;
}

/** Deepest nesting that is read. */
const DEPTH_LIMIT = 100;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const SPACE = /[ \t\r]*/y;

/**
 * Reads a JSON text. Never throws. Numbers keep their printed form; of a repeated key the last one counts. A text that
 * is cut or damaged gives what stands before, without a last number or text that may be cut.
 */
export function parseJson(text: string): JsonText {
  return new Parser(text).whole();
}

class Parser {
  private line = 1;
  private at = 0;
  private error: JsonText['error'] = null;

  constructor(private readonly text: string) {}

  whole(): JsonText {
    const root = this.value(0);
    if (!this.error) {
      this.space();
      if (this.at < this.text.length) this.fail('there is more after the end of the value');
    }
    // Where the text ends behind a line end, the last line is where it ends too early.
    if (this.error) this.error.line = Math.min(this.error.line, Math.max(1, countLines(this.text)));
    return { root, error: this.error };
  }

  private value(depth: number): JsonNode | null {
    if (depth > DEPTH_LIMIT) return this.fail(`it is nested deeper than ${DEPTH_LIMIT} levels`);
    this.space();
    const line = this.line;
    const first = this.text[this.at];
    if (first === '{') return { kind: 'object', line, members: this.members(depth) };
    if (first === '[') return { kind: 'array', line, items: this.items(depth) };
    if (first === '"') {
      const text = this.string();
      return text === null ? null : { kind: 'string', line, text };
    }
    const number = this.match(NUMBER);
    if (number !== null && number !== '') {
      const next = this.text[this.at] ?? (depth > 0 ? 'cut' : ',');
      if (!/^[\s,\]}]$/.test(next)) return this.fail('it ends within a number, or a number is damaged');
      return { kind: 'number', line, text: number };
    }
    const word = this.match(WORD);
    if (word === 'true' || word === 'false' || word === 'null') return { kind: 'word', line, text: word };
    return this.fail(first === undefined ? 'it ends too early' : 'a value was expected');
  }

  private members(depth: number): Map<string, JsonNode> {
    const members = new Map<string, JsonNode>();
    this.at++;
    if (this.taken('}')) return members;
    do {
      this.space();
      const key = this.string();
      if (key === null) return members;
      if (!this.taken(':')) this.fail('“:” was expected');
      const value = this.error ? null : this.value(depth + 1);
      if (value) members.set(key, value);
    } while (!this.error && this.taken(','));
    if (!this.error && !this.taken('}')) this.fail('“}” was expected');
    return members;
  }

  private items(depth: number): JsonNode[] {
    const items: JsonNode[] = [];
    this.at++;
    if (this.taken(']')) return items;
    do {
      const value = this.value(depth + 1);
      if (value) items.push(value);
    } while (!this.error && this.taken(','));
    if (!this.error && !this.taken(']')) this.fail('“]” was expected');
    return items;
  }

  private string(): string | null {
    if (this.text[this.at] !== '"') return this.fail('a text in double quotes was expected');
    let end = this.at + 1;
    for (;;) {
      end = this.text.indexOf('"', end);
      if (end < 0) return this.fail('it ends within a text');
      let slashes = 0;
      while (this.text[end - 1 - slashes] === '\\') slashes++;
      if (slashes % 2 === 0) break;
      end++;
    }
    const quoted = this.text.slice(this.at, end + 1);
    if (quoted.includes('\n')) return this.fail('a text is not closed on its line');
    this.at = end + 1;
    if (!quoted.includes('\\')) return quoted.slice(1, -1);
    try {
      return JSON.parse(quoted) as string;
    } catch {
      return this.fail('a text has a wrong escape');
    }
  }

  private fail(message: string): null {
    this.error ??= { line: this.line, message };
    return null;
  }

  private taken(character: string): boolean {
    this.space();
    if (this.text[this.at] !== character) return false;
    this.at++;
    return true;
  }

  private space(): void {
    for (;;) {
      this.match(SPACE);
      if (this.text[this.at] !== '\n') return;
      this.at++;
      this.line++;
    }
  }

  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (!found) return null;
    this.at = pattern.lastIndex;
    return found[0];
  }
}

/** The member of an object, or null. */
export function member(node: JsonNode | null | undefined, key: string): JsonNode | null {
  return node?.kind === 'object' ? (node.members.get(key) ?? null) : null;
}

/** The items of an array; none for anything else. */
export function items(node: JsonNode | null | undefined): readonly JsonNode[] {
  return node?.kind === 'array' ? node.items : [];
}

/** The text of a string or number, or null. */
export function scalar(node: JsonNode | null | undefined): string | null {
  return node?.kind === 'string' || node?.kind === 'number' ? node.text : null;
}

/** Number of lines of a text; a last line end begins no further line. */
export function countLines(text: string): number {
  if (text === '') return 0;
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return text.endsWith('\n') ? lines : lines + 1;
}

/** A node as plain values: numbers as numbers, the rest as it is. */
export function plainJson(node: JsonNode): unknown {
  switch (node.kind) {
    case 'object':
      return Object.fromEntries([...node.members].map(([key, value]) => [key, plainJson(value)]));
    case 'array':
      return node.items.map(plainJson);
    case 'number':
      return Number(node.text);
    case 'string':
      return node.text;
    case 'word':
      return node.text === 'null' ? null : node.text === 'true';
  }
}

/** `runs[0].series[2].unit`: where in a file something stands, for people. */
export function place(path: readonly unknown[]): string {
  const steps = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key).slice(0, 60)}`));
  return steps.length > 0 ? steps.join('').replace(/^\./, '') : 'The file';
}

/** The line of the node at a path, or of the last one on the way to it. */
export function lineAt(root: JsonNode, path: readonly unknown[]): number {
  let node = root;
  for (const key of path) {
    const next =
      node.kind === 'object'
        ? node.members.get(String(key))
        : node.kind === 'array' && typeof key === 'number'
          ? node.items[key]
          : undefined;
    if (!next) break;
    node = next;
  }
  return node.line;
}
