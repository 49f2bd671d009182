import { JobContext } from '../log/conditions';
import type { CountingSink } from '../reader/counting';
import type { Format, LineClass, LineReader, RunTool, Sample } from '../format';
import { READ_LENGTH } from '../text/lines';
import { begunBy, type SegmentPlan, type SegmentFormat, segmentFormats } from './plan';

/** A place in a file where output of a tool begins. */
export interface Segment {
  format: SegmentFormat;
  tool: RunTool;
  line: number;
}

/**
 * Reads a text in which several tools wrote one after the other: each line goes to the reader of the tool whose output it
 * is. A segment begins at a title, a banner or a launch and ends where the next begins; what is said about the job holds
 * on. Readers live as long as the text, so that what they learned of it holds in later segments too.
 */
export class Segments implements LineReader {
  private readonly job = new JobContext();
  private readonly formats: readonly SegmentFormat[];
  private readonly parts = new Map<SegmentFormat, { tool: RunTool; sample: Sample }>();
  private readonly readers = new Map<SegmentFormat, LineReader>();
  private begins: (line: string) => SegmentFormat | null;
  private current: SegmentFormat;
  private reader: LineReader;

  /** `found` is called for each segment, in order, the first of a single tool included. */
  constructor(
    private readonly sink: CountingSink,
    private readonly path: string,
    plan: SegmentPlan,
    formats: readonly Format[],
    private readonly found: (segment: Segment) => void,
  ) {
    this.formats = segmentFormats(formats);
    for (const { format, detection, sample } of plan.parts)
      this.parts.set(format, { tool: { tool: detection.tool, version: detection.version }, sample });
    this.begins = begunBy(this.formats, [...this.parts.keys()]);
    this.current = plan.first;
    this.reader = this.enter(plan.first, '', 1);
  }

  /** The format of the line read last. */
  get format(): SegmentFormat {
    return this.current;
  }

  line(text: string, number: number, open: boolean): LineClass {
    const next = this.begins(text);
    if (next && next !== this.current && !this.isOdd(next, number)) {
      this.switchOff();
      this.reader = this.enter(next, text, number);
    }
    return this.reader.line(text.slice(0, this.current.readLength ?? READ_LENGTH), number, open);
  }

  kept(text: string): string {
    return this.reader.kept?.(text) ?? text;
  }

  end(): void {
    for (const [format, reader] of this.readers) {
      this.sink.by = this.toolOf(format);
      reader.end();
    }
  }

  /** Whether a format that the whole sample did not show begins within it: its first line alone does not count. */
  private isOdd(format: SegmentFormat, number: number): boolean {
    return !this.parts.has(format) && number <= this.sampled;
  }

  private get sampled(): number {
    for (const { sample } of this.parts.values()) return sample.lines.length;
    return 0;
  }

  /** The tool in hand is not that of what follows. */
  private switchOff(): void {
    if (this.reader.leave) this.reader.leave();
    else {
      this.reader.end();
      this.readers.delete(this.current);
    }
    this.job.close();
  }

  private enter(format: SegmentFormat, title: string, line: number): LineReader {
    let part = this.parts.get(format);
    if (!part) {
      const lines = [title];
      const detection = format.detect({ path: this.path, lines, whole: false });
      const tool = { tool: detection?.tool ?? format.name, version: detection?.version ?? null };
      part = { tool, sample: { path: this.path, lines: [], whole: false } };
      this.parts.set(format, part);
      this.begins = begunBy(this.formats, [...this.parts.keys()]);
    }
    this.current = format;
    this.found({ format, tool: part.tool, line });
    this.sink.by = this.toolOf(format);
    const reader = this.readers.get(format) ?? format.open(this.sink, part.sample, this.job);
    this.readers.set(format, reader);
    return reader;
  }

  /** The tool of runs that are begun now, or null where the file has no other. */
  private toolOf(format: SegmentFormat): RunTool | null {
    return this.parts.get(format)?.tool ?? null;
  }
}
