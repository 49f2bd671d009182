import { CONTENT_KEY } from '../log/conditions';
import type { LineClass } from '../format';
import { bandwidth, directionOf, jitter, loss, retransmits } from './iperf3Measures';
import { OpenRun } from '../reader/openRun';
import { LINE_NOT_KEPT } from '../text/privacy';
import { TextTableReader } from '../reader/textTable';

const TIME = /^(?:[A-Z][a-z]{2} [A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d \d{4}) /;

/** A line without the time that `--timestamps` puts before it. */
export function withoutTime(text: string): string {
  return text.replace(TIME, '');
}

/** The column line of a report. */
export const REPORT_HEAD = /^\[ ID\](\[Role\])? Interval +Transfer +(?:Bitrate|Bandwidth)\b(.{0,80})$/;

/** A row of a report; `end` = the side of a total, null for an interval. */
export interface IperfRow {
  id: string;
  role: 'TX-C' | 'RX-C' | 'TX-S' | 'RX-S' | null;
  rate: string;
  unit: string;
  retransmits: string | null;
  jitter: string | null;
  lost: string | null;
  end: 'sender' | 'receiver' | null;
}

const ROW =
  /^\[ *(\d+|SUM)\](?:\[([TR]X-[CS])\])? +\d+\.\d+-\d+\.\d+ +sec +[\d.]+ [KMGT]?Bytes +([\d.]{1,12}) ([KMGT]?(?:bits|Bytes)\/sec)(.*)$/;
const UDP = /^ +(\d+\.\d+) ms +(?:-?\d+|Unknown)\/-?\d+(?: +\(([\d.e+-]{1,12})%\))?/;

/** Reads a row of a report, or returns null. */
export function readRow(text: string): IperfRow | null {
  const match = ROW.exec(text.slice(0, 300));
  if (!match) return null;
  const [, id = '', role, rate = '', unit = '', rest = ''] = match;
  const udp = UDP.exec(rest);
  const end = /\s(sender|receiver)\s*$/.exec(rest)?.[1];
  return {
    id,
    role: (role as IperfRow['role'] | undefined) ?? null,
    rate,
    unit,
    retransmits: udp ? null : (/^ +(\d+)(?= )/.exec(rest)?.[1] ?? null),
    jitter: udp?.[1] ?? null,
    lost: udp?.[2] ?? null,
    end: end === 'sender' || end === 'receiver' ? end : null,
  };
}

const PEER = /^\[ *\d+\](?:\[[TR]X-[CS]\])? local \S+ port \d+ connected (?:to|with) \S+ port \d+/;
const SETTINGS = /^Starting Test: protocol: (TCP|UDP|SCTP), (\d+) streams, (\d+) byte blocks,/;
const PLAIN =
  /^(?:- ){5,}-?\s*$|^(?:Server listening on |Test Complete\. Summary Results|CPU Utilization: |Time: | {6}(?:Cookie|TCP MSS|Target Bitrate): |Control connection MSS |Linux \S+ \d+\.\d|snd_tcp_congestion |rcv_tcp_congestion |\[ *(?:\d+|SUM)\].{0,60}(?:datagrams received out-of-order|statistics not available\)))/;

class IperfRun extends OpenRun {
  streams = 0;
  protocol = 'TCP';
  toClient = false;
  bothWays = false;
  totals = 0;
  done = false;

  constructor(
    sink: ConstructorParameters<typeof OpenRun>[0],
    number: number,
    conditions: OpenRun['conditions'],
    readonly client: boolean,
  ) {
    super(sink, number, conditions);
  }

  /** Streams of one direction; 0 where the file does not have the lines that tell. */
  get streamsEachWay(): number {
    return this.bothWays ? this.streams / 2 : this.streams;
  }
}

