import { encodingOf, type Encoding as MarkedEncoding } from '../text/lines';

/** Encodings of tables: those that are told from the first bytes, and that of older spreadsheets. */
export type TableEncoding = MarkedEncoding | 'windows-1252';

/** How the bytes of a text file become UTF-8 with LF at line ends. */
export interface TextForm {
  encoding: TableEncoding;
  /** Lines end with CR alone. */
  bareReturns: boolean;
}

/** The form of a file, told from its head. */
export function formOf(head: Uint8Array): TextForm {
  const marked = encodingOf(head);
  if (marked !== 'utf-8') return { encoding: marked, bareReturns: false };
  const encoding = isWindows(head) ? 'windows-1252' : marked;
  return { encoding, bareReturns: head.includes(13) && !head.includes(10) };
}

/**
 * Whether the letters beyond ASCII are those of Windows-1252, as spreadsheets write them: none of them is UTF-8. A text
 * with some that are is UTF-8 with damage. A character that is cut at the end of the head is no sign.
 */
function isWindows(head: Uint8Array): boolean {
  if (!head.some((byte) => byte > 127)) return false;
  const text = new TextDecoder().decode(head, { stream: true });
  // A replacement character that the text itself holds stands for itself and is UTF-8.
  return text.includes('\ufffd') && !/[^\0-\x7f\ufffd]/.test(text);
}

/** Turns the bytes of a file, piece by piece, into UTF-8 without a byte order mark; most pieces pass as they are. */
export class Utf8Pieces {
  private first = true;
  private readonly decoder: TextDecoder | null;
  private readonly encoder = new TextEncoder();

  constructor(private readonly form: TextForm) {
    this.decoder = form.encoding === 'utf-8' ? null : new TextDecoder(form.encoding);
  }

  piece(bytes: Uint8Array): Uint8Array {
    let piece = bytes;
    if (this.decoder) piece = this.encoder.encode(this.decoder.decode(bytes, { stream: true }));
    if (this.first && bytes.length > 0) {
      this.first = false;
      if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) piece = bytes.subarray(3);
    }
    if (this.form.bareReturns) piece = piece.map((byte) => (byte === 13 ? 10 : byte));
    return piece;
  }

  /** What is left of a character that was cut. */
  end(): Uint8Array {
    return this.decoder ? this.encoder.encode(this.decoder.decode()) : new Uint8Array(0);
  }
}
