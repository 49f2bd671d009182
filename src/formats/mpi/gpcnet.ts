import type { Detection, LineFormat, Sample } from '../format';
import { GpcnetReader, REFUSAL, TITLE } from './gpcnetReader';

/** GPCNeT 1.x: `network_test` and `network_load_test`, short and verbose tables. */
export const gpcnet: LineFormat = {
  kind: 'lines',
  id: 'gpcnet',
  name: 'GPCNeT',
  looksFor: 'a title line “Network Tests v1.3” or “NetworkLoad Tests v1.3” with its boxed tables',
  help: {
    make: ['mpirun -np 2048 ./network_load_test > load.log', 'mpirun -np 2048 ./network_test > network.log'],
    reads:
      'Latencies and bandwidths per rank (least, most, average, tail), isolated and congested, and the congestion impact factors.',
    not: 'The legend, and cells that hold no number (nan).',
  },
  detect: detectGpcnet,
  begins: (line) => TITLE.test(line) || REFUSAL.test(line),
  open: (sink, _, job) => new GpcnetReader(sink, job),
};

const NEXT = /^\s+Test with \d+ MPI ranks|^\s+\d+ nodes running |^\+-{20,}|^\s+Legend\s*$/;

function detectGpcnet({ lines, whole }: Sample): Detection | null {
  for (let i = 0; i < lines.length; i++) {
    const line = (lines[i] ?? '').slice(0, 200);
    const title = TITLE.exec(line);
    const follows = lines.slice(i + 1, i + 6).some((next) => NEXT.test(next.slice(0, 200)));
    if (title && (follows || (whole && i === lines.length - 1)))
      return { why: `line ${i + 1} is a title: “${line.trim()}”`, tool: 'GPCNeT', version: title[2] ?? null };
    if (REFUSAL.test(line))
      return { why: `line ${i + 1} is an error of GPCNeT`, tool: 'GPCNeT', version: null };
  }
  return null;
}
