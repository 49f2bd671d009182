/**
 * `npx tsx bench/fabric/load.ts`: how long a topology of about 1,500 nodes takes from its text to the fabric and its
 * report, as a share of the limit of one second. Best of five.
 */
import { readSource } from '../../src/formats/read';
import { assemble } from '../../src/fabric/assemble';
import { reportOf } from '../../src/fabric/report';
import { Collector, memorySource } from '../../src/testing/collect';
import { topologyOf } from '../../src/testing/fabrics';

const LIMIT = 1000;

/** A full tree of two levels as ibnetdiscover prints it. */
function text(leaves: number, perLeaf: number): string {
  const id = (kind: string, n: number) => `${kind}-${n.toString(16).padStart(16, '0')}`;
  const leaf = (i: number) => id('S', 0x100000 + i);
  const spine = (j: number) => id('S', 0x200000 + j);
  const host = (h: number) => id('H', 0x300000 + 16 * h);
  const blocks: string[] = [];
  const block = (head: string, ports: string[]) =>
    blocks.push(['vendid=0x2c9', 'devid=0xd2f0', head, ...ports].join('\n'));
  for (let i = 0; i < leaves; i++)
    block(`Switch\t${2 * perLeaf} "${leaf(i)}"\t\t# "leaf${i}" base port 0 lid ${1 + i} lmc 0`, [
      ...Array.from(
        { length: perLeaf },
        (_, k) =>
          `[${k + 1}]\t"${host(i * perLeaf + k)}"[1](${(0x300001 + 16 * (i * perLeaf + k)).toString(16)}) \t\t# "node${i * perLeaf + k} HCA-1" lid ${500 + i * perLeaf + k} 4xHDR`,
      ),
      ...Array.from(
        { length: perLeaf },
        (_, j) => `[${perLeaf + j + 1}]\t"${spine(j)}"[${i + 1}]\t\t# "spine${j}" lid ${200 + j} 4xHDR`,
      ),
    ]);
  for (let j = 0; j < perLeaf; j++)
    block(
      `Switch\t${leaves} "${spine(j)}"\t\t# "spine${j}" base port 0 lid ${200 + j} lmc 0`,
      Array.from(
        { length: leaves },
        (_, i) => `[${i + 1}]\t"${leaf(i)}"[${perLeaf + j + 1}]\t\t# "leaf${i}" lid ${1 + i} 4xHDR`,
      ),
    );
  for (let h = 0; h < leaves * perLeaf; h++)
    block(`Ca\t1 "${host(h)}"\t\t# "node${h} HCA-1"`, [
      `[1](${(0x300001 + 16 * h).toString(16)}) \t"${leaf(Math.floor(h / perLeaf))}"[${(h % perLeaf) + 1}]\t\t# lid ${500 + h} lmc 0 "leaf" lid 1 4xHDR`,
    ]);
  return `# Topology file: generated on a bench\n\n${blocks.join('\n\n')}\n`;
}

const topology = text(72, 20);
const times: number[] = [];
let nodes = 0;
let cables = 0;
for (let run = 0; run < 5; run++) {
  const began = performance.now();
  const found = new Collector();
  await readSource(memorySource('bench', topology), found);
  const report = reportOf(assemble({ topology: topologyOf(found, 'bench'), tables: [], companions: [] }));
  times.push(performance.now() - began);
  [nodes, cables] = [found.nodes.length, report.cables];
}
const best = Math.min(...times);
process.stdout.write(
  `${nodes} nodes, ${cables} cables, ${topology.split('\n').length} lines: ${best.toFixed(0)} ms, ${((100 * best) / LIMIT).toFixed(0)} % of the limit\n`,
);
if (best > LIMIT) process.exitCode = 1;
