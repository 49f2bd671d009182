import * as v from 'valibot';
import { mapping as object, settingsSchema, text } from '../../conditions/settings';
import type { Better, RunKind } from '../../model/vocabulary';
import { lineAt, parseJson, place, plainJson } from '../text/json';
import type { LineNote } from '../../model/lineNote';
import { canonicalKey, KEY_LIMIT } from '../../conditions/keys';
import { normalName } from './fingerprint';
import { SIZE_UNITS, type SizeUnit } from './units';
import { COLUMN_LIMIT, type LayoutChoice, type Sniffed } from './types';

/** Counts changes of the mapping; a newer one is refused by name. */
export const MAPPING_VERSION = 1;

/** Largest mapping file: 1 MiB. */
export const MAPPING_LIMIT = 1024 * 1024;

/** Conditions or parameters by name. */
export type NamedValues = Readonly<Record<string, string>>;

/** What the numbers of a value column are. What is left out is asked from other columns, constants and habits. */
export interface ValueRole {
  role: 'value';
  /** `latency`, `bandwidth`, a figure of merit; without it the metric column, else the name of this column. */
  metric?: string | undefined;
  /** The unit as printed (`us`, `MB/s`, `Gflop/s`); without it the unit column, else the unit in the name, else none. */
  unit?: string | undefined;
  /** `avg`, `min`, `max`, `p50` …; without it the statistic column, else `value`. */
  statistic?: string | undefined;
  /** Without it the column `better`, else what the metric and unit make usual, else `none`. */
  better?: Better | undefined;
  /** For tables with one column per benchmark. */
  benchmark?: string | undefined;
  /** For tables with one column per message size: the size in bytes. */
  bytes?: number | undefined;
  /** For tables with one column per setting: the conditions that hold for this column (its rows are other runs). */
  conditions?: NamedValues | undefined;
  /** The same for parameters of the series. */
  params?: NamedValues | undefined;
}

/** What a column is. */
export type ColumnRole =
  | { role: 'benchmark' | 'metric' | 'statistic' | 'unit' | 'better' }
  /** Message size; `unit` is that of plain numbers: `B` unless given (`KiB`, `MB` …). `4K`, `1MiB` say theirs themselves. */
  | { role: 'size'; unit?: SizeUnit | undefined }
  | ValueRole
  /** A condition of the run: every different combination is a run. */
  | { role: 'condition'; key: string }
  /** A parameter of the series (in place, data type, operation …). */
  | { role: 'param'; key: string }
  /** MPI rank, kept as the parameter `rank`. */
  | { role: 'rank' }
  /** Host name: never kept as such; hosts are numbered as they come. */
  | { role: 'host' }
  /** The two ends of a pair, ranks or hosts. */
  | { role: 'source' | 'destination' }
  /** Numbers the samples inside one run (iteration): rows that differ only here are not repeats. */
  | { role: 'sample' }
  | { role: 'ignore' };

export type RoleName = ColumnRole['role'];

/** All roles, in the order in which they are offered. */
export const ROLE_NAMES = [
  'benchmark',
  'metric',
  'size',
  'value',
  'unit',
  'statistic',
  'better',
  'condition',
  'param',
  'rank',
  'host',
  'source',
  'destination',
  'sample',
  'ignore',
] as const satisfies readonly RoleName[];

/** One column of the table by the name in its header (as `sniff` gives it), and what it is. */
export type MappedColumn = ColumnRole & { column: string };

/** The table as it is with what a mapping says of its layout, null when there is none then. */
export type LaidOut = (layout: LayoutChoice) => Sniffed | null;

/** Gives the mapping of a table that was found in a file, where it is known. */
export type MappingFor = (table: Sniffed, path: string, laidOut: LaidOut) => Mapping | null;

/** What is the same for the whole table. */
export interface Constants {
  benchmark?: string | undefined;
  metric?: string | undefined;
  /** Conditions of every run: `system`, `nodes` … */
  conditions?: NamedValues | undefined;
}

