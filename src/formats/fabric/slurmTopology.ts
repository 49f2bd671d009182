import { FabricFacts, LAST_MADE_PORT, MOST_CABLES, MOST_NODES } from './fabricFacts';
import type { LineClass, LineFormat, LineReader, Sink } from '../format';
import { expandHosts } from '../text/hostList';
import { onLine } from '../named/namedLine';
import { isNoise } from '../text/noise';

const find = onLine(/^\s*(?:SwitchName|BlockName)=(?=\S+\s.*(?:Nodes|Switches)=)/i);

const NO_ROUTES =
  'Slurm knows a tree of switches: no cables with ports and speeds, and no routes. Each line upward counts as one cable.';
const BLOCKS =
  'Blocks are no switches: each counts as one here, with its nodes below it, and nothing joins them.';

/** `topology.conf` and `scontrol show topology`, trees and blocks. */
export const slurmTopology: LineFormat = {
  kind: 'lines',
  id: 'slurm-topology',
  name: 'Slurm topology',
  looksFor: 'lines such as `SwitchName=s0 Nodes=n[001-004]` or `BlockName=b1 Nodes=n[1-8]`',
  help: {
    make: ['scontrol show topology > topology.txt', 'cat /etc/slurm/topology.conf'],
    reads: 'Switches, the nodes and switches below them, bracket lists, blocks.',
    not: 'There are no cables, ports, speeds or routes in it: it tells which nodes share a switch.',
  },
  readLength: 1024 * 1024,
  traced: 'all',
  detect(sample) {
    const found = find(sample);
    return found && { why: `line ${found.line}: “${found.text}”`, tool: 'Slurm', version: null };
  },
  open: (sink) => new SlurmReader(sink),
};

class SlurmReader implements LineReader {
  private readonly facts: FabricFacts;
  /** Cables so far of each node, so that each gets a port of its own. */
  private readonly used: number[] = [];
  /** Switches above a node. */
  private readonly above = new Map<string, number>();
  private sawBlocks = false;
  private severalAbove = 0;
  /** Names that lists were written out to. */
  private written = 0;
  /** The first line that was passed over as there were too many names. */
  private full: number | null = null;

  constructor(private readonly sink: Sink) {
    this.facts = new FabricFacts(sink, false, LAST_MADE_PORT);
  }

  line(text: string, number: number, open: boolean): LineClass {
    const line = text.trim();
    if (line === '' || line.startsWith('#')) return 'skipped';
    const pairs = pairsOf(line);
    const name = pairs?.get('switchname') ?? pairs?.get('blockname');
    if (!pairs || name === undefined) {
      if (pairs?.has('blocksizes')) return 'understood';
      return isNoise(text) ? 'skipped' : 'unknown';
    }
    const [nodes, switches] = [pairs.get('nodes'), pairs.get('switches')];
    // Upper switches of `scontrol show topology` list all nodes below them too.
    const below = switches ?? nodes ?? '';
    if (this.written >= MOST_CABLES || this.facts.size >= MOST_NODES) {
      this.full ??= number;
      return 'unknown';
    }
    const names = expandHosts(below);
    if (open && below.includes('[') && !line.endsWith(']')) {
      this.sink.problem(number, 'The file ends within this line: it is cut short.');
      return 'unknown';
    }
    if (!names) {
      this.sink.problem(
        number,
        'This list of names cannot be written out: a bracket is open, or it has more than 65,536 names.',
      );
      return 'unknown';
    }
    this.written += names.length;
    if (pairs.has('blockname')) this.sawBlocks = true;
    const upper = this.node('switch', name, number, true);
    for (const child of names) this.below(upper, switches === undefined ? 'host' : 'switch', child, number);
    return 'understood';
  }

  end(): void {
    if (this.full !== null)
      this.sink.problem(
        this.full,
        `The lists above name ${MOST_NODES.toLocaleString('en')} nodes, or ${MOST_CABLES.toLocaleString('en')} names in all, which is the most that is read: this line and those below are left out. Give only the part of the fabric that you look at.`,
      );
    if (this.severalAbove > 0)
      this.sink.problem(
        0,
        `${this.severalAbove.toLocaleString('en')} ${this.severalAbove === 1 ? 'name stands' : 'names stand'} below more than one switch.`,
      );
    if (this.facts.size > 0) this.sink.problem(0, this.sawBlocks ? BLOCKS : NO_ROUTES);
    this.facts.finish();
  }

  private below(upper: number, kind: 'host' | 'switch', name: string, line: number): void {
    const lower = this.node(kind, name, line, false);
    if (lower < 0 || upper < 0) return;
    const before = this.above.get(`${kind} ${name}`);
    if (before === upper) return;
    if (before !== undefined) this.severalAbove++;
    this.above.set(`${kind} ${name}`, upper);
    const said = { width: null, speed: null, state: 'up', line } as const;
    this.facts.cable({
      a: lower,
      aPort: this.nextPort(lower),
      b: upper,
      bPort: this.nextPort(upper),
      ...said,
    });
  }

  private node(kind: 'host' | 'switch', name: string, line: number, own: boolean): number {
    const said = { guid: null, kind, name, ports: null, lid: null };
    const key = `${kind} ${name}`;
    return own ? this.facts.describe(key, said, line) : this.facts.mention(key, said, line);
  }

  private nextPort(node: number): number {
    return (this.used[node] = (this.used[node] ?? 0) + 1);
  }
}

/** `Key=value` pairs by lower-case key, or null where a word is no pair. */
function pairsOf(line: string): Map<string, string> | null {
  const pairs = new Map<string, string>();
  for (const word of line.split(/\s+/)) {
    const at = word.indexOf('=');
    if (word.startsWith('#')) break;
    if (at < 1) return null;
    pairs.set(word.slice(0, at).toLowerCase(), word.slice(at + 1));
  }
  return pairs;
}
