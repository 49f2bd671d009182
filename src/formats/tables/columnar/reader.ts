import type { BytesReader, BytesSink, LineClass } from '../../format';
import { KEPT_LENGTH, keptText, LINE_NOT_KEPT } from '../../text/privacy';
import type { MappedRows } from '../rows';
import { TextCells } from '../textCells';
import type { Sniffed } from '../types';
import { Damage, must } from './damage';
import { HeldBytes } from './held';
import { COLUMNAR_LIMIT, faultOf, openColumnar } from './open';
import type { ColumnarFile, NextText, Stretch } from './types';

/** Rows between two looks at whether what was read is to be taken away. */
const ROWS = 16_384;
/** Cells that any file may have in the columns that are used, and cells per byte beyond that. */
const FREE_CELLS = 20_000_000;
const CELLS_PER_BYTE = 64;
/** Rows of kept text in one piece. */
const PIECE = 512;

/**
 * Reads a Parquet or Arrow file by a mapping: only the columns that the mapping uses, row group by row group, or batch by
 * batch. A row is a line, counted from 1. What is damaged is told, and the rows of the stretch from there on are not read.
 */
export class ColumnarReader implements BytesReader {
  private readonly held = new HeldBytes(COLUMNAR_LIMIT);
  private readonly cells = new TextCells();
  private readonly used: readonly boolean[];
  private readonly counts: Record<LineClass, number> = { understood: 0, skipped: 0, unknown: 0 };
  private readonly kept: string[] = [];
  private keptFrom = 1;
  private line = 0;
  private harm: string | null = null;

  /** `hidden` = places of the columns whose cells are not kept as text. */
  constructor(
    private readonly table: Sniffed,
    private readonly rows: MappedRows,
    private readonly hidden: ReadonlySet<number>,
    private readonly sink: BytesSink,
  ) {
    this.used = table.columns.map((_, at) => rows.used.has(at));
  }

  bytes(piece: Uint8Array): void {
    this.held.push(piece);
  }

  async end(): Promise<void> {
    const file = this.open();
    if (file) {
      this.leftOut(file);
      for (const stretch of file.stretches.filter(({ rows }) => rows > 0)) await this.stretch(file, stretch);
      if (file.cut !== null) this.harmed(0, file.cut);
    }
    await this.rows.end();
    const { harm } = this;
    if (harm !== null)
      for (let run = 0; run < this.rows.runCount; run++) this.sink.status(run, 'partial', harm);
  }

  /** Tells which columns of the file are none of the table: of a kind that is not read, or damaged from the first rows on. */
  private leftOut(file: ColumnarFile): void {
    const known = new Set(this.table.columns.map(({ name }) => name));
    file.columns.forEach(({ name, unread }, at) => {
      if (unread !== null) this.sink.problem(0, `The column “${name}” is not read: ${unread}.`);
      else if (!known.has(name)) {
        const fault = faultOf(file, at);
        if (fault !== null)
          this.harmed(0, `The column “${name}” is left out, as it cannot be read: ${fault}.`);
      }
    });
  }

  private open(): ColumnarFile | null {
    const bytes = this.held.take();
    try {
      const file = bytes && openColumnar(bytes);
      const columns = this.used.filter((used) => used).length;
      must(
        !file || file.rows * columns <= FREE_CELLS + CELLS_PER_BYTE * bytes.length,
        'it states more cells than a file of its size can hold',
      );
      return file;
    } catch (error) {
      if (!(error instanceof Damage)) throw error;
      this.sink.problem(0, `The file cannot be read: ${error.message}.`);
      return null;
    }
  }

  private async stretch(file: ColumnarFile, stretch: Stretch): Promise<void> {
    const last = this.line + stretch.rows;
    try {
      const next = this.table.columns.map(({ name }, at) =>
        this.used[at] ? nextOf(file, stretch, name) : null,
      );
      const texts = next.map(() => '');
      while (this.line < last && !this.rows.isFull) {
        const end = Math.min(last, this.line + ROWS);
        while (this.line < end) this.row(next, texts);
        this.settle();
        await this.sink.pause();
      }
    } catch (error) {
      if (!(error instanceof Damage)) throw error;
      const until = last > this.line + 1 ? ` to ${last}` : '';
      this.harmed(this.line + 1, `From row ${this.line + 1}${until} nothing is read: ${error.message}.`);
    }
    this.settle();
    const left = last - this.line;
    if (left > 0) this.sink.lines('unknown', 1, this.line + 1, '[not shown]');
    if (left > 1) this.sink.lines('unknown', left - 1, this.line + 2, '');
    this.line = last;
    this.keptFrom = last + 1;
  }

  private row(next: readonly (NextText | null)[], texts: string[]): void {
    for (let i = 0; i < next.length; i++) texts[i] = next[i]?.() ?? '';
    const line = ++this.line;
    const kind = this.rows.row(this.cells.row(texts, line));
    if (kind === 'unknown') this.sink.lines('unknown', 1, line, '[not shown]');
    else this.counts[kind]++;
    this.kept.push(kind === 'unknown' ? LINE_NOT_KEPT : this.shown(texts));
    if (this.kept.length >= PIECE) this.keep();
  }

  /** What is kept of a row: the cells that are used, without those that name hosts. */
  private shown(texts: readonly string[]): string {
    const shown = texts.flatMap((text, i) => (this.used[i] ? [this.hidden.has(i) ? '…' : text] : []));
    return keptText(
      shown
        .join(', ')
        .replaceAll(/[\r\n]/g, ' ')
        .slice(0, KEPT_LENGTH),
    );
  }

  private keep(): void {
    if (this.kept.length > 0) this.sink.text(this.keptFrom, this.kept.splice(0));
    this.keptFrom = this.line + 1;
  }

  private settle(): void {
    this.keep();
    for (const kind of ['understood', 'skipped'] as const) {
      if (this.counts[kind] > 0) this.sink.lines(kind, this.counts[kind]);
      this.counts[kind] = 0;
    }
  }

  private harmed(line: number, text: string): void {
    this.harm ??= text;
    this.sink.problem(line, text);
  }
}

/** The texts of a column by its name in the table. */
function nextOf(file: ColumnarFile, stretch: Stretch, name: string): NextText {
  const next = stretch.column(file.columns.findIndex((column) => column.name === name));
  return () => {
    try {
      return next();
    } catch (error) {
      if (error instanceof Damage) throw new Damage(`column “${name}”: ${error.message}`);
      throw error;
    }
  };
}
