import { expect, it } from 'vitest';
import { mergeTables } from './lids';

const PORT = '0x00bb000000000301';
const topology = { source: 1, path: 'net', nodes: [], ports: [], links: [], problems: [] };

/** What LIDs of one port make of it. */
function portWith(lids: readonly number[]) {
  const tables = [{ guid: '0x00aa000000000100', ports: Uint16Array.of(0, 1) }];
  const owners = new Map(lids.map((lid) => [lid, PORT]));
  const merged = mergeTables(topology, [{ source: 2, path: 't', tables, owners, problems: [] }], []);
  return { ...merged.lids.get(PORT), said: merged.problems };
}

it.each([
  [[5], 5, 0],
  [[4, 5, 6, 7], 4, 2],
  [Array.from({ length: 128 }, (_, k) => 128 + k), 128, 7],
])('an aligned row of LIDs is an LMC', (lids, lid, lmc) => {
  expect(portWith(lids)).toEqual({ lid, lmc, said: [] });
});

it.each([
  ['with a gap', [4, 7]],
  ['not aligned', [5, 6]],
  ['no power of two', [4, 5, 6]],
  ['too long', Array.from({ length: 256 }, (_, k) => 256 + k)],
])('LIDs %s count as the first alone, and it is said', (_, lids) => {
  const { lid, lmc, said } = portWith(lids);
  expect([lid, lmc]).toEqual([lids[0], 0]);
  expect(said.join(' ')).toMatch(/^The LIDs of 1 port are not one aligned row of up to 128/);
});
