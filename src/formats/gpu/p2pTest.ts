import type { RunStatus, SeriesParams, Unit } from '../../model/vocabulary';
import { RowReader } from '../text/cells';
import { JobContext, type RunConditions } from '../log/conditions';
import type { Detection, LineClass, LineFormat, LineReader, Sample, Sink } from '../format';
import { READ_LENGTH } from '../text/lines';

/** p2pBandwidthLatencyTest of the CUDA samples: bandwidth and latency of all pairs of GPUs of a node. */
export const p2pTest: LineFormat = {
  kind: 'lines',
  id: 'p2p-test',
  name: 'p2pBandwidthLatencyTest',
  looksFor: 'a title such as “Unidirectional P2P=Enabled Bandwidth (P2P Writes) Matrix (GB/s)”',
  help: {
    make: ['./p2pBandwidthLatencyTest > p2p.log'],
    reads:
      'Bandwidth and latency of each pair of GPUs, one and both directions, with and without peer access.',
    not: 'The connectivity matrix.',
  },
  detect: detectP2p,
  begins: (line) => BANNER.test(line) || TITLE.test(line),
  open: (sink, _, job) => new P2pReader(sink, job),
};

const TOOL = 'p2pBandwidthLatencyTest';
const BANNER = /^\s*\[P2P \(Peer-to-Peer\) GPU Bandwidth Latency Test\]/;
const TITLE =
  /^\s*(?:(Uni|Bi)directional )?P2P=(Enabled|Disabled) (Bandwidth|Latency) (?:\(P2P (Writes|Reads)\) )?Matrix \((GB\/s|us)\)\s*$/;
const CONNECTIVITY = /^\s*P2P Connectivity Matrix\s*$/;
const HEADER = /^\s*(D\\D|GPU|CPU)((?:\s+\d{1,4}){1,64})\s*$/;
const DEVICE = /^\s*Device: \d+, ([^,]{1,100}), pciBusID:/;
const ACCESS = /^\s*Device=\d+ CAN(?:NOT)? Access Peer Device=\d+/;
const NOTES = /^\s*(?:\*\*\*NOTE: In case a device|So you can see lesser Bandwidth|NOTE: The CUDA Samples)/;

function detectP2p(sample: Sample): Detection | null {
  const at = sample.lines.findIndex((line) => TITLE.test(line.slice(0, 200)));
  if (at < 0) return null;
  return {
    why: `line ${at + 1} is a title: “${(sample.lines[at] ?? '').trim()}”`,
    tool: TOOL,
    version: null,
  };
}

/** What the title of a table says. */
interface Title {
  metric: 'bandwidth' | 'latency';
  reads: boolean;
  params: SeriesParams;
  /** The title of the last table that the program prints. */
  last: boolean;
}

interface Table {
  matrix: number;
  rows: RowReader;
  next: number;
  columns: readonly string[];
}

interface Run {
  index: number;
  line: number;
  conditions: RunConditions;
  models: Set<string>;
  title: Title | null;
  table: Table | null;
  tables: number;
  /** The program's own first lines were seen, so that all tables must follow. */
  banner: boolean;
  finished: boolean;
  status: RunStatus;
  reason: string | null;
}

class P2pReader implements LineReader {
  private run: Run | null = null;
  private inConnectivity = false;

  constructor(
    private readonly sink: Sink,
    private readonly context = new JobContext(),
  ) {}

  line(whole: string, number: number, open: boolean): LineClass {
    const text = whole.slice(0, READ_LENGTH);
    if (text.trim() === '') return 'skipped';
    const kind = this.heading(text, number) ?? this.row(text, number, open);
    if (kind) return kind;
    const about = this.context.read(text, number);
    if (about?.failure && this.run) {
      this.run.status = about.failure.status;
      this.run.reason = about.failure.reason;
    }
    if (about) return about.kind;
    return this.context.skips(text) ? 'skipped' : 'unknown';
  }

  end(): void {
    this.close();
  }

