import type { Detection, DocumentFormat, DocumentReading, LineClass, Sample, Sink } from '../format';
import { countLines } from '../text/json';
import { READ_LENGTH } from '../text/lines';
import { picoName, sayPicoNames } from './picoName';

/** Times of a collective that PICO writes, one file for each size and algorithm. */
export const pico: DocumentFormat = {
  kind: 'document',
  id: 'pico',
  name: 'PICO times',
  looksFor: 'a line “highest”, or “highest,rank0,rank1,…”, above rows of whole numbers',
  help: {
    make: ['scripts/submit_wrapper.sh --location LOCATION --nodes 16'],
    reads:
      'The time of the slowest rank over all iterations: median, min, p90, p99 and max in ns; size, algorithm and data type from the name of the file, collective and nodes from the metadata (results/*_metadata.csv).',
    not: 'Times of single ranks. Warm-up is not taken off, as only some results have one. A name without a data type is taken to count bytes.',
  },
  detect: detectPico,
  read: readPico,
};

const HEAD = /^highest(?:,rank\d+)*$/;
const ROW = /^\d{1,18}(?:,\d{1,18})*$/;
/** What some systems print below the times. */
const FOOT = /^(?:Average runtime: [\d.e+-]{1,30}|-> Buffer: (\d{1,15}) byte\b.*)$/;

function detectPico(sample: Sample): Detection | null {
  const at = sample.lines.findIndex((line) => line.trim() !== '');
  const [head = '', row = ''] = [sample.lines[at]?.trim(), sample.lines[at + 1]?.trim()];
  if (
    !head.startsWith('highest') ||
    !HEAD.test(head) ||
    !ROW.test(row.slice(0, READ_LENGTH).replace(/,\d*$/, ''))
  )
    return null;
  return { why: `line ${at + 1} is “${head.slice(0, 40)}” above whole numbers`, tool: 'PICO', version: null };
}

/** One iteration: its time in ns as printed, and its line. */
interface Iteration {
  ns: number;
  printed: string;
  line: number;
}

/** Quantiles, each the time of one iteration (nearest rank), in the order of the statistics. */
const STATISTICS: readonly (readonly [string, number])[] = [
  ['p50', 0.5],
  ['min', 0],
  ['p90', 0.9],
  ['p99', 0.99],
  ['max', 1],
];

function readPico(text: string, sink: Sink, path: string): DocumentReading {
  const lines: LineClass[] = [];
  const iterations: Iteration[] = [];
  const total = countLines(text);
  const name = picoName(path);
  let columns = 0;
  let begin = 0;
  let zeros = 0;
  let fault: string | null = null;
  let said: { bytes: number; line: number } | null = null;
  text
    .split('\n')
    .slice(0, total)
    .forEach((written, at) => {
      const line = written.trim();
      const number = at + 1;
      const open = number === total && !text.endsWith('\n');
      if (columns === 0 && HEAD.test(line)) {
        columns = line.split(',').length;
        begin = number;
        lines.push('understood');
      } else if (line === '') lines.push('skipped');
      else if (FOOT.test(line)) {
        const bytes = FOOT.exec(line)?.[1];
        if (bytes !== undefined) said = { bytes: Number(bytes), line: number };
        lines.push(bytes === undefined ? 'skipped' : 'understood');
      } else if (columns > 0 && !open && ROW.test(line) && line.split(',').length === columns) {
        const printed = line.slice(0, line.indexOf(',') < 0 ? undefined : line.indexOf(','));
        const ns = Number(printed);
        if (ns > 0) iterations.push({ ns, printed, line: number });
        else zeros++;
        lines.push('understood');
      } else {
        fault ??= open ? 'The file ends within a row.' : `Line ${number} is not a row of times.`;
        lines.push('unknown');
      }
    });
  const run = sink.run({ kind: 'measured', line: Math.max(1, begin), started: null });
  sayPicoNames(sink, run, path, name);
  if (zeros > 0)
    sink.problem(
      0,
      `${zeros} ${zeros === 1 ? 'iteration has' : 'iterations have'} the time 0, which none can take: left out.`,
    );
  settleSize(sink, name?.bytes ?? null, name?.datatype ?? null, said);
  if (iterations.length === 0) fault = 'The file has no times.';
  else sayTimes(sink, run, iterations, name?.bytes ?? bytesOf(said), name?.datatype ?? null);
  if (fault !== null) sink.status(run, 'partial', fault);
  return { lines, whole: text === '' || text.endsWith('\n') };
}

type Said = { bytes: number; line: number } | null;

const bytesOf = (said: Said): number | null => said?.bytes ?? null;

/** Tells where the size of a message is not sure. */
function settleSize(sink: Sink, bytes: number | null, datatype: string | null, said: Said): void {
  if (bytes === null && said === null)
    sink.problem(
      0,
      'The name of the file is not <count>_<algorithm>_<type>.csv: message size and algorithm are not known.',
    );
  else if (bytes !== null && said !== null && said.bytes !== bytes)
    sink.problem(
      said.line,
      `This line says ${said.bytes} bytes, the name of the file ${bytes}: the name is taken.`,
    );
  else if (bytes !== null && said === null && datatype === null)
    sink.problem(0, 'The name of the file has no data type: its number is taken as bytes.');
}

function sayTimes(
  sink: Sink,
  run: number,
  iterations: Iteration[],
  bytes: number | null,
  datatype: string | null,
): void {
  const series = sink.series({
    run,
    benchmark: 'PICO',
    metric: 'time',
    better: 'lower',
    unit: 's',
    printedUnit: 'ns',
    factor: 1e-9,
    params: datatype === null ? {} : { datatype },
  });
  iterations.sort((a, b) => a.ns - b.ns || a.line - b.line);
  for (const [statistic, share] of STATISTICS) {
    const found = iterations[Math.max(0, Math.ceil(share * iterations.length) - 1)];
    if (found) sink.measurement(series, bytes, statistic, found.ns * 1e-9, found.printed, found.line);
  }
}
