import type { Detection, LineFormat, Sample } from '../format';
import { READ_LENGTH } from '../text/lines';
import { ReframeReader } from './reframeReader';
import { readHeader, readEntry } from './reframeLine';

/** ReFrame performance logs: one line per performance variable (2.x, 3.x) or per test under a header line (4.x). */
export const reframe: LineFormat = {
  kind: 'lines',
  id: 'reframe',
  name: 'ReFrame performance log',
  looksFor: 'lines such as “2022-01-19T17:17:15|reframe 3.10.0|Test @system:partition+environ|jobid=1|…”',
  help: {
    make: ['reframe -c checks/ -r --prefix=results'],
    reads:
      'The performance logs (perflogs/…/*.log) of ReFrame 2 to 4: each performance variable of each test, with system, partition, environment and parameters.',
    not: 'References and thresholds, node names, columns that a site adds.',
  },
  detect: detectReframe,
  open: (sink) => new ReframeReader(sink),
};

function detectReframe(sample: Sample): Detection | null {
  for (let i = 0; i < sample.lines.length; i++) {
    const line = (sample.lines[i] ?? '').slice(0, READ_LENGTH);
    if (!line.includes('|')) continue;
    const entry = readEntry(line);
    if (entry) return { why: `line ${i + 1} is an entry of a performance log`, ...tool(entry.version) };
    if (readHeader(line)) {
      return { why: `line ${i + 1} is the column line of a performance log`, ...tool(null) };
    }
  }
  return null;
}

const tool = (version: string | null) => ({ tool: 'ReFrame', version });
