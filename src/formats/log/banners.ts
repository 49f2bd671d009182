import { knownKey, normaliseValue, switchValue } from '../../conditions/keys';
import { assigned, isKnownVariable, NVLS_REQUESTED } from '../../conditions/variables';
import { KEY } from '../../model/vocabulary';
import { startOfLine } from '../text/dates';
import { benchmarkName } from './programs';

/** A line that heads what follows. */
export interface Banner {
  /** What draws it: the character of its rules, `#2` for Markdown, `caps`, or null for a setting on a line of its own. */
  style: string | null;
  settings: readonly (readonly [key: string, value: string])[];
  /** Words that are no setting, or null. */
  heading: string | null;
  /** It only names a program, a repeat or a pair, so that the settings above it go on. */
  passing: boolean;
}

const FEATURES: readonly (readonly [string, string])[] = [
  ['adaptive[ _-]?routing|AR', KEY.ar],
  ['SHARP', KEY.sharp],
  ['NVLS', NVLS_REQUESTED],
  ['GPU ?Direct(?: RDMA)?|GDR', 'GDR'],
  ['GDR ?Copy', 'GDRCopy'],
  ['UCX', 'UCX'],
  ['UCC', 'UCC'],
  ['HCOLL', 'HCOLL'],
  ['QoS', 'QoS'],
  ['PFC', 'PFC'],
  ['ECN', 'ECN'],
  ['congestion[ _-]?control', 'congestion control'],
  ['hyper-?threading|SMT', 'SMT'],
];
const WORD = 'on|off|enabled?|disabled?|true|false|yes|no';
const FEATURE_PATTERNS = FEATURES.map(([words, key]) => ({
  key,
  alone: new RegExp(`^(?:${words})\\s*[:=]\\s*(${WORD}|0|1)$`, 'i'),
  within: new RegExp(
    `(?<![\\w-])(?:${words})(?:\\s*[:=]\\s*(${WORD}|[01])|\\s+(?:is\\s+)?(${WORD}))(?![\\w./-])`,
    'gi',
  ),
  before: new RegExp(`(?<!\\w)(with|without|no)[ -](?:${words})(?![\\w-])`, 'gi'),
}));

