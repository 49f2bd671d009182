/** From bytes to clean lines: encodings, line ends, escapes, prefixes of launchers. */

/** Longest line that is read, in characters; the rest of a longer one is passed over. */
export const LINE_LIMIT = 1024 * 1024;

/** Longest piece of a line that a reader sees: no table is wider, and no pattern may take long over more. */
export const READ_LENGTH = 4096;

/** Bytes by which binary is told from text: enough for the head of any binary format. */
export const MAGIC_BYTES = 128;

/** Encodings that are told from the first bytes. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** The encoding a byte order mark announces, or the NULs of UTF-16 without one show; else UTF-8. */
export function encodingOf(head: Uint8Array): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const length = Math.min(head.length, MAGIC_BYTES) & ~1;
  if (length < 8) return 'utf-8';
  for (const high of [0, 1]) {
    let texts = 0;
    for (let at = 0; at < length; at += 2) {
      const low = head[at + 1 - high] ?? 0;
      if (head[at + high] === 0 && (low >= 32 || low === 9 || low === 10 || low === 13)) texts++;
    }
    if (texts >= 0.9 * (length / 2)) return high === 1 ? 'utf-16le' : 'utf-16be';
  }
  return 'utf-8';
}

/**
 * Whether the first bytes of a file are not text: more than one in ten is a control character that no text has. A log
 * with NUL bytes further down (a hole left by a crash) is still text.
 */
export function looksBinary(head: Uint8Array): boolean {
  if (encodingOf(head) !== 'utf-8') return false;
  const length = Math.min(head.length, MAGIC_BYTES);
  let control = 0;
  for (let i = 0; i < length; i++) {
    const byte = head[i] ?? 0;
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 12 && byte !== 8 && byte !== 27)
      control++;
  }
  return control * 10 > length;
}

/** One line as the splitter gives it; `open` = the text ends without a line end after it. */
export type LineHandler = (text: string, tooLong: boolean, open: boolean) => void;

/** Cuts text that comes in pieces into lines at LF, CRLF or, where `end` is `\r`, at CR. */
export class LineSplitter {
  private carry = '';
  private tooLong = false;

  constructor(
    private readonly handle: LineHandler,
    private readonly lineEnd: '\n' | '\r' = '\n',
  ) {}

  push(piece: string): void {
    let from = 0;
    for (;;) {
      const end = piece.indexOf(this.lineEnd, from);
      if (end < 0) break;
      this.finish(piece.slice(from, end), false);
      from = end + 1;
    }
    if (from < piece.length) this.hold(piece.slice(from));
  }

  /** Hands on a last line without a line end, if there is one. */
  end(): void {
    if (this.carry !== '' || this.tooLong) this.finish('', true);
  }

  private hold(rest: string): void {
    if (this.tooLong) return;
    this.carry += rest;
    if (this.carry.length > LINE_LIMIT) {
      this.carry = this.carry.slice(0, LINE_LIMIT);
      this.tooLong = true;
    }
  }

  private finish(tail: string, open: boolean): void {
    this.hold(tail);
    let text = this.carry;
    const tooLong = this.tooLong;
    this.carry = '';
    this.tooLong = false;
    if (text.endsWith('\r')) text = text.slice(0, -1);
    this.handle(text, tooLong, open);
  }
}

// eslint-disable-next-line no-control-regex
const ESCAPES = /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\-_])/g;
const STREAM_TAG =
  /^(?:[A-Z][a-z]{2} [A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d \d{4}|\d{4}-\d\d-\d\dT?[\d:. ]*)?(?:\[[\w.@,-]+\])?<std(?:out|err|diag)>: ?/;

/** A line without terminal escapes and NUL characters: what is kept and shown. */
export function withoutEscapes(text: string): string {
  let clean = text;
  if (clean.includes('\x1b')) clean = clean.replace(ESCAPES, '');
  if (clean.includes('\0')) clean = clean.replaceAll('\0', '');
  return clean;
}

/**
 * Takes off what `mpirun` puts before each line: `[1,0]<stdout>:`, `Fri Nov 20 10:00:29 2026<stdout>:`; with `label`
 * also the rank label that `srun -l` (`0: `) and `mpiexec -l` (`[0] `) print.
 */
export function withoutPrefix(text: string, label: boolean): string {
  if (text.includes('<std')) return text.replace(STREAM_TAG, '');
  return label ? text.replace(/^\s*(?:\d+: ?|\[\d+\] ?)/, '') : text;
}

/** Whether every line of a sample carries the label of a rank, so that the label is the launcher's. */
export function allLabelled(lines: readonly string[]): boolean {
  let labelled = 0;
  for (const line of lines) {
    if (line.trim() === '') continue;
    if (!/^\s*(?:\d+:(?: |$)|\[\d+\](?: |$))/.test(line)) return false;
    labelled++;
  }
  return labelled > 1;
}
