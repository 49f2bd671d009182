/** The committed module with little memory, to see what happens when there is no more. */
import { moduleBytes } from '../node';

const MEMORY_SECTION = 5;
const PAGE = 65_536;

/** The bytes of `estimator.wasm`, its memory bounded to `bytes`: a larger job ends in a trap. */
export function tightModule(bytes: number): Uint8Array<ArrayBuffer> {
  const module = moduleBytes();
  // WebAssembly binary format: eight bytes of magic and version, then sections of id, length, content.
  for (let at = 8; at < module.length;) {
    const [length, content] = unsigned(module, at + 1);
    if (module[at] === MEMORY_SECTION) {
      const [least] = unsigned(module, content + 2);
      const limits = [1, 1, ...leb128(least), ...leb128(Math.floor(bytes / PAGE))];
      const section = [MEMORY_SECTION, ...leb128(limits.length), ...limits];
      return Uint8Array.from([...module.subarray(0, at), ...section, ...module.subarray(content + length)]);
    }
    at = content + length;
  }
  throw new Error('The module has no memory section.');
}

/** An unsigned LEB128 number and where the next byte is. */
function unsigned(bytes: Uint8Array, from: number): [value: number, next: number] {
  let [value, shift, at] = [0, 0, from];
  for (;;) {
    const byte = bytes[at++] ?? 0;
    value += (byte & 127) * 2 ** shift;
    shift += 7;
    if (byte < 128) return [value, at];
  }
}

function leb128(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...leb128(Math.floor(value / 128))];
}
