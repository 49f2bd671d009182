import type { Detection, LineFormat, Sample } from '../format';
import { HpccReader, SECTION, TITLE } from './hpccReader';

/** HPC Challenge (HPCC) 1.4 and 1.5: `hpccoutf.txt`, one run or several appended ones, also in job logs. */
export const hpcc: LineFormat = {
  kind: 'lines',
  id: 'hpcc',
  name: 'HPC Challenge (HPCC)',
  looksFor: 'a line “This is the DARPA/DOE HPC Challenge Benchmark version …” or “Begin of Summary section.”',
  help: {
    make: ['mpirun -np 64 ./hpcc && cp hpccoutf.txt hpcc-64.txt'],
    reads:
      'hpccoutf.txt, each of its runs: ping-pong and ring latencies and bandwidths, PTRANS, HPL, DGEMM, FFT, RandomAccess and STREAM.',
    not: 'Times, checks and error counts of the tests, and the short lists that repeat figures.',
  },
  detect: detectHpcc,
  begins: (line) => TITLE.test(line) || SECTION.test(line),
  programs: /^hpcc$/,
  open: (sink, _, job) => new HpccReader(sink, job),
};

function detectHpcc(sample: Sample): Detection | null {
  for (let i = 0; i < sample.lines.length; i++) {
    const line = (sample.lines[i] ?? '').slice(0, 200);
    const title = TITLE.exec(line);
    if (title) {
      return { why: `line ${i + 1} is the title of the benchmark`, tool: 'HPCC', version: title[1] ?? null };
    }
    if (SECTION.test(line)) return { why: `line ${i + 1} is “${line.trim()}”`, tool: 'HPCC', version: null };
  }
  return null;
}
