import type { ImportFile, ServedFile } from './messages';

/** The bytes of a file: what readers need of a `Blob`. */
export interface FileBytes {
  size: number;
  slice(start: number, end: number): FileBytes;
  stream(): ReadableStream<Uint8Array>;
  arrayBuffer(): Promise<ArrayBuffer>;
  text(): Promise<string>;
}

/** Largest file that is fetched at once, in bytes; of larger ones parts are, as they are read. */
const WHOLE = 4 * 1024 * 1024;

/** Small files that are fetched before their turn: a tunnel takes its time for each. */
const AHEAD = 8;

/** Gives the bytes of files one after the other, by their place in the list; each is to be asked for once. */
export function opener(files: readonly ImportFile[]): (at: number) => Promise<FileBytes> {
  const held = new Map<number, Promise<FileBytes>>();
  let ahead = 0;
  return (at) => {
    for (; ahead < Math.min(files.length, at + AHEAD); ahead++) {
      const entry = files[ahead];
      if (!entry) continue;
      const bytes = openFile(entry);
      // Who asks for the file meets the error.
      bytes.catch(() => undefined);
      held.set(ahead, bytes);
    }
    const bytes = held.get(at);
    held.delete(at);
    return bytes ?? Promise.reject(new Error('This file was given already.'));
  };
}

/** The bytes of a file, fetched where the page's server has them. Rejects with a sentence. */
export async function openFile(entry: ImportFile): Promise<FileBytes> {
  const { file } = entry;
  return file instanceof Blob || file.size <= WHOLE ? wholeFile(entry) : new ServedPart(file, 0, file.size);
}

/** A file as one piece, fetched where the page's server has it. Rejects with a sentence. */
export async function wholeFile({ file }: ImportFile): Promise<Blob> {
  return file instanceof Blob ? file : (await fetched(file, {})).blob();
}

/** A part of a file of the page's server, fetched when it is read. */
class ServedPart implements FileBytes {
  readonly size: number;

  constructor(
    private readonly file: ServedFile,
    private readonly start: number,
    end: number,
  ) {
    this.size = Math.max(0, end - start);
  }

  slice(start: number, end: number): FileBytes {
    const from = Math.min(this.start + start, this.start + this.size);
    return new ServedPart(this.file, from, Math.min(this.start + end, this.start + this.size));
  }

  /** Its bytes as they come; an error of the stream is a sentence. */
  stream(): ReadableStream<Uint8Array> {
    let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          if (this.size === 0) return controller.close();
          reader ??= (await this.answer()).body?.getReader();
          const piece = await reader?.read();
          if (piece?.value) controller.enqueue(piece.value);
          else controller.close();
        },
        cancel: (reason) => reader?.cancel(reason),
      },
      { highWaterMark: 0 },
    );
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return new Response(this.stream()).arrayBuffer();
  }

  text(): Promise<string> {
    return new Response(this.stream()).text();
  }

  private answer(): Promise<Response> {
    return fetched(this.file, {
      Range: `bytes=${this.start}-${this.start + this.size - 1}`,
      // Parts of two states of a file make no whole.
      'If-Unmodified-Since': new Date(this.file.modified).toUTCString(),
    });
  }
}

async function fetched({ url }: ServedFile, headers: Record<string, string>): Promise<Response> {
  const answer = await fetch(url, { headers }).catch(() => null);
  if (!answer)
    throw new Error(
      'The server that has this file does not answer: is it still running? Start it again and reload.',
    );
  if (answer.status === 412)
    throw new Error('The file has changed since the page was loaded: reload the page to read it.');
  const partly = 'Range' in headers;
  if (!answer.ok || (partly && answer.status !== 206))
    throw new Error(
      answer.status === 404
        ? 'The file is not there any more: reload the page.'
        : `The server could not give the file (HTTP ${answer.status}).`,
    );
  return answer;
}
