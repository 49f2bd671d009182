import { KEY } from '../../model/vocabulary';
import { CONTENT_KEY } from '../log/conditions';
import type { LineClass } from '../format';
import { OpenRun } from '../reader/openRun';
import { fieldsOf, hasDecimals, TextTableReader } from '../reader/textTable';

/** The columns of a table, and which of its kinds it is. */
export interface ReproColumns {
  names: readonly string[];
  kind: 'times' | 'summary' | 'processes';
}

const TIMES = /^ *test +nrep +(?:msize_bytes|count) +(?:errorcode +)?runtime_sec\s*$/;
const SUMMARY =
  /^ *test +(?:msize_bytes|count) +total_nrep +valid_nrep(?: +(?:mean|median|min|max|var|stddev)_sec){1,6}\s*$/;
const PROCESSES =
  /^process +test +nrep +(?:msize_bytes|count) +(?:errorcode +)?loc_tstart_sec +loc_tend_sec(?: +gl_tstart_sec +gl_tend_sec)?\s*$/;

/** Reads a column line, or returns null. */
export function readReproColumns(text: string): ReproColumns | null {
  const kind = TIMES.test(text)
    ? 'times'
    : SUMMARY.test(text)
      ? 'summary'
      : PROCESSES.test(text)
        ? 'processes'
        : null;
  return kind && { names: fieldsOf(text), kind };
}

const SECONDS = { better: 'lower', unit: 's', printedUnit: 's', factor: 1 } as const;
/** Columns of a summary; a variance has another unit and is not read. */
const STATISTICS: Readonly<Record<string, string>> = {
  mean_sec: 'avg',
  median_sec: 'p50',
  min_sec: 'min',
  max_sec: 'max',
  stddev_sec: 'stdev',
};

const FACT = /^#@(\w{1,40})=(.{0,200})$/;
/** Facts that tell set-ups apart, and the condition each becomes. */
const CONDITIONS: Readonly<Record<string, string>> = {
  nprocs: KEY.ranks,
  clocksync: 'clock synchronisation',
  procsync: 'process synchronisation',
  runtime_type: 'runtime',
  clock: 'clock',
};
const PARAMS: Readonly<Record<string, string>> = { datatype: 'datatype', operation: 'op', root_proc: 'root' };
/** Operations that reduce: for the others the operation of the header says nothing. */
const REDUCES = /reduce|scan/i;

class ReproRun extends OpenRun {
  columns: ReproColumns | null = null;
  errors = 0;
  firstError = 0;
  processes = 0;
}

/** Reads ReproMPI; a run is one execution: header, tables and the lines at its end. */
export class ReprompiReader extends TextTableReader<ReproRun> {
  private facts = new Map<string, string>();

  protected own(text: string, number: number, open: boolean): LineClass | null {
    const fact = FACT.exec(text);
    if (fact) {
      if (this.run) this.close();
      this.facts.set(fact[1] ?? '', (fact[2] ?? '').trim());
      return 'understood';
    }
    const columns = readReproColumns(text);
    if (columns) {
      const run = this.run ?? this.begin(number);
      run.columns = columns;
      return 'understood';
    }
    if (/^# Execution time: \d+s\s*$/.test(text)) {
      this.close();
      return 'understood';
    }
    if (/^# Benchmark started at |^#(?:Command-Line Arguments:|MPI calls:|Message sizes:|\t)/.test(text))
      return 'skipped';
    return this.run?.columns ? this.row(this.run, this.run.columns, text, number, open) : null;
  }

  /** Arguments hold paths. */
  kept(text: string): string {
    return text.startsWith('#Command-Line') ? '#Command-Line Arguments: …' : text;
  }

  protected settle(run: ReproRun): void {
    this.facts = new Map();
    if (run.errors > 0)
      this.sink.problem(
        run.firstError,
        `From this line on ${run.errors} repetitions have an error code: left out.`,
      );
    if (run.rows > 0) return;
    run.conditions.set(CONTENT_KEY.program, 'ReproMPI');
    run.settle(
      'partial',
      run.processes > 0 ? 'Only times of single processes, which are not read.' : 'The table has no results.',
    );
  }

  private begin(number: number): ReproRun {
    const run = new ReproRun(this.sink, number, this.context.begin());
    this.run = run;
    for (const [key, condition] of Object.entries(CONDITIONS)) {
      const value = this.facts.get(key);
      if (value !== undefined && /^[\w. -]{1,40}$/.test(value)) run.conditions.set(condition, value);
    }
    return run;
  }

  private row(
    run: ReproRun,
    columns: ReproColumns,
    text: string,
    number: number,
    open: boolean,
  ): LineClass | null {
    const fields = fieldsOf(text);
    const at = columns.kind === 'processes' ? 1 : 0;
    if (!/^[A-Za-z][\w.]{0,80}$/.test(fields[at] ?? '') || !/^\d+$/.test(fields[at + 1] ?? '')) {
      return open && /^ {10,}\S/.test(text) ? this.cutRow(number) : null;
    }
    const whole =
      fields.length === columns.names.length &&
      fields.slice(at + 1).every((field) => /^-?[\d.]{1,30}$/.test(field));
    if (open && !(whole && hasDecimals(fields.at(-1) ?? '', 10))) return this.cutRow(number);
    if (!whole) return null;
    if (columns.kind === 'processes') {
      run.processes++;
      return 'skipped';
    }
    const named = (name: string): string | undefined => fields[columns.names.indexOf(name)];
    if ((named('errorcode') ?? '0') !== '0') {
      run.errors++;
      run.firstError ||= number;
      return 'understood';
    }
    const test = fields[0] ?? '';
    const bytes = this.bytes(named('msize_bytes'), named('count'));
    const quantity = {
      ...SECONDS,
      benchmark: `ReproMPI ${test}`,
      metric: 'latency',
      params: this.params(test),
    };
    if (columns.kind === 'times') run.value(quantity, bytes, 'value', named('runtime_sec') ?? '', number);
    else
      for (const [name, statistic] of Object.entries(STATISTICS)) {
        const printed = named(name);
        if (printed !== undefined) run.value(quantity, bytes, statistic, printed, number);
      }
    return 'understood';
  }

  /** The message size; a count is of elements whose size the header gives. Null where it does not. */
  private bytes(size: string | undefined, count: string | undefined): number | null {
    if (size !== undefined) return /^\d{1,15}$/.test(size) ? Number(size) : null;
    const element = this.facts.get('datatype_extent_bytes') ?? this.facts.get('datatype_size_bytes') ?? '';
    return /^\d{1,9}$/.test(element) && /^\d{1,15}$/.test(count ?? '')
      ? Number(count) * Number(element)
      : null;
  }

  private params(test: string): Record<string, string> {
    const params: Record<string, string> = {};
    for (const [key, param] of Object.entries(PARAMS)) {
      const value = this.facts.get(key);
      if (value === undefined || !/^\w{1,40}$/.test(value)) continue;
      if (param === 'op' && !REDUCES.test(test)) continue;
      if (param === 'root' && value === '0') continue;
      params[param] = value;
    }
    return params;
  }
}
