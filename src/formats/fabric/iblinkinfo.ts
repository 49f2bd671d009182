import type { NodeKind } from '../../fabric/model';
import { isSpeed, speedOfLane } from '../../fabric/rates';
import { FabricFacts } from './fabricFacts';
import { adapterKind, guidOf, lidOf } from './fabricText';
import type { LineClass, LineFormat, LineReader, Sink } from '../format';
import { onLine } from '../named/namedLine';
import { isNoise } from '../text/noise';

const find = onLine(
  /^(?:\s+(?:0x[0-9a-f]{16}\s+)?\d+\s+\d+\[\s*\] ==\(|0x[0-9a-f]{16} "[^"]{1,100}"\s+\d+\s+\d+\[\s*\] ==\((?=.*\)==>))/,
);

const HEAD = /^(CA|Switch|Router): (?:0x([0-9a-f]{1,16}) )?(.*):\s*$/;
const NEAR = /(?:^|\s)(\d{1,5})\s+(\d{1,5})\[[^\]]*\]\s*$/;
const FAR = /^(?:0x([0-9a-f]{16})\s+)?(\d{1,5})\s+(\d{1,5})\[[^\]]*\] "/;

/** `iblinkinfo`, also with -l (`--line`), `--down` and `--switches-only`. */
export const iblinkinfo: LineFormat = {
  kind: 'lines',
  id: 'iblinkinfo',
  name: 'iblinkinfo',
  looksFor: 'lines of links such as `16 1[ ] ==( 4X 10.0 Gbps Active/ LinkUp)==> 17 1[ ] "node0013 HCA-1"`',
  help: {
    make: ['iblinkinfo -l > links.txt', 'iblinkinfo > links.txt'],
    reads:
      'Switches, adapters and cables with width, speed and state. Ports that are down count as ports without a cable.',
    not: 'What the link could be (“Could be …”). LMC is not in the file, and of adapters the GUID of the port alone.',
  },
  traced: 'all',
  detect(sample) {
    const found = find(sample);
    return found && { why: `line ${found.line}: link rows`, tool: 'iblinkinfo', version: null };
  },
  // With --switches-only the adapters have no rows of their own.
  open: (sink, { lines }) =>
    new LinkInfoReader(
      sink,
      lines.some((line) => /^CA: |^0x/.test(line)),
    ),
};

interface Own {
  kind: NodeKind | null;
  guid: string | null;
  name: string;
}

/**
 * Nodes are known by their LID: in this one file, a LID has one owner. With -l no line says what is a switch: an adapter
 * has one line for each LID, a switch has more.
 */
class LinkInfoReader implements LineReader {
  private readonly facts: FabricFacts;
  private own: Own = { kind: null, guid: null, name: '' };
  private readonly rows = new Map<number, { index: number; count: number; typed: boolean }>();

  constructor(
    private readonly sink: Sink,
    bothEnds: boolean,
  ) {
    this.facts = new FabricFacts(sink, bothEnds);
  }

  line(text: string, number: number, open: boolean): LineClass {
    const from = text.indexOf(' ==(');
    const to = from < 0 ? -1 : text.indexOf(')==>', from);
    if (to < 0) return this.other(text, number, open);
    const left = text.slice(0, from);
    const near = NEAR.exec(left);
    if (!near || (open && !text.trimEnd().endsWith(')'))) return this.other(text, number, open);
    const [, lid = '', port = ''] = near;
    const guid = /^\s*0x([0-9a-f]{16})/.exec(left)?.[1];
    const name = /"\s*(.*)"/.exec(left.slice(0, near.index))?.[1];
    const a = this.near(Number(lid), Number(port), guid, name, number);
    const middle = text.slice(from + 4, to);
    const right = text.slice(to + 4).trimStart();
    const far = FAR.exec(right);
    if (!far) return /^\[[^\]]*\] ""/.test(right) ? 'understood' : 'unknown';
    const [, farGuid, farLid = '', farPort = ''] = far;
    const farName = right.slice(far[0].length, Math.max(far[0].length, right.lastIndexOf('" (')));
    const b = this.far(Number(farLid), Number(farPort), farGuid, farName, number);
    return this.facts.cable({
      a,
      aPort: Number(port),
      b,
      bPort: Number(farPort),
      ...ratesOf(middle),
      state: /\bActive\b/.test(middle) ? 'up' : 'down',
      line: number,
    })
      ? 'understood'
      : 'unknown';
  }

  end(): void {
    for (const { index, count, typed } of this.rows.values())
      if (!typed) this.facts.learn(index, count > 1 ? { kind: 'switch' } : { guid: null });
    this.facts.finish();
  }

  private other(text: string, number: number, open: boolean): LineClass {
    const head = HEAD.exec(text);
    if (head) {
      const [, word = '', guid, name = ''] = head;
      const kind = word === 'Switch' ? 'switch' : word === 'Router' ? 'router' : adapterKind(name);
      this.own = { kind, guid: guid === undefined ? null : guidOf(guid), name };
      return 'understood';
    }
    if (open) this.sink.problem(number, 'The file ends within this line: it is cut short.');
    return text.trim() === '' || isNoise(text) ? 'skipped' : 'unknown';
  }

  /** The node whose row this is. */
  private near(
    lid: number,
    port: number,
    guid: string | undefined,
    name: string | undefined,
    line: number,
  ): number {
    const own: Own = name === undefined ? this.own : { kind: null, guid: null, name };
    const kind = own.kind ?? adapterKind(own.name);
    const held = this.rows.get(lid);
    const nodeGuid = own.guid ?? (own.kind === null && guid !== undefined ? guidOf(guid) : null);
    const said = {
      guid: nodeGuid,
      kind,
      name: own.name,
      ports: port,
      lid: kind === 'switch' ? lidOf(lid) : null,
    };
    if (held) held.count++;
    const index = held?.index ?? this.facts.describe(String(lid), said, line);
    if (!held) this.rows.set(lid, { index, count: 1, typed: own.kind !== null });
    this.facts.learn(index, { ports: port, lid: kind === 'switch' || own.kind === null ? lidOf(lid) : null });
    if (kind !== 'switch')
      this.facts.port(index, port, guid === undefined ? null : guidOf(guid), lidOf(lid), null, line);
    return index;
  }

  private far(lid: number, port: number, guid: string | undefined, name: string, line: number): number {
    const said = { guid: null, kind: adapterKind(name), name, ports: null, lid: null };
    const index = this.facts.mention(String(lid), said, line);
    if (guid !== undefined && !this.rows.has(lid))
      this.facts.port(index, port, guidOf(guid), lidOf(lid), null, line);
    return index;
  }
}

/** Width and speed of `4X          10.0 Gbps Active/  LinkUp`: the rate is that of one lane. */
function ratesOf(text: string): { width: number | null; speed: string | null } {
  const match = /(\d{1,2})X\s+([\d.]{1,10}) Gbps/.exec(text);
  const word = /\b(FDR10)\b/.exec(text)?.[1];
  if (!match) return { width: null, speed: null };
  const [, width = '', rate = ''] = match;
  return {
    width: Number(width),
    speed: word !== undefined && isSpeed(word) ? word : speedOfLane(Number(rate)),
  };
}
