import type { Detection, LineFormat, Sample } from '../format';
import { LOOP, NetpipeReader } from './netpipeReader';
import { layoutOf, readTimes } from './netpipeRows';

/** NetPIPE 3.x, 4.x and 5.x: what it prints while it runs, and its data file `np.out`. */
export const netpipe: LineFormat = {
  kind: 'lines',
  id: 'netpipe',
  name: 'NetPIPE',
  looksFor:
    'lines “0: 1 bytes 2178 times --> 2.48 Mbps in 3.08 usec”, or a table of bytes, Mbps and seconds that agree with each other (np.out)',
  help: {
    make: ['mpirun -np 2 ./NPmpi -o np.out 2> netpipe.log'],
    reads:
      'What NetPIPE 3 to 5 prints while it runs, and np.out: latency and bandwidth over message size. One of the two files is enough.',
    not: 'np.out of 2.x, CPU load and integrity checks.',
  },
  detect: detectNetpipe,
  begins: (line) => LOOP.test(line),
  open: (sink, sample, job) => new NetpipeReader(sink, sample, job),
};

function detectNetpipe(sample: Sample): Detection | null {
  const { lines } = sample;
  for (let i = 0; i < lines.length; i++) {
    const line = (lines[i] ?? '').slice(0, 300);
    const begins = LOOP.test(line) && lines.slice(i + 1, i + 4).some((next) => readTimes(next.slice(0, 300)));
    if (begins || readTimes(line))
      return {
        why: `line ${i + 1} is of NetPIPE: “${line.trim().slice(0, 60)}”`,
        tool: 'NetPIPE',
        version: null,
      };
  }
  const layout = layoutOf(sample);
  if (!layout) return null;
  return { why: `its columns are those of np.out (${layout.name})`, tool: 'NetPIPE', version: null };
}
