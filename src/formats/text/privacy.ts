import { READ_LENGTH } from './lines';

/** What of a dropped file may be shown or kept as text. Environment dumps, arguments and paths stay out. */

/** What stands in the kept text for a line that is not kept. */
export const LINE_NOT_KEPT = '[line not kept]';

/** Longest piece of a line that is kept for tracing numbers to their source. */
export const KEPT_LENGTH = 400;

/** Longest piece of a line that was not understood in a report. */
export const SHOWN_LENGTH = 200;

const ASSIGNMENT = /^\s*["']?(?:(?:export|declare -x|setenv|set)\s+)?([A-Za-z_][\w.]*)=/;
const UPPER_ASSIGNMENT = /(?:^|[^\w])([A-Z_][A-Z0-9_]{2,})=/;
const ENVIRONMENT_OPTION = /\s(?:-x|--?genv(?:list)?|--?env|--export)[ =]+(\w+)/;
const JSON_ENVIRONMENT = /"(env|args)"\s*:/;

/** Every line that one of the patterns fits has one of these; most lines of results have none. */
const SUSPECT = /[="]|\s-/;
const PATTERNS = [ASSIGNMENT, UPPER_ASSIGNMENT, ENVIRONMENT_OPTION, JSON_ENVIRONMENT];

/** Whether a line holds something like an environment variable with its value (`NAME=value`, `-x NAME`). */
export function looksLikeEnvironment(line: string): boolean {
  return SUSPECT.test(line) && PATTERNS.some((pattern) => pattern.test(line));
}

/** Results that are printed like assignments: those of HPCC (`MPIFFT_Gflops=0.4`) and b_eff (`avg= 0.495 0.414`). */
const RESULTS =
  /^(?:[A-Za-z]\w*(?:_usec|_GBytes|_[TG]flops|_GBs|_GUPs|STREAM_(?:Copy|Scale|Add|Triad))=[-+\d.e]{1,30}| +(?:avg|max)=[- \d.]{1,150})$/;

/** Addresses of queue pairs and GIDs, which hold addresses of hosts (perftest). */
const ADDRESS = /^\s*(?:(?:local|remote) address:|M?GID:)/;

/** A line as it is kept for tracing: cut at `KEPT_LENGTH`, environment and addresses withheld. */
export function keptText(line: string): string {
  if (line.length < 200 && RESULTS.test(line)) return line;
  return ADDRESS.test(line) || looksLikeEnvironment(line.slice(0, READ_LENGTH))
    ? LINE_NOT_KEPT
    : line.slice(0, KEPT_LENGTH);
}

/**
 * A line that was not understood as the report shows it: cut at `SHOWN_LENGTH`; of an environment assignment only
 * what stands before the value is shown, of an address nothing.
 */
export function shownText(line: string): string {
  if (ADDRESS.test(line)) return '[address not shown]';
  const head = line.slice(0, READ_LENGTH);
  let end = -1;
  for (const pattern of PATTERNS) {
    const match = pattern.exec(head);
    if (match && (end < 0 || match.index + match[0].length < end)) end = match.index + match[0].length;
  }
  const shown = end < 0 ? line : `${head.slice(0, end)} [value not shown]`;
  return shown.length > SHOWN_LENGTH ? `${shown.slice(0, SHOWN_LENGTH - 1)}…` : shown;
}

/** A text with every path in it (`/home/a/b`, `~/a`, `./a`) replaced; a unit such as `MB/s` is none. */
export function withoutPaths(text: string): string {
  return text.replace(/(^|[\s'"(,=:|])[~.]{0,2}\/[^\s'",)|]*/g, '$1…');
}
