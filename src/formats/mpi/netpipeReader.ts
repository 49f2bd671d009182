import type { JobContext } from '../log/conditions';
import type { LineClass, Sample, Sink } from '../format';
import { JobLogReader } from '../reader/jobLog';
import { OpenRun } from '../reader/openRun';
import {
  beginsTimes,
  type NpOutColumn,
  displayScale,
  type NpOutForm,
  layoutOf,
  RATE_UNITS,
  readTimes,
  type ThroughputScale,
  TIME_UNITS,
  type Times,
} from './netpipeRows';

/** The line above the results of a run. */
export const LOOP =
  /^Now starting the main loop\s*$|^Start testing with \d+ trials for each message size\s*$/;

const OLD_MEGA = 1024 * 1024;
const PROSE =
  /^(?:Using no perturbations|Using a perturbation value|Send and receive buffers are|\(A bug in Linux doubles|Clock resolution|\s+Clock (?:resolution|accuracy)|Saving output to|Bidirectional mode|The output shows|Streaming |\s+Streaming does|\s+of the latency)/;
const DONE = /^The run has completed successfully\s*$|^Completed with\s+max bandwidth\b/;

class NetpipeRun extends OpenRun {
  lastSize = -1;
  params: Record<string, string> = {};
  toldRounded = false;
}

/** Reads NetPIPE: the running display, where a run ends when sizes fall, or the whole of one np.out. */
export class NetpipeReader extends JobLogReader<NetpipeRun> {
  private readonly layout: NpOutForm | null;
  private readonly scale: ThroughputScale | null;
  /** Parameters said above the results. */
  private ahead: Record<string, string> = {};
  private toldScale = false;

  constructor(sink: Sink, sample: Sample, job?: JobContext) {
    super(sink, job);
    this.scale = displayScale(sample);
    this.layout = sample.lines.some((text) => readTimes(text.slice(0, 300))) ? null : layoutOf(sample);
  }

  protected own(text: string, number: number, open: boolean): LineClass | null {
    if (this.layout) return this.tableRow(this.layout, text, number, open);
    const row = readTimes(text);
    if (row) return this.display(row, number, open);
    if (LOOP.test(text)) {
      this.begin(number);
      return 'understood';
    }
    if (beginsTimes(text)) return this.withoutNumbers(text, number, open);
    if (DONE.test(text)) {
      this.close();
      return 'understood';
    }
    if (/^Using synchronous sends\s*$/.test(text)) this.ahead['sends'] = 'synchronous';
    else if (/^Streaming data in one direction/.test(text)) this.ahead['mode'] = 'streaming';
    else if (PROSE.test(text)) return 'skipped';
    // `0: node01`: a process and its host.
    else return /^\d+: [\w.-]+\s*$/.test(text) ? 'skipped' : null;
    return 'understood';
  }

  protected settle(run: NetpipeRun): void {
    if (run.rows === 0) run.settle('partial', 'The run has no results.');
  }

  private begin(number: number): NetpipeRun {
    this.close();
    this.run = new NetpipeRun(this.sink, number, this.context.begin());
    this.run.params = this.ahead;
    this.ahead = {};
    return this.run;
  }

  private display(row: Times, number: number, open: boolean): LineClass {
    if (open) return this.cutRow(number);
    const run = this.run && row.bytes >= this.run.lastSize ? this.run : this.begin(number);
    run.lastSize = row.bytes;
    if (row.rounded && !run.toldRounded) {
      run.toldRounded = true;
      this.sink.problem(
        number,
        'From here on sizes are rounded to thousands of bytes or more; np.out has them whole.',
      );
    }
    if (/integrity problems/.test(row.rest))
      run.settle('failed', `NetPIPE tells of integrity problems on line ${number}.`);
    const old = row.rateUnit === 'Mbps';
    const params: Record<string, string> = { output: 'stdout', ...run.params };
    if (old && !this.scale && !this.toldScale) {
      this.toldScale = true;
      this.sink.problem(
        number,
        'Throughputs are too small to tell whether Mbps means 2^20 (3.x) or 10^6 bit/s (4.x): read as 2^20.',
      );
    }
    if (this.scale && this.scale.streams > 1) params['streams'] = String(this.scale.streams);
    const mega = this.scale?.mega ?? OLD_MEGA;
    const rate = old
      ? { printedUnit: mega === OLD_MEGA ? 'Mibit/s' : 'Mbit/s', factor: mega / 8 }
      : { printedUnit: row.rateUnit.replace(/bps.*/, 'bit/s'), factor: RATE_UNITS[row.rateUnit] ?? 1 };
    const time = { printedUnit: row.timeUnit.replace(/ecs?$/, ''), factor: TIME_UNITS[row.timeUnit] ?? 1 };
    // 3.x and 4.x show the best of the trials, 5.x their average.
    this.value(
      run,
      { metric: 'bandwidth', statistic: old ? 'max' : 'avg', ...rate },
      params,
      row.bytes,
      row.rate,
      number,
    );
    this.value(
      run,
      { metric: 'latency', statistic: old ? 'min' : 'avg', ...time },
      params,
      row.bytes,
      row.time,
      number,
    );
    return 'understood';
  }

  /** Rows of an integrity check, and rows that are cut. */
  private withoutNumbers(text: string, number: number, open: boolean): LineClass {
    const failures = /-->.*\s(\d+) failures/.exec(text)?.[1];
    if (/Integrity check passed\s*$/.test(text) || failures !== undefined) {
      const run = this.run ?? this.begin(number);
      if (failures === undefined || failures === '0')
        run.settle('partial', 'An integrity check: it holds no times.');
      else run.settle('failed', `The integrity check failed on line ${number}.`);
      return 'understood';
    }
    return open ? this.cutRow(number) : 'unknown';
  }

  private tableRow(layout: NpOutForm, text: string, number: number, open: boolean): LineClass | null {
    const fields = text.trim().split(/\s+/);
    if (!/^\d+$/.test(fields[0] ?? '')) return null;
    if (open || fields.length !== layout.columns.length + 1) return this.cutRow(number);
    const run = this.run ?? this.begin(number);
    const params: Record<string, string> = { output: 'np.out' };
    if (layout.streams > 1) params['streams'] = String(layout.streams);
    layout.columns.forEach((column, at) => {
      this.value(run, column, params, Number(fields[0]), fields[at + 1] ?? '', number);
    });
    return 'understood';
  }

  private value(
    run: NetpipeRun,
    { metric, statistic, printedUnit, factor }: NpOutColumn,
    params: Record<string, string>,
    bytes: number,
    printed: string,
    number: number,
  ): void {
    const kind =
      metric === 'latency'
        ? ({ better: 'lower', unit: 's' } as const)
        : ({ better: 'higher', unit: 'B/s' } as const);
    run.value(
      { benchmark: 'NetPIPE', metric, ...kind, printedUnit, factor, params },
      bytes,
      statistic,
      printed,
      number,
    );
  }

  private cutRow(number: number): LineClass {
    this.sink.problem(number, 'This row is cut: not read.');
    (this.run ?? this.begin(number)).settle('partial', `The row on line ${number} is cut.`);
    return 'unknown';
  }
}
