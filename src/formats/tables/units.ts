import type { Unit } from '../../model/vocabulary';

/** A printed unit: stored value = printed number × factor. */
export interface UnitMeaning {
  unit: Unit;
  factor: number;
}

const KI = 1024;

/** Units that are converted. Any other text is the unit of a figure of merit, kept as it is. */
const UNITS: ReadonlyMap<string, UnitMeaning> = new Map(
  (
    [
      ['ns', 's', 1e-9],
      ['us', 's', 1e-6],
      ['ms', 's', 1e-3],
      ['s', 's', 1],
      ['min', 's', 60],
      ['B/s', 'B/s', 1],
      ['bit/s', 'B/s', 0.125],
      ['kbit/s', 'B/s', 125],
      ['kB/s', 'B/s', 1e3],
      ['MB/s', 'B/s', 1e6],
      ['GB/s', 'B/s', 1e9],
      ['TB/s', 'B/s', 1e12],
      ['KiB/s', 'B/s', KI],
      ['MiB/s', 'B/s', KI ** 2],
      ['GiB/s', 'B/s', KI ** 3],
      ['Mb/s', 'B/s', 1.25e5],
      ['Gb/s', 'B/s', 1.25e8],
      ['1/s', '1/s', 1],
      ['k/s', '1/s', 1e3],
      ['M/s', '1/s', 1e6],
      ['%', 'ratio', 0.01],
      ['ratio', 'ratio', 1],
      ['count', 'count', 1],
    ] as const
  ).map(([text, unit, factor]) => [text, { unit, factor }]),
);

/** Units that are converted, as the dialog offers them. */
export const KNOWN_UNITS: readonly string[] = [...UNITS.keys()];

/** Other spellings, in small letters but where capitals tell bits from bytes. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['nsec', 'ns'],
  ['nanoseconds', 'ns'],
  ['µs', 'us'],
  ['μs', 'us'],
  // µ of an older encoding than UTF-8.
  ['\ufffds', 'us'],
  ['usec', 'us'],
  ['usecs', 'us'],
  ['µsec', 'us'],
  ['microseconds', 'us'],
  ['msec', 'ms'],
  ['msecs', 'ms'],
  ['milliseconds', 'ms'],
  ['sec', 's'],
  ['secs', 's'],
  ['second', 's'],
  ['seconds', 's'],
  ['minutes', 'min'],
  ['bytes/s', 'B/s'],
  ['byte/s', 'B/s'],
  ['MBps', 'MB/s'],
  ['MBs', 'MB/s'],
  ['mbytes/s', 'MB/s'],
  ['mb/s', 'MB/s'],
  ['mbs', 'MB/s'],
  ['GBps', 'GB/s'],
  ['GBs', 'GB/s'],
  ['gbytes/s', 'GB/s'],
  ['gb/s', 'GB/s'],
  ['gbs', 'GB/s'],
  ['tb/s', 'TB/s'],
  ['KB/s', 'kB/s'],
  ['kb/s', 'kB/s'],
  ['kbytes/s', 'kB/s'],
  ['kib/s', 'KiB/s'],
  ['mib/s', 'MiB/s'],
  ['mibs', 'MiB/s'],
  ['mibps', 'MiB/s'],
  ['gib/s', 'GiB/s'],
  ['gibs', 'GiB/s'],
  ['gibps', 'GiB/s'],
  ['bits/s', 'bit/s'],
  ['kbits/s', 'kbit/s'],
  ['mbps', 'Mb/s'],
  ['mbit/s', 'Mb/s'],
  ['mbits/s', 'Mb/s'],
  ['gbps', 'Gb/s'],
  ['gbit/s', 'Gb/s'],
  ['gbits/s', 'Gb/s'],
  ['/s', '1/s'],
  ['msg/s', '1/s'],
  ['msgs/s', '1/s'],
  ['messages/s', '1/s'],
  ['message/s', '1/s'],
  ['ops/s', '1/s'],
  ['operations/s', '1/s'],
  ['kmsg/s', 'k/s'],
  ['mmsg/s', 'M/s'],
  ['mmsgs/s', 'M/s'],
  ['mops/s', 'M/s'],
  ['mpps', 'M/s'],
  ['percent', '%'],
  ['pct', '%'],
]);

/** How names write "per second" where they cannot hold `/s`. */
const PER_SECOND = /(?:\/|[\s_.,-]+per[\s_.,-]+)(?:s|secs?|seconds?)$/i;

/** The one spelling of a unit (`usec` → `us`, `MBps` and `MB per sec` → `MB/s`); other texts stay as they are. */
export function canonicalUnit(text: string): string {
  const trimmed = text.trim().replace(PER_SECOND, '/s');
  if (UNITS.has(trimmed)) return trimmed;
  return SPELLINGS.get(trimmed) ?? SPELLINGS.get(trimmed.toLowerCase()) ?? trimmed;
}

