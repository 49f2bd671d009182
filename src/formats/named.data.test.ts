import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { collect, memorySource } from '../testing/collect';
import { dataFiles, describeWithData } from '../testing/data';

/** What the files of the data are, told by their names and folders alone. */
const EXPECTED: readonly (readonly [RegExp, string])[] = [
  [/ibnetdiscover(?:-[fgms])?\.txt|real\/ibnetdiscover\/(?!treydock)/, 'an ibnetdiscover topology'],
  [/ibnetdiscover-p\.txt|treydock/, 'an ibnetdiscover list of ports'],
  [/ibnetdiscover-l\.txt|ib(?:hosts|nodes|switches)\.txt/, 'a list of InfiniBand nodes'],
  [/real\/ibsim-net\/.*__net/, 'an ibsim net'],
  [/opensm-lfts\.dump|dump_fts(?:-a)?\.txt|ibroute(?:-n)?\.txt/, 'a dump of InfiniBand forwarding tables'],
  [/dump_mfts\.txt/, 'a dump of InfiniBand multicast tables'],
  [/opensm\.fdbs/, 'a dump of OpenSM forwarding tables'],
  [/opensm-subnet\.lst/, 'an OpenSM subnet list'],
  [/iblinkinfo/, 'an iblinkinfo list of links'],
  [/ibqueryerrors-counters/, 'an ibqueryerrors report'],
  [/ibdmchk\.txt/, 'an ibdmchk report'],
  [/\.topo$(?<!jabl.*)/, 'an ibdm topology'],
  [/\.cables$/, 'an ibdm list of cables'],
  [/real\/slurm-topology\//, 'a Slurm topology'],
  [/banner\.txt|ipm_parse(?:-full)?\.txt|old_parser_output/, 'an IPM report'],
  [/\.mpiP/, 'an mpiP report'],
  [/\.mat(?:\.gz)?$|real\/comm-matrix\//, 'a square table of numbers'],
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
