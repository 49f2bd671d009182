import type { BatchSink, LineClass } from '../format';
import { BatchBuilder, PLAIN_PLACES } from './batch';
import { KeyTable, Occurrences } from './groups';
import { cellText, isSize, numberParser, saysNothing, sizeParser, type NumberParser } from './numbers';
import {
  groupCells,
  HostNumbers,
  meanings,
  planOf,
  settingsText,
  type ValueMeaning,
  type MappingPlan,
} from './plan';
import type { Mapping } from './mapping';
import { ENDS_LIMIT, type PairBlock, type TablePairs } from './pairs';
import type { RecordCells } from './records';
import type { NumberStyle } from './types';

/** Most runs, series and numbers of one file: what the engine and the views can hold. */
export const RUN_LIMIT = 10_000;
export const SERIES_LIMIT = 500_000;
export const VALUE_LIMIT = 20_000_000;

/** Bad cells told one by one; the rest is counted. */
const TOLD = 1000;

/** What the rows of a table are put into. */
export type RowsSink = Pick<
  BatchSink,
  'run' | 'condition' | 'series' | 'statistic' | 'measurements' | 'problem'
>;

/** Rows that differ in values, message size and sample number at most. */
interface Group {
  meanings: readonly ValueMeaning[];
  /** Places of the statistics in the batches. */
  statistics: Uint16Array;
  factors: Float64Array;
  occurrences: Occurrences | null;
  /** Series of each value column, by repeat; −1 = not begun. */
  repeats: Int32Array[];
  /** In a table of pairs: the pairs of each message size. */
  pairs: Map<number, PairBlock>;
}

/**
 * Turns the rows of a table into runs, series and numbers as a mapping says. Each different combination of conditions
 * is a run; a row that agrees with an earlier one in all but its values is a repeat, and each repeat is a run of its
 * own. Rows with two ends go to `pairs` where that is given. Memory grows with runs and series, not with rows. Cells that
 * are no numbers are told and missing.
 */
export class MappedRows {
  private readonly plan: MappingPlan;
  private readonly parse: NumberParser;
  private readonly parseSize: NumberParser;
  private readonly keys = new KeyTable(SERIES_LIMIT);
  private readonly groups: Group[] = [];
  private readonly runs = new Map<string, number>();
  private readonly series = new Map<string, number>();
  private readonly hosts = new HostNumbers();
  private readonly batch: BatchBuilder;
  private readonly empty: { count: number; line: number }[];
  private readonly at: Int32Array;
  private readonly sizes: Float64Array;
  private readonly keyAt: Int32Array;
  private told = 0;
  private untold = 0;
  private values = 0;
  private full = false;

  constructor(
    mapping: Mapping,
    names: readonly string[],
    style: NumberStyle,
    private readonly sink: RowsSink,
    private readonly pairs: TablePairs | null = null,
  ) {
    const plan = (this.plan = planOf(mapping, names));
    this.parse = numberParser(style);
    this.parseSize = sizeParser(style, plan.sizeFactor);
    this.batch = new BatchBuilder((batch) => sink.measurements(batch));
    this.empty = plan.values.map(() => ({ count: 0, line: 0 }));
    this.at = Int32Array.from(plan.values, ({ at }) => at);
    this.sizes = Float64Array.from(plan.values, ({ bytes }) => bytes ?? -1);
    this.keyAt = Int32Array.from(plan.keys, ({ at }) => at);
  }

  /** Places of the columns whose cells are looked at. */
  get used(): ReadonlySet<number> {
    const { values, keys, size, source, destination } = this.plan;
    return new Set([...[...values, ...keys].map(({ at }) => at), size, source, destination]);
  }

  /** Runs begun so far. */
  get runCount(): number {
    return this.runs.size;
  }

  /** Whether a limit is reached, so that no more rows are read. */
  get isFull(): boolean {
    return this.full;
  }

