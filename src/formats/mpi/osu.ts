import type { Detection, LineFormat, Sample } from '../format';
import { READ_LENGTH } from '../text/lines';
import { readColumns } from './osuColumns';
import { HELP, OsuReader } from './osuReader';
import { readTitle, type Title } from './osuTitles';

/** What an OSU program says when it cannot run. */
const REFUSAL = /This test requires exactly two processes|osu_\w+\.c:\d+\] Error:/;

/** OSU micro-benchmarks 5.x to 7.x as text: every test, several runs in a file, inside job logs. */
export const osu: LineFormat = {
  kind: 'lines',
  id: 'osu',
  name: 'OSU micro-benchmarks',
  looksFor: 'a title line such as “# OSU MPI Allreduce Latency Test v7.4”',
  help: {
    make: [
      'mpirun -np 64 ./osu_allreduce -f > allreduce.out',
      'mpirun -np 2 -map-by ppr:1:node ./osu_bw > bw.out',
    ],
    reads:
      'Versions 5 to 7, also the CUDA, ROCm, NCCL, OpenSHMEM and Python builds: latencies (average, least, most, percentiles), bandwidths, message rates and overlap over message size, window and pairs; many tests in one log.',
    not: 'Iterations, transmitted sizes, PAPI counters and the charts of -G.',
  },
  detect: detectOsu,
  begins: (line) => readTitle(line) !== null,
  programs: /^osu_/,
  open: (sink, sample, job) => new OsuReader(sink, sample.path, job),
};

function detectOsu(sample: Sample): Detection | null {
  const { lines } = sample;
  for (let i = 0; i < lines.length; i++) {
    const line = (lines[i] ?? '').slice(0, READ_LENGTH);
    const title = readTitle(line);
    if (
      title &&
      (/^[#\s]*(?:O?SU|OMB|Fabriscope)/.test(line) ||
        lines.slice(i + 1, i + 8).some((next) => readColumns(next)))
    ) {
      return detection(i, line, title);
    }
    if (HELP.test(line))
      return { why: `line ${i + 1} is the help text of an OSU program`, tool: 'OSU', version: null };
    if (REFUSAL.test(line))
      return { why: `line ${i + 1} is an error of an OSU program`, tool: 'OSU', version: null };
  }
  return null;
}

function detection(index: number, line: string, title: Title): Detection {
  const why = `line ${index + 1} is a title: “${line.trim().slice(0, 100)}”`;
  return { why, tool: title.suite, version: title.version };
}
