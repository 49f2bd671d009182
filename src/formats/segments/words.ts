import type { FileReport } from '../reader/report';
import type { Segment } from './segments';

/** Places that are told one by one. */
const TOLD = 12;

/** Where output of each tool begins in a text, for its report. */
export class Begun {
  private readonly tools = new Map<string, Segment>();
  private readonly places: string[] = [];
  private count = 0;
  /** A sentence more. */
  note = '';

  /** Takes the next place at which output of another tool begins. */
  add(segment: Segment): void {
    const { format, line } = segment;
    if (!this.tools.has(format.id)) this.tools.set(format.id, segment);
    if (this.places.length < TOLD) this.places.push(`${format.name} from line ${line}`);
    this.count++;
  }

  /** Says in the report which tools there are and where each begins; nothing of a single one. */
  tell(report: FileReport): void {
    const parts = [...this.tools.values()];
    if (parts.length < 2) {
      if (this.note !== '') report.why += ` ${this.note}`;
      return;
    }
    report.format = parts.map(({ format }) => format.id).join(' + ');
    report.tool = [...new Set(parts.map(({ tool }) => tool.tool))].join(' + ');
    report.version = null;
    const names = parts.map(({ format }) => format.name).join(' + ');
    const more = this.count > TOLD ? `, and ${this.count - TOLD} more parts` : '';
    report.why = `Recognised as ${names}, one after the other: ${this.places.join(', ')}${more}.${this.note === '' ? '' : ` ${this.note}`}`;
  }
}
