import { must } from './damage';

const decoder = new TextDecoder();
const DAMAGED = 'its description is damaged';
/** Most tables in a vector. */
const TABLES = 20_000;

/**
 * A table of FlatBuffers (https://flatbuffers.dev/internals/). Every offset is looked at before it is followed; a field
 * that is not there gives what it is by default. `slot` counts the fields from 0.
 */
export class FlatTable {
  private readonly slots: number;
  private readonly size: number;

  constructor(
    private readonly view: DataView,
    private readonly at: number,
  ) {
    this.slots = at - this.read(at, 4, () => view.getInt32(at, true));
    this.size = this.read(this.slots, 4, () => view.getUint16(this.slots, true));
  }

  /** The table at the root of a buffer. */
  static root(bytes: Uint8Array): FlatTable {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    must(bytes.length >= 4, DAMAGED);
    return new FlatTable(view, view.getUint32(0, true));
  }

  flag(slot: number): boolean {
    return this.field(slot, 1, false, (at) => this.view.getUint8(at) !== 0);
  }

  byte(slot: number, otherwise = 0): number {
    return this.field(slot, 1, otherwise, (at) => this.view.getUint8(at));
  }

  short(slot: number, otherwise = 0): number {
    return this.field(slot, 2, otherwise, (at) => this.view.getInt16(at, true));
  }

  int(slot: number, otherwise = 0): number {
    return this.field(slot, 4, otherwise, (at) => this.view.getInt32(at, true));
  }

  /** A 64-bit number, which must be a size or an id that a double holds. */
  long(slot: number): number {
    return this.field(slot, 8, 0, (at) => this.longAt(at));
  }

  text(slot: number): string {
    const [at, length] = this.vector(slot, 1);
    return decoder.decode(
      new Uint8Array(this.view.buffer, this.view.byteOffset + at, Math.min(length, 1000)),
    );
  }

  table(slot: number): FlatTable | null {
    return this.field<FlatTable | null>(slot, 4, null, (at) => this.follow(at));
  }

  tables(slot: number): FlatTable[] {
    const [from, count] = this.vector(slot, 4);
    must(count <= TABLES, DAMAGED);
    return Array.from({ length: count }, (_, i) => this.follow(from + 4 * i));
  }

  /** The 64-bit numbers of a vector of such, or of structs of such. */
  longs(slot: number, perEntry: number): number[] {
    const [from, count] = this.vector(slot, 8 * perEntry);
    return Array.from({ length: count * perEntry }, (_, i) => this.longAt(from + 8 * i));
  }

  private longAt(at: number): number {
    return this.read(at, 8, () => Number(this.view.getBigInt64(at, true)));
  }

  private follow(at: number): FlatTable {
    return new FlatTable(this.view, at + this.read(at, 4, () => this.view.getUint32(at, true)));
  }

  /** Where the entries of a vector begin, and how many there are. */
  private vector(slot: number, width: number): [number, number] {
    return this.field<[number, number]>(slot, 4, [0, 0], (at) => {
      const to = at + this.view.getUint32(at, true);
      const count = this.read(to, 4, () => this.view.getUint32(to, true));
      must(to + 4 + count * width <= this.view.byteLength, DAMAGED);
      return [to + 4, count];
    });
  }

  private field<Value>(slot: number, width: number, otherwise: Value, take: (at: number) => Value): Value {
    const entry = 4 + 2 * slot;
    if (entry + 2 > this.size) return otherwise;
    const place = this.slots + entry;
    const offset = this.read(place, 2, () => this.view.getUint16(place, true));
    if (offset === 0) return otherwise;
    const at = this.at + offset;
    return this.read(at, width, () => take(at));
  }

  private read<Value>(at: number, width: number, take: () => Value): Value {
    must(at >= 0 && at + width <= this.view.byteLength, DAMAGED);
    return take();
  }
}
