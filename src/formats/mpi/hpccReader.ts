import { KEY } from '../../model/vocabulary';
import type { LineClass } from '../format';
import { DETAIL, pingPong, readKey, ring, sizeKey } from './hpccKeys';
import { JobLogReader } from '../reader/jobLog';
import { OpenRun } from '../reader/openRun';

/** The title of a run, with the version. */
export const TITLE = /^This is the DARPA\/DOE HPC Challenge Benchmark version (\d[\w.]*)/;
/** The first line of a section that only HPCC has. */
export const SECTION =
  /^Begin of ((?:MPI|Star|Single)(?:RandomAccess(?:_LCG)?|DGEMM|STREAM|FFT)|PTRANS|LatencyBandwidth|HPL|Summary) section\.\s*$/;

const NOW = /^Current time \((\d{1,12})\) is /;
const SECTION_END = /^End of \w+ section\.\s*$/;
const LAST = /^End of HPC Challenge tests\.\s*$/;
const ENTRY = /^([A-Za-z]\w*)=(\S*)\s*$/;
const SPREAD =
  /^(Latency|Bandwidth)\s+min \/ avg \/ max:\s+(\S+) \/\s+(\S+) \/\s+(\S+) (?:msecs|MByte\/s)\s*$/;
const RING = /^(Natural|Avg Random) Order (Latency|Bandwidth):\s+(\S+) (?:msec|MB\/s)\s*$/;
const HPL_SIZE = /^(N|NB|P|Q)\s+:\s+(\d+(?:\s+\d+)*)\s*$/;
const PTRANS_SIZE = /^(M|N|MB|NB|P|Q):\s+(\d+(?:\s+\d+)*)\s*$/;
const NUMBER = /^-?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?$/;

class HpccRun extends OpenRun {
  /** Name of the section in hand; `head` = the first has not begun. */
  section: string | null = 'head';
  summary = false;
  whole = false;
  success = true;
  readonly sizes = new Map<string, string>();
  readonly notRun: { key: string; line: number }[] = [];
  /** Size of the ping-pong messages of the block in hand, null in one that is a trial or a repetition. */
  pingPongBytes: number | null = null;
  /** The next ping-pong block is the measurement, not the trial that only sets the number of pairs. */
  trialDone = false;
  ringBytes: number | null = null;
}

/** Reads `hpccoutf.txt`. A run goes from its title to “End of HPC Challenge tests.” */
export class HpccReader extends JobLogReader<HpccRun> {
  /** A title whose run has not begun: the date comes some lines later. */
  private title: { line: number; version: string } | null = null;

  protected own(text: string, number: number, open: boolean): LineClass | null {
    const title = TITLE.exec(text);
    if (title) {
      this.finish();
      this.title = { line: number, version: title[1] ?? '' };
      return 'understood';
    }
    const now = NOW.exec(text);
    if (now) {
      if (this.title) this.begin(number, new Date(Number(now[1]) * 1000).toISOString());
      return 'understood';
    }
    const section = SECTION.exec(text)?.[1];
    if (section !== undefined) {
      const run =
        this.run && !(this.run.summary && section !== 'Summary') ? this.run : this.begin(number, null);
      run.section = section;
      return 'understood';
    }
    if (SECTION_END.test(text)) {
      if (this.run?.section === 'Summary') this.run.summary = true;
      if (this.run) this.run.section = null;
      return 'understood';
    }
    if (LAST.test(text)) {
      if (this.run) this.run.whole = true;
      this.finish();
      return 'understood';
    }
    return this.inRun(text, number, open);
  }

  override end(): void {
    this.finish();
  }

  override leave(): void {
    this.finish();
  }

  protected settle(run: HpccRun): void {
    if (run.notRun.length > 0) {
      const names = run.notRun.map(({ key }) => key).join(', ');
      this.sink.problem(
        run.notRun[0]?.line ?? 0,
        `Below zero, which HPCC prints for tests that did not run, and left out: ${names}.`,
      );
    }
    if (!run.success && run.notRun.length > 0) {
      run.settle('partial', 'HPCC says Success=0, and some tests did not run.');
    } else if (!run.success) {
      run.settle('failed', 'HPCC says Success=0: a test failed or did not pass its check.');
    }
    if (!run.summary)
      run.settle('partial', 'The run has no whole Summary section: it was cut or is not over.');
    else if (!run.whole) run.settle('partial', 'The last line “End of HPC Challenge tests.” is missing.');
  }

