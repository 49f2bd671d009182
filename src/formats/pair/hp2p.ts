import { KEY } from '../../model/vocabulary';
import { RowReader } from '../text/cells';
import type { Detection, DocumentFormat, DocumentReading, LineClass, Sample, Sink } from '../format';
import { placeRanks } from './pairAxis';

/** The page that HP2P of CEA writes: bandwidth of the pairs of ranks that its draws brought together. */
export const hp2p: DocumentFormat = {
  kind: 'document',
  id: 'hp2p',
  name: 'HP2P page',
  looksFor: 'a page of CEA-HPC HP2P with “// hostlist start” and “// bandwidth start”',
  help: {
    make: ['mpirun -np 64 hp2p -n 1000 -m 1048576 -o hp2p'],
    reads: 'The page hp2p.html: the bandwidth of each pair of ranks, with hosts and message size.',
    not: 'Its monitoring page and its binary form.',
  },
  detect: detectHp2p,
  read: readHp2p,
};

const TITLE = /CEA-HPC - HP2P on |HP2P results vizualisation/;
/** The page says MB/s and divides by 2^20. */
const MIB = 1024 * 1024;

function detectHp2p(sample: Sample): Detection | null {
  const at = sample.lines.findIndex((line) => TITLE.test(line.slice(0, 1000)));
  if (at < 0 || !/^\s*(?:<!DOCTYPE|<html)/i.test(sample.lines.find((line) => line.trim() !== '') ?? ''))
    return null;
  return { why: `line ${at + 1} names HP2P`, tool: 'HP2P', version: null };
}

function readHp2p(text: string, sink: Sink): DocumentReading {
  const lines = text.split('\n');
  if (lines[lines.length - 1] === '') lines.pop();
  const classes = lines.map((): LineClass => 'skipped');
  const run = sink.run({ kind: 'measured', line: 1, started: null });
  const names = block(lines, 'hostlist', classes);
  const table = block(lines, 'bandwidth', classes);
  const size = /^\s*(\d{1,12})\b/.exec(block(lines, 'msg_size', classes)?.body ?? '')?.[1];
  for (const [pattern, key] of DETAILS) {
    const at = lines.findIndex((line) => pattern.test(line.slice(0, 200)));
    const value = pattern.exec(lines[at]?.slice(0, 200) ?? '')?.[1];
    if (value === undefined) continue;
    classes[at] = 'understood';
    sink.condition(run, key, value);
  }
  const whole = text.trimEnd().endsWith('</html>');
  if (!table) {
    const monitoring = lines.some((line) => line.includes('// bisection bandwidth start'));
    const reason = monitoring
      ? 'This is the monitoring page of HP2P: it has no pairs. They are in the page of the same name without “-monitoring”.'
      : 'The page has no bandwidth of pairs: it is cut or of another version.';
    sink.problem(0, reason);
    sink.status(run, 'partial', reason);
    return { lines: classes, whole };
  }
  const hosts = [...(names?.body ?? '').matchAll(/"([^"]{1,255})"/g)].map((match) => match[1] ?? '');
  const fault = matrix(table, hosts, size === undefined ? null : Number(size), { sink, run });
  if (fault !== null) sink.status(run, 'partial', fault);
  else if (!table.closed || !whole) sink.status(run, 'partial', 'The page is cut.');
  return { lines: classes, whole };
}

const DETAILS: readonly (readonly [RegExp, string])[] = [
  [/^Number of iterations: (\d+) \//, 'iterations'],
  [/^Number of messages per communication: (\d+)/, 'messages per communication'],
  [/^Algorithm: ([\w -]{1,40})</, 'algorithm'],
];

interface Block {
  /** What stands between the marks, after `var name =`. */
  body: string;
  /** Line on which the value stands. */
  line: number;
  /** The end mark was seen. */
  closed: boolean;
}

/** The value between `// name start` and `// name end`. */
function block(lines: readonly string[], name: string, classes: LineClass[]): Block | null {
  const start = lines.findIndex((line) => line.trim() === `// ${name} start`);
  if (start < 0) return null;
  const end = lines.findIndex((line, at) => at > start && line.trim() === `// ${name} end`);
  const until = end < 0 ? lines.length : end + 1;
  classes.fill('understood', start, until);
  const body = lines.slice(start + 1, end < 0 ? undefined : end);
  if (/^\s*var \w+ =/.test(body[0] ?? '')) body[0] = (body[0] ?? '').replace(/^\s*var \w+ =/, '');
  const first = body.findIndex((line) => line.trim() !== '');
  return {
    body: body.slice(Math.max(0, first)).join('\n'),
    line: start + 2 + Math.max(0, first),
    closed: end >= 0,
  };
}

/** Hands on the rows `[ 0.00, 9546.78, ]`; 0.00 is a pair that no draw brought together. Returns a fault, or null. */
function matrix(
  { body, line }: Block,
  hosts: readonly string[],
  bytes: number | null,
  { sink, run }: { sink: Sink; run: number },
): string | null {
  const rows = [...body.matchAll(/\[([^[\]]*)(\])?/g)].filter((match) => /\d/.test(match[1] ?? ''));
  const columns = hosts.length > 0 ? hosts.length : (rows[0]?.[1]?.match(/\d[\d.]*/g)?.length ?? 0);
  if (columns === 0 || rows.length === 0) return 'The page has no bandwidth of pairs.';
  sink.condition(run, KEY.ranks, String(columns));
  placeRanks(sink, run, hosts, { line, column: 1, repeats: true });
  const series = sink.series({
    run,
    benchmark: 'HP2P',
    metric: 'bandwidth',
    better: 'higher',
    unit: 'B/s',
    printedUnit: 'MiB/s',
    factor: MIB,
    params: {},
  });
  const id = sink.matrix({
    series,
    axis: 'rank',
    layout: 'source',
    ranks: columns,
    measuredAt: null,
    statistic: 'avg',
    bytes,
    concurrency: 'at once',
    schedule: null,
  });
  const reader = new RowReader(sink, {
    separator: ',',
    columns,
    labels: 0,
    factor: MIB,
    allFilled: true,
    signed: false,
  });
  let at = line;
  let before = 0;
  rows.slice(0, columns).forEach((match, row) => {
    for (
      let next = body.indexOf('\n', before);
      next >= 0 && next < match.index;
      next = body.indexOf('\n', before)
    ) {
      at++;
      before = next + 1;
    }
    const cells = (match[1] ?? '').trimEnd();
    const cut = match[2] === undefined && !cells.endsWith(',');
    const values = reader.row(cells.endsWith(',') ? cells.slice(0, -1) : cells, 0, at, cut);
    if (!values) return;
    values.forEach((value, column) => {
      if (value === 0) values[column] = NaN;
    });
    sink.matrixRow(id, row, values, at);
  });
  return reader.fault ?? (rows.length < columns ? `The page holds ${rows.length} of ${columns} rows.` : null);
}
