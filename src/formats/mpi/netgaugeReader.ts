import { KEY, type SeriesParams } from '../../model/vocabulary';
import { CONTENT_KEY } from '../log/conditions';
import type { LineClass } from '../format';
import { JobLogReader } from '../reader/jobLog';
import { type Quantity, MICROSECONDS, OpenRun } from '../reader/openRun';

/** First line of a run: version, then processes and command where it has them. */
export const BANNER = /^# Info:\s+\(\d+\): Netgauge v(\d[\w.]*)(.{0,600})/;
/** Head of the file that loggp writes. */
export const FILE_HEAD = /^# size n PRTT\(1,0,s\) PRTT\(n,0,s\)/;
/** Parameters of LogGP up to a size, as loggp prints them. */
export const PARAMETERS =
  /^\s*L=(\S{1,30})\s+s=(\d{1,15})\s+o_s=(\S{1,30})\s+o_r=(\S{1,30})\s+g=(\S{1,30})\s+G=(\S{1,30}) \(\S{1,30} GiB\/s\)\s+lsqu\(g,G\)=(\S{1,30})/;
/** The result of one random bisection of ebb. */
export const EBB_ROUND =
  /^size: (\d{1,15}), round (\d+): num: (\d+) average: (\S{1,30}) us \((\S{1,30}) MiB\/s\)\s*$/;

const EBB_TOTAL = /^size: (\d{1,15}) num: (\d+) average: (\S{1,30}) \((\S{1,30}) MiB\/s\)\s*$/;
const EBB_BUCKET = /^size: \d{1,15} \S{1,30} \(\S{1,30} MiB\/s\): \d+\s*$/;
const EBB_PROGRESS = /^# size: \d+ round \d+\/\d+\s*$/;
const TESTING = /^Testing (\d{1,15}) bytes \d+ times:\s*$/;
const MEDIAN =
  /^n is (\d+), d is (\S{1,30}), o_r is ([01]), s is (\d{1,15}), the median latency in the test is (\S{1,30}) \(us\)\s*$/;
const CHANGE = /^we detected a protocol change at \d+ bytes:\s*$/;
const FILE_ROW = /^\d{1,15} \d+(?: \S{1,30}){9}\s*$/;

const SECONDS_PER_BYTE = { better: 'lower', unit: 's/B', printedUnit: 'us/B', factor: 1e-6 } as const;
/** ebb divides bytes by microseconds and calls that MiB/s (ptrn_ebb of 2.4): it is 10^6 B/s. */
const EBB_RATE = { better: 'higher', unit: 'B/s', printedUnit: 'MB/s', factor: 1e6 } as const;

class NetgaugeRun extends OpenRun {
  pattern: string | null = null;
  output: 'stdout' | 'file' = 'stdout';
  /** Size under test whose parameters have not come yet. */
  pending: string | null = null;
  protocol = 1;
  latencyGiven = false;
  /** Sizes whose timings and parameters were given. */
  readonly sizes = new Set<string>();
  left = 0;
  firstLeft = 0;
  rounds = 0;
  totals = 0;
}

