/**
 * Speed of reading a large job log whose lines have prefixes, against the same log without them and against a loop that only splits the
 * same bytes into lines and fields; processor time. `npx tsx bench/logs/prefixes.ts [MB]`; the numbers in the log are made up.
 */
import { Counter } from '../../src/formats/reader/counter';
import { readSource } from '../../src/formats/read';
import { PREFIXES } from '../../src/testing/jobLogs';
import { OSU_PROGRAMS, osuJob } from '../app/texts.mjs';

const MB = Number(process.argv[2] ?? 100) * 1e6;
const PIECE = 1 << 20;

/** Pieces of a log that is repeated until it has so many bytes. */
function stream(log: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let given = 0;
  return new ReadableStream({
    pull(controller) {
      if (given >= MB) return controller.close();
      const at = given % log.length;
      const piece = log.slice(at, Math.min(log.length, at + PIECE));
      given += piece.length;
      controller.enqueue(piece);
    },
  });
}

async function cpu(work: () => Promise<unknown>): Promise<number> {
  const began = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1e6;
}

async function splitLines(log: Uint8Array<ArrayBuffer>): Promise<void> {
  const decoder = new TextDecoder();
  let [carry, fields] = ['', 0];
  for await (const piece of stream(log)) {
    const lines = (carry + decoder.decode(piece, { stream: true })).split('\n');
    carry = lines.pop() ?? '';
    for (const line of lines) fields += line.split(/\s+/).length;
  }
  if (fields === 0) throw new Error('no fields');
}

const text = OSU_PROGRAMS.map((program, seed) =>
  osuJob({ program, nodes: 16, ar: true, runs: 64, seed }),
).join('');
const encoder = new TextEncoder();
const logs: [string, string][] = [['no prefix', text]];
for (const name of ['ISO time', 'pdsh', 'kubectl', 'time, host and tag', 'grep'])
  logs.push([name, (PREFIXES[name] ?? ((same: string) => same))(text)]);
process.stdout.write('| prefix | MB/s | × splitting | numbers |\n|---|---|---|---|\n');
for (const [name, log] of logs) {
  const bytes = encoder.encode(log);
  const sink = new Counter();
  const read = await cpu(() => readSource({ path: 'job.out', size: MB, stream: () => stream(bytes) }, sink));
  const plain = await cpu(() => splitLines(bytes));
  const numbers = sink.rows['measurement'] ?? 0;
  process.stdout.write(
    `| ${name} | ${(MB / 1e6 / read).toFixed(1)} | ${(read / plain).toFixed(2)} | ${numbers.toLocaleString('en')} |\n`,
  );
}
