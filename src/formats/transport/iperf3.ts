import type { Detection, LineFormat, Sample } from '../format';
import { Iperf3Reader, readRow, REPORT_HEAD, withoutTime } from './iperf3Reader';

/** iperf3: what client and server print. */
export const iperf3: LineFormat = {
  kind: 'lines',
  id: 'iperf3',
  name: 'iperf3',
  looksFor:
    'rows that end with “sender” or “receiver”, or the columns “[ ID] Interval Transfer Bitrate” of iperf3',
  help: {
    make: ['iperf3 -c SERVER -P 8 -t 10 > iperf.log'],
    reads:
      'The totals at the end of each test: bandwidth at sender and receiver, retransmits (TCP), jitter and loss (UDP), with the number of streams and the direction. Several tests in a file, also of a server.',
    not: 'Intervals, single streams of a test with several, totals rounded to three digits (-J has them whole), iperf 2. Without -V, SCTP cannot be told from TCP.',
  },
  begins: (line) => BEGINS.test(withoutTime(line)),
  programs: /^iperf3$/,
  detect: detectIperf3,
  open: (sink, _sample, job) => new Iperf3Reader(sink, job),
};

const CLIENT = /^Connecting to host \S{1,255}, port \d+\s*$/;
/** The first lines of a client and of a server. */
const BEGINS =
  /^(?:Connecting to host \S{1,255}, port \d+\s*$|iperf 3\.\d|Server listening on \d+|iperf3: (?:error|interrupt) - )/;
const VERSION = /^iperf (3\.[\w.+-]{1,20})/;

function detectIperf3({ lines }: Sample): Detection | null {
  let version: string | null = null;
  for (let i = 0; i < lines.length; i++) {
    const line = withoutTime((lines[i] ?? '').slice(0, 400));
    version ??= VERSION.exec(line)?.[1] ?? null;
    const what = CLIENT.test(line)
      ? 'begins a test of iperf3'
      : REPORT_HEAD.test(line) && version !== null
        ? 'has the columns'
        : readRow(line)?.end
          ? 'is a total of iperf3'
          : /^iperf3: (?:error|interrupt) - /.test(line)
            ? 'is a message of iperf3'
            : null;
    if (what) {
      const shown = CLIENT.test(line) ? '' : `: “${line.trim().slice(0, 80)}”`;
      return { why: `line ${i + 1} ${what}${shown}`, tool: 'iperf3', version };
    }
  }
  return null;
}
