import type { Study } from '../../store/study';
import type { TableName } from '../../store/tables';
import type { View } from '../view';
import { browserWire } from '../../worker/browser';
import { WorkerPort } from '../../worker/port';
import type { PseudonymProgress, ShareProtocol } from './messages';
import type { NameKind } from './names';
import ShareWorker from './share.worker?worker&inline';
import type { FoundNames, Stays } from './survey';
import type { NameTable } from './table';

/** What was made to be shared. */
export interface Made {
  readonly blob: Blob;
  readonly view: View;
  readonly sha256: string;
  /** Whether names were replaced in it. */
  readonly pseudonymous: boolean;
}

/** A worker that holds a copy of the work, finds its names and makes what is shared. */
export class Sharing {
  readonly #port = new WorkerPort<ShareProtocol>(() => browserWire(new ShareWorker({ name: 'share' })), {
    died: (reason) => `the sharing worker has stopped (${reason})`,
  });
  readonly #onProgress: (progress: PseudonymProgress) => void;

  /** `onProgress` is told how far a question is. */
  constructor(onProgress: (progress: PseudonymProgress) => void) {
    this.#onProgress = onProgress;
  }

  /** Takes the tables, which it then holds; returns how many bytes they have unpacked, and the texts that stay. */
  hold(
    tables: { table: TableName; ipc: Uint8Array }[],
    study: Study,
    view: View,
  ): Promise<{ bytes: number; stays: Stays[] }> {
    const transfer = tables.map(({ ipc }) => ipc.buffer as ArrayBuffer);
    return this.#port.ask({ type: 'hold', tables, study, view }, { transfer });
  }

  /**
   * The names of the work and the owner's words, the table with a number for each of them, and whether hosts and switches stand in their natural order by
   * number.
   */
  name(
    table: NameTable,
    words: string[],
  ): Promise<{ found: FoundNames[]; table: NameTable; inOrder: boolean }> {
    return this.#port.ask({ type: 'name', table, words });
  }

  /** Makes the container; with `names` their pseudonyms stand in place of the names. Rejects with a sentence. */
  make(names: { table: NameTable; kept: NameKind[] } | null): Promise<Made> {
    return this.#port.ask({ type: 'make', names }, { onProgress: this.#onProgress });
  }

  /** Ends it, and whatever it does: questions reject with an `AbortError`. */
  end(): void {
    this.#port.close(new DOMException('cancelled', 'AbortError'));
  }
}
