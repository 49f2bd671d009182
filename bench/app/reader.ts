// The pump and the OSU reader in Node on 20 MB of text, against a plain loop over the lines of the same bytes.
// Prints one JSON list of [what, value] for bench/app/run.mjs.
import { createHash } from 'node:crypto';
import { createSHA256 } from 'hash-wasm';
import { readSource } from '../../src/formats/read';
import { Counter } from '../../src/formats/reader/counter';
import { OSU_PROGRAMS, osuJob } from './texts.mjs';

const TIMES = 5;
const CHUNK = 65_536;

const bytes = new TextEncoder().encode(
  Array.from({ length: 36 }, (_, seed) =>
    osuJob({ program: OSU_PROGRAMS[seed % 5] ?? '', nodes: 16, ar: seed % 2 === 0, runs: 320, seed }),
  ).join(''),
);

const sink = new Counter();

/** The bytes in pieces, as a file of a browser gives them. */
function stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + CHUNK));
      at += CHUNK;
    },
  });
}

async function pump(): Promise<void> {
  await readSource({ path: 'job.out', size: bytes.length, stream }, sink);
}

async function splitLines(): Promise<void> {
  const decoder = new TextDecoder();
  let carry = '';
  let fields = 0;
  for await (const piece of stream()) {
    const lines = (carry + decoder.decode(piece, { stream: true })).split('\n');
    carry = lines.pop() ?? '';
    for (const line of lines) fields += line.split(/\s+/).length;
  }
  if (fields === 0) throw new Error('no fields');
}

async function hash(): Promise<void> {
  const hasher = await createSHA256();
  for await (const piece of stream()) hasher.update(piece);
  const own = hasher.digest('hex');
  if (own !== createHash('sha256').update(bytes).digest('hex')) throw new Error('the hashes differ');
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1e6;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const rounds: { pump: number; plain: number; hash: number }[] = [];
for (let i = 0; i < TIMES; i++)
  rounds.push({ pump: await timed(pump), plain: await timed(splitLines), hash: await timed(hash) });
const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
const mb = bytes.length / 1e6;
console.log(
  JSON.stringify([
    [
      `reader: ${mb.toFixed(0)} MB of OSU text, time / plain split of lines and fields`,
      `${of((r) => r.pump / r.plain).toFixed(2)} (${of((r) => mb / r.pump).toFixed(0)} MB/s of processor time, ${Math.round((sink.rows.measurement ?? 0) / TIMES / 1000)} k numbers)`,
    ],
    ['reader: share of sha256', `${Math.round(100 * of((r) => r.hash / r.pump))} %`],
  ]),
);
