import { linkCapacity } from '../../fabric/rates';
import { unescaped } from './fabricText';
import type { LinkFact, NodeFact, Sink } from '../format';

/** What is said of a node, without its line. */
export type NodeSaid = Omit<NodeFact, 'line'>;

interface Held extends NodeFact {
  described: boolean;
}

/** One end of a cable as a file describes it; `paired` once the other end is found. */
interface Half extends LinkFact {
  paired: boolean;
}

/** A kind of oddity: how often, and the first lines it was seen on. */
interface Oddity {
  count: number;
  lines: number[];
}

type OddityKind =
  | 'one-sided'
  | 'undescribed'
  | 'differing'
  | 'self'
  | 'clash'
  | 'twice'
  | 'disagree'
  | 'port'
  | 'lmc'
  | 'too many nodes'
  | 'too many cables';

/** Last port of an InfiniBand node (IBTA volume 1, 14.2.5.6: 255 stands for none). */
export const LAST_IB_PORT = 254;
/** Last port of a node whose ports are numbered by the reader, as the file has no numbers. */
export const LAST_MADE_PORT = 65_535;

/** Most nodes and cables of one file: several times the largest machines, and still held in memory with ease. */
export const MOST_NODES = 200_000;
export const MOST_CABLES = 1_000_000;

/** What may stand in a remark of each kind; `n` = how many. */
const SENTENCES: Readonly<Record<OddityKind, (n: string, one: boolean, lastPort: number) => string>> = {
  'one-sided': (n, one) =>
    `${n} ${one ? 'cable is' : 'cables are'} described at one end only: the file may be cut short or shortened. ${one ? 'It is' : 'They are'} taken as ${one ? 'a cable' : 'cables'} all the same.`,
  undescribed: (n, one) =>
    `${n} ${one ? 'node is' : 'nodes are'} named by cables and not described: the file may be cut short or shortened.`,
  differing: (n, one) =>
    `The two ends of ${n} ${one ? 'cable' : 'cables'} differ in width or speed: the slower is taken.`,
  self: (n, one) =>
    `${n} ${one ? 'cable has' : 'cables have'} both ends at one node: no traffic between hosts can use ${one ? 'it' : 'them'}.`,
  clash: (n, one) => `${n} ${one ? 'port is' : 'ports are'} given two cables: the first holds.`,
  twice: (n, one) =>
    `${n} ${one ? 'node is' : 'nodes are'} described more than once: the first description holds.`,
  disagree: (n, one) =>
    `${n} ${one ? 'cable leads' : 'cables lead'} to a port that is described with another cable: both are taken.`,
  port: (n, one, lastPort) =>
    `${n} ${one ? 'cable is' : 'cables are'} left out: ports are counted from 1 to ${lastPort.toLocaleString('en')} here, and ${one ? 'its' : 'their'} port is none of these.`,
  lmc: (n, one) =>
    `${n} ${one ? 'port is' : 'ports are'} given an LMC above 7, which no port can have: ${one ? 'it counts' : 'they count'} as not said.`,
  'too many nodes': (n, one) =>
    `The file has more than ${MOST_NODES.toLocaleString('en')} nodes: from here on they are left out, ${n} ${one ? 'time' : 'times'} with what is said of them. Give only the part of the fabric that you look at.`,
  'too many cables': (n, one) =>
    `The file has more than ${MOST_CABLES.toLocaleString('en')} cables: ${n} ${one ? 'description is' : 'descriptions are'} left out from here on. Give only the part of the fabric that you look at.`,
};

/**
 * Gathers nodes and cables of one file and hands them on at its end: files name nodes before they describe them, and
 * most say each cable twice, once at either end. Holds as much as the fabric is large.
 */
export class FabricFacts {
  private readonly nodes: Held[] = [];
  private readonly indices = new Map<string, number>();
  private readonly halves = new Map<number, Half>();
  private readonly ports = new Map<
    number,
    { guid: string | null; lid: number | null; lmc: number | null; line: number }
  >();
  private readonly oddities = new Map<OddityKind, Oddity>();

  /** `bothEnds`: whether the tool says each cable at both of its ends, so that one end alone is odd. `lastPort`: the largest port number. */
  constructor(
    private readonly sink: Sink,
    private readonly bothEnds = true,
    private readonly lastPort = LAST_IB_PORT,
  ) {}

  /** A node with its own record. `key` = what the file calls it by. Returns its index, -1 where there are too many. */
  describe(key: string, said: NodeSaid, line: number): number {
    const index = this.mention(key, said, line);
    const held = this.nodes[index];
    if (!held) return index;
    if (held.described) this.odd('twice', line);
    else Object.assign(held, said, { lid: said.lid ?? held.lid, described: true, line });
    return index;
  }

