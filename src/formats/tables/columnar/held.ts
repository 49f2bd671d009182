/** Bytes of a file that come in pieces and are needed as a whole, up to a limit. */
export class HeldBytes {
  private pieces: Uint8Array[] = [];
  private length = 0;

  constructor(private readonly limit: number) {}

  /** Takes a piece, which must not change any more; false when there are too many bytes, of which none is kept then. */
  push(piece: Uint8Array): boolean {
    this.length += piece.length;
    if (this.length > this.limit) this.pieces = [];
    else this.pieces.push(piece);
    return this.length <= this.limit;
  }

  /** All bytes in one stretch; they are not held any more. Null when there were too many. */
  take(): Uint8Array | null {
    if (this.length > this.limit) return null;
    const [only] = this.pieces;
    if (only && this.pieces.length === 1) {
      this.pieces = [];
      return only;
    }
    const whole = new Uint8Array(this.length);
    let at = 0;
    for (const piece of this.pieces.splice(0)) {
      whole.set(piece, at);
      at += piece.length;
    }
    return whole;
  }
}
