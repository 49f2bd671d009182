import { KEY } from '../../model/vocabulary';
import type { Detection, LineClass, LineFormat, LineReader, Sample, Sink } from '../format';
import { RunFigures } from '../framework/frameworkFigures';
import { type JsonNode, member, parseJson, scalar } from '../text/json';
import { READ_LENGTH } from '../text/lines';
import { unixTime } from '../framework/reframeCase';

/** Logs of the NCCL inspector plugin: one JSON object per line and operation, with its size, time and bandwidths. */
export const ncclInspector: LineFormat = {
  kind: 'lines',
  id: 'nccl-inspector',
  name: 'NCCL inspector log',
  looksFor: 'lines of JSON with “inspector_output_format_version” and “coll_perf”',
  help: {
    make: [
      'NCCL_PROFILER_PLUGIN=/path/to/libnccl-profiler-inspector.so NCCL_INSPECTOR_ENABLE=1 NCCL_INSPECTOR_DUMP_THREAD_INTERVAL_MICROSECONDS=500 NCCL_INSPECTOR_DUMP_DIR=inspector ./app',
    ],
    reads:
      'Time, algbw and busbw of each operation of each communicator, with rank and peer (formats 4 and 5).',
    not: 'Event traces, proxy operations, and the metrics of NCCL_INSPECTOR_PROM_DUMP.',
  },
  detect: detectInspector,
  open: (sink) => new InspectorReader(sink),
};

const RECORD = /^\s*\{.*"(?:coll|p2p)_perf"\s*:\s*\{/;
const FORMAT_VERSION = /"inspector_output_format_version"\s*:\s*"([^"]{1,20})"/;

function detectInspector(sample: Sample): Detection | null {
  for (let i = 0; i < sample.lines.length; i++) {
    const line = (sample.lines[i] ?? '').slice(0, READ_LENGTH);
    const version = FORMAT_VERSION.exec(line)?.[1];
    if (version !== undefined && RECORD.test(line)) {
      return { why: `line ${i + 1} is a record of format ${version}`, tool: 'NCCL inspector', version };
    }
  }
  return null;
}

/** What is measured: field, metric, printed unit. */
const METRICS: readonly (readonly [string, string, string])[] = [
  ['exec_time_us', 'time', 'us'],
  ['algobw_gbs', 'algbw', 'GB/s'],
  ['busbw_gbs', 'busbw', 'GB/s'],
];

/** The operations of one communicator are one run, in as many series as it has operations, ranks and timing sources. */
interface Communicator {
  run: number;
  /** The figures of each operation (`AllReduce`). */
  figures: Map<string, RunFigures>;
  /** Serial number of the last operation of each kind and rank: the plugin can write one twice. */
  last: Map<string, string>;
}

class InspectorReader implements LineReader {
  private readonly communicators = new Map<string, Communicator>();
  private latest: Communicator | null = null;

  constructor(private readonly sink: Sink) {}

  line(text: string, number: number, open: boolean): LineClass {
    const trimmed = text.trim();
    if (trimmed === '') return 'skipped';
    if (!trimmed.startsWith('{')) return 'unknown';
    const { root, error } = parseJson(trimmed);
    // Event traces make long lines; what is measured stands before them.
    const long = text.length >= READ_LENGTH;
    if (error && !long) return this.damaged(number, open);
    const kind = member(root, 'coll_perf') ? 'coll' : member(root, 'p2p_perf') ? 'p2p' : null;
    if (kind === null) return long ? 'unknown' : 'skipped';
    return this.record(root, kind, number) ? 'understood' : 'unknown';
  }

  end(): void {
    this.communicators.clear();
  }

  /** Leaves out the name of the host and the number of the process. */
  kept(text: string): string {
    return text.replace(/("hostname"\s*:\s*")[^"]*/g, '$1…').replace(/("pid"\s*:\s*)\d+/g, '$1…');
  }

  private damaged(number: number, open: boolean): LineClass {
    const what = open ? 'The file ends within this line' : 'This line is damaged';
    this.sink.problem(number, `${what}: not read.`);
    if (this.latest) this.sink.status(this.latest.run, 'partial', `Line ${number} is cut or damaged.`);
    return 'unknown';
  }

  private record(root: JsonNode | null, kind: 'coll' | 'p2p', line: number): boolean {
    const header = member(root, 'header');
    const body = member(root, `${kind}_perf`);
    const field = (name: string): string | null => scalar(member(body, `${kind}_${name}`));
    const size = field('msg_size_bytes');
    const operation = scalar(member(body, kind));
    if (size === null || !/^\d{1,15}$/.test(size) || operation === null || !/^\w{1,40}$/.test(operation)) {
      this.sink.problem(line, 'This record has no operation or no size: not read.');
      return false;
    }
    const communicator = this.communicator(header, member(root, 'metadata'), line);
    this.latest = communicator;
    const params: Record<string, string> = {};
    const say = (key: string, value: string | null): void => {
      if (value !== null && /^\w{1,40}$/.test(value)) params[key] = value;
    };
    say('rank', scalar(member(header, 'rank')));
    say('timing', field('timing_source'));
    if (kind === 'p2p') say('peer', field('peer'));
    const captured = member(body, 'graphCaptured');
    if ((captured?.kind === 'word' ? captured.text : scalar(captured)) === 'true') params['CUDA graph'] = '1';
    const serial = field('sn');
    const key = JSON.stringify([operation, params]);
    if (serial !== null && communicator.last.get(key) === serial) {
      this.sink.problem(line, 'The operation of this line stands above already: read once.');
      return true;
    }
    if (serial !== null) communicator.last.set(key, serial);
    let figures = communicator.figures.get(operation);
    if (!figures) {
      figures = new RunFigures(this.sink, communicator.run, `NCCL ${operation}`);
      communicator.figures.set(operation, figures);
    }
    for (const [name, metric, printedUnit] of METRICS) {
      const printed = field(name);
      if (printed === null) continue;
      figures.add({ metric, printed, printedUnit, bytes: Number(size), better: null, params, line });
    }
    return true;
  }

  private communicator(header: JsonNode | null, metadata: JsonNode | null, line: number): Communicator {
    const id = scalar(member(header, 'id')) ?? '';
    const found = this.communicators.get(id);
    if (found) return found;
    const microseconds = scalar(member(metadata, 'dump_timestamp_us')) ?? '';
    const started = /^\d{16}$/.test(microseconds) ? unixTime(microseconds.slice(0, 10)) : null;
    const run = this.sink.run({ kind: 'measured', line, started });
    const ranks = count(member(header, 'n_ranks'));
    const nodes = count(member(header, 'nnodes'));
    const name = scalar(member(header, 'comm_name')) ?? 'unknown';
    if (ranks !== null) this.sink.condition(run, KEY.ranks, String(ranks));
    if (nodes !== null) this.sink.condition(run, KEY.nodes, String(nodes));
    if (ranks !== null && nodes !== null && ranks % nodes === 0) {
      this.sink.condition(run, KEY.ppn, String(ranks / nodes));
    }
    if (name !== 'unknown' && name !== '') this.sink.condition(run, 'communicator', name.slice(0, 100));
    const made: Communicator = { run, figures: new Map(), last: new Map() };
    this.communicators.set(id, made);
    return made;
  }
}

function count(node: JsonNode | null): number | null {
  const written = scalar(node);
  return written !== null && /^[1-9]\d{0,8}$/.test(written) ? Number(written) : null;
}
