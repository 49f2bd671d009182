import { KEY } from '../../model/vocabulary';
import { CONTENT_KEY } from '../log/conditions';
import type { LineClass } from '../format';
import { giveTimes, onecclName } from './onecclMeasures';
import { OpenRun } from '../reader/openRun';
import { fieldsOf, hasDecimals, TextTableReader } from '../reader/textTable';

const COLUMNS =
  /^ *#bytes +#elem_count +#repetitions +t_min\[usec\] +t_max\[usec\] +t_avg\[usec\] +stddev\[%\]( +wait_t_avg\[usec\])?\s*$/;

/** How many columns a table has, by its column line; null for any other line. */
export function readOnecclColumns(text: string): number | null {
  const match = COLUMNS.exec(text);
  return match && (match[1] === undefined ? 7 : 8);
}

const OPTION =
  /^ {2}(processes|backend|iters|warmup_iters|iter_policy|buf_count|min_elem_count|max_elem_count|elem_counts|check|cache|inplace|numa_node|sycl_dev_type|sycl_root_dev|sycl_mem_type|sycl_usm_type|sycl_queue_type|collectives|datatypes|reductions|extended info|csv_filepath): {1,20}(\S.{0,300})?$/;

/** Options that tell set-ups apart, and the condition each becomes. */
const CONDITIONS: Readonly<Record<string, string>> = {
  backend: 'backend',
  sycl_dev_type: 'SYCL device',
  sycl_mem_type: 'SYCL memory',
  sycl_usm_type: 'SYCL USM',
  sycl_queue_type: 'SYCL queue',
};

class OnecclRun extends OpenRun {
  name: string | null = null;
  columns: number | null = null;
}

/** Reads what the benchmark prints; a run is one table, of one data type and reduction. */
export class OnecclReader extends TextTableReader<OnecclRun> {
  private readonly options = new Map<string, string>();
  private shared: Record<string, string> = {};
  private ahead: Record<string, string> = {};

  protected own(text: string, number: number, open: boolean): LineClass | null {
    if (/^options:\s*$/.test(text)) {
      this.close();
      this.options.clear();
      this.shared = {};
      return 'understood';
    }
    const option = OPTION.exec(text);
    if (option) return this.option(option[1] ?? '', (option[2] ?? '').trim());
    const kind = /^(datatype|reduction): ([\w-]{1,30})\s*$/.exec(text);
    if (kind) {
      if (kind[1] === 'datatype') this.close();
      this.ahead[kind[1] === 'datatype' ? 'datatype' : 'op'] = kind[2] ?? '';
      return 'understood';
    }
    const name = /^# Benchmarking: ([\w ]{1,200})$/.exec(text)?.[1];
    if (name !== undefined) {
      this.begin(number).name = onecclName(name);
      return 'understood';
    }
    const ranks = /^# #processes: (\d{1,9})\s*$/.exec(text)?.[1];
    if (ranks !== undefined) {
      this.run?.conditions.set(KEY.ranks, ranks);
      return 'understood';
    }
    const columns = readOnecclColumns(text);
    if (columns !== null) {
      (this.run && this.run.columns === null ? this.run : this.begin(number)).columns = columns;
      return 'understood';
    }
    if (/^# All done\s*$/.test(text)) {
      this.close();
      return 'understood';
    }
    return this.run?.columns ? this.row(this.run, this.run.columns, text, number, open) : null;
  }

  /** The path of the CSV is not shown. */
  kept(text: string): string {
    return /^ {2}csv_filepath:/.test(text) ? '  csv_filepath: …' : text;
  }

  protected settle(run: OnecclRun): void {
    if (run.rows > 0) return;
    run.conditions.set(CONTENT_KEY.program, run.name ?? UNNAMED);
    run.settle('partial', 'The test has a head but no results.');
  }

  private option(key: string, value: string): LineClass {
    this.close();
    const condition = CONDITIONS[key];
    if (condition && /^[\w.-]{1,40}$/.test(value)) this.options.set(condition, value);
    else if (key === 'processes' && /^\d+$/.test(value)) this.options.set(KEY.ranks, value);
    else if (key === 'cache') this.options.set('cached operations', value === '0' ? 'off' : 'on');
    else if (key === 'inplace') this.shared['placement'] = value === '0' ? 'out of place' : 'in place';
    else if (key === 'buf_count' && /^\d{1,9}$/.test(value) && value !== '1') this.shared['buffers'] = value;
    return 'understood';
  }

  private begin(number: number): OnecclRun {
    this.close();
    const run = new OnecclRun(this.sink, number, this.context.begin());
    for (const [key, value] of this.options) run.conditions.set(key, value);
    this.run = run;
    return run;
  }

  private row(
    run: OnecclRun,
    columns: number,
    text: string,
    number: number,
    open: boolean,
  ): LineClass | null {
    const fields = fieldsOf(text);
    const [size = '', , , min = '', max = '', avg = '', deviation = ''] = fields;
    if (!/^\d{1,15}$/.test(size)) return null;
    const whole =
      fields.length === columns &&
      fields.slice(3).every((printed) => /^(?:\d+\.\d\d|-?nan|inf)$/.test(printed));
    if (open && !(whole && hasDecimals(fields.at(-1) ?? '', 2))) return this.cutRow(number);
    if (!whole) return null;
    const wait = columns === 8 ? (fields[7] ?? null) : null;
    const params = { ...this.shared, ...this.ahead };
    giveTimes(run, run.name ?? UNNAMED, params, Number(size), { min, max, avg, deviation, wait }, number);
    return 'understood';
  }
}

const UNNAMED = 'oneCCL (not named)';
