/** Arrow IPC comes as a file (magic words, a footer) or as a stream. The engine writes files and reads only streams. */

const MAGIC = [0x41, 0x52, 0x52, 0x4f, 0x57, 0x31];
/** Magic word and padding before the stream in a file; footer length and magic word at its end. */
const HEAD = 8;
const TAIL = 10;
const END_OF_STREAM = [0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0];

/**
 * The Arrow IPC stream in the bytes of an IPC file or stream, with its end said: the engine makes no table, and
 * no error, of anything else.
 */
export function toStream(ipc: Uint8Array): Uint8Array<ArrayBuffer> {
  let stream = ipc;
  if (has(ipc, MAGIC, 0) && has(ipc, MAGIC, ipc.length - MAGIC.length)) {
    const view = new DataView(ipc.buffer, ipc.byteOffset, ipc.byteLength);
    const footer = view.getInt32(ipc.length - TAIL, true);
    stream = ipc.subarray(HEAD, Math.max(HEAD, ipc.length - TAIL - footer));
  }
  const ended = has(stream, END_OF_STREAM, stream.length - END_OF_STREAM.length);
  if (ended && stream.buffer instanceof ArrayBuffer) return stream as Uint8Array<ArrayBuffer>;
  const whole = new Uint8Array(stream.length + (ended ? 0 : END_OF_STREAM.length));
  whole.set(stream);
  if (!ended) whole.set(END_OF_STREAM, stream.length);
  return whole;
}

function has(bytes: Uint8Array, word: readonly number[], at: number): boolean {
  return at >= 0 && word.every((byte, i) => bytes[at + i] === byte);
}
