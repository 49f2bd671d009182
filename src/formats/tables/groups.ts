import type { RecordCells } from './records';

/** Stands behind each cell of a key: no UTF-8 text has this byte. */
const CELL_END = 0xff;

/**
 * Numbers the different keys of a table: a key is the bytes of some cells of a row. Rows of one key mostly come one
 * after the other, so the last key is tried first; else an open-addressed table by hash. No text is made.
 */
export class KeyTable {
  private scratch = new Uint8Array(256);
  private length = 0;
  private hash = 0;
  private last = -1;
  private arena = new Uint8Array(4096);
  private used = 0;
  private readonly starts: number[] = [];
  private readonly hashes: number[] = [];
  private slots = new Int32Array(1024).fill(-1);

  /** `limit` = most different keys. */
  constructor(private readonly limit: number) {}

  /**
   * The number of the key that the cells in these columns make, without the blanks around them, counted from 0 in the
   * order in which keys come; −1 for a new one above the limit.
   */
  find(cells: RecordCells, columns: Int32Array): number {
    if (this.isLast(cells, columns)) return this.last;
    this.gather(cells, columns);
    const mask = this.slots.length - 1;
    let slot = (this.hash ^ (this.hash >>> 15)) & mask;
    for (;;) {
      const key = this.slots[slot] ?? -1;
      if (key < 0) return this.starts.length < this.limit ? (this.last = this.add(slot)) : -1;
      if (this.hashes[key] === this.hash && this.same(key)) return (this.last = key);
      slot = (slot + 1) & mask;
    }
  }

  private isLast({ bytes, starts, ends }: RecordCells, columns: Int32Array): boolean {
    if (this.last < 0) return false;
    const { arena } = this;
    const end = this.starts[this.last + 1] ?? this.used;
    let place = this.starts[this.last] ?? 0;
    for (let i = 0; i < columns.length; i++) {
      const column = columns[i] ?? 0;
      let from = starts[column] ?? 0;
      let to = ends[column] ?? 0;
      while (from < to && (bytes[from] ?? 0) <= 32) from++;
      while (to > from && (bytes[to - 1] ?? 0) <= 32) to--;
      if (place + to - from >= end) return false;
      while (from < to) if (arena[place++] !== bytes[from++]) return false;
      if (arena[place++] !== CELL_END) return false;
    }
    return place === end;
  }

  private gather({ bytes, starts, ends }: RecordCells, columns: Int32Array): void {
    this.length = 0;
    this.hash = 0x811c9dc5;
    for (let i = 0; i < columns.length; i++)
      this.cell(bytes, starts[columns[i] ?? 0] ?? 0, ends[columns[i] ?? 0] ?? 0);
  }

  private cell(bytes: Uint8Array, start: number, end: number): void {
    let from = start;
    let to = end;
    while (from < to && (bytes[from] ?? 0) <= 32) from++;
    while (to > from && (bytes[to - 1] ?? 0) <= 32) to--;
    if (this.length + to - from + 1 > this.scratch.length) this.widen(to - from + 1);
    const { scratch } = this;
    let { length, hash } = this;
    for (let at = from; at < to; at++) {
      const byte = bytes[at] ?? 0;
      scratch[length++] = byte;
      hash = Math.imul(hash ^ byte, 0x01000193);
    }
    scratch[length++] = CELL_END;
    this.hash = Math.imul(hash ^ CELL_END, 0x01000193);
    this.length = length;
  }

  private same(key: number): boolean {
    const start = this.starts[key] ?? 0;
    const end = this.starts[key + 1] ?? this.used;
    if (end - start !== this.length) return false;
    const { arena, scratch, length } = this;
    for (let i = 0; i < length; i++) if (arena[start + i] !== scratch[i]) return false;
    return true;
  }

  private add(slot: number): number {
    if (this.used + this.length > this.arena.length) {
      const larger = new Uint8Array((this.used + this.length) * 2);
      larger.set(this.arena.subarray(0, this.used));
      this.arena = larger;
    }
    this.arena.set(this.scratch.subarray(0, this.length), this.used);
    const key = this.starts.push(this.used) - 1;
    this.used += this.length;
    this.hashes.push(this.hash);
    this.slots[slot] = key;
    if (this.starts.length * 2 > this.slots.length) this.rehash();
    return key;
  }

  private rehash(): void {
    const slots = new Int32Array(this.slots.length * 2).fill(-1);
    const mask = slots.length - 1;
    this.hashes.forEach((hash, key) => {
      let slot = (hash ^ (hash >>> 15)) & mask;
      while ((slots[slot] ?? -1) >= 0) slot = (slot + 1) & mask;
      slots[slot] = key;
    });
    this.slots = slots;
  }

  private widen(by: number): void {
    const wider = new Uint8Array((this.length + by) * 2);
    wider.set(this.scratch.subarray(0, this.length));
    this.scratch = wider;
  }
}

/** Counts how often each size has come, quick where the sizes of a sweep come again and again in the same order. */
export class Occurrences {
  private readonly sizes: number[] = [];
  private readonly counts: number[] = [];
  private cursor = -1;
  private index: Map<number, number> | null = null;

  /** How often this size came before; NaN is a size of its own. */
  next(size: number): number {
    let at = this.cursor + 1;
    if (at >= this.sizes.length) at = 0;
    if (!Object.is(this.sizes[at], size)) at = this.find(size);
    this.cursor = at;
    const before = this.counts[at] ?? 0;
    this.counts[at] = before + 1;
    return before;
  }

  private find(size: number): number {
    const last = this.sizes.length - 1;
    // A new largest size, as when a sweep is read for the first time.
    if (this.index === null && last < 16) {
      const found = this.sizes.findIndex((one) => Object.is(one, size));
      return found >= 0 ? found : this.append(size);
    }
    this.index ??= new Map(this.sizes.map((one, i) => [one, i]));
    return this.index.get(size) ?? this.append(size);
  }

  private append(size: number): number {
    const at = this.sizes.push(size) - 1;
    this.counts.push(0);
    this.index?.set(size, at);
    return at;
  }
}
