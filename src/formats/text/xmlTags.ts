/** A start tag, an end tag or an empty element. */
export interface XmlTag {
  name: string;
  kind: 'start' | 'end' | 'empty';
  /** The value of an attribute with the five predefined entities put in, or null. */
  attribute(name: string): string | null;
  /**
   * Column (1 = first) at which the value of an attribute stands on the line, or the tag where it has none such; null
   * where the tag begins on an earlier line.
   */
  column(attribute: string): number | null;
}

/** What is told of a text of XML. */
export interface XmlHandler {
  tag(tag: XmlTag): void;
  /** Text between tags, in pieces; blank ones are left out. */
  text(text: string): void;
  /** A document type declaration: its entities are never put in. */
  declaration(): void;
}

/** Longest tag that is waited for over several lines. */
const TAG_LIMIT = 64 * 1024;
const SPECIAL = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<![CDATA[', ']]>'],
] as const;

/**
 * Reads XML line by line, as far as profiles and reports need it: elements, attributes, text. It checks nothing
 * (which end tag closes what), puts in no entity but the five predefined ones, and holds at most one tag.
 */
export class XmlLines {
  private held = '';
  private until: string | null = null;

  constructor(private readonly on: XmlHandler) {}

  /** Whether a tag or comment is open at the end of what was read. */
  get inside(): boolean {
    return this.held !== '' || this.until !== null;
  }

  line(line: string): void {
    const text = this.held === '' ? line : `${this.held} ${line}`;
    const before = text.length - line.length;
    this.held = '';
    let at = 0;
    while (at < text.length) {
      if (this.until !== null) {
        const end = text.indexOf(this.until, at);
        if (end < 0) return;
        at = end + this.until.length;
        this.until = null;
        continue;
      }
      const open = text.indexOf('<', at);
      const words = text.slice(at, open < 0 ? text.length : open);
      if (words.trim() !== '') this.on.text(decoded(words));
      if (open < 0) return;
      const special = SPECIAL.find(([begin]) => text.startsWith(begin, open));
      if (special) {
        this.until = special[1];
        at = open + special[0].length;
        continue;
      }
      const end = endOfTag(text, open);
      if (text.startsWith('<!', open)) {
        this.on.declaration();
        this.until = text.slice(open, end < 0 ? text.length : end).includes('[') ? ']>' : '>';
        at = open + 2;
        continue;
      }
      if (end < 0) {
        this.held = text.slice(open, open + TAG_LIMIT);
        return;
      }
      this.tag(text.slice(open + 1, end), open - before);
      at = end + 1;
    }
  }

  /** `at` = place of the tag on the line, below 0 where it begins on an earlier one. */
  private tag(body: string, at: number): void {
    const closing = body.startsWith('/');
    const empty = body.endsWith('/');
    const name = /^[^\s/>]+/.exec(closing ? body.slice(1) : body)?.[0] ?? '';
    this.on.tag({
      name,
      kind: closing ? 'end' : empty ? 'empty' : 'start',
      attribute: (wanted) => {
        const [from, to] = valueOf(body, wanted) ?? [];
        return from === undefined ? null : decoded(body.slice(from, to));
      },
      column: (wanted) => {
        if (at < 0) return null;
        const value = valueOf(body, wanted);
        // The body begins after the bracket.
        return value ? at + 1 + value[0] + 1 : at + 1;
      },
    });
  }
}

/** Where the tag that begins at `open` ends: the first `>` outside quotes; −1 when it does not. */
function endOfTag(text: string, open: number): number {
  let quote = '';
  for (let at = open + 1; at < text.length; at++) {
    const letter = text.charAt(at);
    if (quote !== '') {
      if (letter === quote) quote = '';
    } else if (letter === '>') return at;
    else if (letter === '"' || letter === "'") quote = letter;
  }
  return -1;
}

/** Where the value of an attribute begins and ends in a tag; null where it has none. */
function valueOf(body: string, name: string): [number, number] | null {
  for (const quote of ['"', "'"]) {
    const key = ` ${name}=${quote}`;
    const at = body.indexOf(key);
    if (at < 0) continue;
    const from = at + key.length;
    const end = body.indexOf(quote, from);
    if (end >= 0) return [from, end];
  }
  return null;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function decoded(text: string): string {
  return text.includes('&')
    ? text.replace(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '')
    : text;
}
