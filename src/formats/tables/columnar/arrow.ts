import { ArrowBatch, type BatchColumn } from './arrowBatch';
import { arrowColumns, type ArrowColumn } from './arrowSchema';
import { DecodeBudget, Damage, guarded, must } from './damage';
import { FlatTable } from './flatbuffer';
import type { TextAt } from './texts';
import type { ColumnarFile, NextText, Stretch } from './types';

/** Types of messages, https://github.com/apache/arrow/blob/main/format/Message.fbs */
const SCHEMA = 1;
const DICTIONARY = 2;
const RECORDS = 3;

/** Longest description of a message, and most messages. */
const HEADER_LIMIT = 16 * 1024 ** 2;
const MESSAGES = 1_000_000;

const CUT = 'The file ends within a batch: it is cut. What stands before is read.';
const NO_END = 'The file has no mark at its end: it may be cut, or not written to its end.';

/** Most parts of a dictionary. */
const PARTS = 100_000;

/** A dictionary that may come in parts; each is read when one of its texts is first asked for. */
class Dictionary {
  private readonly parts: { from: number; read: () => BatchColumn }[] = [];
  private readonly made = new Map<number, string>();
  /** Entries so far. */
  size = 0;

  add(rows: number, read: () => BatchColumn): void {
    must(this.parts.length < PARTS, 'its dictionary has too many parts');
    this.parts.push({ from: this.size, read });
    this.size += rows;
  }

  /** The text of an entry; each is made once. */
  entry(at: number): string {
    const known = this.made.get(at);
    if (known !== undefined) return known;
    let [low, high] = [0, this.parts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.parts[middle]?.from ?? 0) <= at) low = middle;
      else high = middle;
    }
    const part = this.parts[low];
    must(part !== undefined, OUTSIDE);
    const { rows, has, texts } = part.read();
    const within = at - part.from;
    must(within >= 0 && within < rows, OUTSIDE);
    const text = has(within) ? texts(within) : '';
    this.made.set(at, text);
    return text;
  }
}

const OUTSIDE = 'a value points outside its dictionary';

/** A dictionary as a batch knows it: with the entries that came before the batch. */
interface KnownDictionary {
  dictionary: Dictionary;
  size: number;
}

/**
 * Opens an Arrow file (Feather 2) or stream that is held as a whole. Files are streams between two marks, so both are read
 * as streams; what stands before a cut is kept. Throws a `Damage` where the schema cannot be read.
 */
export function openArrow(bytes: Uint8Array): ColumnarFile {
  const budget = new DecodeBudget(bytes.length);
  const isFile = bytes[0] === 0x41;
  const begin = isFile ? 8 : 0;
  const dictionaries = new Map<number, Dictionary>();
  const stretches: Stretch[] = [];
  let columns: ArrowColumn[] = [];
  let rows = 0;
  let cut: string | null = null;
  const messages = messagesOf(bytes, begin);
  for (;;) {
    try {
      const { done, value } = guarded(() => messages.next());
      if (done) {
        const marked = isFile ? endsAsFile(bytes) : value;
        if (!marked) cut = NO_END;
        break;
      }
      guarded(() => {
        const { type, header, body } = value;
        if (type === SCHEMA) {
          must(columns.length === 0, 'it has two descriptions');
          columns = arrowColumns(header);
          must(columns.length > 0, 'it has no columns');
        } else if (type === DICTIONARY) addDictionary(dictionaries, header, body, columns, budget);
        else if (type === RECORDS) {
          must(columns.length > 0, 'its description is missing');
          const batch = new ArrowBatch(header, body, columns, budget);
          budget.rows((rows += batch.rows));
          stretches.push(stretchOf(batch, columns, knownOf(dictionaries)));
        }
      });
    } catch (error) {
      if (!(error instanceof Damage) || columns.length === 0) throw error;
      cut = error.message === '' ? CUT : `The file is damaged: ${error.message}. What stands before is read.`;
      break;
    }
  }
  must(columns.length > 0, 'its description is missing');
  return { layout: 'arrow', says: isFile ? 'Arrow file' : 'Arrow stream', columns, rows, stretches, cut };
}