const RULED = /^\s*([=*%#~_+-])\1{2,}[\s>|:[]*([^\s=*%#~_+>|:[-].{0,200}?)[\s<|:\]]*(?:\1{2,})?\s*$/;
const DOUBLE = /^\s*([=*#])\1\s+(\S.{0,200}?)\s+\1\1\s*$/;
const MARKDOWN = /^\s{0,3}(#{2,6})\s+(\S.{0,200}?)\s*#*\s*$/;
const RUN_WORD = /^\s*(RUN\b.{0,200})$/;
const CAPITALS = /^\s{0,8}([A-Z][A-Z0-9]+(?: [A-Z0-9][A-Z0-9&+/()-]*){1,6})\s*:?\s*$/;
const NO_HEADING =
  /\b(?:START\w*|END\w*|DONE|FINISH\w*|COMPLETE\w*|ERRORS?|FAIL\w*|WARN\w*|PASS\w*|SUCCESS\w*|ABORT\w*|TERMINAT\w*|NOTE|USAGE|SIZE|LATENCY|BANDWIDTH|TIME|RANK|BYTES)\b/;
const REPEAT =
  /^(?:run|rep|repeat|repetition|iter|iteration|trial|attempt)\s*[#:=]?\s*(\d{1,4})(?:\s*(?:of|\/)\s*\d{1,4})?$/i;
const COUNTS: readonly (readonly [RegExp, string])[] = [
  [/(?<![\w.])([1-9]\d{0,5}) ?nodes?(?!\w)/i, KEY.nodes],
  [/(?<![\w.])([1-9]\d{0,7}) ?(?:ranks|processes|procs)(?!\w| per)/i, KEY.ranks],
  [/(?<![\w.])([1-9]\d{0,4}) ?(?:ppn|(?:ranks |processes |tasks )?per node)(?!\w)/i, KEY.ppn],
];
const ASSIGNMENT = /(?<![\w.])([A-Za-z][A-Za-z0-9_]{0,40})=([^\s=,;|)]{1,80})/g;
const COLON = /^([A-Za-z][A-Za-z0-9 _-]{0,30}?)\s*:\s*(\S.{0,60})$/;
const FILLER =
  /^(?:run(?:ning)?|start(?:ing|ed)?|begin|end|done|test(?:ing|s)?|benchmarks?|now|the|of|for|[-:.,()#]+|osu|imb|nccl|omb)$/i;
/** Longest heading that is kept. */
const HEADING_LIMIT = 100;

/** Whether a line is a rule and nothing else; those that draw the boxes of Open MPI are none. */
export function isPureRule(line: string): boolean {
  return /^\s*([=*#%~_-])\1{4,200}\s*$/.test(line) && !/^\s*-{70,80}\s*$/.test(line);
}

/** Reads a line that stands between a rule above and a rule below it. */
export function boxed(line: string): Banner | null {
  return /^[\s=*#%|]*[A-Za-z].{0,100}$/.test(line)
    ? understand('box', line.replace(/^[\s=*#%|]+|[\s=*#%|]+$/g, ''))
    : null;
}

/** Reads a heading or a setting on a line of its own; null for any other line. */
export function readBanner(line: string): Banner | null {
  if (line.length > 300) return null;
  const ruled = RULED.exec(line) ?? DOUBLE.exec(line);
  if (ruled && !MARKDOWN.test(line)) return understand(ruled[1] ?? '', ruled[2] ?? '');
  const markdown = MARKDOWN.exec(line);
  if (markdown) return understand(`#${(markdown[1] ?? '').length}`, markdown[2] ?? '');
  const run = RUN_WORD.exec(line);
  const settings = run ? settingsOf(run[1] ?? '') : [];
  if (run && settings.length > 0) return { style: 'run', settings, heading: null, passing: false };
  const alone = lonely(line.replace(/^[\s#*>-]{0,8}/, '').trim());
  if (alone) return { style: null, settings: [alone], heading: null, passing: false };
  const capitals = CAPITALS.exec(line)?.[1];
  if (capitals === undefined || capitals.length > 60 || NO_HEADING.test(capitals)) return null;
  return understand('caps', capitals);
}

/** `AR=on`, `# SHARP: on`, `Adaptive routing: enabled`: a feature and its state, and nothing else on the line. */
function lonely(text: string): readonly [string, string] | null {
  if (text.length > 60) return null;
  for (const { key, alone } of FEATURE_PATTERNS) {
    const state = switchValue(key, alone.exec(text)?.[1] ?? '-');
    if (state !== null) return [key, state];
  }
  return null;
}

function understand(style: string, inner: string): Banner | null {
  const text = inner.trim();
  const repeat = REPEAT.exec(text)?.[1];
  if (repeat !== undefined)
    return { style, settings: [[KEY.repeat, String(Number(repeat))]], heading: null, passing: true };
  if (!/[A-Za-z]/.test(text)) return null;
  const settings = settingsOf(text);
  const words = text.split(/\s+/).filter((word) => !FILLER.test(word) && benchmarkName(word) === null);
  if (settings.length === 0 && (words.length === 0 || /<-+>|\bPAIR\b/.test(text)))
    return { style, settings, heading: null, passing: true };
  return { style, settings, heading: keptHeading(text, settings.length > 0), passing: false };
}

/** A heading as it may be kept: no paths, addresses, dates; null too where settings are all that it says. */
function keptHeading(text: string, hasSettings: boolean): string | null {
  if (text.length > HEADING_LIMIT || /[/@\\]|\d+\.\d+\.\d+\.\d+/.test(text) || startOfLine(text) !== null)
    return null;
  let rest = text.replace(ASSIGNMENT, ' ');
  for (const { within, before } of FEATURE_PATTERNS) rest = rest.replace(within, ' ').replace(before, ' ');
  for (const [pattern] of COUNTS) rest = rest.replace(pattern, ' ');
  return hasSettings && !/[A-Za-z]{2}/.test(rest) ? null : text;
}

/** The settings in a banner; one that stands there with two values is none. */
function settingsOf(text: string): [string, string][] {
  const found = new Map<string, Set<string>>();
  const tell = (key: string, value: string): void => {
    found.set(key, (found.get(key) ?? new Set()).add(value));
  };
  for (const { key, within, before } of FEATURE_PATTERNS) {
    for (const match of text.matchAll(within)) {
      const state = switchValue(key, match[1] ?? match[2] ?? '');
      if (state !== null) tell(key, state);
    }
    for (const match of text.matchAll(before)) tell(key, match[1]?.toLowerCase() === 'with' ? 'on' : 'off');
  }
  for (const [pattern, key] of COUNTS) {
    const value = pattern.exec(text)?.[1];
    if (value !== undefined) tell(key, value);
  }
  for (const [, name = '', value = ''] of text.matchAll(ASSIGNMENT)) {
    const variable = isKnownVariable(name) ? assigned(name, value) : null;
    if (variable?.kind === 'condition') tell(variable.key, variable.value);
    else known(name, value, tell);
  }
  const [, name = '', value = ''] = COLON.exec(text) ?? [];
  if (name !== '') known(name, value, tell);
  return [...found].flatMap(([key, values]): [string, string][] =>
    values.size === 1 ? [...values].map((value) => [key, value]) : [],
  );
}

function known(name: string, value: string, tell: (key: string, value: string) => void): void {
  const key = knownKey(name);
  const normal = key === null ? null : normaliseValue(key, value);
  if (key !== null && normal?.ok) tell(key, normal.value);
}
