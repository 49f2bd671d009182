import { guidOf } from './fabricText';
import type { LineClass, LineFormat, LineReader, Sink } from '../format';
import { onLine } from '../named/namedLine';
import { isNoise } from '../text/noise';

const find = onLine(
  /^(?:## Summary: \d+ nodes checked|(?:Errors|Data Counters) for (?:0x|"(?=.*"$))|\s*GUID 0x[0-9a-f]+ port (?:\d+|ALL): ?\[)/,
);
const ROW = /^\s*GUID 0x([0-9a-f]{1,16}) port (\d{1,5}|ALL):\s*(\[.*)$/;
const COUNTER = /\[(\w{1,60}) == (\d{1,20})(?: \([^)\]]*\))?\]/g;

/** `ibqueryerrors`: errors beyond their thresholds, or with --counters the data counters. */
export const ibqueryerrors: LineFormat = {
  kind: 'lines',
  id: 'ibqueryerrors',
  name: 'ibqueryerrors',
  looksFor: 'lines such as `GUID 0x2c903000a003c port 1: [SymbolErrorCounter == 1234]`',
  help: {
    make: ['ibqueryerrors > errors.txt', 'ibqueryerrors --counters --details > counters.txt'],
    reads: 'Counters of ports by GUID. Drop it with a topology; two readings give a difference.',
    not: 'The sums over all ports (port ALL). Data counters count words of 4 bytes.',
  },
  traced: 'all',
  detect(sample) {
    const found = find(sample);
    return found && { why: `line ${found.line}: “${found.text}”`, tool: 'ibqueryerrors', version: null };
  },
  open: (sink) => new ErrorsReader(sink),
};

class ErrorsReader implements LineReader {
  constructor(private readonly sink: Sink) {}

  line(text: string, number: number, open: boolean): LineClass {
    const row = ROW.exec(text);
    if (!row) {
      if (/^(?:Errors|Data Counters) for |^##/.test(text)) return 'understood';
      return text.trim() === '' || /^\s*Link info:/.test(text) || isNoise(text) ? 'skipped' : 'unknown';
    }
    const [, guid = '', port = '', counters = ''] = row;
    if (open && !counters.trimEnd().endsWith(']'))
      this.sink.problem(number, 'The file ends within this line: it is cut short.');
    if (port === 'ALL') return 'understood';
    let found = 0;
    for (const [, name = '', value = ''] of counters.matchAll(COUNTER)) {
      this.sink.portCounter({
        guid: guidOf(guid),
        lid: null,
        port: Number(port),
        name,
        value: Number(value),
        line: number,
      });
      found++;
    }
    return found > 0 ? 'understood' : 'unknown';
  }

  end(): void {
    // Each line stands for itself.
  }
}
