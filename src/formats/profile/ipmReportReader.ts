import { KEY } from '../../model/vocabulary';
import { CONTENT_KEY } from '../log/conditions';
import type { LineClass } from '../format';
import { JobLogReader } from '../reader/jobLog';
import { OpenRun, type Quantity } from '../reader/openRun';
import { numbersOf } from './programArguments';

/** Title of a report; 0.983 writes it as `##IPMv0.983####`, 2.x as `##IPMv2.0.6####`. */
export const TITLE = /^##IPMv?(\d[\w.]{0,15}?)#{3,}\s*$/;

const SECONDS = { better: 'lower', unit: 's', printedUnit: 's', factor: 1 } as const;
// Less MPI is no gain where it is the computation that grew.
const SHARE = { better: 'none', unit: 'ratio', printedUnit: '%', factor: 0.01 } as const;
/** IPM divides the bytes by 1024³ and calls it GB. */
const MEMORY = { better: 'none', unit: 'B', printedUnit: 'GB', factor: 1024 ** 3 } as const;
const COUNT = { better: 'none', unit: 'count', printedUnit: '', factor: 1 } as const;

type Measured = Pick<Quantity, 'metric' | 'better' | 'unit' | 'printedUnit' | 'factor'>;

/** Rows of sum, mean, least and most over the ranks, by their name in 2.x and in 0.983. */
const ROWS: Readonly<Record<string, Measured>> = {
  wallclock: { metric: 'wall time', ...SECONDS },
  user: { metric: 'user time', ...SECONDS },
  system: { metric: 'system time', ...SECONDS },
  mpi: { metric: 'MPI time', ...SECONDS },
  '%comm': { metric: 'MPI share of wall time', ...SHARE },
  gbytes: { metric: 'memory', ...MEMORY },
  'mem [gb]': { metric: 'memory', ...MEMORY },
  '%wall mpi': { metric: 'MPI share of wall time', ...SHARE },
  '#calls mpi': { metric: 'MPI calls', ...COUNT },
};

const NUMBER = '[+-]?\\d[\\d.]*(?:[eE][+-]?\\d+)?';
/** `# wallclock :  3.71  0.46  0.44  0.49`: three numbers where a sum means nothing. */
const ROW = new RegExp(`^# {1,4}(\\S.{0,30}?)\\s*(?: :)?((?:\\s+${NUMBER}){3,4})\\s*$`);
const CALL = new RegExp(`^# (MPI_\\w{1,60})\\s+(${NUMBER})\\s+(${NUMBER})(?:\\s+${NUMBER}){0,2}\\s*$`);
const HEADS = /^# (?:command|start|stop|host|mpi_tasks|gbytes|mem \[GB\]) *:/;
const TABLE = /^# +:? +\[(?:total|time)\] /;
const GROUP = /^# (%wall|#calls) +:\s*$/;
const REGION = /^# region\s*: (\S.{0,80}?)\s+\[ntasks\] *= *\d+/;

class Report extends OpenRun {
  program = 'application';
  params: Record<string, string> = {};
  /** Whether a table was begun: what stands before it are the heads. */
  table = false;
  group = '';
  /** Whether the rule that ends a table has come. */
  ended = false;
}

