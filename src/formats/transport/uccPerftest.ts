import type { Detection, LineFormat, Sample } from '../format';
import { HEAD_LINE, readUccColumns, UccPerftestReader } from './uccPerftestReader';

/** ucc_perftest: collectives of UCC. */
export const uccPerftest: LineFormat = {
  kind: 'lines',
  id: 'ucc-perftest',
  name: 'ucc_perftest',
  looksFor:
    'a line “Collective:  Allreduce” with “Memory type:” below it, or the columns “Count Size Time, us”',
  help: {
    make: ['mpirun -np 8 ucc_perftest -c allreduce -b 1 -e 4M -d float32 -F > ucc_allreduce.log'],
    reads:
      'Times (avg, min, max) and, with -F, bus bandwidths of each collective over message size; data type, reduction, memory type and in-place from the head.',
    not: 'No real file was at hand: made after the source. The number of ranks is not printed: it is taken from the launch line.',
  },
  begins: (line) => /^Collective: +\S/.test(line) || readUccColumns(line) !== null,
  programs: /^ucc_perftest$/,
  detect: detectUccPerftest,
  open: (sink, _sample, job) => new UccPerftestReader(sink, job),
};

function detectUccPerftest({ lines }: Sample): Detection | null {
  for (let i = 0; i < lines.length; i++) {
    const line = (lines[i] ?? '').slice(0, 300);
    const head =
      HEAD_LINE.exec(line)?.[1] === 'Collective' && HEAD_LINE.exec((lines[i + 1] ?? '').slice(0, 300));
    const what =
      head && head[1] === 'Memory type' ? 'heads a test' : readUccColumns(line) ? 'has the columns' : null;
    if (what) return { why: `line ${i + 1} ${what}: “${line.trim()}”`, tool: 'ucc_perftest', version: null };
  }
  return null;
}
