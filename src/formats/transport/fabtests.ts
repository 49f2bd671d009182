import { beginsFabtests, FabtestsReader, readFabColumns, readMachineRow } from './fabtestsReader';
import type { Detection, LineFormat, Sample } from '../format';

/** libfabric: the fabtests and fi_pingpong. */
export const fabtests: LineFormat = {
  kind: 'lines',
  id: 'fabtests',
  name: 'fabtests, fi_pingpong',
  looksFor:
    'the columns “bytes iters total time MB/sec usec/xfer Mxfers/sec” (with “#sent #ack” of fi_pingpong), or rows of -m',
  help: {
    make: [
      'fi_rdm_pingpong -p verbs -S all SERVER > pingpong.log # keep the command in the log',
      'fi_pingpong -p verbs SERVER',
    ],
    reads:
      'Bandwidth, time per transfer and message rate over message size. The program, provider and endpoint come from the command in the log or from the first line of -m.',
    not: 'No real file was at hand: made after the source. The programs print the same columns: without its command a table is of “fabtests (not named)”. Sizes are rounded by the tool (1.2m); -m has them whole.',
  },
  begins: beginsFabtests,
  programs: /^fi_/,
  detect: detectFabtests,
  open: (sink, _sample, job) => new FabtestsReader(sink, job),
};

function detectFabtests({ lines }: Sample): Detection | null {
  for (let i = 0; i < lines.length; i++) {
    const line = (lines[i] ?? '').slice(0, 400);
    const what = readFabColumns(line) ? 'has the columns' : readMachineRow(line) ? 'is a row of -m' : null;
    if (what)
      return {
        why: `line ${i + 1} ${what}: “${line.trim().slice(0, 100)}”`,
        tool: 'fabtests',
        version: null,
      };
  }
  return null;
}