  private heading(text: string, number: number): LineClass | null {
    if (BANNER.test(text)) {
      this.close();
      this.begin(number).banner = true;
      return 'understood';
    }
    const model = DEVICE.exec(text)?.[1];
    if (model) {
      this.current(number).models.add(model.trim());
      return 'understood';
    }
    if (ACCESS.test(text) || NOTES.test(text)) return 'skipped';
    if (CONNECTIVITY.test(text)) {
      this.current(number).banner = true;
      this.inConnectivity = true;
      return 'skipped';
    }
    const title = TITLE.exec(text);
    if (title) {
      this.inConnectivity = false;
      const run = this.current(number);
      this.endTable(run);
      run.title = titleOf(title);
      return 'understood';
    }
    const header = HEADER.exec(text);
    if (!header) return null;
    if (this.inConnectivity) return 'skipped';
    const run = this.run;
    if (!run?.title) return null;
    this.endTable(run);
    this.table(run, run.title, header[1] ?? '', (header[2] ?? '').trim().split(/\s+/));
    return 'understood';
  }

  private table(run: Run, title: Title, corner: string, columns: readonly string[]): void {
    const latency = title.metric === 'latency';
    const [unit, printedUnit, factor]: [Unit, string, number] = latency
      ? ['s', 'us', 1e-6]
      : ['B/s', 'GB/s', 1e9];
    const series = this.sink.series({
      run: run.index,
      benchmark: TOOL,
      metric: title.metric,
      better: latency ? 'lower' : 'higher',
      unit,
      printedUnit,
      factor,
      params: latency ? { ...title.params, timer: corner } : title.params,
    });
    const matrix = this.sink.matrix({
      series,
      axis: 'device',
      layout: title.reads ? 'destination' : 'source',
      ranks: columns.length,
      measuredAt: null,
      statistic: 'avg',
      bytes: null,
      concurrency: 'one at a time',
      schedule: null,
    });
    const rows = new RowReader(this.sink, {
      separator: 'blanks',
      columns: columns.length,
      labels: 1,
      factor,
      allFilled: true,
      signed: false,
    });
    run.table = { matrix, rows, next: 0, columns };
    run.tables++;
    if (title.last && corner === 'CPU') run.finished = true;
  }

  private row(text: string, number: number, open: boolean): LineClass | null {
    const label = /^\s*(\d{1,4})\s/.exec(text);
    if (!label) return null;
    if (this.inConnectivity) return 'skipped';
    const table = this.run?.table;
    if (!table || label[1] !== table.columns[table.next]) return null;
    const values = table.rows.row(text, label[0].length, number, open);
    if (!values) return null;
    this.sink.matrixRow(table.matrix, table.next++, values, number);
    return 'understood';
  }

  private current(number: number): Run {
    return this.run ?? this.begin(number);
  }

  private begin(number: number): Run {
    const run: Run = {
      index: this.sink.run({ kind: 'measured', line: number, started: this.context.started }),
      line: number,
      conditions: this.context.begin(),
      models: new Set(),
      title: null,
      table: null,
      tables: 0,
      banner: false,
      finished: false,
      status: 'complete',
      reason: null,
    };
    this.run = run;
    this.inConnectivity = false;
    return run;
  }

  /** Settles the table in hand: it has as many rows as columns. */
  private endTable(run: Run): void {
    const { table } = run;
    run.table = null;
    if (!table) return;
    const { columns, next, rows } = table;
    const fault =
      next < columns.length ? `A table ends after ${next} of ${columns.length} rows.` : rows.fault;
    if (fault !== null) this.settle(run, fault);
  }

  private settle(run: Run, reason: string): void {
    if (run.status !== 'complete') return;
    run.status = 'partial';
    run.reason = reason;
  }

  private close(): void {
    const { run } = this;
    if (!run) return;
    this.endTable(run);
    if (run.tables === 0) this.settle(run, 'The run has a head but no results.');
    else if (run.banner && !run.finished) this.settle(run, 'The last table, of latency, is missing.');
    if (run.models.size > 0) run.conditions.set('GPU', [...run.models].sort().join(', '));
    run.conditions.emit(this.sink, run.index, false);
    if (run.status !== 'complete') this.sink.status(run.index, run.status, run.reason);
    this.run = null;
  }
}

function titleOf(match: RegExpExecArray): Title {
  const [, direction, state = '', metric, method] = match;
  const params: Record<string, string> = { P2P: state.toLowerCase() };
  if (direction) params['direction'] = `${direction.toLowerCase()}directional`;
  if (method) params['method'] = method.toLowerCase();
  return {
    metric: metric === 'Latency' ? 'latency' : 'bandwidth',
    reads: method === 'Reads',
    params,
    last: metric === 'Latency' && state === 'Enabled',
  };
}
