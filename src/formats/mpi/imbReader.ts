import { KEY, type RunStatus } from '../../model/vocabulary';
import { CONTENT_KEY, JobContext, type RunConditions } from '../log/conditions';
import type { LineClass, LineReader, Sink } from '../format';
import { beginsTable } from '../reader/heads';
import { type ImbColumn, megaOfRows, megaOfVersion, readColumns } from './imbColumns';
import { BLOCK, HELP, ImbHead, readTitle } from './imbHead';
import { RunSeries } from '../reader/measures';

/** One execution of a program: from its title to its end mark. */
interface Program {
  line: number;
  name: string;
  version: string | null;
  mega: number;
  head: ImbHead;
  /** Conditions of its first table: what log lines showed before it holds for all. */
  first: RunConditions | null;
  tables: number;
  /** The end mark was seen. */
  done: boolean;
}

/** One table. */
interface Run {
  index: number;
  benchmark: string;
  conditions: RunConditions;
  params: Record<string, string>;
  grouped: boolean;
  columns: readonly ImbColumn[] | null;
  /** Groups and sizes of the rows: each comes once. */
  sizes: Set<string>;
  last: string;
  /** What follows is not of this table: its sizes began anew. */
  over: boolean;
  series: RunSeries;
  rows: number;
  /** An empty line followed the rows. */
  blank: boolean;
  status: RunStatus;
  reason: string | null;
  open: boolean;
}

/** Reads IMB text line by line; one run per table. */
export class ImbReader implements LineReader {
  private program: Program | null = null;
  private run: Run | null = null;
  private inHelp = false;
  /** The file ends within a line. */
  private endsInLine = false;

  constructor(
    private readonly sink: Sink,
    private ahead: readonly string[],
    private readonly context = new JobContext(),
  ) {}

  line(text: string, number: number, open: boolean): LineClass {
    if (number > this.ahead.length) this.ahead = [];
    this.endsInLine = open;
    const run = this.run;
    if (run?.open && run.columns) {
      const kind = this.row(run, run.columns, text, number, open);
      if (kind) return kind;
    }
    if (text.trim() === '') {
      if (run && run.rows > 0 && !open) run.blank = true;
      return 'skipped';
    }
    const kind = this.heading(text, number) ?? this.inTable(text) ?? this.inHead(text);
    if (kind) return kind;
    if (this.inHelp) return 'skipped';
    const invalid = /^Invalid (benchmark name|option) /.exec(text);
    if (invalid) {
      this.sink.problem(number, 'IMB did not know what this line names, and ran without it.');
      return 'understood';
    }
    const about = this.context.read(text, number);
    if (about) {
      if (about.closes) this.leave();
      if (about.failure) this.failed(about.failure.status, about.failure.reason, number);
      return about.kind;
    }
    if (beginsTable(text)) this.leave();
    return this.context.skips(text) ? 'skipped' : 'unknown';
  }

  end(): void {
    this.leave();
    const { program, programLine } = this.context;
    if (!program?.startsWith('IMB-')) return;
    const run = this.begin(program, programLine);
    this.settle(run, 'partial', 'The file ends after the command: it holds no output of this run.');
    this.close();
  }

  /** Titles, the first line of a table, the end mark. */
  private heading(text: string, number: number): LineClass | null {
    const title = readTitle(text);
    if (title) {
      this.leave();
      this.enter(title.program, title.version, number);
      return 'understood';
    }
    if (HELP.test(text)) {
      this.program = null;
      this.inHelp = true;
      return 'skipped';
    }
    if (/^Intel\(R\) MPI Benchmarks \S+\s*$|^===ExeBinSignature===/.test(text)) return 'skipped';
    const block = BLOCK.exec(text);
    if (block) {
      this.close();
      const program = this.program?.done === false ? this.program : this.headless(number);
      program.tables++;
      const run = this.begin(`${program.name} ${block[1] ?? ''}`, number);
      Object.assign(run.params, program.head.params(run.benchmark));
      if (block[2]) run.params['dimensions'] = block[2];
      return 'understood';
    }
    if (/^#\s*All processes entering MPI_Finalize/.test(text)) {
      if (this.program) this.program.done = true;
      this.close();
      return 'understood';
    }
    return null;
  }