  /** A node that is named at the other end of a cable. Returns its index, -1 where there are too many. */
  mention(key: string, said: NodeSaid, line: number): number {
    const known = this.indices.get(key);
    if (known !== undefined) return known;
    if (this.nodes.length >= MOST_NODES) {
      this.odd('too many nodes', line);
      return -1;
    }
    this.indices.set(key, this.nodes.length);
    return this.nodes.push({ ...said, line, described: false }) - 1;
  }

  /** Says more of a node; what is known already holds. */
  learn(index: number, said: Partial<Pick<NodeFact, 'guid' | 'lid' | 'ports' | 'kind'>>): void {
    const held = this.nodes[index];
    if (!held) return;
    held.lid ??= said.lid ?? null;
    if (said.ports !== undefined) held.ports = Math.max(held.ports ?? 0, said.ports ?? 0);
    if (said.kind) held.kind = said.kind;
    if (said.guid !== undefined) held.guid = said.guid;
  }

  /** What is known of a port of an adapter; what was said before holds where it is not null. */
  port(
    node: number,
    port: number,
    guid: string | null,
    lid: number | null,
    lmc: number | null,
    line: number,
  ): void {
    if (node < 0 || !this.isPort(port)) return;
    if (lmc !== null && lmc > 7) {
      this.odd('lmc', line);
      lmc = null;
    }
    const held = this.ports.get(portKey(node, port));
    if (!held) this.ports.set(portKey(node, port), { guid, lid, lmc, line });
    else {
      held.guid ??= guid;
      held.lid ??= lid;
      held.lmc ??= lmc;
    }
  }

  /** A cable as it is described at its end `a`. False where it is left out, which `finish` tells. */
  cable(said: LinkFact): boolean {
    if (said.a < 0 || said.b < 0) return false;
    if (!this.isPort(said.aPort) || !this.isPort(said.bPort)) {
      this.odd('port', said.line);
      return false;
    }
    const key = portKey(said.a, said.aPort);
    const held = this.halves.get(key);
    if (!held) {
      if (this.halves.size >= MOST_CABLES * (this.bothEnds ? 2 : 1)) {
        this.odd('too many cables', said.line);
        return false;
      }
      this.halves.set(key, { ...said, paired: false });
    } else if (held.b !== said.b || held.bPort !== said.bPort) this.odd('clash', said.line);
    return true;
  }

  /** How many nodes are known so far. */
  get size(): number {
    return this.nodes.length;
  }

  /** Hands everything on: nodes in the order of the file, then ports, then cables; then what is odd. */
  finish(): void {
    for (const { described, ...node } of this.nodes) {
      if (!described) this.odd('undescribed', node.line);
      this.sink.fabricNode({
        ...node,
        name: unescaped(node.name),
        lid: node.kind === 'switch' ? node.lid : null,
      });
    }
    for (const [key, said] of this.ports) {
      const node = Math.floor(key / 2 ** 16);
      if (this.nodes[node]?.kind !== 'switch') this.sink.fabricPort({ node, port: key % 2 ** 16, ...said });
    }
    for (const half of this.halves.values()) this.link(half);
    for (const [kind, { count, lines }] of this.oddities) {
      if (kind === 'undescribed' && !this.bothEnds) continue;
      const first = lines[0] ?? 0;
      const at =
        count === 1
          ? ''
          : ` The first: line ${first}${lines.length > 1 ? `, then ${lines.slice(1).join(', ')}` : ''}.`;
      this.sink.problem(first, SENTENCES[kind](count.toLocaleString('en'), count === 1, this.lastPort) + at);
    }
  }

  private link(half: Half): void {
    if (half.paired) return;
    const { paired, ...link } = half;
    void paired;
    const other = this.halves.get(portKey(half.b, half.bPort));
    if (other && other !== half && other.b === half.a && other.bPort === half.aPort) {
      other.paired = true;
      if (other.width !== half.width || other.speed !== half.speed) {
        this.odd('differing', half.line);
        const [slow, fast] = [linkCapacity(other.width, other.speed), linkCapacity(half.width, half.speed)];
        if (fast === null || (slow !== null && slow < fast)) {
          link.width = other.width ?? half.width;
          link.speed = other.speed ?? half.speed;
        }
      }
      if (other.state === 'down') link.state = 'down';
    } else if (other && other !== half) this.odd('disagree', half.line);
    else if (this.bothEnds && other !== half) this.odd('one-sided', half.line);
    if (half.a === half.b) this.odd('self', half.line);
    this.sink.fabricLink(link);
  }

  private isPort(port: number): boolean {
    return Number.isSafeInteger(port) && port >= 1 && port <= this.lastPort;
  }

  private odd(kind: OddityKind, line: number): void {
    const held = this.oddities.get(kind);
    if (!held) this.oddities.set(kind, { count: 1, lines: [line] });
    else {
      held.count++;
      if (held.lines.length < 5) held.lines.push(line);
    }
  }
}

function portKey(node: number, port: number): number {
  return node * 2 ** 16 + port;
}
