import type { SeriesParams } from '../../model/vocabulary';
import type { Detection, DocumentFormat, DocumentReading, Sample, Sink } from '../format';
import { items, type JsonNode, member, scalar } from '../text/json';
import { readJson } from '../text/jsonLines';
import { asJsonList } from '../text/jsonList';
import { type Measure, RunSeries } from '../reader/measures';
import { perftestName, readTitle } from './perftestColumns';
import { CONDITIONS, PARAMS } from './perftestReader';

/** perftest `--out_json`: one object per file, several where files were appended. */
export const perftestJson: DocumentFormat = {
  kind: 'document',
  id: 'perftest-json',
  name: 'perftest JSON',
  looksFor: 'a JSON object with “test_info”, its “test” (“RDMA_Write_BW_Test”) and “results”',
  help: {
    make: ['ib_write_bw -d mlx5_0 --out_json --out_json_file=write_bw.json SERVER'],
    reads:
      'Bandwidth, message rate, latencies and CPU load with the settings of the test. Whether a bandwidth is in MiB/s or Gbit/s follows from size × message rate.',
    not: 'No real file was at hand: made after the source. With -a the tool keeps only the last size. With --output=bandwidth the file does not say the unit: the number is kept without one.',
  },
  detect: detectPerftestJson,
  read: readPerftestJson,
};

const TEST = /"test"\s*:\s*"(?:Send|RDMA_Write|RDMA_Read|Atomic)_[A-Za-z_]{2,80}_Test"/;

