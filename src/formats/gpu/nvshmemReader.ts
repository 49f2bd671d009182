import { KEY } from '../../model/vocabulary';
import { CONTENT_KEY } from '../log/conditions';
import type { LineClass } from '../format';
import { MICROSECONDS, OpenRun } from '../reader/openRun';
import { fieldsOf, TextTableReader } from '../reader/textTable';

/** 10^9 bytes per second (source: `B_TO_GB`, `get_coll_info`). */
const GIGABYTES = { better: 'higher', unit: 'B/s', printedUnit: 'GB/s', factor: 1e9 } as const;

interface ValueColumn {
  metric: 'latency' | 'bandwidth' | 'algbw' | 'busbw';
  statistic: 'avg' | 'min' | 'max';
}

/** The columns of a table: words between the size and the numbers, then numbers. */
export interface NvshmemColumns {
  words: readonly string[];
  values: readonly ValueColumn[];
}

const VALUES: readonly (readonly [RegExp, ValueColumn])[] = [
  [/^BW \(GB\/sec\)/, { metric: 'bandwidth', statistic: 'avg' }],
  [/^latency ?\(us\)/, { metric: 'latency', statistic: 'avg' }],
  [/^min_lat\(us\)/, { metric: 'latency', statistic: 'min' }],
  [/^max_lat\(us\)/, { metric: 'latency', statistic: 'max' }],
  [/^algbw\(GB\/s\)/, { metric: 'algbw', statistic: 'avg' }],
  [/^busbw\(GB\/s\)/, { metric: 'busbw', statistic: 'avg' }],
];

/** Reads a column line, or returns null. */
export function readNvshmemColumns(text: string): NvshmemColumns | null {
  const match = /^size\(B\) +((?:(?:count|type|redop|scope) +){1,4})(\S.{0,150})$/.exec(text);
  if (!match) return null;
  const values: ValueColumn[] = [];
  let rest = (match[2] ?? '').trim();
  while (rest !== '') {
    const found = VALUES.find(([label]) => label.test(rest));
    if (!found) return null;
    values.push(found[1]);
    rest = rest.replace(found[0], '').trimStart();
  }
  return { words: fieldsOf(match[1] ?? ''), values };
}

/** One line of the machine-readable form. */
export interface MachineLine {
  job: string;
  sub: string;
  size: string;
  metric: 'latency' | 'bandwidth';
  printed: string;
}

const MACHINE =
  /^&&&& PERF ([A-Za-z0-9][\w.+-]{0,80}?)___([\w.+-]{0,60}?)___size__(\d{1,15})___(latency|BW) ([\d.]{1,30}) [+-](us|GB\/sec)\s*$/;

/** Reads a line of the machine-readable form, or returns null. */
export function readMachineLine(text: string): MachineLine | null {
  const [, job = '', sub = '', size = '', metric, printed = '', unit] = MACHINE.exec(text) ?? [];
  if (metric === undefined || (metric === 'latency') !== (unit === 'us')) return null;
  return { job, sub, size, metric: metric === 'latency' ? 'latency' : 'bandwidth', printed };
}

/** Letters of scopes in the names of reductions, and the scope each is. */
const SCOPES: Readonly<Record<string, string>> = { t: 'thread', w: 'warp', b: 'block' };
const WORD_PARAMS: Readonly<Record<string, string>> = { type: 'datatype', redop: 'op', scope: 'scope' };

class NvshmemRun extends OpenRun {
  job: string | null = null;
  columns: NvshmemColumns | null = null;

  get benchmark(): string {
    return `NVSHMEM ${this.job ?? '(not named)'}`;
  }
}

