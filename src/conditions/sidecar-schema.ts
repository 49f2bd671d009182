import * as v from 'valibot';
import { expandHosts } from '../formats/text/hostList';
import { rulesOfSection, type IdentityRule } from '../compare/identity/rules';
import type { RunKind } from '../model/vocabulary';
import { isoTime, mapping, settingsSchema, text, type ConditionSetting } from './settings';
import { parseTemplate, type Template } from './template';

/** Settings of the files whose path, seen from the sidecar's folder, fits a pattern. */
export interface FileRule {
  match: Template;
  settings: readonly ConditionSetting[];
  /** Hosts of the ranks, in order, or null. */
  hosts: readonly string[] | null;
}

/** Something that happened to the system at a time, drawn as a marker: AR switched on, new firmware. */
export interface StudyEvent {
  /** ISO 8601 in UTC: `2020-05-12` for a day, `2020-05-12T08:30:00.000Z` for a moment. */
  at: string;
  what: string;
  settings: readonly ConditionSetting[];
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
  settings: readonly ConditionSetting[];
  /** Hosts of the ranks of files that name none, in order, or null. */
  hosts: readonly string[] | null;
  files: readonly FileRule[];
  template: Template | null;
  events: readonly StudyEvent[];
  systems: readonly SystemCard[];
  kind: RunKind | null;
  citation: string | null;
  /** Which runs belong together, as the user said. */
  identity: readonly IdentityRule[];
}

const templateSchema = v.pipe(
  v.string('must be a path template'),
  v.rawTransform(({ dataset, addIssue, NEVER }): Template => {
    const parsed = parseTemplate(dataset.value);
    if (parsed.ok) return parsed.template;
    addIssue({ message: `is no path template: ${parsed.problem.replace(/\.$/, '')}` });
    return NEVER;
  }),
);

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

const hostsSchema = v.pipe(
  v.union(
    [v.string(), v.pipe(v.array(v.string()), v.maxLength(65536))],
    'must be a list of hosts, such as n[001-128]',
  ),
  v.rawTransform(({ dataset, addIssue, NEVER }): readonly string[] => {
    const hosts = expandHosts([dataset.value].flat().join(','));
    if (hosts && hosts.length > 0) return hosts;
    addIssue({ message: 'cannot be read as hosts: write n001,n002 or n[001-128], at most 65536 of them' });
    return NEVER;
  }),
);

const fileRule = v.pipe(
  mapping({
    match: templateSchema,
    conditions: v.optional(settingsSchema, {}),
    hosts: v.optional(hostsSchema),
  }),
  v.transform(({ match, conditions, hosts }): FileRule => ({
    match,
    settings: conditions,
    hosts: hosts ?? null,
  })),
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

const identity = v.pipe(
  mapping({
    repeats: list(text(200)),
    separates: list(text(200)),
    pooled: list(text(200)),
    names: v.optional(v.record(text(200), text(200), 'must be a mapping of labels to their new names'), {}),
  }),
  v.transform((section): readonly IdentityRule[] => rulesOfSection(section)),
);

/** The schema of a sidecar: what `docs/conditions.md` describes. */
export const sidecarSchema = v.pipe(
  mapping({
    version: v.optional(v.literal('1', 'must be 1: a newer sidecar needs a newer Fabriscope')),
    kind: v.optional(
      v.picklist(['measured', 'simulated', 'published'], 'must be measured, simulated or published'),
    ),
    citation: v.optional(text(2000)),
    conditions: v.optional(settingsSchema, {}),
    hosts: v.optional(hostsSchema),
    template: v.optional(templateSchema),
    files: list(fileRule),
    events: list(event),
    systems: list(system),
    identity: v.optional(identity),
  }),
  v.transform((content): SidecarContent => ({
    settings: content.conditions,
    hosts: content.hosts ?? null,
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
    identity: content.identity ?? [],
    kind: content.kind ?? null,
    citation: content.citation ?? null,
  })),
);
