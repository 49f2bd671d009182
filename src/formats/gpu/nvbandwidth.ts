import type { RunStatus } from '../../model/vocabulary';
import { isNoValue, isNumber } from '../text/cells';
import { JobContext, type RunConditions } from '../log/conditions';
import type { Detection, LineClass, LineFormat, LineReader, Sample, Sink } from '../format';
import { READ_LENGTH } from '../text/lines';
import { isNvTitle, NV_STATISTICS, NvSeries, type NvTable } from './nvbandwidthTest';

/** nvbandwidth of NVIDIA as text: copies between GPUs, and between CPUs and GPUs, also over several nodes. */
export const nvbandwidth: LineFormat = {
  kind: 'lines',
  id: 'nvbandwidth',
  name: 'nvbandwidth',
  looksFor:
    'the line “nvbandwidth Version: v0.6”, or a title such as “memcpy CE GPU(row) -> GPU(column) bandwidth (GB/s)”',
  help: {
    make: ['nvbandwidth > nvbandwidth.log'],
    reads: 'Each test with its matrix over GPUs, or its numbers per CPU and GPU, and its sum.',
    not: 'The coefficient of variation.',
  },
  detect: detectNv,
  begins: (line) => VERSION.test(line),
  open: (sink, _, job) => new NvReader(sink, job),
};

