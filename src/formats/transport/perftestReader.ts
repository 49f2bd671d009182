import type { RunStatus } from '../../model/vocabulary';
import { CONTENT_KEY, JobContext, type RunConditions } from '../log/conditions';
import type { LineClass, LineReader, Sink } from '../format';
import { beginsTable } from '../reader/heads';
import { RunSeries } from '../reader/measures';
import {
  type PerftestColumn,
  perftestName,
  type PerftestTitle,
  readColumns,
  readTitle,
} from './perftestColumns';

/** One test: the output of one program, or of a server and its client that wrote into one file at once. */
interface Run {
  index: number;
  title: PerftestTitle | null;
  /** The title line, to know the same one again. */
  titleText: string;
  /** Name from an echoed command. */
  command: string | null;
  conditions: RunConditions;
  params: Record<string, string>;
  /** `Connection type : RawEth`. */
  raw: boolean;
  /** Addresses of queue pairs; held to know the other side's output, never stored. */
  local: Set<string>;
  remote: Set<string>;
  titles: number;
  columnLines: number;
  columns: readonly PerftestColumn[] | null;
  series: RunSeries | null;
  seen: Set<string>;
  rows: number;
  /** Closing rules after rows. */
  rules: number;
  /** A size came again without a second head: `--run_infinitely`. */
  endless: boolean;
  peakTold: boolean;
  status: RunStatus;
  reason: string | null;
  open: boolean;
}

/** Reads perftest text line by line. */
export class PerftestReader implements LineReader {
  private run: Run | null = null;
  /** Program of an echoed command that no run has begun from yet, and its line. */
  private command: { name: string; line: number } | null = null;
  /** What lines before a head say of the memory that its test will use. */
  private memory = new Map<string, string>();
  private readonly locals = new Set<string>();
  private readonly remotes = new Set<string>();

  constructor(
    private readonly sink: Sink,
    private readonly context = new JobContext(),
  ) {}

  line(text: string, number: number, open: boolean): LineClass {
    const run = this.run;
    if (run?.open && run.columns) {
      const kind = this.row(run, run.columns, text, number, open);
      if (kind) return kind;
    }
    if (text.trim() === '') return 'skipped';
    if (RULE.test(text)) {
      if (run && run.rows > 0) run.rules++;
      return 'skipped';
    }
    const kind = this.heading(text, number) ?? this.setting(text);
    if (kind) return kind;
    if (FAILURE.test(text) && this.isUnfinished()) {
      this.failed('failed', 'perftest stopped with an error.', number);
      return 'understood';
    }
    if (this.gpu(text)) return 'understood';
    if (PLAIN.test(text)) return 'skipped';
    const command = COMMAND.exec(text)?.[1];
    if (command) {
      if (run && run.rows > 0) this.close();
      this.command = { name: command, line: number };
      return 'understood';
    }
    const about = this.context.read(text, number);
    if (about) {
      // The client is often started while the head of the server is there.
      const waits = about.launches && run?.rows === 0 && run.status === 'complete';
      if (about.closes && !waits) this.close();
      if (about.failure) this.failed(about.failure.status, about.failure.reason, number);
      return about.kind;
    }
    if (beginsTable(text)) this.close();
    return this.context.skips(text) ? 'skipped' : 'unknown';
  }

  end(): void {
    this.close();
    if (!this.command) return;
    const run = this.begin(this.command.line);
    this.settle(run, 'partial', 'The file ends after the command: it holds no output of this run.');
    this.close();
  }

  leave(): void {
    this.close();
  }

  /** Whether output of a test is still to come. */
  private isUnfinished(): boolean {
    return this.run?.open ? this.run.rules < outputs(this.run) : this.command !== null;
  }

  private heading(text: string, number: number): LineClass | null {
    const title = readTitle(text);
    if (title) {
      const before = this.run;
      const other = before?.open && !before.columns && before.status === 'complete';
      if (other && before.titleText === text.trim()) {
        before.titles++;
        return 'understood';
      }
      const run = this.begin(number);
      run.title = title;
      run.titleText = text.trim();
      run.titles = 1;
      Object.assign(run.params, title.params);
      return 'understood';
    }
    const columns = readColumns(text);
    if (!columns) return null;
    const run = this.run?.open && this.run.rows === 0 ? this.run : this.begin(number);
    run.columns = columns;
    run.columnLines++;
    return 'understood';
  }

  /** The lines between title and columns. */
  private setting(text: string): LineClass | null {
    const run = this.run?.open ? this.run : null;
    const address = /^\s*(local|remote) address:\s*LID \S+ (QPN \S+ PSN \S+)/.exec(text);
    if (address) {
      (address[1] === 'local' ? run?.local : run?.remote)?.add(address[2] ?? '');
      return 'skipped';
    }
    if (/^\s*(?:local|remote) address:|^\s*(?:M?GID|XRC|SRQN?):?\s/.test(text)) return 'skipped';
    if (/^\s*Test with events\.\s*$/.test(text)) {
      if (run) run.params['events'] = 'on';
      return 'understood';
    }
    let known = false;
    for (const [, name = '', printed = ''] of text.matchAll(SETTING)) {
      known = true;
      if (!run) continue;
      const value = printed.replace(/\[B\]$/, '').replace(/^(?:ON|OFF)$/, (word) => word.toLowerCase());
      const key = name.toLowerCase();
      if (key === 'connection type' && value === 'RawEth') run.raw = true;
      const param = PARAMS[key];
      const condition = CONDITIONS[key];
      if (param) run.params[param] = value;
      else if (condition) run.conditions.set(condition, value);
    }
    return known ? 'understood' : null;
  }

