import type { Detection, LineFormat, Sample } from './format';
import { HpccReader, SECTION, TITLE } from './hpccReader';

/** HPC Challenge (HPCC) 1.4 and 1.5: `hpccoutf.txt`, one run or several appended ones, also in job logs. */
export const hpcc: LineFormat = {
  kind: 'lines',
  id: 'hpcc',
  name: 'HPC Challenge (HPCC)',
  looksFor: 'a line “This is the DARPA/DOE HPC Challenge Benchmark version …” or “Begin of Summary section.”',
  detect: detectHpcc,
  open: (sink) => new HpccReader(sink),
};

function detectHpcc(sample: Sample): Detection | null {
  for (let i = 0; i < sample.lines.length; i++) {
    const line = (sample.lines[i] ?? '').slice(0, 200);
    const title = TITLE.exec(line);
    if (title) {
      return { why: `line ${i + 1} is the title of the benchmark`, tool: 'HPCC', version: title[1] ?? null };
    }
    if (SECTION.test(line)) return { why: `line ${i + 1} is “${line.trim()}”`, tool: 'HPCC', version: null };
  }
  return null;
}
