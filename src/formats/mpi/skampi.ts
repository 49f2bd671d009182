import { CONTENT_KEY } from '../log/conditions';
import type { Detection, LineClass, LineFormat, Sample } from '../format';
import { MICROSECONDS, OpenRun } from '../reader/openRun';
import { TextTableReader } from '../reader/textTable';

/** SKaMPI 5: times of MPI operations (`.sko`). */
export const skampi: LineFormat = {
  kind: 'lines',
  id: 'skampi',
  name: 'SKaMPI',
  looksFor: 'a line “# begin result "Pingpong_Send_Recv"” above rows “count= 4 16 6.0 0.0 …”',
  help: {
    make: ['mpirun -np 8 ./skampi -i skampi_coll.ski -o coll.sko'],
    reads:
      'The time of each measurement with its standard error, over message size; the loop variables of the script are parameters.',
    not: 'Checked with one shortened example. A script may choose another unit than microseconds, which the file does not say: microseconds are taken. Times of single processes are not read.',
  },
  begins: (line) => VERSION.test(line) || BEGIN.test(line),
  detect: detectSkampi,
  open: (sink, _sample, job) => new SkampiReader(sink, job),
};

const BEGIN = /^\s*(?:# )?begin result "([^"]{1,100})"\s*$/;
const END = /^\s*(?:# )?end result "([^"]{1,100})"\s*$/;
const VERSION = /^# SKaMPI Version (\d+\.\d+\.\d+)/;
const VARIABLES = /^\s*((?:[A-Za-z_]\w{0,40}= \S{1,60} ){1,8}) *(\S.{0,4000})$/;

function detectSkampi({ lines }: Sample): Detection | null {
  let version: string | null = null;
  for (let i = 0; i < lines.length; i++) {
    const line = (lines[i] ?? '').slice(0, 400);
    version ??= VERSION.exec(line)?.[1] ?? null;
    const name = BEGIN.exec(line)?.[1];
    if (name !== undefined)
      return { why: `line ${i + 1} begins the result “${name}”`, tool: 'SKaMPI', version };
  }
  return null;
}

class SkampiRun extends OpenRun {
  block: string | null = null;
  finished = false;
  headed = false;
  readonly seen = new Set<string>();
}

/** Reads SKaMPI; a run is one execution of a script, with a block for each measurement. */
class SkampiReader extends TextTableReader<SkampiRun> {
  protected own(text: string, number: number, open: boolean): LineClass | null {
    const version = VERSION.exec(text)?.[1];
    if (version !== undefined) {
      const run = this.begin(number);
      run.headed = true;
      run.conditions.set('SKaMPI', version);
      return 'understood';
    }
    const name = BEGIN.exec(text)?.[1];
    if (name !== undefined) {
      const run = this.run && !this.run.seen.has(name) ? this.run : this.begin(number);
      this.missingEnd(run);
      run.block = name;
      run.seen.add(name);
      return 'understood';
    }
    if (END.test(text)) {
      if (this.run) this.run.block = null;
      return 'understood';
    }
    if (/^# Total runtime \d+ seconds\s*$/.test(text)) {
      if (this.run) this.run.finished = true;
      this.close();
      return 'understood';
    }
    if (/^# (?:Started at|Finished at|duration =|Note:|#?P\[)/.test(text)) return 'skipped';
    return this.run?.block ? this.row(this.run, this.run.block, text, number, open) : null;
  }

  protected settle(run: SkampiRun): void {
    this.missingEnd(run);
    if (run.headed && !run.finished) run.settle('partial', 'The output ends before “# Total runtime”.');
    if (run.rows > 0) return;
    run.conditions.set(CONTENT_KEY.program, 'SKaMPI');
    run.settle('partial', 'The run has no results.');
  }

  private missingEnd(run: SkampiRun): void {
    if (run.block !== null) run.settle('partial', `The result “${run.block}” has no end.`);
  }

  private begin(number: number): SkampiRun {
    this.close();
    this.run = new SkampiRun(this.sink, number, this.context.begin());
    return this.run;
  }

  private row(run: SkampiRun, block: string, text: string, number: number, open: boolean): LineClass | null {
    const match = VARIABLES.exec(text);
    if (open) return match || text.includes('=') ? this.cutRow(number) : null;
    if (!match) return null;
    const [size = '', time = '', error = '', repeats = ''] = (match[2] ?? '').split(/\s+/);
    if (!/^\d{1,15}$/.test(size) || !/^\d+$/.test(repeats)) return null;
    if (![time, error].every((printed) => /^-?(?:\d+\.\d|nan|inf)$/.test(printed))) return null;
    const params: Record<string, string> = {};
    for (const [, name = '', value = ''] of (match[1] ?? '').matchAll(/(\w+)= (\S+) /g)) {
      // The count of elements says the same as the size.
      if (name !== 'count') params[name] = value;
    }
    const quantity = { ...MICROSECONDS, benchmark: `SKaMPI ${block}`, metric: 'latency', params };
    run.value(quantity, Number(size), 'avg', time, number);
    run.value(quantity, Number(size), 'standard error', error, number);
    return 'understood';
  }
}
