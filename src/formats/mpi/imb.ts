import type { Detection, LineFormat, Sample } from '../format';
import { readColumns } from './imbColumns';
import { BLOCK, HELP, readTitle } from './imbHead';
import { ImbReader } from './imbReader';
import { READ_LENGTH } from '../text/lines';

/** Intel MPI Benchmarks 3.x to 2021 as text: all programs, several in a file, inside job logs. */
export const imb: LineFormat = {
  kind: 'lines',
  id: 'imb',
  name: 'Intel MPI Benchmarks',
  looksFor: 'a title line such as “# Intel(R) MPI Benchmarks 2021.11, MPI-1 part”',
  help: {
    make: [
      'mpirun -np 64 ./IMB-MPI1 -npmin 2 PingPong Allreduce > imb.out',
      'mpirun -np 64 ./IMB-RMA > rma.out',
    ],
    reads:
      'Versions 3 to 2021, all programs (MPI1, EXT, IO, NBC, RMA, P2P, MT): times, bandwidths, message rates and overlap for each number of processes, group and mode.',
    not: 'Repetitions, which ranks are in a group, date and machine of the head.',
  },
  detect: detectImb,
  begins: (line) => line.includes('#') && (readTitle(line) !== null || BLOCK.test(line)),
  programs: /^IMB-/,
  open: (sink, sample, job) => new ImbReader(sink, sample.lines, job),
};

/** Lines between `# Benchmarking …` and its column line: a rule, the processes, the mode; many where groups are listed. */
const HEAD_LINES = 40;

function detectImb(sample: Sample): Detection | null {
  const { lines } = sample;
  const tool = 'Intel MPI Benchmarks';
  for (let i = 0; i < lines.length; i++) {
    const line = (lines[i] ?? '').slice(0, READ_LENGTH);
    const title = readTitle(line);
    if (title) {
      const why = `line ${i + 1} is a title: “${line.trim().slice(0, 100)}”`;
      return { why, tool, version: title.version };
    }
    if (HELP.test(line)) return { why: `line ${i + 1} is the help text of IMB`, tool, version: null };
    if (BLOCK.test(line) && lines.slice(i + 1, i + HEAD_LINES).some((next) => readColumns(next, 1))) {
      return { why: `line ${i + 1} begins a table: “${line.trim().slice(0, 100)}”`, tool, version: null };
    }
  }
  return null;
}