  private begin(number: number, started: string | null): HpccRun {
    this.close();
    const run = new HpccRun(this.sink, this.title?.line ?? number, this.context.begin(), started);
    if (this.title) run.conditions.set('HPCC', this.title.version);
    this.title = null;
    this.run = run;
    return run;
  }

  /** Closes the run in hand; a title alone is a run too. */
  private finish(): void {
    if (this.title) this.begin(this.title.line, null);
    this.close();
  }

  private inRun(text: string, number: number, open: boolean): LineClass | null {
    const run = this.run;
    if (!run) return this.title ? 'skipped' : null;
    if (run.section === null) return null;
    if (run.section === 'Summary') return this.entry(run, text, number, open);
    if (this.failed(text, number)) return 'understood';
    if (run.section === 'LatencyBandwidth')
      return this.network(run, text, number, open) ? 'understood' : 'skipped';
    // What the tests tell of themselves; their results stand in the summary.
    const [pattern, test] = run.section === 'PTRANS' ? [PTRANS_SIZE, 'PTRANS'] : [HPL_SIZE, 'HPL'];
    const size = run.section === 'head' || run.section === test ? pattern.exec(text) : null;
    if (size) run.sizes.set(`${test} ${size[1] ?? ''}`, (size[2] ?? '').trim().replace(/\s+/g, ', '));
    const ranks = /^Running on (\d+) processors\b/.exec(text)?.[1];
    if (ranks !== undefined) run.conditions.set(KEY.ranks, ranks);
    return size || ranks !== undefined ? 'understood' : 'skipped';
  }

  private entry(run: HpccRun, text: string, number: number, open: boolean): LineClass | null {
    const [, key = '', printed = ''] = ENTRY.exec(text) ?? [];
    if (key === '') return null;
    if (open) {
      this.sink.problem(number, 'The file ends within this line: not read.');
      return 'unknown';
    }
    if (key === 'CommWorldProcs') run.conditions.set(KEY.ranks, printed);
    else if (key === 'STREAM_Threads' && /^[1-9]\d*$/.test(printed)) run.conditions.set('threads', printed);
    else if (key === 'Success') run.success = printed !== '0';
    const sized = sizeKey(key);
    if (sized !== null && Number(printed) > 0) run.sizes.set(`${sized} size`, printed);
    const result = readKey(key, run.sizes);
    if (!result) return 'understood';
    if (Number(printed) < 0) run.notRun.push({ key, line: number });
    else run.value(result.measure, null, result.statistic, printed, number);
    return 'understood';
  }

  /** The section of the ping-pong and ring tests: the values with their message sizes. False = nothing was taken. */
  private network(run: HpccRun, text: string, number: number, open: boolean): boolean {
    const length = /^Message Length:\s+(\d+)\s*$/.exec(text)?.[1];
    if (length !== undefined) {
      run.pingPongBytes = run.trialDone ? Number(length) : null;
      run.trialDone = false;
      return true;
    }
    if (/^stride for latency\s+=/.test(text)) {
      run.trialDone = true;
      return true;
    }
    const size = /^Message Size:\s+(\d+) Byte\s*$/.exec(text)?.[1];
    if (size !== undefined) {
      run.ringBytes = Number(size);
      return true;
    }
    const spread = SPREAD.exec(text);
    if (spread && !open) {
      const [, name = '', ...values] = spread;
      if (run.pingPongBytes !== null && values.every((printed) => NUMBER.test(printed))) {
        const measure =
          name === 'Latency'
            ? { ...DETAIL.Latency, ...pingPong('latency') }
            : { ...DETAIL.Bandwidth, ...pingPong('bandwidth') };
        ['min', 'avg', 'max'].forEach((statistic, at) => {
          run.value(measure, run.pingPongBytes, statistic, values[at] ?? '', number);
        });
      }
      if (name === 'Bandwidth') run.pingPongBytes = null;
      return true;
    }
    const order = RING.exec(text);
    if (order && !open && run.ringBytes !== null) {
      const [, which, name, printed = ''] = order;
      const shape = which === 'Natural' ? 'natural' : 'random';
      const measure =
        name === 'Latency'
          ? { ...DETAIL.Latency, ...ring('latency', shape) }
          : { ...DETAIL.Bandwidth, ...ring('bandwidth', shape) };
      run.value(measure, run.ringBytes, 'value', printed, number);
      return true;
    }
    return false;
  }
}