  /** Reads one row and says what became of it. */
  row(cells: RecordCells): LineClass {
    if (cells.damaged || cells.count !== this.plan.names.length) {
      const reason = this.misfit(cells);
      if (reason !== null) {
        this.tell(cells.line, reason);
        return 'unknown';
      }
    }
    if (this.full) return 'unknown';
    const { bytes, starts, ends } = cells;
    let size = Number.NaN;
    const sizeAt = this.plan.size;
    if (sizeAt >= 0) {
      size = this.parseSize(bytes, starts[sizeAt] ?? 0, ends[sizeAt] ?? 0);
      if (Number.isNaN(size)) {
        const text = cellText(bytes, starts[sizeAt] ?? 0, ends[sizeAt] ?? 0);
        if (this.isHeader(cells)) return 'skipped';
        if (!saysNothing(text)) {
          this.tell(
            cells.line,
            `Column “${this.plan.names[sizeAt] ?? ''}”: “${text.slice(0, 60)}” is no message size. The row is not read.`,
          );
          return 'unknown';
        }
      }
    }
    const group = this.group(cells);
    if (!group) return 'unknown';
    if (this.pairs) return this.takePair(cells, group, size, this.pairs);
    return this.take(cells, group, size, group.occurrences === null ? 0 : group.occurrences.next(size));
  }

  /** For each column of the table, 1 where its cells are numbers: values and message sizes. */
  get numericColumns(): Uint8Array {
    const { values, size, names } = this.plan;
    return Uint8Array.from(names, (_, i) => (i === size || values.some(({ at }) => at === i) ? 1 : 0));
  }

  /**
   * Reads a row whose numeric columns hold plain numbers, as `PlainBatch` says: `numbers` with so many `decimals`, by
   * column. False where it was not read, which `row` is to be asked for then.
   */
  plainRow(cells: RecordCells, numbers: Float64Array, decimals: Uint8Array): boolean {
    if (this.full) return false;
    const { at, sizes, plan } = this;
    let size = Number.NaN;
    if (plan.size >= 0) {
      size = (numbers[plan.size] ?? Number.NaN) * plan.sizeFactor;
      if (!isSize(size)) return false;
    }
    const group = this.group(cells);
    if (!group || !this.batch.takesPlain) return false;
    const repeat = group.occurrences === null ? 0 : group.occurrences.next(size);
    let series = group.repeats[repeat];
    if (!series) group.repeats[repeat] = series = new Int32Array(at.length).fill(-1);
    const { line } = cells;
    for (let i = 0; i < at.length; i++) {
      let id = series[i] ?? -1;
      if (id < 0) {
        id = this.begin(group, i, repeat, line);
        if (id < 0) return false;
        series[i] = id;
      }
      const column = at[i] ?? 0;
      const own = sizes[i] ?? -1;
      const value = (numbers[column] ?? Number.NaN) * (group.factors[i] ?? 1);
      const statistic = group.statistics[i] ?? 0;
      this.batch.addPlain(id, own < 0 ? size : own, statistic, value, line, decimals[column] ?? 0);
    }
    this.values += at.length;
    if (this.values > VALUE_LIMIT) this.stop(line, `more than ${VALUE_LIMIT} numbers`);
    return true;
  }

  /** Hands on what is held, and says what is only known at the end; matrices of pairs follow, which takes its time. */
  end(): Promise<void> | undefined {
    this.batch.flush();
    this.empty.forEach(({ count, line }, i) => {
      if (count === 0) return;
      const cells = count === 1 ? '1 cell is' : `${count} cells are`;
      const first = count === 1 ? '' : ', this being the first';
      this.sink.problem(
        line,
        `Column “${this.plan.values[i]?.name ?? ''}”: ${cells} empty${first}. What is empty is missing, not zero.`,
      );
    });
    if (this.untold > 0)
      this.sink.problem(
        0,
        `${this.untold} more rows or cells could not be read; the first ${TOLD} are told.`,
      );
    return this.pairs?.emit();
  }

