/** One column of a table that is stored column by column. */
export interface StoredColumn {
  /** Made unique among the columns. */
  name: string;
  /** Why it is not read, as the end of a sentence, or null when it is. */
  unread: string | null;
}

/** Gives the texts of a column, one row after the other; empty for a null. May throw a `Damage`. */
export type NextText = () => string;

/** Rows that are stored together: a row group of Parquet, a record batch of Arrow. */
export interface Stretch {
  rows: number;
  /** Begins to read a column of this stretch. May throw a `Damage`. */
  column(at: number): NextText;
}

/** A table that is stored column by column, its description read, its values not yet. */
export interface ColumnarFile {
  layout: 'parquet' | 'arrow';
  /** `Parquet`, `Arrow`, as the begin of a sentence. */
  says: string;
  columns: readonly StoredColumn[];
  rows: number;
  stretches: readonly Stretch[];
  /** Why the file may not be whole, as a sentence, or null. */
  cut: string | null;
}
