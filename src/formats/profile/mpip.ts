import type { Detection, LineFormat, Sample } from '../format';
import { READ_LENGTH } from '../text/lines';
import { MpipReader, SECTION } from './mpipReader';

/** The report of mpiP 2.8 to 3.5, also behind other output. */
export const mpip: LineFormat = {
  kind: 'lines',
  id: 'mpip',
  name: 'mpiP report',
  looksFor: 'a line “@ mpiP” or a section title such as “@--- MPI Time (seconds) ---”',
  help: {
    make: ['LD_PRELOAD=/path/to/libmpiP.so MPIP="-k 1 -t 0.0" mpirun -np 64 ./app'],
    reads:
      'Application and MPI time of each rank, and of each call site and rank calls, times and bytes sent. Of a concise report (-c) the times over all tasks.',
    not: 'Environment, arguments and paths; I/O, one-sided targets and the histograms of -y and -p. mpiP does not say who receives, so there is no matrix.',
  },
  traced: false,
  detect: detectMpip,
  begins: (line) => /^@ mpiP\s*$/.test(line),
  open: (sink, _, job) => new MpipReader(sink, job),
};

const TITLES =
  /^(?:MPI Time \(seconds\)|Task Time Statistics|Callsites: \d|Aggregate (?:Time|Sent Message Size|Collective Time|Point-To-Point Sent) |Callsite (?:Time|Message Sent) statistics)/;

function detectMpip({ lines }: Sample): Detection | null {
  const seen = lines.map((line) => line.slice(0, READ_LENGTH));
  for (const [at, line] of seen.entries()) {
    const title = SECTION.exec(line)?.[1];
    if (!/^@ mpiP\s*$/.test(line) && !(title !== undefined && TITLES.test(title))) continue;
    const versioned = seen.map((each) => /^@ Version\s*: (\d[\w.]*)/.exec(each)?.[1]);
    return {
      why: `line ${at + 1} is of a report of mpiP: “${line.replace(/-+\s*$/, '').trim()}”`,
      tool: 'mpiP',
      version: versioned.find((version) => version !== undefined) ?? null,
    };
  }
  return null;
}
