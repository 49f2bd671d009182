import type { Detection, LineFormat, Sample } from '../format';
import { BANNER, EBB_ROUND, FILE_HEAD, NetgaugeReader, PARAMETERS } from './netgaugeReader';

/** Netgauge 2.4: the patterns ebb and loggp on stdout, and the file that loggp writes with -o. */
export const netgauge: LineFormat = {
  kind: 'lines',
  id: 'netgauge',
  name: 'Netgauge',
  looksFor: 'a line “# Info: (0): Netgauge v2.4.6 …”, loggp parameters “L=… s=… o_s=…” or rounds of ebb',
  help: {
    make: [
      'mpirun -np 2 ./netgauge -x loggp > loggp.log',
      'mpirun -np 64 ./netgauge -x ebb -s 1048576 -r 1000 > ebb.log',
    ],
    reads:
      'LogGP parameters over message size (also the file of -o), and effective bisection bandwidth with each random bisection.',
    not: 'The other patterns (one_one, 1toN, nbov …), the histogram and the times of ebb.',
  },
  detect: detectNetgauge,
  begins: (line) => BANNER.test(line) || FILE_HEAD.test(line),
  open: (sink, _, job) => new NetgaugeReader(sink, job),
};

function detectNetgauge({ lines }: Sample): Detection | null {
  for (let i = 0; i < lines.length; i++) {
    const line = (lines[i] ?? '').slice(0, 1000);
    const banner = BANNER.exec(line);
    if (banner)
      return { why: `line ${i + 1} is the banner of Netgauge`, tool: 'Netgauge', version: banner[1] ?? null };
    const what = FILE_HEAD.test(line)
      ? 'heads the columns of loggp'
      : PARAMETERS.test(line)
        ? 'has LogGP parameters'
        : EBB_ROUND.test(line)
          ? 'is a round of ebb'
          : null;
    if (what) return { why: `line ${i + 1} ${what}`, tool: 'Netgauge', version: null };
  }
  return null;
}
