import type { Detection, LineClass, LineFormat, LineReader, Sample, Sink } from '../format';

const HEAD = /^#\s*region\s+irank\s+jrank\s+data_tot\s+data_tx\s+data_rx\s+nmsg_tx\s+nmsg_rx\s*$/;
const ROW = /^(\S+) (\d{1,9}) (\d{1,9}) (\S+) (\S+) (\S+) (\S+) (\S+)\s*$/;
const NUMBER = /^\d+(?:\.\d*)?(?:[eE][+-]?\d+)?$/;

/** `map_data.txt` of an IPM report page: pairs of ranks with what each sent the other. */
export const mapData: LineFormat = {
  kind: 'lines',
  id: 'ipm-map-data',
  name: 'IPM map_data.txt',
  looksFor: 'the head “# region irank jrank data_tot data_tx data_rx nmsg_tx nmsg_rx”',
  help: {
    make: [
      'LD_PRELOAD=/path/to/libipm.so IPM_REPORT=full IPM_LOG=full mpirun -np 64 ./app',
      'ipm_parse -html PROFILE.ipm.xml',
    ],
    reads:
      'Bytes and messages between each pair of ranks, by region, in both directions, from map_data.txt in the folder of the report.',
    not: 'The pages and pictures of the report.',
  },
  detect: ({ lines }: Sample): Detection | null => {
    const at = lines.findIndex((line) => HEAD.test(line.slice(0, 200)));
    return at < 0
      ? null
      : { why: `line ${at + 1} is the head of IPM's map of pairs`, tool: 'IPM', version: null };
  },
  open: (sink) => new MapDataReader(sink),
};

/** One row holds both directions of a pair; irank > jrank. */
class MapDataReader implements LineReader {
  private run: number | null = null;
  private readonly series = new Map<string, number>();
  private readonly ranks = new Set<number>();

  constructor(private readonly sink: Sink) {}

  line(text: string, number: number, open: boolean): LineClass {
    if (text.trim() === '') return 'skipped';
    if (HEAD.test(text)) {
      this.end();
      this.run = this.sink.run({ kind: 'measured', line: number, started: null });
      return 'understood';
    }
    const { run } = this;
    const row = ROW.exec(text);
    const [, region = '', i, j, , sent, received, sends, receives] = row ?? [];
    const numbers = [sent, received, sends, receives];
    if (run === null || !row || open || !numbers.every((cell) => NUMBER.test(cell ?? ''))) {
      if (run !== null && row) this.cut(number, open);
      return 'unknown';
    }
    const pairs = [
      [Number(i), Number(j), sent, sends],
      [Number(j), Number(i), received, receives],
    ] as const;
    for (const [source, destination, bytes, messages] of pairs) {
      this.known(run, source);
      if (Number(messages) === 0 && Number(bytes) === 0) continue;
      this.sink.traffic(
        this.seriesOf(run, region),
        {
          source,
          destination,
          call: null,
          region,
          bytes: Number(bytes),
          messages: Number(messages),
          seconds: null,
        },
        number,
      );
    }
    return 'understood';
  }

  end(): void {
    if (this.run !== null && this.series.size === 0)
      this.sink.status(this.run, 'failed', 'The map has no pair of ranks.');
    this.run = null;
    this.series.clear();
    this.ranks.clear();
  }

  private cut(line: number, open: boolean): void {
    this.sink.problem(
      line,
      open
        ? 'The file ends in this row: it is passed over.'
        : 'A number is missing in this row: it is passed over.',
    );
    if (this.run !== null) this.sink.status(this.run, 'partial', `Row at line ${line} is not whole.`);
  }

  /** Ranks that appear nowhere are not known to the map, and are missing in the matrix. */
  private known(run: number, rank: number): void {
    if (this.ranks.has(rank)) return;
    this.ranks.add(rank);
    this.sink.rank(run, rank, null, null);
  }

  private seriesOf(run: number, region: string): number {
    let series = this.series.get(region);
    if (series === undefined) {
      series = this.sink.series({
        run,
        benchmark: 'application',
        metric: 'communication',
        better: 'none',
        unit: 'B',
        printedUnit: 'B',
        factor: 1,
        params: { region, sizes: 'rounded down by IPM to 3 significant bits' },
      });
      this.series.set(region, series);
    }
    return series;
  }
}
