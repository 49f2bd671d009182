import type { BytesFormat, BytesReader, BytesSink } from '../format';
import { ColumnarReader } from './columnar/reader';
import { Utf8Pieces } from './encoding';
import { JsonReader, NdjsonReader } from './jsonReaders';
import { KeptRows } from './kept';
import { missingColumns, type Mapping } from './mapping';
import { TablePairs } from './pairs';
import { PlainRows } from './plainRows';
import { RecordCutter, type RecordCells, type RecordHandler } from './records';
import { MappedRows } from './rows';
import type { Sniffed } from './types';

/** Id of the format of every table that is read by a mapping. */
export const TABLE_FORMAT = 'table';

/** A format that reads one table by its mapping, in a stream where the layout allows it. */
export function mappedFormat(mapping: Mapping, table: Sniffed): BytesFormat {
  return {
    kind: 'bytes',
    id: TABLE_FORMAT,
    name: mapping.name ?? table.says,
    looksFor: 'a table whose columns are known',
    help: {
      make: ['any program that writes a table'],
      reads: 'The columns that a mapping names.',
      not: 'The other columns.',
    },
    detect: () => null,
    open: (sink) => {
      const missing = missingColumns(mapping, table);
      if (missing.length > 0)
        sink.problem(
          0,
          `The table does not have the column${missing.length > 1 ? 's' : ''} ${missing.map((name) => `“${name}”`).join(', ')} of the mapping.`,
        );
      const names = table.columns.map(({ name }) => name);
      const pairs = mapping.columns.some(({ role }) => role === 'source') ? new TablePairs(sink) : null;
      const rows = new MappedRows(mapping, names, table.numbers, sink, pairs);
      const hidden = hiddenColumns(mapping, table);
      if (table.layout === 'ndjson') return new NdjsonReader(table, rows, sink, hidden.size > 0);
      if (table.layout === 'json') return new JsonReader(table, rows, sink, hidden.size > 0);
      if (table.layout === 'parquet' || table.layout === 'arrow')
        return new ColumnarReader(table, rows, hidden, sink);
      return new DelimitedReader(table, rows, hidden, sink, pairs === null);
    },
  };
}

/** Columns whose cells are not kept as text: hosts, and what is not used, but for numbers. */
function hiddenColumns(mapping: Mapping, table: Sniffed): Set<number> {
  const roles = new Map(mapping.columns.map(({ column, role }) => [column, role]));
  const hidden = new Set<number>();
  table.columns.forEach(({ name, kind }, at) => {
    const role = roles.get(name) ?? 'ignore';
    if (role === 'host' || role === 'source' || role === 'destination') hidden.add(at);
    if (role === 'ignore' && kind === 'text') hidden.add(at);
  });
  return hidden;
}

/** Reads delimited text. */
class DelimitedReader implements BytesReader, RecordHandler {
  private readonly pieces: Utf8Pieces;
  private readonly cutter: RecordCutter;
  private readonly kept: KeptRows;
  private readonly decoder = new TextDecoder();
  private understood = 0;
  private skipped = 0;

  constructor(
    private readonly table: Sniffed,
    private readonly rows: MappedRows,
    private readonly hidden: ReadonlySet<number>,
    private readonly sink: BytesSink,
    isPlain: boolean,
  ) {
    const { dialect, form } = table;
    if (!dialect || !form) throw new Error('a delimited table without a dialect');
    this.pieces = new Utf8Pieces(form);
    this.kept = new KeptRows(sink, hidden, dialect.delimiter);
    const plain = isPlain && dialect.delimiter !== 'blanks' && table.numbers.decimal === '.';
    this.cutter = new RecordCutter(
      dialect,
      this,
      plain ? new PlainRows(dialect, rows, this.kept, hidden, (count) => (this.understood += count)) : null,
    );
  }

  bytes(piece: Uint8Array): void {
    this.cutter.push(this.pieces.piece(piece));
    this.settle();
  }

  async end(): Promise<void> {
    this.cutter.push(this.pieces.end());
    this.cutter.end();
    this.settle();
    await this.rows.end();
  }

  row(cells: RecordCells): void {
    if (cells.open && this.mayBeCut(cells)) {
      this.sink.problem(
        cells.line,
        'The file ends within this line, perhaps within its last number: the line is not read. If it is whole, end the file with a line end.',
      );
      this.unknown(cells);
      return;
    }
    const kind = this.rows.row(cells);
    if (kind === 'understood') {
      this.understood += cells.lines;
      this.kept.row(cells, true);
    } else if (kind === 'skipped') {
      this.skipped += cells.lines;
      this.kept.other(cells, true);
    } else this.unknown(cells);
  }

  other(cells: RecordCells, what: string, why: string): void {
    if (what === 'unread') {
      this.sink.problem(cells.line, why);
      this.unknown(cells);
    } else if (what === 'header') {
      this.understood++;
      this.kept.other(cells, true);
    } else {
      this.skipped++;
      if (what !== 'blank') this.kept.other(cells, false);
    }
  }

  private unknown(cells: RecordCells): void {
    const text = this.decoder.decode(cells.raw.subarray(cells.from, Math.min(cells.to, cells.from + 4096)));
    this.kept.row(cells, false);
    this.sink.lines('unknown', 1, cells.line, this.hidden.size > 0 ? '[not shown]' : text);
    if (cells.lines > 1) this.sink.lines('unknown', cells.lines - 1, cells.line + 1, '');
  }

  /** Whether the last cell of a line without a line end may not be whole: it is unless all have as many decimals. */
  private mayBeCut({ bytes, starts, ends, count }: RecordCells): boolean {
    const last = this.table.columns.length - 1;
    if (count !== last + 1) return false;
    const mark = this.table.numbers.decimal;
    const decimals = (text: string) => (text.includes(mark) ? text.length - text.indexOf(mark) - 1 : 0);
    const text = this.decoder.decode(bytes.subarray(starts[last] ?? 0, ends[last] ?? 0));
    const usual = this.table.head.map(({ cells }) => decimals(cells[last] ?? ''));
    return decimals(text) === 0 || usual.some((one) => one !== decimals(text));
  }

  /** Before the bytes of a piece go: hands on what refers to them. */
  private settle(): void {
    this.kept.flush();
    if (this.understood > 0) this.sink.lines('understood', this.understood);
    if (this.skipped > 0) this.sink.lines('skipped', this.skipped);
    this.understood = this.skipped = 0;
  }
}
