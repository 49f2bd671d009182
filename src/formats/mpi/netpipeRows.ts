import type { Sample } from '../format';

/** A line of the running display. */
export interface Times {
  bytes: number;
  /** The size is rounded (5.x prints three decimals of kB, MB …). */
  rounded: boolean;
  /** Throughput as printed, with its unit in bit/s where that is certain; `Mbps` of 3.x and 4.x are not. */
  rate: string;
  rateUnit: string;
  time: string;
  timeUnit: string;
  /** What follows: CPU load, integrity problems. */
  rest: string;
}

// A file with nothing but such lines loses its numbers, `0: `, to the label of a rank.
const BEGIN = /^\s*(?:\d{1,6}:\s*)?[\d.]{1,20}\s+(?:bytes|[KMGT]?B)\s+\d+ times -->/;
const TIMES =
  /^\s*(?:\d{1,6}:\s*)?(\d{1,15}) bytes\s+\d+ times -->\s+([\d.]{1,20}) Mbps in\s+([\d.]{1,20}) usec(.{0,80})$/;
const TIMES_5 =
  /^\s*(?:\d{1,6}:\s*)?([\d.]{1,20})\s+([KMGT]?)B\s+\d+ times -->\s+([\d.]{1,20})\s+([KMGT]?)bps\s+in\s+([\d.]{1,20})\s+([num]?secs)(.{0,80})$/;
const PREFIX: Readonly<Record<string, number>> = { '': 1, K: 1e3, M: 1e6, G: 1e9, T: 1e12 };

/** Factors to seconds. */
export const TIME_UNITS: Readonly<Record<string, number>> = {
  nsecs: 1e-9,
  usecs: 1e-6,
  msecs: 1e-3,
  secs: 1,
  usec: 1e-6,
};

/** Factors to bytes per second of the units that are certain: 5.x writes decimal prefixes. */
export const RATE_UNITS: Readonly<Record<string, number>> = {
  bps: 1 / 8,
  Kbps: 1e3 / 8,
  'Mbps (5.x)': 1e6 / 8,
  Gbps: 1e9 / 8,
  Tbps: 1e12 / 8,
};

/** Reads a line of the running display, or null. */
export function readTimes(text: string): Times | null {
  const old = TIMES.exec(text);
  if (old) {
    const [, bytes, rate = '', time = '', rest = ''] = old;
    return { bytes: Number(bytes), rounded: false, rate, rateUnit: 'Mbps', time, timeUnit: 'usec', rest };
  }
  const line = TIMES_5.exec(text);
  if (!line) return null;
  const [, size, prefix = '', rate = '', ratePrefix = '', time = '', timeUnit = '', rest = ''] = line;
  return {
    bytes: Math.round(Number(size) * (PREFIX[prefix] ?? 1)),
    rounded: prefix !== '' && prefix !== 'K',
    rate,
    rateUnit: ratePrefix === 'M' ? 'Mbps (5.x)' : `${ratePrefix}bps`,
    time,
    timeUnit,
    rest,
  };
}

/** Whether a line is of the running display, with or without its numbers. */
export function beginsTimes(text: string): boolean {
  return BEGIN.test(text);
}

/** What the throughput of a row is, seen from its size and time. */
export interface ThroughputScale {
  /** Bits per `Mbit`: 2^20 in 2.x and 3.x, 10^6 from 4.x. */
  mega: number;
  /** Messages that are under way at once: 2 in both directions, or the number of pairs. */
  streams: number;
}

const BINARY = 1024 * 1024;
/** Most streams that can still be told from a difference of 4.9 % in the unit. */
const MOST_STREAMS = 8;

/**
 * The unit of `Mbps`: rows give size, throughput and time, and throughput × time / size is a whole number of streams
 * in the right one. `ratios` are in units of 10^6 bit; null when they decide nothing.
 */
export function scaleOf(ratios: readonly number[]): ThroughputScale | null {
  if (ratios.length === 0) return null;
  const ratio = [...ratios].sort((a, b) => a - b)[ratios.length >> 1] ?? 0;
  const fits = [BINARY, 1e6].map((mega) => {
    const streams = Math.round((ratio * mega) / 1e6);
    return { mega, streams, error: Math.abs((ratio * mega) / 1e6 / streams - 1) };
  });
  const best = fits.reduce((a, b) => (b.error < a.error ? b : a));
  if (best.streams < 1 || best.streams > MOST_STREAMS || !(best.error < 0.015)) return null;
  return { mega: best.mega, streams: best.streams };
}

