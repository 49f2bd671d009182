import type { SeriesParams } from '../../model/vocabulary';
import { CONTENT_KEY } from '../log/conditions';
import type { LineClass } from '../format';
import { OpenRun, type Quantity } from '../reader/openRun';
import { TextTableReader } from '../reader/textTable';

/** A line that begins a test. The names are those of the list of tests of qperf. */
export const TEST_LINE =
  /^((?:rds|sctp|sdp|tcp|udp)_(?:bw|lat)|(?:rc|uc|ud|xrc)_(?:bi_bw|bw|lat)|rc_rdma_(?:read|write)_(?:bw|lat|poll_lat)|uc_rdma_write_(?:bw|lat|poll_lat)|rc_(?:compare_swap|fetch_add)_mr|ver_rc_(?:compare_swap|fetch_add)):\s*$/;
/** The command of a client behind a prompt. */
export const COMMAND = /^(?:\S{1,100}[$#>] |[+$#>]{1,8} ?)(?:\S{0,300}\/)?qperf /;
const OTHER_TEST = /^(?:conf|quit):\s*$/;
const LINE = /^ {4}([a-z_]{1,30}) {1,40}= {1,40}(\S.{0,120}?)\s*$/;

const BANDWIDTH: Readonly<Record<string, number>> = {
  'bytes/sec': 1,
  'KB/sec': 1e3,
  'MB/sec': 1e6,
  'GB/sec': 1e9,
  'TB/sec': 1e12,
  'bits/sec': 1 / 8,
  'Kb/sec': 1e3 / 8,
  'Mb/sec': 1e6 / 8,
  'Gb/sec': 1e9 / 8,
  'Tb/sec': 1e12 / 8,
};
const RATE: Readonly<Record<string, number>> = {
  '/sec': 1,
  'K/sec': 1e3,
  'M/sec': 1e6,
  'G/sec': 1e9,
  'T/sec': 1e12,
};
const TIME: Readonly<Record<string, number>> = { ns: 1e-9, us: 1e-6, ms: 1e-3, sec: 1 };

type Measured = Omit<Quantity, 'benchmark' | 'params'>;

/** A result of a test. `printed` may hold separators, and is then no number. */
export interface QperfResult {
  measure: Measured;
  printed: string;
  /** The side it is of; null for the whole test. */
  end: string | null;
}

/** Reads a line with a result, or returns null: settings and other lines. */
export function readResult(text: string): QperfResult | null {
  const [, name = '', value = ''] = LINE.exec(text) ?? [];
  const [, printed = '', unit = ''] = /^([\d.,]{1,20}) (\S.{0,12}?)(?: \(.{1,40}\))?$/.exec(value) ?? [];
  if (printed === '') return null;
  const bandwidth = BANDWIDTH[unit];
  if (/^(?:send_|recv_)?bw$/.test(name) && bandwidth !== undefined) {
    const end = name === 'bw' ? null : name.startsWith('send') ? 'sender' : 'receiver';
    return { measure: measure('bandwidth', 'higher', 'B/s', unit, bandwidth), printed, end };
  }
  const time = TIME[unit];
  if (name === 'latency' && time !== undefined)
    return { measure: measure('latency', 'lower', 's', unit, time), printed, end: null };
  const rate = RATE[unit];
  if (name === 'msg_rate' && rate !== undefined)
    return { measure: measure('message rate', 'higher', '1/s', unit, rate), printed, end: null };
  const side = /^(send|recv|loc|rem)_cpus_used$/.exec(name)?.[1];
  if (side === undefined || unit !== '% cpus') return null;
  return {
    measure: measure('cpu utilisation', 'none', 'ratio', '%', 0.01),
    printed,
    end: ENDS[side] ?? side,
  };
}

const ENDS: Readonly<Record<string, string>> = {
  send: 'sender',
  recv: 'receiver',
  loc: 'this host',
  rem: 'remote host',
};

function measure(
  metric: string,
  better: Measured['better'],
  unit: Measured['unit'],
  printedUnit: string,
  factor: number,
): Measured {
  return { metric, better, unit, printedUnit, factor };
}

const SIZES: Readonly<Record<string, number>> = {
  bytes: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
};

/** `64 KiB (65,536)` in bytes: the whole number in brackets where there is one. Null for no size. */
export function readSize(value: string): number | null {
  const match = /^([\d.]{1,15}) (bytes|KB|MB|GB|KiB|MiB|GiB)(?: \(([\d,]{1,20})\))?$/.exec(value);
  if (!match) return null;
  if (match[3] !== undefined) return Number(match[3].replaceAll(',', ''));
  const bytes = Number(match[1]) * (SIZES[match[2] ?? ''] ?? Number.NaN);
  return Number.isFinite(bytes) ? Math.round(bytes) : null;
}

/** Settings that make another test, and the parameter each becomes. */
const PARAMS: Readonly<Record<string, string>> = {
  mtu: 'mtu',
  mtu_size: 'mtu',
  rd_atomic: 'outstanding reads',
  sl: 'service level',
  flip: 'flip',
  use_cm: 'rdma_cm',
};

class QperfRun extends OpenRun {
  tests = 0;
  /** The message sizes that a test has had: one that comes again is a repeat. */
  readonly seen = new Set<string>();
}

/** Reads qperf; a run is one execution, whose tests are held until their last line: the size comes after the result. */
export class QperfReader extends TextTableReader<QperfRun> {
  private test: { name: string; line: number } | null = null;
  private results: (QperfResult & { line: number })[] = [];
  private bytes: number | null = null;
  private params: Record<string, string> = {};
  /** Tests that printed their message size: without it their last one is cut. */
  private readonly sized = new Set<string>();

  protected own(text: string, number: number, open: boolean): LineClass | null {
    const test = TEST_LINE.exec(text)?.[1];
    if (test !== undefined || OTHER_TEST.test(text)) {
      this.give();
      if (test === undefined) return 'understood';
      this.test = { name: test, line: number };
      return 'understood';
    }
    if (COMMAND.test(text)) {
      this.close();
      return 'understood';
    }
    if (this.test && /^(?:failed to|unable to|qperf: )/i.test(text)) {
      this.runFor(this.test.line, null).settle('failed', 'qperf stopped with an error.');
      return 'understood';
    }
    const match = LINE.exec(text);
    if (!match) {
      // Words of other programs may come between the lines of a test.
      if (open && this.test && text.startsWith('    ')) return this.cutTest(number);
      return null;
    }
    if (!this.test) return 'skipped';
    if (open) return this.cutTest(number);
    const result = readResult(text);
    const [, name = '', value = ''] = match;
    if (result) this.results.push({ ...result, line: number });
    else if (name === 'msg_size') this.bytes = readSize(value);
    else {
      const key = PARAMS[name];
      if (!key || !/^[\w. ]{1,30}$/.test(value)) return 'skipped';
      this.params[key] = value;
    }
    return 'understood';
  }

  override end(): void {
    if (this.test && this.bytes === null && this.sized.has(this.test.name)) this.cutTest(this.test.line);
    this.give();
    super.end();
  }

  /** The configuration names hosts. */
  kept(text: string): string {
    return /^ {4}(?:loc|rem)_(?:node|cpu|os|qperf)|qperf \S/.test(text) ? '…' : text;
  }

  protected override close(): void {
    this.give();
    super.close();
  }

  protected settle(run: QperfRun): void {
    if (run.rows > 0) return;
    run.conditions.set(CONTENT_KEY.program, 'qperf');
    run.settle('partial', 'The tests have no results.');
  }

  /** The results of a test that the end of the file cuts are dropped: their message size comes after them. */
  private cutTest(number: number): LineClass {
    this.sink.problem(number, 'The file ends within this test: not read.');
    this.results = [];
    this.runFor(this.test?.line ?? number, null).settle(
      'partial',
      `The test on line ${this.test?.line ?? number} is cut.`,
    );
    return 'unknown';
  }

  private runFor(line: number, key: string | null): QperfRun {
    if (!this.run || (key !== null && this.run.seen.has(key))) {
      if (this.run) super.close();
      const conditions = this.context.begin();
      conditions.partOfJob();
      this.run = new QperfRun(this.sink, line, conditions);
    }
    if (key !== null) this.run.seen.add(key);
    return this.run;
  }

  /** Gives the numbers of the test that is held. */
  private give(): void {
    const { test, results, bytes, params } = this;
    this.test = null;
    this.results = [];
    this.bytes = null;
    this.params = {};
    if (!test) return;
    if (bytes !== null) this.sized.add(test.name);
    const benchmark = `qperf ${test.name}`;
    if (results.length === 0) {
      this.runFor(test.line, null).settle('partial', `The test on line ${test.line} has no results.`);
      return;
    }
    const run = this.runFor(test.line, JSON.stringify([benchmark, bytes, params]));
    for (const { measure: quantity, printed, end, line } of results) {
      const own: SeriesParams = end === null ? params : { ...params, end };
      run.value({ ...quantity, benchmark, params: own }, bytes, 'avg', printed, line);
    }
  }
}
