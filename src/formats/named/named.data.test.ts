import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { collect, memorySource } from '../../testing/collect';
import { dataFiles, describeWithData } from '../../testing/data';

/** What the files of the data are, told by their names and folders alone. */
const EXPECTED: readonly (readonly [RegExp, string])[] = [
  [/ibnetdiscover-l\.txt|ib(?:hosts|nodes|switches)\.txt/, 'a list of InfiniBand nodes'],
  [/dump_mfts\.txt/, 'a dump of InfiniBand multicast tables'],
  [/ibdmchk\.txt/, 'an ibdmchk report'],
  [/ibdmchk\.sw_out_port_num_dlids/, 'a list of routes per port of ibdmchk'],
  [/check_lft_balance\.txt(?:\.gz)?$/, 'a report of check_lft_balance'],
  [/opensm-sl2vl\.dump/, 'a dump of the service levels of OpenSM'],
  [/opensm-torus\.dump/, 'a dump of the switches of a torus'],
  [/guid2lid/, 'the LIDs that OpenSM remembers'],
  [/ibtracert(?:-n)?\.txt/, 'the route of one pair'],
  [/(?:ibstat|sminfo|smpquery-\w+)\.txt/, 'what one node says of itself'],
];

describeWithData('files that are only named', (root) => {
  const files = [...dataFiles('real'), ...dataFiles('generated')];

  it.each(EXPECTED)('those like %s are each %s', async (pattern, what) => {
    const mine = files.filter((file) => pattern.test(file));
    expect(mine.length).toBeGreaterThan(0);
    // A few of each are enough here: registry.test.ts looks at all.
    for (const file of [...mine.slice(0, 6), ...mine.slice(-6)]) {
      const packed = readFileSync(join(root, file));
      const bytes = file.endsWith('.gz') ? gunzipSync(packed) : packed;
      const { report } = await collect(memorySource('x', bytes));
      expect([file, report.format, report.why]).toEqual([
        file,
        null,
        expect.stringContaining(`This is ${what}`),
      ]);
    }
  });
});
