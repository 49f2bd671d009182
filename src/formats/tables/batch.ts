import type { MeasurementBatch } from '../format';

/** Numbers in one batch. */
const ROWS = 32_768;

/** Places that a plain batch can tell apart. */
export const PLAIN_PLACES = 256;

/** What both kinds of batch hold. */
class Numbers<Place extends Uint16Array | Uint8Array> {
  readonly series = new Int32Array(ROWS);
  readonly sizes = new Float64Array(ROWS);
  readonly value = new Float64Array(ROWS);
  readonly line = new Int32Array(ROWS);
  length = 0;

  constructor(readonly statistic: Place) {}

  add(series: number, size: number, statistic: number, value: number, line: number): void {
    const at = this.length++;
    this.series[at] = series;
    this.sizes[at] = size;
    this.statistic[at] = statistic;
    this.value[at] = value;
    this.line[at] = line;
  }
}

/** Numbers with their text. */
class Texts extends Numbers<Uint16Array> {
  readonly ends = new Int32Array(ROWS);
  used = 0;

  constructor(public printed: Uint8Array) {
    super(new Uint16Array(ROWS));
  }

  /** Takes the text of the number that is added next: `bytes` from `from` to `to`. */
  text(bytes: Uint8Array, from: number, to: number): void {
    let { used } = this;
    if (used + to - from > this.printed.length) this.grow(to - from);
    const { printed } = this;
    for (let i = from; i < to; i++) printed[used++] = bytes[i] ?? 0;
    this.ends[this.length] = used;
    this.used = used;
  }

  private grow(by: number): void {
    const larger = new Uint8Array(Math.max(this.printed.length * 2, this.used + by));
    larger.set(this.printed.subarray(0, this.used));
    this.printed = larger;
  }
}

/** Numbers whose text follows from the value, see `PlainBatch`. */
class Plains extends Numbers<Uint8Array> {
  readonly decimals = new Uint8Array(ROWS);

  constructor() {
    super(new Uint8Array(ROWS));
  }
}

/** Gathers numbers column by column and hands them on in batches. */
export class BatchBuilder {
  private texts: Texts | null = null;
  private plains: Plains | null = null;
  /** Given back by who had them. */
  private readonly free: Plains[] = [];
  private printedLength = ROWS * 12;
  private statistics: string[] = [];
  private places = new Map<string, number>();

  constructor(private readonly emit: (batch: MeasurementBatch) => void) {}

  /** The place of a statistic in the batches from now on. */
  place(statistic: string): number {
    let place = this.places.get(statistic);
    if (place === undefined) this.places.set(statistic, (place = this.statistics.push(statistic) - 1));
    return place;
  }

  /** Whether every statistic so far has a place in plain batches. */
  get takesPlain(): boolean {
    return this.statistics.length <= PLAIN_PLACES;
  }

  /** One number; `size` in bytes, NaN without one; its text is `bytes` from `from` to `to`. */
  add(
    series: number,
    size: number,
    statistic: number,
    value: number,
    line: number,
    bytes: Uint8Array,
    from: number,
    to: number,
  ): void {
    const texts = (this.texts ??= new Texts(new Uint8Array(this.printedLength)));
    texts.text(bytes, from, to);
    texts.add(series, size, statistic, value, line);
    if (texts.length === ROWS) this.flushTexts(texts);
  }

  /** One number whose text follows from the value and its decimals. */
  addPlain(
    series: number,
    size: number,
    statistic: number,
    value: number,
    line: number,
    decimals: number,
  ): void {
    const plains = (this.plains ??= this.free.pop() ?? new Plains());
    plains.decimals[plains.length] = decimals;
    plains.add(series, size, statistic, value, line);
    if (plains.length === ROWS) this.flushPlains(plains);
  }

  /** Hands on what is held. */
  flush(): void {
    if (this.texts) this.flushTexts(this.texts);
    if (this.plains) this.flushPlains(this.plains);
  }

  private flushTexts(texts: Texts): void {
    const { length, printed, used, ends, statistic } = texts;
    this.printedLength = printed.length;
    this.texts = null;
    this.emit({
      ...this.numbers(texts),
      statistic: statistic.subarray(0, length),
      printed: printed.subarray(0, used),
      printedEnds: ends.subarray(0, length),
    });
  }

  private flushPlains(plains: Plains): void {
    const { length, decimals, statistic } = plains;
    this.plains = null;
    this.emit({
      ...this.numbers(plains),
      statistic: statistic.subarray(0, length),
      decimals: decimals.subarray(0, length),
      giveBack: () => {
        plains.length = 0;
        this.free.push(plains);
      },
    });
  }

  private numbers({ length, series, sizes, value, line }: Numbers<Uint16Array | Uint8Array>) {
    return {
      length,
      series: series.subarray(0, length),
      bytes: sizes.subarray(0, length),
      statistics: [...this.statistics],
      value: value.subarray(0, length),
      line: line.subarray(0, length),
    };
  }
}

/** What was printed of each number of a batch; `factor` = that of a series. */
export function printedTexts(batch: MeasurementBatch, factor: (series: number) => number): string[] {
  const decoder = new TextDecoder();
  return Array.from(batch.value, (value, i) =>
    'decimals' in batch
      ? (value / factor(batch.series[i] ?? -1)).toFixed(batch.decimals[i])
      : decoder.decode(batch.printed.subarray(batch.printedEnds[i - 1] ?? 0, batch.printedEnds[i])),
  );
}