/** Reads Netgauge output; a run goes from one banner (or file head) to the next. */
export class NetgaugeReader extends JobLogReader<NetgaugeRun> {
  protected own(text: string, number: number, open: boolean): LineClass | null {
    const banner = BANNER.exec(text);
    if (banner) {
      const run = this.begin(number);
      run.conditions.set('Netgauge', banner[1] ?? '');
      const ranks = /\(P=(\d+)\b/.exec(banner[2] ?? '')?.[1];
      if (ranks !== undefined) run.conditions.set(KEY.ranks, ranks);
      const module = /\s-m (\w+)/.exec(banner[2] ?? '')?.[1];
      if (module !== undefined) run.conditions.set('Netgauge module', module);
      run.pattern = /\s-x (\w+)/.exec(banner[2] ?? '')?.[1] ?? null;
      return 'understood';
    }
    if (FILE_HEAD.test(text)) {
      const run = this.begin(number);
      run.pattern = 'loggp';
      run.output = 'file';
      return 'understood';
    }
    if (/^# (?:Info:|initializing |to get )/.test(text)) return this.run ? 'skipped' : null;
    return this.loggp(text, number, open) ?? this.ebb(text, number, open);
  }

  protected settle(run: NetgaugeRun): void {
    if (run.left > 0) {
      this.sink.problem(
        run.firstLeft,
        `From this line on ${run.left} fitted parameters are nan or below zero, so without meaning: left out.`,
      );
    }
    if (run.pending !== null)
      run.settle('partial', `The parameters for ${run.pending} bytes are missing: the run was cut there.`);
    if (run.rounds > 0 && run.totals > 0)
      run.settle('partial', 'Rounds of the last size are without their average.');
    if (run.rows > 0) return;
    const name = run.pattern ?? 'netgauge';
    run.conditions.set(CONTENT_KEY.program, run.pattern === null ? name : `netgauge ${name}`);
    const known = run.pattern === 'loggp' || run.pattern === 'ebb';
    run.settle(
      'partial',
      known ? 'The run has a banner but no results.' : `The pattern “${name}” of Netgauge is not read.`,
    );
  }

  private begin(number: number): NetgaugeRun {
    this.close();
    this.run = new NetgaugeRun(this.sink, number, this.context.begin());
    return this.run;
  }

  /** The run in hand, or one that begins here because the banner was not kept. */
  private current(number: number, pattern: string): NetgaugeRun {
    const run = this.run ?? this.begin(number);
    run.pattern ??= pattern;
    return run;
  }

  private loggp(text: string, number: number, open: boolean): LineClass | null {
    const testing = TESTING.exec(text);
    if (testing) {
      this.current(number, 'loggp').pending = testing[1] ?? '';
      return 'understood';
    }
    const median = MEDIAN.exec(text);
    if (median && this.run) {
      const [, n = '', delay = '', receive, size = '', printed = ''] = median;
      // The last of the four is o_r, which the line of parameters repeats.
      if (receive === '0') this.timing(this.run, n, Number(delay) > 0, size, printed, number);
      return 'understood';
    }
    if (CHANGE.test(text)) return this.run ? 'understood' : null;
    const line = PARAMETERS.exec(text);
    if (line) {
      if (open) return this.cutLine(number);
      const run = this.current(number, 'loggp');
      run.pending = null;
      const [, l = '', size = '', send = '', receive = '', g = '', big = ''] = line;
      this.parameters(run, [l, size, send, receive, g, big], number);
      return 'understood';
    }
    if (this.run?.output !== 'file' || !/^\d+ \d/.test(text)) return null;
    if (open || !FILE_ROW.test(text)) return this.cutLine(number);
    const [
      size = '',
      n = '',
      one = '',
      many = '',
      spaced = '',
      l = '',
      send = '',
      receive = '',
      g = '',
      big = '',
    ] = text.split(' ');
    if (!this.run.sizes.has(size)) {
      this.timing(this.run, '1', false, size, one, number);
      this.timing(this.run, n, false, size, many, number);
      this.timing(this.run, n, true, size, spaced, number);
    }
    this.parameters(this.run, [l, size, send, receive, g, big], number);
    return 'understood';
  }

  private timing(
    run: NetgaugeRun,
    n: string,
    spaced: boolean,
    size: string,
    printed: string,
    number: number,
  ): void {
    const params = { output: run.output, messages: n, delay: spaced ? 'PRTT(1,0,s)' : 'none' };
    run.value({ ...MICROSECONDS, ...named('PRTT', params) }, Number(size), 'median', printed, number);
  }

  /**
   * L, o_s and o_r of a size once; g and G for every fit. Where loggp finds that the protocol changed it prints the
   * fit of the protocol that ended and then that of the new one for the same size.
   */
  private parameters(run: NetgaugeRun, fields: readonly string[], number: number): void {
    const [l = '', size = '', send = '', receive = '', g = '', big = ''] = fields;
    const again = run.sizes.has(size);
    if (again) run.protocol++;
    run.sizes.add(size);
    const output = run.output;
    const fit = (measure: Quantity, bytes: number | null, printed: string): void => {
      if (Number(printed) >= 0) run.value(measure, bytes, 'value', printed, number);
      else {
        run.left++;
        run.firstLeft ||= number;
      }
    };
    if (!run.latencyGiven) fit({ ...MICROSECONDS, ...named('L', { output }) }, null, l);
    run.latencyGiven = true;
    if (!again) {
      fit({ ...MICROSECONDS, ...named('o_s', { output }) }, Number(size), send);
      fit({ ...MICROSECONDS, ...named('o_r', { output }) }, Number(size), receive);
    }
    const params = { output, protocol: String(run.protocol) };
    fit({ ...MICROSECONDS, ...named('g', params) }, Number(size), g);
    fit({ ...SECONDS_PER_BYTE, ...named('G', params) }, Number(size), big);
  }

  private ebb(text: string, number: number, open: boolean): LineClass | null {
    const round = EBB_ROUND.exec(text);
    const total = EBB_TOTAL.exec(text);
    const line = round ?? total;
    if (line) {
      const run = this.current(number, 'ebb');
      const size = Number(line[1]);
      if (round) {
        run.conditions.set(KEY.ranks, round[3] ?? '');
        run.value({ ...EBB_RATE, ...ebb('bisection bandwidth') }, size, 'avg', round[5] ?? '', number);
        run.rounds++;
      } else {
        run.value(
          { ...EBB_RATE, ...ebb('effective bisection bandwidth') },
          size,
          'avg',
          line[4] ?? '',
          number,
        );
        run.rounds = 0;
        run.totals++;
      }
      return 'understood';
    }
    if (!this.run) return null;
    if (EBB_BUCKET.test(text) || EBB_PROGRESS.test(text)) return 'understood';
    if (open && text.startsWith('size: ')) return this.cutLine(number);
    return this.run.pattern === 'ebb' && /^\d+ <-> \d+\s*$/.test(text) ? 'skipped' : null;
  }

  private cutLine(number: number): LineClass {
    this.sink.problem(number, 'This line is cut: not read.');
    this.run?.settle('partial', `Line ${number} is cut.`);
    return 'unknown';
  }
}

function named(metric: string, params: SeriesParams): Pick<Quantity, 'benchmark' | 'metric' | 'params'> {
  return { benchmark: 'Netgauge loggp', metric, params };
}

function ebb(metric: string): Pick<Quantity, 'benchmark' | 'metric' | 'params'> {
  return { benchmark: 'Netgauge ebb', metric, params: {} };
}
