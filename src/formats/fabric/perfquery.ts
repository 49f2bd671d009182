import { lidOf } from './fabricText';
import type { LineClass, LineFormat, LineReader, Sink } from '../format';
import { onLine } from '../named/namedLine';
import { isNoise } from '../text/noise';

const find = onLine(/^# Port (?:extended )?counters: /);
const HEAD = /^# Port (?:extended )?counters: (?:Lid (\d{1,5}) |.*?)port (\d{1,5})\b/;
const FIELD = /^([A-Za-z][A-Za-z0-9_ ]{1,60}):\.*(-?\w+)\s*$/;
/** Fields that choose what is counted, and count nothing. */
const CHOICE = /^(?:PortSelect|CounterSelect\d?|CapMask)$/;
/** The port number under which `perfquery -a` gives the sum of all ports. */
const ALL_PORTS = 255;

/** `perfquery`, normal and extended counters, one port after the other. */
export const perfquery: LineFormat = {
  kind: 'lines',
  id: 'perfquery',
  name: 'perfquery',
  looksFor: 'a line such as `# Port extended counters: Lid 133 port 1`',
  help: {
    make: ['perfquery -x 133 1', 'perfquery -l 16'],
    reads:
      'Counters of ports by LID. Drop it with a topology of the same time; two readings give a difference.',
    not: 'The sum over all ports (port 255). Data counters count words of 4 bytes.',
  },
  traced: 'all',
  detect(sample) {
    const found = find(sample);
    return found && { why: `line ${found.line}: “${found.text}”`, tool: 'perfquery', version: null };
  },
  open: (sink) => new PerfqueryReader(sink),
};

class PerfqueryReader implements LineReader {
  private at: { lid: number | null; port: number } | null = null;

  constructor(private readonly sink: Sink) {}

  line(text: string, number: number, open: boolean): LineClass {
    const head = HEAD.exec(text);
    if (head) {
      this.at = { lid: lidOf(Number(head[1] ?? 0)), port: Number(head[2]) };
      if (this.at.lid === null)
        this.sink.problem(
          number,
          'This port is named by its route and not by a LID: its counters cannot be laid on a link.',
        );
      return 'understood';
    }
    const field = this.at && FIELD.exec(text);
    if (!field || !this.at) return text.trim() === '' || isNoise(text) ? 'skipped' : 'unknown';
    const [, name = '', value = ''] = field;
    if (CHOICE.test(name)) return 'understood';
    if (!/^\d{1,20}$/.test(value) || open) return 'unknown';
    const { lid, port } = this.at;
    if (port !== ALL_PORTS && lid !== null)
      this.sink.portCounter({ guid: null, lid, port, name, value: Number(value), line: number });
    return 'understood';
  }

  end(): void {
    this.at = null;
  }
}
