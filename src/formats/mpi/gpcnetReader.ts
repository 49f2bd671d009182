import { KEY } from '../../model/vocabulary';
import { CONTENT_KEY } from '../log/conditions';
import type { LineClass } from '../format';
import { JobLogReader } from '../reader/jobLog';
import { type Quantity, MICROSECONDS, OpenRun } from '../reader/openRun';

/** Title of a run: the program and the version. */
export const TITLE = /^(Network|NetworkLoad) Tests v(\d[\w.]*)\s*$/;
/** What the programs print when there are too few nodes for them. */
export const REFUSAL = /^ERROR: this application must be run on at least \d+ nodes/;

const RANKS = /^\s+Test with (\d+) MPI ranks \((\d+) nodes\)\s*$/;
const NETWORK_NODES = /^\s+(\d+) nodes running Network Tests\s*$/;
const CONGESTOR_NODES = /^\s+(\d+) nodes running Congestion Tests \(min (\d+) nodes per congestor\)\s*$/;
const LEGEND = /^\s+(?:Legend\s*$|(?:RR|Nat|Lat|BW|BW\+Sync) = )/;
const BESIDE = /\(\s*(\S.{0,40}?) Network Test\)$/;
const NAME = /^(.{1,60}?)(?: \((\d+) B\))?$/;

/** Statistics by the heads of the columns. The tail of a bandwidth is its low end: 99 % of the values are above it. */
const STATISTICS: Readonly<Record<string, readonly [latency: string, bandwidth: string]>> = {
  Min: ['min', 'min'],
  Max: ['max', 'max'],
  Avg: ['avg', 'avg'],
  'Avg(Worst)': ['avg worst', 'avg worst'],
  '99%': ['p99', 'p1'],
  '99.9%': ['p99.9', 'p0.1'],
};

type Units = Pick<Quantity, 'metric' | 'better' | 'unit' | 'printedUnit' | 'factor'>;
const LATENCY: Units = { metric: 'latency', ...MICROSECONDS };
const BANDWIDTH: Units = {
  metric: 'bandwidth per rank',
  better: 'higher',
  unit: 'B/s',
  printedUnit: 'MiB/s',
  factor: 1024 * 1024,
};
const IMPACT: Units = {
  metric: 'congestion impact factor',
  better: 'lower',
  unit: 'ratio',
  printedUnit: 'X',
  factor: 1,
};

/** The table in hand. */
interface Box {
  kind: 'isolated network' | 'isolated congestors' | 'congested' | 'impact';
  /** The network test that congestors run beside, where the title says it. */
  beside: string | null;
  columns: readonly string[] | null;
}

class GpcnetRun extends OpenRun {
  program = '';
  box: Box | null = null;
  readonly isolated = new Set<string>();
  impacts = 0;
}

/** Reads GPCNeT output; a run goes from one title to the next. */
export class GpcnetReader extends JobLogReader<GpcnetRun> {
  protected own(text: string, number: number, open: boolean): LineClass | null {
    const title = TITLE.exec(text);
    if (title) {
      const run = this.begin(number, title[1] === 'Network' ? 'network_test' : 'network_load_test');
      run.conditions.set('GPCNeT', title[2] ?? '');
      return 'understood';
    }
    if (REFUSAL.test(text)) {
      const run = this.run ?? this.begin(number, 'GPCNeT');
      run.settle('failed', `GPCNeT refused to run: ${text.slice(7, 100).trim()}.`);
      return 'understood';
    }
    const run = this.run;
    if (!run) return null;
    if (this.setting(run, text)) return 'understood';
    if (LEGEND.test(text)) return 'skipped';
    if (/^\+[-+]+\+?\s*$/.test(text)) return 'understood';
    if (!text.startsWith('|')) return null;
    if (!/\|\s*$/.test(text)) {
      this.sink.problem(
        number,
        open ? 'The file ends within this row: not read.' : 'This row is cut: not read.',
      );
      run.settle('partial', `The row on line ${number} is cut.`);
      return 'unknown';
    }
    const cells = text.split('|').slice(1, -1);
    return this.row(
      run,
      cells.map((cell) => cell.trim()),
      number,
    );
  }

