import type { Better, Unit } from '../../model/vocabulary';

/** A column of numbers that is kept. */
export interface OsuValueColumn {
  role: 'value';
  metric: string;
  statistic: string;
  better: Better;
  unit: Unit;
  printedUnit: string;
  factor: number;
  /** Window size of a column of `osu_mbw_mr -V`. */
  window: string | null;
}

/** A column of an OSU table. `ignored` columns (iterations, transmit size, counters) hold no result. */
export type OsuColumn = OsuValueColumn | { role: 'size' | 'validation' } | { role: 'ignored'; label: string };

/** A column line: the columns and where `Size` is missing (`barrier`) none of role `size`. */
export interface Columns {
  columns: OsuColumn[];
  /** The table came from a derived data type (`-D`): a column gives what was really sent. */
  derivedType: boolean;
}

const UNITS: Readonly<Record<string, { unit: Unit; factor: number }>> = {
  us: { unit: 's', factor: 1e-6 },
  ms: { unit: 's', factor: 1e-3 },
  s: { unit: 's', factor: 1 },
  'mb/s': { unit: 'B/s', factor: 1e6 },
  'mb/sec': { unit: 'B/s', factor: 1e6 },
  'messages/s': { unit: '1/s', factor: 1 },
  '%': { unit: 'ratio', factor: 0.01 },
};

const NAMED: readonly (readonly [RegExp, string, string | null])[] = [
  [/^(?:avg )?lat(?:ency)?$/, 'latency', 'avg'],
  [/^min lat(?:ency)?$/, 'latency', 'min'],
  [/^max lat(?:ency)?$/, 'latency', 'max'],
  [/^p(\d+(?:\.\d+)?) tail lat(?:ency)?$/, 'latency', null],
  [/^(?:avg )?(?:bw|bandwidth)$/, 'bandwidth', 'avg'],
  [/^min (?:bw|bandwidth)$/, 'bandwidth', 'min'],
  [/^max (?:bw|bandwidth)$/, 'bandwidth', 'max'],
  [/^p(\d+(?:\.\d+)?) tail (?:bw|bandwidth)$/, 'bandwidth', null],
  [/^overall$/, 'overall', 'avg'],
  [/^compute$/, 'compute', 'avg'],
  [/^coll\. init$/, 'init', 'avg'],
  [/^mpi_test$/, 'test', 'avg'],
  [/^mpi_wait$/, 'wait', 'avg'],
  [/^pure comm\.$/, 'pure comm', 'avg'],
  [/^min comm\.$/, 'pure comm', 'min'],
  [/^max comm\.$/, 'pure comm', 'max'],
  [/^overlap$/, 'overlap', 'avg'],
];

const LABEL =
  /\s*(?:(Size(?:\s*[[(](?:B|bytes)[\])])?)(?=\s|$)|(Transmit Size)|(Validation)|(Iterations)|(MB\/s|Messages\/s)(?=\s|$)|((?:P\d+(?:\.\d+)? Tail |Avg |Min |Max |Coll\. |Pure )?[A-Za-z_][\w.-]*)\s*[[(]([^\])]+)[\])]|(\S+))/y;

/**
 * Reads a column line (`# Size       Avg Latency(us)   Min Latency(us) …`), also with doubled comment marks or
 * without any. Null when the line is not one.
 */
export function readColumns(line: string): Columns | null {
  const text = line.replace(/^[#\s]+/, '').trimEnd();
  if (!/[([](?:us|ms|s|MB\/s|%)[)\]]|MB\/s(?:\s|$)/.test(text)) return null;
  const columns: OsuColumn[] = [];
  let derivedType = false;
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < text.length) {
    const match = LABEL.exec(text);
    if (!match) return null;
    const [, size, transmit, validation, iterations, bare, name, unit, other] = match;
    if (size) columns.push({ role: 'size' });
    else if (transmit) {
      derivedType = true;
      columns.push({ role: 'ignored', label: transmit });
    } else if (validation) columns.push({ role: 'validation' });
    else if (iterations) columns.push({ role: 'ignored', label: iterations });
    else if (bare) columns.push(valueColumn(bare === 'MB/s' ? 'bandwidth' : 'message rate', 'avg', bare));
    else if (name && unit) columns.push(namedColumn(name, unit));
    else if (other) columns.push({ role: 'ignored', label: other });
  }
  const sizes = columns.filter((column) => column.role === 'size').length;
  if (sizes > 1 || (sizes === 1 && columns[0]?.role !== 'size')) return null;
  if (!columns.some((column) => column.role === 'value')) return null;
  return { columns, derivedType };
}

/** Reads the head of a size × window table of `osu_mbw_mr -V`: window sizes only. */
export function readWindows(line: string, metric: 'bandwidth' | 'message rate'): Columns | null {
  if (!/^#(?:\s+\d+)+\s*$/.test(line)) return null;
  const windows = line.slice(1).trim().split(/\s+/);
  const unit = metric === 'bandwidth' ? 'MB/s' : 'Messages/s';
  return {
    columns: [
      { role: 'size' },
      ...windows.map((window) => ({ ...valueColumn(metric, 'avg', unit), window })),
    ],
    derivedType: false,
  };
}

/** A column of MB/s that the program labels as latency, made into what it is. */
export function asBandwidth(columns: Columns): Columns {
  return {
    ...columns,
    columns: columns.columns.map((column) =>
      column.role === 'value' && column.metric === 'latency'
        ? { ...valueColumn('bandwidth', column.statistic, 'MB/s') }
        : column,
    ),
  };
}

function namedColumn(name: string, printedUnit: string): OsuColumn {
  const label = name.trim().toLowerCase();
  if (!UNITS[printedUnit.toLowerCase()]) return { role: 'ignored', label: name };
  for (const [pattern, metric, statistic] of NAMED) {
    const match = pattern.exec(label);
    if (match) return valueColumn(metric, statistic ?? `p${match[1] ?? ''}`, printedUnit);
  }
  return valueColumn(label, 'avg', printedUnit);
}

function valueColumn(metric: string, statistic: string, printedUnit: string): OsuValueColumn {
  const { unit, factor } = UNITS[printedUnit.toLowerCase()] ?? { unit: printedUnit, factor: 1 };
  const better: Better = unit === 's' ? (metric === 'compute' ? 'none' : 'lower') : 'higher';
  return { role: 'value', metric, statistic, better, unit, printedUnit, factor, window: null };
}