/** The launcher of NVSHMEM, with its options. */
const LAUNCHER =
  /^(?:[\w.-]+@\S+[:$#]?\s+|[+$#>]{1,8}\s*)?(?:\S{0,300}\/)?nvshm(?:em)?run(?:\.hydra)?( .{1,1000})$/;

/** Names of tables, by what all of them have (source: the calls of `print_table_…`). */
const TABLE = /^# {0,10}(?:shmem_\w{1,60}|device_red\w{1,40}|\w{1,40}(?:_device|_on_stream))\s*$/;

/** Whether a line begins output of a program: the launcher, the name of a table, a column line or a result. */
export function beginsNvshmem(text: string): boolean {
  return (
    LAUNCHER.test(text) ||
    TABLE.test(text) ||
    readNvshmemColumns(text) !== null ||
    readMachineLine(text) !== null
  );
}

/** Reads NVSHMEM perftests; a run is one program, which prints a table for each of its tests. */
export class NvshmemReader extends TextTableReader<NvshmemRun> {
  /** Name of the table that comes. */
  private job: string | null = null;
  private counts = new Map<string, string>();
  /** Tables that the run in hand has: one that comes again is of another execution. */
  private readonly seen = new Set<string>();

  protected own(text: string, number: number, open: boolean): LineClass | null {
    const machine = readMachineLine(text);
    if (machine) return this.machine(machine, number);
    if (open && text.startsWith('&&&& PERF ')) return this.cutRow(number);
    const options = LAUNCHER.exec(text)?.[1];
    if (options !== undefined) return this.launched(options);
    const job = /^# {0,10}([a-z][\w.+-]{1,80})\s*$/i.exec(text)?.[1];
    if (job !== undefined) {
      this.job = job;
      return 'understood';
    }
    const columns = readNvshmemColumns(text);
    if (columns) {
      this.table(columns, number);
      return 'understood';
    }
    if (/^mype: \d+ mype_node: \d+ /.test(text)) return 'skipped';
    return this.run?.columns ? this.row(this.run, this.run.columns, text, number, open) : null;
  }

  /** Lines about devices hold bus numbers and, with some launchers, hosts. */
  kept(text: string): string {
    return text.startsWith('mype: ') ? 'mype: …' : LAUNCHER.test(text) ? 'nvshmrun …' : text;
  }

  protected settle(run: NvshmemRun): void {
    this.seen.clear();
    if (run.rows > 0) return;
    run.conditions.set(CONTENT_KEY.program, run.benchmark);
    run.settle('partial', 'The table has no results.');
  }

  private launched(options: string): LineClass {
    this.close();
    this.counts = new Map();
    const ranks = / -(?:np|n) (\d{1,9})(?= )/.exec(options)?.[1];
    const perNode = / -ppn (\d{1,9})(?= )/.exec(options)?.[1];
    if (ranks !== undefined) this.counts.set(KEY.ranks, ranks);
    if (perNode !== undefined) this.counts.set(KEY.ppn, perNode);
    return 'understood';
  }

  private table(columns: NvshmemColumns, number: number): void {
    const run = this.run?.columns && this.run.rows > 0 ? this.run : this.begin(number);
    run.job = this.job;
    run.columns = columns;
  }

  private begin(number: number): NvshmemRun {
    this.close();
    const run = new NvshmemRun(this.sink, number, this.context.begin());
    for (const [key, value] of this.counts) run.conditions.set(key, value);
    this.run = run;
    return run;
  }

  /** The run for a number: the one in hand, or a new one where the number was there already. */
  private runFor(run: NvshmemRun, key: string, number: number): NvshmemRun {
    if (!this.seen.has(key)) {
      this.seen.add(key);
      return run;
    }
    const next = this.begin(number);
    next.job = run.job;
    next.columns = run.columns;
    this.seen.add(key);
    return next;
  }

  private machine({ job, sub, size, metric, printed }: MachineLine, number: number): LineClass {
    const before = this.run ?? this.begin(number);
    const run = this.runFor(before, `${job} ${sub} ${size} ${metric}`, number);
    run.job = job;
    run.columns = null;
    const [first = '', second = '', third = ''] = sub.split('-');
    const params: Record<string, string> = {};
    if (/^(?:device_reduc|reduc)/.test(job)) {
      setWord(params, 'datatype', first);
      setWord(params, 'op', second);
      setWord(params, 'scope', SCOPES[third] ?? third);
    } else if (second !== '' && third !== '') {
      setWord(params, 'datatype', `${first}-${second}`);
      setWord(params, 'scope', third);
    } else setWord(params, 'scope', sub);
    this.give(run, { metric, statistic: 'avg' }, params, size, printed, number);
    return 'understood';
  }

  private row(
    run: NvshmemRun,
    { words, values }: NvshmemColumns,
    text: string,
    number: number,
    open: boolean,
  ): LineClass | null {
    const fields = fieldsOf(text);
    const size = fields.shift() ?? '';
    if (!/^\d{1,15}$/.test(size)) return null;
    if (open) return this.cutRow(number);
    const numbers = fields.slice(-values.length);
    const texts = fields.slice(0, -values.length);
    // Of an empty scope nothing is printed.
    const spare = words.length - texts.length;
    if (spare < 0 || spare > 1 || numbers.length < values.length) return null;
    if (!numbers.every((printed) => /^(?:\d+\.\d{3,6}|-?nan|inf)$/.test(printed))) return null;
    const params: Record<string, string> = {};
    texts.forEach((word, at) => {
      const name = WORD_PARAMS[words[at] ?? ''];
      if (name) setWord(params, name, name === 'scope' ? (SCOPES[word] ?? word) : word);
    });
    const own = this.runFor(run, `${run.job ?? ''} ${size} ${JSON.stringify(params)}`, number);
    numbers.forEach((printed, at) => {
      const column = values[at];
      if (column) this.give(own, column, params, size, printed, number);
    });
    return 'understood';
  }

  private give(
    run: NvshmemRun,
    { metric, statistic }: ValueColumn,
    params: Record<string, string>,
    size: string,
    printed: string,
    number: number,
  ): void {
    const unit = metric === 'latency' ? MICROSECONDS : GIGABYTES;
    // Barriers have no message: the column holds the threads of a block (source: barrier_latency.cu).
    const threads = /^(?:barrier|sync)/.test(run.job ?? '');
    const own = threads ? { ...params, 'threads per block': size } : params;
    const bytes = threads ? null : Number(size);
    run.value({ ...unit, benchmark: run.benchmark, metric, params: own }, bytes, statistic, printed, number);
  }
}

function setWord(params: Record<string, string>, key: string, word: string): void {
  if (word !== '' && word !== 'None') params[key] = word.slice(0, 40);
}