/** What a printed unit means. An unknown one is that of a figure of merit; none at all is a plain count. */
export function unitMeaning(text: string | null): UnitMeaning {
  const unit = canonicalUnit(text ?? 'count');
  return UNITS.get(unit) ?? { unit, factor: 1 };
}

/** Bytes of one of a unit of sizes. */
const SIZE_FACTORS = {
  B: 1,
  KiB: KI,
  MiB: KI ** 2,
  GiB: KI ** 3,
  kB: 1e3,
  MB: 1e6,
  GB: 1e9,
} as const;
export type SizeUnit = keyof typeof SIZE_FACTORS;

/** Units that a column of message sizes can have. */
export const SIZE_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'kB', 'MB', 'GB'] as const satisfies readonly SizeUnit[];

/** Bytes of one of a unit of sizes. */
export function sizeFactor(unit: SizeUnit): number {
  return SIZE_FACTORS[unit];
}

const SIZE_WORDS: ReadonlyMap<string, SizeUnit> = new Map([
  ['b', 'B'],
  ['byte', 'B'],
  ['bytes', 'B'],
  ['kb', 'KiB'],
  ['kib', 'KiB'],
  ['kbytes', 'KiB'],
  ['mb', 'MiB'],
  ['mib', 'MiB'],
  ['mbytes', 'MiB'],
  ['gb', 'GiB'],
  ['gib', 'GiB'],
]);

/** The unit of message sizes that a word means; `KB` and `MB` as benchmarks mean them: 1024 and 1024². */
export function sizeUnit(word: string): SizeUnit | null {
  return SIZE_WORDS.get(word.trim().toLowerCase()) ?? null;
}

/** Words at the end of a name that are a unit there: `latency_us`. Single letters but `s` are not. */
const SUFFIX = /^(.*[^\s_.,-])[\s_.,-]+([a-zµμ%/\ufffd]{1,10})$/i;
/** Rates at the end of a name, or as all of it: `bw_rows_per_s`, `bytes_per_sec`. */
const PER = /^(?:(.*[^\s_.,-])[\s_.,-]+)?([a-z]{1,15})[\s_.,-]+per[\s_.,-]+(?:s|secs?|seconds?)$/i;
/** What is counted by the second: after it `s` is no time of its own (`bw_MB_s`, `bw.MB.s`, `msgs_s`). */
const COUNTED =
  /^(?:(.*[^\s_.,-])[\s_.,-]+)?(B|[kmgt]i?b|[kmgt]?i?(?:bits?|bytes?)|[kmg]?(?:msgs?|messages?|ops|operations|packets))[\s_.,-]+(?:s|secs?)$/i;
/** What makes the name of a second column different: `lat (us) (2)`. */
const AGAIN = /\s+\(\d+\)$/;
const BRACKETS = /^(.*?)\s*[([{]([^()[\]{}]{1,20})[)\]}]\s*$/;

/** Whether a word is a unit of values or sizes. */
export function isUnit(word: string): boolean {
  return UNITS.has(canonicalUnit(word)) || sizeUnit(word) !== null || FIGURE.test(word.trim());
}

/** Units of figures of merit that are known as such. */
const FIGURE = /^[kmgtpe]?(?:flops?|flops?\/s|ups|up\/s|teps|iops)$/i;

/**
 * Parts a column name into the plain name and the unit: `latency_us`, `bw (MB/s)`, `size [B]`, `Avg Lat(us)`, `time
 * in ms`, `bw_MB_s`. In brackets anything is taken as a unit; behind `_` or a blank only what is one. A name that is a
 * unit alone (`MB/s`) has an empty plain name. The number of a column whose name came before (`lat (us) (2)`) is no part
 * of either.
 */
export function splitName(name: string): { plain: string; unit: string | null } {
  const trimmed = name.trim().replace(AGAIN, '');
  const bracket = BRACKETS.exec(trimmed);
  if (bracket?.[2] !== undefined && bracket[2].trim() !== '')
    return { plain: (bracket[1] ?? '').trim(), unit: bracket[2].trim() };
  const [, of = '', counted] = COUNTED.exec(trimmed) ?? PER.exec(trimmed) ?? [];
  if (counted !== undefined && counted !== 'b') {
    const unit = `${counted}/s`;
    // Operations of whatever kind are not messages: what is counted stays the name.
    const named = of === '' && unitMeaning(unit).unit !== 'B/s' && !/msg|message/i.test(counted);
    return { plain: named ? counted : of, unit };
  }
  if (/[/%]/.test(trimmed) || trimmed.length > 1)
    if (isUnit(trimmed) && !/^(?:b|s|bytes?|count|ratio|min)$/i.test(trimmed))
      return { plain: '', unit: trimmed };
  const suffix = SUFFIX.exec(trimmed);
  const [, plain = '', unit = ''] = suffix ?? [];
  if (suffix && isUnit(unit) && !/^(?:count|min|b)$/i.test(unit))
    return { plain: plain.replace(/[\s_]+in$/i, ''), unit };
  return { plain: trimmed, unit: null };
}
