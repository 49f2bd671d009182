import { canonicalKey } from '../../conditions/keys';
import { KEY, type Better, type RunKind } from '../../model/vocabulary';
import { normalName } from '../../formats/tables/fingerprint';
import {
  MAPPING_VERSION,
  type MappedColumn,
  type Mapping,
  type RoleName,
  type NamedValues,
  type ValueRole,
} from '../../formats/tables/mapping';
import { parseSize } from '../../formats/tables/numbers';
import type { LayoutChoice, Sniffed } from '../../formats/tables/types';
import { SIZE_UNITS, splitName } from '../../formats/tables/units';
import { readSettings, settingFromName, writeSettings } from './settingsText';

/** What the name of a value column says of its numbers alone, beyond the metric. */
export const ONLY_FOR = ['', 'bytes', 'benchmark', 'conditions', 'params'] as const;
export type OnlyFor = (typeof ONLY_FOR)[number];

/** One column as it stands in the dialog: all as text, finished or not. */
export interface DraftColumn {
  column: string;
  role: RoleName;
  /** Name of the condition or parameter. */
  key: string;
  /** Unit of values as printed, or of plain sizes. */
  unit: string;
  metric: string;
  statistic: string;
  /** Empty = as usual for the metric. */
  better: Better | '';
  onlyFor: OnlyFor;
  /** A size, a benchmark, or settings as `name = value; …`. */
  only: string;
  /** What a mapping that was loaded says of its numbers alone, `only` included. */
  also: Pick<ValueRole, Exclude<OnlyFor, ''>>;
}

/** A mapping as it stands in the dialog. */
export interface Draft {
  name: string;
  kind: RunKind;
  columns: readonly DraftColumn[];
  benchmark: string;
  system: string;
  /** Further conditions of every run, as `name = value; …`. */
  conditions: string;
  /** Metric of every value; only a mapping that was loaded has one. */
  metric: string;
  layout: LayoutChoice;
}

const BLANK = {
  key: '',
  unit: '',
  metric: '',
  statistic: '',
  better: '',
  onlyFor: '',
  only: '',
  also: {},
} as const satisfies Partial<DraftColumn>;

/** A mapping with one entry for each column of the table; columns it does not name are not used. */
export function draftOf(table: Sniffed, mapping: Mapping): Draft {
  const known = new Map(mapping.columns.map((one) => [normalName(one.column), one]));
  const { system = '', ...others } = mapping.constants.conditions ?? {};
  return {
    name: mapping.name ?? '',
    kind: mapping.kind,
    columns: table.columns.map(({ name }) => {
      const one = mapping.columns.find(({ column }) => column === name) ?? known.get(normalName(name));
      return draftColumn(one ? { ...one, column: name } : { column: name, role: 'ignore' });
    }),
    benchmark: mapping.constants.benchmark ?? '',
    system,
    conditions: writeSettings(others),
    metric: mapping.constants.metric ?? '',
    layout: mapping.layout ?? {},
  };
}

function draftColumn(one: MappedColumn): DraftColumn {
  const { column, role } = one;
  if (one.role === 'size') return { ...BLANK, column, role, unit: one.unit ?? 'B' };
  if (one.role === 'condition' || one.role === 'param') return { ...BLANK, column, role, key: one.key };
  if (one.role !== 'value') return { ...BLANK, column, role };
  const { metric = '', unit = '', statistic = '', better = '', bytes, benchmark, conditions, params } = one;
  return {
    ...BLANK,
    column,
    role,
    metric,
    unit: unit || nameUnit(column),
    statistic,
    better,
    ...onlyOf(one),
    also: { bytes, benchmark, conditions, params },
  };
}

function onlyOf(one: ValueRole): { onlyFor: OnlyFor; only: string } {
  if (one.bytes !== undefined) return { onlyFor: 'bytes', only: String(one.bytes) };
  if (one.benchmark !== undefined) return { onlyFor: 'benchmark', only: one.benchmark };
  if (one.conditions) return { onlyFor: 'conditions', only: writeSettings(one.conditions) };
  if (one.params) return { onlyFor: 'params', only: writeSettings(one.params) };
  return { onlyFor: '', only: '' };
}

function nameUnit(column: string): string {
  return splitName(column).unit ?? '';
}

