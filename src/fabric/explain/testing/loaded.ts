/** Fabrics from recorded files as the search for slow cables takes them. */
import { join } from 'node:path';
import { fabricOf } from '../../../testing/fabrics';
import { jobOf } from '../../job';
import type { Tabled } from './simulate';

/** The two-level tree of 288 hosts as an engine of OpenSM routed it on a simulated fabric. */
export async function loaded288(root: string, engine: string): Promise<Tabled> {
  const folder = join(root, 'generated/ibsim-opensm/ft2-288-24p', engine);
  const fabric = await fabricOf(folder, 'ibnetdiscover.txt', ['opensm-lfts.dump']);
  const job = jobOf(fabric);
  if ('why' in job || !job.tables || !job.routing) throw new Error('the recorded fabric has no tables');
  const isSwitch = (node: number) => fabric.nodes[node]?.kind === 'switch';
  const inner = [...job.links.keys()].filter((cable) => {
    const link = fabric.links[job.links[cable] ?? 0];
    return link !== undefined && isSwitch(link.a) && isSwitch(link.b);
  });
  return {
    job: { topology: job.topology, tables: job.tables, routing: job.routing },
    hosts: job.hosts,
    inner,
  };
}
