import type { Detection, LineFormat, Sample } from '../format';
import { beginsNvshmem, NvshmemReader, readMachineLine, readNvshmemColumns } from './nvshmemReader';

/** The perftests of NVSHMEM. */
export const nvshmem: LineFormat = {
  kind: 'lines',
  id: 'nvshmem',
  name: 'NVSHMEM perftest',
  looksFor:
    'the columns “size(B) scope BW (GB/sec)”, “size(B) count type … latency(us) …”, or lines “&&&& PERF …___size__…”',
  help: {
    make: [
      'nvshmrun -n 2 ./shmem_put_bw > put_bw.log',
      'NVSHMEM_MACHINE_READABLE_OUTPUT=1 nvshmrun -n 2 ./shmem_put_bw > put_bw.log',
    ],
    reads:
      'Bandwidths and latencies of puts, gets, atomics and collectives over message size, with scope, data type and reduction, of the tables and of the machine-readable lines.',
    not: 'No real file was at hand: made after the source of NVSHMEM 3. The box tables of older versions are not read. Sizes without a result are left out by the tool.',
  },
  begins: beginsNvshmem,
  detect: detectNvshmem,
  open: (sink, _sample, job) => new NvshmemReader(sink, job),
};

function detectNvshmem({ lines }: Sample): Detection | null {
  for (let i = 0; i < lines.length; i++) {
    const line = (lines[i] ?? '').slice(0, 400);
    const what = readNvshmemColumns(line) ? 'has the columns' : readMachineLine(line) ? 'is a result' : null;
    if (what)
      return {
        why: `line ${i + 1} ${what}: “${line.trim().replace(/\s+/g, ' ').slice(0, 100)}”`,
        tool: 'NVSHMEM perftest',
        version: null,
      };
  }
  return null;
}