/** The same column as something else; what its name tells of the new role is filled in. */
export function withRole(one: DraftColumn, role: RoleName): DraftColumn {
  const { column } = one;
  const plain = splitName(column).plain || column;
  if (role === 'size') return { ...BLANK, column, role, unit: 'B' };
  if (role === 'value') return { ...BLANK, column, role, unit: nameUnit(column) };
  if (role === 'condition') return { ...BLANK, column, role, key: canonicalKey(plain) };
  if (role === 'param') return { ...BLANK, column, role, key: normalName(plain) };
  return { ...BLANK, column, role };
}

/** The same column with what its name says of its numbers, as far as the name tells. */
export function withOnlyFor(column: DraftColumn, onlyFor: OnlyFor, key = ''): DraftColumn {
  const plain = splitName(column.column).plain || column.column;
  const also = column.onlyFor === '' ? column.also : { ...column.also, [column.onlyFor]: undefined };
  const one = { ...column, also };
  if (onlyFor === '') return { ...one, onlyFor, only: '' };
  if (onlyFor === 'benchmark') return { ...one, onlyFor, only: plain };
  if (onlyFor === 'bytes')
    return { ...one, onlyFor, only: Number.isNaN(sizeOf(one.column)) ? '' : one.column };
  return { ...one, onlyFor, only: settingFromName(plain, key) };
}

/** All value columns like one of them: metric, unit, statistic, direction, and what their names say. */
export function likeColumn(columns: readonly DraftColumn[], model: DraftColumn): DraftColumn[] {
  const { metric, unit, statistic, better, onlyFor } = model;
  const key = model.only.split('=')[0]?.trim() ?? '';
  return columns.map((one) =>
    one.role !== 'value' || one.column === model.column
      ? one
      : withOnlyFor({ ...one, metric, unit, statistic, better }, onlyFor, key),
  );
}

/** Whether all value columns are like one of them. */
export function areAlike(columns: readonly DraftColumn[], model: DraftColumn): boolean {
  const keys = ['metric', 'unit', 'statistic', 'better', 'onlyFor'] as const;
  const key = ({ only }: DraftColumn) => only.split('=')[0]?.trim();
  return columns.every(
    (one) =>
      one.role !== 'value' ||
      (keys.every((name) => one[name] === model[name]) &&
        (!['conditions', 'params'].includes(one.onlyFor) || key(one) === key(model))),
  );
}

function sizeOf(text: string): number {
  return parseSize(text, { decimal: '.', thousands: null }, 1);
}

/** A mapping as far as the draft goes, and in a sentence what is missing before the table can be read. */
export interface Finished {
  mapping: Mapping;
  missing: string | null;
}

/** Reads settings of a text that stands `where`, as sentences call it; undefined where there are none. */
type ReadText = (text: string, what: 'condition' | 'parameter', where: string) => NamedValues | undefined;

/** Roles that one column alone can have, as sentences call them. */
const SINGLE: Partial<Record<RoleName, string>> = {
  benchmark: 'the benchmark',
  metric: 'the metric',
  size: 'the message size',
  unit: 'the unit',
  statistic: 'the statistic',
  better: 'what is better',
  rank: 'the rank',
  source: 'the source',
  destination: 'the destination',
  sample: 'the sample number',
};

/** Makes a mapping of a draft. */
export function finish(draft: Draft): Finished {
  const problems: string[] = [];
  const settings: ReadText = (text, what, where) => {
    const read = readSettings(text, what);
    if (!read.ok) problems.push(`${where}: ${read.problem}`);
    return read.ok && Object.keys(read.settings).length > 0 ? read.settings : undefined;
  };
  const columns = draft.columns.map((one) => mappedColumn(one, settings));
  const others = settings(draft.conditions, 'condition', 'Conditions of all rows');
  const system = said(draft.system);
  const conditions = { ...others, ...(system === undefined ? {} : { system }) };
  return {
    mapping: {
      fabriscope: 'mapping',
      version: MAPPING_VERSION,
      name: said(draft.name),
      kind: draft.kind,
      columns,
      constants: {
        benchmark: said(draft.benchmark),
        metric: said(draft.metric),
        conditions: Object.keys(conditions).length > 0 ? conditions : undefined,
      },
      layout: Object.values(draft.layout).some((choice) => choice !== undefined) ? draft.layout : undefined,
    },
    missing: missing(draft) ?? problems[0] ?? null,
  };
}

