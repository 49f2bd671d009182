import type { Study } from '../../store/study';
import type { TableName } from '../../store/tables';
import type { View } from '../view';
import type { NameKind } from './names';
import type { FoundNames, Stays } from './survey';
import type { NameTable } from './table';

/** How far the work is. */
export interface PseudonymProgress {
  readonly done: number;
  readonly of: number;
  readonly what: string;
}

/** What the page asks of the sharing worker, which holds the tables of one work from `hold` on. */
export type ShareRequest =
  | { type: 'hold'; tables: { table: TableName; ipc: Uint8Array }[]; study: Study; view: View }
  /** Adds words to the names, and gives those that the table has not yet their numbers in it. */
  | { type: 'name'; table: NameTable; words: string[] }
  /** Packs the work as it is, or with the names of `names` replaced but those of the kinds in `kept`. */
  | { type: 'make'; names: { table: NameTable; kept: NameKind[] } | null };

/** The protocol of the sharing worker. */
export interface ShareProtocol {
  question: ShareRequest;
  answer:
    | { type: 'hold'; bytes: number; stays: Stays[] }
    | { type: 'name'; found: FoundNames[]; table: NameTable; inOrder: boolean }
    | { type: 'make'; blob: Blob; view: View; sha256: string; pseudonymous: boolean };
  progress: PseudonymProgress;
  fault: never;
}