/** Reads the reports of IPM within the output of a job. */
export class IpmReportReader extends JobLogReader<Report> {
  protected own(text: string, number: number, open: boolean): LineClass | null {
    if (TITLE.test(text)) {
      this.close();
      this.run = new Report(this.sink, number, this.context.begin());
      return 'understood';
    }
    const { run } = this;
    if (!run || !text.startsWith('#')) return null;
    const region = REGION.exec(text)?.[1];
    if (region !== undefined) {
      run.params = { region };
      [run.ended, run.group] = [false, ''];
      return 'understood';
    }
    if (/^#{20,}\s*$/.test(text)) {
      run.ended ||= run.table || run.rows > 0;
      return 'skipped';
    }
    // Behind its end come the notes of ipm_parse.
    if (run.ended) return 'skipped';
    if (/^#\s*$/.test(text)) return 'skipped';
    // A line that ends with the file may have lost digits.
    if (open) return null;
    if (HEADS.test(text) && !run.table) return this.head(run, text, number);
    if (TABLE.test(text)) {
      [run.table, run.group] = [true, ''];
      return 'understood';
    }
    const group = GROUP.exec(text)?.[1];
    if (group !== undefined) {
      run.group = `${group} `;
      return 'understood';
    }
    return this.call(run, text, number) ?? this.row(run, text, number);
  }

  kept(text: string): string {
    return text.replace(/^(# command\s*:).*/, '$1 …').replace(/(\bhost\s*:) *\S+/, '$1 …');
  }

  private head(run: Report, text: string, number: number): LineClass {
    const tasks = /\bmpi_tasks : (\d{1,9}) on (\d{1,9}) nodes/.exec(text);
    if (tasks) {
      run.conditions.set(KEY.ranks, tasks[1] ?? '');
      run.conditions.set(KEY.nodes, tasks[2] ?? '');
    }
    const [, command = '', program] = /^# command\s*: \s*(\S*?([\w.+-]+)(?:\s.*|$))/.exec(text) ?? [];
    if (program !== undefined) {
      run.program = program;
      run.conditions.set(CONTENT_KEY.program, program);
      const numbers = numbersOf(command);
      if (numbers !== '') run.conditions.set(CONTENT_KEY.arguments, numbers);
    }
    const wall = new RegExp(`\\bwallclock\\s*: (${NUMBER})(?:\\s|$)`).exec(text)?.[1];
    if (wall !== undefined) this.give(run, { metric: 'job wall time', ...SECONDS }, 'value', wall, number);
    const share = new RegExp(`%comm\\s*: (${NUMBER})(?:\\s|$)`).exec(text)?.[1];
    if (share !== undefined) this.give(run, { metric: '% comm', ...SHARE }, 'value', share, number);
    return 'understood';
  }

  /** `# MPI_Wait   0.47   23552   12.54`: seconds and count over all ranks; the shares follow from them. */
  private call(run: Report, text: string, number: number): LineClass | null {
    const [, call, time, count] = CALL.exec(text) ?? [];
    if (call === undefined || time === undefined || count === undefined) return null;
    this.give(run, { metric: 'time in call', ...SECONDS }, 'sum', time, number, { call });
    this.give(run, { metric: 'calls', ...COUNT }, 'sum', count, number, { call });
    return 'understood';
  }

  private row(run: Report, text: string, number: number): LineClass | null {
    const [, name, figures] = ROW.exec(text) ?? [];
    if (name === undefined || figures === undefined) return null;
    const values = figures.trim().split(/\s+/);
    const measured =
      ROWS[`${run.group}${name}`.toLowerCase()] ?? (run.group === '' ? undefined : ROWS[name.toLowerCase()]);
    if (!name.startsWith('MPI')) run.group = '';
    // Flops, entries of regions and counters of the processor.
    if (!measured) return 'skipped';
    const statistics = values.length === 4 ? ['sum', 'avg', 'min', 'max'] : ['avg', 'min', 'max'];
    for (const [at, statistic] of statistics.entries())
      this.give(run, measured, statistic, values[at] ?? '', number);
    return 'understood';
  }

  private give(
    run: Report,
    measured: Measured,
    statistic: string,
    printed: string,
    line: number,
    of: Record<string, string> = {},
  ): void {
    run.value(
      { benchmark: run.program, ...measured, params: { ...run.params, ...of } },
      null,
      statistic,
      printed,
      line,
    );
  }

  protected settle(run: Report): void {
    if (!run.ended)
      run.settle(
        'partial',
        'The report has no closing line of #: it is cut, or the job ended while it was printed.',
      );
    this.sink.problem(
      0,
      'A report of IPM has sums over the ranks. The XML log (.ipm.xml) of the same job gives the Profile view; drop both, they never count as repeats of each other.',
    );
  }
}