  protected settle(run: GpcnetRun): void {
    if (run.rows === 0) {
      run.conditions.set(CONTENT_KEY.program, run.program);
      run.settle('partial', 'The run has a title but no results.');
    } else if (run.program === 'network_test' && !run.isolated.has('Multiple Alltoall')) {
      run.settle('partial', 'The table ends before “Multiple Alltoall”, the last test.');
    } else if (run.program === 'network_load_test' && run.impacts < run.isolated.size) {
      run.settle('partial', 'The table of the key results is missing or not whole.');
    }
  }

  private begin(number: number, program: string): GpcnetRun {
    this.close();
    this.run = new GpcnetRun(this.sink, number, this.context.begin());
    this.run.program = program;
    return this.run;
  }

  private setting(run: GpcnetRun, text: string): boolean {
    const ranks = RANKS.exec(text);
    if (ranks) {
      run.conditions.set(KEY.ranks, ranks[1] ?? '');
      run.conditions.set(KEY.nodes, ranks[2] ?? '');
      return true;
    }
    const network = NETWORK_NODES.exec(text);
    if (network) run.conditions.set('network test nodes', network[1] ?? '');
    const congestors = CONGESTOR_NODES.exec(text);
    if (congestors) {
      run.conditions.set('congestor nodes', congestors[1] ?? '');
      run.conditions.set('least nodes per congestor', congestors[2] ?? '');
    }
    return Boolean(network ?? congestors);
  }

  private row(run: GpcnetRun, cells: readonly string[], number: number): LineClass {
    const [first = '', ...others] = cells;
    if (others.length === 0) {
      run.box = boxOf(first);
      return run.box ? 'understood' : 'unknown';
    }
    const box = run.box;
    if (!box) return 'unknown';
    if (first === 'Name') {
      if (box.kind !== 'impact') box.columns = others;
      return 'understood';
    }
    if (first === '' && box.kind === 'impact') {
      box.columns = others;
      return 'understood';
    }
    if (box.columns?.length !== others.length) return 'unknown';
    const [, name = '', bytes] = NAME.exec(first) ?? [];
    const size = bytes === undefined ? null : Number(bytes);
    const units = box.kind === 'impact' ? IMPACT : unitsOf(others.at(-1) ?? '');
    if (!units) {
      this.sink.problem(number, `The unit “${(others.at(-1) ?? '').slice(0, 20)}” is not known: not read.`);
      return 'unknown';
    }
    if (box.kind === 'isolated network') run.isolated.add(name);
    if (box.kind === 'impact') run.impacts++;
    const params: Record<string, string> = { program: run.program };
    if (box.kind !== 'impact') params['network'] = box.kind === 'congested' ? 'congested' : 'isolated';
    if (box.beside !== null && box.beside !== name) params['beside'] = box.beside;
    const measure = { ...units, benchmark: `GPCNeT ${name}`, params };
    box.columns.forEach((head, at) => {
      const statistic = STATISTICS[head]?.[units === BANDWIDTH ? 1 : 0];
      if (statistic === undefined) return;
      run.value(measure, size, statistic, (others[at] ?? '').replace(/X$/, ''), number);
    });
    return 'understood';
  }
}

function boxOf(title: string): Box | null {
  const box = (kind: Box['kind']): Box => ({ kind, beside: BESIDE.exec(title)?.[1] ?? null, columns: null });
  if (/ - Key Results$/.test(title)) return box('impact');
  if (/^Isolated Network Tests$/.test(title)) return box('isolated network');
  if (/^Isolated Congestion Tests$/.test(title)) return box('isolated congestors');
  return /^Network Tests (?:running )?with Congest/.test(title) ? box('congested') : null;
}

function unitsOf(printed: string): Units | null {
  if (printed === 'usec') return LATENCY;
  return printed === 'MiB/s/rank' ? BANDWIDTH : null;
}
