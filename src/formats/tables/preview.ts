import type { MeasurementBatch, RunStart, SeriesStart } from '../format';
import { printedTexts } from './batch';
import { missingColumns, type MappedColumn, type Mapping } from './mapping';
import { groupCells, HostNumbers, planOf } from './plan';
import { MappedRows, type RowsSink } from './rows';
import { TextCells } from './textCells';
import type { PreviewRow, TableValue, Sniffed } from './types';

/** Holds what the first rows of a table become. */
class Preview implements RowsSink {
  readonly readings = new Map<number, TableValue[]>();
  readonly problems = new Map<number, string[]>();
  private readonly conditions: Record<string, string>[] = [];
  private readonly starts: SeriesStart[] = [];

  run(_start: RunStart): number {
    return this.conditions.push({}) - 1;
  }

  condition(run: number, key: string, value: string): void {
    const conditions = this.conditions[run];
    if (conditions) conditions[key] = value;
  }

  series(start: SeriesStart): number {
    return this.starts.push(start) - 1;
  }

  private measurement(
    series: number,
    bytes: number | null,
    statistic: string,
    value: number,
    printed: string,
    line: number,
  ): void {
    const start = this.starts[series];
    if (!start) return;
    const { run, benchmark, metric, better, params, unit, printedUnit } = start;
    const reading = {
      run,
      conditions: this.conditions[run] ?? {},
      benchmark,
      metric,
      statistic,
      better,
      params,
      bytes,
      value,
      unit,
      printed,
      printedUnit,
    };
    push(this.readings, line, reading);
  }

  measurements(batch: MeasurementBatch): void {
    const printed = printedTexts(batch, (series) => this.starts[series]?.factor ?? Number.NaN);
    for (let i = 0; i < batch.length; i++) {
      const size = batch.bytes[i] ?? Number.NaN;
      this.measurement(
        batch.series[i] ?? -1,
        Number.isNaN(size) ? null : size,
        batch.statistics[batch.statistic[i] ?? 0] ?? 'value',
        batch.value[i] ?? Number.NaN,
        printed[i] ?? '',
        batch.line[i] ?? 0,
      );
    }
  }

  statistic(): void {
    // Each batch brings the names of its statistics.
  }

  problem(line: number, text: string): void {
    push(this.problems, line, text);
  }
}

function push<Value>(map: Map<number, Value[]>, line: number, value: Value): void {
  const list = map.get(line);
  if (list) list.push(value);
  else map.set(line, [value]);
}

/** The first rows of a table as they will be read, and what is wrong with the table as a whole. */
export interface TablePreview {
  rows: readonly PreviewRow[];
  problems: readonly string[];
}

/** The ends of pairs as parameters, so that each row has its readings. */
function pairsAsParams(mapping: Mapping): Mapping {
  const columns = mapping.columns.map((one): MappedColumn =>
    one.role === 'source' || one.role === 'destination'
      ? { column: one.column, role: 'param', key: one.role }
      : one,
  );
  return { ...mapping, columns };
}

/** In how many rows each fault of a condition stands: the reader tells it once for all rows that are alike. */
function faultyRows(mapping: Mapping, names: readonly string[], { head }: Sniffed): Map<string, number> {
  const plan = planOf(mapping, names);
  const hosts = new HostNumbers();
  const rows = new Map<string, number>();
  for (const { cells } of head)
    groupCells(
      plan,
      (at) => cells[at] ?? '',
      hosts,
      (text) => rows.set(text, (rows.get(text) ?? 0) + 1),
    );
  return rows;
}

/** Reads the first rows of a table, those of `table.head`, by a mapping that need not be finished. Never throws. */
export function previewRows(mapping: Mapping, table: Sniffed): TablePreview {
  const preview = new Preview();
  const names = table.columns.map(({ name }) => name);
  const rows = new MappedRows(pairsAsParams(mapping), names, table.numbers, preview);
  const made = new TextCells();
  // Several rows of JSON can stand on one line: here they go by their place.
  table.head.forEach((row, i) => rows.row(made.row(row.cells, i + 1)));
  void rows.end();
  const faulty = faultyRows(mapping, names, table);
  const told = new Set<string>();
  /** A fault of many rows once, with their number. */
  const problemsAt = (line: number) =>
    (preview.problems.get(line) ?? []).flatMap((text) => {
      const count = faulty.get(text) ?? 0;
      if (count < 2) return [text];
      if (told.has(text)) return [];
      told.add(text);
      return [`${text} This holds for ${count} of the first ${table.head.length} rows.`];
    });
  const missing = missingColumns(mapping, table).map((name) => `The table has no column “${name}”.`);
  return {
    rows: table.head.map(({ line, cells }, i) => ({
      line,
      cells,
      readings: preview.readings.get(i + 1) ?? [],
      problems: problemsAt(i + 1),
    })),
    problems: [...missing, ...(preview.problems.get(0) ?? [])],
  };
}