  /** Lines between the first line of a table and its column line. */
  private inTable(text: string): LineClass | null {
    const run = this.run;
    const program = this.program;
    if (!run?.open || !program) return null;
    const processes = /^#\s*#processes = (\d+)(?:\s*\(threads: (\d+)\))?\s*(?:; rank order.*)?$/.exec(text);
    if (processes) {
      run.conditions.set(KEY.ranks, processes[1] ?? '');
      if (processes[2]) run.params['threads'] = processes[2];
      return 'understood';
    }
    const groups = /^#\s*\(\s*(\d+) groups of (\d+) processes each running simultaneous \)\s*$/.exec(text);
    if (groups) {
      const [, count = '', size = ''] = groups;
      run.grouped = true;
      run.params['groups'] = `${count} × ${size}`;
      run.conditions.set(KEY.ranks, String(Number(count) * Number(size)));
      return 'understood';
    }
    if (/^#\s*\(\s*\d+ additional process(?:es)? waiting in MPI_Barrier\)\s*$/.test(text)) {
      run.conditions.partOfJob();
      return 'understood';
    }
    const mode = /^#\s+MODE: (AGGREGATE|NON-AGGREGATE)\s*$/.exec(text);
    if (mode) {
      run.params['mode'] = (mode[1] ?? '').toLowerCase();
      return 'understood';
    }
    const columns = run.columns ? null : readColumns(text, program.mega);
    if (columns) {
      run.columns = columns;
      return 'understood';
    }
    // Which ranks are in a group or in a row of the map.
    return /^#[\s\d.]*$|^#\s*Group\s+\d+:[\s\d.]*$/.test(text) ? 'skipped' : null;
  }

