import type { Study } from '../../store/study';
import type { TableName } from '../../store/tables';
import type { View } from '../view';
import type { Kind } from './names';
import type { Found, Stays } from './survey';
import type { NameTable } from './table';

/** A question or an answer with the number of the question. */
export type Numbered<Message> = Message & { id: number };

/** What the page asks of the sharing worker, which holds the tables of one work from `hold` on. */
export type ShareRequest =
  | { type: 'hold'; tables: { table: TableName; ipc: Uint8Array }[]; study: Study; view: View }
  /** Adds words to the names, and gives those that the table has not yet their numbers in it. */
  | { type: 'name'; table: NameTable; words: string[] }
  /** Packs the work as it is, or with the names of `names` replaced but those of the kinds in `kept`. */
  | { type: 'make'; names: { table: NameTable; kept: Kind[] } | null };

/** What the sharing worker answers. */
export type ShareAnswer =
  | { type: 'found'; bytes: number; stays: Stays[] }
  | { type: 'named'; found: Found[]; table: NameTable; inOrder: boolean }
  | { type: 'progress'; done: number; of: number; what: string }
  | { type: 'made'; blob: Blob; view: View; sha256: string; pseudonymous: boolean }
  | { type: 'failed'; text: string };
