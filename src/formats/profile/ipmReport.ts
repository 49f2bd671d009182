import type { Detection, LineFormat, Sample } from '../format';
import { IpmReportReader, TITLE } from './ipmReportReader';
import { READ_LENGTH } from '../text/lines';

/** The report that IPM prints at the end of a job, and `ipm_parse` of its log: figures over all ranks. */
export const ipmReport: LineFormat = {
  kind: 'lines',
  id: 'ipm-report',
  name: 'IPM report (text)',
  looksFor:
    'a title line “##IPMv2.0.6####…” with lines “# command”, “# wallclock” and a table of calls below',
  help: {
    make: [
      'LD_PRELOAD=/path/to/libipm.so IPM_REPORT=full mpirun -np 64 ./app > job.log',
      'ipm_parse -full app.ipm.xml',
    ],
    reads:
      'Wall, MPI, user and system time and memory over all ranks (sum, mean, least, most), the share of MPI, and time and count of each MPI call; also of each region.',
    not: 'Single ranks and message sizes, which the XML log (.ipm.xml) has: it gives the Profile view, and the two never count as repeats of each other. User, command line, flops and counters of the processor.',
  },
  detect: detectIpmReport,
  begins: (line) => TITLE.test(line),
  open: (sink, _, job) => new IpmReportReader(sink, job),
};

function detectIpmReport({ lines }: Sample): Detection | null {
  for (const [at, line] of lines.entries()) {
    const version = TITLE.exec(line.slice(0, READ_LENGTH))?.[1];
    if (version !== undefined)
      return {
        why: `line ${at + 1} is the title of a report: “##IPMv${version}###”`,
        tool: 'IPM report',
        version,
      };
  }
  return null;
}
