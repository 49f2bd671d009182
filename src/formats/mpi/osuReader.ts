import { pairBanner } from '../log/pairBanner';
import { KEY, type RunStatus, type SeriesParams } from '../../model/vocabulary';
import { CONTENT_KEY, JobContext } from '../log/conditions';
import type { LineClass, LineReader, Sink } from '../format';
import { beginsTable } from '../reader/heads';
import { asBandwidth, type OsuColumn, type Columns, readColumns, readWindows } from './osuColumns';
import { pairOfName, settle, testOf, type OsuRun } from './osuRun';
import { PARAMETERS, readTitle, runsOnTwo, SAMPLE_SUITE, type Title } from './osuTitles';

/** Help text of an OSU program. */
export const HELP = /^Usage: (?:\S*\/)?osu_\w+ \[options\]/;

/** Reads OSU text line by line. Also used for text lines wrapped in JSON. */
export class OsuReader implements LineReader {
  private run: OsuRun | null = null;
  private runs = 0;
  private closedRuns = 0;
  /** Series parameters from lines that precede the title. */
  private ahead: Record<string, string> = {};
  private section: 'bandwidth' | 'message rate' | null = null;
  private inHelp = false;
  private inChart = false;

  /** `osu_bw_fan_in` or `osu_bw_fan_out` where an echoed command names it: the title does not. */
  private fanProgram: string | null = null;
  private readonly largest = new Map<string, number>();
  /** The two hosts of the sweep of pairs in hand, from a banner or else from the name of the file. */
  private pair: readonly [string, string] | null;

  constructor(
    private readonly sink: Sink,
    path = '',
    private readonly context = new JobContext(),
  ) {
    this.pair = pairOfName(path);
  }

  line(text: string, number: number, open: boolean): LineClass {
    const run = this.run;
    if (run?.open && run.columns) {
      const kind = this.row(run, run.columns, text, number, open);
      if (kind) return kind;
    }
    if (text.trim() === '') return 'skipped';
    const kind = this.heading(text, number) ?? this.prose(text, number);
    if (kind) return kind;
    if (this.inHelp) return 'skipped';
    if (this.isChart(text)) return 'skipped';
    const about = this.context.read(text, number);
    if (about) {
      if (about.closes) this.close(about.kind === 'skipped');
      if (about.failure) this.failed(about.failure.status, about.failure.reason, number);
      return about.kind;
    }
    if (beginsTable(text)) this.close(false);
    return this.context.skips(text) ? 'skipped' : 'unknown';
  }

  leave(): void {
    this.close(false);
  }

  /** Says that the text is cut after the last line: the run in hand, if any, is not whole. */
  cut(): void {
    if (this.run?.open) settle(this.run, 'partial', 'The file is cut or damaged within this run.');
  }

  end(): void {
    const run = this.run;
    if (run?.open) {
      const key = testOf(run);
      const usual = this.largest.get(key) ?? -1;
      if (run.rows > 0 && run.lastSize < usual) {
        settle(
          run,
          'partial',
          `The file ends at ${run.lastSize} bytes; the same test goes to ${usual} above.`,
        );
      } else if (this.runs > 1 && this.closedRuns === this.runs - 1) {
        settle(run, 'partial', 'The file ends before the closing lines that follow each other run.');
      }
    }
    this.close(false);
    if (this.context.program?.startsWith('osu_')) {
      const started = this.begin(this.context.program, this.context.programLine);
      settle(started, 'partial', 'The file ends after the command: it holds no output of this run.');
      this.close(false);
    }
  }

