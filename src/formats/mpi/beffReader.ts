import { KEY, type SeriesParams } from '../../model/vocabulary';
import {
  buildOf,
  GNUPLOT,
  HEAD,
  LATEX,
  patternOf,
  PLOT,
  plotColumns,
  readHead,
  readRow,
  RESULT,
  type BeffRow,
} from './beffLines';
import { BeffRun } from './beffRun';
import type { LineClass } from '../format';
import { JobLogReader } from '../reader/jobLog';

const SECTION = /^SECTION-([A-Z-]{1,30})-(BEGIN|END)\s*$/;
const VALUES_ROW =
  /^(?:(\d{1,12}) +)?(?:mthd(\d) +)?(?:p(\d{2,3}) +)?(min|avg|max)=([-\d. a-z]{1,200})(?:->.{1,60})?$/;
const LENGTH_ROW = /^ +\d+(?: +-?(?:\d+\.\d+|inf|nan))+ *$/;
const ACCUMULATED = /^accumulated \| +(\d+) +(\S+) +(\S+) MB +(\S+) +(\S+) +(\S+) +(\S+) +(\S+) +(\S+)\s*$/;
const PER_PROCESS = /^per process \| +(\S+) +(\S+) +(\S+)\s*$/;
const BOTH = 'rings and random';

/** Reads b_eff output; a run goes from its head to the result line. */
export class BeffReader extends JobLogReader<BeffRun> {
  private lastResult = '';
  /** The file is one of those written for gnuplot and LaTeX. */
  private listing = false;

