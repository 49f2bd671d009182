import { createSHA256 } from 'hash-wasm';
import { nextTurn } from '../model/turns';
import type { MappingFor } from './tables/mapping';
import { FileJob, SAMPLE_BYTES } from './fileJob';
import type { Format } from './format';
import { FORMATS } from './registry';
import type { ByteSource, FileReport, FileSink } from './reader/report';

/** Bytes handled between two looks at the clock and the abort signal. */
const SLICE_BYTES = 256 * 1024;
/** Longest time, in ms, without a turn of the event loop. */
const TURN_MS = 20;

/** How a file is read. */
export interface ReadOptions {
  /** Ends the reading: `readSource` rejects with the signal's reason (an `AbortError` unless given another). */
  signal?: AbortSignal;
  /** Told the bytes read so far, for progress; the reading waits for what it returns, so rows can be taken away. */
  onBytes?: (read: number) => void | Promise<void>;
  /** The formats to try; all of them unless said otherwise. */
  formats?: readonly Format[];
  /** What the columns of a table are that no format knows, where that is known. */
  mappingFor?: MappingFor;
}

/**
 * Reads one file: recognises its format from the first 1 MiB, hands its rows and the lines around them to `sink` and
 * returns the report. The file is streamed; only document formats are held as a whole, up to `DOCUMENT_LIMIT`.
 * Never rejects because of what a file holds. Rejects with the error of the stream when the file cannot be read, and
 * with the signal's reason when aborted; what went to the sink before must then be thrown away.
 */
export async function readSource(
  source: ByteSource,
  sink: FileSink,
  options: ReadOptions = {},
): Promise<FileReport> {
  const formats = options.formats ?? FORMATS;
  let read = 0;
  const pause = async () => {
    await options.onBytes?.(read);
    await nextTurn();
    options.signal?.throwIfAborted();
  };
  const job = new FileJob(source, sink, formats, options.mappingFor ?? (() => null), pause);
  const hash = source.sha256 ? null : (await createSHA256()).init();
  let digest: Promise<string> | null = null;
  const reader = source.stream().getReader();
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  options.signal?.addEventListener('abort', cancel);
  let turn = performance.now();
  let whole = true;
  try {
    reading: for (;;) {
      options.signal?.throwIfAborted();
      const { done, value } = await reader.read();
      if (done) break;
      for (let from = 0; from < value.length; from += SLICE_BYTES) {
        const slice = value.subarray(from, from + SLICE_BYTES);
        hash?.update(slice);
        read += slice.length;
        if (!job.bytes(slice)) {
          whole = false;
          break reading;
        }
        if (digest === null && read > SAMPLE_BYTES) digest = ownDigest(source);
        if (performance.now() - turn > TURN_MS) {
          await pause();
          turn = performance.now();
        }
      }
    }
    options.signal?.throwIfAborted();
  } catch (error) {
    cancel();
    throw error;
  } finally {
    options.signal?.removeEventListener('abort', cancel);
  }
  if (!whole) await reader.cancel();
  await job.end(read);
  const fault = whole ? (source.fault?.() ?? null) : null;
  if (fault) job.damaged(fault);
  await options.onBytes?.(read);
  if (whole) job.report.sha256 = hash ? hash.digest('hex') : await (digest ?? source.sha256?.() ?? '');
  return job.report;
}

/** Asks for the digest that a source gives itself; should the reading fail first, nobody waits for it. */
function ownDigest(source: ByteSource): Promise<string> | null {
  const digest = source.sha256?.() ?? null;
  digest?.catch(() => undefined);
  return digest;
}
