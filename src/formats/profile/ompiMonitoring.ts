import type { Detection, LineClass, LineFormat, LineReader, Sample, Sink } from '../format';

const ROW =
  /^([EISRC])\t(\d{1,9})\t(\d{1,9})\t(\d{1,18}) bytes\t(\d{1,18}) msgs (?:sent|received)(?:\t|\s*$)/;
/** What the columns of a row hold, for one that is none. */
const ROW_COLUMNS = [
  [/^[EISRC]$/, 'a letter'],
  [/^\d{1,9}$/, 'a rank'],
  [/^\d{1,9}$/, 'a rank'],
  [/^\d{1,18} bytes$/, 'bytes, such as “100 bytes”'],
  [/^\d{1,18} msgs (?:sent|received)\s*$/, 'messages, such as “5 msgs sent”'],
] as const;
const COMMUNICATOR = /^D\t[^\t]*\tprocs: /;
const OWN = /^(?:O2A|A2O|A2A)\t(\d{1,9})\t\d+ bytes\t\d+ msgs sent\s*$/;
const HEAD = /^# (POINT TO POINT|OSC|COLLECTIVES)\s*$/;

/** What a row is: the letter in front of it, as Open MPI's monitoring documents it. */
const CALLS: Readonly<Record<string, string>> = {
  E: 'point to point',
  I: 'inside collectives',
  S: 'one-sided put',
  R: 'one-sided get',
  C: 'collective, as called',
};

/** Dumps of Open MPI's monitoring components (`pml_monitoring_filename`), of one rank or of several put together. */
export const ompiMonitoring: LineFormat = {
  kind: 'lines',
  id: 'ompi-monitoring',
  name: 'Open MPI monitoring',
  looksFor: 'the head “# POINT TO POINT” over rows such as “E⇥0⇥1⇥29568 bytes⇥41 msgs sent”',
  help: {
    make: [
      'mpirun -np 64 --mca pml_monitoring_enable 2 --mca pml_monitoring_enable_output 3 --mca pml_monitoring_filename prof ./app',
    ],
    reads:
      'One .prof file per rank; drop all of a folder: bytes and messages from each rank to each other, those of collectives and of one-sided calls apart.',
    not: 'The histogram of message sizes and the lists of communicators.',
  },
  detect: detectMonitoring,
  open: (sink) => new MonitoringReader(sink),
};

function detectMonitoring({ lines }: Sample): Detection | null {
  const at = lines.findIndex((line) => line.trim() !== '');
  const head = HEAD.exec((lines[at] ?? '').slice(0, 100));
  if (!head || !lines.some((line) => ROW.test(line.slice(0, 200)) || OWN.test(line.slice(0, 200))))
    return null;
  return {
    why: `line ${at + 1} is the head of a monitoring dump: “# ${head[1] ?? ''}”`,
    tool: 'Open MPI monitoring',
    version: null,
  };
}

/** The first column of a row that is not as it must be. */
function wrongIn(text: string): string {
  const cells = text.split('\t');
  const at = ROW_COLUMNS.findIndex(([wanted], i) => !wanted.test(cells[i] ?? ''));
  const [, what] = ROW_COLUMNS[at] ?? ROW_COLUMNS[0];
  return `Column ${at + 1}: “${(cells[at] ?? '').slice(0, 40)}” in place of ${what}`;
}

/**
 * True traffic is E + I. C describes collectives as a flat algorithm would send them, the same bytes once more: it
 * becomes a series of its own.
 */
class MonitoringReader implements LineReader {
  private run: number | null = null;
  private traffic: number | null = null;
  private collective: number | null = null;
  private section = '';
  private readonly ranks = new Set<number>();
  private rank: number | null = null;

  constructor(private readonly sink: Sink) {}

  line(text: string, number: number, open: boolean): LineClass {
    if (text.trim() === '') return 'skipped';
    const head = HEAD.exec(text);
    if (head) {
      this.section = head[1] ?? '';
      if (this.section === 'POINT TO POINT') this.rank = null;
      this.run ??= this.sink.run({ kind: 'measured', line: number, started: null });
      return 'understood';
    }
    const row = ROW.exec(text);
    if (row && !(open && !text.endsWith('\t'))) {
      const [, kind = '', rank, peer, bytes, messages] = row;
      const run = this.of(Number(rank), number);
      const [source, destination] =
        kind === 'R' ? [Number(peer), Number(rank)] : [Number(rank), Number(peer)];
      this.sink.traffic(
        this.seriesOf(run, kind),
        {
          source,
          destination,
          call: CALLS[kind] ?? kind,
          region: null,
          bytes: Number(bytes),
          messages: Number(messages),
          seconds: null,
        },
        number,
      );
      return 'understood';
    }
    const own = OWN.exec(text);
    if (own) {
      this.of(Number(own[1]), number);
      return 'understood';
    }
    if (COMMUNICATOR.test(text)) return 'understood';
    if (this.run === null) return 'unknown';
    if (open) {
      this.sink.problem(number, 'The file ends in this row: it is passed over.');
      this.sink.status(this.run, 'partial', 'The last row of the file is cut.');
    } else if (/^[EISRC]\t/.test(text)) {
      const what = wrongIn(text);
      this.sink.problem(number, `${what}: the row is passed over.`);
      this.sink.status(this.run, 'partial', `Rows are missing, the first on line ${number}.`);
    }
    return 'unknown';
  }

  end(): void {
    if (this.run !== null && this.section !== 'COLLECTIVES')
      this.sink.status(
        this.run,
        'partial',
        `The dump ends in the section “${this.section}”: it is cut short.`,
      );
    this.run = null;
  }

  /** The run of a rank's rows. A rank whose dump begins a second time belongs to another run in the same file. */
  private of(rank: number, line: number): number {
    if (rank !== this.rank) {
      if (this.ranks.has(rank) && this.rank === null) {
        this.run = this.sink.run({ kind: 'measured', line, started: null });
        this.traffic = this.collective = null;
        this.ranks.clear();
      }
      this.rank = rank;
      this.run ??= this.sink.run({ kind: 'measured', line, started: null });
      if (!this.ranks.has(rank)) this.sink.rank(this.run, rank, null, null);
      this.ranks.add(rank);
    }
    return this.run ?? this.sink.run({ kind: 'measured', line, started: null });
  }

  private seriesOf(run: number, kind: string): number {
    const start = (params: Record<string, string>) =>
      this.sink.series({
        run,
        benchmark: 'application',
        metric: 'communication',
        better: 'none',
        unit: 'B',
        printedUnit: 'bytes',
        factor: 1,
        params,
      });
    if (kind === 'C') return (this.collective ??= start({ traffic: 'collectives as called, counted again' }));
    return (this.traffic ??= start({ traffic: 'point to point and inside collectives' }));
  }
}
