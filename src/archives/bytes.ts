/** Bytes in pieces, as a decoder gives and takes them. */
export type Bytes = AsyncGenerator<Uint8Array, void, undefined>;

/**
 * What is wrong with an archive, as a sentence for the user. `path` names the archive (or the entry) at fault; with
 * `everywhere` any of its bytes may be wrong, else they are right and end too early.
 */
export class ArchiveFault extends Error {
  override name = 'Fault';
  constructor(
    readonly path: string,
    message: string,
    readonly everywhere = false,
  ) {
    super(message);
  }
}

/** The pieces of a stream; the stream is cancelled when the caller wants no more. */
export async function* piecesOf(stream: ReadableStream<Uint8Array>): Bytes {
  const reader = stream.getReader();
  let whole = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield value;
    }
    whole = true;
  } finally {
    if (!whole) await reader.cancel();
  }
}

/** The same bytes in pieces of at most `limit`. */
export async function* sliced(source: Bytes, limit: number): Bytes {
  for await (const piece of source)
    for (let at = 0; at < piece.length; at += limit) yield piece.subarray(at, at + limit);
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** Takes bytes from a source in the portions a format needs. A fault met once is met by every later read. */
export class ByteReader {
  /** Bytes taken so far. */
  position = 0;
  /** What ended the source too early. */
  fault: Error | null = null;
  private held: Uint8Array = new Uint8Array(0);

  constructor(private readonly source: Bytes) {}

  /** The next bytes, up to `length`, without taking them; fewer only at the end or before a fault. */
  async peek(length: number): Promise<Uint8Array> {
    const pieces = [this.held];
    let held = this.held.length;
    while (held < length) {
      const piece = await this.piece().catch(() => null);
      if (!piece) break;
      pieces.push(piece);
      held += piece.length;
    }
    if (pieces.length > 1) this.held = joined(pieces, held);
    return this.held.subarray(0, length);
  }

  /** Takes `length` bytes, fewer at the end. Rejects when a fault stands before them. */
  async take(length: number): Promise<Uint8Array> {
    const taken = await this.peek(length);
    if (taken.length < length && this.fault) throw this.fault;
    this.drop(taken.length);
    return taken;
  }

  /** The next piece of at most `limit` bytes, null at the end. */
  async next(limit = Infinity): Promise<Uint8Array | null> {
    if (this.held.length === 0) this.held = (await this.piece()) ?? this.held;
    if (this.held.length === 0) return null;
    const piece = this.held.subarray(0, limit);
    this.drop(piece.length);
    return piece;
  }

  /** All that is left, piece by piece; with `limit` at most so many bytes. */
  async *rest(limit = Infinity): Bytes {
    for (let left = limit; left > 0;) {
      const piece = await this.next(left);
      if (!piece) return;
      left -= piece.length;
      yield piece;
    }
  }

  /** Takes bytes up to a position; false when the source ends before it. */
  async skipTo(position: number): Promise<boolean> {
    while (this.position < position) if (!(await this.next(position - this.position))) return false;
    return true;
  }

  /** Ends the source. */
  async close(): Promise<void> {
    await this.source.return();
  }

  private drop(count: number): void {
    this.held = this.held.subarray(count);
    this.position += count;
  }

  private async piece(): Promise<Uint8Array | null> {
    if (this.fault) throw this.fault;
    try {
      for (;;) {
        const { done, value } = await this.source.next();
        if (done) return null;
        if (value.length > 0) return value;
      }
    } catch (error) {
      this.fault = error instanceof Error ? error : new Error(String(error));
      throw this.fault;
    }
  }
}
