import type { NodeKind } from '../../fabric/model';
import { FabricFacts } from './fabricFacts';
import { adapterKind, guidOf, lidOf, widthAndSpeed } from './fabricText';
import type { LineClass, LineFormat, LineReader, Sink } from '../format';
import { onLine } from '../named/namedLine';
import { isNoise } from '../text/noise';

const find = onLine(/^(?:CA|SW|RT)\s+\d+\s+\d+ 0x(?=[0-9a-f]{16} (?:\d+x|\?+))/);

const ROW = /^(CA|SW|RT)\s+(\d{1,5})\s+(\d{1,5}) 0x([0-9a-f]{16}) (\d{1,2}x|\?+) (\S+)(.*)$/;
const FAR = /^ - (CA|SW|RT)\s+(\d{1,5})\s+(\d{1,5}) 0x([0-9a-f]{16}) \( (.*) \)$/;

/** `ibnetdiscover -p`: one line per port. */
export const ibnetdiscoverPorts: LineFormat = {
  kind: 'lines',
  id: 'ibnetdiscover-ports',
  name: 'ibnetdiscover -p',
  looksFor: 'lines of ports such as `CA 20 1 0x0002c903000a003d 4x QDR - SW 16 4 0x0002c90300800030`',
  help: {
    make: ['ibnetdiscover -p > fabric.ports'],
    reads:
      'Switches, adapters, cables with width and speed, LIDs. Of adapters it gives the GUID of the port, not of the node.',
    not: 'Ports without a cable: their lines tell of nodes alone. LMC is not in the file.',
  },
  traced: 'all',
  detect(sample) {
    const found = find(sample);
    return found && { why: `line ${found.line}: “${found.text}”`, tool: 'ibnetdiscover', version: null };
  },
  open: (sink) => new PortsReader(sink),
};

/** The two names of `'a' - 'b'`; a name may hold quotes. */
function bothNames(text: string): [string, string] {
  const between = text.indexOf("' - '");
  if (between < 0) return [unquoted(text), ''];
  return [unquoted(text.slice(0, between + 1)), unquoted(text.slice(between + 4))];
}

function unquoted(text: string): string {
  const trimmed = text.trim();
  return trimmed.length > 1 && trimmed.startsWith("'") && trimmed.endsWith("'")
    ? trimmed.slice(1, -1)
    : trimmed;
}

class PortsReader implements LineReader {
  private readonly facts: FabricFacts;

  constructor(private readonly sink: Sink) {
    this.facts = new FabricFacts(sink);
  }

  line(text: string, number: number, open: boolean): LineClass {
    const row = ROW.exec(text.trimEnd());
    if (!row) return text.trim() === '' || isNoise(text) ? 'skipped' : 'unknown';
    const [, type = '', lid = '', port = '', guid = '', width = '', speed = '', tail = ''] = row;
    const far = FAR.exec(tail);
    if (open && !far) this.sink.problem(number, 'The file ends within this line: it is cut short.');
    if (!far) {
      const between = tail.startsWith(' - ');
      if (!between && !open) this.node(type, guid, Number(lid), unquoted(tail), number, true);
      return between || open ? 'unknown' : 'understood';
    }
    const [, farType = '', farLid = '', farPort = '', farGuid = '', names = ''] = far;
    const [name, farName] = bothNames(names);
    const a = this.node(type, guid, Number(lid), name, number, true);
    const b = this.node(farType, farGuid, Number(farLid), farName, number, false);
    if (type !== 'SW') this.facts.port(a, Number(port), guidOf(guid), lidOf(Number(lid)), null, number);
    if (farType !== 'SW')
      this.facts.port(b, Number(farPort), guidOf(farGuid), lidOf(Number(farLid)), null, number);
    const said = widthAndSpeed(`${width}${speed}`);
    const line = {
      a,
      aPort: Number(port),
      b,
      bPort: Number(farPort),
      ...said,
      state: 'up' as const,
      line: number,
    };
    return this.facts.cable(line) ? 'understood' : 'unknown';
  }

  end(): void {
    this.facts.finish();
  }

  private node(type: string, guid: string, lid: number, name: string, line: number, own: boolean): number {
    const kind: NodeKind = type === 'SW' ? 'switch' : type === 'RT' ? 'router' : adapterKind(name);
    const said = {
      guid: kind === 'switch' ? guidOf(guid) : null,
      kind,
      name,
      ports: null,
      lid: kind === 'switch' ? lidOf(lid) : null,
    };
    const known = this.facts.mention(guid, said, line);
    return own && !this.described.has(guid) ? this.describe(guid, said, line) : known;
  }

  private readonly described = new Set<string>();

  /** A switch has a line for each port: the first of them describes it. */
  private describe(guid: string, said: Parameters<FabricFacts['describe']>[1], line: number): number {
    this.described.add(guid);
    return this.facts.describe(guid, said, line);
  }
}
