import type { Study } from '../../store/study';
import type { TableName } from '../../store/tables';
import type { View } from '../view';
import type { Numbered, ShareAnswer, ShareRequest } from './messages';
import type { Kind } from './names';
import ShareWorker from './share.worker?worker&inline';
import type { Found, Stays } from './survey';
import type { NameTable } from './table';

/** What was made to be shared. */
export interface Made {
  readonly blob: Blob;
  readonly view: View;
  readonly sha256: string;
  /** Whether names were replaced in it. */
  readonly pseudonymous: boolean;
}

/** How far the work is. */
export interface Progress {
  readonly done: number;
  readonly of: number;
  readonly what: string;
}

/** A worker that holds a copy of the work, finds its names and makes what is shared. */
export class Sharing {
  private readonly worker = new ShareWorker();
  private readonly waiting = new Map<
    number,
    { resolve: (answer: ShareAnswer) => void; reject: (reason: Error) => void }
  >();
  private asked = 0;
  private ended: Error | null = null;

  /** `onProgress` is told how far a question is. */
  constructor(onProgress: (progress: Progress) => void) {
    this.worker.addEventListener('error', (event) =>
      this.stop(new Error(event.message || 'the sharing worker has stopped')),
    );
    this.worker.addEventListener('message', ({ data }: MessageEvent<Numbered<ShareAnswer>>) => {
      if (data.type === 'progress') return onProgress(data);
      const asker = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if (data.type === 'failed') asker?.reject(new Error(data.text));
      else asker?.resolve(data);
    });
  }

  private ask(request: ShareRequest, transfer: Transferable[] = []): Promise<ShareAnswer> {
    if (this.ended) return Promise.reject(this.ended);
    const id = ++this.asked;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ ...request, id } satisfies Numbered<ShareRequest>, transfer);
    });
  }

  /** Takes the tables, which it then holds; returns how many bytes they have unpacked, and the texts that stay. */
  async hold(
    tables: { table: TableName; ipc: Uint8Array }[],
    study: Study,
    view: View,
  ): Promise<{ bytes: number; stays: Stays[] }> {
    const answer = await this.ask(
      { type: 'hold', tables, study, view },
      tables.map(({ ipc }) => ipc.buffer as ArrayBuffer),
    );
    if (answer.type !== 'found') throw new Error('the sharing worker found nothing');
    return answer;
  }

  /**
   * The names of the work and the owner's words, the table with a number for each of them, and whether hosts and switches stand in their natural order by
   * number.
   */
  async name(
    table: NameTable,
    words: string[],
  ): Promise<{ found: Found[]; table: NameTable; inOrder: boolean }> {
    const answer = await this.ask({ type: 'name', table, words });
    if (answer.type !== 'named') throw new Error('the sharing worker named nothing');
    return answer;
  }

  /** Makes the container; with `names` their pseudonyms stand in place of the names. Rejects with a sentence. */
  async make(names: { table: NameTable; kept: Kind[] } | null): Promise<Made> {
    const answer = await this.ask({ type: 'make', names });
    if (answer.type !== 'made') throw new Error('the sharing worker made nothing');
    return answer;
  }

  /** Ends it, and whatever it does: questions reject with an `AbortError`. */
  end(): void {
    this.stop(new DOMException('cancelled', 'AbortError'));
  }

  private stop(reason: Error): void {
    this.ended ??= reason;
    this.worker.terminate();
    for (const { reject } of this.waiting.values()) reject(this.ended);
    this.waiting.clear();
  }
}
