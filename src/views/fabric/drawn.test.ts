import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { assemble } from '../../fabric/assemble';
import { countersByLink, layCounters } from '../../fabric/counters';
import { reportOf } from '../../fabric/report';
import { atOnce } from '../../model/turns';
import { collect, memorySource } from '../../testing/collect';
import { countersOf, tablesOf, topologyOf } from '../../testing/fabrics';
import { layOut, showable } from './drawn';

const FIXTURES = join(import.meta.dirname, '../../formats/fabric/fixtures/fabric');
const read = async (name: string, change = (text: string) => text) =>
  (await collect(memorySource(name, change(readFileSync(join(FIXTURES, name), 'utf8'))))).found;

/** Four leaves, two spines and eight hosts; the cable from leaf1 to spine1 has one lane of four. */
async function tree(tables = true) {
  const slow = (text: string) =>
    text
      .replace(/(\[3\]\t"S-00aa000000000200"\[1\].*)4xEDR/, '$11xEDR')
      .replace(/(\[1\]\t"S-00aa000000000100"\[3\].*)4xEDR/, '$11xEDR');
  return assemble({
    topology: topologyOf(await read('tree.topo.txt', slow), 'tree'),
    tables: tables ? [tablesOf(await read('tree.lfts.dump'), 'tables')] : [],
    companions: [],
  });
}

const NO_COUNTERS = countersByLink({ links: [] }, []);

it('draws the ports of hosts below their switches, and leads back to nodes and cables', async () => {
  const fabric = await tree();
  const { scene, nodeName, nodes, links } = atOnce(layOut(fabric));
  expect(scene).toMatchObject({ flat: false, levels: 2 });
  expect(scene.rows.map((row) => row.map(nodeName))).toEqual([
    ['leaf1', 'leaf2', 'leaf3', 'leaf4'],
    ['spine1', 'spine2'],
  ]);
  expect(links).toHaveLength(16);
  links.forEach((link, cable) => {
    const { a, b, aPort } = fabric.links[link] ?? {};
    expect([nodes[scene.net.source[2 * cable] ?? 0], nodes[scene.net.target[2 * cable] ?? 0]]).toEqual([
      a,
      b,
    ]);
    expect(scene.net.sourcePort[2 * cable]).toBe(aPort);
  });
  expect(nodeName(0)).toBe('n01');
});

it('keeps cables that are down as cut, and leaves out those of a node to itself', async () => {
  const fabric = await tree();
  const links = fabric.links.map((link, at) =>
    at === 0 ? { ...link, state: 'down' as const } : at === 1 ? { ...link, b: link.a } : link,
  );
  const drawn = atOnce(layOut({ ...fabric, links }));
  expect([...drawn.links]).toEqual(fabric.links.map((_, at) => at).filter((at) => at !== 1));
  expect([...drawn.scene.net.alive.slice(0, 4)]).toEqual([0, 0, 1, 1]);
});

it('shows routes against their median, then counters against 0, then rates against the commonest', async () => {
  const fabric = await tree();
  const report = reportOf(fabric);
  const laid = layCounters(fabric, countersOf(await read('tree.perfquery-after.txt'), 'after'), null);
  const shown = showable(fabric, report, countersByLink(fabric, laid.counters));
  expect(shown.map(({ key }) => key)).toEqual([
    'destinations',
    'PortXmitData',
    'PortRcvData',
    'PortXmitPkts',
    'rate',
  ]);
  const at = fabric.links.findIndex(
    ({ a, aPort }) => fabric.nodes[a]?.name.startsWith('leaf1') && aPort === 3,
  );
  const [destinations, sent, , , rate] = shown;
  // Up: the 3 hosts of odd number elsewhere. Down: n01, which is odd.
  expect([destinations?.amount(2 * at), destinations?.amount(2 * at + 1)]).toEqual([3, 1]);
  expect([destinations?.usual?.(2 * at), destinations?.usual?.(2 * at + 1)]).toEqual([3, 1]);
  expect([sent?.amount(2 * at), sent?.usual]).toEqual([9000, null]);
  expect([rate?.amount(2 * at), rate?.usual?.(2 * at)]).toEqual([25, 100]);
});

it('shows no destinations where a switch has no table, and nothing where nothing is known', async () => {
  const fabric = await tree(false);
  expect(showable(fabric, reportOf(fabric), NO_COUNTERS).map(({ key }) => key)).toEqual(['rate']);
  const bare = { ...fabric, links: fabric.links.map((link) => ({ ...link, capacity: null })) };
  expect(showable(bare, reportOf(bare), NO_COUNTERS)).toEqual([]);
});
