import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { need } from '../estimator/testing/graph';
import { testEstimator } from '../estimator/testing/module';
import { referenceDirectory } from '../estimator/testing/reference';
import { fabricOf } from '../testing/fabrics';
import { jobOf } from './job';

const directory = referenceDirectory() ?? '';

describe.skipIf(!directory)('our rule min-hop on recorded trees (absent data: skipped)', () => {
  it.each(['clos16', 'k4n3', 'osub384', 'rlft324'])(
    "%s: every entry is that of OpenSM's min-hop tables",
    async (net) => {
      const folder = join(directory, 'nets', net, 'ib');
      const job = jobOf(await fabricOf(folder, 'ibnetdiscover.txt', ['opensm-lfts.minhop.dump']));
      if ('why' in job) throw new Error(job.why);
      const estimator = await testEstimator();
      estimator.setup({
        topology: job.topology,
        routing: 'minhop',
        traffic: { kind: 'pattern', pattern: 'ring' },
      });
      const [ours, theirs] = [estimator.tables(), need(job.tables ?? undefined)];
      expect(ours.length).toBe(theirs.length);
      expect(ours.filter((port, i) => port !== theirs[i]).length).toBe(0);
    },
  );
});
