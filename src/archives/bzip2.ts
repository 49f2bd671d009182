import { ArchiveFault, type ByteReader, type Bytes } from './bytes';

const CUT = 'The compressed data is cut short: what stood before the cut was read.';
const DAMAGED = 'The compressed data is damaged: what stood before the damage was read.';

/** Bytes read ahead, so that a whole block is always held: no block of 900 kB needs more (20 bits for each byte). */
const AHEAD = 2_400_000;
const GROUP_SYMBOLS = 50;
const CODE_BITS = 20;

/** A block goes beyond the bytes there are. */
class Short extends Error {}
/** A block holds what no bzip2 writes. */
class Damaged extends Error {}

/** Reads bits, the highest first. */
class Bits {
  /** In bits. */
  position = 0;
  constructor(private readonly bytes: Uint8Array) {}

  /** Up to 24 bits. */
  take(count: number): number {
    const { bytes, position } = this;
    if (position + count > bytes.length * 8) throw new Short();
    const at = position >>> 3;
    const four =
      ((bytes[at] ?? 0) << 24) |
      ((bytes[at + 1] ?? 0) << 16) |
      ((bytes[at + 2] ?? 0) << 8) |
      (bytes[at + 3] ?? 0);
    this.position += count;
    return (four << (position & 7)) >>> (32 - count);
  }

  bit(): boolean {
    const byte = this.bytes[this.position >>> 3];
    if (byte === undefined) throw new Short();
    return ((byte >>> (7 - (this.position++ & 7))) & 1) === 1;
  }

  /** 32 bits, unsigned. */
  word(): number {
    return this.take(16) * 65_536 + this.take(16);
  }
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit++) value = (value << 1) ^ (value < 0 ? 0x04c11db7 : 0);
  return value >>> 0;
});

/** The CRC of bzip2: the polynomial of CRC-32, the highest bit first. */
function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (let i = 0; i < bytes.length; i++)
    crc = (crc << 8) ^ (TABLE[((crc >>> 24) ^ (bytes[i] ?? 0)) & 0xff] ?? 0);
  return ~crc >>> 0;
}

/** A Huffman code: for each length the largest code and where its symbols stand. */
interface Code {
  shortest: number;
  longest: number;
  limit: Int32Array;
  base: Int32Array;
  symbols: Uint16Array;
}

function codeOf(lengths: Uint8Array): Code {
  const shortest = lengths.reduce((a, b) => Math.min(a, b), CODE_BITS);
  const longest = lengths.reduce((a, b) => Math.max(a, b), 1);
  const symbols = new Uint16Array(lengths.length);
  const limit = new Int32Array(CODE_BITS + 2).fill(-1);
  const base = new Int32Array(CODE_BITS + 2);
  let code = 0;
  let count = 0;
  for (let length = shortest; length <= longest; length++) {
    base[length] = count - code;
    for (let symbol = 0; symbol < lengths.length; symbol++)
      if (lengths[symbol] === length) {
        symbols[count++] = symbol;
        code++;
      }
    limit[length] = code - 1;
    code <<= 1;
  }
  return { shortest, longest, limit, base, symbols };
}

function symbolOf(bits: Bits, { shortest, longest, limit, base, symbols }: Code): number {
  let code = bits.take(shortest);
  for (let length = shortest; length <= longest; length++) {
    if (code <= (limit[length] ?? -1)) {
      const symbol = symbols[code + (base[length] ?? 0)];
      if (symbol === undefined) break;
      return symbol;
    }
    code = (code << 1) | (bits.bit() ? 1 : 0);
  }
  throw new Damaged();
}

/** Moves the value at a place to the front and returns it. */
function toFront(values: Uint8Array, place: number): number {
  const value = values[place] ?? 0;
  values.copyWithin(1, 0, place);
  values[0] = value;
  return value;
}

/** The byte values that occur in a block: 16 bits for ranges of 16, then 16 for each that occurs. */
function readAlphabet(bits: Bits): Uint8Array {
  const ranges = bits.take(16);
  const found: number[] = [];
  for (let range = 0; range < 16; range++) {
    if (((ranges >>> (15 - range)) & 1) === 0) continue;
    const used = bits.take(16);
    for (let i = 0; i < 16; i++) if (((used >>> (15 - i)) & 1) === 1) found.push(range * 16 + i);
  }
  if (found.length === 0) throw new Damaged();
  return Uint8Array.from(found);
}

/** Which code holds for each group of 50 symbols, and the codes. */
function readCodes(bits: Bits, symbolCount: number): { selectors: Uint8Array; codes: Code[] } {
  const codeCount = bits.take(3);
  const selectorCount = bits.take(15);
  if (codeCount < 2 || codeCount > 6 || selectorCount === 0) throw new Damaged();
  const order = Uint8Array.from({ length: codeCount }, (_, i) => i);
  const selectors = Uint8Array.from({ length: selectorCount }, () => {
    let place = 0;
    while (bits.bit()) if (++place >= codeCount) throw new Damaged();
    return toFront(order, place);
  });
  const codes = Array.from({ length: codeCount }, () => {
    let length = bits.take(5);
    return codeOf(
      Uint8Array.from({ length: symbolCount }, () => {
        for (;;) {
          if (length < 1 || length > CODE_BITS) throw new Damaged();
          if (!bits.bit()) return length;
          length += bits.bit() ? -1 : 1;
        }
      }),
    );
  });
  return { selectors, codes };
}

