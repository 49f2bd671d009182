import { guidOf } from './fabricText';
import type { LineClass, LineFormat, LineReader, Sink } from '../format';
import { onLine } from '../named/namedLine';
import { isNoise } from '../text/noise';
import { SwitchTable } from './switchTable';

const HEAD = /^(?:osm_ucast_mgr_)?dump_ucast_routes: Switch 0x([0-9a-fA-F]{1,16})\b/;
const find = onLine(/^(?:osm_ucast_mgr_)?dump_ucast_routes: Switch 0x/);
const ROW = /^0x([0-9a-fA-F]{1,4})\s*: (?:(\d{1,5})\s*: .*|UNREACHABLE\s*)$/;

/** `opensm.fdbs`, `osm.fdbs` of OpenSM and `ibdiagnet2.fdbs` of ibdiagnet. */
export const opensmFdbs: LineFormat = {
  kind: 'lines',
  id: 'opensm-fdbs',
  name: 'OpenSM fdbs',
  looksFor: 'lines such as `dump_ucast_routes: Switch 0x0002c90300800000`',
  help: {
    make: ['opensm -D 0x43', 'ibdiagnet -r'],
    reads:
      'The output port of each switch for each LID. Which port has a LID is taken from the topology, so both must be of one time.',
    not: 'The columns Hops and Optimal: they are computed anew from the routes.',
  },
  traced: false,
  detect(sample) {
    const found = find(sample);
    if (!found) return null;
    const tool = found.text.startsWith('osm_') ? 'ibdiagnet' : 'OpenSM';
    return { why: `line ${found.line}: “${found.text}”`, tool, version: null };
  },
  open: (sink) => new FdbsReader(sink),
};

class FdbsReader implements LineReader {
  private table: SwitchTable | null = null;
  private readonly guids = new Set<string>();
  private last = 0;

  constructor(private readonly sink: Sink) {}

  line(text: string, number: number, open: boolean): LineClass {
    const row = this.table && ROW.exec(text);
    if (row && this.table) {
      const [, lid = '', port] = row;
      if (Number(port ?? 0) > 65_535) return 'unknown';
      if (open && !/(?:yes|UNREACHABLE|UNKNOWN|!)\s*$/.test(text)) {
        this.cut(number);
        return 'unknown';
      }
      this.table.set(parseInt(lid, 16), Number(port ?? 0));
      return 'understood';
    }
    const head = HEAD.exec(text);
    if (head && !open) {
      this.begin(guidOf(head[1] ?? ''), number);
      return 'understood';
    }
    if (/^LID\s*: Port/.test(text)) return 'understood';
    if (open) this.cut(number);
    return text.trim() === '' || text.startsWith('#') || isNoise(text) ? 'skipped' : 'unknown';
  }

  end(): void {
    const { table } = this;
    // Every table of a reading ends with the same LID, so a shorter last one is cut.
    if (table && this.guids.size > 1 && table.last < this.last)
      this.sink.problem(
        0,
        `The last table ends at LID ${table.last}, the others at ${this.last}: the file is cut short.`,
      );
    table?.give(this.sink);
    this.table = null;
  }

  private begin(guid: string, number: number): void {
    if (this.table) {
      this.last = Math.max(this.last, this.table.last);
      this.table.give(this.sink);
    }
    if (this.guids.has(guid))
      this.sink.problem(
        number,
        'This switch has a table further up: the file holds more than one reading, the first is used.',
      );
    this.guids.add(guid);
    this.table = new SwitchTable(guid, number);
  }

  private cut(number: number): void {
    this.sink.problem(number, 'The file ends within this line: it is cut short.');
  }
}
