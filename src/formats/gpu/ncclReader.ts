import { KEY, type RunStatus } from '../../model/vocabulary';
import { CONTENT_KEY, JobContext, type RunConditions } from '../log/conditions';
import type { LineClass, LineReader, Sink } from '../format';
import { countNodes, ncclVersion } from './ncclFacts';
import { READ_LENGTH } from '../text/lines';
import {
  fits,
  type HalfColumns,
  nameInPath,
  nameOf,
  type Placement,
  readLayout,
  readPlacements,
  readRow,
  type NcclRow,
  SeriesTable,
  startsRow,
  type TableShape,
  UNNAMED,
} from './ncclTable';

/** The line that names the program and its version. */
export const VERSION = /^#?\s*(nccl|rccl)-tests:?\s+[Vv]ersion:?\s+(\S+)(?:.*\bnccl-library=(\d+))?/;
/** The line that names the program in versions from 2.17 on. */
export const STARTING = /^# Collective test starting: (\S+)/;
/** The line of options that a run begins with. */
export const SETUP = /^# nThreads?:? (\d+) nGpus:? (\d+) minBytes:? \d+ maxBytes:? \d+/;
const DEVICE =
  /^#\s+Rank\s+(\d+)\s+(?:Group\s+\d+\s+)?Pid\s+\d+\s+on\s+(\S+)\s+device\s+(\d+)\s+\[[^\]]*\]\s*(.*?)\s*$/;
const BOUNDS = /^# Out of bounds values\s*:\s*(\d+)\s*(OK|FAILED)/;
const AVERAGE = /^# Avg bus bandwidth\s*:\s*([\d.e+-]+|nan|-nan)\s*(OK|FAILED)?/;
/** A rule with the name of the program, as scripts print it. */
export const BANNER_NAME = /^\s*[%=*-]{3,}\s*([a-z_]+_perf)\s*[%=*-]{3,}\s*$/;
const OTHER_HEADS =
  /^#\s*(?:Using devices|\(B\)|Collective test concluded|Reducing maxBytes|Testing \d+ cycle|Blocking Enabled|Parallel Init|Per-Iteration Report|Errors with asterisks|Writing JSON output|skipping json output|GPU memory usage|$)/;

const AT_ONCE =
  'Sizes come again within one table: several programs wrote here at once, or a title is missing';

interface Run {
  index: number;
  line: number;
  name: string | null;
  conditions: RunConditions;
  seen: Set<string>;
  devices: { rank: number; host: string; device: string; model: string }[];
  ranks: Set<string>;
  interleaved: boolean;
  /** Rows that were read, by size and kind, and whether they come again by the options of the run. */
  kinds: Set<string>;
  last: string;
  /** What follows is not of this table: its sizes began anew. */
  over: boolean;
  repeats: boolean;
  layout: HalfColumns | null;
  series: SeriesTable | null;
  rows: number;
  wrong: number;
  footer: boolean;
  open: boolean;
  status: RunStatus;
  reason: string | null;
}

/** Reads the text of nccl-tests and rccl-tests line by line. */
export class NcclReader implements LineReader {
  private run: Run | null = null;
  private runs = 0;
  private placements: readonly Placement[] | null = null;
  private bannerName: string | null = null;

  constructor(
    private readonly sink: Sink,
    private ahead: readonly string[],
    private readonly context = new JobContext(),
    private readonly path = '',
  ) {}

  line(text: string, number: number, open: boolean): LineClass {
    if (number > this.ahead.length) this.ahead = [];
    const run = this.run;
    if (run?.layout && run.open && !run.over && startsRow(text)) {
      const kind = this.row(run, run.layout, text, number, open);
      if (kind) return kind;
    }
    if (text.trim() === '') return 'skipped';
    const kind = this.heading(text, number);
    if (kind) return kind;
    const banner = BANNER_NAME.exec(text);
    if (banner) {
      this.close();
      this.context.close();
      this.bannerName = banner[1] ?? null;
      return 'understood';
    }
    const about = this.context.read(text, number);
    if (about) {
      if (about.closes) this.close();
      if (about.launches)
        this.bannerName = this.context.program?.endsWith('_perf') ? this.context.program : null;
      if (about.failure) this.failed(about.failure.status, about.failure.reason, number);
      return about.kind;
    }
    return this.context.skips(text) ? 'skipped' : 'unknown';
  }