  protected own(text: string, number: number, open: boolean): LineClass | null {
    if (this.listing) return 'skipped';
    if (GNUPLOT.test(text) || LATEX.test(text)) return this.otherFile(number);
    const result = RESULT.exec(text);
    if (result) return this.result(text, result, number);
    const section = SECTION.exec(text);
    if (section) return this.sectionLine(section[1] ?? '', section[2] === 'BEGIN', number);
    const plot = PLOT.exec(text);
    if (plot) {
      this.begin(number).output = 'plot';
      this.run?.conditions.set('b_eff', plot[1] ?? '');
      return 'understood';
    }
    const run = this.run;
    if (!run) return null;
    if (this.failed(text, number)) return 'understood';
    if (/^ERROR - trying to compute logavg\(/.test(text)) {
      run.settle(
        'failed',
        'b_eff could not average: a pattern has no bandwidth. It prints 1000.000 MByte/s for that.',
      );
      return 'understood';
    }
    if (run.output === 'plot') return this.plotLine(run, text, number, open);
    if (open) {
      if (!/\d/.test(text)) return null;
      this.sink.problem(number, 'The file ends within this line: not read.');
      return 'unknown';
    }
    return this.runLine(run, text, number);
  }

  protected settle(run: BeffRun): void {
    if (run.notMeasured > 0) {
      this.sink.problem(
        run.firstNotMeasured,
        `From this line on ${run.notMeasured} numbers are 0, inf or nan, which b_eff prints for what it did not measure: left out.`,
      );
    }
    if (run.output === 'plot') {
      if (run.plotRows < run.longestPlot || run.plotRows === 0 || !run.whole)
        run.settle('partial', 'The last table “compare ring & random” is missing or not whole.');
    } else if (!run.whole) run.settle('partial', 'The last line, “b_eff = … PEs with …”, is missing.');
  }

  private begin(number: number): BeffRun {
    this.close();
    this.lastResult = '';
    this.run = new BeffRun(this.sink, number, this.context.begin());
    return this.run;
  }

  private otherFile(number: number): LineClass {
    this.close();
    this.listing = true;
    this.sink.problem(
      number,
      'b_eff wrote this file for gnuplot or LaTeX: its numbers stand in the .short, .sum and .plot files of the run. Not read.',
    );
    return 'understood';
  }

  private sectionLine(name: string, begins: boolean, number: number): LineClass {
    const fresh = this.run && this.run.rows === 0 && this.run.output === null;
    const run = this.run && (name !== 'HEAD' || fresh) ? this.run : begins ? this.begin(number) : null;
    if (!run) return 'skipped';
    run.section = begins ? name : null;
    if (begins && name !== 'HEAD') {
      run.output = /^(?:LOOP|LOOPLNGS|VALUES)$/.test(name) ? 'protocol' : 'short';
    }
    return 'understood';
  }

  private result(text: string, match: RegExpExecArray, number: number): LineClass {
    if (text === this.lastResult && !this.run) return 'understood';
    const run = this.run ?? this.begin(number);
    const [, build = null, total = '', each = '', ranks = '', memory = ''] = match;
    if (run.output === null) {
      run.output = 'result line';
      run.build = build;
    }
    if ((build ?? '').split('&').at(-1) !== (run.build ?? '')) {
      this.sink.problem(
        number,
        `This line says ${build ?? 'a full run'}, the patterns in the head say ${run.build ?? 'a full run'}: taken as the head says.`,
      );
    }
    run.rate('b_eff', {}, null, 'value', total, number);
    run.rate('b_eff per process', {}, null, 'value', each, number);
    run.conditions.set(KEY.ranks, ranks);
    run.conditions.set('memory per process', `${memory} MiB`);
    run.whole = true;
    this.close();
    this.lastResult = text;
    return 'understood';
  }

  private runLine(run: BeffRun, text: string, number: number): LineClass | null {
    switch (run.section) {
      case 'HEAD': {
        const version = HEAD.exec(text)?.[1];
        if (version !== undefined) run.conditions.set('b_eff', version);
        const threads = /^\s+Number of threads per MPI process = (\d+)/.exec(text)?.[1];
        if (threads !== undefined) run.conditions.set('threads', threads);
        const read = readHead(run.head, text) || version !== undefined || threads !== undefined;
        run.build = buildOf(run.head);
        return read ? 'understood' : 'skipped';
      }
      case 'VALUES':
        return this.valuesLine(run, text, number);
      case 'BY-METHODS':
      case 'BY-REPETITIONS':
      case 'BY-MTHD-MSGLNG':
      case 'BY-PATTERN-MSGLNG':
        return this.analysisLine(run, run.section, text, number);
      case 'BY-MSGLNG':
        return this.lengthLine(run, text, number);
      case 'BEFF':
      case null:
        return this.summaryLine(run, text, number);
      default:
        return this.caution(text, number);
    }
  }

  /** Prose of a section; its warnings are passed on. */
  private caution(text: string, number: number): LineClass {
    if (!/^\s*CAUTION\b/.test(text)) return 'skipped';
    this.sink.problem(
      number,
      text.includes('two largest')
        ? 'b_eff says: the two largest messages were measured with the best method only and copied to the others, so methods cannot be compared there.'
        : 'b_eff says: elapsed times differ by more than 5 %, so the processors may not have been dedicated.',
    );
    return 'understood';
  }

  private valuesLine(run: BeffRun, text: string, number: number): LineClass {
    const row = VALUES_ROW.exec(text.trimStart());
    if (!row) return /^ *\d+ mthd| p\d\d /.test(text) ? 'unknown' : 'skipped';
    const [, bytes, method, pattern, statistic = '', numbers = ''] = row;
    const id = pattern === undefined ? run.at?.pattern : `p${pattern}`;
    const known = bytes === undefined ? run.at?.bytes : Number(bytes);
    if (id === undefined || known === undefined) return 'unknown';
    const name =
      method === undefined ? run.at?.method : (run.head.methods[Number(method)] ?? `mthd${method}`);
    run.at = { bytes: known, method: name ?? '', pattern: run.head.patterns.get(id) ?? id };
    const fields = numbers.trim().split(/ +/);
    for (const printed of fields) {
      if (/^--+$/.test(printed)) continue;
      const params = { pattern: run.at.pattern, method: run.at.method };
      run.rate('process bandwidth', params, known, statistic, printed, number);
    }
    return 'understood';
  }

  private analysisLine(run: BeffRun, section: string, text: string, number: number): LineClass {
    const row = readRow(text);
    const pattern = row && patternOf(row.label, run.head);
    if (!row || pattern === null)
      return /^ *(?:p\d\d|log_avg|-) .*:/.test(text) ? 'unknown' : this.caution(text, number);
    const total = /^(?:- )?accumulated\b/.test(row.label);
    if (section === 'BY-METHODS' || section === 'BY-REPETITIONS') {
      const each = { pattern, ...(section === 'BY-METHODS' ? {} : { method: 'best', repetition: 'each' }) };
      const best = {
        pattern,
        ...(section === 'BY-METHODS'
          ? { method: 'best single' }
          : { method: 'best', repetition: 'best single' }),
      };
      const count = row.values.length - (total ? 1 : 2);
      row.values.slice(0, count).forEach((printed, at) => {
        const params = section === 'BY-METHODS' ? { ...each, method: run.head.methods[at] ?? `${at}` } : each;
        run.average(total, params, printed, number);
      });
      if (!total) run.average(false, best, row.values[count] ?? '', number);
      run.average(true, best, row.values[count + (total ? 0 : 1)] ?? '', number);
      return 'understood';
    }
    return this.sizedRow(run, row, pattern, total, number);
  }

  /** A row over every fourth message length, then the average over all lengths, then that of all processes. */
  private sizedRow(run: BeffRun, row: BeffRow, pattern: string, total: boolean, number: number): LineClass {
    const index = /\b(?:method|mthd) (\d)/.exec(row.label)?.[1];
    const method = index === undefined ? 'best' : (run.head.methods[Number(index)] ?? index);
    const params = { pattern, method };
    const lengths = run.head.lengths.filter((_, at) => at % 4 === 0);
    const averages = total ? 1 : 2;
    if (row.values.length !== lengths.length + averages) return 'unknown';
    const latency = row.latency;
    if (latency !== null && !/^-+$/.test(latency)) run.latency(params, latency, number);
    lengths.forEach((bytes, at) => {
      const metric = total ? 'bandwidth' : 'bandwidth per process';
      run.rate(metric, params, bytes, 'value', row.values[at] ?? '', number);
    });
    // The average of all patterns with the best method is b_eff, which the last line gives.
    if (method === 'best' && pattern === BOTH) return 'understood';
    if (!total) run.average(false, params, row.values[lengths.length] ?? '', number);
    run.average(true, params, row.values.at(-1) ?? '', number);
    return 'understood';
  }

  private lengthLine(run: BeffRun, text: string, number: number): LineClass {
    if (!LENGTH_ROW.test(text)) return /^ +\d/.test(text) ? 'unknown' : this.caution(text, number);
    const [bytes = '', total = '', ...each] = text.trim().split(/ +/);
    const columns = [BOTH, 'rings', 'random'].map((pattern) => ({ pattern, method: 'best' }));
    for (const method of run.head.methods) columns.push({ pattern: BOTH, method });
    if (each.length !== columns.length) return 'unknown';
    run.rate('bandwidth', { pattern: BOTH, method: 'best' }, Number(bytes), 'value', total, number);
    columns.forEach((params, at) => {
      run.rate('bandwidth per process', params, Number(bytes), 'value', each[at] ?? '', number);
    });
    return 'understood';
  }

  /** The figures of a run: sentences (.short) and a table of rounded numbers (.short and .sum). */
  private summaryLine(run: BeffRun, text: string, number: number): LineClass | null {
    const largest = run.head.lengths.at(-1) ?? null;
    const best = (pattern: string): SeriesParams => ({ pattern, method: 'best' });
    const pair = { pattern: 'ping-pong' };
    const nodes = /^system parameters +: (\d+) nodes, (\d+) MB\/node/.exec(text);
    if (nodes) {
      run.output ??= 'summary';
      // b_eff calls each of its processes a node here.
      run.conditions.set(KEY.ranks, nodes[1] ?? '');
      run.conditions.set('memory per process', `${nodes[2] ?? ''} MiB`);
      return 'understood';
    }
    const figure = /^(.{1,40}?)(?: is b_eff =|:) +(\S+) (MByte\/s|microsec)\b/.exec(text);
    const each = /^ *\( [=:] +(\S+) MByte\/s +\* \d+ processes\)/.exec(text);
    if (each && run.perProcess) {
      const { metric, pattern, bytes } = run.perProcess;
      run.rate(metric, bytes === null ? {} : best(pattern), bytes, 'value', each[1] ?? '', number);
      run.perProcess = null;
      return 'understood';
    }
    const accumulated = ACCUMULATED.exec(text);
    if (accumulated) {
      const [, , , , all = '', rings = '', latency = '', ringLatency = '', pairLatency = '', pairRate = ''] =
        accumulated;
      run.rate('bandwidth', best(BOTH), largest, 'value', all, number);
      run.rate('bandwidth', best('rings'), largest, 'value', rings, number);
      run.latency(best(BOTH), latency, number);
      run.latency(best('rings'), ringLatency, number);
      run.latency(pair, pairLatency, number);
      run.rate('bandwidth', pair, largest, 'value', pairRate, number);
      return 'understood';
    }
    const process = PER_PROCESS.exec(text);
    if (process) {
      run.rate('bandwidth per process', best(BOTH), largest, 'value', process[2] ?? '', number);
      run.rate('bandwidth per process', best('rings'), largest, 'value', process[3] ?? '', number);
      return 'understood';
    }
    if (!figure)
      return run.section === 'BEFF' || run.output === 'summary' || run.output === 'short' ? 'skipped' : null;
    const [, name = '', printed = ''] = figure;
    switch (name) {
      case 'The effective bandwidth':
        run.rate('b_eff', {}, null, 'value', printed, number);
        run.perProcess = { metric: 'b_eff per process', pattern: BOTH, bytes: null };
        break;
      case 'Latency':
        run.latency(best(BOTH), printed, number);
        break;
      case 'b_eff at Lmax':
      case 'b_eff at Lmax (ring pattern)': {
        const pattern = name === 'b_eff at Lmax' ? BOTH : 'rings';
        run.rate('bandwidth', best(pattern), largest, 'value', printed, number);
        run.perProcess = { metric: 'bandwidth per process', pattern, bytes: largest };
        break;
      }
      case 'Ping-pong latency':
        run.latency(pair, printed, number);
        break;
      case 'Ping-pong bandwidth at Lmax':
        run.rate('bandwidth', pair, largest, 'value', printed, number);
        break;
      default:
        // “Latency ring pattern” is too small by the number of processes (b_eff.c 3.6); the table below it is right.
        break;
    }
    return 'understood';
  }

  private plotLine(run: BeffRun, text: string, number: number, open: boolean): LineClass | null {
    if (text.startsWith('#')) {
      const columns = plotColumns(text);
      run.plot = columns;
      if (columns) {
        run.plotRows = 0;
        run.whole = text.startsWith('# compare ring');
      }
      return columns ? 'understood' : 'skipped';
    }
    const fields = text.trim().split(/\s+/);
    if (!run.plot || !/^\d+$/.test(fields[0] ?? '')) return null;
    if (open || fields.length !== run.plot.length + 1) {
      this.sink.problem(number, 'This row is cut: not read.');
      run.settle('partial', `The row on line ${number} is cut.`);
      return 'unknown';
    }
    run.plot.forEach(({ pattern, method, statistic }, at) => {
      const printed = fields[at + 1] ?? '';
      run.rate('bandwidth per process', { pattern, method }, Number(fields[0]), statistic, printed, number);
    });
    run.plotRows++;
    run.longestPlot = Math.max(run.longestPlot, run.plotRows);
    return 'understood';
  }
}
