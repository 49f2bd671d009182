import type { Detection, DocumentFormat, DocumentReading, Sample, Sink } from '../format';
import { bandwidth, cpu, directionOf, jitter, loss, retransmits } from './iperf3Measures';
import { items, type JsonNode, member, scalar } from '../text/json';
import { readJson } from '../text/jsonLines';
import { asJsonList } from '../text/jsonList';
import { RunSeries } from '../reader/measures';
import type { Quantity } from '../reader/openRun';
import { LINE_NOT_KEPT } from '../text/privacy';

/** iperf3 `-J` and `--json-stream`. */
export const iperf3Json: DocumentFormat = {
  kind: 'document',
  id: 'iperf3-json',
  name: 'iperf3 JSON',
  looksFor: 'JSON with a “version” of “iperf 3”, of one test, several or a stream of events',
  help: {
    make: ['iperf3 -c SERVER -P 8 -t 10 -J > iperf.json'],
    reads:
      'The totals at the end of each test: bandwidth at sender and receiver, retransmits (TCP), jitter and loss (UDP), CPU load, with streams, direction, protocol, block size, TCP congestion control and the start.',
    not: 'Intervals and single streams. Host names, addresses and the cookie are never kept. --json-stream follows the source: no real file was at hand.',
  },
  detect: detectIperf3Json,
  read: readIperf3Json,
};

const VERSION = /"version"\s*:\s*"iperf (3[\w.+-]{0,20})/;

function detectIperf3Json(sample: Sample): Detection | null {
  const first = sample.lines.find((line) => line.trim() !== '')?.trimStart();
  if (!first || !/^[[{]/.test(first)) return null;
  for (let i = 0; i < sample.lines.length; i++) {
    const version = VERSION.exec((sample.lines[i] ?? '').slice(0, 20_000))?.[1];
    if (version !== undefined)
      return { why: `line ${i + 1} has the version “iperf ${version}”`, tool: 'iperf3', version };
  }
  return null;
}

/** The parts of one report. */
interface Test {
  line: number;
  start: JsonNode | null;
  end: JsonNode | null;
  error: JsonNode | null;
}

function readIperf3Json(text: string, sink: Sink): DocumentReading {
  const { root, understood, reading } = readJson(asJsonList(text), sink);
  const all = tests(root?.kind === 'array' ? items(root) : root ? [root] : []);
  all.forEach((test, at) => readTest(test, reading.whole || at < all.length - 1, sink, understood));
  return { ...reading, kept: (line) => (HOST.test(line) ? LINE_NOT_KEPT : (reading.kept?.(line) ?? line)) };
}

/** Lines that hold names and addresses of hosts, or the cookie. */
const HOST = /"(?:local_host|remote_host|host|cookie|system_info|title|accepted_connection)"/;

/** One test per object; the events of a stream are gathered from its `start` on. */
function tests(nodes: readonly JsonNode[]): Test[] {
  const found: Test[] = [];
  for (const node of nodes) {
    const event = scalar(member(node, 'event'));
    if (event === null) {
      if (member(node, 'start'))
        found.push({
          line: node.line,
          start: member(node, 'start'),
          end: member(node, 'end'),
          error: member(node, 'error'),
        });
      continue;
    }
    const data = member(node, 'data');
    if (event === 'start') found.push({ line: node.line, start: data, end: null, error: null });
    const test = found.at(-1);
    if (test && event === 'end') test.end = data;
    if (test && event === 'error') test.error = data;
  }
  return found;
}

function readTest(test: Test, whole: boolean, sink: Sink, understood: (node: JsonNode) => void): void {
  const seconds = Number(scalar(member(member(test.start, 'timestamp'), 'timesecs')) ?? NaN);
  const started = seconds > 0 && seconds < 1e11 ? new Date(seconds * 1000).toISOString() : null;
  const run = sink.run({ kind: 'measured', line: test.line, started });
  const series = new RunSeries(sink, run, 'iperf3');
  const settings = member(test.start, 'test_start');
  const setting = (key: string): string | null => {
    const node = member(settings, key);
    const value = scalar(node);
    if (node && value !== null) understood(node);
    return value !== null && /^[\w.-]{1,40}$/.test(value) ? value : null;
  };
  const params: Record<string, string> = { protocol: setting('protocol') ?? 'TCP' };
  const streams = setting('num_streams');
  if (streams !== null) params['streams'] = streams;
  const block = setting('blksize');
  if (block !== null && block !== '0') sink.condition(run, 'block size', block);
  const reverse = setting('reverse') === '1';
  const bothWays = setting('bidir') === '1' || member(test.end, 'sum_sent_bidir_reverse') !== null;
  const control = scalar(member(test.end, 'sender_tcp_congestion'));
  if (control !== null && /^[\w-]{1,20}$/.test(control))
    sink.condition(run, 'TCP congestion control', control);

  const say = (quantity: Quantity, statistic: string, node: JsonNode | null): void => {
    if (node?.kind !== 'number') return;
    series.value({ ...quantity, statistic }, quantity.params, null, node.text, node.line);
    understood(node);
  };
  for (const [suffix, toClient] of [
    ['', reverse],
    ['_bidir_reverse', !reverse],
  ] as const) {
    const own = { ...params, ...directionOf(toClient, bothWays) };
    const sender = { ...own, end: 'sender' };
    const receiver = { ...own, end: 'receiver' };
    const sent = member(test.end, `sum_sent${suffix}`);
    const received = member(test.end, `sum_received${suffix}`);
    const sum = member(test.end, `sum${suffix}`);
    say(bandwidth('bits/sec', sender), 'avg', member(sent, 'bits_per_second'));
    say(bandwidth('bits/sec', receiver), 'avg', member(received, 'bits_per_second'));
    // Before 3.10 UDP has one sum, which does not say of which end its rate is.
    if (!sent && !received) say(bandwidth('bits/sec', own), 'avg', member(sum, 'bits_per_second'));
    if (params['protocol'] !== 'UDP') say(retransmits(sender), 'value', member(sent, 'retransmits'));
    else {
      const measured = received && member(received, 'jitter_ms') ? received : sum;
      say(jitter(receiver), 'avg', member(measured, 'jitter_ms'));
      say(loss(receiver), 'value', member(measured, 'lost_percent'));
    }
  }
  const load = member(test.end, 'cpu_utilization_percent');
  if (series.any) {
    say(cpu({ ...params, end: 'this host' }), 'avg', member(load, 'host_total'));
    say(cpu({ ...params, end: 'remote host' }), 'avg', member(load, 'remote_total'));
  } else sink.condition(run, 'program', 'iperf3');
  if (test.error) sink.status(run, 'failed', 'iperf3 stopped with an error.');
  else if (!series.any || !whole)
    sink.status(run, 'partial', whole ? 'The test has no totals at its end.' : 'The file is cut.');
}
