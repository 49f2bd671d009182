/** Marks the end of an Arrow IPC stream: a continuation marker and a length of zero. */
const END = [0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0] as const;
const MAGIC = 'ARROW1';
/** Length of the footer's size and the closing magic. */
const TAIL = 4 + MAGIC.length;

/**
 * A result of DuckDB-Wasm as an Arrow IPC stream. The engine answers in the IPC file format, of which an insert makes
 * nothing without saying so: a file is a stream between an opening magic (8 bytes) and a footer.
 */
export function streamOfFile(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const magic = String.fromCharCode(...bytes.subarray(0, MAGIC.length));
  if (magic !== MAGIC) throw new Error('the engine gave an Arrow result that is not in the file format');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const footer = view.getInt32(bytes.length - TAIL, true);
  const messages = bytes.subarray(8, bytes.length - TAIL - footer);
  const ended = END.every((byte, i) => messages[messages.length - END.length + i] === byte);
  const stream = new Uint8Array(messages.length + (ended ? 0 : END.length));
  stream.set(messages);
  if (!ended) stream.set(END, messages.length);
  return stream;
}
