import { CONTENT_KEY } from '../log/conditions';
import type { LineClass } from '../format';
import { MEGABYTES, MICROSECONDS, OpenRun } from '../reader/openRun';
import { fieldsOf, hasDecimals, TextTableReader } from '../reader/textTable';

/** The layout of a table: with a column of names, of fi_pingpong (with acknowledgements) or of fabtests. */
export interface FabColumns {
  named: boolean;
  acks: boolean;
}

const COLUMNS =
  /^\s*(name +)?bytes +(?:iters|(#sent +#ack)) +total +time +MB\/sec +usec\/xfer +Mxfers\/sec\s*$/;

/** Reads the column line of a table, or returns null. */
export function readFabColumns(text: string): FabColumns | null {
  const match = COLUMNS.exec(text);
  return match && { named: match[1] !== undefined, acks: match[2] !== undefined };
}

/** Size, MB/sec, usec/xfer and Mxfers/sec of a row. */
type Row = readonly [size: string, rate: string, time: string, messages: string];

const MACHINE =
  /^- \{ xfer_size: (\d{1,15}), iterations: \d+, total: \d+, time: [\d.]+, MB\/sec: ([\d.]{1,20}), usec\/xfer: ([\d.]{1,20}), Mxfers\/sec: ([\d.]{1,20}) \}\s*$/;

/** Reads a row of the machine form (-m), or returns null. */
export function readMachineRow(text: string): Row | null {
  const [, size, rate, time, messages] = MACHINE.exec(text) ?? [];
  if (size === undefined || rate === undefined || time === undefined || messages === undefined) return null;
  return [size, rate, time, messages];
}

const STEPS: Readonly<Record<string, number>> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 };

/** A printed size in bytes, and whether it cannot be exact (1.2k is no whole number of bytes). Null for no size. */
export function readSize(printed: string): { bytes: number; rounded: boolean } | null {
  const match = /^(\d{1,15}(?:\.\d)?)([kmg]?)$/.exec(printed);
  if (!match) return null;
  const exact = Number(match[1]) * (STEPS[match[2] ?? ''] ?? 1);
  const bytes = Math.round(exact);
  return { bytes, rounded: Math.abs(bytes - exact) > 1e-6 };
}

const COMMAND =
  /^(?:[\w.-]+@\S+[:$#]?\s+|[+$#>]{1,8}\s*)?(?:.{0,1000}\s)?(?:\S{0,300}\/)?(fi_[a-z0-9_]{2,40})(?:\.exe)?(?: (.{0,1000}))?$/;
const MESSAGES = { better: 'higher', unit: '1/s', printedUnit: 'Mxfers/sec', factor: 1e6 } as const;

/** A command line of a program. The pattern is slow on long lines, so that it is only tried where a name is. */
function commandOf(text: string): RegExpExecArray | null {
  return text.includes('fi_') ? COMMAND.exec(text) : null;
}

/** Whether a line begins output of a program: its command, a column line or a row of -m. */
export function beginsFabtests(text: string): boolean {
  return STARTED.test(text) || readFabColumns(text) !== null || readMachineRow(text) !== null;
}

/** A command behind a prompt, or as -m prints it: prose that names a program begins nothing. */
const STARTED =
  /^(?:[\w.-]{1,60}@\S{1,200}[:$#]? +|[+$#>]{1,8} *)(?:\S{0,300}\/)?fi_[a-z0-9_]{2,40}(?: |$)|^fi_[a-z0-9_]{2,40} .{0,1000}:\s*$/;

class FabRun extends OpenRun {
  program: string | null = null;
  params: Record<string, string> = {};
  columns: FabColumns | null = null;
  toldRounded = false;
}

/** Reads fabtests and fi_pingpong; a run is one table. */
export class FabtestsReader extends TextTableReader<FabRun> {
  private command: { program: string; options: string } | null = null;
  private machine = false;

  protected own(text: string, number: number, open: boolean): LineClass | null {
    const columns = readFabColumns(text);
    if (columns) {
      const run = this.begin(number);
      run.columns = columns;
      if (columns.acks) run.program ??= 'fi_pingpong';
      return 'understood';
    }
    const command = commandOf(text);
    if (command) {
      this.close();
      this.command = { program: command[1] ?? '', options: command[2] ?? '' };
      const about = this.context.read(text, number);
      return about?.kind ?? 'understood';
    }
    if (text === '---') {
      this.close();
      return 'skipped';
    }
    const row = readMachineRow(text);
    if (row) {
      const run = this.run && this.machine ? this.run : this.begin(number);
      this.machine = true;
      this.numbers(run, row, number);
      return 'understood';
    }
    if (open && text.startsWith('- { xfer_size:')) return this.cutRow(number);
    return this.run?.columns ? this.row(this.run, this.run.columns, text, number, open) : null;
  }

  /** Commands hold names of hosts. */
  kept(text: string): string {
    return commandOf(text)?.[1] ?? text;
  }

  protected settle(run: FabRun): void {
    this.machine = false;
    if (run.rows > 0) return;
    run.conditions.set(CONTENT_KEY.program, run.program ?? UNNAMED);
    run.settle('partial', 'The test has a head but no results.');
  }

  private begin(number: number): FabRun {
    this.close();
    const conditions = this.context.begin();
    conditions.partOfJob();
    const run = new FabRun(this.sink, number, conditions);
    this.run = run;
    const command = this.command;
    this.command = null;
    if (!command) return run;
    const option = (name: string): string | undefined =>
      new RegExp(`(?:^|\\s)-${name} ?([\\w;.-]{1,40})(?=\\s|$)`).exec(command.options)?.[1];
    run.program = command.program;
    const provider = option('p');
    if (provider !== undefined) run.conditions.set('provider', provider);
    const endpoint = option('e');
    if (endpoint !== undefined) run.conditions.set('endpoint', endpoint);
    const operation = option('o');
    if (operation !== undefined && /^[a-z]/.test(operation)) run.params['op'] = operation;
    return run;
  }

  private row(
    run: FabRun,
    columns: FabColumns,
    text: string,
    number: number,
    open: boolean,
  ): LineClass | null {
    const fields = fieldsOf(text);
    const name = columns.named ? fields.shift() : undefined;
    const [size = '', , third = ''] = fields;
    const [time = '', messages = ''] = fields.slice(-2);
    const rate = fields.at(-3) ?? '';
    const expected = columns.acks ? 8 : 7;
    const whole =
      fields.length === expected &&
      readSize(size) !== null &&
      /^[\d.]+s$/.test(fields.at(-4) ?? '') &&
      [rate, time, messages].every((printed) => hasDecimals(printed, 2));
    if (!whole) {
      if (open && readSize(size)) return this.cutRow(number);
      return null;
    }
    if (name !== undefined) run.params = { ...run.params, test: name.slice(0, 60) };
    if (columns.acks && !third.startsWith('='))
      this.sink.problem(number, `As many messages as were sent were not acknowledged (#ack ${third}).`);
    this.numbers(run, [size, rate, time, messages], number);
    return 'understood';
  }

  private numbers(run: FabRun, [printedSize, rate, time, messages]: Row, number: number): void {
    const size = readSize(printedSize);
    if (size?.rounded && !run.toldRounded) {
      run.toldRounded = true;
      this.sink.problem(
        number,
        `The size ${printedSize} is rounded by the tool; -m prints sizes whole. Told once a run.`,
      );
    }
    const bytes = size?.bytes ?? null;
    const { params } = run;
    const benchmark = run.program ?? UNNAMED;
    // Only ping-pong programs take half of a round trip; for the others it is the inverse of the message rate.
    const metric = benchmark.includes('pingpong') ? 'latency' : 'time per transfer';
    run.value({ ...MEGABYTES, benchmark, metric: 'bandwidth', params }, bytes, 'avg', rate, number);
    run.value({ ...MICROSECONDS, benchmark, metric, params }, bytes, 'avg', time, number);
    run.value({ ...MESSAGES, benchmark, metric: 'message rate', params }, bytes, 'avg', messages, number);
  }
}

const UNNAMED = 'fabtests (not named)';
