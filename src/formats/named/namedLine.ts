import type { Sample } from '../format';
import { READ_LENGTH } from '../text/lines';

/** What shows that a file is of some kind: a line (1 = first) and the fixed words on it. */
export interface FileEvidence {
  line: number;
  text: string;
}

/** A kind of file that is known for what it is, but not read. A reader that comes to read it removes its entry. */
export interface NamedKind {
  id: string;
  /** With its article: `an ibnetdiscover topology`. */
  what: string;
  find: (sample: Sample) => FileEvidence | null;
  /** What to do instead, as a sentence. */
  instead: string;
}

/**
 * Looks for a pattern line by line. It must be fixed at the beginning of a line, and match the tool's own words only:
 * what matches is shown.
 */
export function onLine(pattern: RegExp): NamedKind['find'] {
  return ({ lines }) => {
    for (let at = 0; at < lines.length; at++) {
      const match = pattern.exec((lines[at] ?? '').slice(0, READ_LENGTH));
      if (match) return { line: at + 1, text: match[0].trim() };
    }
    return null;
  };
}

/** Looks at the first line that is not blank only. */
export function onFirst(pattern: RegExp): NamedKind['find'] {
  return ({ lines }) => {
    const at = lines.findIndex((line) => line.trim() !== '');
    const match = pattern.exec((lines[at] ?? '').slice(0, READ_LENGTH).trimStart());
    return match ? { line: at + 1, text: match[0].trim() } : null;
  };
}
