import { expect, it } from 'vitest';
import { leavesOf } from './leaves';
import type { Fabric, FabricEnd, FabricLink, NodeKind } from './model';

const node = (kind: NodeKind, name: string, guid: string | null = null) => ({
  ...{ guid, kind, name, ports: null, lid: null, line: 1 },
});
const cable = (a: number, aPort: number, b: number, state: FabricLink['state'] = 'up'): FabricLink => ({
  ...{ a, aPort, b, bPort: 1, width: null, speed: null, capacity: null, line: 1, state },
});
const end = (at: number, host: string): FabricEnd => ({
  ...{ node: at, port: 1, portGuid: null, lid: null, lmc: 0, host, rail: 0 },
});

it('names the switch of each host; switches of one name are told apart, one without a name by its GUID', () => {
  const fabric: Fabric = {
    ...{ name: '', sources: [], tables: null, problems: [] },
    nodes: [
      node('switch', 'MF0'),
      node('switch', 'MF0'),
      node('switch', ' ', '0x0a'),
      ...['n1', 'n2', 'n3', 'n4', 'n5'].map((name) => node('host', name)),
    ],
    links: [cable(0, 1, 3), cable(1, 1, 4), cable(0, 2, 5), cable(2, 1, 6), cable(2, 2, 7, 'down')],
    ends: ['n1', 'n2', 'n3', 'n4', 'n5'].map((name, i) => end(3 + i, name)),
  };
  // The cable of n5 is down: no switch is known of it.
  expect(leavesOf(fabric).map(({ host, leaf }) => [host, leaf])).toEqual([
    ['n1', 'MF0'],
    ['n2', 'MF0 (2)'],
    ['n3', 'MF0'],
    ['n4', '0x0a'],
  ]);
});
