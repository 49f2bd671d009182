import * as v from 'valibot';
import type { RunKind } from '../model/vocabulary';
import { canonicalKey, KEY_LIMIT, normaliseValue } from './keys';
import { parseTemplate, type Template } from './template';

/** A key and a value in the form they are stored in. */
export interface Setting {
  key: string;
  value: string;
}

/** Settings of the files whose path, seen from the sidecar's folder, fits a pattern. */
export interface FileRule {
  match: Template;
  settings: readonly Setting[];
}

/** Something that happened to the system at a time, drawn as a marker: AR switched on, new firmware. */
export interface StudyEvent {
  /** ISO 8601 in UTC: `2020-05-12` for a day, `2020-05-12T08:30:00.000Z` for a moment. */
  at: string;
  what: string;
  settings: readonly Setting[];
}

/** What is known of a system beyond its name. */
export interface SystemCard {
  name: string;
  description: string | null;
  /** Gb/s = 10^9 bit/s of one port. */
  lineRateGbps: number | null;
  nodes: number | null;
  network: string | null;
}

/** The content of a sidecar, checked. */
export interface SidecarContent {
  settings: readonly Setting[];
  files: readonly FileRule[];
  template: Template | null;
  events: readonly StudyEvent[];
  systems: readonly SystemCard[];
  kind: RunKind | null;
  citation: string | null;
}

/** A text schema; scalars of a sidecar arrive as the text that stands in the file. */
const text = (limit: number) =>
  v.pipe(
    v.string('must be one text'),
    v.trim(),
    v.nonEmpty('must not be empty'),
    v.maxLength(limit, `must not be longer than ${limit} characters`),
  );

/** A mapping in which every key is known; the message names the unknown one and those that are known. */
function mapping<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.strictObject(entries, (issue) => {
    if (issue.expected === 'never') return `is not known here; known are ${Object.keys(entries).join(', ')}`;
    return issue.received === 'undefined' ? 'is missing' : 'must be a mapping (name: value)';
  });
}

const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names and values of conditions, in one spelling; numbers and switches are accepted as such. */
export const settingsSchema = v.pipe(
  v.custom<Record<string, unknown>>(isMapping, 'must be a mapping of conditions, as in AR: on'),
  v.rawTransform(({ dataset, addIssue }): Setting[] => {
    const settings: Setting[] = [];
    for (const [name, value] of Object.entries(dataset.value)) {
      const reject = (message: string) =>
        addIssue({
          message,
          path: [{ type: 'object', origin: 'value', input: dataset.value, key: name, value }],
        });
      const key = canonicalKey(name);
      const scalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
      if (key === '' || key.length > KEY_LIMIT) reject(`needs a name of 1 to ${KEY_LIMIT} characters`);
      else if (settings.some((setting) => setting.key === key))
        reject(`gives the condition "${key}" a second time`);
      else if (!scalar) reject('must be one value, not a list or a mapping');
      else {
        const normal = normaliseValue(key, String(value));
        if (normal.ok) settings.push({ key, value: normal.value });
        else reject(normal.problem);
      }
    }
    return settings;
  }),
);

const templateSchema = v.pipe(
  v.string('must be a path template'),
  v.rawTransform(({ dataset, addIssue, NEVER }): Template => {
    const parsed = parseTemplate(dataset.value);
    if (parsed.ok) return parsed.template;
    addIssue({ message: `is no path template: ${parsed.problem.replace(/\.$/, '')}` });
    return NEVER;
  }),
);

const DATE = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:\d{2}))?$/;

/** A day as it is, a moment in UTC; null when the text is neither or no such day exists. */
export function isoTime(written: string): string | null {
  const [, day, time, zone] = DATE.exec(written.trim()) ?? [];
  if (day === undefined) return null;
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) return null;
  if (time === undefined || zone === undefined) return day;
  const moment = new Date(`${day}T${time}${zone}`);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

const timeSchema = v.pipe(
  v.string('must be a date'),
  v.rawTransform(({ dataset, addIssue, NEVER }): string => {
    const time = isoTime(dataset.value);
    if (time !== null) return time;
    addIssue({
      message: `must be a date such as 2020-05-12 or 2020-05-12T08:30Z, not "${dataset.value.slice(0, 40)}"`,
    });
    return NEVER;
  }),
);

const number = (pattern: RegExp, message: string) =>
  v.pipe(v.string(message), v.trim(), v.regex(pattern, message), v.transform(Number));

const list = <Item extends v.GenericSchema>(item: Item) =>
  v.optional(
    v.pipe(v.array(item, 'must be a list'), v.maxLength(1000, 'must not have more than 1000 entries')),
    [],
  );

const fileRule = v.pipe(
  mapping({ match: templateSchema, conditions: v.optional(settingsSchema, {}) }),
  v.transform(({ match, conditions }): FileRule => ({ match, settings: conditions })),
);

const event = v.pipe(
  mapping({ at: timeSchema, what: text(200), conditions: v.optional(settingsSchema, {}) }),
  v.transform(({ at, what, conditions }): StudyEvent => ({ at, what, settings: conditions })),
);

const system = mapping({
  name: text(200),
  description: v.optional(text(2000)),
  lineRateGbps: v.optional(number(/^\d{1,6}(\.\d{1,6})?$/, 'must be a number of Gb/s, such as 100')),
  nodes: v.optional(number(/^\d{1,9}$/, 'must be a whole number')),
  network: v.optional(text(200)),
});

/** The schema of a sidecar: what `docs/conditions.md` describes. */
export const sidecarSchema = v.pipe(
  mapping({
    version: v.optional(v.literal('1', 'must be 1: a newer sidecar needs a newer Fabriscope')),
    kind: v.optional(
      v.picklist(['measured', 'simulated', 'published'], 'must be measured, simulated or published'),
    ),
    citation: v.optional(text(2000)),
    conditions: v.optional(settingsSchema, {}),
    template: v.optional(templateSchema),
    files: list(fileRule),
    events: list(event),
    systems: list(system),
  }),
  v.transform((content): SidecarContent => ({
    settings: content.conditions,
    files: content.files,
    template: content.template ?? null,
    events: content.events,
    systems: content.systems.map((card) => ({
      name: card.name,
      description: card.description ?? null,
      lineRateGbps: card.lineRateGbps ?? null,
      nodes: card.nodes ?? null,
      network: card.network ?? null,
    })),
    kind: content.kind ?? null,
    citation: content.citation ?? null,
  })),
);
