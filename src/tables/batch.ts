import type { MeasurementBatch } from '../formats/format';

/** Numbers in one batch. */
const ROWS = 32_768;

/** Gathers numbers column by column, with their printed text as bytes, and hands them on in batches. */
export class BatchBuilder {
  private series = new Int32Array(ROWS);
  private sizes = new Float64Array(ROWS);
  private statistic = new Uint16Array(ROWS);
  private value = new Float64Array(ROWS);
  private line = new Int32Array(ROWS);
  private ends = new Int32Array(ROWS);
  private printed = new Uint8Array(ROWS * 12);
  private statistics: string[] = [];
  private places = new Map<string, number>();
  private length = 0;
  private used = 0;

  constructor(private readonly emit: (batch: MeasurementBatch) => void) {}

  /** The place of a statistic in the batches from now on. */
  place(statistic: string): number {
    let place = this.places.get(statistic);
    if (place === undefined) this.places.set(statistic, (place = this.statistics.push(statistic) - 1));
    return place;
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
    const at = this.length;
    let used = this.used;
    if (used + to - from > this.printed.length) this.grow(to - from);
    const { printed } = this;
    for (let i = from; i < to; i++) printed[used++] = bytes[i] ?? 0;
    this.series[at] = series;
    this.sizes[at] = size;
    this.statistic[at] = statistic;
    this.value[at] = value;
    this.line[at] = line;
    this.ends[at] = used;
    this.used = used;
    if (++this.length === ROWS) this.flush();
  }

  /** Hands on what is held. */
  flush(): void {
    const { length } = this;
    if (length === 0) return;
    this.emit({
      length,
      series: this.series.subarray(0, length),
      bytes: this.sizes.subarray(0, length),
      statistics: [...this.statistics],
      statistic: this.statistic.subarray(0, length),
      value: this.value.subarray(0, length),
      line: this.line.subarray(0, length),
      printed: this.printed.subarray(0, this.used),
      printedEnds: this.ends.subarray(0, length),
    });
    this.series = new Int32Array(ROWS);
    this.sizes = new Float64Array(ROWS);
    this.statistic = new Uint16Array(ROWS);
    this.value = new Float64Array(ROWS);
    this.line = new Int32Array(ROWS);
    this.ends = new Int32Array(ROWS);
    this.printed = new Uint8Array(this.printed.length);
    this.length = 0;
    this.used = 0;
  }

  private grow(by: number): void {
    const larger = new Uint8Array(Math.max(this.printed.length * 2, this.used + by));
    larger.set(this.printed.subarray(0, this.used));
    this.printed = larger;
  }
}
