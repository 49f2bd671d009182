import type { Better, Unit } from '../../model/vocabulary';
import type { BatchSink, LineClass } from '../format';
import { expandHosts } from './hostList';
import { unitOf } from './units';

/** What comment lines above a plain table say of it. */
export interface TableNotes {
  /** What the table is, where a line says so: `# rotate`, `# matrix`. */
  kind: 'rotate' | 'matrix' | null;
  /** Rotation of the receivers of a rotate test: `forward` (right) or `backward` (left). */
  rotation: 'forward' | 'backward' | null;
  /** Of how many tests the best is printed. */
  bestOf: number | null;
  /** Bytes of a message. */
  bytes: number | null;
  /** Name of the metric. */
  metric: string | null;
  /** The printed unit with what it is stored as. */
  unit: { printed: string; unit: Unit; factor: number } | null;
  /** Hosts in the order of the ranks. */
  hosts: readonly string[] | null;
  /** The line of the hosts; 0 without them. */
  hostsLine: number;
}

/** Notes that say nothing. */
export function noNotes(): TableNotes {
  return {
    ...{ kind: null, rotation: null, bestOf: null, bytes: null, metric: null, unit: null },
    ...{ hosts: null, hostsLine: 0 },
  };
}

/** Whether a line is a comment: it begins with `#` or `%`. */
export function isComment(text: string): boolean {
  return /^\s*[#%]/.test(text);
}

/**
 * Takes what a comment line says into `notes`; true when the line is one of those that are read, a text when it is one
 * but its value is of no use. `docs/formats.md` lists them.
 */
export function takeNote(text: string, notes: TableNotes): boolean | string {
  const kind = /^\s*[#%]+\s*(rotate|matrix)\s*$/i.exec(text)?.[1];
  if (kind) {
    notes.kind = kind.toLowerCase() === 'rotate' ? 'rotate' : 'matrix';
    return true;
  }
  const match = /^\s*[#%]+\s*([a-z][a-z ]{0,30}?)\s*[:=](.*)$/i.exec(text);
  if (!match) return false;
  const [, key = '', rest = ''] = match;
  const value = rest.trim();
  switch (key.toLowerCase()) {
    case 'rotation': {
      const direction = /^(?:(forward|right)|backward|left)$/i.exec(value);
      if (!direction) return `“${value.slice(0, 40)}” is no rotation: forward (right) or backward (left)`;
      notes.rotation = direction[1] ? 'forward' : 'backward';
      return true;
    }
    case 'best of':
    case 'bytes': {
      if (!/^\d{1,15}$/.test(value)) return `“${value.slice(0, 40)}” is not a whole number`;
      if (key.toLowerCase() === 'bytes') notes.bytes = Number(value);
      else notes.bestOf = Number(value);
      return true;
    }
    case 'metric':
      notes.metric = value.slice(0, 100) || null;
      return true;
    case 'unit': {
      const printed = value.slice(0, 40);
      notes.unit = { printed, ...unitOf(printed) };
      return true;
    }
    case 'hosts': {
      const hosts = expandHosts(value);
      if (!hosts || hosts.length === 0) return 'the list of hosts cannot be read';
      notes.hosts = hosts;
      return true;
    }
    default:
      return false;
  }
}

/** The metric that a unit tells, unless a note names it, and the direction in which it improves. */
export function metricOf(notes: TableNotes): { metric: string; better: Better } {
  const unit = notes.unit?.unit;
  if (unit === 'B/s') return { metric: notes.metric ?? 'bandwidth', better: 'higher' };
  if (unit === 's') return { metric: notes.metric ?? 'latency', better: 'lower' };
  return { metric: notes.metric ?? 'value', better: 'none' };
}

/** Takes a comment line of a file that is read; tells what is of no use. `begun` = the table has begun above it. */
export function noteLine(
  text: string,
  number: number,
  notes: TableNotes,
  sink: Pick<BatchSink, 'problem'>,
  begun: boolean,
): LineClass {
  const taken = takeNote(text, notes);
  if (taken === false) return 'skipped';
  if (typeof taken === 'string') {
    sink.problem(number, `Not used: ${taken}.`);
    return 'unknown';
  }
  if (notes.hosts && notes.hostsLine === 0) notes.hostsLine = number;
  if (begun) sink.problem(number, 'Not used: this line must stand above the table.');
  return 'understood';
}