  /** A line about GPU memory, printed before the head of its test. */
  private gpu(text: string): boolean {
    const fact = GPU_FACTS.find(({ line }) => line.test(text));
    if (!fact) return false;
    const value = fact.value ?? fact.line.exec(text)?.[1] ?? '';
    this.memory.set(fact.key, value);
    if (this.run?.open && this.run.rows === 0) this.run.conditions.set(fact.key, value);
    return true;
  }

  /** A row of a table, or null when the line is something else. */
  private row(
    run: Run,
    columns: readonly PerftestColumn[],
    text: string,
    number: number,
    open: boolean,
  ): LineClass | null {
    if (!/^\s*\d/.test(text) || run.rules >= outputs(run)) return null;
    const fields = text.trim().split(/\s+/);
    if (fields.length > columns.length || !fields.every((field) => NUMBER.test(field))) return null;
    const cut = open && !endsWhole(columns[columns.length - 1], fields[fields.length - 1] ?? '');
    if (fields.length < columns.length || cut) {
      this.sink.problem(
        number,
        cut
          ? 'The file ends within this row: not read.'
          : `This row has ${fields.length} of ${columns.length} columns: not read.`,
      );
      this.settle(run, 'partial', `The row on line ${number} is cut.`);
      return 'unknown';
    }
    if (!/^\d{1,15}$/.test(fields[0] ?? '')) return null;
    return this.wholeRow(run, columns, fields, number);
  }

  private wholeRow(
    run: Run,
    columns: readonly PerftestColumn[],
    fields: readonly string[],
    number: number,
  ): LineClass {
    const series = (run.series ??= new RunSeries(this.sink, run.index, nameOf(run)));
    if (run.rows === 0 && this.isOtherSide(run)) run.params['output'] = SECOND;
    const params = { ...run.params };
    const level = fields[columns.findIndex(({ role }) => role === 'service level')];
    if (level !== undefined) params['service level'] = level;
    const key = `${fields[0] ?? ''} ${level ?? ''}`;
    if (run.seen.has(key)) {
      if (outputs(run) > 1) params['output'] = SECOND;
      else if (run.seen.size === 1) run.endless = true;
      else if (!run.endless) {
        this.settle(run, 'partial', `${AT_ONCE} (line ${number}).`);
        return 'unknown';
      }
    }
    run.seen.add(key);
    const bytes = Number(fields[0]);
    columns.forEach((column, at) => {
      if (column.role !== 'value') return;
      const printed = fields[at] ?? '';
      const { measure, port } = column;
      if (measure.metric === 'bandwidth' && measure.statistic === 'max' && !(Number(printed) > 0)) {
        if (!run.peakTold)
          this.sink.problem(
            number,
            `BW peak ${printed} says that it was not measured: left out. Told once a run.`,
          );
        run.peakTold = true;
        return;
      }
      series.value(measure, port ? { ...params, port } : params, bytes, printed, number);
    });
    run.rows++;
    this.memory.clear();
    return 'understood';
  }

  /** Whether the queue pairs of a run are those of an earlier run in the file, seen from the other end. */
  private isOtherSide(run: Run): boolean {
    return (
      run.local.size > 0 &&
      run.remote.size > 0 &&
      [...run.local].every((address) => this.remotes.has(address)) &&
      [...run.remote].every((address) => this.locals.has(address))
    );
  }

  private begin(line: number): Run {
    this.close();
    const conditions = this.context.begin();
    conditions.partOfJob();
    for (const [key, value] of this.memory) conditions.set(key, value);
    const run: Run = {
      index: this.sink.run({ kind: 'measured', line, started: this.context.started }),
      title: null,
      titleText: '',
      command: this.command?.name ?? null,
      conditions,
      params: {},
      raw: false,
      local: new Set(),
      remote: new Set(),
      titles: 0,
      columnLines: 0,
      columns: null,
      series: null,
      seen: new Set(),
      rows: 0,
      rules: 0,
      endless: false,
      peakTold: false,
      status: 'complete',
      reason: null,
      open: true,
    };
    this.command = null;
    this.run = run;
    return run;
  }

  /** Ends the run in hand. */
  private close(): void {
    const run = this.run;
    if (!run?.open) return;
    run.open = false;
    for (const address of run.local) this.locals.add(address);
    for (const address of run.remote) this.remotes.add(address);
    if (run.rows === 0) this.settle(run, 'partial', 'The run has a head but no results.');
    else if (run.rules < outputs(run) && !run.endless)
      this.settle(run, 'partial', 'The output ends before the rule that closes its table.');
    if (!run.series?.any) run.conditions.set(CONTENT_KEY.program, nameOf(run));
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
    const run = this.run?.open ? this.run : this.command ? this.begin(this.command.line) : null;
    if (run) this.settle(run, status, reason);
    else this.sink.problem(number, `${reason} No run was open here.`);
  }
}

