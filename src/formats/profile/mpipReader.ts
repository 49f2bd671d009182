import { counted } from '../../model/units';
import { KEY } from '../../model/vocabulary';
import { CONTENT_KEY } from '../log/conditions';
import type { LineClass } from '../format';
import { JobLogReader } from '../reader/jobLog';
import { OpenRun } from '../reader/openRun';
import { numbersOf } from './programArguments';

/** Title of a section. */
export const SECTION = /^@--- (.+?) ?-*\s*$/;

/** A line of the head: `@ MPI Task Assignment      : 0 node01`. */
const HEAD = /^@ ([A-Za-z][\w ]*?)\s*: ?(.*)$/;

/** Sections by the beginning of their title; those that are not here are passed over by rule. */
const SECTIONS = [
  ['MPI Time (seconds)', 'tasks'],
  ['Task Time Statistics (seconds)', 'statistics'],
  ['Callsites:', 'sites'],
  ['Aggregate Time (', 'total'],
  ['Callsite Time statistics (', 'times'],
  ['Callsite Message Sent statistics (', 'sent'],
] as const;
type Section = (typeof SECTIONS)[number][1] | 'other';

/** Lines with the names of columns. */
const COLUMNS =
  /^\s*(?:Task +AppTime|AppTime +MPITime|ID +Lev|Call +(?:Site|MPI Time|MPI Sent)|Name +Site +(?:Rank|Tasks)) /;

/** What a report has of a call site on one rank: calls, seconds of one call, and bytes of one call. */
interface SiteRank {
  count: number;
  mean: number;
  least: number;
  most: number;
  line: number;
  bytes: number | null;
}

interface Site {
  call: string;
  ranks: Map<number, SiteRank>;
}

/** How far products of numbers printed with three digits may be from a total printed with three. */
const DIGITS = 0.015;

class MpipRun extends OpenRun {
  program = 'application';
  section: Section = 'other';
  /** Whether the columns of the section are those of single ranks. */
  ofRanks = true;
  concise = false;
  ended = false;
  profile: number | null = null;
  tasks = 0;
  readonly hosts = new Set<string>();
  /** Places in the program by the number of the call site. */
  readonly places = new Map<number, string>();
  readonly sites = new Map<string, Site>();
  /** Seconds of call sites as the report sums them up: those with most time. */
  readonly totals = new Map<string, { seconds: number; line: number }>();
  /** Call sites with messages of different sizes. */
  readonly mixed = new Set<string>();
}

const isNumber = (text: string | undefined): text is string =>
  text !== undefined && /^\d+(?:\.\d*)?(?:e[+-]?\d+)?$/i.test(text);
const isWhole = (text: string | undefined): text is string => text !== undefined && /^\d{1,9}$/.test(text);
const isCall = (text: string | undefined): text is string => text !== undefined && /^[A-Za-z]\w*$/.test(text);

/** Reads reports of mpiP; a run is one report. */
export class MpipReader extends JobLogReader<MpipRun> {
  protected own(text: string, number: number, open: boolean): LineClass | null {
    if (/^@ mpiP\s*$/.test(text)) {
      this.begin(number);
      return 'understood';
    }
    const title = SECTION.exec(text)?.[1];
    if (title !== undefined) return this.title(title, number);
    const { run } = this;
    if (!run) return null;
    if (/^-{20,}\s*$/.test(text)) return 'skipped';
    // A line that ends with the file may have lost digits, or the end of a name.
    if (open) return null;
    const head = HEAD.exec(text);
    if (head) return this.head(run, head[1] ?? '', head[2] ?? '');
    if (COLUMNS.test(text)) {
      run.ofRanks = !/^Name +Site +Tasks/.test(text);
      return 'understood';
    }
    return this.row(run, text, number);
  }

  private begin(number: number): MpipRun {
    this.close();
    return (this.run = new MpipRun(this.sink, number, this.context.begin()));
  }

  private title(title: string, number: number): LineClass {
    const run = this.run ?? this.begin(number);
    if (title === 'End of Report') {
      run.ended = true;
      this.close();
      return 'understood';
    }
    run.section = SECTIONS.find(([begins]) => title.startsWith(begins))?.[1] ?? 'other';
    run.concise ||= run.section === 'statistics';
    return run.section === 'other' ? 'skipped' : 'understood';
  }

