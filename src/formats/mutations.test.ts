import { expect, it } from 'vitest';
import { mutate } from '../testing/mutate';
import { expectLaws, noiseLines, originals, tryMutations } from '../testing/mutations';
import { claims, FORMATS } from './registry';

/** First seed of the share that every test run tries; `npm run mutations` tries ten thousand. */
const SEED = 1;

it('500 damaged files break no law of reading', async () => {
  await tryMutations(500, SEED);
});

it('undamaged files keep the laws too, and every format has one', async () => {
  const files = originals();
  const formats = new Set<string>();
  for (const { bytes } of files) {
    await expectLaws(bytes);
    const lines = new TextDecoder().decode(bytes).split('\n');
    for (const { format } of claims({ path: 'x', lines, whole: true })) formats.add(format.id);
  }
  expect([...formats].sort()).toEqual(FORMATS.map(({ id }) => id).sort());
});

it.each([
  [
    'an OSU size that is no number',
    `# OSU MPI Latency Test v7.4\n# Size Latency (us)\n${'9'.repeat(400)} 1.00\n`,
  ],
  [
    'an OSU size past whole numbers',
    '# OSU MPI Latency Test v7.4\n# Size Latency (us)\n18446744073709551616 1.00\n',
  ],
  [
    'an nccl-tests size past whole numbers',
    '# nThread 1 nGpus 1 minBytes 8 maxBytes 8\n# size count type redop root time algbw busbw #wrong time algbw busbw #wrong\n18446744073709551616 2 float sum -1 1.00 1.00 1.00 0 1.00 1.00 1.00 0\n',
  ],
  [
    'an nccl-tests JSON size past whole numbers',
    '{"nccl_version": 22903, "config": {},\n"results": [{"size": 18446744073709551616, "out_of_place": {"time": 1.5}}]}\n',
  ],
  [
    'an IMB size that is no number',
    `# Benchmarking PingPong\n# #processes = 2\n #bytes #repetitions t[usec] Mbytes/sec\n ${'9'.repeat(400)} 10 1.00 1.00\n`,
  ],
  [
    'a perftest size that is no number',
    ` #bytes #iterations BW peak[MB/sec] BW average[MB/sec] MsgRate[Mpps]\n ${'9'.repeat(400)} 1000 1.00 1.00 0.01\n`,
  ],
  [
    'JSON with CR alone as line end',
    '{"data": [\r"# OSU MPI Latency Test v7.4",\r"# Size Latency (us)",\r"8 1.00"]}\r',
  ],
  ['JSON that ends too early behind a line end', '{"data": [\n"# OSU MPI Latency Test v7.4",\n'],
])('%s, as damage has shown it', async (_, text) => {
  await expectLaws(new TextEncoder().encode(text));
});

it('the same seed damages in the same way, different seeds in different ways', () => {
  const files = originals();
  const bytes = files[0]?.bytes ?? new Uint8Array();
  const material = { noise: noiseLines(files), other: bytes };
  const texts = Array.from({ length: 50 }, (_, seed) =>
    new TextDecoder().decode(mutate(bytes, seed, material)),
  );
  expect(texts[7]).toBe(new TextDecoder().decode(mutate(bytes, 7, material)));
  expect(new Set(texts).size).toBeGreaterThan(40);
});