/** How many programs wrote this output. */
function outputs(run: Run): number {
  return Math.max(1, run.titles, run.columnLines);
}

/** Name of the program: of the command, else by the title. */
function nameOf(run: Run): string {
  if (run.command) return run.command;
  if (!run.title) return UNNAMED;
  return perftestName(run.title, run.raw);
}

/** Whether the last field of a row is provably whole: message rates have six decimals, all else two. */
function endsWhole(column: PerftestColumn | undefined, printed: string): boolean {
  if (column?.role !== 'value') return false;
  return (column.measure.printedUnit === 'Mpps' ? /\.\d{6}$/ : /\.\d\d$/).test(printed);
}

/** The test of a table without a title and a command. */
const UNNAMED = 'perftest (not named)';
/** Value of the parameter `output` for what server and client printed a second time. */
const SECOND = '2nd';

const AT_ONCE =
  'Sizes come again within one table: several programs wrote here at once, or a title is missing';
const NUMBER = /^-?(?:\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|nan|inf|N\/A)$/i;
/** Rules of perftest have 66, 87 or 163 dashes by version; those of Open MPI messages have 70 to 80. */
const RULE = /^\s*(?:-{60,69}|-{85,})\s*$/;
/** A command line without a launcher, also behind a prompt. */
export const COMMAND =
  /^(?:[\w.-]+@\S+[:$#]?\s+|\[[^\]]{1,80}\][$#]\s+|[+$#>]{1,8}\s*)?(?:\S*\/)?((?:ib_(?:write|read|send|atomic)|raw_ethernet)_(?:bw|lat))(?:\s|$)/;

/** Lines about GPU memory (source: cuda_memory.c), and the condition that each gives. */
const GPU_FACTS: readonly { line: RegExp; key: string; value?: string }[] = [
  { line: /^\s*initializing CUDA\s*$/, key: 'memory', value: 'CUDA' },
  { line: /^\s*Using ROCm Device\b/, key: 'memory', value: 'ROCm' },
  { line: /^\s*Picking (?:device No\.|GPU number) (\d{1,4})\s*$/, key: 'GPU' },
  { line: /^\s*using DMA-BUF for GPU buffer\b/, key: 'DMA-BUF', value: 'on' },
];

/** Settings that make another test, and the parameter each becomes. */
export const PARAMS: Readonly<Record<string, string>> = {
  'connection type': 'connection',
  'number of qps': 'qps',
  'post list': 'post list',
};
/** Settings of the set-up, and the condition each becomes. */
export const CONDITIONS: Readonly<Record<string, string>> = {
  device: 'device',
  'link type': 'link type',
  mtu: 'MTU',
  'tx depth': 'TX depth',
  'rx depth': 'RX depth',
  'cq moderation': 'CQ moderation',
  'max inline data': 'inline data',
  'outstand reads': 'outstanding reads',
  'using srq': 'SRQ',
  'dual-port': 'dual port',
  'pcie relax order': 'relaxed ordering',
  'rdma_cm qps': 'rdma_cm',
};
const SETTING =
  /(Dual-port|Device|Number of qps|Transport type|Connection type|Using SRQ|PCIe relax order|Lock-free|ibv_wr\* API|Using DDP|TX depth|RX depth|Post List|CQ Moderation|CQE Poll Batch|Mtu|Link type|Buffer size|CPU freq|Use ROCm memory|GID index2?|Max inline data|Outstand reads|rdma_cm QPs|Data ex\. method|TOS)[ \t]*:[ \t]*([\w.+-]{1,40}(?:\[\w+\])?)/gi;

/** Lines of perftest that say nothing of the result: waiting, memory of GPUs, clocks. */
const PLAIN =
  /^\s*(?:\* Waiting for client|Waiting for client rdma_cm|Please run the same command|Client closed connection|MultiCast runs on UD|Conflicting CPU frequency|WARNING: BW peak won't be measured|Requested mtu|Perftest doesn't support|Perftest v\d|Using sampled CPU speed|Disabling dynamic polling|Connected: |Total run time|Listing all CUDA|CUDA device \d|CUDA device integrated|Calling ibv_reg_dmabuf_mr|Host allocation selected|Finding PCIe BUS|\[pid = \d+, dev = \d+\]|creating CUDA Ctx|making it the current|cuMemAlloc|allocated (?:\d+ bytes of )?GPU|deallocating|destroying current CUDA|#, (?:usec|cycles)\s*$|\d+, [\d.e+-]+\s*$)/;
const FAILURE =
  /^\s*(?:Couldn't |Unable to |Failed to |Can't produce a report|Completion with error|Failed status \d|IB device \S+ not found|Did not detect devices|Problems with warm up)/i;
