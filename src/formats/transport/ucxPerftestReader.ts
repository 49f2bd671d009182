import { CONTENT_KEY } from '../log/conditions';
import type { LineClass } from '../format';
import { MICROSECONDS, OpenRun } from '../reader/openRun';
import { fieldsOf, TextTableReader } from '../reader/textTable';
import {
  readCsvHead,
  readResults,
  readUcxColumns,
  testName,
  type UcxColumns,
  type UcxResults,
} from './ucxPerftestRows';

/** MB are 2^20 bytes (source: a division by 1024.0 * 1024.0). */
const MEBIBYTES = { better: 'higher', unit: 'B/s', printedUnit: 'MB/s', factor: 1024 * 1024 } as const;
const MESSAGES = { better: 'higher', unit: '1/s', printedUnit: 'msg/s', factor: 1 } as const;

const RULE = /^\s*\+-{20,}[-+]*\+\s*$/;
/** A rule with the name of a test of a batch written over its beginning. */
const BATCH_RULE = /^\+([A-Za-z0-9_][\w./ -]{0,60}?)-{2,}[-+]{20,}\+\s*$/;
const BOX =
  /^\s*\| (API|Test|Data layout|Send memory|Recv memory|Send device|Recv device|Message size|Window size|AM header size): +(\S[^|]{0,80}?) +\|\s*$/;
const GROUPS =
  /^\s*\| +(?:\| +)?\|? +(latency|overhead) \(usec\) +\| +bandwidth \(MB\/s\) +\| +message rate \(msg\/s\) +\|\s*$/;
