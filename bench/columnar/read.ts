/** Reads Parquet files in a process that the bench can end: by this project's reader or by hyparquet. */
import { openColumnar } from '../../src/formats/tables/columnar/open';

/** What the process is asked: the file, who reads it, and whether the texts of all cells come back or their count. */
export interface Task {
  bytes: Uint8Array;
  reader: 'own' | 'hyparquet' | 'hyparquet bounded';
  texts: boolean;
}

/** Rows as texts, or how many cells there were. */
export type Outcome = { rows: string[] } | { cells: number } | { error: string };

type Value = string | number | bigint | boolean | Date | null;

/** The part of hyparquet that is used; it is no dependency of the project. */
interface Peer {
  parquetMetadata: (file: ArrayBuffer) => Metadata;
  parquetReadObjects: (options: object) => Promise<Record<string, Value>[]>;
}
interface Metadata {
  num_rows: bigint;
  row_groups: {
    num_rows: bigint;
    columns: {
      meta_data?: {
        num_values: bigint;
        total_uncompressed_size: bigint;
        total_compressed_size: bigint;
        data_page_offset: bigint;
        dictionary_page_offset?: bigint;
      };
    }[];
  }[];
}

function own({ bytes, texts }: Task): Outcome {
  const file = openColumnar(bytes);
  const rows: string[] = [];
  let cells = 0;
  for (const stretch of file.stretches) {
    const columns = file.columns.flatMap(({ unread }, at) => (unread === null ? [stretch.column(at)] : []));
    for (let row = 0; row < stretch.rows; row++) {
      const values = columns.map((next) => next());
      cells += values.length;
      if (texts) rows.push(values.join(','));
    }
  }
  return texts ? { rows } : { cells };
}

/** The limits of `damage.ts`, as far as the description of a file lets them be checked before it is read. */
function checkBounds({ num_rows, row_groups }: Metadata, size: number): void {
  const most = 1_000_000 + 64 * size;
  if (num_rows < 0 || num_rows > most) throw new Error('too many rows');
  let unpacked = 0;
  let rows = 0;
  for (const group of row_groups) {
    rows += Number(group.num_rows);
    for (const { meta_data: data } of group.columns) {
      if (!data) throw new Error('a column without a description');
      const start = Number(data.dictionary_page_offset ?? data.data_page_offset);
      if (start < 0 || start + Number(data.total_compressed_size) > size)
        throw new Error('a column beyond the file');
      if (data.num_values < 0 || Number(data.num_values) > most) throw new Error('too many values');
      unpacked += Number(data.total_uncompressed_size);
    }
  }
  if (rows !== Number(num_rows)) throw new Error('row groups and rows disagree');
  if (unpacked > 256 * 1024 ** 2 + 500 * size) throw new Error('unpacks to too much');
}

async function peer({ bytes, reader, texts }: Task): Promise<Outcome> {
  const [name, packed] = ['hyparquet', 'hyparquet-compressors'];
  const { parquetMetadata, parquetReadObjects } = (await import(name)) as Peer;
  const { compressors } = (await import(packed)) as { compressors: object };
  const file = bytes.slice().buffer;
  if (reader === 'hyparquet bounded') checkBounds(parquetMetadata(file), bytes.length);
  const found = await parquetReadObjects({ file, compressors });
  const rows: string[] = [];
  let cells = 0;
  for (const row of found) {
    const values = Object.values(row);
    cells += values.length;
    if (texts) rows.push(values.map((value) => (value === null ? '' : String(value))).join(','));
  }
  return texts ? { rows } : { cells };
}

process.on('message', (task: Task) => {
  const answer = async () => (task.reader === 'own' ? own(task) : await peer(task));
  answer().then(
    (outcome) => process.send?.(outcome),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
  );
});