  private take(cells: RecordCells, group: Group, size: number, repeat: number): LineClass {
    const { bytes, starts, ends, line } = cells;
    const { at, sizes } = this;
    let series = group.repeats[repeat];
    if (!series) group.repeats[repeat] = series = new Int32Array(at.length).fill(-1);
    let read = 0;
    let bad = 0;
    for (let i = 0; i < at.length; i++) {
      let from = starts[at[i] ?? 0] ?? 0;
      let to = ends[at[i] ?? 0] ?? 0;
      const value = this.parse(bytes, from, to);
      if (Number.isNaN(value)) {
        if (this.missing(cells, i, cellText(bytes, from, to))) continue;
        if (this.isHeader(cells)) return 'skipped';
        bad++;
        continue;
      }
      let id = series[i] ?? -1;
      if (id < 0) {
        id = this.begin(group, i, repeat, line);
        if (id < 0) return 'unknown';
        series[i] = id;
      }
      while ((bytes[from] ?? 0) <= 32) from++;
      while ((bytes[to - 1] ?? 0) <= 32) to--;
      const own = sizes[i] ?? -1;
      this.batch.add(
        id,
        own < 0 ? size : own,
        group.statistics[i] ?? 0,
        value * (group.factors[i] ?? 1),
        line,
        bytes,
        from,
        to,
      );
      read++;
    }
    if (bad > 0) this.tellBad(cells);
    this.values += read;
    if (this.values > VALUE_LIMIT) this.stop(line, `more than ${VALUE_LIMIT} numbers`);
    return read > 0 || bad === 0 ? 'understood' : 'unknown';
  }

  private takePair(cells: RecordCells, group: Group, size: number, pairs: TablePairs): LineClass {
    const { bytes, starts, ends, line } = cells;
    const { at, sizes, plan } = this;
    const first = this.parse(bytes, starts[at[0] ?? 0] ?? 0, ends[at[0] ?? 0] ?? 0);
    if (Number.isNaN(first) && this.isHeader(cells)) return 'skipped';
    const source = pairs.end(cells, plan.source);
    const destination = pairs.end(cells, plan.destination);
    if (source < 0 || destination < 0) {
      if (source === -1 || destination === -1) this.stop(line, `more than ${ENDS_LIMIT} ends of pairs`);
      else this.tell(line, 'One end of the pair is empty: the row is not read.');
      return 'unknown';
    }
    let block = group.pairs.get(size);
    if (!block) {
      const of = Array.from(sizes, (own) => (own >= 0 ? own : Number.isNaN(size) ? null : size));
      group.pairs.set(size, (block = pairs.block(of)));
    }
    block.row(source, destination, line);
    let read = 0;
    let bad = 0;
    for (let i = 0; i < at.length; i++) {
      const from = starts[at[i] ?? 0] ?? 0;
      const to = ends[at[i] ?? 0] ?? 0;
      const value = this.parse(bytes, from, to);
      if (Number.isNaN(value)) {
        if (!this.missing(cells, i, cellText(bytes, from, to))) bad++;
        continue;
      }
      if (!block.series[i]) {
        const series = this.begin(group, i, 0, line);
        const meaning = group.meanings[i];
        if (series < 0 || !meaning) return 'unknown';
        block.series[i] = { series, run: this.run(meaning, 0, line), statistic: meaning.statistic };
      }
      block.value(i, value * (group.factors[i] ?? 1));
      read++;
    }
    if (bad > 0) this.tellBad(cells);
    this.values += read;
    if (this.values > VALUE_LIMIT) this.stop(line, `more than ${VALUE_LIMIT} numbers`);
    return read > 0 || bad === 0 ? 'understood' : 'unknown';
  }

  /** Why a row cannot be read as it is cut, or null when it can: cells too many are all empty. */
  private misfit(cells: RecordCells): string | null {
    if (cells.damaged) return 'Text follows a closing quote: the row is not read.';
    const width = this.plan.names.length;
    let extra = cells.count > width;
    for (let i = width; i < cells.count && extra; i++)
      extra = i < cells.starts.length && (cells.ends[i] ?? 0) <= (cells.starts[i] ?? 0);
    if (extra) return null;
    return `The row has ${cells.count} cells where the table has ${width} columns: it is not read.`;
  }

  private group(cells: RecordCells): Group | null {
    const found = this.keys.find(cells, this.keyAt);
    if (found < 0) {
      this.stop(cells.line, `more than ${SERIES_LIMIT} different combinations`);
      return null;
    }
    return this.groups[found] ?? this.addGroup(cells, found);
  }