  private head(run: MpipRun, name: string, value: string): LineClass {
    const placed = name === 'MPI Task Assignment' ? /^(\d{1,9})\s+(\S+)\s*$/.exec(value) : null;
    if (placed) {
      const [, rank = '', host = ''] = placed;
      run.hosts.add(host);
      this.sink.rank(run.index, Number(rank), this.sink.host(host), null);
      return 'understood';
    }
    const program = name === 'Command' ? /^[^\s]*?([\w.+-]+)(?:\s|$)/.exec(value)?.[1] : undefined;
    if (program === undefined) return 'skipped';
    run.program = program;
    run.conditions.set(CONTENT_KEY.program, program);
    const numbers = numbersOf(value);
    if (numbers !== '') run.conditions.set(CONTENT_KEY.arguments, numbers);
    return 'understood';
  }

  private row(run: MpipRun, text: string, number: number): LineClass | null {
    const cells = text.trim().split(/\s+/);
    switch (run.section) {
      case 'tasks':
        return this.task(run, cells, number);
      case 'statistics':
        return this.statistic(run, cells, number);
      case 'sites':
        return this.place(run, cells);
      case 'total':
        return this.total(run, cells, number);
      case 'times':
        return this.time(run, cells, number);
      case 'sent':
        return this.sent(run, cells, number);
      case 'other':
        return /^(?:[A-Z]\w*\s+[\d*]|No .{1,60} to report\s*$)/.test(text) ? 'skipped' : null;
    }
  }

  /** `   0      0.744      0.627    84.32`, seconds of a rank; `*` = all of them. */
  private task(run: MpipRun, [rank, app, mpi, share]: string[], number: number): LineClass | null {
    if (!isNumber(app) || !isNumber(mpi) || !isNumber(share)) return null;
    if (rank === '*') return 'understood';
    if (!isWhole(rank)) return null;
    run.tasks++;
    const series = this.series(run);
    this.sink.rankProfile(series, Number(rank), 'wall time', Number(app), 's', number);
    this.sink.rankProfile(series, Number(rank), 'MPI time', Number(mpi), 's', number);
    return 'understood';
  }

  /** Of a concise report: `Max   0.032194   0.030897   3   3`, seconds over all tasks. */
  private statistic(run: MpipRun, [name = '', app, mpi]: string[], number: number): LineClass | null {
    const statistic = { Max: 'max', Mean: 'mean', Min: 'min', Stddev: 'stddev', Aggregate: 'sum' }[name];
    if (statistic === undefined || !isNumber(app) || !isNumber(mpi)) return null;
    const seconds = { better: 'lower', unit: 's', printedUnit: 's', factor: 1 } as const;
    const quantity = { benchmark: run.program, params: {}, ...seconds };
    run.value({ ...quantity, metric: 'application time' }, null, statistic, app, number);
    run.value({ ...quantity, metric: 'MPI time' }, null, statistic, mpi, number);
    return 'understood';
  }

  /** `  1   0 file.c   12 function   Send`; levels above 0 are the callers of it. */
  private place(run: MpipRun, [id, level, file = '', ...rest]: string[]): LineClass | null {
    if (!isWhole(id) || !isWhole(level) || rest.length === 0) return null;
    if (level !== '0') return 'skipped';
    const line = isWhole(rest[0]) ? rest.shift() : undefined;
    if (!isCall(rest.pop())) return null;
    const where = line === undefined ? file : `${file.split('/').at(-1) ?? file}:${line}`;
    run.places.set(Number(id), `${rest.join(' ')} ${where}`.trim().slice(0, 200));
    return 'understood';
  }

  /** `Allreduce  10  2.6e+03  44.55  61.39  8  0.53`, milliseconds. */
  private total(run: MpipRun, [call, site, time]: string[], line: number): LineClass | null {
    if (!isCall(call) || !isWhole(site) || !isNumber(time)) return null;
    run.totals.set(`${call} ${site}`, { seconds: Number(time) / 1000, line });
    return 'understood';
  }

  /** `Allreduce  10  0  1  348  348  348  46.79  55.48`: calls; most, mean, least milliseconds; `*` = all ranks. */
  private time(run: MpipRun, cells: string[], line: number): LineClass | null {
    const [call, id, rank, ...figures] = cells;
    if (!isCall(call) || !isWhole(id) || !figures.every(isNumber)) return null;
    if (!run.ofRanks) return 'skipped';
    const [count, most, mean, least] = figures.map(Number);
    if (count === undefined || most === undefined || mean === undefined || least === undefined) return null;
    const key = `${call} ${id}`;
    if (rank === '*') {
      this.checkCalls(run.sites.get(key), key, count, line);
      return 'understood';
    }
    if (!isWhole(rank)) return null;
    const site = run.sites.get(key) ?? { call, ranks: new Map<number, SiteRank>() };
    run.sites.set(key, site);
    const seconds = { mean: mean / 1000, least: least / 1000, most: most / 1000 };
    site.ranks.set(Number(rank), { count, ...seconds, line, bytes: null });
    return 'understood';
  }

