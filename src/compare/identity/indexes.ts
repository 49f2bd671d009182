import type { Token } from './tokens';

/** Words behind which a number counts executions, or names one. */
const REPEAT_WORD =
  /^(?:r|run|runs|rep|reps|repeat|repeats|repetition|iter|iteration|try|trial|attempt|sample|pass|round|take|copy|job|jobs|jobid|slurm|pbs|lsf|pid|seed|timestamp|date|time|o|id)$/i;

/** Words behind which a number names a place, a size or a setting. */
const SETTING_WORD =
  /^(?:nodes?|hosts?|cores?|cpus?|sockets?|numa|gpus?|dev|devices?|ranks?|sets?|nodeset|groups?|racks?|rows?|switch|switches|leaf|spine|rails?|nics?|hca|ports?|pairs?|vc|sl|queues?|threads?|ch|channels?|rings?|trees?|levels?|sizes?|np|ppn|tpn|procs?|tasks?|mtu|windows?|win|qps?|batch|bs|bytes?|phase|version|ver|gen|cfg|config|options?|opt|mode|algo?|algorithm|variant|case|scenario|dims?|seg|segment|params?|stage|cluster|system|partition|island|pod|plane|vf|depth)$/i;

/** Words of places behind which even `r` or another repeat word is none: `rack_r3`. */
const PLACE_BEFORE = /^(?:racks?|rows?|rooms?)$/i;

/** Words that say nothing, so that a number that touches them is a number by itself. */
const PLAIN_WORD =
  /^(?:test|tests|exp|experiment|out|output|log|logs|result|results|data|file|stdout|bench|benchmark|measurement|part|no|nr|num)$/i;

const ORDINAL = /^(?:st|nd|rd|th)$/i;

/** How a number in a name is to be taken, by the words around it alone. */
export type NumberRole = 'index' | 'setting' | 'bare';

/**
 * The role of the number at `at`: `index` behind words such as run or job, `setting` where it touches or follows a word
 * of a place or size, or is followed by a unit; `bare` where only its values can tell. `own` = words of the benchmark's name.
 */
export function roleOfNumber(tokens: readonly Token[], at: number, own: ReadonlySet<string>): NumberRole {
  const [before, token, after] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (!token) return 'bare';
  const word = before?.kind === 'word' && /^[-_ =.:#([]{0,2}$/.test(token.gap) ? before.text : null;
  if (word !== null && REPEAT_WORD.test(word))
    return PLACE_BEFORE.test(tokens[at - 2]?.text ?? '') ? 'setting' : 'index';
  if (word !== null && SETTING_WORD.test(word)) return 'setting';
  if (after?.kind === 'word' && after.gap === '' && !ORDINAL.test(after.text)) return 'setting';
  if (after?.kind === 'word' && SETTING_WORD.test(after.text)) return 'setting';
  const touches = word !== null && token.gap === '';
  if (touches && !PLAIN_WORD.test(word) && !own.has(word.toLowerCase())) return 'setting';
  return 'bare';
}

/** True for words that only introduce an index: dropped with it. */
export function introducesIndex(tokens: readonly Token[], at: number): boolean {
  return REPEAT_WORD.test(tokens[at]?.text ?? '') || ORDINAL.test(tokens[at]?.text ?? '');
}

/** True for a letter that numbers a repeat: `run_a`. */
export function isLetterIndex(tokens: readonly Token[], at: number): boolean {
  const [before, token] = [tokens[at - 1], tokens[at]];
  return token?.kind === 'word' && /^[a-z]$/i.test(token.text) && REPEAT_WORD.test(before?.text ?? '');
}

/** True for the word that file managers put behind the name of a copy. */
export const isCopyWord = ({ text, gap }: Token): boolean =>
  gap.startsWith(' ') && /^(?:copy|kopie)$/i.test(text);

/** True for numbers that are ids of jobs or processes: five digits and more, no round number and no power of two. */
export function isIdNumber(text: string): boolean {
  if (text.length < 5 || text.length > 15) return text.length > 15;
  const number = Number(text);
  return number % 1000 !== 0 && !Number.isInteger(Math.log2(number));
}

/** True for numbers that count without gaps: 0 or 1 and on, or three and more in a row. A name without one is the first. */
export function counts(values: ReadonlySet<string>): boolean {
  const numbers = [...values].map((text) => (text === '' ? 1 : Number(text)));
  const distinct = new Set(numbers);
  if (values.has('') && distinct.size < numbers.length) distinct.add(0);
  const [low, high] = [Math.min(...distinct), Math.max(...distinct)];
  const span = high - low + 1;
  if (span === distinct.size) return low <= 1 || distinct.size >= 3;
  return low <= 1 && distinct.size >= 4 && distinct.size >= 0.8 * span;
}