  private addGroup(cells: RecordCells, at: number): Group {
    const { bytes, starts, ends, line } = cells;
    const said = groupCells(
      this.plan,
      (column) => cellText(bytes, starts[column] ?? 0, ends[column] ?? 0),
      this.hosts,
      (text) => this.tell(line, text),
    );
    const meant = meanings(this.plan, said);
    const group: Group = {
      meanings: meant,
      statistics: Uint16Array.from(meant, ({ statistic }) => this.batch.place(statistic)),
      factors: Float64Array.from(meant, ({ factor }) => factor),
      occurrences: this.plan.samples || this.pairs ? null : new Occurrences(),
      repeats: [],
      pairs: new Map(),
    };
    this.groups[at] = group;
    return group;
  }

  /** The series of a value column, begun if need be; −1 when there are too many. */
  private begin(group: Group, column: number, repeat: number, line: number): number {
    const meaning = group.meanings[column];
    if (!meaning) return -1;
    const { benchmark, metric, better, unit, printedUnit, factor, params } = meaning;
    const run = this.run(meaning, repeat, line);
    if (run < 0) return -1;
    const key = JSON.stringify([run, benchmark, metric, better, printedUnit, settingsText(params)]);
    let id = this.series.get(key);
    if (id === undefined) {
      if (this.series.size >= SERIES_LIMIT) return this.stop(line, `more than ${SERIES_LIMIT} series`);
      id = this.sink.series({ run, benchmark, metric, better, unit, printedUnit, factor, params });
      this.series.set(key, id);
    }
    const place = group.statistics[column] ?? 0;
    if (!this.pairs && place < PLAIN_PLACES) this.sink.statistic(id, place, meaning.statistic);
    return id;
  }

  private run({ conditions }: ValueMeaning, repeat: number, line: number): number {
    const key = `${repeat} ${settingsText(conditions)}`;
    let run = this.runs.get(key);
    if (run === undefined) {
      if (this.runs.size >= RUN_LIMIT)
        return this.stop(
          line,
          `more than ${RUN_LIMIT} runs (different conditions and repeats); a column that numbers samples should have that role`,
        );
      run = this.sink.run({ kind: this.plan.mapping.kind, line, started: null });
      this.runs.set(key, run);
      for (const [name, value] of Object.entries(conditions)) this.sink.condition(run, name, value);
    }
    return run;
  }

  private stop(line: number, what: string): -1 {
    if (!this.full) this.sink.problem(line, `Not read from here on: the table gives ${what}.`);
    this.full = true;
    return -1;
  }

  /** Whether a cell says that there is no number; counts it. */
  private missing(cells: RecordCells, column: number, text: string): boolean {
    if (!saysNothing(text)) return false;
    const empty = this.empty[column];
    if (empty) {
      if (empty.count === 0) empty.line = cells.line;
      empty.count++;
    }
    return true;
  }

  /** Whether a row is the header once more, as in files that were put together. */
  private isHeader({ bytes, starts, ends }: RecordCells): boolean {
    return this.plan.names.every((name, i) => {
      const text = cellText(bytes, starts[i] ?? 0, ends[i] ?? 0).replace(/\s+/g, ' ');
      const unnamed = name === `column ${i + 1}` && text === '';
      return text === name || unnamed || (text !== '' && name.startsWith(`${text} (`));
    });
  }

  private tellBad({ bytes, starts, ends, line }: RecordCells): void {
    this.plan.values.forEach(({ at, name }) => {
      const text = cellText(bytes, starts[at] ?? 0, ends[at] ?? 0);
      if (saysNothing(text) || !Number.isNaN(this.parse(bytes, starts[at] ?? 0, ends[at] ?? 0))) return;
      this.tell(line, `Column “${name}”: “${text.slice(0, 60)}” is no number: it is missing.`);
    });
  }

  private tell(line: number, text: string): void {
    if (this.told++ < TOLD) this.sink.problem(line, text);
    else this.untold++;
  }
}
