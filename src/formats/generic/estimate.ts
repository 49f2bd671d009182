import { KEY, type SeriesParams, type Unit } from '../../model/vocabulary';
import { isNumber, scanCells } from '../text/cells';
import type { Detection, LineClass, LineFormat, LineReader, Sample, Sink } from '../format';
import { LINE_LIMIT } from '../text/lines';

/** An estimate of the congestion of a fabric, kept as a simulated run. `docs/congestion.md` describes the text. */
export const estimate: LineFormat = {
  kind: 'lines',
  id: 'estimate',
  name: 'Fabriscope estimate',
  looksFor: 'the line “# Fabriscope estimate 1”',
  help: {
    make: [],
    reads:
      'What “Keep as a run” in the tab Congestion keeps: the setting, figures, pairs by congestion, means of patterns, and all pairs of a schedule.',
    not: 'Estimates of a newer Fabriscope.',
  },
  detect: detectEstimate,
  readLength: LINE_LIMIT,
  open: (sink) => new EstimateReader(sink),
};

const HEAD = /^# Fabriscope estimate (\d{1,4})$/;
/** Most ranks of a kept matrix. */
export const MOST_KEPT_RANKS = 2048;

function detectEstimate({ lines }: Sample): Detection | null {
  const version = HEAD.exec(lines[0]?.slice(0, 60) ?? '')?.[1];
  if (version === undefined) return null;
  return { why: `line 1 says “# Fabriscope estimate ${version}”`, tool: 'Fabriscope estimate', version };
}

const BENCHMARK = 'congestion estimate';

class EstimateReader implements LineReader {
  private run = -1;
  private tooNew = false;
  private ended = false;
  private readonly series = new Map<string, number>();
  private ranks = 0;
  private matrix = -1;
  private readonly rows = new Set<number>();
  private half: string | null = null;

  constructor(private readonly sink: Sink) {}

  line(text: string, number: number, open: boolean): LineClass {
    if (text.trim() === '') return 'skipped';
    // Every line ends with a line feed: one without is cut, perhaps within a number.
    if (open && text !== 'end' && this.run >= 0) return 'unknown';
    const version = HEAD.exec(text)?.[1];
    if (version !== undefined) return this.begin(version, number);
    if (this.run < 0 || this.tooNew) return 'unknown';
    if (text === 'end') {
      this.ended = true;
      return 'understood';
    }
    const note = /^# ([a-z ]{1,30}): (.{1,400})$/.exec(text.slice(0, 450));
    if (note) return this.note(note[1] ?? '', note[2] ?? '');
    const comma = text.indexOf(',');
    const rest = text.slice(comma + 1);
    switch (text.slice(0, comma)) {
      case 'figure':
        return this.figure(rest, number);
      case 'flows':
        return this.flows(rest, number);
      case 'pattern':
        return this.value(this.of('mean of a pattern', 'ratio'), 'value', rest, number);
      case 'matrix':
        return this.begins(rest);
      case 'row':
        return this.row(text, rest, number);
      default:
        return 'unknown';
    }
  }

  end(): void {
    if (this.run < 0) return;
    const missing = this.matrix < 0 ? 0 : this.wanted() - this.rows.size;
    if (this.tooNew) this.sink.status(this.run, 'failed', 'This estimate is of a newer Fabriscope.');
    else if (!this.ended || missing > 0)
      this.sink.status(this.run, 'partial', 'The file is cut: its last lines are missing.');
    else if (this.half !== null) this.sink.status(this.run, 'partial', this.half);
  }

  private begin(version: string, number: number): LineClass {
    if (this.run >= 0) return 'unknown';
    this.run = this.sink.run({ kind: 'simulated', line: number, started: null });
    this.tooNew = version !== '1';
    return 'understood';
  }

  private note(key: string, value: string): LineClass {
    const patterns = /^(\d{1,7}) of (\d{1,7})$/.exec(value);
    if (key === 'cancelled after patterns' && patterns) {
      this.half = `The estimate was ended after ${patterns[1] ?? ''} of ${patterns[2] ?? ''} patterns.`;
      return 'understood';
    }
    if (key === 'hosts') this.sink.condition(this.run, KEY.nodes, value);
    else if (key === 'fabric') {
      this.sink.condition(this.run, KEY.system, value);
      this.sink.condition(this.run, key, value);
    } else this.sink.condition(this.run, key, value);
    return 'understood';
  }

  /** The series of a metric; `better` is higher for shares. */
  private of(metric: string, unit: Unit, params: SeriesParams = {}): number {
    let held = this.series.get(metric);
    if (held === undefined) {
      const better = unit === 'ratio' ? 'higher' : 'none';
      const start = { run: this.run, benchmark: BENCHMARK, metric, better, unit, params } as const;
      held = this.sink.series({ ...start, printedUnit: unit, factor: 1 });
      this.series.set(metric, held);
    }
    return held;
  }

  private value(series: number, statistic: string, printed: string, line: number): LineClass {
    if (!isNumber(printed)) return 'unknown';
    this.sink.measurement(series, null, statistic, Number(printed), printed, line);
    return 'understood';
  }

  private figure(rest: string, line: number): LineClass {
    const [, name, unit, printed] = /^([^,]{1,60}),(ratio|count),(\S{1,30})$/.exec(rest) ?? [];
    if (name === undefined || unit === undefined || printed === undefined || !isNumber(printed))
      return 'unknown';
    return this.value(this.of(name, unit), 'value', printed, line);
  }

  private flows(rest: string, line: number): LineClass {
    const [, c, printed] = /^(\d{1,7}),(\d{1,15})$/.exec(rest) ?? [];
    if (c === undefined || printed === undefined) return 'unknown';
    return this.value(this.of('pairs by congestion', 'count'), `c = ${c}`, printed, line);
  }

  private begins(rest: string): LineClass {
    const [, layout, schedule, count] =
      /^(source|shift),(none|shift|half forward),(\d{1,6})$/.exec(rest) ?? [];
    const ranks = Number(count);
    if (layout === undefined || this.matrix >= 0 || ranks < 2 || ranks > MOST_KEPT_RANKS) return 'unknown';
    if ((layout === 'shift') !== (schedule === 'half forward') || (layout === 'shift' && ranks % 2 === 1))
      return 'unknown';
    this.ranks = ranks;
    this.matrix = this.sink.matrix({
      series: this.of('share', 'ratio'),
      axis: 'rank',
      layout: layout === 'shift' ? 'shift' : 'source',
      ranks,
      measuredAt: null,
      statistic: 'value',
      bytes: null,
      concurrency: 'at once',
      schedule: schedule === 'shift' ? 'shift' : schedule === 'half forward' ? 'half forward' : null,
    });
    this.halves = layout === 'shift';
    return 'understood';
  }

  private halves = false;

  /** Rows of the matrix, and cells of a row: half of the ranks send in a test of shifts. */
  private wanted(): number {
    return this.halves ? this.ranks / 2 : this.ranks;
  }

  private row(text: string, rest: string, line: number): LineClass {
    const place = /^(\d{1,6}),/.exec(rest.slice(0, 8))?.[1];
    const row = Number(place);
    if (this.matrix < 0 || place === undefined || row >= this.wanted() || this.rows.has(row))
      return 'unknown';
    const values = new Float32Array(this.wanted());
    const scan = scanCells(text, 'row,'.length + place.length + 1, ',', 1, values);
    if (scan.cells !== this.wanted() || scan.texts > 0) return 'unknown';
    this.rows.add(row);
    this.sink.matrixRow(this.matrix, row, values, line);
    return 'understood';
  }
}
