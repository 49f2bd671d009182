import type { LineClass, LineFormat, Sample } from '../format';
import type { Segments } from './segments';

/** A line as it comes, with who wrote it. */
export interface WrittenLine {
  text: string;
  writer: string;
}

/** Reads the lines of a log whose writers are known: those of each writer as a file of its own. */
export class Writers {
  private readonly readers = new Map<string, Segments>();
  private readonly routes = new Map<string, Segments>();
  private reader: Segments;

  /** `titled` = the writers in whose lines output of a tool begins; the first of them has the lines of no known one. */
  constructor(
    private readonly titled: readonly string[],
    open: (writer: string) => Segments,
  ) {
    const first = open(titled[0] ?? '');
    this.readers.set(titled[0] ?? '', first);
    for (const writer of titled.slice(1)) this.readers.set(writer, open(writer));
    this.reader = first;
  }

  /** The format of the line read last. */
  get format(): LineFormat {
    return this.reader.format;
  }

  line({ text, writer }: WrittenLine, number: number, open: boolean): LineClass {
    let reader = this.routes.get(writer);
    if (!reader) {
      const of = routeOf(writer, this.titled);
      reader = this.readers.get(of) ?? this.reader;
      if (this.routes.size < MOST_WRITERS) this.routes.set(writer, reader);
    }
    this.reader = reader;
    return reader.line(text, number, open);
  }

  kept(text: string): string {
    return this.reader.kept(text);
  }

  end(): void {
    for (const reader of this.readers.values()) reader.end();
  }
}

/** Most writers that are remembered. */
const MOST_WRITERS = 10_000;

/**
 * The titled writer that a line belongs to: its own, else the one whose name has the longest beginning in common with it.
 * So rank 1 of a job belongs to rank 0 of it, which alone prints the table.
 */
export function routeOf(writer: string, titled: readonly string[]): string {
  let best = titled[0] ?? '';
  let longest = -1;
  for (const name of titled) {
    if (name === writer) return name;
    const words = name.split(' ');
    const other = writer.split(' ');
    let same = 0;
    while (same < words.length && words[same] === other[same]) same++;
    if (same > longest) [best, longest] = [name, same];
  }
  return best;
}

/** The sample as each titled writer wrote it, empty in place of the lines of others; one writer where none has titles. */
export function samplesOf(
  sample: Sample,
  lines: readonly WrittenLine[],
  begins: (line: string) => boolean,
): Map<string, Sample> {
  const titled = [...new Set(lines.filter(({ text }) => begins(text)).map(({ writer }) => writer))];
  if (titled.length < 2) return new Map([[titled[0] ?? '', sample]]);
  const routes = new Map([...new Set(lines.map(({ writer }) => writer))].map((w) => [w, routeOf(w, titled)]));
  return new Map(
    titled.map((name) => [
      name,
      { ...sample, lines: lines.map(({ text, writer }) => (routes.get(writer) === name ? text : '')) },
    ]),
  );
}
