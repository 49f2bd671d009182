import { expect, it } from 'vitest';
import type { Fabric, FabricLink, NodeKind } from './model';
import { wiringOf } from './wiring';

const node = (kind: NodeKind) => ({ guid: null, kind, name: '', ports: null, lid: null, line: 1 });
const cable = (a: number, aPort: number, b: number, bPort: number): FabricLink => ({
  ...{ a, aPort, b, bPort },
  width: null,
  speed: null,
  capacity: null,
  line: 1,
  state: 'up',
});

it('lays out the ports in use by their number, and no more, whatever the numbers are', () => {
  const fabric: Fabric = {
    name: '',
    sources: [],
    nodes: [node('switch'), node('host'), node('switch')],
    links: [cable(0, 65_535, 2, 7), cable(1, 1, 0, 3), cable(0, 3, 2, 9)],
    ends: [{ node: 1, port: 1, portGuid: null, lid: null, lmc: 0, host: '', rail: 0 }],
    tables: null,
    problems: [],
  };
  const { first, port, out, slot, leaf, toEnd } = wiringOf(fabric);
  expect([...first]).toEqual([0, 2, 4]);
  expect([...port]).toEqual([3, 65_535, 7, 9]);
  // Port 3 of the first switch has two cables: the first holds.
  expect([...out]).toEqual([3, 0, 1, 5]);
  expect([...slot]).toEqual([1, 2, -1, 0, -1, 3]);
  expect([leaf[0], toEnd[0]]).toEqual([0, 3]);
});