/** Whether a printed number has at least three digits that count, so that it is exact to 1 %. */
function exact(printed: string): boolean {
  return printed.replace('.', '').replace(/^0+/, '').length >= 3;
}

/** The scale of the display lines of a sample; where lines have certain units it tells the streams. */
export function displayScale(sample: Sample): ThroughputScale | null {
  const ratios: number[] = [];
  for (const text of sample.lines) {
    const row = readTimes(text.slice(0, 300));
    if (!row || !exact(row.rate) || !exact(row.time) || row.bytes === 0) continue;
    const rate = Number(row.rate) * (RATE_UNITS[row.rateUnit] ?? 1e6 / 8);
    ratios.push((rate * Number(row.time) * (TIME_UNITS[row.timeUnit] ?? 1)) / row.bytes);
  }
  return scaleOf(ratios);
}

/** One column of np.out after the size. */
export interface NpOutColumn {
  metric: 'bandwidth' | 'latency';
  statistic: string;
  printedUnit: string;
  factor: number;
}

/** A form of np.out. */
export interface NpOutForm {
  name: string;
  columns: readonly NpOutColumn[];
  streams: number;
}

const FIELD = /^\d+(?:\.\d+)?$/;
/** Rows of np.out that are looked at, and the fewest that are believed. */
const LOOKED_AT = 400;
const FEWEST = 4;

/**
 * The form of np.out that a sample has: nothing but rows of numbers, sizes that do not fall, throughputs and times
 * that agree. Null for any other text.
 */
export function layoutOf(sample: Sample): NpOutForm | null {
  const rows: string[][] = [];
  for (const text of sample.lines.slice(0, LOOKED_AT)) {
    if (text.trim() === '') continue;
    const fields = text.slice(0, 300).trim().split(/\s+/);
    // The last line of a cut file may be short.
    if (fields.length !== (rows[0]?.length ?? fields.length) && text === sample.lines.at(-1)) break;
    if (!fields.every((field) => FIELD.test(field)) || !/^\d+$/.test(fields[0] ?? '')) return null;
    if (rows.length > 0 && fields.length !== rows[0]?.length) return null;
    if (Number(fields[0]) < Number(rows.at(-1)?.[0] ?? 0)) return null;
    rows.push(fields);
  }
  const width = rows[0]?.length ?? 0;
  if (rows.length < FEWEST || (width !== 3 && width !== 5)) return null;
  const sizes = new Set(rows.map(([size]) => size));
  if (sizes.size < FEWEST) return null;
  const scale = (rateAt: number, timeAt: number, unit: number): ThroughputScale | null =>
    scaleOf(
      rows.flatMap((row) => {
        const [rate = '', time = ''] = [row[rateAt], row[timeAt]];
        const bytes = Number(row[0]);
        return exact(rate) && exact(time) && bytes > 0
          ? [(Number(rate) * Number(time) * unit) / 8 / bytes]
          : [];
      }),
    );
  if (width === 3) {
    const found = scale(1, 2, 1e6);
    if (!found || !rows.every((row) => row[2]?.includes('.'))) return null;
    return {
      name: 'bytes, Mbit/s, seconds',
      columns: [megabits('max', found.mega), seconds('min', 's', 1)],
      streams: found.streams,
    };
  }
  const old = scale(1, 4, 1e6);
  if (old && rows.every((row) => Number(row[1]) >= Number(row[3])) && old.mega === 1e6) {
    return {
      name: '4.x: bytes, Mbit/s at the least, average and most time, least seconds',
      columns: [...['max', 'avg', 'min'].map((name) => megabits(name, 1e6)), seconds('min', 's', 1)],
      streams: old.streams,
    };
  }
  const recent = scale(1, 4, 1e3);
  if (!recent || recent.mega !== 1e6 || !rows.every((row) => Number(row[2]) <= Number(row[3]))) return null;
  return {
    name: '5.x: bytes, Gbit/s on average, least and most, average microseconds',
    columns: [...['avg', 'min', 'max'].map(gigabits), seconds('avg', 'us', 1e-6)],
    streams: recent.streams,
  };
}

function megabits(statistic: string, mega: number): NpOutColumn {
  const printedUnit = mega === BINARY ? 'Mibit/s' : 'Mbit/s';
  return { metric: 'bandwidth', statistic, printedUnit, factor: mega / 8 };
}

function gigabits(statistic: string): NpOutColumn {
  return { metric: 'bandwidth', statistic, printedUnit: 'Gbit/s', factor: 1e9 / 8 };
}

function seconds(statistic: string, printedUnit: string, factor: number): NpOutColumn {
  return { metric: 'latency', statistic, printedUnit, factor };
}