const COMMAND =
  /^(?:[\w.-]+@\S+[:$#]?\s+|[+$#>]{1,8}\s*)?(?:.{0,1000}\s)?(?:\S{0,300}\/)?ucx_perftest(?: (.{0,1000}))?$/;

/** A command line of the program. The pattern is slow on long lines, so that it is only tried where the name is. */
function commandOf(text: string): RegExpExecArray | null {
  return text.includes('ucx_perftest') ? COMMAND.exec(text) : null;
}

/** Whether a line begins output of the program: its command, a box or the upper column line. */
export function beginsUcx(text: string): boolean {
  return STARTED.test(text) || /^\s*\| API: /.test(text) || GROUPS.test(text) || readCsvHead(text) !== null;
}

/** The same without words before it but variables: prose that names the program begins nothing. */
const STARTED =
  /^(?:[\w.-]{1,60}@\S{1,200}[:$#]? +|[+$#>]{1,8} *)?(?:\w{1,60}=\S{0,300} ){0,20}(?:\S{0,300}\/)?ucx_perftest(?: |$)/;

class UcxRun extends OpenRun {
  api = '';
  test: string | null = null;
  bytes: number | null = null;
  readonly params: Record<string, string> = {};
  columns: UcxColumns | null = null;
  csvNames: number | null = null;
  batch: string | null = null;
  /** The test has a column of its own, called latency or overhead. */
  time: 'latency' | 'overhead' = 'latency';
  boxed = false;
  /** The last row of the old layout, of which only the last counts. */
  last: { results: UcxResults; line: number } | null = null;

  get benchmark(): string {
    return `ucx_perftest ${this.test ?? `(${this.time} test, not named)`}`;
  }
}

/** Reads ucx_perftest; a run goes from one box or table to the next. */
export class UcxPerftestReader extends TextTableReader<UcxRun> {
  /** Options of the last command that no run has begun from yet. */
  private command: string | null = null;

  protected own(text: string, number: number, open: boolean): LineClass | null {
    const command = commandOf(text);
    if (command) {
      this.close();
      this.command = command[1] ?? '';
      return this.context.read(text, number)?.kind ?? 'understood';
    }
    const box = BOX.exec(text);
    if (box) return this.box(box[1] ?? '', box[2] ?? '', number);
    const group = GROUPS.exec(text)?.[1];
    if (group) {
      // Server and client that wrote at once: the box of one stands above or below the columns of the other.
      const run = this.run && !this.run.columns ? this.run : this.begin(number);
      run.time = group === 'latency' ? 'latency' : 'overhead';
      return 'understood';
    }
    const columns = readUcxColumns(text);
    if (columns) {
      const run = this.run && !this.run.columns ? this.run : this.begin(number);
      run.columns = columns;
      return 'understood';
    }
    const csv = readCsvHead(text);
    if (csv) {
      const run = this.begin(number);
      run.columns = { percentile: csv.percentile, rows: 'final' };
      run.csvNames = csv.names;
      return 'understood';
    }
    const batch = BATCH_RULE.exec(text)?.[1];
    if (batch !== undefined && this.run) {
      this.run.batch = batch;
      return 'understood';
    }
    if (RULE.test(text)) return 'skipped';
    if (/^(?:Waiting for connection\.\.\.|Accepted connection from )/.test(text)) return 'skipped';
    return this.run?.columns ? this.row(this.run, this.run.columns, text, number, open) : null;
  }

  /** Lines with a command hold names of hosts. */
  kept(text: string): string {
    return commandOf(text) ? 'ucx_perftest …' : text;
  }

  protected settle(run: UcxRun): void {
    if (run.last) {
      this.sink.problem(
        run.last.line,
        'This layout does not mark its final line: the last one is read, which is an interim one if the output was cut.',
      );
      this.results(run, run.columns ?? { percentile: 'p50', rows: 'plain' }, run.last.results, run.last.line);
    }
    if (run.rows > 0) return;
    run.conditions.set(CONTENT_KEY.program, run.benchmark);
    run.settle(
      'partial',
      run.columns ? 'The test has no final line.' : 'The output has no results: the server prints none.',
    );
  }

  private begin(number: number): UcxRun {
    this.close();
    const conditions = this.context.begin();
    conditions.partOfJob();
    const run = new UcxRun(this.sink, number, conditions);
    this.run = run;
    const options = this.command;
    this.command = null;
    if (options === null) return run;
    const option = (name: string): string | null =>
      new RegExp(`(?:^|\\s)-${name} ?([\\w,:-]{1,60})(?=\\s|$)`).exec(options)?.[1] ?? null;
    run.test = option('t');
    const size = option('s');
    if (size !== null && /^\d{1,15}$/.test(size)) run.bytes = Number(size);
    const memory = option('m');
    if (memory !== null) setMemory(run.params, memory.split(',')[0] ?? '', memory.split(',').at(-1) ?? '');
    return run;
  }

  private box(key: string, value: string, number: number): LineClass {
    const before = this.run;
    const ended = before !== null && (before.boxed || before.rows > 0 || before.last !== null);
    const run = !before || (key === 'API' && ended) ? this.begin(number) : before;
    if (key === 'API') {
      run.boxed = true;
      run.api = value;
    } else if (key === 'Test') run.test = testName(run.api, value);
    else if (key === 'Message size' && /^\d{1,15}$/.test(value)) run.bytes = Number(value);
    else if (key === 'Send memory') run.params['memory'] = value;
    else if (key === 'Recv memory') setMemory(run.params, run.params['memory'] ?? value, value);
    else if (key === 'Data layout' && value !== '(automatic)') run.params['data layout'] = value;
    else if (key === 'Window size') run.conditions.set('window', value);
    else if (key === 'AM header size' && value !== '0') run.params['AM header'] = value;
    return 'understood';
  }

  private row(
    run: UcxRun,
    columns: UcxColumns,
    text: string,
    number: number,
    open: boolean,
  ): LineClass | null {
    if (run.csvNames !== null) return this.csvRow(run, columns, run.csvNames, text, number, open);
    if (/^\[thread \d+\] +\d/.test(text)) return open ? this.cutRow(number) : 'understood';
    const final = /^Final: +(\d.*)$/.exec(text)?.[1];
    const named = columns.rows === 'final' ? /^ *(?:([A-Za-z_][\w./-]{0,60}) +)?(\d.*)$/.exec(text) : null;
    const numbers = final ?? named?.[2] ?? (/^ +\d/.test(text) && columns.rows === 'plain' ? text : null);
    if (numbers === null) return null;
    // Nothing shows that the last number, which has no decimals, is whole.
    if (open) return this.cutRow(number);
    const results = readResults(fieldsOf(numbers).slice(0, fieldsOf(numbers).length > 8 ? 8 : undefined));
    if (!results) return null;
    if (named?.[1] !== undefined) run.batch = named[1];
    if (columns.rows === 'plain') run.last = { results, line: number };
    else this.results(run, columns, results, number);
    return 'understood';
  }

  private csvRow(
    run: UcxRun,
    columns: UcxColumns,
    names: number,
    text: string,
    number: number,
    open: boolean,
  ): LineClass | null {
    const fields = text.trim().split(',');
    if (open && fields.length > 1) return this.cutRow(number);
    if (fields.length < names + 4 || !/^[\w./ -]{0,100}$/.test(fields.slice(0, names).join('/'))) return null;
    const results = readResults(fields.slice(names).map((field) => field.trim()));
    if (!results) return null;
    run.batch = names > 0 ? fields.slice(0, names).join('/') : null;
    this.results(run, columns, results, number);
    return 'understood';
  }

  private results(run: UcxRun, columns: UcxColumns, found: UcxResults, number: number): void {
    const params: Record<string, string> = { ...run.params };
    if (run.batch !== null) params['batch'] = run.batch;
    const { benchmark, bytes } = run;
    const time = { ...MICROSECONDS, benchmark, metric: run.time, params };
    if (found.percentile !== null && Number(found.percentile) > 0)
      run.value(time, bytes, columns.percentile, found.percentile, number);
    run.value(time, bytes, 'avg', found.latency, number);
    run.value(
      { ...MEBIBYTES, benchmark, metric: 'bandwidth', params },
      bytes,
      'avg',
      found.bandwidth,
      number,
    );
    run.value({ ...MESSAGES, benchmark, metric: 'message rate', params }, bytes, 'avg', found.rate, number);
  }
}

/** Memory of both sides: one word where it is the same. */
function setMemory(params: Record<string, string>, send: string, receive: string): void {
  params['memory'] = send === receive ? send : `${send} to ${receive}`;
}
