import { speedOfLane, isSpeed } from '../../fabric/rates';
import { FabricFacts } from './fabricFacts';
import { adapterKind, guidOf, lidOf } from './fabricText';
import type { LineClass, LineFormat, LineReader, Sink } from '../format';
import { onLine } from '../named/namedLine';
import { isNoise } from '../text/noise';

const find = onLine(/^\{ (?:CA|SW|RT)(?:-SM)? Ports:[0-9A-F]{2} SystemGUID:/);

const SIDE =
  /^\{ (CA|SW|RT)(?:-SM)? Ports:([0-9A-Fa-f]{1,4}) SystemGUID:[0-9a-fA-F]{1,16} NodeGUID:([0-9a-fA-F]{1,16}) PortGUID:([0-9a-fA-F]{1,16}) /;
const SIDE_END = /^\} LID:([0-9A-Fa-f]{1,4}) PN:([0-9A-Fa-f]{1,4}) \}\s*(.*)$/;
const LINK = /^PHY=(\d{1,2})x LOG=(\w+)(?: SPD=(\S+))?/;

/** `opensm-subnet.lst`, also of ibdiagnet (`ibdiagnet.lst`). */
export const opensmSubnet: LineFormat = {
  kind: 'lines',
  id: 'opensm-subnet',
  name: 'OpenSM subnet list',
  looksFor:
    'lines such as `{ CA Ports:01 SystemGUID:0002c903000a0007 NodeGUID: … } { SW … } PHY=4x LOG=ACT SPD=10`',
  help: {
    make: ['opensm -D 0x43', 'ibdiagnet -o .'],
    reads:
      'Switches, adapters and cables with GUIDs, LIDs, width, and speed where OpenSM knows it (newer speeds are printed as ??).',
    not: 'Vendors and devices. LMC is not in the file.',
  },
  traced: 'all',
  detect(sample) {
    const found = find(sample);
    return found && { why: `line ${found.line}: “${found.text}”`, tool: 'OpenSM', version: null };
  },
  open: (sink) => new SubnetReader(sink),
};

/** One of the two groups of a line; `rest` = what follows it. */
interface Side {
  type: string;
  ports: number;
  guid: string;
  portGuid: string;
  name: string;
  lid: number;
  port: number;
  rest: string;
}

/** The group at the beginning of a text. Names stand in braces and may hold some. */
function sideOf(text: string): Side | null {
  const head = SIDE.exec(text);
  const open = head ? text.indexOf('{', head[0].length) : -1;
  if (!head || open < 0) return null;
  for (let close = text.indexOf('} LID:', open); close >= 0; close = text.indexOf('} LID:', close + 1)) {
    const end = SIDE_END.exec(text.slice(close));
    if (!end) continue;
    const [, type = '', ports = '', guid = '', portGuid = ''] = head;
    const [, lid = '', port = '', rest = ''] = end;
    const name = text.slice(open + 1, close);
    return {
      type,
      ports: parseInt(ports, 16),
      guid: guidOf(guid),
      portGuid: guidOf(portGuid),
      name,
      lid: parseInt(lid, 16),
      port: parseInt(port, 16),
      rest,
    };
  }
  return null;
}

class SubnetReader implements LineReader {
  private readonly facts: FabricFacts;
  private readonly described = new Set<string>();

  constructor(private readonly sink: Sink) {
    this.facts = new FabricFacts(sink);
  }

  line(text: string, number: number, open: boolean): LineClass {
    const near = sideOf(text);
    const far = near && sideOf(near.rest);
    const link = far && LINK.exec(far.rest);
    if (!near || !link || (open && !/SPD=\S+$|LOG=[A-Z]{3}$/.test(text))) {
      if (open) this.sink.problem(number, 'The file ends within this line: it is cut short.');
      return text.trim() === '' || isNoise(text) ? 'skipped' : 'unknown';
    }
    const [, width = '', state = '', speed = ''] = link;
    const a = this.node(near, number, true);
    const b = this.node(far, number, false);
    return this.facts.cable({
      a,
      aPort: near.port,
      b,
      bPort: far.port,
      width: Number(width),
      speed: isSpeed(speed) ? speed : speedOfLane(Number(speed)),
      state: state === 'ACT' ? 'up' : 'down',
      line: number,
    })
      ? 'understood'
      : 'unknown';
  }

  end(): void {
    this.facts.finish();
  }

  private node({ type, ports, guid, portGuid, name, lid, port }: Side, line: number, own: boolean): number {
    const isSwitch = type === 'SW';
    const kind = isSwitch ? 'switch' : type === 'RT' ? 'router' : adapterKind(name);
    const said = { guid, kind, name, ports, lid: isSwitch ? lidOf(lid) : null } as const;
    const first = own && !this.described.has(guid);
    if (first) this.described.add(guid);
    const index = first ? this.facts.describe(guid, said, line) : this.facts.mention(guid, said, line);
    if (!isSwitch) this.facts.port(index, port, portGuid, lidOf(lid), null, line);
    return index;
  }
}
