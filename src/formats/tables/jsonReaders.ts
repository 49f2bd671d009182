import { DOCUMENT_LIMIT, type BytesReader, type BytesSink } from '../format';
import { countLines, parseJson } from '../text/json';
import { LINE_LIMIT, LineSplitter } from '../text/lines';
import { keptText, LINE_NOT_KEPT } from '../text/privacy';
import { cellOf, jsonTable, objectCells } from './json';
import { unique } from './columns';
import type { MappedRows } from './rows';
import { TextCells } from './textCells';
import type { Sniffed } from './types';

/** Reads one JSON value per line. */
export class NdjsonReader implements BytesReader {
  private readonly decoder: TextDecoder;
  private readonly splitter: LineSplitter;
  private readonly cells = new TextCells();
  private readonly names: string[];
  private readonly places: Map<string, number>;
  private line = 0;

  constructor(
    table: Sniffed,
    private readonly rows: MappedRows,
    private readonly sink: BytesSink,
    private readonly hides: boolean,
  ) {
    this.names = table.columns.map(({ name }) => name);
    this.places = new Map(this.names.map((name, at) => [name, at]));
    this.decoder = new TextDecoder(table.form?.encoding);
    this.splitter = new LineSplitter(
      (text, tooLong, open) => this.read(text, tooLong, open),
      table.form?.bareReturns ? '\r' : '\n',
    );
  }

  bytes(piece: Uint8Array): void {
    this.splitter.push(this.decoder.decode(piece, { stream: true }));
  }

  async end(): Promise<void> {
    this.splitter.push(this.decoder.decode());
    this.splitter.end();
    await this.rows.end();
  }

  private read(text: string, tooLong: boolean, open: boolean): void {
    const line = ++this.line;
    if (text.trim() === '') {
      this.sink.lines('skipped', 1);
      return;
    }
    const texts = tooLong
      ? this.reject(line, `This line is longer than ${LINE_LIMIT} characters: it was passed over.`)
      : this.texts(text, line, open);
    const kind = texts === null ? 'unknown' : this.rows.row(this.cells.row(texts, line));
    this.sink.lines(kind, 1, line, this.hides ? '[not shown]' : text);
    if (kind === 'understood' || kind === 'unknown')
      this.sink.text(line, [this.hides || kind === 'unknown' ? LINE_NOT_KEPT : keptText(text)]);
  }

  private texts(text: string, line: number, open: boolean): string[] | null {
    const { root, error } = parseJson(text);
    if (error || !root) {
      const why = open ? 'the file ends within it' : (error?.message ?? 'it is empty');
      return this.reject(line, `This line is no whole JSON value: ${why}.`);
    }
    if (root.kind === 'object') return objectCells(root, this.names, this.places, false);
    if (root.kind === 'array') return root.items.map(cellOf);
    return this.reject(line, 'This line is neither a JSON object nor a list.');
  }

  private reject(line: number, why: string): null {
    this.sink.problem(line, why);
    return null;
  }
}

/** Reads a JSON document, which must be held as a whole. */
export class JsonReader implements BytesReader {
  private pieces: string[] = [];
  private read = 0;
  private readonly decoder: TextDecoder;
  private readonly cells = new TextCells();

  constructor(
    private readonly table: Sniffed,
    private readonly rows: MappedRows,
    private readonly sink: BytesSink,
    private readonly hides: boolean,
  ) {
    this.decoder = new TextDecoder(table.form?.encoding);
  }

  bytes(piece: Uint8Array): void {
    this.read += piece.length;
    if (this.read > DOCUMENT_LIMIT) this.pieces = [];
    else this.pieces.push(this.decoder.decode(piece, { stream: true }));
  }

  async end(): Promise<void> {
    if (this.read > DOCUMENT_LIMIT) {
      const mib = DOCUMENT_LIMIT / 1024 / 1024;
      this.sink.problem(
        0,
        `Not read: a JSON file of over ${mib} MiB cannot be held in memory. Write it as NDJSON (one object per line) or CSV.`,
      );
      return;
    }
    const text = this.pieces.join('') + this.decoder.decode();
    this.pieces = [];
    const { root, error } = parseJson(text);
    if (error) this.sink.problem(error.line, `The JSON is cut or damaged here (${error.message}).`);
    const found = root && jsonTable(root);
    if (found) this.rowsOf(found.names, found.rows);
    await this.rows.end();
    this.sink.lines(found ? 'understood' : 'unknown', countLines(text), 1, '');
    this.keep(text, new Set(found?.rows.map(({ line }) => line)));
  }

  /** The rows, their cells in the places of the columns that were found before. */
  private rowsOf(
    names: readonly string[],
    rows: readonly { line: number; cells: readonly string[] }[],
  ): void {
    const places = new Map(unique(names).map((name, at) => [name, at]));
    const order = this.table.columns.map(({ name }) => places.get(name) ?? -1);
    for (const { line, cells } of rows)
      this.rows.row(
        this.cells.row(
          order.map((at) => cells[at] ?? ''),
          line,
        ),
      );
  }

  /** Keeps the lines on which rows begin. */
  private keep(text: string, lines: ReadonlySet<number>): void {
    text.split('\n').forEach((line, at) => {
      if (lines.has(at + 1))
        this.sink.text(at + 1, [this.hides ? LINE_NOT_KEPT : keptText(line.replace(/\r$/, ''))]);
    });
  }
}