  /** Title, column and parameter lines. */
  private heading(text: string, number: number): LineClass | null {
    const title = readTitle(text);
    if (title) {
      this.start(title, number);
      return 'understood';
    }
    if (/^#\s*Using NCCL\s*$/i.test(text)) return 'skipped';
    const run = this.run;
    if (run?.open && this.columnLine(run, text, number)) return 'understood';
    for (const [pattern, name] of PARAMETERS) {
      const match = pattern.exec(text);
      if (!match) continue;
      // Before the column line they belong to the run in hand, after it to the next title.
      const params = run?.open && !run.columns ? run.params : this.ahead;
      if (match[1] !== undefined) params[name] = match[1];
      return 'understood';
    }
    const buffers = BUFFERS.exec(text);
    if (buffers && run) {
      run.params['buffers'] = `${buffers[1] ?? ''} ${buffers[2] ?? ''}`;
      return 'understood';
    }
    const pairs = PAIRS.exec(text);
    if (pairs && run) {
      run.conditions.set(CONTENT_KEY.pairs, pairs[1] ?? '');
      run.conditions.set(KEY.ranks, String(2 * Number(pairs[1])));
      if (/^\d+$/.test(pairs[2] ?? '')) run.params['window'] = pairs[2] ?? '';
      return 'understood';
    }
    const datatype = /^[#\s]*Datatype: (\w+)\.?\s*$/.exec(text);
    if (datatype && run) {
      // MPI_CHAR is what every version without this line uses: the same series.
      if (datatype[1] === 'MPI_CHAR') delete run.params['datatype'];
      else run.params['datatype'] = datatype[1] ?? '';
      return 'understood';
    }
    const section = /^# (Uni-directional Bandwidth \(MB\/sec\)|Message Rate Profile)\s*$/.exec(text);
    if (section && run) {
      this.section = section[1] === 'Message Rate Profile' ? 'message rate' : 'bandwidth';
      return 'understood';
    }
    if (/^[#\s]*Overall = Coll\. Init \+/.test(text)) return 'understood';
    return null;
  }

  private columnLine(run: OsuRun, text: string, number: number): boolean {
    let columns = this.section ? readWindows(text, this.section) : null;
    columns ??= readColumns(text);
    if (!columns) return false;
    const strange = columns.columns.filter(
      (column) => column.role === 'ignored' && !IGNORED.has(column.label),
    );
    if (strange.length > 0 && !text.startsWith('#')) return false;
    for (const column of strange) {
      if (column.role === 'ignored')
        this.sink.problem(number, `The column “${column.label.slice(0, 40)}” is not known and not read.`);
    }
    const mislabelled =
      run.program === 'osu_bw' &&
      columns.columns.some((column) => column.role === 'value' && column.metric === 'latency');
    if (mislabelled) {
      columns = asBandwidth(columns);
      run.program = this.fanProgram ?? 'osu_bw_fan';
      this.sink.problem(
        number,
        'The column says latency in µs, but this test prints bandwidth in MB/s (a slip of osu_bw_fan_in and osu_bw_fan_out): read as bandwidth.',
      );
    }
    if (columns.derivedType) run.params['datatype layout'] = 'derived';
    const table = `${this.section ?? ''} ${text.trim()} ${JSON.stringify(run.params)}`;
    const other = run.rows > 0 && this.section === null && !run.tables.has(text.trim());
    if (other || run.tables.has(table)) settle(run, 'partial', `${AT_ONCE} (line ${number}).`);
    if (other) {
      // The title between is lost: of which test these rows are is not known.
      run.columns = null;
      return true;
    }
    run.tables.add(table).add(text.trim());
    run.columns = columns;
    run.lastSize = -1;
    run.series = columns.columns.map(() => -1);
    this.inChart = false;
    this.declare(run, columns);
    return true;
  }

  /** One series for each metric and window; statistics share the series of their metric. */
  private declare(run: OsuRun, columns: Columns): void {
    const known = new Map<string, number>();
    columns.columns.forEach((column, at) => {
      if (column.role !== 'value') return;
      const params: SeriesParams = column.window
        ? { ...run.params, window: column.window }
        : { ...run.params };
      const key = `${column.metric}\n${column.window ?? ''}\n${column.printedUnit}`;
      let series = known.get(key);
      if (series === undefined) {
        series = this.sink.series({
          run: run.index,
          benchmark: run.program,
          metric: column.metric,
          better: column.better,
          unit: column.unit,
          printedUnit: column.printedUnit,
          factor: column.factor,
          params,
        });
        known.set(key, series);
        run.hasSeries = true;
      }
      run.series[at] = series;
    });
  }

  /** A row of numbers, or null when the line is something else. */
  private row(run: OsuRun, table: Columns, text: string, number: number, open: boolean): LineClass | null {
    const { columns } = table;
    const sized = columns[0]?.role === 'size';
    const first = text.charCodeAt(0);
    const indented = first === 32 || first === 9;
    if (sized ? !(first >= 48 && first <= 57) && (!indented || this.inChart) : !indented) return null;
    const fields = text.trim().split(/\s+/);
    if (sized && indented && (fields.length !== columns.length || Number(fields[0]) <= run.lastSize))
      return null;
    if (fields.length < columns.length) return this.shortRow(run, fields, columns, number);
    if (fields.length > columns.length) return null;
    if (sized && !WHOLE.test(fields[0] ?? '')) return null;
    for (let i = sized ? 1 : 0; i < fields.length; i++) {
      const role = columns[i]?.role;
      if (role === 'value' && !NUMBER.test(fields[i] ?? '')) return null;
    }
    if (open && !endsWhole(columns[columns.length - 1], fields[fields.length - 1] ?? '')) {
      this.sink.problem(number, 'The file ends within this row: not read.');
      settle(run, 'partial', `The file ends within the row on line ${number}.`);
      return 'unknown';
    }
    const bytes = sized ? Number(fields[0]) : null;
    if (bytes !== null && bytes <= run.lastSize) {
      settle(run, 'partial', `${AT_ONCE} (line ${number}).`);
      if (bytes < run.lastSize) run.columns = null;
      return 'unknown';
    }
    for (let i = sized ? 1 : 0; i < fields.length; i++) {
      const column = columns[i];
      const printed = fields[i] ?? '';
      if (column?.role === 'value') {
        const value = Number(printed) * column.factor;
        if (Number.isFinite(value)) {
          this.sink.measurement(run.series[i] ?? -1, bytes, column.statistic, value, printed, number);
          if (value < 0) this.sink.problem(number, `“${printed}” is below zero: read as it stands.`);
        } else {
          this.sink.problem(number, `“${printed}” is not a number: left out.`);
        }
      } else if (column?.role === 'validation' && printed !== 'Pass') {
        settle(run, 'failed', `Validation: ${printed.slice(0, 20)} on line ${number}.`);
      }
    }
    run.rows++;
    if (bytes !== null) run.lastSize = bytes;
    return 'understood';
  }

  private shortRow(
    run: OsuRun,
    fields: string[],
    columns: readonly unknown[],
    number: number,
  ): LineClass | null {
    const numbers = fields.every((field) => NUMBER.test(field));
    if (!numbers || (this.inChart && columns.length < 2)) return null;
    this.sink.problem(number, `This row has ${fields.length} of ${columns.length} columns: not read.`);
    settle(run, 'partial', `The row on line ${number} is cut.`);
    return 'unknown';
  }

  /** Tests that print a sentence and no table. */
  private prose(text: string, number: number): LineClass | null {
    const init = /^nprocs: (\d+), min: (\S+) (ms|us|s), max: (\S+) \S+, avg: (\S+) \S+\s*$/.exec(text);
    if (init) {
      const run =
        this.run?.open && this.run.program === 'osu_init' ? this.run : this.begin('osu_init', number);
      const [, ranks = '', min = '', unit = 'ms', max = '', avg = ''] = init;
      const factor = unit === 'ms' ? 1e-3 : unit === 'us' ? 1e-6 : 1;
      run.conditions.set(KEY.ranks, ranks);
      run.hasSeries = true;
      const series = this.sink.series({
        run: run.index,
        benchmark: run.program,
        metric: 'init',
        better: 'lower',
        unit: 's',
        printedUnit: unit,
        factor,
        params: {},
      });
      for (const [statistic, printed] of Object.entries({ min, max, avg })) {
        const value = Number(printed) * factor;
        if (Number.isFinite(value)) this.sink.measurement(series, null, statistic, value, printed, number);
      }
      run.rows++;
      return 'understood';
    }
    const hello = /^This is a test with (\d+) processes\s*$/.exec(text);
    if (hello) {
      const run =
        this.run?.open && this.run.program === 'osu_hello' ? this.run : this.begin('osu_hello', number);
      run.conditions.set(KEY.ranks, hello[1] ?? '');
      run.rows++;
      return 'understood';
    }
    if (/^Dimensions size = \d+\s*$|^Time took to create topology graph\s*:/.test(text)) return 'skipped';
    const pair = pairBanner(text);
    if (pair) {
      this.close(false);
      this.pair = pair;
      return 'understood';
    }
    const buffers = /^-+ ([HDM]) ([HDM]) -+\s*$/.exec(text);
    if (buffers) {
      this.ahead['buffers'] = `${buffers[1] ?? ''} ${buffers[2] ?? ''}`;
      return 'understood';
    }
    const banner = /^\s*OSU\s+\S.*\|/.test(text);
    if (banner) {
      this.context.read(text, number);
      return 'understood';
    }
    if (HELP.test(text)) {
      this.inHelp = true;
      return 'skipped';
    }
    return null;
  }

  /** Lines of the gnuplot charts that `-G tty` pours between the tables. */
  private isChart(text: string): boolean {
    if (!this.run?.open || !/^[\s\f]/.test(text)) return false;
    if (/Size: \d+, Avg:|\+-{5,}/.test(text)) this.inChart = true;
    return this.inChart;
  }

  private start(title: Title, number: number): void {
    const command = this.context.program;
    this.fanProgram = command?.startsWith('osu_bw_fan') ? command : null;
    const run = this.begin(title.program, number);
    if (title.version && title.suite !== SAMPLE_SUITE) run.conditions.set('OSU', title.version);
    if (title.suite !== 'OSU') run.conditions.set('suite', title.suite);
    if (title.accelerator) run.conditions.set('accelerator', title.accelerator);
  }

  private begin(program: string, number: number): OsuRun {
    this.close(false);
    this.inHelp = false;
    this.inChart = false;
    this.section = null;
    const run: OsuRun = {
      index: this.sink.run({ kind: 'measured', line: number, started: this.context.started }),
      line: number,
      program,
      conditions: this.context.begin(null, program),
      params: this.ahead,
      columns: null,
      tables: new Set(),
      series: [],
      status: 'complete',
      reason: null,
      rows: 0,
      lastSize: -1,
      hasSeries: false,
      open: true,
    };
    this.ahead = {};
    this.runs++;
    this.run = run;
    return run;
  }

  /** Ends the run in hand; `byMark` = a line that closes runs was seen. */
  private close(byMark: boolean): void {
    const run = this.run;
    if (!run?.open) return;
    run.open = false;
    if (byMark) this.closedRuns++;
    if (run.rows === 0) settle(run, 'partial', 'The run has a title but no results.');
    const key = testOf(run);
    this.largest.set(key, Math.max(this.largest.get(key) ?? -1, run.lastSize));
    if (!run.hasSeries) run.conditions.set(CONTENT_KEY.program, run.program);
    if (runsOnTwo(run.program)) {
      this.pair?.forEach((host, rank) => this.sink.rank(run.index, rank, this.sink.host(host), null));
    }
    run.conditions.emit(this.sink, run.index, runsOnTwo(run.program));
    if (run.status !== 'complete') this.sink.status(run.index, run.status, run.reason);
  }

  private failed(status: RunStatus, reason: string, number: number): void {
    const run = this.run;
    if (run?.open) {
      if (run.program === 'osu_latency_mt' && run.rows > 0 && status === 'failed') {
        this.sink.problem(
          number,
          `${reason} osu_latency_mt does so after a whole table: the run counts as complete.`,
        );
        return;
      }
      settle(run, status, reason);
      return;
    }
    const program = this.context.program;
    if (program?.startsWith('osu_') || this.runs === 0) {
      const started = this.begin(program ?? 'osu', number);
      settle(started, status, reason);
      return;
    }
    this.sink.problem(number, `${reason} No run was open here.`);
  }
}

/** Whether the last field of a row is provably whole: values have two decimals, validation is a word. */
function endsWhole(column: OsuColumn | undefined, printed: string): boolean {
  if (column?.role === 'value') return /\.\d\d$/.test(printed);
  return column?.role === 'validation' && /^(?:Pass|Fail)$/.test(printed);
}

const AT_ONCE =
  'Sizes come again within one table: several programs wrote here at once, or a title is missing';
/** A size in bytes: further digits would not be exact. */
const WHOLE = /^\d{1,15}$/;
const NUMBER = /^-?(?:\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|nan|inf)$/i;
const IGNORED = new Set(['Iterations', 'Transmit Size']);
const PAIRS = /^[#\s]*\[ pairs: (\d+) \] \[ window size: (\w+) \]/;
const BUFFERS = /^[#\s]*Send Buffer on \w+ \(([HDM])\) and Receive Buffer on \w+ \(([HDM])\)/;