const VERSION = /^\s*nvbandwidth Version:\s*(\S{1,20})/;
const RUNNING = /^\s*Running (\w{1,100})\.\s*$/;
const FIGURE = /^\s*(SUM|MIN|MAX|AVG|COEFFICIENT_OF_VARIATION) (\w{1,100}) (\d+(?:\.\d+)?)\s*$/;
const SETTINGS: readonly (readonly [RegExp, string])[] = [
  [/^\s*CUDA Runtime Version:\s*(.{1,60}?)\s*$/, 'CUDA'],
  [/^\s*Driver Version:\s*(\S{1,40})/, 'GPU driver'],
];
const DEVICE = /^\s*Device \d+:\s*(.{1,100}?)\s*\([\da-fA-F:]+\)\s*$/;
const PROCESS = /^\s*Process\s+(\d{1,6}) \((\S{1,255})\): device \d+:\s*(.{1,100}?)\s*\([\da-fA-F:]+\)\s*$/;
const SKIPPED =
  /^\s*(?:Built from Git version|CUDA Driver Version|MPI version|NOTE: |Performance can vary|Additional system-specific|#{10,})/;
const FAILED = /^\s*(?:ERROR|Error|\[CUDA_ERROR|\[NVML_ERROR)\b/;

function detectNv(sample: Sample): Detection | null {
  let version: string | null = null;
  for (let i = 0; i < sample.lines.length; i++) {
    const line = (sample.lines[i] ?? '').slice(0, 200);
    version ??= VERSION.exec(line)?.[1] ?? null;
    const title = isNvTitle(line) && /^\s*Running /.test(sample.lines[i - 1] ?? '');
    if (version !== null || title)
      return { why: `line ${i + 1} is “${line.trim()}”`, tool: 'nvbandwidth', version };
  }
  return null;
}

interface Run {
  index: number;
  conditions: RunConditions;
  series: NvSeries;
  models: Set<string>;
  hosts: Set<string>;
  processes: number;
  tables: number;
  status: RunStatus;
  reason: string | null;
}

class NvReader implements LineReader {
  private run: Run | null = null;
  private name = '';
  private title = '';
  /** A title was read, and the line with the columns must follow. */
  private awaiting = false;
  private table: NvTable | null = null;
  private runs = 0;

  constructor(
    private readonly sink: Sink,
    private readonly context = new JobContext(),
  ) {}

  line(whole: string, number: number, open: boolean): LineClass {
    const text = whole.slice(0, READ_LENGTH);
    if (text.trim() === '') {
      this.endTable();
      return 'skipped';
    }
    const kind = this.heading(text, number, open) ?? this.inTable(text, number, open);
    if (kind) return kind;
    if (/^\s*Waived:/.test(text)) return 'understood';
    if (SKIPPED.test(text)) return 'skipped';
    const about = this.context.read(text, number);
    const failure =
      about?.failure ??
      (FAILED.test(text)
        ? { status: 'failed' as const, reason: `nvbandwidth reports an error on line ${number}.` }
        : null);
    if (failure && this.run) this.settle(this.run, failure.status, failure.reason);
    if (about) return about.kind;
    if (failure) return 'understood';
    return this.context.skips(text) ? 'skipped' : 'unknown';
  }

  end(): void {
    this.close();
  }

  private heading(text: string, number: number, open: boolean): LineClass | null {
    const version = VERSION.exec(text)?.[1];
    if (version) {
      this.close();
      this.current(number).conditions.set('nvbandwidth', version);
      return 'understood';
    }
    for (const [pattern, key] of SETTINGS) {
      const value = pattern.exec(text)?.[1];
      if (value === undefined) continue;
      this.current(number).conditions.set(key, value);
      return 'understood';
    }
    const model = DEVICE.exec(text)?.[1];
    if (model) {
      this.current(number).models.add(model);
      return 'understood';
    }
    const process = PROCESS.exec(text);
    if (process) {
      this.process(this.current(number), process);
      return 'understood';
    }
    const running = RUNNING.exec(text)?.[1];
    if (running) {
      this.endTable();
      this.current(number);
      this.name = running;
      this.title = '';
      return 'understood';
    }
    if (isNvTitle(text)) {
      this.endTable();
      this.current(number);
      this.title = text.trim();
      this.awaiting = true;
      return 'understood';
    }
    return this.figure(text, number, open);
  }

  private figure(text: string, number: number, open: boolean): LineClass | null {
    const match = FIGURE.exec(text);
    const run = this.run;
    if (!match || !run) return null;
    this.endTable();
    const [, word = '', name = '', printed = ''] = match;
    const statistic = NV_STATISTICS[word];
    if (statistic === undefined) return 'skipped';
    if (open && !/\.\d\d$/.test(printed)) return 'unknown';
    if (name === this.name) run.series.figure(name, this.title, statistic, printed, number);
    return 'understood';
  }

  private process(run: Run, match: RegExpExecArray): void {
    const [, rank = '', host = '', model = ''] = match;
    run.models.add(model);
    run.hosts.add(host);
    run.processes++;
    this.sink.rank(run.index, Number(rank), this.sink.host(host), null);
  }

  private inTable(text: string, number: number, open: boolean): LineClass | null {
    if (this.title === '' || !this.run) return null;
    const fields = text.trim().split(/\s+/);
    if (!this.table) {
      if (!this.awaiting || !fields.every((field) => /^[\w.:-]{1,80}$/.test(field))) return null;
      this.table = this.run.series.table({ name: this.name, title: this.title, columns: fields });
      this.run.tables++;
      this.awaiting = false;
      return 'understood';
    }
    const [label = '', ...cells] = fields;
    if (cells.length === 0 || !cells.every((cell) => isNumber(cell) || isNoValue(cell))) return null;
    // The file ends here: the last number may be cut.
    if (open && !/\.\d\d$|^N\/A$/.test(cells[cells.length - 1] ?? '')) cells.pop();
    return this.table.row(label, cells, number) ? 'understood' : 'unknown';
  }

  private endTable(): void {
    const { run, table } = this;
    this.table = null;
    this.awaiting = false;
    if (!run || !table) return;
    table.end();
    if (table.fault !== null) this.settle(run, 'partial', table.fault);
  }

  private current(number: number): Run {
    this.run ??= {
      index: this.begin(number),
      conditions: this.context.begin(),
      series: new NvSeries(this.sink, this.runs - 1),
      models: new Set(),
      hosts: new Set(),
      processes: 0,
      tables: 0,
      status: 'complete',
      reason: null,
    };
    return this.run;
  }

  private begin(number: number): number {
    this.runs++;
    return this.sink.run({ kind: 'measured', line: number, started: this.context.started });
  }

  private settle(run: Run, status: RunStatus, reason: string): void {
    if (run.status !== 'complete') return;
    run.status = status;
    run.reason = reason;
  }

  private close(): void {
    const { run } = this;
    if (!run) return;
    this.endTable();
    if (run.tables === 0) this.settle(run, 'partial', 'The run has a head but no results.');
    if (run.models.size > 0) run.conditions.set('GPU', [...run.models].sort().join(', '));
    if (run.processes > 0) {
      run.conditions.set('ranks', String(run.processes));
      run.conditions.set('nodes', String(run.hosts.size));
    }
    run.conditions.emit(this.sink, run.index, false);
    if (run.status !== 'complete') this.sink.status(run.index, run.status, run.reason);
    this.run = null;
    this.name = '';
    this.title = '';
  }
}