  private inHead(text: string): LineClass | null {
    const kind = this.program?.tables === 0 ? this.program.head.line(text) : null;
    if (kind && /^#\s*Date\s*:/.test(text)) this.context.dated(text);
    return kind;
  }

  /** A row of a table, or null when the line is something else. */
  private row(
    run: Run,
    columns: readonly ImbColumn[],
    text: string,
    number: number,
    open: boolean,
  ): LineClass | null {
    if (run.over || !/^\s*\d/.test(text)) return null;
    const left = LEFT_OUT.exec(text);
    if (left) {
      const at = columns.some(({ role }) => role === 'size') ? ` at ${left[1] ?? ''} bytes` : '';
      this.settle(
        run,
        'partial',
        `IMB stopped this table${at}: ${WHY[left[2] ?? ''] ?? ''} (line ${number}).`,
      );
      return 'understood';
    }
    const fields = text.trim().split(/\s+/);
    if (!fields.every((field) => NUMBER.test(field))) return null;
    if (fields.length > columns.length || (fields.length < columns.length && run.blank && !run.grouped)) {
      return null;
    }
    const last = columns[columns.length - 1];
    const cut = open && (last?.role === 'ignored' || !/\.\d\d$/.test(fields[fields.length - 1] ?? ''));
    if (fields.length < columns.length || cut) {
      this.sink.problem(number, cut ? 'The file ends within this row: not read.' : SHORT);
      this.settle(run, 'partial', `The row on line ${number} is cut.`);
      return 'unknown';
    }
    return this.wholeRow(run, columns, fields, number);
  }

  private wholeRow(
    run: Run,
    columns: readonly ImbColumn[],
    fields: readonly string[],
    number: number,
  ): LineClass | null {
    const field = (role: ImbColumn['role']): string | undefined =>
      fields[columns.findIndex((column) => column.role === role)];
    const size = field('size');
    if (size !== undefined && !/^\d{1,15}$/.test(size)) return null;
    const bytes = size === undefined ? null : Number(size);
    const again = `${field('group') ?? ''} ${size ?? ''}`;
    if (size !== undefined && run.sizes.has(again)) {
      this.settle(run, 'partial', `${AT_ONCE} (line ${number}).`);
      run.over = again !== run.last;
      return 'unknown';
    }
    run.sizes.add(again);
    run.last = again;
    const group = run.grouped ? field('group') : undefined;
    const params = group === undefined ? run.params : { ...run.params, group };
    columns.forEach((column, at) => {
      if (column.role === 'value') run.series.value(column.measure, params, bytes, fields[at] ?? '', number);
    });
    const defects = field('defects');
    if (defects !== undefined && Number(defects) !== 0)
      this.settle(run, 'failed', `The data check of IMB found defects (${defects} on line ${number}).`);
    run.rows++;
    run.blank = false;
    return 'understood';
  }

  /** Begins a program. */
  private enter(name: string, version: string | null, line: number): Program {
    let mega = megaOfVersion(version);
    if (mega === null) {
      const rest = this.ahead.slice(line);
      const next = rest.findIndex((ahead) => readTitle(ahead) !== null);
      mega = megaOfRows(next < 0 ? rest : rest.slice(0, next));
    }
    if (mega === null) {
      mega = 1e6;
      this.sink.problem(
        line,
        'Neither the version nor the numbers tell whether Mbytes are 10^6 bytes (IMB from 2018) or 2^20 bytes (IMB up to 4.1): read as 10^6.',
      );
    }
    const head = new ImbHead();
    this.program = { line, name, version, mega, head, first: null, tables: 0, done: false };
    this.inHelp = false;
    return this.program;
  }

  /** A program whose title is not there: the head was cut off, or tables follow an end mark. */
  private headless(line: number): Program {
    const before = this.program;
    const named = this.context.program?.startsWith('IMB-') ? this.context.program : null;
    return this.enter(named ?? before?.name ?? 'IMB', before?.version ?? null, line);
  }

  /** Ends the program in hand: the next one begins, or the job goes on. */
  leave(): void {
    const program = this.program;
    if (program?.tables === 0) {
      const run = this.begin(program.name, program.line);
      this.settle(run, 'partial', 'IMB began, and the file holds no table of it.');
    } else if (program?.done === false && this.run?.open) {
      // IMB-MT prints no end mark; an empty line follows its last table.
      const whole = program.name === 'IMB-MT' && this.run.blank && !this.endsInLine;
      if (!whole)
        this.settle(this.run, 'partial', 'IMB did not get to its end: rows or whole tables are missing.');
    }
    this.close();
    this.program = null;
  }

  private begin(benchmark: string, line: number): Run {
    this.close();
    const index = this.sink.run({ kind: 'measured', line, started: this.context.started });
    const program = this.program;
    const conditions = this.context.begin(program?.first ?? null);
    if (program) program.first ??= conditions;
    if (program?.version) conditions.set('IMB', program.version);
    this.run = {
      index,
      benchmark,
      conditions,
      params: {},
      grouped: false,
      columns: null,
      sizes: new Set(),
      last: '',
      over: false,
      series: new RunSeries(this.sink, index, benchmark),
      rows: 0,
      blank: false,
      status: 'complete',
      reason: null,
      open: true,
    };
    return this.run;
  }

  /** Ends the run in hand. */
  private close(): void {
    const run = this.run;
    if (!run?.open) return;
    run.open = false;
    if (run.rows === 0) this.settle(run, 'partial', 'The table has a head but no rows.');
    if (!run.series.any) run.conditions.set(CONTENT_KEY.program, run.benchmark);
    run.conditions.emit(this.sink, run.index, false);
    if (run.status !== 'complete') this.sink.status(run.index, run.status, run.reason);
    this.context.close();
  }

  /** Sets the status of a run; the first reason stands, except that a failure explains missing results. */
  private settle(run: Run, status: RunStatus, reason: string): void {
    if (run.status === 'failed' || run.status === 'hung') return;
    if (run.status === 'partial' && status === 'partial') return;
    run.status = status;
    run.reason = reason;
  }

  private failed(status: RunStatus, reason: string, number: number): void {
    const program = this.program?.tables === 0 ? this.program : null;
    const name = program?.name ?? this.context.program;
    if (this.run?.open) {
      this.settle(this.run, status, reason);
    } else if (name?.startsWith('IMB-')) {
      const run = this.begin(name, program?.line ?? number);
      if (program) program.tables++;
      this.settle(run, status, reason);
    } else {
      this.sink.problem(number, `${reason} No run was open here.`);
    }
  }
}

const NUMBER = /^-?(?:\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|nan|inf)$/i;
const AT_ONCE =
  'Sizes come again within one table: several programs wrote here at once, or a title is missing';
const SHORT = 'This row has fewer columns than its head: not read.';
const LEFT_OUT = /^\s*(?:\d+\s+)?(\d+)\s+(out-of-mem|time-out|int-overflow)\.;/;
const WHY: Readonly<Record<string, string>> = {
  'out-of-mem': 'it would have needed more memory than IMB allows itself',
  'time-out': 'its time limit was over',
  'int-overflow': 'the sizes were too large for its integers',
};
