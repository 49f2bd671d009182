import type { Detection, DocumentFormat, DocumentReading, LineClass, Sample, Sink } from '../format';
import { countLines, items, type JsonNode, member, parseJson, scalar } from '../text/json';
import { isNvTitle, NvSeries } from './nvbandwidthTest';

/** The report that nvbandwidth prints with `-j`. */
export const nvbandwidthJson: DocumentFormat = {
  kind: 'document',
  id: 'nvbandwidth-json',
  name: 'nvbandwidth JSON (-j)',
  looksFor: 'a JSON object “nvbandwidth” with “testcases”',
  help: {
    make: ['nvbandwidth -j > nvbandwidth.json'],
    reads: 'The same tests as of the text.',
    not: 'The coefficient of variation.',
  },
  detect: detectNvJson,
  read: readNvJson,
};

function detectNvJson(sample: Sample): Detection | null {
  const head = sample.lines.slice(0, 40).join('\n').trimStart().slice(0, 4000);
  if (!/^\{\s*"nvbandwidth"\s*:\s*\{/.test(head)) return null;
  return { why: 'it is a JSON object “nvbandwidth”', tool: 'nvbandwidth', version: versionOf(sample) };
}

function versionOf(sample: Sample): string | null {
  for (const line of sample.lines) {
    const version = /"version"\s*:\s*"([^"]{1,20})"/.exec(line.slice(0, 2000))?.[1];
    if (version !== undefined) return version;
  }
  return null;
}

function readNvJson(text: string, sink: Sink): DocumentReading {
  const { root, error } = parseJson(text);
  const lines = new Array<LineClass>(countLines(text)).fill('understood');
  const run = sink.run({ kind: 'measured', line: 1, started: null });
  let fault: string | null = null;
  if (error) {
    fault = `The JSON is cut or damaged on line ${error.line} (${error.message}): what stands before is read.`;
    sink.problem(error.line, fault);
    lines.fill('unknown', error.line - 1);
  }
  const report = member(root, 'nvbandwidth');
  for (const [key, condition] of SETTINGS) {
    const value = scalar(member(report, key));
    if (value !== null) sink.condition(run, condition, value.slice(0, 60));
  }
  const series = new NvSeries(sink, run);
  let tables = 0;
  for (const test of items(member(report, 'testcases'))) {
    const read = testcase(test, series, sink);
    if (read.tables) tables++;
    fault ??= read.fault;
  }
  const failure = scalar(member(report, 'error'));
  if (failure !== null) sink.status(run, 'failed', 'nvbandwidth reports an error.');
  else if (tables === 0) sink.status(run, 'partial', fault ?? 'The run has a head but no results.');
  else if (fault !== null) sink.status(run, 'partial', fault);
  return { lines, whole: error === null };
}

const SETTINGS: readonly (readonly [string, string])[] = [
  ['version', 'nvbandwidth'],
  ['CUDA Runtime Version', 'CUDA'],
  ['Driver Version', 'GPU driver'],
];

function testcase(test: JsonNode, series: NvSeries, sink: Sink): { tables: boolean; fault: string | null } {
  const name = scalar(member(test, 'name'))?.slice(0, 100) ?? '';
  const title = scalar(member(test, 'bandwidth_description')) ?? '';
  const status = scalar(member(test, 'status')) ?? '';
  const rows = items(member(test, 'bandwidth_matrix'));
  if (rows.length === 0 || !isNvTitle(title)) {
    if (/^Error/i.test(status)) return { tables: false, fault: `The test ${name} ended with an error.` };
    if (rows.length > 0)
      sink.problem(test.line, `What the table of ${name} measures is not known: not read.`);
    return { tables: false, fault: null };
  }
  const columns = items(rows[0]).map((_, at) => String(at));
  const table = series.table({ name, title, columns });
  rows.forEach((row, at) => {
    table.row(
      String(at),
      items(row).map((cell) => scalar(cell) ?? ''),
      row.line,
    );
  });
  table.end();
  const sum = member(test, 'sum');
  const printed = scalar(sum);
  if (sum?.kind === 'number' && printed !== null) series.figure(name, title, 'sum', printed, sum.line);
  return { tables: true, fault: table.fault };
}