function said(text: string): string | undefined {
  return text.trim() === '' ? undefined : text.trim();
}

function mappedColumn(one: DraftColumn, settings: ReadText): MappedColumn {
  const { column, role } = one;
  if (role === 'size') return { column, role, unit: SIZE_UNITS.find((unit) => unit === one.unit) };
  if (role === 'condition' || role === 'param') return { column, role, key: one.key.trim() };
  if (role !== 'value') return { column, role };
  return {
    column,
    role,
    metric: said(one.metric),
    unit: said(one.unit),
    statistic: said(one.statistic),
    better: one.better === '' ? undefined : one.better,
    ...one.also,
    ...onlyText(one, settings),
  };
}

function onlyText({ column, onlyFor, only }: DraftColumn, settings: ReadText): Partial<ValueRole> {
  const where = `Column “${column}”`;
  const bytes = sizeOf(only);
  if (onlyFor === 'benchmark') return { benchmark: said(only) };
  if (onlyFor === 'bytes') return { bytes: Number.isNaN(bytes) ? undefined : bytes };
  if (onlyFor === 'conditions') return { conditions: settings(only, 'condition', where) };
  return onlyFor === 'params' ? { params: settings(only, 'parameter', where) } : {};
}

/** The first thing that is missing or contradicts itself. */
function missing(draft: Draft): string | null {
  const { columns } = draft;
  const of = (role: RoleName) => columns.filter((one) => one.role === role);
  const values = of('value');
  if (values.length === 0) return 'Say which column holds the measured values.';
  for (const [role, what] of Object.entries(SINGLE)) {
    const [one, other] = columns.filter((column) => column.role === role);
    if (one && other)
      return `Two columns are said to be ${what}, “${one.column}” and “${other.column}”: choose one.`;
  }
  const [from] = of('source');
  const [to] = of('destination');
  if (from && !to) return `“${from.column}” is the source of a pair: say which column is the destination.`;
  if (to && !from) return `“${to.column}” is the destination of a pair: say which column is the source.`;
  const keyless = columns.find(
    ({ role, key }) => (role === 'condition' || role === 'param') && key.trim() === '',
  );
  if (keyless)
    return `Give the ${keyless.role === 'param' ? 'parameter' : 'condition'} in “${keyless.column}” a name.`;
  const twice = twiceNamed(columns);
  if (twice) return twice;
  if (of('unit').length === 0) {
    const unitless = values.find(({ unit }) => unit.trim() === '');
    if (unitless) return `Say in which unit “${unitless.column}” is; for plain numbers it is count.`;
  }
  const odd = values.find(({ onlyFor, only }) => onlyFor === 'bytes' && Number.isNaN(sizeOf(only)));
  if (odd) return `Say which message size “${odd.column}” is for: a number of bytes, or such as 4K.`;
  const open = values.find(({ onlyFor, only }) => onlyFor !== '' && only.trim() === '');
  if (open) return `Say what “${open.column}” is only for, or choose “nothing else”.`;
  if (!isNamed(draft))
    return 'Say which benchmark this is: choose its column, or write its name for all rows.';
  return null;
}

/** Whether the draft says which benchmark each value is of. */
export function isNamed({ columns, benchmark }: Draft): boolean {
  return (
    benchmark.trim() !== '' ||
    columns.some(({ role }) => role === 'benchmark') ||
    columns.every(({ role, onlyFor }) => role !== 'value' || onlyFor === 'benchmark')
  );
}

function twiceNamed(columns: readonly DraftColumn[]): string | null {
  const seen = new Map<string, string>();
  for (const { role, key, column } of columns) {
    if (role !== 'condition' && role !== 'param') continue;
    const name = role === 'condition' ? canonicalKey(key) : key.trim();
    const other = seen.get(`${role} ${name}`);
    if (other !== undefined)
      return `Both “${other}” and “${column}” are said to be the ${role === 'param' ? 'parameter' : 'condition'} “${name}”: choose one, or another name.`;
    seen.set(`${role} ${name}`, column);
  }
  return null;
}

/** Conditions that are offered by name. */
export const KNOWN_CONDITIONS: readonly string[] = Object.values(KEY);
