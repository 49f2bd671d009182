import { expect, it } from 'vitest';
import { pairBanner } from './pairBanner';

it.each([
  ['==== PAIR: n1 <-> n2 ====', ['n1', 'n2']],
  ['Point-to-point pairwise experiments for nodes gpu-8 gpu-7', ['gpu-8', 'gpu-7']],
  ['Test between nodes rack1-n02.site and rack1-n17.site', ['rack1-n02.site', 'rack1-n17.site']],
  ['--- pair of hosts: a1 -> b2', ['a1', 'b2']],
])('%s', (line, hosts) => expect(pairBanner(line)).toEqual(hosts));

it.each([
  'This job ran on nodes n1 n2',
  'A point-to-point test between all nodes of the queue',
  'Pairwise experiments for nodes n1 n1',
  'Pairwise experiments for nodes n1',
  'The pair of nodes is chosen below',
  '# [ pairs: 4 ] [ window size: 64 ]',
  '',
])('no pair: %s', (line) => expect(pairBanner(line)).toBeNull());