  /** `Allreduce  5  0  10  4116  4116  4116  4.116e+04`: messages; most, mean, least bytes, and all of them. */
  private sent(run: MpipRun, cells: string[], line: number): LineClass | null {
    const [call, id, rank, ...figures] = cells;
    if (!isCall(call) || !isWhole(id) || !figures.every(isNumber)) return null;
    if (!run.ofRanks) return 'skipped';
    const [count, most, , least, sum] = figures.map(Number);
    if (count === undefined || most === undefined || least === undefined || sum === undefined) return null;
    if (rank === '*') return 'understood';
    if (!isWhole(rank)) return null;
    const key = `${call} ${id}`;
    const of = run.sites.get(key)?.ranks.get(Number(rank));
    if (!of) {
      this.sink.problem(
        line,
        `Bytes of ${key} on rank ${rank} are passed over: the report has no times of it.`,
      );
      return 'understood';
    }
    if (most !== least) run.mixed.add(key);
    // The size itself has more digits than what it adds up to.
    of.bytes = most === least && count === of.count ? most : sum / of.count;
    return 'understood';
  }

  private checkCalls(site: Site | undefined, key: string, count: number, line: number): void {
    const calls = [...(site?.ranks.values() ?? [])].reduce((sum, of) => sum + of.count, 0);
    if (calls !== count)
      this.sink.problem(line, `The ranks of ${key} add up to ${calls} calls, the line of all says ${count}.`);
  }

  protected settle(run: MpipRun): void {
    const { sink } = this;
    if (run.tasks > 0) run.conditions.set(KEY.ranks, String(run.tasks));
    if (run.hosts.size > 0) run.conditions.set(KEY.nodes, String(run.hosts.size));
    for (const [key, { call, ranks }] of run.sites) {
      const id = key.slice(call.length + 1);
      const region = run.places.get(Number(id)) ?? `call site ${id}`;
      for (const [rank, { count, mean, least, most, bytes, line }] of ranks)
        sink.mpiCall(
          this.series(run),
          {
            ...{ rank, region, call: `MPI_${call}`, bytes, count },
            ...{ seconds: mean * count, minSeconds: least, maxSeconds: most },
          },
          line,
        );
    }
    if (!run.ended)
      run.settle(
        'partial',
        'The report has no “End of Report”: it is cut, or the job ended while it was written.',
      );
    if (run.concise)
      sink.problem(
        0,
        'A concise report (-c) has no figures of single ranks: its times over all tasks are read, its call sites are not. Run the program without -c for a profile.',
      );
    else this.checkTotals(run);
    if (run.mixed.size > 0)
      sink.problem(
        0,
        `${counted(run.mixed.size, 'call site has', 'call sites have')} messages of different sizes: each rank’s stand at their mean size.`,
      );
  }

  /** The sum over the ranks against what the report says of the call sites with most time. */
  private checkTotals(run: MpipRun): void {
    let without = 0;
    for (const [key, { seconds, line }] of run.totals) {
      const site = run.sites.get(key);
      if (!site) {
        without++;
        continue;
      }
      const sum = [...site.ranks.values()].reduce((all, { count, mean }) => all + count * mean, 0);
      if (run.ended && Math.abs(sum - seconds) > DIGITS * seconds + 1e-7)
        this.sink.problem(
          line,
          `The ranks of ${key} add up to ${sum.toPrecision(3)} s, this line says ${seconds} s.`,
        );
    }
    if (without > 0)
      this.sink.problem(
        0,
        `${counted(without, 'call site is', 'call sites are')} not in the call table: the report has no figures of their ranks (a threshold, -t, or a cut).`,
      );
  }

  private series(run: MpipRun): number {
    run.profile ??= this.sink.series({
      run: run.index,
      benchmark: run.program,
      metric: 'profile',
      better: 'none',
      unit: 'B',
      printedUnit: 'B',
      factor: 1,
      params: {},
    });
    return run.profile;
  }
}