/** The bytes of a block before the Burrows-Wheeler transform is undone: Huffman, zero runs, move to front. */
function readTransformed(bits: Bits, size: number): Uint8Array {
  const alphabet = readAlphabet(bits);
  const end = alphabet.length + 1;
  const { selectors, codes } = readCodes(bits, end + 1);
  const block = new Uint8Array(size);
  let length = 0;
  let run = 0;
  let weight = 1;
  for (let group = 0; group < selectors.length; group++) {
    const code = codes[selectors[group] ?? 0];
    if (!code) throw new Damaged();
    for (let i = 0; i < GROUP_SYMBOLS; i++) {
      const symbol = symbolOf(bits, code);
      if (symbol <= 1) {
        run += weight << symbol;
        weight <<= 1;
        if (length + run > size) throw new Damaged();
        continue;
      }
      block.fill(alphabet[0] ?? 0, length, length + run);
      length += run;
      run = 0;
      weight = 1;
      if (symbol === end) return block.subarray(0, length);
      if (length >= size) throw new Damaged();
      block[length++] = toFront(alphabet, symbol - 1);
    }
  }
  throw new Damaged();
}

/** Undoes the Burrows-Wheeler transform, then the runs: four equal bytes are followed by a count of more. */
function undo(transformed: Uint8Array, origin: number): Uint8Array {
  const { length } = transformed;
  if (origin >= length) throw new Damaged();
  const starts = new Uint32Array(257);
  const add = (place: number, count: number) => {
    const before = starts[place] ?? 0;
    starts[place] = before + count;
    return before;
  };
  for (let i = 0; i < length; i++) add((transformed[i] ?? 0) + 1, 1);
  for (let i = 0; i < 256; i++) add(i + 1, starts[i] ?? 0);
  const next = new Uint32Array(length);
  for (let i = 0; i < length; i++) next[add(transformed[i] ?? 0, 1)] = i;
  let out = new Uint8Array(length * 2);
  let written = 0;
  let at = next[origin] ?? 0;
  let equal = 0;
  let last = -1;
  for (let i = 0; i < length; i++) {
    const byte = transformed[at] ?? 0;
    at = next[at] ?? 0;
    const count = equal === 4 ? byte : 1;
    if (written + count > out.length) {
      const larger = new Uint8Array(out.length * 2 + 256);
      larger.set(out);
      out = larger;
    }
    if (equal === 4) {
      out.fill(last, written, written + count);
      equal = 0;
      last = -1;
    } else {
      out[written] = byte;
      equal = byte === last ? equal + 1 : 1;
      last = byte;
    }
    written += count;
  }
  return out.subarray(0, written);
}

/** One block: its bytes and CRC, or the CRC of the stream at its end. */
function readBlock(bits: Bits, size: number): { bytes: Uint8Array; crc: number } | { end: number } {
  const mark = bits.take(24) * 2 ** 24 + bits.take(24);
  const crc = bits.word();
  if (mark === 0x177245385090) return { end: crc };
  if (mark !== 0x314159265359 || bits.bit()) throw new Damaged();
  const origin = bits.take(24);
  return { bytes: undo(readTransformed(bits, size), origin), crc };
}

/**
 * Unpacks bzip2 of one or more streams, block by block, and checks the CRCs. What was unpacked before a cut or damage
 * is given first, then a `Fault` is thrown. Blocks "randomised" by versions before 0.9.5 are not read.
 */
export async function* bunzip2(source: ByteReader, path: string): Bytes {
  for (;;) {
    const head = await source.take(4);
    if (head.length === 0 && !source.fault) return;
    const level = (head[3] ?? 0) - 0x30;
    if (head.length < 4) throw source.fault ?? new ArchiveFault(path, CUT);
    if (head[0] !== 0x42 || head[1] !== 0x5a || head[2] !== 0x68 || level < 1 || level > 9)
      throw new ArchiveFault(path, 'Bytes that are no bzip2 follow the compressed data: they were not read.');
    yield* stream(source, level * 100_000, path);
  }
}

/** The blocks of one stream. They begin at any bit, the stream ends at a byte. */
async function* stream(source: ByteReader, size: number, path: string): Bytes {
  let offset = 0;
  let total = 0;
  for (;;) {
    const bits = new Bits(await source.peek(AHEAD));
    bits.position = offset;
    let block: ReturnType<typeof readBlock>;
    try {
      block = readBlock(bits, size);
    } catch (error) {
      if (error instanceof Short) throw source.fault ?? new ArchiveFault(path, CUT);
      if (error instanceof Damaged) throw new ArchiveFault(path, DAMAGED, true);
      throw error;
    }
    const wrong = 'end' in block ? block.end !== total : crcOf(block.bytes) !== block.crc;
    if (wrong) throw new ArchiveFault(path, 'The checksum does not match: the content is damaged.', true);
    await source.take('end' in block ? Math.ceil(bits.position / 8) : bits.position >>> 3);
    if ('end' in block) return;
    offset = bits.position & 7;
    total = (((total << 1) | (total >>> 31)) ^ block.crc) >>> 0;
    yield block.bytes;
  }
}
