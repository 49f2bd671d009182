import { CONTENT_KEY } from '../log/conditions';
import type { LineClass } from '../format';
import { MICROSECONDS, OpenRun } from '../reader/openRun';
import { fieldsOf, hasDecimals, TextTableReader } from '../reader/textTable';

/** A line of the head: `Collective:             Allreduce`. */
export const HEAD_LINE =
  /^(Collective|Memory type|Datatype|Reduction|Inplace|Iteration mode): {1,30}(\S[\w /-]{0,40}?)\s*$/;
const COUNTS = /^(?:Warmup|Iterations):\s*$|^ {2}(?:small|large) +\d+\s*$/;
const STATISTICS = /^ +avg +min +max(?: +avg +max +min)?\s*$/;

/** Whether a line is the upper column line, and whether it announces bandwidths; null for all others. */
export function readUccColumns(text: string): { bandwidth: boolean } | null {
  const match = /^ +Count +Size +Time, us( +Bus Bandwidth, GB\/s)?\s*$/.exec(text);
  return match && { bandwidth: match[1] !== undefined };
}

const TIMES = ['avg', 'min', 'max'];
/** The bandwidths stand in the order of the times that they are computed from: average, best, worst. */
const BANDWIDTHS = ['avg', 'max', 'min'];
const GIGABYTES = { better: 'higher', unit: 'B/s', printedUnit: 'GB/s', factor: 1e9 } as const;

class UccRun extends OpenRun {
  collective: string | null = null;
  readonly params: Record<string, string> = {};
  columns: { bandwidth: boolean } | null = null;

  get benchmark(): string {
    return this.collective === null ? 'ucc_perftest (not named)' : `ucc_perftest ${this.collective}`;
  }
}

/** Reads ucc_perftest; a run goes from one head to the next. */
export class UccPerftestReader extends TextTableReader<UccRun> {
  protected own(text: string, number: number, open: boolean): LineClass | null {
    const head = HEAD_LINE.exec(text);
    if (head) return this.head(head[1] ?? '', head[2] ?? '', number);
    const columns = readUccColumns(text);
    if (columns) {
      const run = this.run && !this.run.columns ? this.run : this.begin(number);
      run.columns = columns;
      return 'understood';
    }
    if (STATISTICS.test(text) || COUNTS.test(text)) return this.run ? 'understood' : null;
    if (/^Total time: [\d.]{1,20} ms\s*$/.test(text)) return this.run ? 'skipped' : null;
    return this.run?.columns ? this.row(this.run, this.run.columns.bandwidth, text, number, open) : null;
  }

  protected settle(run: UccRun): void {
    if (run.rows > 0) return;
    run.conditions.set(CONTENT_KEY.program, run.benchmark);
    run.settle('partial', 'The test has a head but no results.');
  }

  private begin(number: number): UccRun {
    this.close();
    this.run = new UccRun(this.sink, number, this.context.begin());
    return this.run;
  }

  private head(key: string, value: string, number: number): LineClass {
    const run = key === 'Collective' || !this.run || this.run.columns ? this.begin(number) : this.run;
    if (key === 'Collective') run.collective = value.toLowerCase();
    else if (key === 'Memory type') run.params['memory'] = value.toLowerCase();
    else if (key === 'Datatype') run.params['datatype'] = value;
    else if (value === 'N/A') return 'understood';
    else if (key === 'Reduction') run.params['op'] = value;
    else if (key === 'Inplace') run.params['placement'] = value === '0' ? 'out of place' : 'in place';
    return 'understood';
  }

  private row(
    run: UccRun,
    bandwidth: boolean,
    text: string,
    number: number,
    open: boolean,
  ): LineClass | null {
    const [count = '', size = '', ...values] = fieldsOf(text);
    if (!/^(?:\d{1,15}|N\/A)$/.test(count) || !/^ +\S/.test(text)) return null;
    const expected = bandwidth ? 6 : 3;
    const whole =
      values.length === expected && values.every((value) => /^(?:\d+\.\d\d|N\/A|inf|nan)$/.test(value));
    const last = values.at(-1) ?? '';
    if (open && !(whole && (hasDecimals(last, 2) || last === 'N/A'))) return this.cutRow(number);
    if (!whole || !/^(?:\d{1,15}|N\/A)$/.test(size)) return null;
    const bytes = size === 'N/A' ? null : Number(size);
    const { benchmark, params } = run;
    values.forEach((printed, at) => {
      if (printed === 'N/A') return;
      if (at < 3)
        run.value(
          { ...MICROSECONDS, benchmark, metric: 'latency', params },
          bytes,
          TIMES[at] ?? '',
          printed,
          number,
        );
      else
        run.value(
          { ...GIGABYTES, benchmark, metric: 'busbw', params },
          bytes,
          BANDWIDTHS[at - 3] ?? '',
          printed,
          number,
        );
    });
    return 'understood';
  }
}