/** What the columns of a table are: a small JSON that can be kept, sent, or put beside the data. */
export interface Mapping {
  fabriscope: 'mapping';
  version: typeof MAPPING_VERSION;
  /** For people; shown in the report. */
  name?: string | undefined;
  kind: RunKind;
  columns: readonly MappedColumn[];
  constants: Constants;
  /** How the table is written, where that is not found. */
  layout?: LayoutChoice | undefined;
}

const columnName = text(200);
const settings = v.optional(
  v.pipe(
    settingsSchema,
    v.transform((list): NamedValues => Object.fromEntries(list.map(({ key, value }) => [key, value]))),
  ),
);

const BETTER = v.picklist(['higher', 'lower', 'none'], 'must be higher, lower or none');
const sizeUnit = v.picklist(SIZE_UNITS, `must be one of ${SIZE_UNITS.join(', ')}`);
const BYTES = v.pipe(
  v.number('must be a whole number of bytes'),
  v.check((bytes) => Number.isSafeInteger(bytes) && bytes >= 0, 'must be a whole number of bytes'),
);

const LINE = v.pipe(
  v.number('must be a line number'),
  v.check((line) => Number.isSafeInteger(line) && line >= 1, 'must be a line number, 1 or more'),
);

const layout = object({
  delimiter: v.optional(
    v.picklist([',', ';', '\t', '|', 'blanks'], 'must be ",", ";", "\\t", "|" or "blanks"'),
  ),
  decimal: v.optional(v.picklist(['.', ','], 'must be "." or ","')),
  begins: v.optional(object({ line: LINE, header: v.boolean('must be true or false') })),
});

const isRole = v.picklist(ROLE_NAMES, `must be one of ${ROLE_NAMES.join(', ')}`);

/** The schema of a column, which depends on its role. */
function columnSchema(role: RoleName): v.GenericSchema<unknown, MappedColumn> {
  const column = columnName;
  if (role === 'value')
    return object({
      column,
      role: v.literal(role),
      metric: v.optional(text(100)),
      unit: v.optional(text(40)),
      statistic: v.optional(text(40)),
      better: v.optional(BETTER),
      benchmark: v.optional(text(200)),
      bytes: v.optional(BYTES),
      conditions: settings,
      params: settings,
    });
  if (role === 'size') return object({ column, role: v.literal(role), unit: v.optional(sizeUnit) });
  if (role === 'condition')
    return object({ column, role: v.literal(role), key: v.pipe(text(KEY_LIMIT), v.transform(canonicalKey)) });
  if (role === 'param') return object({ column, role: v.literal(role), key: text(KEY_LIMIT) });
  return object({ column, role: v.literal(role) });
}

const roleOf = (input: unknown) => v.safeParse(v.object({ role: isRole }), input);

const column = v.lazy((input): v.GenericSchema<unknown, MappedColumn> => {
  const found = roleOf(input);
  return found.success
    ? columnSchema(found.output.role)
    : v.pipe(
        v.unknown(),
        v.rawTransform(({ addIssue, NEVER }) => {
          addIssue({ message: `needs a "role", one of ${ROLE_NAMES.join(', ')}` });
          return NEVER;
        }),
      );
});

/** Roles that only one column can have. */
const SINGLE: readonly RoleName[] = [
  'benchmark',
  'metric',
  'size',
  'unit',
  'statistic',
  'better',
  'rank',
  'source',
  'destination',
  'sample',
];

const columns = v.pipe(
  v.array(column, 'must be a list ([…])'),
  v.minLength(1, 'must not be an empty list'),
  v.maxLength(COLUMN_LIMIT, `must not have more than ${COLUMN_LIMIT} entries`),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const problem = columnsProblem(dataset.value);
    if (problem !== null) addIssue({ message: problem });
  }),
);

