import type { LidTable } from './model';
import type { ForwardingRows, TopologyRows } from './rows';

/** Tables of several files as one, and the LIDs that hold in them. */
export interface MergedTables {
  /** By GUID of the switch; null without any. */
  tables: Map<string, LidTable> | null;
  /** First LID and LMC by port GUID. Empty: the topology's own LIDs hold. */
  lids: Map<string, { lid: number; lmc: number }>;
  /** LIDs of switches by GUID. */
  switchLids: Map<string, number>;
  problems: string[];
}

type Owners = ReadonlyMap<number, string>;

/**
 * Puts the tables of one reading together: the file with the most entries holds, others fill what it lacks, and where
 * two differ it is said. Which port has a LID is taken from the tables, else from a topology of their folder, else from
 * the topology itself. Files whose LIDs belong to other ports are of another time and are left out.
 */
export function mergeTables(
  topology: TopologyRows,
  files: readonly ForwardingRows[],
  companions: readonly TopologyRows[],
): MergedTables {
  const problems: string[] = [];
  const nothing = { tables: null, lids: new Map(), switchLids: new Map(), problems };
  const ordered = files
    .map((file) => ({ file, entries: file.tables.reduce((sum, { ports }) => sum + entriesOf(ports), 0) }))
    .sort((a, b) => b.entries - a.entries);
  const first = ordered[0]?.file;
  if (!first) return nothing;
  const owning = ordered.find(({ file }) => file.owners.size > 0)?.file;
  const companion = companions.find((one) => ownersOf(one).size > 0);
  const owners: Owners = owning?.owners ?? ownersOf(companion ?? topology);
  const tables = new Map(first.tables.map(({ guid, ports }) => [guid, ports]));
  for (const { file } of ordered) {
    problems.push(...file.problems.map((text) => `${file.path}: ${text}`));
    if (file === first) continue;
    const strange = strangers(owners, file.owners);
    if (strange > 0)
      problems.push(
        `${file.path} is not used: it gives ${strange} LIDs to other ports than ${owning?.path ?? first.path}, so it is of another time.`,
      );
    else problems.push(...fill(tables, first, file));
  }
  const { lids, switchLids, uneven } = lidsOf(owners, topology);
  if (uneven > 0)
    problems.push(
      `The LIDs of ${uneven.toLocaleString('en')} ${uneven === 1 ? 'port are' : 'ports are'} not one aligned row of up to 128, as LMC gives them: only the first of each counts.`,
    );
  if (lids.size === 0)
    problems.push('No file says which port has which LID: the tables cannot be followed to hosts.');
  return { tables, lids, switchLids, problems };
}

function entriesOf(ports: LidTable): number {
  let entries = 0;
  for (const port of ports) if (port > 0) entries++;
  return entries;
}

/** Owner of each LID by the word of a topology. */
function ownersOf({ nodes, ports }: TopologyRows): Map<number, string> {
  const owners = new Map<number, string>();
  for (const { kind, guid, lid } of nodes)
    if (kind === 'switch' && guid !== null && lid !== null) owners.set(lid, guid);
  for (const { guid, lid, lmc } of ports)
    if (guid !== null && lid !== null) for (let k = 0; k < 2 ** (lmc ?? 0); k++) owners.set(lid + k, guid);
  return owners;
}

function strangers(owners: Owners, others: Owners): number {
  let count = 0;
  for (const [lid, guid] of others) if (owners.has(lid) && owners.get(lid) !== guid) count++;
  return count;
}

/** Fills what the tables lack from another file; says how many entries were filled and how many differ. */
function fill(tables: Map<string, LidTable>, first: ForwardingRows, file: ForwardingRows): string[] {
  let filled = 0;
  let differ = 0;
  let without = 0;
  for (const { guid, ports } of file.tables) {
    const held = tables.get(guid) ?? new Uint16Array(0);
    const size = Math.max(held.length, ports.length);
    const joined = new Uint16Array(size);
    joined.set(held);
    let added = 0;
    for (let lid = 0; lid < size; lid++) {
      const [mine, theirs] = [held[lid] ?? 0, ports[lid] ?? 0];
      if (mine === 0 && theirs > 0) {
        joined[lid] = theirs;
        added++;
      } else if (theirs > 0 && mine !== theirs) differ++;
      else if (mine > 0 && theirs === 0) without++;
    }
    if (added > 0) tables.set(guid, joined);
    filled += added;
  }
  const sentences: string[] = [];
  const n = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'entry' : 'entries'}`;
  if (differ > 0)
    sentences.push(
      `${file.path} and ${first.path} differ in ${n(differ)}: those of ${first.path} hold. They are of different times or routings.`,
    );
  if (filled > 0)
    sentences.push(
      `${n(filled)} that ${first.path} lacks ${filled === 1 ? 'is' : 'are'} taken from ${file.path}.`,
    );
  if (without > 0) sentences.push(`${file.path} lacks ${n(without)} that ${first.path} has.`);
  return sentences;
}

/** Largest LMC (IBTA volume 1, 4.1.3: 3 bits). */
const LAST_LMC = 7;

/** LMC of a port with these LIDs in rising order, null where they are no aligned row of 2^LMC. */
function lmcOf(lids: readonly number[]): number | null {
  const [first = 0] = lids;
  const lmc = Math.log2(lids.length);
  const row = (lids[lids.length - 1] ?? 0) - first + 1 === lids.length && first % lids.length === 0;
  return row && Number.isInteger(lmc) && lmc <= LAST_LMC ? lmc : null;
}

/** First LID and LMC of each port, and the LID of each switch; `uneven` = ports whose LIDs are no aligned row. */
function lidsOf(
  owners: Owners,
  topology: TopologyRows,
): Pick<MergedTables, 'lids' | 'switchLids'> & { uneven: number } {
  const switches = new Set(
    topology.nodes.flatMap(({ kind, guid }) => (kind === 'switch' && guid !== null ? [guid] : [])),
  );
  const held = new Map<string, number[]>();
  for (const [lid, guid] of owners) {
    const own = held.get(guid);
    if (own) own.push(lid);
    else held.set(guid, [lid]);
  }
  const lids: MergedTables['lids'] = new Map();
  const switchLids: MergedTables['switchLids'] = new Map();
  let uneven = 0;
  for (const [guid, own] of held) {
    own.sort((x, y) => x - y);
    const [lid = 0] = own;
    if (switches.has(guid)) switchLids.set(guid, lid);
    else {
      const lmc = lmcOf(own);
      if (lmc === null) uneven++;
      lids.set(guid, { lid, lmc: lmc ?? 0 });
    }
  }
  return { lids, switchLids, uneven };
}
