import { speedOfLane } from '../../fabric/rates';
import { FabricFacts, LAST_MADE_PORT } from './fabricFacts';
import type { LineClass, LineFormat, LineReader, Sink } from '../format';
import { onLine } from '../named/namedLine';
import { isNoise } from '../text/noise';

const CABLE =
  /^\s+(\S{1,80})\s+-(?:(\d{1,2})[xX]-)?(?:([\d.]{1,5})G-)?> (\S{1,80}) (\S{1,200}) (\S{1,80})\s*$/;
const SYSTEM = /^(\S{1,80})\s+(\S{1,200})\s*$/;
const PAIR = /^(\S{1,80})\s+(\S{1,200})\s+(\S{1,80})\s+(\S{1,80})\s+(\S{1,200})\s+(\S{1,80})\s*$/;
const isTopo = onLine(/^\s+(?:\w+\/)*P\d+ -(?:\d+[xX]-(?:[\d.]+G-)?)?> (?=\S+ \S+ \S+\s*$)/);
const isCables = onLine(/^# <SysType> <sysName> <portName>/);

/** A `.topo` or `.cables` file of ibdm: systems with their cables. */
export const ibdm: LineFormat = {
  kind: 'lines',
  id: 'ibdm',
  name: 'ibdm topology',
  looksFor:
    'cables such as `P1 -4x-5G-> Cougar H-1 P1` below the type and name of a system, or a head `# <SysType> <sysName> <portName>`',
  help: {
    make: ['ibtopogen', 'ibdiagnet -wt fabric.topo'],
    reads:
      'Systems and their cables with width and speed. A system with one or two cables at its ports P1 and P2 counts as a host.',
    not: 'What a type of system holds inside (.ibnl): each system counts as one switch, its ports numbered in the order of the file.',
  },
  traced: 'all',
  detect(sample) {
    const found = isTopo(sample) ?? isCables(sample);
    return found && { why: `line ${found.line}: “${found.text}”`, tool: 'ibdm', version: null };
  },
  open: (sink, sample) => new IbdmReader(sink, isCables(sample) !== null),
};

/** A system and the ports it is known by. */
interface System {
  index: number;
  ports: Map<string, number>;
}

class IbdmReader implements LineReader {
  private readonly facts: FabricFacts;
  private readonly systems = new Map<string, System>();
  private own: System | null = null;
  private composite = false;

  /** `pairs`: both ends of a cable stand on one line. */
  constructor(
    private readonly sink: Sink,
    private readonly pairs: boolean,
  ) {
    this.facts = new FabricFacts(sink, false, LAST_MADE_PORT);
  }

  line(text: string, number: number, open: boolean): LineClass {
    if (text.trim() === '' || text.startsWith('#')) return 'skipped';
    const kind = this.pairs ? this.pair(text, number) : this.topo(text, number);
    if (kind) return kind;
    if (open) this.sink.problem(number, 'The file ends within this line: it is cut short.');
    return isNoise(text) ? 'skipped' : 'unknown';
  }

  end(): void {
    for (const { index, ports } of this.systems.values()) {
      const host = ports.size <= 2 && [...ports.keys()].every((port) => port === 'P1' || port === 'P2');
      this.facts.learn(index, { kind: host ? 'host' : 'switch' });
    }
    if (this.composite)
      this.sink.problem(
        0,
        'Systems made of several switch chips count as one switch each, their ports numbered in the order of the file: what is inside stands in .ibnl files.',
      );
    this.facts.finish();
  }

  private topo(text: string, number: number): LineClass | null {
    const cable = CABLE.exec(text);
    if (cable && this.own) {
      const [, port = '', width, rate, type = '', name = '', farPort = ''] = cable;
      return this.cable(this.own, port, this.system(type, name, number), farPort, number, width, rate);
    }
    const head = /^\s/.test(text) ? null : SYSTEM.exec(text);
    if (!head) return null;
    this.own = this.system(head[1] ?? '', head[2] ?? '', number);
    return 'understood';
  }

  private pair(text: string, number: number): LineClass | null {
    const match = PAIR.exec(text);
    if (!match) return null;
    const [, type = '', name = '', port = '', farType = '', farName = '', farPort = ''] = match;
    return this.cable(
      this.system(type, name, number),
      port,
      this.system(farType, farName, number),
      farPort,
      number,
    );
  }

  private system(type: string, name: string, line: number): System {
    const key = `${type} ${name}`;
    let system = this.systems.get(key);
    if (!system) {
      const said = { guid: null, kind: 'switch', name, ports: null, lid: null } as const;
      system = { index: this.facts.mention(key, said, line), ports: new Map() };
      this.systems.set(key, system);
    }
    return system;
  }

  private cable(
    a: System,
    port: string,
    b: System,
    farPort: string,
    line: number,
    width?: string,
    rate?: string,
  ): LineClass {
    const said = {
      a: a.index,
      aPort: this.port(a, port),
      b: b.index,
      bPort: this.port(b, farPort),
      width: width === undefined ? null : Number(width),
      speed: rate === undefined ? null : speedOfLane(Number(rate)),
      state: 'up' as const,
      line,
    };
    return this.facts.cable(said) ? 'understood' : 'unknown';
  }

  /** The number of a port: `P12` is 12, ports of parts of a system (`L1/P2`) are numbered as they come. */
  private port(system: System, name: string): number {
    const plain = /^P(\d{1,5})$/.exec(name)?.[1];
    const held = system.ports.get(name);
    if (held !== undefined) return held;
    if (plain === undefined) this.composite = true;
    const number = plain === undefined ? system.ports.size + 1 : Number(plain);
    system.ports.set(name, number);
    return number;
  }
}
