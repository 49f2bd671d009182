import { KEY } from '../../model/vocabulary';
import type { Detection, LineClass, LineFormat, LineReader, Sample, Sink } from '../format';

const HEAD = /^=== OTF2-PRINT ===\s*$/;
const COLUMNS = /^(?:Event\s+Location\s+Timestamp|Definition\s+ID)\s+Attributes\s*$/;
const SEND =
  /^MPI_I?SEND\s+(\d+)\s+\d+\s+Receiver: (\d{1,9}) \("[^"]*" <(\d+)>\), .*\bLength: (\d+)(?:,|\s*$)/;
const LOCATION = /^LOCATION\s+(\d+)\s+Name: "P#(\d+)T#\d+"/;
const RECORD = /^[A-Z][A-Z0-9_]+\s/;
const RULE = /^(?:-+|=+.*=*)\s*$/;

/** The text that `otf2-print` makes of a trace (EZTrace, Score-P): who sent how much to whom. */
export const otf2Print: LineFormat = {
  kind: 'lines',
  id: 'otf2-print',
  name: 'otf2-print of a trace',
  looksFor: 'the line “=== OTF2-PRINT ===” over a table of events',
  help: {
    make: ['otf2-print trace.otf2 > events.txt'],
    reads:
      'The events of an OTF2 trace (EZTrace, Score-P) as text: bytes and messages of MPI_SEND and MPI_ISEND, added up by pair of ranks.',
    not: 'The binary trace itself, collectives, one-sided calls and the times of events.',
  },
  detect: ({ lines }: Sample): Detection | null => {
    const at = lines.findIndex((line) => line.trim() !== '');
    return HEAD.test((lines[at] ?? '').slice(0, 100))
      ? { why: `line ${at + 1} is the head of otf2-print`, tool: 'otf2-print', version: null }
      : null;
  },
  open: (sink) => new Otf2Reader(sink),
};

interface Sent {
  bytes: number;
  messages: number;
  line: number;
}

/** Adds up the sends of each location; which rank a location is, is said where it receives. */
class Otf2Reader implements LineReader {
  private run: number | null = null;
  private readonly ranks = new Map<string, number>();
  private readonly sent = new Map<string, Map<number, Sent>>();
  private cut = false;

  constructor(private readonly sink: Sink) {}

  line(text: string, number: number, open: boolean): LineClass {
    if (text.trim() === '') return 'skipped';
    if (HEAD.test(text) || COLUMNS.test(text) || RULE.test(text)) {
      this.run ??= this.sink.run({ kind: 'measured', line: number, started: null });
      return HEAD.test(text) || COLUMNS.test(text) ? 'understood' : 'skipped';
    }
    const send = open ? null : SEND.exec(text);
    if (send) {
      const [, location = '', rank, receiver = '', length] = send;
      this.ranks.set(receiver, Number(rank));
      this.add(location, Number(rank), Number(length), number);
      return 'understood';
    }
    const defined = LOCATION.exec(text);
    if (defined) {
      this.ranks.set(defined[1] ?? '', Number(defined[2]));
      return 'understood';
    }
    if (open) {
      this.cut = true;
      return 'unknown';
    }
    return RECORD.test(text) ? 'skipped' : 'unknown';
  }

  end(): void {
    const { run } = this;
    if (run === null) return;
    this.run = null;
    if (this.cut) this.sink.status(run, 'partial', 'The last event of the file is cut.');
    const ranks = new Set([...this.ranks.values()]);
    for (const rank of [...ranks].sort((p, q) => p - q)) this.sink.rank(run, rank, null, null);
    if (ranks.size > 0) this.sink.condition(run, KEY.ranks, String(ranks.size));
    if (this.sent.size === 0) {
      this.sink.problem(0, 'No event of this print is a send: there is no matrix in it.');
      return;
    }
    const series = this.sink.series({
      run,
      benchmark: 'application',
      metric: 'communication',
      better: 'none',
      unit: 'B',
      printedUnit: 'B',
      factor: 1,
      params: {},
    });
    let lost = 0;
    for (const [location, receivers] of this.sent)
      for (const [destination, { bytes, messages, line }] of receivers) {
        const source = this.ranks.get(location);
        if (source === undefined) lost += messages;
        else
          this.sink.traffic(
            series,
            {
              source,
              destination,
              call: 'MPI_Send, MPI_Isend',
              region: null,
              bytes,
              messages,
              seconds: null,
            },
            line,
          );
      }
    if (lost > 0) {
      this.sink.problem(
        0,
        `${lost} messages come from locations that receive nothing and are not defined in this print, so their rank is not known: print the definitions too (otf2-print -A).`,
      );
      this.sink.status(run, 'partial', `The senders of ${lost} messages are not known.`);
    }
  }

  private add(location: string, destination: number, bytes: number, line: number): void {
    let receivers = this.sent.get(location);
    if (!receivers) this.sent.set(location, (receivers = new Map<number, Sent>()));
    const held = receivers.get(destination);
    if (held) {
      held.bytes += bytes;
      held.messages++;
    } else receivers.set(destination, { bytes, messages: 1, line });
  }
}
