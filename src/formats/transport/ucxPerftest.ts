import type { Detection, LineFormat, Sample } from '../format';
import { beginsUcx, UcxPerftestReader } from './ucxPerftestReader';
import { readCsvHead, readUcxColumns } from './ucxPerftestRows';

/** ucx_perftest: tests of UCP and UCT between two processes. */
export const ucxPerftest: LineFormat = {
  kind: 'lines',
  id: 'ucx-perftest',
  name: 'ucx_perftest',
  looksFor:
    'the columns “| Stage | # iterations | 50.0%ile | average | overall | …”, their form before 2021, or the header of -v',
  help: {
    make: ['ucx_perftest SERVER -t tag_bw -s 65536 > tag_bw.log # keep the command in the log'],
    reads:
      'The final line of each test: percentile and average of latency or overhead, bandwidth, message rate. Test, message size and memory come from the box or from the command in the log.',
    not: 'Interim lines, and message rates with thousands separators (-N). The client prints neither test nor size: without box and command they are unknown. The old form marks no final line: the last one is read.',
  },
  begins: beginsUcx,
  programs: /^ucx_perftest$/,
  detect: detectUcxPerftest,
  open: (sink, _sample, job) => new UcxPerftestReader(sink, job),
};

function detectUcxPerftest({ lines }: Sample): Detection | null {
  for (let i = 0; i < lines.length; i++) {
    const line = (lines[i] ?? '').slice(0, 400);
    if (!readUcxColumns(line) && !readCsvHead(line)) continue;
    return {
      why: `line ${i + 1} has the columns: “${line.trim().slice(0, 100)}”`,
      tool: 'ucx_perftest',
      version: null,
    };
  }
  return null;
}
