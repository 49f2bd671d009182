import type { Detection, LineFormat, Sample } from '../format';
import { COMMAND, QperfReader, readResult, TEST_LINE } from './qperfReader';

/** qperf: tests of RDMA and sockets between two hosts. */
export const qperf: LineFormat = {
  kind: 'lines',
  id: 'qperf',
  name: 'qperf',
  looksFor: 'a line with the name of a test (“rc_bw:”) above “bw = 3.2 GB/sec” or “latency = 1.1 us”',
  help: {
    make: ['qperf SERVER -v -oo msg_size:1:64K:*4 rc_bw rc_lat > qperf.log # -v prints the message size'],
    reads:
      'Bandwidth, latency, message rate and CPU load of each test; message size, MTU and the other settings that -v prints.',
    not: 'No real file was at hand: made after the source. Without -v the message size is not printed: the numbers then have none. “conf”, costs and times of the verbose forms are not read.',
  },
  begins: (line) => TEST_LINE.test(line) || COMMAND.test(line),
  programs: /^qperf$/,
  detect: detectQperf,
  open: (sink, _sample, job) => new QperfReader(sink, job),
};

function detectQperf({ lines }: Sample): Detection | null {
  for (let i = 0; i < lines.length; i++) {
    const line = (lines[i] ?? '').slice(0, 300);
    if (!TEST_LINE.test(line) || !readResult((lines[i + 1] ?? '').slice(0, 300))) continue;
    return { why: `line ${i + 1} is a test of qperf: “${line.trim()}”`, tool: 'qperf', version: null };
  }
  return null;
}
