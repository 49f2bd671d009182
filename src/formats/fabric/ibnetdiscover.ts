import type { NodeKind } from '../../fabric/model';
import { FabricFacts } from './fabricFacts';
import { adapterKind, guidOf, lidOf, numberOrNull, widthAndSpeed } from './fabricText';
import type { LineClass, LineFormat, LineReader, Sink } from '../format';
import { onLine } from '../named/namedLine';
import { isNoise } from '../text/noise';

const find = onLine(/^(?:# Topology file: generated on|(?:Switch|Ca|Rt)\s+\d+ "[SHR]-(?=[0-9a-f]{16}"))/);

const ATTRIBUTE = /^(?:vendid|devid|sysimgguid|switchguid|caguid|rtguid)=0x[0-9a-f]+/;
const NODE = /^(Switch|Ca|Rt)\s+(\d{1,5})\s+"[SHR]-([0-9a-f]{16})"(.*)$/;
const PORT =
  /^\[(\d{1,5})\](?:\[ext \d+\])?(?:\(([0-9a-f]{1,16})\))?\s*"([SHR])-([0-9a-f]{16})"\[(\d{1,5})\](?:\[ext \d+\])?(?:\(([0-9a-f]{1,16})\))?(.*)$/;
/** Lines of the log of -s, of -g, and of the library underneath. */
const PASSED = /^(?:DR path slid |Non-Chassis Nodes|Chassis \d|#)/;
const FAILED = /^(?:\S+\.c:\d+; |ibwarn: |ibpanic: |\S*iberror: )/;

const KINDS: Readonly<Record<string, NodeKind>> = { S: 'switch', R: 'router' };

/** `ibnetdiscover` in all its flags but -l and -p. */
export const ibnetdiscover: LineFormat = {
  kind: 'lines',
  id: 'ibnetdiscover',
  name: 'ibnetdiscover',
  looksFor: 'node lines such as `Switch 36 "S-0002c90200419cb8"`',
  help: {
    make: ['ibnetdiscover > fabric.topo', 'ibnetdiscover -f > fabric.topo'],
    reads:
      'Switches, adapters, routers, cables with width and speed, LIDs. Adapters called “Aggregation Node” (SHARP) are no hosts.',
    not: 'The attributes of vendor and device, the chassis of -g and the log of -s.',
  },
  traced: 'all',
  detect(sample) {
    const found = find(sample);
    return found && { why: `line ${found.line}: “${found.text}”`, tool: 'ibnetdiscover', version: null };
  },
  open: (sink) => new IbnetdiscoverReader(sink),
};

/** The text between the first and the last quote of a line's end, and what follows it; names may hold quotes. */
function quoted(text: string): { name: string; rest: string } {
  const first = text.indexOf('"');
  const last = text.lastIndexOf('"');
  return last > first
    ? { name: text.slice(first + 1, last), rest: text.slice(last + 1) }
    : { name: '', rest: text };
}

class IbnetdiscoverReader implements LineReader {
  private readonly facts: FabricFacts;
  private node: { index: number; kind: NodeKind } | null = null;
  private failed = 0;

  constructor(private readonly sink: Sink) {
    this.facts = new FabricFacts(sink);
  }

  line(text: string, number: number, open: boolean): LineClass {
    const line = text.trim();
    if (line === '') return 'skipped';
    if (ATTRIBUTE.test(line)) return 'understood';
    if (this.nodeLine(line, number) || this.portLine(line, number, open)) return 'understood';
    if (PASSED.test(line)) return 'skipped';
    if (FAILED.test(line)) {
      if (this.failed++ === 0)
        this.sink.problem(
          number,
          'The tool reports an error here: a part of the fabric may be missing. Told once.',
        );
      return 'skipped';
    }
    if (open) this.sink.problem(number, 'The file ends within this line: it is cut short.');
    return isNoise(text) ? 'skipped' : 'unknown';
  }

  end(): void {
    this.facts.finish();
  }

  private nodeLine(line: string, number: number): boolean {
    const match = NODE.exec(line);
    if (!match) return false;
    const [, word = '', ports = '', id = '', tail = ''] = match;
    const { name, rest } = quoted(tail);
    const kind = word === 'Switch' ? 'switch' : word === 'Rt' ? 'router' : adapterKind(name);
    const lid = kind === 'switch' ? lidOf(Number(/\blid (\d{1,5})\b/.exec(rest)?.[1] ?? 0)) : null;
    const index = this.facts.describe(
      id,
      { guid: guidOf(id), kind, name, ports: Number(ports), lid },
      number,
    );
    this.node = { index, kind };
    return true;
  }

  private portLine(line: string, number: number, open: boolean): boolean {
    const match = this.node && PORT.exec(line);
    if (!this.node || !match) return false;
    const [, port = '', ownGuid, letter = '', id = '', otherPort = '', otherGuid, tail = ''] = match;
    const { name, rest } = quoted(tail);
    const { width, speed } = widthAndSpeed(rest);
    if (open && speed === null) return false;
    if (open && speed === 'FDR')
      this.sink.problem(
        number,
        'The file ends right behind “FDR”: if it is cut short there, the cable may be FDR10. FDR is taken.',
      );
    const kind = KINDS[letter] ?? adapterKind(name);
    const farLid = lidOf(Number(/\blid (\d{1,5})\b/.exec(rest)?.[1] ?? 0));
    const far = this.facts.mention(
      id,
      { guid: guidOf(id), kind, name, ports: null, lid: kind === 'switch' ? farLid : null },
      number,
    );
    const { index } = this.node;
    if (this.node.kind !== 'switch') {
      // Only here an adapter says its own LID: `# lid 20 lmc 0 "leaf04" lid 16 4xQDR`.
      const own = /#\s*lid (\d{1,5}) lmc (\d)/.exec(tail);
      const guid = ownGuid === undefined ? null : guidOf(ownGuid);
      this.facts.port(
        index,
        Number(port),
        guid,
        lidOf(Number(own?.[1] ?? 0)),
        numberOrNull(own?.[2]),
        number,
      );
    }
    if (kind !== 'switch')
      this.facts.port(
        far,
        Number(otherPort),
        otherGuid === undefined ? null : guidOf(otherGuid),
        farLid,
        null,
        number,
      );
    return this.facts.cable({
      a: index,
      aPort: Number(port),
      b: far,
      bPort: Number(otherPort),
      width,
      speed,
      state: 'up',
      line: number,
    });
  }
}
