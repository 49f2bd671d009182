import { GNUPLOT, HEAD, LATEX, PLOT, RESULT } from './beffLines';
import { BeffReader } from './beffReader';
import type { Detection, LineFormat, Sample } from '../format';

/** b_eff 3.5 and 3.6 (HLRS): the .prot, .short, .sum and .plot files, all of it on stdout, or the result line alone. */
export const beff: LineFormat = {
  kind: 'lines',
  id: 'beff',
  name: 'b_eff (effective bandwidth)',
  looksFor:
    'SECTION-HEAD-BEGIN with “b_eff.c, Revision …”, “# b_eff 3.6 - Use this file with Gnuplot” or a line “b_eff = 4200.000 MB/s = 1050.000 * 4 PEs …”',
  help: {
    make: ['mpirun -np 64 ./b_eff -f b_eff_64'],
    reads:
      'The .short, .prot, .sum and .plot files of a run and its result line: b_eff, and bandwidth by pattern, method and message length.',
    not: 'The .gps and .tex files, loop lengths and elapsed times.',
  },
  detect: detectBeff,
  begins: (line) =>
    line.startsWith('SECTION-HEAD-BEGIN') || PLOT.test(line) || GNUPLOT.test(line) || RESULT.test(line),
  open: (sink, _, job) => new BeffReader(sink, job),
};

function detectBeff({ lines }: Sample): Detection | null {
  for (let i = 0; i < lines.length; i++) {
    const line = (lines[i] ?? '').slice(0, 400);
    const said = (why: string, version: string | null): Detection => ({
      why: `line ${i + 1} ${why}`,
      tool: 'b_eff',
      version,
    });
    if (line.startsWith('SECTION-HEAD-BEGIN')) {
      const next = lines.slice(i + 1, i + 8).find((text) => HEAD.test(text.slice(0, 200)));
      if (next) return said('begins the head of b_eff', HEAD.exec(next)?.[1] ?? null);
    }
    const plot = PLOT.exec(line);
    if (plot) return said('says that it is plot data of b_eff', plot[1] ?? null);
    if (GNUPLOT.test(line) || LATEX.test(line)) return said('says that b_eff wrote it', null);
    if (RESULT.test(line)) return said('is the result of b_eff', null);
  }
  return null;
}
