import { encodingOf, type Encoding } from '../formats/lines';

/** How the bytes of a text file become UTF-8 with LF at line ends. */
export interface TextForm {
  encoding: Encoding;
  /** Lines end with CR alone. */
  bareReturns: boolean;
}

/** The form of a file, told from its head. */
export function formOf(head: Uint8Array): TextForm {
  const encoding = encodingOf(head);
  if (encoding !== 'utf-8') return { encoding, bareReturns: false };
  return { encoding, bareReturns: head.includes(13) && !head.includes(10) };
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
    if (this.decoder) return this.encoder.encode(this.decoder.decode(bytes, { stream: true }));
    let piece = bytes;
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
