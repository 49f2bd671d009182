import type { IdentityRule } from '../compare/identity/rules';
import type { Mapping } from '../formats/tables/mapping';
import type { FileReport } from '../formats/reader/report';
import type { FirstIds } from './ingest';
import type { Study } from './study';
import type { TableName } from './tables';

/** A file that the page's own server has, of which nothing is fetched before it is read. */
export interface ServedFile {
  url: string;
  /** Bytes, and ms since 1970 of the last change, as the server listed them. */
  size: number;
  modified: number;
}

/** A file to import with its path as dropped. */
export interface ImportFile {
  file: Blob | ServedFile;
  path: string;
}

/** A file that is loaded. `copy` counts files with the same content from 1. */
export interface KnownFile {
  sha256: string;
  size: number;
  path: string;
  copy: number;
}

/** A mapping for the tables of one key, see `tableKey`; it wins over what is remembered and over mapping files. */
export interface ExplainedTable {
  key: string;
  mapping: Mapping;
}

/** What an import reads. One import per worker; cancelling = ending the worker. */
export interface ImportRequest {
  files: ImportFile[];
  /** First free ids. */
  first: FirstIds;
  /** Everything already loaded, with sizes for a cheap first look. */
  known: KnownFile[];
  /** The path template in force, or null. */
  template: string | null;
  /** Mappings of tables that were explained before, by the fingerprint of their header. */
  mappings: Readonly<Record<string, Mapping>>;
  /** What was said of the tables of one key among these very files, or null. */
  explained: ExplainedTable | null;
}

/** A dropped file that is not a result file. */
export interface OtherFile {
  path: string;
  size: number;
  /** Whole sentence for the report. */
  text: string;
  /**
   * `duplicate` = same content is loaded; `sidecar` = settings or the mapping of a table, read; `container` = a saved
   * work; `error` = unreadable; `archive` = what an archive held; `part` = an archive that was not read to its end;
   * `hosts` = runs that a host list gives hosts to; `misfit` = a host list that does not fit a run; `encrypted` = an
   * encrypted work, which waits for its key.
   */
  kind:
    'duplicate' | 'sidecar' | 'container' | 'error' | 'archive' | 'part' | 'hosts' | 'misfit' | 'encrypted';
}

/** One line of the import report. */
export type ImportReport = { type: 'file'; report: FileReport } | { type: 'other'; other: OtherFile };

/** What the import worker tells the page. */
export type ImportMessage =
  | { type: 'progress'; bytes: number; total: number; file: string; done: number; files: number }
  | { type: 'report'; report: ImportReport }
  /** A file could not be read to its end: its rows, which begin at these ids, are to be taken out again. */
  | { type: 'discard'; first: FirstIds }
  | { type: 'rows'; tables: { table: TableName; rows: number; ipc: Uint8Array<ArrayBuffer> }[] }
  /** A `.fabriscope` container was among the files. */
  | { type: 'container'; path: string; container: OpenContainer }
  /** A sidecar says which runs belong together. */
  | { type: 'rules'; rules: readonly IdentityRule[] };

/** The protocol of the import worker. Rows are handed over as lots that the page takes; all else is told in between. */
export interface ImportProtocol {
  question: { type: 'import'; request: ImportRequest };
  answer: { type: 'import' };
  progress: ImportMessage;
  fault: never;
}

/** An opened container: one Arrow IPC stream per table, checked against the schema, and the study. */
export interface OpenContainer {
  tables: { table: TableName; ipc: Uint8Array<ArrayBuffer> }[];
  study: Study;
}

/** The protocol of the container worker. */
export interface ContainerProtocol {
  question:
    | { type: 'pack'; tables: { table: TableName; ipc: Uint8Array }[]; study: Study; level: 0 | 6 }
    | { type: 'open'; blob: Blob };
  answer: { type: 'pack'; blob: Blob } | { type: 'open'; container: OpenContainer };
  progress: never;
  fault: never;
}
