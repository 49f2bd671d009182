const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Zones whose names mean one offset only, in minutes. */
const ZONES: Readonly<Record<string, number>> = {
  UTC: 0,
  GMT: 0,
  Z: 0,
  CET: 60,
  CEST: 120,
  EET: 120,
  EEST: 180,
  WET: 0,
  WEST: 60,
  MSK: 180,
  JST: 540,
  KST: 540,
  EDT: -240,
  CDT: -300,
  MDT: -360,
  PDT: -420,
  EST: -300,
  MST: -420,
  PST: -480,
  AEST: 600,
  AEDT: 660,
};
const DAY = '(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},?\\s+)?';
const CLOCK = '(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.,](\\d{1,9}))?)?(?:\\s*([AP]M))?';
const ZONE = '(?:\\s*(Z|[+-]\\d{2}:?\\d{2}|[A-Z]{3,4})\\b)?';
/** `Mon Nov 23 13:36:55 UTC 2026`, `Thu Oct  1 16:20:25 2020`. */
const UNIX = new RegExp(
  `${DAY}([A-Z][a-z]{2})[a-z]{0,6}\\s+(\\d{1,2}),?\\s+${CLOCK}${ZONE},?\\s+(\\d{4})\\b`,
);
/** `Mon 23 Nov 2026 01:36:55 PM UTC`. */
const DAY_FIRST = new RegExp(
  `${DAY}(\\d{1,2})\\s+([A-Z][a-z]{2})[a-z]{0,6}\\s+(\\d{4}),?\\s+${CLOCK}${ZONE}`,
);
/** `2026-11-23T13:36:55.123+01:00`. */
const ISO = new RegExp(`(?<![\\d-])(\\d{4})[-/](\\d{2})[-/](\\d{2})(?:[T _]${CLOCK}${ZONE})?(?![\\d-])`);

/** A moment as ISO 8601 in UTC where the text gives a zone, else in local time without one; null for no real date. */
function moment(
  [year, month, day]: readonly [number, number, number],
  [hour = '', minute = '', second = '0', fraction = '', half = '']: readonly (string | undefined)[],
  zone: string | undefined,
): string | null {
  if (year < 1990 || year > 2100 || month < 1 || month > 12 || day < 1) return null;
  if (hour === '') return dayOf(year, month, day);
  const twelve = half === '' ? Number(hour) : (Number(hour) % 12) + (half === 'PM' ? 12 : 0);
  if (twelve > 23 || Number(minute) > 59 || Number(second) > 60) return null;
  const at = Date.UTC(
    year,
    month - 1,
    day,
    twelve,
    Number(minute),
    Number(second),
    Number(`0.${fraction}0`) * 1000,
  );
  if (dayOf(year, month, day) === null) return null;
  const offset = zone === undefined ? null : offsetOf(zone);
  if (offset !== null) return new Date(at - offset * 60_000).toISOString();
  return new Date(at).toISOString().replace(/(?:\.000)?Z$/, '');
}

function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null;
}

function offsetOf(zone: string): number | null {
  const [, sign = '', hours = '', minutes = ''] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  if (sign !== '') return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  return Object.hasOwn(ZONES, zone) ? (ZONES[zone] ?? null) : null;
}

/**
 * The first date of a text, as `date`, C's `ctime` or ISO 8601 write it: ISO 8601 in UTC where a zone is given, else
 * without zone, a day alone as such. Null where there is none. Dates like 3/4/2026 can be read in two ways and are none.
 */
export function dateIn(text: string): string | null {
  const line = text.slice(0, 400);
  if (!/\d{4}/.test(line)) return null;
  const unix = UNIX.exec(line);
  if (unix) {
    const [, month = '', day = '', h, m, s, f, half, zone, year = ''] = unix;
    return moment([Number(year), monthOf(month), Number(day)], [h, m, s, f, half], zone);
  }
  const first = DAY_FIRST.exec(line);
  if (first) {
    const [, day = '', month = '', year = '', h, m, s, f, half, zone] = first;
    return moment([Number(year), monthOf(month), Number(day)], [h, m, s, f, half], zone);
  }
  const iso = ISO.exec(line);
  if (!iso) return null;
  const [, year = '', month = '', day = '', h, m, s, f, half, zone] = iso;
  return moment([Number(year), Number(month), Number(day)], [h, m, s, f, half], zone);
}

const monthOf = (name: string): number => MONTHS.indexOf(name.toLowerCase()) + 1;

/** Words before the date of a line that says when a job, a run or a report began. */
const BEGINS =
  /^[\s#*=|[-]{0,12}(?:(?:job|run|test|benchmark|program|execution|script|simulation)\s+)?(?:date(?: and time)?|time ?stamp|start(?:ed|ing)?(?:[ _-]?(?:time|date|on|at))*|begin(?:s|ning)?(?:[ _-]?(?:time|at|on))?|began(?: at| on)?|launched(?: at| on)?|(?:current |local )?(?:date|time)(?: is)?|now|submitted(?: at| on)?|job (?:start(?:ed)?|began)(?: at| on| time)?)\s*[:=]?\s+\S|^[\s#*=|[-]{0,12}(?:StartTime|SLURM_JOB_START_TIME|Started|Date|Timestamp)\s*[:=]/i;
/** A line that is a date and nothing else, perhaps within rules. */
const ALONE = /^[\s#*=\-[\]]*(?:[A-Z][a-z]{2,8},? )?[\dA-Za-z :.,+/_-]{8,45}[\s#*=\-[\]]*$/;
/** A time stamp that a log puts before each of its lines. */
const STAMPED = /^\[?\d{4}[-/]\d{2}[-/]\d{2}[T ]\d{2}:\d{2}:\d{2}/;

/**
 * When things began by the word of a line: a line with a word such as `Date` or `Started` before the date, a line that
 * is a date alone, or one that a log stamped. Null for dates of anything else (builds, versions, kernels, ends).
 */
export function startOfLine(text: string): string | null {
  const line = text.slice(0, 400);
  if (!/\d:\d\d|\d{4}-\d\d-\d\d/.test(line)) return null;
  if (BEGINS.test(line) || STAMPED.test(line)) return dateIn(line);
  if (!ALONE.test(line)) return null;
  const rest = line.replace(UNIX, '').replace(DAY_FIRST, '').replace(ISO, '');
  return rest.length < line.length && /^[\s#*=\-[\]]*$/.test(rest) ? dateIn(line) : null;
}