interface Message {
  type: number;
  header: FlatTable;
  body: Uint8Array;
}

/** The messages of a stream; returns whether it has a mark at its end. An empty `Damage` where it is cut. */
function* messagesOf(bytes: Uint8Array, begin: number): Generator<Message, boolean> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = begin;
  for (let count = 0; at < bytes.length; count++) {
    must(count < MESSAGES, 'it has too many batches');
    must(at + 8 <= bytes.length, '');
    must(view.getUint32(at, true) === 0xffffffff, 'a batch does not begin where it should');
    const length = view.getInt32(at + 4, true);
    if (length === 0) return true;
    must(length > 0 && length <= HEADER_LIMIT, 'the size of a batch is not right');
    must(at + 8 + length <= bytes.length, '');
    const message = FlatTable.root(bytes.subarray(at + 8, at + 8 + length));
    const bodyLength = message.long(3);
    must(bodyLength >= 0, 'the size of a batch is not right');
    const body = at + 8 + length;
    must(body + bodyLength <= bytes.length, '');
    at = body + bodyLength;
    const header = message.table(2);
    must(header !== null, 'the description of a batch is damaged');
    yield { type: message.byte(1), header, body: bytes.subarray(body, at) };
  }
  return false;
}

function endsAsFile(bytes: Uint8Array): boolean {
  return new TextDecoder().decode(bytes.subarray(-6)) === 'ARROW1';
}

/** Keeps a batch of a dictionary: one that goes on with what was there, or stands in its place. */
function addDictionary(
  dictionaries: Map<number, Dictionary>,
  header: FlatTable,
  body: Uint8Array,
  columns: readonly ArrowColumn[],
  budget: DecodeBudget,
): void {
  const id = header.long(0);
  const data = header.table(1);
  const column = columns.find(({ dictionary }) => dictionary?.id === id);
  must(data !== null, 'the description of a batch is damaged');
  // One of a column inside another, which is not read.
  if (!column) return;
  const values = {
    ...column,
    dictionary: null,
    nodes: 1,
    buffers: column.storage.endsWith('pieces') ? 3 : 2,
    views: 0,
  };
  let made: BatchColumn | null = null;
  const part = (): BatchColumn => (made ??= new ArrowBatch(data, body, [values], budget).column(0));
  const goesOn = header.flag(2) ? dictionaries.get(id) : undefined;
  const dictionary = goesOn ?? new Dictionary();
  dictionary.add(budget.rows(data.long(0)), part);
  dictionaries.set(id, dictionary);
}

function knownOf(dictionaries: ReadonlyMap<number, Dictionary>): Map<number, KnownDictionary> {
  return new Map([...dictionaries].map(([id, dictionary]) => [id, { dictionary, size: dictionary.size }]));
}

function stretchOf(
  batch: ArrowBatch,
  columns: readonly ArrowColumn[],
  dictionaries: ReadonlyMap<number, KnownDictionary>,
): Stretch {
  return {
    rows: batch.rows,
    column: (at) =>
      guarded(() => {
        const dictionary = columns[at]?.dictionary ?? null;
        const { has, texts } = batch.column(at, dictionary?.indexes);
        if (dictionary === null) return inOrder(has, texts);
        const known = dictionaries.get(dictionary.id);
        must(known !== undefined, 'its dictionary is missing');
        return inOrder(has, (row) => {
          const at = Number(texts(row));
          must(at >= 0 && at < known.size, OUTSIDE);
          return known.dictionary.entry(at);
        });
      }),
  };
}

function inOrder(has: (row: number) => boolean, texts: TextAt): NextText {
  let row = 0;
  return () => {
    const at = row++;
    return has(at) ? guarded(() => texts(at)) : '';
  };
}