  end(): void {
    this.close();
  }

  leave(): void {
    this.close();
  }

  private heading(text: string, number: number): LineClass | null {
    const version = VERSION.exec(text);
    if (version) {
      const run = this.head('version', number);
      run.conditions.set(`${version[1] ?? 'nccl'}-tests`, version[2] ?? '');
      if (version[3]) run.conditions.set('NCCL', ncclVersion(Number(version[3])));
      return 'understood';
    }
    if (!text.startsWith('#')) return null;
    const starting = STARTING.exec(text);
    if (starting) {
      this.head('starting', number).name = starting[1] ?? null;
      return 'understood';
    }
    if (SETUP.test(text)) {
      this.setup(this.head('setup', number), text);
      return 'understood';
    }
    const device = DEVICE.exec(text);
    if (device) {
      const run = this.run?.open ? this.run : this.head('device', number);
      const [, rank = '', host = '', index = '', model = ''] = device;
      if (run.ranks.has(rank)) run.interleaved = true;
      else run.devices.push({ rank: Number(rank), host, device: index, model });
      run.ranks.add(rank);
      return 'understood';
    }
    const placements = readPlacements(text);
    if (placements) {
      this.placements = placements;
      return 'understood';
    }
    const layout = readLayout(text, this.placements);
    if (layout) {
      const run = this.run?.open ? this.run : this.head('columns', number);
      if (run.layout) run.interleaved = true;
      run.layout = layout;
      run.series ??= new SeriesTable(this.sink, run.index, this.benchmark(run, layout, number));
      return 'understood';
    }
    return this.footer(text, number);
  }