/** Reads iperf3; a run is one test. */
export class Iperf3Reader extends TextTableReader<IperfRun> {
  protected own(text: string, number: number, open: boolean): LineClass | null {
    const line = withoutTime(text);
    const row = readRow(line);
    if (row) return this.row(row, number, open);
    if (open && /^\[ *(?:\d+|SUM)\].*\bsec\b/.test(line)) return this.cutRow(number);
    if (/^Connecting to host |^Accepted connection from /.test(line)) {
      this.begin(number, line.startsWith('Connecting'));
      return 'understood';
    }
    if (/^iperf3: (?:error|interrupt) - /.test(line)) return this.message(line, number);
    if (/^iperf 3\.\w/.test(line)) return 'skipped';
    const head = REPORT_HEAD.exec(line);
    if (!this.run && !head) return PLAIN.test(line) ? 'skipped' : null;
    const run = this.run ?? this.begin(number, false);
    if (head) {
      if (head[1]) run.bothWays = true;
      if (/Jitter|Datagrams/.test(head[2] ?? '')) run.protocol = 'UDP';
      return 'understood';
    }
    if (PEER.test(line)) {
      run.streams++;
      return 'understood';
    }
    if (/^Reverse mode, remote host /.test(line)) {
      run.toClient = true;
      return 'understood';
    }
    const settings = SETTINGS.exec(line);
    if (settings) {
      run.protocol = settings[1] ?? '';
      run.conditions.set('block size', settings[3] ?? '');
      return 'understood';
    }
    if (/^iperf Done\.\s*$/.test(line)) {
      run.done = true;
      this.close();
      return 'understood';
    }
    if (line.trim() === '') return 'skipped';
    return PLAIN.test(line) ? 'skipped' : null;
  }

  /** A line without the names and addresses of hosts. */
  kept(text: string): string {
    return /\b(?:host|local|from|Linux) /.test(text) ? LINE_NOT_KEPT : text;
  }

  protected settle(run: IperfRun): void {
    if (run.rows === 0) {
      run.conditions.set(CONTENT_KEY.program, 'iperf3');
      run.settle(
        'partial',
        run.totals > 0 ? 'The total over all streams is missing.' : 'The test has no totals at its end.',
      );
    } else if (run.client && !run.done) run.settle('partial', 'The output ends before “iperf Done.”');
  }

  private begin(number: number, client: boolean): IperfRun {
    this.close();
    const conditions = this.context.begin();
    conditions.partOfJob();
    this.run = new IperfRun(this.sink, number, conditions, client);
    return this.run;
  }

  private message(line: string, number: number): LineClass {
    const run = this.run ?? this.begin(number, true);
    if (line.startsWith('iperf3: interrupt')) run.settle('partial', 'The test was interrupted.');
    else run.settle('failed', 'iperf3 stopped with an error.');
    return 'understood';
  }

  private row(row: IperfRow, number: number, open: boolean): LineClass {
    if (open && row.end === null) return this.cutRow(number);
    const run = this.run ?? this.begin(number, false);
    if (row.jitter !== null) run.protocol = 'UDP';
    if (row.end === null) return 'understood';
    run.totals++;
    if (row.id !== 'SUM' && run.streamsEachWay !== 1) return 'understood';
    if (row.role) run.bothWays = true;
    const toClient = row.role ? row.role === 'RX-C' || row.role === 'TX-S' : run.toClient;
    const params: Record<string, string> = {
      protocol: run.protocol,
      end: row.end,
      ...directionOf(toClient, run.bothWays),
    };
    if (run.streamsEachWay > 0) params['streams'] = String(run.streamsEachWay);
    run.value(bandwidth(row.unit, params), null, 'avg', row.rate, number);
    if (row.end === 'sender' && row.retransmits !== null && run.protocol !== 'UDP')
      run.value(retransmits(params), null, 'value', row.retransmits, number);
    if (row.end === 'receiver' && row.jitter !== null) {
      run.value(jitter(params), null, 'avg', row.jitter, number);
      if (row.lost !== null) run.value(loss(params), null, 'value', row.lost, number);
    }
    return 'understood';
  }
}
