import type { Format, Sample } from '../format';
import { Counter } from '../reader/counter';
import { READ_LENGTH } from '../text/lines';
import { recognise } from '../registry';
import { planOf, segmentFormats } from './plan';
import { commonShapes, formsOf, patternOf } from './shapes';

/** A line without what was put before it. */
export interface Taken {
  text: string;
  /** Who wrote the line: the words of the prefix that are neither times nor counts, '' for the only writer. */
  writer: string;
  /** Reads the time in the prefix, ISO 8601 in UTC, null without a date; few lines need it. */
  time: () => string | null;
}

/** Lines on which shapes are counted, and on which what remains is tried. */
const COUNTED = 500;
const TRIED = 4000;

const TIME =
  /\d{4}[-/]\d\d[-/]\d\d(?:[T ,]+\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)?(?:Z|[+-]\d\d:?\d\d)?|(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) +\d{1,2} \d\d:\d\d:\d\d(?:[.,]\d+)?(?: \d{4})?|\d{1,2}:\d\d:\d\d(?:[.,]\d+)?|\b\d{9,10}\.\d+/g;
const DATED = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:[.,](\d{1,9}))?(Z|[+-]\d\d:?\d\d)?$/;

/** What the writer of a log put before each line, found by what the starts of its lines have in common. */
export class Prefix {
  /** The words as they were seen, with any digits. */
  private readonly seen: RegExp;
  /** Any words, where other characters tell the prefix from a row of a table. */
  private readonly any: RegExp | null;
  /** Places of the words that name the writer. */
  private readonly writers: readonly number[];
  private readonly timed: boolean;
  /** No host, user or path can be in it: times and numbers alone. */
  readonly nameless: boolean;

  /** Learns from the lines of a sample what the words of a shape are like. */
  constructor(shape: string, lines: readonly string[]) {
    const general = patternOf(shape, [], 'd');
    const found = lines
      .map((line) => general.exec(line.slice(0, READ_LENGTH)))
      .filter((match) => match !== null);
    const times = found.map((match) => timesIn(match[0]));
    const places = Array.from({ length: (found[0]?.length ?? 1) - 1 }, (_, at) => at + 1);
    const wordsAt = (at: number) => found.map((match) => match[at] ?? '');
    this.seen = patternOf(
      shape,
      places.map((at) => formsOf(wordsAt(at))),
    );
    this.any = /\\[^\s.]/.test(shape) ? patternOf(shape) : null;
    this.timed = times.some((spans) => spans.length > 0);
    const others = places.filter((at) => {
      const inTime = found.filter((match, line) => {
        const from = match.indices?.[at]?.[0] ?? 0;
        return times[line]?.some(([start, end]) => from >= start && from < end);
      });
      return inTime.length < found.length * 0.9;
    });
    this.writers = others.filter((at) => !isCount(wordsAt(at)));
    this.nameless = others.every((at) =>
      wordsAt(at).every((word) => /^(?:[\d.]*|std(?:out|err|diag))$/.test(word)),
    );
  }

  /** The line without the prefix, or null where it has none. */
  take(line: string): Taken | null {
    const match = this.seen.exec(line) ?? this.any?.exec(line);
    if (!match) return null;
    let writer = '';
    for (const at of this.writers) writer += `${match[at] ?? ''} `;
    return { text: line.slice(match[0].length), writer, time: this.timed ? () => dateOf(match[0]) : noTime };
  }
}

/** Whether words count the lines (`file:12:`) or are times since some start: nearly each line has another number. */
function isCount(words: readonly string[]): boolean {
  if (!words.every((word) => /^\d+(?:\.\d+)?$/.test(word))) return false;
  const rises = words.every((word, at) => at === 0 || Number(word) > Number(words[at - 1]));
  return words.length > 2 && (rises || (words.length > 20 && new Set(words).size > words.length / 2));
}

/** Of a line without a time. */
export const noTime = (): string | null => null;

function timesIn(prefix: string): [number, number][] {
  return [...prefix.matchAll(TIME)].map((match) => [match.index, match.index + match[0].length]);
}

/** The first time with a date and a year in a prefix; without a zone it is taken for UTC. */
function dateOf(prefix: string): string | null {
  for (const [time] of prefix.matchAll(TIME)) {
    const [, day, clock, fraction = '', zone = 'Z'] = DATED.exec(time) ?? [];
    if (day === undefined || clock === undefined) continue;
    const date = new Date(`${day}T${clock}.${fraction.slice(0, 3).padEnd(3, '0')}${zone}`);
    if (!Number.isNaN(date.getTime())) return date.toISOString();
  }
  return null;
}

/**
 * What was put before the lines of a sample, or null. It must be common to most lines, leave titles of known tools, and let
 * more numbers be read than the lines as they are: a first column that is a time or a number stays.
 */
export function prefixOf(lines: readonly string[], path: string, formats: readonly Format[]): Prefix | null {
  const known = segmentFormats(formats);
  const begins = (line: string): boolean => known.some((format) => format.begins(line));
  const head = lines.slice(0, TRIED).map((line) => line.slice(0, READ_LENGTH));
  const filled = head.filter((line) => line.trim() !== '');
  const step = Math.max(1, Math.floor(filled.length / COUNTED));
  const shapes = commonShapes(filled.filter((_, at) => at % step === 0));
  const indent = indentOf(filled);
  if (indent !== '') shapes.push(indent);
  if (shapes.length === 0) return null;
  const titles = filled.filter(begins).length;
  let best: { prefix: Prefix; numbers: number } | null = null;
  let least: number | null = null;
  for (const shape of shapes) {
    const prefix = new Prefix(shape, filled);
    const taken = head.map((line) => prefix.take(line)?.text ?? line);
    const left = taken.filter(begins).length;
    // Titles are known behind blanks too, rows of some tables are not.
    if (left === 0 || (left <= titles && shape !== indent)) continue;
    least ??= numbersIn(head, path, formats);
    const numbers = numbersIn(taken, path, formats);
    if (numbers > Math.max(least, best?.numbers ?? 0)) best = { prefix, numbers };
  }
  return best?.prefix ?? null;
}

/** The shape of the blanks that all lines begin with. */
function indentOf(lines: readonly string[]): string {
  const first = /^[ \t]*/.exec(lines[0] ?? '')?.[0] ?? '';
  for (let length = first.length; length > 0; length--) {
    const blanks = first.slice(0, length);
    if (lines.every((line) => line.startsWith(blanks)))
      return [...blanks].map((each) => `\\${each}`).join('');
  }
  return '';
}

/** How many numbers and rows of matrices are read from lines by formats that can share a text. */
function numbersIn(lines: readonly string[], path: string, formats: readonly Format[]): number {
  const sample: Sample = { path, lines, whole: true };
  const recognised = recognise(sample, formats);
  if (!recognised) return 0;
  const plan = planOf(sample, recognised, formats);
  if (!plan) return 0;
  const counter = new Counter();
  for (const { format, sample: part } of plan.parts) {
    const reader = format.open(counter, part);
    part.lines.forEach((line, at) => reader.line(line, at + 1, false));
    reader.end();
  }
  return (counter.rows.measurement ?? 0) + (counter.rows.matrix_row ?? 0);
}
