import { KEY } from '../../model/vocabulary';
import type { LineClass } from '../format';
import { giveTimes, onecclName, type OnecclTimes } from './onecclMeasures';
import { OpenRun } from '../reader/openRun';
import { TextTableReader } from '../reader/textTable';

/** A row of the CSV (source: `store_to_csv` in benchmark.hpp). */
interface CsvRow {
  ranks: string;
  collective: string;
  op: string;
  datatype: string;
  /** Bytes of one buffer, and how many buffers a time is of. */
  bytes: number;
  buffers: number;
  times: OnecclTimes;
}

const ROW =
  /^(\d{1,9}),(allgather|allgatherv|allreduce|alltoall|alltoallv|bcast|broadcast|reduce|reduce_scatter),(sum|prod|min|max|)?,(int8|int32|int64|uint64|float16|float32|float64|bfloat16),(\d),\d{1,15},(\d{1,15}),(\d{1,9}),\d{1,9},([\d.e+-]{1,25}),([\d.e+-]{1,25}),([\d.e+-]{1,25}),([\d.e+-]{1,25}),([\d.e+-]{1,25})\s*$/;

/** Reads a row of the CSV, or returns null. */
export function readCsvRow(text: string): CsvRow | null {
  const match = ROW.exec(text);
  if (!match) return null;
  const [, ranks = '', collective = '', op = '', datatype = '', , bytes, buffers] = match;
  const [min = '', max = '', avg = '', deviation = '', wait = ''] = match.slice(8);
  const times = { min, max, avg, deviation, wait };
  return { ranks, collective, op, datatype, bytes: Number(bytes), buffers: Number(buffers), times };
}

class CsvRun extends OpenRun {
  ranks = '';
  readonly seen = new Set<string>();
}

/** Reads the CSV of -o, to which every execution appends: a run ends where the ranks change or a row comes again. */
export class OnecclCsvReader extends TextTableReader<CsvRun> {
  /** Rows of one measurement: the program writes one for each collective, all with the times of their sum. */
  private held: { rows: CsvRow[]; text: string; line: number } | null = null;

  protected own(text: string, number: number, open: boolean): LineClass | null {
    const row = readCsvRow(text);
    if (!row || open) {
      if (text.trim() === '') return 'skipped';
      if (!open) return null;
      this.give();
      return this.cutRow(number);
    }
    const same = text.split(',').slice(3).join(',');
    const collectives = this.held?.rows.map(({ collective }) => collective) ?? [];
    if (this.held?.text === same && !collectives.includes(row.collective)) this.held.rows.push(row);
    else {
      this.give();
      this.held = { rows: [row], text: same, line: number };
    }
    return 'understood';
  }

  override end(): void {
    this.give();
    super.end();
  }

  protected settle(run: CsvRun): void {
    if (run.rows === 0) run.settle('partial', 'The run has no results.');
  }

  /** Gives the measurement that is held. */
  private give(): void {
    const held = this.held;
    this.held = null;
    const [row] = held?.rows ?? [];
    if (!held || !row) return;
    const benchmark = onecclName(held.rows.map(({ collective }) => collective).join(' '));
    const op = held.rows.find((one) => one.op !== '')?.op;
    const params: Record<string, string> = { datatype: row.datatype };
    if (op !== undefined) params['op'] = op;
    if (row.buffers !== 1) params['buffers'] = String(row.buffers);
    const key = JSON.stringify([benchmark, params, row.bytes]);
    if (!this.run || this.run.ranks !== row.ranks || this.run.seen.has(key)) {
      this.close();
      this.run = new CsvRun(this.sink, held.line, this.context.begin());
      this.run.ranks = row.ranks;
      this.run.conditions.set(KEY.ranks, row.ranks);
    }
    this.run.seen.add(key);
    giveTimes(this.run, benchmark, params, row.bytes * row.buffers, row.times, held.line);
  }
}
