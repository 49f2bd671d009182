import { KEY } from '../../model/vocabulary';
import type { Sink } from '../format';

/** A test as ReFrame names it, taken apart. */
export interface TestName {
  /** `StreamTest` of `StreamTest %threads=4 /2e15a047`. */
  name: string;
  /** Its parameters; of a path only the last part is kept. */
  params: Record<string, string>;
}

/** Longest name or value that is kept. */
const LENGTH = 200;

/** The last part of a path (`/a/b`, `~/a`, `./a`), so that no folder is kept; any other text (`ns/day`) as it is. */
export function withoutFolders(text: string): string {
  const path = /(?:^|[\s'"(,=:])[~.]{0,2}\/[^\s/]/.test(text);
  return (path ? (text.split('/').pop() ?? '') : text).slice(0, LENGTH);
}

/** Takes the parameters (` %name=value`), the fixture scope (` ~system:partition`) and the hash (` /1a2b3c4d`) off. */
export function readTestName(written: string): TestName {
  const [head = '', ...settings] = written.trim().split(' %');
  const params: Record<string, string> = {};
  for (const setting of settings) {
    const equals = setting.indexOf('=');
    if (equals > 0)
      params[setting.slice(0, equals).slice(0, LENGTH)] = withoutFolders(
        withoutTail(setting.slice(equals + 1)),
      );
  }
  return { name: withoutFolders(withoutTail(head)), params };
}

function withoutTail(text: string): string {
  return text
    .replace(/ ~\S+$/, '')
    .replace(/ \/[0-9a-f]{6,40}$/, '')
    .trim();
}

/** What a test ran on, as far as the file says. Host names become a count. */
export interface TestSetting {
  system: string | null;
  partition: string | null;
  environment: string | null;
  job: string | null;
  version: string | null;
  ranks: string | null;
  ppn: string | null;
  gpus: string | null;
  nodes: number | null;
}

/** A setting of which nothing is known. */
export const NO_SETTING: TestSetting = {
  system: null,
  partition: null,
  environment: null,
  job: null,
  version: null,
  ranks: null,
  ppn: null,
  gpus: null,
  nodes: null,
};

/** Says the conditions of a run. */
export function emitSetting(sink: Sink, run: number, setting: TestSetting): void {
  const ranks = positive(setting.ranks);
  const ppn = positive(setting.ppn);
  const nodes = setting.nodes ?? (ranks !== null && ppn !== null ? Math.ceil(ranks / ppn) : null);
  const said: readonly (readonly [string, string | number | null])[] = [
    [KEY.system, setting.system],
    ['partition', setting.partition],
    ['environment', setting.environment],
    [KEY.ranks, ranks],
    [KEY.ppn, ppn ?? (ranks !== null && nodes && ranks % nodes === 0 ? ranks / nodes : null)],
    [KEY.nodes, nodes],
    ['GPUs per node', positive(setting.gpus)],
    // A job number of PBS goes on with the name of a host.
    [KEY.job, /^[1-9]\d*/.exec(setting.job ?? '')?.[0] ?? null],
    ['ReFrame', setting.version],
  ];
  for (const [key, value] of said) {
    if (value !== null && value !== '') sink.condition(run, key, String(value).slice(0, LENGTH));
  }
}

function positive(written: string | null): number | null {
  return written !== null && /^[1-9]\d{0,8}$/.test(written) ? Number(written) : null;
}

/** A moment with its zone (`2020-08-19T16:36:51+01:00`, `…+0100`, `20240221T225116+0100`) in UTC; null without a zone. */
export function zonedTime(written: string): string | null {
  const match = /^(\d{4})-?(\d\d)-?(\d\d)T(\d\d):?(\d\d):?(\d\d)(?:\.\d{1,9})?(Z|[+-]\d\d:?\d\d)$/.exec(
    written.trim(),
  );
  if (!match) return null;
  const [, year, month, day, hour, minute, second, zone = ''] = match;
  const offset = zone === 'Z' ? zone : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  return inUtc(Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`));
}

/** Seconds since 1970 as a moment in UTC; null for anything else. */
export function unixTime(written: string): string | null {
  return /^\d{9,10}(?:\.\d+)?$/.test(written) ? inUtc(Math.round(Number(written) * 1000)) : null;
}

function inUtc(milliseconds: number): string | null {
  return Number.isNaN(milliseconds) ? null : new Date(milliseconds).toISOString();
}

/** Number of different hosts of a list; null when the list may hold something else (`None`, a range in brackets). */
export function countHosts(names: readonly string[]): number | null {
  const plain = names.map((name) => name.trim());
  if (plain.length === 0 || !plain.every((name) => /^[\w.-]+$/.test(name))) return null;
  if (plain.length === 1 && /^(?:None|null)$/.test(plain[0] ?? '')) return null;
  return new Set(plain).size;
}

const FAILED = /^(?:fail(?:ure|ed)?|abort(?:ed)?)$/;
const PASSED = /^(?:pass(?:ed)?|success)$/;

/** What ReFrame's word for a result means; `unknown` for a word it does not have. */
export function readResult(word: string): 'passed' | 'failed' | 'skipped' | 'unknown' {
  if (PASSED.test(word)) return 'passed';
  if (FAILED.test(word)) return 'failed';
  return /^skip(?:ped)?$/.test(word) ? 'skipped' : 'unknown';
}

/**
 * Why a test failed, as a sentence: the stage, and the kind of the reason. What follows the kind can hold paths and
 * host names and is left out.
 */
export function failureReason(stage: string | null, reason: string | null): string {
  const at = stage !== null && /^[a-z_ ]{1,30}$/.test(stage) ? ` at the stage “${stage}”` : '';
  const kind = /^([A-Za-z][\w -]{2,40}):/.exec(reason ?? '')?.[1];
  return `The test failed${at}${kind ? ` (${kind})` : ''}.`;
}
