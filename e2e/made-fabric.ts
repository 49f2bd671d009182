/** A made fabric as a subnet manager prints it, and a rotate test on it with one slow cable; all numbers are invented. */

const LEAVES = 8;
const PER_LEAF = 4;
export const HOSTS = LEAVES * PER_LEAF;

const hex = (base: number, n: number) => (base + n).toString(16).padStart(12, '0');
const leafGuid = (leaf: number) => `0002${hex(0xa00000, leaf)}`;
const spineGuid = (spine: number) => `0002${hex(0xb00000, spine)}`;
const hostGuid = (host: number) => `0002${hex(0xc00000, 4 * host)}`;
const portGuid = (host: number) => `0002${hex(0xc00000, 4 * host + 1)}`;
const hostName = (host: number) => `n${String(host + 1).padStart(3, '0')}`;
const hostLid = (host: number) => host + 1;
const leafLid = (leaf: number) => 100 + leaf;
const spineLid = (spine: number) => 200 + spine;
const all = (count: number) => Array.from({ length: count }, (_, i) => i);

/** A two-level tree of 8 leaves with 4 hosts and 4 spines, as ibnetdiscover prints it. */
export function ibnetdiscoverText(): string {
  const head = (kind: string, ports: number, id: string, name: string, lid: number) =>
    `${kind}\t${ports} "${id}"\t\t# "${name}" enhanced port 0 lid ${lid} lmc 0`;
  const leaves = all(LEAVES).map((leaf) =>
    [
      ...['vendid=0x2c9', 'devid=0xbd36', `switchguid=0x${leafGuid(leaf)}(${leafGuid(leaf)})`],
      head('Switch', 8, `S-${leafGuid(leaf)}`, `leaf${leaf + 1}`, leafLid(leaf)),
      ...all(PER_LEAF).map((i) => {
        const host = leaf * PER_LEAF + i;
        return `[${i + 1}]\t"H-${hostGuid(host)}"[1](${portGuid(host)}) \t\t# "${hostName(host)} HCA-1" lid ${hostLid(host)} 4xEDR`;
      }),
      ...all(PER_LEAF).map(
        (spine) =>
          `[${PER_LEAF + spine + 1}]\t"S-${spineGuid(spine)}"[${leaf + 1}]\t\t# "spine${spine + 1}" lid ${spineLid(spine)} 4xEDR`,
      ),
    ].join('\n'),
  );
  const spines = all(PER_LEAF).map((spine) =>
    [
      ...['vendid=0x2c9', 'devid=0xbd36', `switchguid=0x${spineGuid(spine)}(${spineGuid(spine)})`],
      head('Switch', 8, `S-${spineGuid(spine)}`, `spine${spine + 1}`, spineLid(spine)),
      ...all(LEAVES).map(
        (leaf) =>
          `[${leaf + 1}]\t"S-${leafGuid(leaf)}"[${PER_LEAF + spine + 1}]\t\t# "leaf${leaf + 1}" lid ${leafLid(leaf)} 4xEDR`,
      ),
    ].join('\n'),
  );
  const hosts = all(HOSTS).map((host) => {
    const leaf = Math.floor(host / PER_LEAF);
    return [
      ...['vendid=0x2c9', 'devid=0x673c', `caguid=0x${hostGuid(host)}`],
      `Ca\t1 "H-${hostGuid(host)}"\t\t# "${hostName(host)} HCA-1"`,
      `[1](${portGuid(host)}) \t"S-${leafGuid(leaf)}"[${(host % PER_LEAF) + 1}]\t\t# lid ${hostLid(host)} lmc 0 "leaf${leaf + 1}" lid ${leafLid(leaf)} 4xEDR`,
    ].join('\n');
  });
  const top = ['#', '# Topology file: generated on Fri Nov 20 09:24:26 2026', '#'];
  return [top.join('\n'), ...leaves, ...spines, ...hosts, ''].join('\n\n');
}

/** Spine that a leaf sends a host's traffic to: its place below its leaf, as D-mod-K and OpenSM's ftree do. */
const spineOf = (host: number) => host % PER_LEAF;

/** The forwarding tables of that tree, as OpenSM dumps them. */
export function lftsText(): string {
  const table = (guid: string, name: string, lid: number, port: (host: number) => number) => [
    `Unicast lids [0-${HOSTS}] of switch Lid ${lid} guid 0x${guid} ('${name}'):`,
    ...all(HOSTS).map(
      (host) =>
        `0x${hostLid(host).toString(16).padStart(4, '0')} ${String(port(host)).padStart(3, '0')} # Channel Adapter portguid 0x${portGuid(host)}: '${hostName(host)} HCA-1'`,
    ),
    `${HOSTS} lids dumped `,
  ];
  const leafOf = (host: number) => Math.floor(host / PER_LEAF);
  return [
    ...all(LEAVES).flatMap((leaf) =>
      table(leafGuid(leaf), `leaf${leaf + 1}`, leafLid(leaf), (host) =>
        leafOf(host) === leaf ? (host % PER_LEAF) + 1 : PER_LEAF + spineOf(host) + 1,
      ),
    ),
    ...all(PER_LEAF).flatMap((spine) =>
      table(spineGuid(spine), `spine${spine + 1}`, spineLid(spine), (host) => leafOf(host) + 1),
    ),
    '',
  ].join('\n');
}

/** A rotate test on that tree (MB/s), the cable from leaf 2 to spine 3 at a quarter of its speed, 2 % of noise. */
export function slowCableRotate(hosts = 'n'): string {
  const half = HOSTS / 2;
  let state = 7;
  const noise = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return 1 + (state / 2 ** 32 - 0.5) * 0.07;
  };
  const lines = all(half).map((shift) =>
    all(half)
      .map((sender) => {
        const receiver = half + ((sender + shift) % half);
        const slow = Math.floor(sender / PER_LEAF) === 1 && spineOf(receiver) === 2;
        return ((slow ? 2900 : 11600) * noise()).toFixed(1);
      })
      .join(','),
  );
  const named = `# hosts: ${hosts}[001-${String(HOSTS).padStart(3, '0')}].cluster.local`;
  return ['# rotate', '# rotation: forward', '# best of: 3', named, ...lines, ''].join('\n');
}
