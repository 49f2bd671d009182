import type { Detection, LineFormat, Sample } from '../format';
import { READ_LENGTH } from '../text/lines';
import { BANNER_NAME, NcclReader, SETUP, STARTING, VERSION } from './ncclReader';
import { readLayout } from './ncclTable';

/** nccl-tests and rccl-tests as text, all generations of the table. */
export const nccl: LineFormat = {
  kind: 'lines',
  id: 'nccl-tests',
  name: 'nccl-tests',
  looksFor: 'the lines “# nThread 1 nGpus 8 minBytes …” or “# size count type … time algbw busbw”',
  help: {
    make: ['mpirun -np 16 ./all_reduce_perf -b 8 -e 8G -f 2 -g 1 > all_reduce.log'],
    reads:
      'The tables of nccl-tests and rccl-tests, old and new: time, algbw and busbw, out of place and in place, over message size; ranks, nodes and GPUs of the device list; SHARP and NVLS from log lines.',
    not: 'The average bus bandwidth at the end, host names, process and bus numbers.',
  },
  detect: detectNccl,
  begins: (line) =>
    [VERSION, STARTING, SETUP, BANNER_NAME].some((head) => head.test(line)) ||
    readLayout(line, null) !== null,
  programs: /_perf(?:_mpi)?$/,
  open: (sink, sample, job) => new NcclReader(sink, sample.lines, job, sample.path),
};

function detectNccl(sample: Sample): Detection | null {
  let version: string | null = null;
  let tool = 'nccl-tests';
  for (let i = 0; i < sample.lines.length; i++) {
    const line = (sample.lines[i] ?? '').slice(0, READ_LENGTH);
    const named = VERSION.exec(line);
    if (named) {
      tool = `${named[1] ?? 'nccl'}-tests`;
      version = named[2] ?? null;
    }
    if (SETUP.test(line) || readLayout(line, null)) {
      const rccl = sample.lines.slice(i, i + 12).find((next) => next.startsWith('rccl-tests:'));
      if (rccl && version === null) {
        tool = 'rccl-tests';
        version = VERSION.exec(rccl)?.[2] ?? null;
      }
      return { why: `line ${i + 1} is a head: “${line.trim().slice(0, 80)}”`, tool, version };
    }
  }
  return null;
}
