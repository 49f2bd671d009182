import {
  Column,
  columnFromArray,
  int64,
  tableFromColumns,
  tableFromIPC,
  tableToIPC,
  Type,
  utf8,
  type DataType,
  type Table,
} from '@uwdata/flechette';

/** The text of one cell, with the other cells of its row by name of column. */
export type TextCell = (text: string, beside: (column: string) => unknown) => string | null;

/** Reads a stream of the store. */
export const readTable = (ipc: Uint8Array): Table => tableFromIPC(ipc, { useBigInt: true });

/** Whether a column holds text. */
const isText = (type: DataType): boolean => [Type.Utf8, Type.LargeUtf8].includes(type.typeId as 5);

/** Names of the columns of a table that hold text. */
export const textColumns = (table: Table): string[] =>
  table.schema.fields.filter(({ type }) => isText(type)).map(({ name }) => name);

/**
 * Walks the texts of a column: `each` gets a text, how to ask for the cells beside it, and what was returned for the
 * same text before, where `alone` says that the cells beside do not matter. Nulls are passed over.
 */
export function mapText(table: Table, name: string, each: TextCell, alone: boolean): Column<unknown> {
  const column = table.getChild(name) as Column<string | null>;
  const seen = new Map<string, string | null>();
  const others = new Map<string, Column<unknown>>();
  const beside = (row: number) => (other: string) => {
    let found = others.get(other);
    if (!found) others.set(other, (found = table.getChild(other) as Column<unknown>));
    return found.at(row);
  };
  let row = 0;
  const batches = column.data.flatMap((batch) => {
    const values: (string | null)[] = new Array<string | null>(batch.length).fill(null);
    for (let i = 0; i < batch.length; i++, row++) {
      const text = batch.at(i);
      if (text === null) continue;
      let made = alone ? seen.get(text) : undefined;
      if (made === undefined) {
        made = each(text, beside(row));
        if (alone) seen.set(text, made);
      }
      values[i] = made;
    }
    return columnFromArray(values, utf8()).data;
  });
  return new Column<unknown>(batches, utf8());
}

/** The numbers of a column of 64 bits, each made anew. */
export function mapSizes(table: Table, name: string, each: (size: number) => number): Column<unknown> {
  const column = table.getChild(name) as Column<bigint | null>;
  const batches = column.data.flatMap(
    (batch) =>
      columnFromArray(
        Array.from({ length: batch.length }, (_, i) => {
          const size = batch.at(i);
          return size === null ? null : BigInt(Math.trunc(each(Number(size))));
        }),
        int64(),
      ).data,
  );
  return new Column<unknown>(batches, int64());
}

/** A table with some columns made anew, as a stream. */
export function written(table: Table, made: ReadonlyMap<string, Column<unknown>>): Uint8Array<ArrayBuffer> {
  const columns = table.names.map((name, i): [string, Column<unknown>] => [
    name,
    made.get(name) ?? table.getChildAt<unknown>(i),
  ]);
  const ipc = tableToIPC(tableFromColumns(columns), { format: 'stream' });
  if (!ipc) throw new Error('no Arrow stream');
  return ipc as Uint8Array<ArrayBuffer>;
}