function detectPerftestJson(sample: Sample): Detection | null {
  const first = sample.lines.find((line) => line.trim() !== '')?.trimStart();
  if (!first || !/^[[{]/.test(first)) return null;
  if (!sample.lines.some((line) => line.slice(0, 1000).includes('"test_info"'))) return null;
  const at = sample.lines.findIndex((line) => TEST.test(line.slice(0, 1000)));
  if (at < 0) return null;
  return {
    why: `line ${at + 1} has “test_info” of perftest: ${TEST.exec(sample.lines[at] ?? '')?.[0] ?? ''}`,
    tool: 'perftest',
    version: null,
  };
}

/**
 * The text as JSON, line for line: perftest prints the service level without quotes and commas with nothing behind them
 * (source: `REPORT_FMT_QOS_JSON`, `write_bw_report_to_file`), and objects of several tests follow each other.
 */
function asJson(text: string): string {
  const mended = text.replace(/^(\s*)sl: /gm, '$1"sl": ').replace(/,([ \t\r\n]{0,20})(?=[,}])/g, '$1');
  return asJsonList(mended);
}

function readPerftestJson(text: string, sink: Sink): DocumentReading {
  const { root, understood, reading } = readJson(asJson(text), sink);
  const tests = root?.kind === 'array' ? items(root) : root ? [root] : [];
  tests.forEach((test, at) => {
    if (test.kind !== 'object' || !member(test, 'test_info')) return;
    readTest(test, at < tests.length - 1 || reading.whole, sink, understood);
  });
  return reading;
}

function readTest(test: JsonNode, whole: boolean, sink: Sink, understood: (node: JsonNode) => void): void {
  const run = sink.run({ kind: 'measured', line: test.line, started: null });
  const params: Record<string, string> = {};
  const info = member(test, 'test_info');
  let name = 'perftest (not named)';
  for (const [key, node] of info?.kind === 'object' ? info.members : []) {
    const value = scalar(node);
    if (value === null || !/^[\w.+-]{1,80}$/.test(value)) continue;
    const words = key.toLowerCase().replaceAll('_', ' ');
    const title = key === 'test' ? readTitle(titleOf(value)) : null;
    if (title) {
      Object.assign(params, title.params);
      name = perftestName(title, scalar(member(info, 'Connection_type')) === 'RawEth');
    } else if (PARAMS[words]) params[PARAMS[words]] = value;
    else {
      const fact = condition(words, value);
      if (!fact) continue;
      sink.condition(run, fact[0], fact[1], 'content', node.line);
    }
    understood(node);
  }
  const results = member(test, 'results');
  const count = results ? readResults(results, new RunSeries(sink, run, name), params, sink, understood) : 0;
  if (count === 0) sink.condition(run, 'program', name);
  if (!whole || count === 0)
    sink.status(run, 'partial', whole ? 'The test has no results.' : 'The file is cut.');
}

/** `RDMA_Write_Bidirectional_BW_Test` as the text output prints it: ` RDMA_Write Bidirectional BW Test`. */
function titleOf(test: string): string {
  const [, verb = '', rest = ''] =
    /^(Send_imm|Send|RDMA_Write_imm|RDMA_Write|RDMA_Read|Atomic)_(.*)$/.exec(test) ?? [];
  const words = rest.replaceAll('_', ' ');
  return `${verb} ${words.replace('CMP AND SWAP', 'CMP_AND_SWAP').replace('FETCH AND ADD', 'FETCH_AND_ADD')}`;
}

/** Settings whose key the text output writes in another way. */
const RENAMED: Readonly<Record<string, string>> = {
  'dual port': 'dual-port',
  'rdma cm qps': 'rdma_cm qps',
};

function condition(words: string, value: string): readonly [string, string] | null {
  if (words === 'cuda device') return ['memory', 'CUDA'];
  if (words === 'use rocm memory') return value === 'ON' ? ['memory', 'ROCm'] : null;
  if (words === 'use musa memory') return value === 'ON' ? ['memory', 'MUSA'] : null;
  const key = CONDITIONS[RENAMED[words] ?? words];
  return key ? [key, /^(?:ON|OFF)$/.test(value) ? value.toLowerCase() : value] : null;
}

const TIME = { metric: 'latency', better: 'lower', unit: 's', printedUnit: 'usec', factor: 1e-6 } as const;
const RATE = {
  metric: 'message rate',
  better: 'higher',
  unit: '1/s',
  printedUnit: 'Mpps',
  factor: 1e6,
} as const;
const BANDWIDTH = { metric: 'bandwidth', better: 'higher', unit: 'B/s' } as const;

const MEASURES: Readonly<Record<string, Measure>> = {
  t_min: { ...TIME, statistic: 'min' },
  t_max: { ...TIME, statistic: 'max' },
  t_typical: { ...TIME, statistic: 'p50' },
  t_avg: { ...TIME, statistic: 'avg' },
  avg_lat: { ...TIME, statistic: 'avg' },
  t_stdev: { ...TIME, statistic: 'stdev' },
  percentile_99: { ...TIME, statistic: 'p99' },
  'percentile_99.9': { ...TIME, statistic: 'p99.9' },
  tps_average: {
    metric: 'transaction rate',
    statistic: 'avg',
    better: 'higher',
    unit: '1/s',
    printedUnit: 'tps',
    factor: 1,
  },
  MsgRate: { ...RATE, statistic: 'avg' },
  msgRate_avg: { ...RATE, statistic: 'avg' },
  CPU_util: {
    metric: 'cpu utilisation',
    statistic: 'avg',
    better: 'none',
    unit: 'ratio',
    printedUnit: '%',
    factor: 0.01,
  },
};
const PEAKS: Readonly<Record<string, string>> = { BW_peak: 'max', BW_average: 'avg', bw_avg: 'avg' };

function readResults(
  results: JsonNode,
  series: RunSeries,
  params: SeriesParams,
  sink: Sink,
  understood: (node: JsonNode) => void,
): number {
  if (results.kind !== 'object') return 0;
  const sizeText = scalar(member(results, 'MsgSize'));
  const bytes = sizeText !== null && /^\d{1,15}$/.test(sizeText) ? Number(sizeText) : null;
  const level = scalar(member(results, 'sl'));
  const own = level === null ? params : { ...params, 'service level': level };
  const unit = unitOfBandwidth(bytes, member(results, 'BW_average'), member(results, 'MsgRate'));
  let count = 0;
  for (const [key, node] of results.members) {
    if (node.kind !== 'number') continue;
    const statistic = PEAKS[key];
    const measure = statistic ? { ...unit, statistic } : MEASURES[key];
    if (measure) {
      if (key === 'BW_peak' && !(Number(node.text) > 0)) {
        sink.problem(node.line, `BW peak ${node.text} means that it was not measured: left out.`);
      } else {
        if (measure.unit === UNKNOWN)
          sink.problem(node.line, 'The file does not say whether this bandwidth is in MiB/s or Gbit/s.');
        series.value(measure, own, bytes, node.text, node.line);
        count++;
      }
    }
    understood(node);
  }
  return count;
}

const UNKNOWN = 'MiB/s or Gbit/s';

/** The unit in which size × message rate is the average bandwidth; the raw number where neither fits within 5 %. */
function unitOfBandwidth(
  bytes: number | null,
  average: JsonNode | null,
  rate: JsonNode | null,
): Omit<Measure, 'statistic'> {
  const printed = average?.kind === 'number' ? Number(average.text) : NaN;
  const expected = bytes !== null && rate?.kind === 'number' ? bytes * Number(rate.text) * 1e6 : NaN;
  const units = [
    { printedUnit: 'MiB/sec', factor: 1024 * 1024 },
    { printedUnit: 'Gb/sec', factor: 1.25e8 },
  ];
  const found = units.find(({ factor }) => Math.abs((printed * factor) / expected - 1) < 0.05);
  if (found) return { ...BANDWIDTH, ...found };
  return { ...BANDWIDTH, unit: UNKNOWN, printedUnit: UNKNOWN, factor: 1 };
}
