import { counted } from '../../model/units';
import { KEY, type RunStatus } from '../../model/vocabulary';
import { RowReader } from '../text/cells';
import { JobContext, type RunConditions } from '../log/conditions';
import type { Detection, LineClass, LineFormat, LineReader, Sample, Sink } from '../format';
import { LINE_LIMIT, READ_LENGTH } from '../text/lines';
import { hostOf, placeRanks } from './pairAxis';

/** mpiGraph: bandwidth of all pairs of ranks while every rank sends and receives, as senders and receivers see it. */
export const mpiGraph: LineFormat = {
  kind: 'lines',
  id: 'mpigraph',
  name: 'mpiGraph',
  looksFor: 'the line “START mpiGraph v1.5”',
  help: {
    make: ['mpirun -np 64 ./mpiGraph 1048576 10 10 > mpigraph.out'],
    reads:
      'Send and Recv as two matrices of one run, in MiB/s (which the file does not print), with host names.',
    not: 'The pages that crunch_mpiGraph makes of it.',
  },
  detect: detectMpiGraph,
  readLength: LINE_LIMIT,
  begins: (line) => START.test(line),
  open: (sink, _, job) => new MpiGraphReader(sink, job),
};

const START = /^START mpiGraph v(\S{1,20})/;

function detectMpiGraph(sample: Sample): Detection | null {
  for (let i = 0; i < sample.lines.length; i++) {
    const version = START.exec((sample.lines[i] ?? '').slice(0, 60))?.[1];
    if (version) return { why: `line ${i + 1} says “START mpiGraph v${version}”`, tool: 'mpiGraph', version };
  }
  return null;
}

/** Factor of the printed numbers: the program divides by 2^20 bytes, without printing a unit. */
const MIB = 1024 * 1024;

/** The two tables of a run. */
type Side = 'Send' | 'Recv';

interface Table {
  side: Side;
  matrix: number;
  names: readonly string[];
  places: ReadonlyMap<string, number>;
  rows: RowReader;
  seen: Set<number>;
}

interface Run {
  index: number;
  conditions: RunConditions;
  bytes: number | null;
  procs: number | null;
  window: string | null;
  series: Partial<Record<Side, number>>;
  table: Table | null;
  /** Sides whose tables are whole. */
  whole: Set<Side>;
  placed: boolean;
  status: RunStatus;
  reason: string | null;
  open: boolean;
}

class MpiGraphReader implements LineReader {
  private run: Run | null = null;

  constructor(
    private readonly sink: Sink,
    private readonly context = new JobContext(),
  ) {}

  line(text: string, number: number, open: boolean): LineClass {
    if (text.trim() === '') return 'skipped';
    const head = text.slice(0, READ_LENGTH);
    const version = START.exec(head)?.[1];
    if (version) {
      this.close(false);
      this.begin(version, number);
      return 'understood';
    }
    const run = this.run;
    const kind = run?.open ? this.inRun(run, text, number, open) : null;
    if (kind) return kind;
    const about = this.context.read(head, number);
    if (about?.failure && run?.open) {
      run.status = about.failure.status;
      run.reason = about.failure.reason;
    }
    if (about) return about.kind;
    return this.context.skips(head) ? 'skipped' : 'unknown';
  }

  end(): void {
    this.close(false);
  }

  private begin(version: string, number: number): void {
    this.run = {
      index: this.sink.run({ kind: 'measured', line: number, started: this.context.started }),
      conditions: this.context.begin(),
      bytes: null,
      procs: null,
      window: null,
      series: {},
      table: null,
      whole: new Set(),
      placed: false,
      status: 'complete',
      reason: null,
      open: true,
    };
    this.run.conditions.set('mpiGraph', version);
  }

  private inRun(run: Run, text: string, number: number, open: boolean): LineClass | null {
    if (text.startsWith('END mpiGraph')) {
      this.close(true);
      return 'understood';
    }
    const setting = /^(MsgSize|Times|Window|Procs)\t(\d{1,15})\s*$/.exec(text.slice(0, 60));
    if (setting) {
      if (!open) this.setting(run, setting[1] ?? '', setting[2] ?? '');
      return 'understood';
    }
    if (/^\d+ of \d+ \([\d.]+%\)\s*$/.test(text.slice(0, 60)) || text.startsWith('Gathering results')) {
      return 'understood';
    }
    const figure = /^(Send|Recv) (max|avg)\t(\d+\.\d+)\s*$/.exec(text.slice(0, 80));
    if (figure) return this.figure(run, figure, number, open);
    const side = /^(Send|Recv)\t/.exec(text)?.[1];
    if (side === 'Send' || side === 'Recv') return this.header(run, side, text, number, open);
    return run.table ? this.row(run, run.table, text, number, open) : null;
  }

  private setting(run: Run, key: string, value: string): void {
    if (key === 'MsgSize') run.bytes = Number(value);
    else if (key === 'Window') run.window = value;
    else if (key === 'Times') run.conditions.set('times', value);
    else {
      run.procs = Number(value);
      run.conditions.set(KEY.ranks, value);
    }
  }

