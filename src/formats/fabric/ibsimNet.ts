import type { NodeKind } from '../../fabric/model';
import { FabricFacts } from './fabricFacts';
import { adapterKind } from './fabricText';
import type { LineClass, LineFormat, LineReader, Sink } from '../format';
import { type NamedKind, onLine } from '../named/namedLine';
import { isNoise } from '../text/noise';

const head = onLine(/^(?:# Net configuration file example|(?:Switch|Hca)\s+\d+ "(?![SHR]-[0-9a-f]{16}"))/);

/** An ibsim net: node lines with ids of any form but GUIDs, and at least one port line. */
const find: NamedKind['find'] = (sample) => {
  const found = head(sample);
  return found && sample.lines.some((line) => /^\[\d+\]\s*"[^"]{1,80}"\s*\[\d+\]/.test(line)) ? found : null;
};

const NODE = /^(Switch|Hca|Ca|Rt|Router)\s+(\d{1,5})\s*"([^"]{1,200})"/;
const PORT = /^\[(\d{1,5})\]\s*"([^"]{1,200})"\s*\[(\d{1,5})\](.*)$/;

/** A net that ibsim simulates, with ids of its own (those of an ibnetdiscover file are read as such). */
export const ibsimNet: LineFormat = {
  kind: 'lines',
  id: 'ibsim-net',
  name: 'ibsim net',
  looksFor: 'node lines such as `Switch 8 "Switch1"` with port lines `[1] "Hca1"[1]` below',
  help: {
    make: ['ibsim -s net'],
    reads: 'Switches, adapters and cables, widths where they are given (w=4). Ids are the names.',
    not: 'Files that “include” names, and the effect of “do” lines. There are no GUIDs, LIDs or speeds in it.',
  },
  traced: 'all',
  detect(sample) {
    const found = find(sample);
    return found && { why: `line ${found.line}: “${found.text}”`, tool: 'ibsim', version: null };
  },
  open: (sink) => new NetReader(sink),
};

class NetReader implements LineReader {
  private readonly facts: FabricFacts;
  private node: number | null = null;

  constructor(private readonly sink: Sink) {
    this.facts = new FabricFacts(sink);
  }

  line(text: string, number: number, open: boolean): LineClass {
    const line = text.trim();
    if (line === '' || line.startsWith('#')) return 'skipped';
    const node = NODE.exec(line);
    if (node) {
      const [, word = '', ports = '', id = ''] = node;
      const kind: NodeKind = word === 'Switch' ? 'switch' : word.startsWith('R') ? 'router' : adapterKind(id);
      this.node = this.facts.describe(
        id,
        { guid: null, kind, name: id, ports: Number(ports), lid: null },
        number,
      );
      return 'understood';
    }
    const port = PORT.exec(line);
    if (port && this.node !== null) return this.cable(port, this.node, number) ? 'understood' : 'unknown';
    if (/^(?:module|vendid|devid|sysimgguid|switchguid|caguid)=/.test(line)) return 'understood';
    if (/^(?:include|do)\s/.test(line)) {
      this.sink.problem(
        number,
        line.startsWith('do')
          ? 'A command of the simulator: it is not carried out, so the fabric is the one before it.'
          : 'Another file is to be included here: it is not read, so a part of the fabric is missing.',
      );
      return 'skipped';
    }
    if (open) this.sink.problem(number, 'The file ends within this line: it is cut short.');
    return isNoise(text) ? 'skipped' : 'unknown';
  }

  end(): void {
    this.facts.finish();
  }

  private cable(
    [, port = '', id = '', otherPort = '', tail = '']: RegExpExecArray,
    a: number,
    line: number,
  ): boolean {
    const said = { guid: null, kind: 'host' as const, name: id, ports: null, lid: null };
    const width = /\bw=(1|2|4|8|12)\b/.exec(tail)?.[1];
    return this.facts.cable({
      a,
      aPort: Number(port),
      b: this.facts.mention(id, said, line),
      bPort: Number(otherPort),
      width: width === undefined ? null : Number(width),
      speed: null,
      state: 'up',
      line,
    });
  }
}
