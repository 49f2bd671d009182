/** Tables as sites make them with scripts of their own; layouts and numbers are invented. */

/** One column per setting: bandwidth with adaptive routing off and on. */
export function wideTable(scale = 1): string {
  const rows = [1024, 4096, 16384, 65536, 262144].map((size, i) =>
    [size, ((1.5 + i * 2.25) * scale).toFixed(2), ((1.75 + i * 2.5) * scale).toFixed(2)].join(','),
  );
  return ['size,AR off,AR on', ...rows, ''].join('\n');
}

/** One number a row, all else beside it, with a preamble. */
export function longTable(): string {
  const rows: string[] = [];
  for (const nodes of [2, 4])
    for (const test of ['ring', 'halo'])
      for (const bytes of [8, 512, 32768])
        rows.push(
          [test, nodes, bytes, 'latency', (1.2 + bytes / 9000 + nodes / 8).toFixed(3), 'us'].join('\t'),
        );
  return ['test\tnodes\tbytes\tquantity\tresult\tunit', ...rows, ''].join('\n');
}

/** Semicolons and decimal commas, as a spreadsheet set to German writes it, with columns of no use. */
export function commaTable(): string {
  return [
    'Lauf;Partition;Knoten;Nachricht;Zeit_us;Bemerkung',
    '1;alpha;16;64;3,25;ok',
    '1;alpha;16;1024;4,5;ok',
    '1;beta;32;64;3,75;ok',
    '1;beta;32;1024;5,125;langsam',
    '',
  ].join('\n');
}

/** Lines before the table that look like one themselves. */
export function shiftedTable(scale = 1): string {
  const rows = [8, 64, 512].map((size) => `${size},${((1 + size / 100) * scale).toFixed(2)}`);
  return ['site,run', 'alpha,7', 'beta,8', 'size,lat_us', ...rows, ''].join('\n');
}