  private seriesOf(run: Run, side: Side): number {
    run.series[side] ??= this.sink.series({
      run: run.index,
      benchmark: 'mpiGraph',
      metric: 'bandwidth',
      better: 'higher',
      unit: 'B/s',
      printedUnit: 'MiB/s',
      factor: MIB,
      params: {
        'measured at': side === 'Send' ? 'sender' : 'receiver',
        ...(run.window === null ? {} : { window: run.window }),
      },
    });
    return run.series[side];
  }

  private figure(run: Run, match: RegExpExecArray, number: number, open: boolean): LineClass {
    const [, side, statistic = '', printed = ''] = match;
    if (side !== 'Send' && side !== 'Recv') return 'unknown';
    run.table = null;
    if (open && !/\.\d{6}$/.test(printed)) return 'unknown';
    this.sink.measurement(
      this.seriesOf(run, side),
      run.bytes,
      statistic,
      Number(printed) * MIB,
      printed,
      number,
    );
    return 'understood';
  }

  private header(run: Run, side: Side, text: string, number: number, open: boolean): LineClass {
    const names = text.split('\t').slice(1);
    if (names[names.length - 1]?.trim() === '') names.pop();
    else if (open) names.pop();
    const ranks = run.procs ?? names.length;
    if (names.length !== ranks) {
      this.settle(run, `The head on line ${number} names ${names.length} of ${ranks} ranks.`);
      if (names.length < 2 || open) return 'unknown';
    }
    if (!run.placed) this.place(run, names, number);
    run.table = {
      side,
      names,
      places: new Map(names.map((name, at) => [name, at])),
      matrix: this.sink.matrix({
        series: this.seriesOf(run, side),
        axis: 'rank',
        layout: side === 'Send' ? 'source' : 'destination',
        ranks: names.length,
        measuredAt: side === 'Send' ? 'sender' : 'receiver',
        statistic: 'avg',
        bytes: run.bytes,
        concurrency: 'at once',
        schedule: 'shift',
      }),
      rows: new RowReader(this.sink, {
        separator: '\t',
        columns: names.length,
        labels: 1,
        factor: MIB,
        allFilled: true,
        signed: false,
      }),
      seen: new Set(),
    };
    return 'understood';
  }

  /** The hosts of the ranks, once per run: both tables have the same names. */
  private place(run: Run, names: readonly string[], number: number): void {
    run.placed = true;
    placeRanks(this.sink, run.index, names, { line: number, column: 2 });
    const hosts = new Set(names.map(hostOf)).size;
    run.conditions.set(KEY.nodes, String(hosts));
    if (names.length % hosts === 0) run.conditions.set(KEY.ppn, String(names.length / hosts));
  }

  private row(run: Run, table: Table, text: string, number: number, open: boolean): LineClass | null {
    const word = table.side === 'Send' ? ' to' : ' from';
    const tab = text.indexOf('\t');
    const label = tab < 0 ? '' : text.slice(0, tab);
    if (!label.endsWith(word)) {
      const begun = open && table.names.some((name) => `${name}${word}`.startsWith(text));
      return begun ? this.cut(run, table, number) : null;
    }
    const row = table.places.get(label.slice(0, -word.length));
    if (row === undefined || table.seen.has(row)) {
      table.rows.tell(
        number,
        'column 1',
        `“${label.slice(0, 60)}” is no name of the head, or comes twice: not read`,
      );
      return 'unknown';
    }
    const values = table.rows.row(text, tab + 1, number, open);
    if (!values) return open ? this.cut(run, table, number) : null;
    values.forEach((value, column) => {
      if (value !== 0) return;
      values[column] = NaN;
      // The diagonal is printed as 0.000 because it is not measured.
      if (column !== row)
        table.rows.tell(number, `column ${column + 2}`, 'zero, so nothing was measured: missing');
    });
    values[row] = NaN;
    table.seen.add(row);
    this.sink.matrixRow(table.matrix, row, values, number);
    if (table.seen.size === table.names.length) run.whole.add(table.side);
    if (table.rows.fault !== null) this.settle(run, table.rows.fault);
    return 'understood';
  }

  /** The file ends in a row before its first cell. */
  private cut(run: Run, table: Table, number: number): LineClass {
    const cells = counted(table.names.length - 1, 'cell');
    table.rows.tell(number, 'column 1', `the file ends in this row, ${cells} of it are missing`);
    this.settle(run, `The file ends in the table ${table.side}, on line ${number}.`);
    return 'unknown';
  }

  private settle(run: Run, reason: string): void {
    if (run.status !== 'complete') return;
    run.status = 'partial';
    run.reason = reason;
  }

  private close(byMark: boolean): void {
    const run = this.run;
    if (!run?.open) return;
    run.open = false;
    const missing = (['Send', 'Recv'] as const).filter((side) => !run.whole.has(side));
    if (missing.length > 0) {
      this.settle(run, `The table ${missing.join(' and the table ')} is missing or not whole.`);
    } else if (!byMark) this.settle(run, 'The file ends before “END mpiGraph”.');
    run.conditions.emit(this.sink, run.index, false);
    if (run.status !== 'complete') this.sink.status(run.index, run.status, run.reason);
  }
}