  private footer(text: string, number: number): LineClass | null {
    const run = this.run?.open ? this.run : null;
    const bounds = BOUNDS.exec(text);
    if (bounds) {
      if (run && bounds[2] === 'FAILED') {
        this.settle(
          run,
          'failed',
          `The data check failed: ${bounds[1] ?? ''} values out of bounds (line ${number}).`,
        );
      }
      return 'understood';
    }
    const average = AVERAGE.exec(text);
    if (average) {
      if (run) {
        run.footer = true;
        if (average[2] === 'FAILED') {
          this.settle(
            run,
            'failed',
            `The average bus bandwidth is below the limit asked for (line ${number}).`,
          );
        }
      }
      return 'understood';
    }
    const error = /^# error: (?!no error)/i.test(text);
    if (error) {
      if (run) this.settle(run, 'failed', `NCCL reported an error on line ${number}.`);
      return 'understood';
    }
    if (/^# Collective test concluded/.test(text)) {
      this.close();
      this.context.close();
      return 'understood';
    }
    if (run && /^#\s*Testing \d+ cycle/.test(text)) run.repeats = true;
    return OTHER_HEADS.test(text) ? (text.trim() === '#' ? 'skipped' : 'understood') : null;
  }

  private setup(run: Run, text: string): void {
    const [, least, most] = /minBytes:? (\d+) maxBytes:? (\d+)/.exec(text) ?? [];
    // Sizes are rounded to whole elements for each rank, so small steps give one again.
    run.repeats ||= least === most || /step:? \d+ ?\(bytes\)/.test(text);
    for (const [pattern, key, usual] of SETTINGS) {
      const value = pattern.exec(text)?.[1];
      if (value !== undefined && value !== usual) run.conditions.set(key, value);
    }
  }

  private row(run: Run, layout: HalfColumns, text: string, number: number, open: boolean): LineClass | null {
    const row = readRow(text, layout);
    // Without a line end, only the word or count of the data check, which is no result, may be cut.
    if (!row || (open && !/^(?:#wrong|error)$/.test(layout.half[layout.half.length - 1] ?? ''))) {
      this.sink.problem(number, 'This row does not fit the columns of its table: not read.');
      this.settle(run, 'partial', `The row on line ${number} is cut.`);
      return 'unknown';
    }
    const kind = `${row.bytes} ${row.datatype} ${row.redop} ${row.root}`;
    if (row.bytes > 0 && run.kinds.has(kind) && !run.repeats) {
      this.settle(run, 'partial', `${AT_ONCE} (line ${number}).`);
      run.over = kind !== run.last;
      return 'unknown';
    }
    for (const { placement, fields } of row.halves) this.half(run, layout, row, placement, fields, number);
    run.kinds.add(kind);
    run.last = kind;
    run.rows++;
    return 'understood';
  }

  private half(
    run: Run,
    layout: HalfColumns,
    row: NcclRow,
    placement: Placement,
    fields: readonly string[],
    line: number,
  ): void {
    layout.half.forEach((column, at) => {
      const printed = fields[at] ?? '';
      if (column === '#wrong' && Number(printed) > 0) {
        run.wrong++;
        this.sink.problem(line, `${printed} wrong values (${placement}).`);
      }
      run.series?.value(row, placement, column, printed, line);
    });
  }

  /** The run a head line belongs to: a new one when the run in hand has this kind of line, or a table, already. */
  private head(kind: string, number: number): Run {
    const run = this.run;
    if (run?.open && !run.seen.has(kind) && run.layout === null && run.rows === 0 && !run.footer) {
      run.seen.add(kind);
      return run;
    }
    this.close();
    const next: Run = {
      index: this.sink.run({ kind: 'measured', line: number, started: this.context.started }),
      line: number,
      name: null,
      conditions: this.context.begin(),
      seen: new Set([kind]),
      devices: [],
      ranks: new Set(),
      interleaved: false,
      kinds: new Set(),
      last: '',
      over: false,
      repeats: false,
      layout: null,
      series: null,
      rows: 0,
      wrong: 0,
      footer: false,
      open: true,
      status: 'complete',
      reason: null,
    };
    this.placements = null;
    this.runs++;
    this.run = next;
    return next;
  }

  /** The name of the test: by its own lines or command, else by its columns and ratios, else by the file's name. */
  private benchmark(run: Run, layout: HalfColumns, number: number): string {
    const told = run.name ?? this.bannerName;
    if (told) return told.replace(/_mpi$/, '');
    const shape = this.shapeAhead(run, layout, number);
    const byTable = shape && nameOf(shape);
    const byName = nameInPath(this.path);
    if (byTable && (byName === null || byName === byTable)) {
      this.sink.problem(
        number,
        `The file does not name the test: read as ${byTable} from its columns and busbw/algbw.`,
      );
      return byTable;
    }
    if (byName !== null && shape && fits(byName, shape) !== false && !byTable) {
      this.sink.problem(number, `The test is named ${byName} by the name of its file or folder only.`);
      return byName;
    }
    this.sink.problem(
      number,
      byName === null
        ? 'The file does not name the test.'
        : `The name of the file or folder says ${byName}, but the table is not like that: the test is left unnamed.`,
    );
    return UNNAMED;
  }

  /** Looks at the rows that follow the column line. */
  private shapeAhead(run: Run, layout: HalfColumns, number: number): TableShape | null {
    const rows: NcclRow[] = [];
    for (let i = number; i < Math.min(number + 400, this.ahead.length) && rows.length < 100; i++) {
      const line = (this.ahead[i] ?? '').slice(0, READ_LENGTH);
      if (SETUP.test(line) || BOUNDS.test(line)) break;
      const row = startsRow(line) ? readRow(line, layout) : null;
      if (row) rows.push(row);
    }
    const first = rows[0];
    if (!first) return null;
    const redop = layout.left.includes('redop');
    let ratio: number | null = null;
    for (const row of rows) {
      const fields = row.halves[0]?.fields ?? [];
      const algbw = Number(fields[layout.half.indexOf('algbw')]);
      const busbw = Number(fields[layout.half.indexOf('busbw')]);
      if (algbw >= 5 && busbw >= 1) ratio = busbw / algbw;
    }
    return {
      ranks: run.devices.length,
      redop: redop && first.redop !== 'none',
      root: /^\d+$/.test(first.root),
      emptyRedop: redop && first.redop === '',
      ratio,
      inPlaceNotChecked: notChecked(rows, layout),
    };
  }

  private close(): void {
    const run = this.run;
    if (!run?.open) return;
    run.open = false;
    if (run.layout) this.bannerName = null;
    this.counts(run);
    if (run.interleaved) {
      this.sink.problem(run.line, 'Several programs wrote here at once: their lines cannot be told apart.');
      this.settle(
        run,
        run.rows > 0 ? 'partial' : 'failed',
        'Several programs wrote here at once: their lines cannot be told apart.',
      );
    }
    if (run.wrong > 0)
      this.settle(run, 'failed', `The data check found wrong values in ${run.wrong} places.`);
    if (run.rows === 0) this.settle(run, 'partial', 'The run has a head but no results.');
    else if (!run.footer) this.settle(run, 'partial', 'The run has no closing lines: it was cut.');
    if (run.rows === 0) run.conditions.set(CONTENT_KEY.program, run.name ?? this.bannerName ?? UNNAMED);
    run.conditions.emit(this.sink, run.index, false);
    if (run.status !== 'complete') this.sink.status(run.index, run.status, run.reason);
  }

  /** Ranks, nodes and GPU model from the device lines; host names go to the table of hosts only. */
  private counts(run: Run): void {
    const { devices } = run;
    if (run.interleaved || devices.length === 0) return;
    run.conditions.set(KEY.ranks, String(devices.length));
    const nodes = countNodes(devices);
    run.conditions.set(KEY.nodes, String(nodes));
    if (devices.length % nodes === 0) run.conditions.set(KEY.ppn, String(devices.length / nodes));
    for (const { rank, host } of devices) {
      // Masked names tell no hosts apart.
      if (host !== 'localhost') this.sink.rank(run.index, rank, this.sink.host(host), null);
    }
    const models = new Set(devices.map((device) => device.model).filter((model) => model !== ''));
    if (models.size > 0) run.conditions.set('GPU', [...models].sort().join(', '));
  }

  private settle(run: Run, status: RunStatus, reason: string): void {
    if (run.status === 'failed' || run.status === 'hung') return;
    if (run.status === 'partial' && status === 'partial') return;
    run.status = status;
    run.reason = reason;
  }

  private failed(status: RunStatus, reason: string, number: number): void {
    if (this.run?.open) this.settle(this.run, status, reason);
    else if (this.context.program?.endsWith('_perf')) {
      const run = this.head('failure', number);
      run.name = this.bannerName;
      this.settle(run, status, reason);
    } else this.sink.problem(number, `${reason} No run was open here.`);
  }
}

/** Whether only the in-place half of all rows says N/A where the other half has the counts of a data check. */
function notChecked(rows: readonly NcclRow[], layout: HalfColumns): boolean | null {
  const at = layout.half.findIndex((column) => column === '#wrong' || column === 'error');
  const said = (placement: Placement): (string | undefined)[] =>
    rows.map(({ halves }) => halves.find((half) => half.placement === placement)?.fields[at]);
  const counts = (fields: readonly (string | undefined)[]): boolean =>
    fields.length > 0 && fields.every((field) => field !== undefined && /^\d/.test(field));
  if (at < 0) return null;
  const inPlace = said('in place');
  if (counts(inPlace)) return false;
  const unchecked =
    inPlace.length > 0 && inPlace.every((field) => field !== undefined && /^N\/?A?$/.test(field));
  return unchecked && counts(said('out of place')) ? true : null;
}

/** Options of a run that change what is measured, and their usual values (which make no condition). */
const SETTINGS: readonly (readonly [RegExp, string, string])[] = [
  [/agg iters: (\d+)/, 'agg iters', '1'],
  [/graph: (\d+)/, 'CUDA graph', '0'],
  [/unalign: (\d+)/, 'unalign', '0'],
];
