import { canonicalKey, normaliseValue } from '../../conditions/keys';
import type { Better } from '../../model/vocabulary';
import { normalName } from './fingerprint';
import type { MappedColumn, Mapping, RoleName, NamedValues, ValueRole } from './mapping';
import { usualBetter } from './suggest';
import { sizeFactor, splitName, unitMeaning, type SizeUnit } from './units';

/** A value column with its place in the row. */
export interface ValueColumn extends ValueRole {
  name: string;
  at: number;
}

/** A column whose cells tell groups of rows apart. */
interface KeyColumn {
  at: number;
  column: MappedColumn;
}

/** A mapping with the places of its columns in a row. */
export interface MappingPlan {
  mapping: Mapping;
  names: readonly string[];
  values: readonly ValueColumn[];
  keys: readonly KeyColumn[];
  /** Place of the message size, −1 without one, and bytes of its unit. */
  size: number;
  sizeFactor: number;
  /** Places of the ends of a pair, −1 without them. */
  source: number;
  destination: number;
  /** Rows may differ in a sample number alone: no row is a repeat. */
  samples: boolean;
}

const NAMING = ['benchmark', 'metric', 'statistic', 'unit', 'better'] as const;
const KEY_ROLES: readonly RoleName[] = [...NAMING, 'condition', 'param', 'rank', 'host'];

function isNaming(role: RoleName): role is (typeof NAMING)[number] {
  return NAMING.some((one) => one === role);
}

/** Finds the columns of a mapping among those of a table. Columns that the table does not have are left out. */
export function planOf(mapping: Mapping, names: readonly string[]): MappingPlan {
  const places = new Map<string, number>();
  names.forEach((name, at) => places.set(normalName(name), at));
  names.forEach((name, at) => places.set(name, at));
  const placed = mapping.columns.flatMap((column) => {
    const at = places.get(column.column) ?? places.get(normalName(column.column));
    return at === undefined ? [] : [{ at, column }];
  });
  const size = placed.find(({ column }) => column.role === 'size');
  const unit: SizeUnit = size?.column.role === 'size' ? (size.column.unit ?? 'B') : 'B';
  return {
    mapping,
    names,
    values: placed.flatMap(({ at, column }) =>
      column.role === 'value' ? [{ ...column, at, name: column.column }] : [],
    ),
    keys: placed.filter(({ column }) => KEY_ROLES.includes(column.role)),
    size: size?.at ?? -1,
    sizeFactor: sizeFactor(unit),
    source: placed.find(({ column }) => column.role === 'source')?.at ?? -1,
    destination: placed.find(({ column }) => column.role === 'destination')?.at ?? -1,
    samples: placed.some(({ column }) => column.role === 'sample'),
  };
}

/** What one value column holds in the rows of one group. */
export interface ValueMeaning {
  benchmark: string;
  metric: string;
  statistic: string;
  better: Better;
  unit: string;
  printedUnit: string;
  factor: number;
  params: Record<string, string>;
  conditions: Record<string, string>;
  /** A size that the column itself has. */
  bytes: number | null;
}

/** The cells of a row that tell its group, by role. */
export interface GroupCells {
  benchmark?: string;
  metric?: string;
  statistic?: string;
  unit?: string;
  better?: string;
  conditions: Record<string, string>;
  params: Record<string, string>;
}

/** Numbers the hosts in the order in which they come, so that no name is kept. */
export class HostNumbers {
  private readonly numbers = new Map<string, number>();
  number(name: string): string {
    let number = this.numbers.get(name);
    if (number === undefined) this.numbers.set(name, (number = this.numbers.size + 1));
    return String(number);
  }
}

/** Longest text of a cell that names something. */
const TEXT_LIMIT = 200;

/** The cells of a group by what they are; what cannot be a value of its condition is told and left out. */
export function groupCells(
  plan: MappingPlan,
  cell: (at: number) => string,
  hosts: HostNumbers,
  tell: (text: string) => void,
): GroupCells {
  const found: GroupCells = { conditions: {}, params: {} };
  for (const { at, column } of plan.keys) {
    const text = cell(at).slice(0, TEXT_LIMIT);
    if (text === '') continue;
    const { role } = column;
    if (role === 'condition') {
      const key = canonicalKey(column.key);
      const normal = normaliseValue(key, /^\d+\.0+$/.test(text) ? text.replace(/\.0+$/, '') : text);
      if (normal.ok) found.conditions[key] = normal.value;
      else tell(`Column “${column.column}”: ${key} ${normal.problem}. The condition is left out.`);
    } else if (role === 'param') found.params[column.key] = text;
    else if (role === 'rank') found.params.rank = text;
    else if (role === 'host') found.params.host = hosts.number(text);
    else if (isNaming(role)) found[role] = text;
  }
  return found;
}

const BETTER: Readonly<Record<string, Better>> = {
  higher: 'higher',
  high: 'higher',
  max: 'higher',
  lower: 'lower',
  low: 'lower',
  min: 'lower',
  none: 'none',
};

/** What each value column holds in a group. Columns that would say the same of a row are told apart by their names. */
export function meanings(plan: MappingPlan, cells: GroupCells): ValueMeaning[] {
  const { constants, name } = plan.mapping;
  const told = new Set<string>();
  return plan.values.map((value) => {
    const split = splitName(value.name);
    const metric =
      value.metric ??
      cells.metric ??
      constants.metric ??
      (value.bytes === undefined ? split.plain || value.name : 'value');
    const printedUnit = value.unit ?? cells.unit ?? split.unit;
    const { unit, factor } = unitMeaning(printedUnit);
    const meaning: ValueMeaning = {
      benchmark: value.benchmark ?? cells.benchmark ?? constants.benchmark ?? name ?? 'table',
      metric,
      statistic: value.statistic ?? cells.statistic ?? 'value',
      better: value.better ?? BETTER[cells.better?.toLowerCase() ?? ''] ?? usualBetter(metric, printedUnit),
      unit,
      printedUnit: printedUnit ?? '',
      factor,
      params: { ...cells.params, ...value.params },
      conditions: { ...constants.conditions, ...cells.conditions, ...value.conditions },
      bytes: value.bytes ?? null,
    };
    const identity = JSON.stringify(meaning);
    if (told.has(identity)) meaning.params.column = value.name;
    told.add(identity);
    return meaning;
  });
}

/** One text for a set of settings, the same whatever their order. */
export function settingsText(settings: NamedValues): string {
  return JSON.stringify(Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1)));
}
