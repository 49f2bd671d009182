import type { Detection, LineClass, LineFormat, LineReader, Sample, Sink } from '../format';
import { expandHosts } from '../text/hostList';
import { isComment } from '../text/tableNotes';

/** Most ranks that one list places. */
const MOST_RANKS = 65536;
/** Longest line of Slurm brackets. */
const LINE_LIMIT = 64 * 1024;

const NAME = /^(?:[a-z][\w.-]*\d[\w.-]*|\d{1,3}(?:\.\d{1,3}){3})$/i;
const SLOTS = /^([a-z\d][\w.-]*)\s+slots=(\d{1,5})(?:\s+max[-_]slots=\d{1,5})?$/i;
const BRACKETS = /^[a-z][\w.-]*\[[\d,-]+\][\w.,[\]-]*$/i;
const HEAD =
  /^(?:rank[,;\t ]+(?:host|hostname|node|nodename)(?:[,;\t ]+(?:socket|package))?|mpi_rank,allocation(?:,xname)?)$/i;
/** A rank, its host, and a socket or the place of the node in its cabinet (`x1301c6s6b0n0`, of PICO on Cray machines). */
const RANK = /^(\d{1,9})[,;\t ]+([a-z\d][\w.-]*)(?:[,;\t ]+(?:(\d{1,4})|x\d{1,4}c\d{1,2}[a-z\d]{1,20})?)?$/i;

/** What a host list is written as. */
type Form = 'brackets' | 'hostfile' | 'names' | 'table';

/**
 * Hosts in the order of the ranks, in a file of their own: one per line, in Slurm brackets, as hostfile of an MPI, or as
 * a table of ranks. Which runs they are the hosts of is settled in the store (`placement.ts`).
 */
export const hostFile: LineFormat = {
  kind: 'lines',
  id: 'host-list',
  name: 'host list',
  looksFor:
    'nothing but host names, one per line or as “n[001-128]” or “n001 slots=4”, or a table “rank,host”',
  help: {
    make: [
      'scontrol show hostnames > hosts.txt',
      'echo $SLURM_NODELIST > hosts.txt',
      'cp $PBS_NODEFILE hosts.txt',
    ],
    reads:
      'The host of each rank, in order (“slots=4” counts four times), or “rank,host,socket” rows, also alloc.csv of PICO; it holds for runs of its folder and below that name no hosts.',
    not: 'Lists that do not have as many entries as the run has ranks: nothing is guessed.',
  },
  traced: false,
  readLength: LINE_LIMIT,
  detect: detectHosts,
  open: (sink, sample) => new HostFileReader(sink, formOf(sample)?.form ?? 'names'),
};

function detectHosts(sample: Sample): Detection | null {
  const found = formOf(sample);
  if (!found) return null;
  const { form, line } = found;
  const why = {
    brackets: `line ${line} is a list of hosts in brackets`,
    hostfile: `line ${line} is a host with slots`,
    names: 'every line is the name of a host',
    table: `line ${line} is the header of a table of ranks and hosts`,
  }[form];
  return { why, tool: 'host list', version: null };
}

/** The form of a host list and the line that shows it; null for other files. A list is never longer than a sample. */
function formOf({ lines, whole }: Sample): { form: Form; line: number } | null {
  const held = lines.flatMap((text, at) => {
    const entry = entryOf(text);
    return entry === '' ? [] : [{ text: entry, line: at + 1 }];
  });
  const [first] = held;
  if (!whole || !first) return null;
  if (HEAD.test(first.text) && RANK.test(held[1]?.text ?? '')) return { form: 'table', line: first.line };
  const fits = (of: (text: string) => boolean, part: number) =>
    held.filter(({ text }) => of(text)).length >= Math.max(1, part * held.length);
  const isEntry = (text: string) => NAME.test(text) || SLOTS.test(text) || BRACKETS.test(text);
  if (!fits(isEntry, 0.9)) return null;
  const shown = (pattern: RegExp) => held.find(({ text }) => pattern.test(text))?.line;
  const [bracket, slots] = [shown(BRACKETS), shown(SLOTS)];
  if (slots !== undefined) return { form: 'hostfile', line: slots };
  if (bracket !== undefined) return { form: 'brackets', line: bracket };
  return held.length > 1 ? { form: 'names', line: first.line } : null;
}

/** A line without blanks around it and without a comment; empty where nothing else is on it. */
function entryOf(text: string): string {
  return isComment(text)
    ? ''
    : text
        .slice(0, LINE_LIMIT)
        .replace(/\s#.*$/, '')
        .trim();
}

class HostFileReader implements LineReader {
  /** Host and socket by rank. */
  private readonly placed: { host: string; socket: number | null }[] = [];
  private fault: { line: number; text: string } | null = null;

  constructor(
    private readonly sink: Sink,
    private readonly form: Form,
  ) {}

  line(text: string, number: number): LineClass {
    const entry = entryOf(text);
    if (entry === '') return 'skipped';
    if (this.form === 'table' && HEAD.test(entry)) return 'understood';
    const wrong = this.form === 'table' ? this.row(entry) : this.hosts(entry);
    if (wrong === null) return 'understood';
    this.fault ??= { line: number, text: wrong };
    return 'unknown';
  }

  end(): void {
    const { sink, fault, placed } = this;
    const gap = placed.findIndex((each) => each === undefined);
    const wrong = gap >= 0 ? { line: 0, text: `rank ${gap} has no row` } : fault;
    if (wrong) {
      sink.problem(
        wrong.line,
        `The list is not used: ${wrong.text}. With one entry wrong, all behind it would be on the wrong host.`,
      );
      return;
    }
    placed.forEach(({ host, socket }, rank) => sink.place(rank, sink.host(host), socket));
  }

  /** Takes a line of hosts; a text = what is wrong with it. */
  private hosts(entry: string): string | null {
    const [, name, count] = SLOTS.exec(entry) ?? [];
    const listed = /\s/.test(entry) ? null : expandHosts(entry);
    const hosts = name === undefined ? listed : Array<string>(Number(count)).fill(name);
    if (!hosts || hosts.length === 0) return `“${entry.slice(0, 60)}” cannot be read as hosts`;
    const odd = hosts.find((host) => !/^[a-z\d][\w.-]*$/i.test(host));
    if (odd !== undefined) return `“${odd.slice(0, 60)}” is not the name of a host`;
    if (this.placed.length + hosts.length > MOST_RANKS) return `it has more than ${MOST_RANKS} entries`;
    for (const host of hosts) this.placed.push({ host, socket: null });
    return null;
  }

  /** Takes a row of a table; a text = what is wrong with it. */
  private row(entry: string): string | null {
    const [, number, host, socket] = RANK.exec(entry) ?? [];
    const rank = Number(number);
    if (host === undefined) return `“${entry.slice(0, 60)}” is not a rank and a host`;
    if (rank >= MOST_RANKS) return `rank ${rank} is beyond ${MOST_RANKS - 1}`;
    if (this.placed[rank] !== undefined) return `rank ${rank} comes twice`;
    // A hole is filled later, or told at the end.
    this.placed[rank] = { host, socket: socket === undefined ? null : Number(socket) };
    return null;
  }
}
