import { must } from './damage';

/** A value of Thrift's compact protocol. Whole numbers beyond 2^53 are not exact. */
export type ThriftValue = number | boolean | Uint8Array | readonly ThriftValue[] | ThriftStruct;

/** A struct: its fields by number. */
export class ThriftStruct {
  readonly fields = new Map<number, ThriftValue>();

  /** A whole number, or undefined where the field is not there. */
  whole(field: number): number | undefined {
    const value = this.fields.get(field);
    if (value === undefined) return undefined;
    must(typeof value === 'number' && Number.isSafeInteger(value), 'its description is damaged');
    return value;
  }

  /** A whole number that must be there. */
  need(field: number): number {
    const value = this.whole(field);
    must(value !== undefined, 'its description is not whole');
    return value;
  }

  struct(field: number): ThriftStruct | undefined {
    const value = this.fields.get(field);
    return value instanceof ThriftStruct ? value : undefined;
  }

  /** The structs of a list; none where it is not there. */
  structs(field: number): ThriftStruct[] {
    const value = this.fields.get(field);
    return Array.isArray(value) ? value.filter((one) => one instanceof ThriftStruct) : [];
  }

  bytes(field: number): Uint8Array | undefined {
    const value = this.fields.get(field);
    return value instanceof Uint8Array ? value : undefined;
  }
}

/** Deepest nesting, and most values: descriptions of thousands of columns stay far below. */
const DEPTH = 16;
const VALUES = 8_000_000;

/**
 * Reads Thrift's compact protocol. No number in the bytes makes it do more than the bytes that are there: lists are no
 * longer than what is left, numbers end after ten bytes.
 */
export class ThriftReader {
  private values = 0;

  constructor(
    private readonly data: Uint8Array,
    /** Place of the next byte. */
    public at: number,
    private readonly end: number,
  ) {}

  struct(depth = 0): ThriftStruct {
    must(depth < DEPTH, 'its description is nested too deep');
    const struct = new ThriftStruct();
    let field = 0;
    for (;;) {
      const head = this.byte();
      const type = head & 15;
      if (type === 0) return struct;
      field = head >> 4 === 0 ? this.zigzag() : field + (head >> 4);
      struct.fields.set(field, this.value(type, depth));
    }
  }

  private value(type: number, depth: number): ThriftValue {
    must(++this.values < VALUES, 'its description is too long');
    switch (type) {
      case 1:
        return true;
      case 2:
        return false;
      case 3:
        return this.byte();
      case 4:
      case 5:
      case 6:
        return this.zigzag();
      case 7:
        return this.take(8);
      case 8:
        return this.take(this.varint());
      case 9:
      case 10:
        return this.list(depth);
      case 12:
        return this.struct(depth + 1);
      default:
        must(false, 'its description is damaged');
    }
  }

  private list(depth: number): ThriftValue[] {
    const head = this.byte();
    const count = head >> 4 === 15 ? this.varint() : head >> 4;
    must(count <= this.end - this.at, 'its description is cut');
    const type = head & 15;
    const list: ThriftValue[] = [];
    for (let i = 0; i < count; i++) list.push(type <= 2 ? this.byte() === 1 : this.value(type, depth));
    return list;
  }

  private byte(): number {
    must(this.at < this.end, 'its description is cut');
    return this.data[this.at++] ?? 0;
  }

  private take(length: number): Uint8Array {
    must(length <= this.end - this.at, 'its description is cut');
    const bytes = this.data.subarray(this.at, this.at + length);
    this.at += length;
    return bytes;
  }

  private varint(): number {
    let value = 0;
    for (let i = 0; i < 10; i++) {
      const byte = this.byte();
      value += (byte & 127) * 2 ** (7 * i);
      if (byte < 128) return value;
    }
    must(false, 'a number in its description has no end');
  }

  private zigzag(): number {
    const value = this.varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}
