/** Binary files that are told by their first bytes: the bytes as characters, what they are, what to do instead. */
const MAGIC: readonly (readonly [string, string, string])[] = [
  ['\x89PNG\r\n\x1a\n', 'a PNG image', 'Drop the raw output that it shows.'],
  ['\xff\xd8\xff', 'a JPEG image', 'Drop the raw output that it shows.'],
  ['GIF87a', 'a GIF image', 'Drop the raw output that it shows.'],
  ['GIF89a', 'a GIF image', 'Drop the raw output that it shows.'],
  ['%PDF-', 'a PDF document', 'Drop the raw output that it shows.'],
  ['%!PS-Adobe', 'a PostScript document', 'Drop the raw output that it shows.'],
  ['\x89HDF\r\n\x1a\n', 'an HDF5 or netCDF-4 file', 'Export its results as text.'],
  ['CDF\x01', 'a netCDF file', 'Export its results as text.'],
  ['CDF\x02', 'a netCDF file', 'Export its results as text.'],
  ['CDF\x05', 'a netCDF file', 'Export its results as text.'],
  [
    'SQLite format 3\0',
    'an SQLite database',
    'Export its results as text; of the results of ReFrame, drop the run reports (JSON) that it was filled from.',
  ],
  ['FEA1', 'a Feather file of version 1', 'Write it as version 2, or as Parquet.'],
  ['\x7fELF', 'a program (ELF)', 'Drop what it prints.'],
  ['BM', 'a bitmap image', 'Drop the raw output that it shows.'],
];

/** Formats whose first bytes are letters, and are told from text by these bytes alone. */
const SURE = ['%PDF-', '%!PS-Adobe', 'SQLite format 3\0', '\x89', 'CDF\x01', 'CDF\x02', 'CDF\x05'];

function start(head: Uint8Array): string {
  return String.fromCharCode(...head.subarray(0, 32));
}

/** Whether the first bytes are of a binary format even where they look like text (PDF, SQLite). */
export function hasBinaryMagic(head: Uint8Array): boolean {
  const first = start(head);
  return SURE.some((bytes) => first.startsWith(bytes));
}

/** What a binary file is, by its first bytes, as a sentence with what to do instead; null when that is not known. */
export function binaryName(head: Uint8Array): string | null {
  const first = start(head);
  const found = MAGIC.find(([bytes]) => first.startsWith(bytes));
  if (!found) return null;
  const [, what, instead] = found;
  return `This is ${what}, a binary file; Fabriscope reads text. ${instead} The rest was not read.`;
}
