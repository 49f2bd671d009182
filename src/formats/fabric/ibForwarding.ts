import { guidOf } from './fabricText';
import type { LineClass, LineFormat, LineReader, Sink } from '../format';
import { onLine } from '../named/namedLine';
import { isNoise } from '../text/noise';
import { SwitchTable } from './switchTable';

const find = onLine(/^Unicast lids \[[0-9a-fx-]+\] of switch /);

const HEAD =
  /^Unicast lids \[(?:0x)?[0-9a-f]{1,6}-((?:0x)?[0-9a-f]{1,6})\] of switch .{0,400}? guid 0x([0-9a-f]{1,16})\b/;
const ROW = /^0x([0-9a-fA-F]{1,4}) (\d{3,5})(?=\s|$)\s*(.*)$/;
const OWNER = /portguid 0x([0-9a-f]{1,16})/;
/** OpenSM counts the LIDs of the range, the other tools the rows they have printed. */
const END = /^(\d{1,7}) (valid )?lids dumped\s*$/;
const COLUMNS = /^\s+(?:Lid\s+Out\s+Destination|Port\s+Info)\s*$/;
/** Port number that stands for “no port” in a forwarding table (IBTA volume 1, 14.2.5.10). */
const NO_PORT = 255;
/** The last LID of a block of a forwarding table, and one more: dump_fts 44.0 loses it. */
const BLOCK = 64;

/** `opensm-lfts.dump`, `dump_fts`, `dump_lfts` and `ibroute`. */
export const ibForwarding: LineFormat = {
  kind: 'lines',
  id: 'ib-forwarding',
  name: 'InfiniBand forwarding tables',
  looksFor: 'lines such as `Unicast lids [0x0-0x18] of switch Lid 16 guid 0x0002c90300800030`',
  help: {
    make: [
      'dump_fts > tables.txt',
      'dump_lfts.sh > tables.txt',
      'opensm -R file -U opensm-lfts.dump',
      'ibroute 16',
    ],
    reads:
      'The output port of each switch for each LID, and which port has a LID. Drop it with an ibnetdiscover file of the same fabric.',
    not: 'Multicast tables (dump_mfts) and service levels.',
  },
  traced: false,
  detect(sample) {
    const found = find(sample);
    if (!found) return null;
    const opensm = sample.lines.some((line) => /^0x[0-9a-f]{4} \d{3} # /.test(line));
    const tool = opensm ? 'OpenSM' : 'dump_fts or ibroute';
    return { why: `line ${found.line}: “${found.text}”`, tool, version: null };
  },
  open: (sink) => new ForwardingReader(sink),
};

class ForwardingReader implements LineReader {
  private table: SwitchTable | null = null;
  private readonly owners = new Map<number, string>();
  private readonly guids = new Set<string>();
  /** Largest LID that the heads name, and whether any table has it. */
  private top = 0;
  private hasTop = false;
  private contradictions = 0;

  constructor(private readonly sink: Sink) {}

  line(text: string, number: number, open: boolean): LineClass {
    const row = this.table && ROW.exec(text);
    if (row && this.table) return this.row(this.table, row, number, open);
    const head = HEAD.exec(text);
    if (head) {
      this.close(null, number);
      this.begin(head, number);
      return 'understood';
    }
    const end = END.exec(text);
    if (end && !open) {
      if (this.table) this.close(end[2] === undefined ? this.table.rows : Number(end[1]), number);
      return 'understood';
    }
    if (COLUMNS.test(text)) return 'understood';
    if (text.trim() === '') return 'skipped';
    if (open) this.sink.problem(number, 'The file ends within this line: it is cut short.');
    return /^(?:ibwarn|WARNING|Multicast|\S*iberror)/.test(text) || isNoise(text) ? 'skipped' : 'unknown';
  }

  end(): void {
    this.close(null, 0);
    if (this.top > 0 && this.top % BLOCK === 0 && !this.hasTop && this.guids.size > 0)
      this.sink.problem(
        0,
        `No switch has a row for the last LID, 0x${this.top.toString(16)}, a multiple of 64: dump_fts is known to leave it out. The file opensm-lfts.dump of OpenSM has it.`,
      );
    if (this.contradictions > 0)
      this.sink.problem(
        0,
        `${this.contradictions.toLocaleString('en')} LIDs belong to different ports in different tables of this file: it is put together from more than one fabric or time.`,
      );
  }

  private begin([, last = '', digits = '']: RegExpExecArray, number: number): void {
    const guid = guidOf(digits);
    if (this.guids.has(guid))
      this.sink.problem(
        number,
        'This switch has a table further up: the file holds more than one reading, the first is used.',
      );
    this.guids.add(guid);
    this.table = new SwitchTable(guid, number);
    this.top = Math.max(this.top, last.startsWith('0x') ? parseInt(last, 16) : Number(last) || 0);
  }

  private row(
    table: SwitchTable,
    [, hex = '', out = '', rest = '']: RegExpExecArray,
    number: number,
    open: boolean,
  ): LineClass {
    if (open && !/\)$|'$/.test(rest)) {
      this.sink.problem(number, 'The file ends within this line: it is cut short.');
      return 'unknown';
    }
    const lid = parseInt(hex, 16);
    const port = Number(out);
    if (port > 65_535) return 'unknown';
    const owner = OWNER.exec(rest)?.[1];
    // A path of the same port under LMC, `(path #1 out of 2: portguid …)`, has the GUID too.
    if (owner !== undefined) this.own(lid, guidOf(owner), number);
    const known = port === NO_PORT && /illegal port/.test(rest) ? 0 : port;
    table.set(lid, known);
    if (lid === this.top && known > 0) this.hasTop = true;
    return 'understood';
  }

  private own(lid: number, guid: string, number: number): void {
    const before = this.owners.get(lid);
    if (before === undefined) {
      this.owners.set(lid, guid);
      this.sink.lidOwner(lid, guid, number);
    } else if (before !== guid) this.contradictions++;
  }

  /** Hands the table on; `said` = the rows that the tool says it has printed, null where it does not. */
  private close(said: number | null, number: number): void {
    const { table } = this;
    if (!table) return;
    this.table = null;
    if (said === null)
      this.sink.problem(
        number,
        'The table before this place has no last line (“… lids dumped”): it is cut short.',
      );
    else if (said !== table.rows)
      this.sink.problem(
        number,
        `${said.toLocaleString('en')} LIDs were dumped here, but ${table.rows.toLocaleString('en')} rows were found.`,
      );
    table.give(this.sink);
  }
}
