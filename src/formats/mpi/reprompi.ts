import type { Detection, LineFormat, Sample } from '../format';
import { readReproColumns, ReprompiReader } from './reprompiReader';

/** ReproMPI: times of single repetitions of MPI operations, and summaries. */
export const reprompi: LineFormat = {
  kind: 'lines',
  id: 'reprompi',
  name: 'ReproMPI',
  looksFor:
    'the columns “test nrep msize_bytes runtime_sec” or “test msize_bytes total_nrep valid_nrep mean_sec …”',
  help: {
    make: [
      'mpirun -np 8 ./bin/mpibenchmark --calls-list=MPI_Bcast --msizes-list=8,1024 --nrep=100 > bcast.dat',
    ],
    reads:
      'The time of every repetition of each MPI operation, and summaries (mean, median, min, max, standard deviation) over message size; ranks, data type, operation and how clocks and processes were synchronised.',
    not: 'No real file was at hand: made after the source. Start and end times of single processes (-v), variances and the output of the library form are not read; repetitions with an error are left out.',
  },
  begins: (line) => /^#@(?:reproMPIcommitSHA1|nprocs)=/.test(line) || readReproColumns(line) !== null,
  detect: detectReprompi,
  open: (sink, _sample, job) => new ReprompiReader(sink, job),
};

function detectReprompi({ lines }: Sample): Detection | null {
  const at = lines.findIndex((line) => readReproColumns(line.slice(0, 600)) !== null);
  if (at < 0) return null;
  const columns = (lines[at] ?? '').trim().replace(/\s+/g, ' ').slice(0, 100);
  return { why: `line ${at + 1} has the columns: “${columns}”`, tool: 'ReproMPI', version: null };
}
