import type { Detection, Format, LineFormat, Sample } from '../format';
import { readLaunch } from '../log/launch';
import { READ_LENGTH } from '../text/lines';
import { remembered } from '../text/remembered';
import type { Recognised } from '../registry';

/** A line format whose output can follow that of others in one text. */
export interface SegmentFormat extends LineFormat {
  begins(line: string): boolean;
}

/** The formats that can share a text. */
export function segmentFormats(formats: readonly Format[]): SegmentFormat[] {
  return formats.filter((format): format is SegmentFormat => format.kind === 'lines' && 'begins' in format);
}

/** Lines that may launch a program, so that only they are taken apart. */
const MAY_LAUNCH = /run|mpiexec/;

/**
 * Tells the format whose output a line begins, by a title, a banner or the launch of its program, or null. `launches` are the
 * formats that a launch may begin: its program may print nothing.
 */
export function begunBy(
  formats: readonly SegmentFormat[],
  launches: readonly SegmentFormat[],
): (line: string) => SegmentFormat | null {
  const read = remembered((head) => {
    const titled = formats.find((format) => format.begins(head));
    if (titled) return titled;
    if (!MAY_LAUNCH.test(head)) return null;
    const program = readLaunch(head)?.program;
    return (program && launches.find((format) => format.programs?.test(program))) || null;
  });
  return (line) => {
    let at = 0;
    while (line.charCodeAt(at) === 32 || line.charCodeAt(at) === 9) at++;
    const first = line.charCodeAt(at);
    if (Number.isNaN(first) || (first >= 48 && first <= 57)) return null;
    return read(line.length > READ_LENGTH ? line.slice(0, READ_LENGTH) : line);
  };
}

/** Which formats a sample holds, and which of them has each of its lines. */
export interface SegmentPlan {
  parts: readonly { format: SegmentFormat; detection: Detection; sample: Sample }[];
  /** The format of the first lines. */
  first: SegmentFormat;
}

/**
 * Cuts a sample at the lines that begin output of a tool. `recognised` = the format that claims the sample as a whole;
 * null where it cannot share a text. A format of which such a line is found, but which does not recognise what follows,
 * has no part.
 */
export function planOf(
  sample: Sample,
  recognised: Recognised,
  formats: readonly Format[],
): SegmentPlan | null {
  const own = segmentFormats(formats).find(({ id }) => id === recognised.format.id);
  if (!own) return null;
  let candidates = segmentFormats(formats);
  for (;;) {
    const { owners, first } = owned(sample, own, candidates);
    const found = new Set(owners);
    if (found.size === 1 && found.has(own))
      return { parts: [{ format: own, detection: recognised.detection, sample }], first: own };
    const parts = [...found].flatMap((format) => {
      const lines = sample.lines.map((line, at) => (owners[at] === format ? line : ''));
      const part = { ...sample, lines };
      const detection = format.detect(part);
      return detection ? [{ format, detection, sample: part }] : [];
    });
    if (parts.length === found.size) return { parts, first };
    const known = parts.map(({ format }) => format);
    if (known.length === 0) known.push(own);
    candidates = candidates.filter((format) => known.includes(format));
  }
}

/** The format of each line of a sample. */
function owned(
  { lines, path }: Sample,
  recognised: SegmentFormat,
  candidates: readonly SegmentFormat[],
): { owners: SegmentFormat[]; first: SegmentFormat } {
  const begun = lines.map(begunBy(candidates, candidates));
  const at = begun.findIndex((format) => format !== null);
  const ahead: Sample = { path, lines: lines.slice(0, Math.max(at, 0)), whole: false };
  // What precedes the first title may be the rest of a table whose head was cut off.
  const first =
    (at > 0 ? candidates.find((format) => format.detect(ahead)) : null) ?? begun[at] ?? recognised;
  let current = first;
  const owners = begun.map((format) => (current = format ?? current));
  return { owners, first };
}
