import * as v from 'valibot';
import { canonicalKey, KEY_LIMIT, normaliseValue } from './keys';

/** A key and a value in the form they are stored in. */
export interface ConditionSetting {
  key: string;
  value: string;
}

/** A text of some length, without blanks around it. */
export const text = (limit: number) =>
  v.pipe(
    v.string('must be a text'),
    v.trim(),
    v.nonEmpty('must not be empty'),
    v.maxLength(limit, `must not be longer than ${limit} characters`),
  );

const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A mapping in which every key is known; the message names the unknown one and those that are known. */
export function mapping<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.pipe(
    v.custom<Record<string, unknown>>(isMapping, 'must be a mapping of names to values'),
    v.strictObject(entries, (issue) =>
      issue.expected === 'never'
        ? `is not known here; known are ${Object.keys(entries).join(', ')}`
        : 'is missing',
    ),
  );
}

/** Most conditions in one mapping. */
const SETTINGS_LIMIT = 200;

/** Names and values of conditions, in one spelling; numbers and switches are accepted as such. */
export const settingsSchema = v.pipe(
  v.custom<Record<string, unknown>>(isMapping, 'must be a mapping of conditions, as in AR: on'),
  v.check(
    (given) => Object.keys(given).length <= SETTINGS_LIMIT,
    `must not hold more than ${SETTINGS_LIMIT} conditions`,
  ),
  v.rawTransform(({ dataset, addIssue }): ConditionSetting[] => {
    const settings: ConditionSetting[] = [];
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
