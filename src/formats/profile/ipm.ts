import type { Detection, LineFormat, Sample } from '../format';
import { IpmReader } from './ipmReader';
import { READ_LENGTH } from '../text/lines';

/** IPM's XML log, 0.983 to 2.0.x: who called what how often, and with `IPM_LOG=full` who sent how much to whom. */
export const ipm: LineFormat = {
  kind: 'lines',
  id: 'ipm',
  name: 'IPM profile',
  looksFor: 'the element “<ipm_job_profile>” with one “<task ipm_version=… mpi_rank=…>” per rank',
  help: {
    make: ['LD_PRELOAD=/path/to/libipm.so IPM_REPORT=full IPM_LOG=full mpirun -np 64 ./app'],
    reads:
      'The XML log: wall, MPI and memory figures of each rank, calls and message sizes, and who sent how much to whom.',
    not: 'User, environment, command line and paths. Without IPM_LOG=full there are no pairs of ranks.',
  },
  readLength: 64 * 1024,
  traced: false,
  detect: detectIpm,
  open: (sink, sample) => new IpmReader(sink, sample),
};

function detectIpm({ lines }: Sample): Detection | null {
  for (let i = 0; i < lines.length; i++) {
    const line = (lines[i] ?? '').slice(0, READ_LENGTH);
    const task = /<task\b[^>]*\sipm_version="([\w.]+)"/.exec(line);
    if (task) return { why: `line ${i + 1} is a task of an IPM log`, tool: 'IPM', version: task[1] ?? null };
    if (!/<ipm_job_profile\b/.test(line)) continue;
    const versioned = lines
      .slice(i)
      .map((next) => /<task\b[^>]*\sipm_version="([\w.]+)"/.exec(next.slice(0, READ_LENGTH))?.[1])
      .find((version) => version !== undefined);
    return {
      why: `line ${i + 1} begins an IPM log: “<ipm_job_profile>”`,
      tool: 'IPM',
      version: versioned ?? null,
    };
  }
  return null;
}
