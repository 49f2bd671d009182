import { RecordCells } from './records';
import { COLUMN_LIMIT } from './types';

const encoder = new TextEncoder();
const LF = 10;

/** Makes the cells of a row from texts, for layouts that are not cut from lines. */
export class TextCells {
  private readonly cells = new RecordCells();
  private bytes = new Uint8Array(1024);

  /** The row; valid until the next call. */
  row(texts: readonly string[], line: number): RecordCells {
    const { cells } = this;
    const count = Math.min(texts.length, COLUMN_LIMIT);
    let used = 0;
    for (let i = 0; i < count; i++) {
      const text = texts[i] ?? '';
      // One UTF-16 unit takes at most three bytes.
      if (used + text.length * 3 >= this.bytes.length) this.grow(used + text.length * 3 + 1);
      cells.starts[i] = used;
      used += encoder.encodeInto(text, this.bytes.subarray(used)).written;
      cells.ends[i] = used;
      this.bytes[used++] = LF;
    }
    cells.bytes = this.bytes;
    cells.count = texts.length;
    cells.line = line;
    return cells;
  }

  private grow(least: number): void {
    const larger = new Uint8Array(least * 2);
    larger.set(this.bytes);
    this.bytes = larger;
  }
}