/** What is wrong with the columns taken together, as the rest of a sentence, or null. */
function columnsProblem(list: readonly MappedColumn[]): string | null {
  const names = new Set<string>();
  for (const { column: name } of list) {
    if (names.has(name)) return `must not name the column "${name}" twice`;
    names.add(name);
  }
  for (const role of SINGLE)
    if (list.filter((one) => one.role === role).length > 1)
      return `must have at most one column with the role "${role}"`;
  const ends = list.filter(({ role }) => role === 'source' || role === 'destination').length;
  if (ends === 1) return 'must have both a "source" and a "destination", or neither';
  const keys = new Set<string>();
  for (const one of list) {
    if (one.role !== 'condition' && one.role !== 'param') continue;
    const key = `${one.role} ${one.key}`;
    if (keys.has(key)) return `must not give the ${one.role} "${one.key}" twice`;
    keys.add(key);
  }
  if (!list.some(({ role }) => role === 'value'))
    return 'must have at least one column with the role "value"';
  return null;
}

const schema = object({
  fabriscope: v.literal('mapping', 'must be "mapping"'),
  version: v.literal(MAPPING_VERSION, `must be ${MAPPING_VERSION}: a newer mapping needs a newer Fabriscope`),
  name: v.optional(text(200)),
  kind: v.optional(
    v.picklist(['measured', 'simulated', 'published'], 'must be measured, simulated or published'),
    'measured',
  ),
  columns,
  constants: v.optional(
    object({ benchmark: v.optional(text(200)), metric: v.optional(text(100)), conditions: settings }),
    {},
  ),
  layout: v.optional(layout),
});

/** A mapping that was read, or what is wrong with it: whole sentences, with lines of the file. */
export type ParsedMapping = { ok: true; mapping: Mapping } | { ok: false; problems: LineNote[] };

/** Checks a mapping that is no text yet (from the dialog, from what the browser keeps). Never throws. */
export function checkMapping(value: unknown): ParsedMapping {
  const checked = v.safeParse(schema, value);
  if (checked.success) return { ok: true, mapping: checked.output };
  return {
    ok: false,
    problems: checked.issues.slice(0, PROBLEMS_KEPT).map((issue) => ({
      line: 0,
      text: `${place(issue.path?.map(({ key }) => key) ?? [])} ${issue.message}.`,
    })),
  };
}

const PROBLEMS_KEPT = 20;

/** True for `mapping.json` and `latency.mapping.json` in any folder. */
export function isMappingPath(path: string): boolean {
  return /(?:^|[./])mapping\.json$/i.test(path);
}

/** Reads a mapping file. A mapping with a problem is not used at all. Never throws. */
export function parseMapping(text: string): ParsedMapping {
  if (text.length > MAPPING_LIMIT)
    return { ok: false, problems: [{ line: 0, text: 'A mapping must not be larger than 1 MiB.' }] };
  const { root, error } = parseJson(text.replace(/^\uFEFF/, ''));
  if (error || !root) {
    const what = error?.message ?? 'it is empty';
    return { ok: false, problems: [{ line: error?.line ?? 0, text: `This is not JSON: ${what}.` }] };
  }
  const checked = v.safeParse(schema, plainJson(root));
  if (checked.success) return { ok: true, mapping: checked.output };
  return {
    ok: false,
    problems: checked.issues.slice(0, PROBLEMS_KEPT).map((issue) => {
      const path = issue.path?.map(({ key }) => key) ?? [];
      return { line: lineAt(root, path), text: `${place(path)} ${issue.message}.` };
    }),
  };
}

/** A mapping as the text of its file. */
export function mappingText(mapping: Mapping): string {
  return `${JSON.stringify(mapping, null, 2)}\n`;
}

/** Columns of the mapping that the table does not have and that matter; empty when the mapping fits the table. */
export function missingColumns(mapping: Mapping, table: Sniffed): string[] {
  const there = new Set(table.columns.map(({ name }) => normalName(name)));
  return mapping.columns
    .filter(({ column: name, role }) => role !== 'ignore' && !there.has(normalName(name)))
    .map(({ column: name }) => name);
}
