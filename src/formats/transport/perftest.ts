import type { Detection, LineFormat, Sample } from '../format';
import { READ_LENGTH } from '../text/lines';
import { readColumns, readTitle } from './perftestColumns';
import { COMMAND, PerftestReader } from './perftestReader';

/** perftest (`ib_write_bw`, `ib_send_lat` …) as text, server and client, inside job logs. */
export const perftest: LineFormat = {
  kind: 'lines',
  id: 'perftest',
  name: 'perftest',
  looksFor: 'the column line “#bytes #iterations BW peak[MB/sec] …” or “… t_min[usec] …”',
  help: {
    make: [
      'ib_write_bw -d mlx5_0 -a # on the server',
      'ib_write_bw -d mlx5_0 -a SERVER > write_bw.log # on the client',
    ],
    reads:
      'Bandwidths, message rates and latencies of ib_write_bw, ib_send_lat and the other tests over message size, from the output of the client, the server or both; device, link, MTU and the other settings of the head.',
    not: 'Iterations, single samples (-U, -H), times in cycles, bare numbers (--output), flow steering, tables without a column line.',
  },
  detect: detectPerftest,
  begins: (line) => readTitle(line) !== null || readColumns(line) !== null || COMMAND.test(line),
  open: (sink, _, job) => new PerftestReader(sink, job),
};

/** Lines after a title among which its `Dual-port : OFF  Device : mlx5_0` is. */
const HEAD_LINES = 12;

function detectPerftest(sample: Sample): Detection | null {
  const { lines } = sample;
  for (let i = 0; i < lines.length; i++) {
    const line = (lines[i] ?? '').slice(0, READ_LENGTH);
    const found = readColumns(line)
      ? 'has the columns'
      : readTitle(line) && lines.slice(i + 1, i + HEAD_LINES).some((next) => /^\s*Dual-port\s+:/.test(next))
        ? 'is a title'
        : null;
    if (found) {
      const why = `line ${i + 1} ${found}: “${line.trim().slice(0, 100)}”`;
      return { why, tool: 'perftest', version: null };
    }
  }
  return null;
}
