import { type NameKind, type Mention, pathPieces, type Piece } from './names';

/** Kinds whose names are looked for in every text; other names are ordinary words too often. */
const SOUGHT: readonly NameKind[] = [
  ...(['host', 'domain', 'switch', 'guid', 'user', 'system', 'word'] as const),
  // A profile calls its series after the program.
  ...(['condition program', 'condition application', 'condition code'] as const),
];
/** Shorter names, and plain numbers, stand in every text by chance. */
const FEWEST = 3;

interface Sought {
  readonly text: string;
  readonly pieces: readonly Piece[];
}

/** A name in a text: where it begins and ends. */
export interface Occurrence {
  readonly start: number;
  readonly end: number;
  readonly pieces: readonly Piece[];
}

const RUN = /[\p{L}\p{N}]+/gu;
const LETTER = /[\p{L}\p{N}]/u;

/** Names to be looked for in texts, by the first letters and digits in a row that they begin with. */
export class NameIndex {
  private readonly byRun = new Map<string, Sought[]>();
  private readonly known = new Set<string>();

  /**
   * `paths` are looked for whole, those of several folders and file names with an ending alike; `files` are sha256, of
   * which the first 16 digits are too.
   */
  constructor(names: Iterable<Mention>, paths: Iterable<string>, files: Iterable<string>) {
    for (const sha256 of files) {
      const id: Mention = { kind: 'id', name: sha256.slice(0, 16) };
      this.add(sha256, [id]);
      this.add(id.name, [id]);
    }
    for (const mention of names) {
      if (!SOUGHT.includes(mention.kind)) continue;
      this.add(mention.name, [mention]);
      if (mention.kind !== 'guid') continue;
      const short = mention.name.replace(/^0x0*/, '');
      if (short.length >= 8) for (const form of [short, short.padStart(16, '0')]) this.add(form, [mention]);
    }
    for (const path of paths) {
      if (path.includes('/')) this.add(path, pathPieces(path));
      const file = path.slice(path.lastIndexOf('/') + 1);
      if (file.includes('.', 1)) this.add(file, pathPieces(file));
    }
    for (const list of this.byRun.values()) list.sort((p, q) => q.text.length - p.text.length);
  }

  private add(name: string, pieces: readonly Piece[]): void {
    const text = name.trim().toLowerCase();
    if (text.length < FEWEST || /^\d+$/.test(text)) return;
    const [run] = text.match(RUN) ?? [];
    // A name begins with letters or digits, or is looked for from the first of them on.
    const from = run === undefined ? -1 : text.indexOf(run);
    if (run === undefined || text.length - from < FEWEST) return;
    const sought = text.slice(from);
    if (this.known.has(sought)) return;
    this.known.add(sought);
    const list = this.byRun.get(run);
    if (list) list.push({ text: sought, pieces });
    else this.byRun.set(run, [{ text: sought, pieces }]);
  }

  /** Where names stand in a text as words of their own, whatever their case; of several at one place the longest. */
  *in(text: string): Generator<Occurrence> {
    const lower = text.toLowerCase();
    let free = 0;
    for (const { 0: run, index } of lower.matchAll(RUN)) {
      if (index < free) continue;
      for (const { text: name, pieces } of this.byRun.get(run) ?? []) {
        const end = index + name.length;
        if (!lower.startsWith(name, index) || LETTER.test(lower.charAt(end))) continue;
        yield { start: index, end, pieces };
        free = end;
        break;
      }
    }
  }

  /** A text cut into names and what stands between them. */
  pieces(text: string): Piece[] {
    const out: Piece[] = [];
    let at = 0;
    for (const { start, end, pieces } of this.in(text)) {
      out.push(text.slice(at, start), ...pieces);
      at = end;
    }
    return at === 0 ? [text] : [...out, text.slice(at)];
  }

  /** The first name that stands in a text, as it stands there; null where there is none. */
  first(text: string): string | null {
    for (const { start, end } of this.in(text)) return text.slice(start, end);
    return null;
  }
}
