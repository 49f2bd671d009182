import { canonicalKey } from '../../conditions/keys';
import { KEY, type Better } from '../../model/vocabulary';
import type { MappedColumn, Mapping } from './mapping';
import { normalName } from './fingerprint';
import { isEither, parseNumber, parseSize } from './numbers';
import type { Sniffed, SniffedColumn } from './types';
import { canonicalUnit, isUnit, sizeUnit, unitMeaning } from './units';

/** A first guess, to be looked at by a person, and why each column was taken for what it is. */
export interface MappingSuggestion {
  mapping: Mapping;
  reasons: readonly Reason[];
}

/** Why a column was taken for what it is. */
export interface Reason {
  column: string;
  text: string;
  /** False where the guess is weak and wants a look. */
  likely: boolean;
}

/** Words of names and what they mean, the first that fits; names are compared in small letters, `_` as blank. */
const NAMES: readonly (readonly [RegExp, (column: SniffedColumn) => MappedColumn | null])[] = [
  [
    /^(?:benchmark|bench|test|test ?name|program|app|application|workload|code|kernel|osu test)$/,
    as('benchmark'),
  ],
  [/^(?:metric|quantity|measure|perf var|variable)$/, as('metric')],
  [/^(?:stat|statistic|aggregate)$/, as('statistic')],
  [/^(?:unit|units)$/, as('unit')],
  [/^(?:better|direction)$/, as('better')],
  [
    /^#?(?:(?:msg|message|buffer|buf|payload|packet|data)? ?size|(?:msg|message|buffer) ?(?:len|length|bytes)|bytes|nbytes|len|length)$/,
    ({ name, unit }) => ({ column: name, role: 'size', ...(unit ? { unit: sizeUnit(unit) ?? 'B' } : {}) }),
  ],
  [/^(?:rank|mpi rank|proc(?:ess)?(?: id)?)$/, as('rank')],
  [/^(?:host|hostname|host name|node name|nodename|machine)$/, as('host')],
  [/^(?:src|source|sender|from|rank i|src rank|source rank|i)$/, as('source')],
  [/^(?:dst|dest|destination|receiver|to|rank j|dst rank|dest rank|j|peer)$/, as('destination')],
  [/^(?:iter|iteration|sample|sample ?(?:no|number|id))$/, as('sample')],
  [
    /^(?:repeat|rep|repetition|trial|attempt|run|run ?id)$/,
    ({ name }) => ({ column: name, role: 'condition', key: KEY.repeat }),
  ],
  [
    /^(?:nnodes|num nodes|n nodes|nodes|node count)$/,
    ({ name }) => ({ column: name, role: 'condition', key: KEY.nodes }),
  ],
  [
    /^(?:nprocs|num procs|np|ntasks|ranks|num ranks|processes|procs|mpi ranks)$/,
    ({ name }) => ({ column: name, role: 'condition', key: KEY.ranks }),
  ],
  [
    /^(?:ppn|tpn|tasks per node|processes per node|ranks per node|procs per node)$/,
    ({ name }) => ({ column: name, role: 'condition', key: KEY.ppn }),
  ],
  [
    /^(?:ar|adaptive routing|sharp|sharp requested|sharp effective|system|cluster|machine name|node ?set|mpi|mpi version|mpi library|network|fabric|transport|compiler|os|hca|cuda|job|job ?id|routing|protocol|algorithm|version|date|time ?stamp|gpus|gpus per node)$/,
    (column) => ({ column: column.name, role: 'condition', key: canonicalKey(column.name) }),
  ],
  [
    /^(?:data ?type|dtype|type|op|operation|redop|root|mode|group|pattern|direction|window|window size|pairs|in ?place|placement|memory|mem type|buffer type)$/,
    (column) => ({ column: column.name, role: 'param', key: normalName(column.name) }),
  ],
];

function as(
  role:
    | 'benchmark'
    | 'metric'
    | 'statistic'
    | 'unit'
    | 'better'
    | 'rank'
    | 'host'
    | 'source'
    | 'destination'
    | 'sample',
) {
  return ({ name }: SniffedColumn): MappedColumn => ({ column: name, role });
}

const STATISTICS: readonly (readonly [RegExp, string])[] = [
  [/^(?:avg|average|mean|t avg)$/, 'avg'],
  [/^(?:min|minimum|t min|best|lowest)$/, 'min'],
  [/^(?:max|maximum|t max|worst|highest)$/, 'max'],
  [/^(?:median|med|p50)$/, 'p50'],
  [/^(?:std|stdev|stddev|std dev|sd|sigma)$/, 'stddev'],
  [/^p ?(\d{1,2}(?:\.\d+)?)$/, 'p$1'],
];

const METRICS: readonly (readonly [RegExp, string])[] = [
  [/^(?:lat|latency|latencies|lat(?:ency)? time)$/, 'latency'],
  [/^(?:bw|bandwidth|bandwith|band width)$/, 'bandwidth'],
  [/^(?:bibw|bi ?bandwidth|bidirectional bandwidth)$/, 'bidirectional bandwidth'],
  [/^(?:alg ?bw)$/, 'algbw'],
  [/^(?:bus ?bw)$/, 'busbw'],
  [/^(?:msg ?rate|message ?rate|rate|mr)$/, 'message rate'],
  [/^(?:time|t|elapsed|elapsed time|duration|wall ?time|run ?time)$/, 'time'],
  [/^(?:throughput)$/, 'throughput'],
  [/^(?:value|result|measurement)$/, ''],
];

/** What a name of numbers says: the metric and the statistic. An empty metric: the name says nothing of it. */
export function metricOf(plain: string): { metric: string; statistic: string | null; known: boolean } {
  const words = normalName(plain)
    .replace(/[.,:]/g, ' ')
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '');
  let statistic: string | null = null;
  const rest = words.filter((word) => {
    const found = STATISTICS.find(([pattern]) => pattern.test(word));
    if (!found || statistic !== null) return true;
    statistic = word.replace(found[0], found[1]);
    return false;
  });
  const name = rest.join(' ');
  if (name === '' || name === 't')
    return { metric: statistic !== null && name === 't' ? 'time' : '', statistic, known: statistic !== null };
  const found = METRICS.find(([pattern]) => pattern.test(name));
  return {
    metric: found ? found[1] : statistic === null ? plain : name,
    statistic,
    known: found !== undefined,
  };
}

/** The direction that is usual for a metric in a unit. */
export function usualBetter(metric: string, printedUnit: string | null): Better {
  const name = metric.toLowerCase();
  if (/std|jitter|imbalance|error|variance/.test(name)) return 'lower';
  const { unit } = unitMeaning(printedUnit);
  if (unit === 's') return 'lower';
  if (unit === 'B/s' || unit === '1/s' || /\/s$|flops?$|gups$/i.test(unit)) return 'higher';
  if (/latency|time|overhead|duration/.test(name)) return 'lower';
  if (/bandwidth|\bbw\b|rate|throughput|flops|gups|efficiency|speedup|performance/.test(name))
    return 'higher';
  return 'none';
}

/** The metric that a unit alone suggests. */
export function metricOfUnit(printedUnit: string | null): string | null {
  const { unit } = unitMeaning(printedUnit);
  if (printedUnit === null) return null;
  return unit === 's' ? 'time' : unit === 'B/s' ? 'bandwidth' : unit === '1/s' ? 'message rate' : null;
}

/**
 * A sensible first mapping from the names, units and kinds of the columns. Never certain: the dialog shows it with its
 * reasons, and nothing is read by it before a person has agreed.
 */
export function suggestMapping(table: Sniffed): MappingSuggestion {
  const wide = wideSizes(table);
  const columns: MappedColumn[] = [];
  const reasons: Reason[] = [];
  const taken = new Set<string>();
  const hasValue = table.columns.some(
    (column) => isValue(column) && column.unit !== null && !sizeUnit(column.unit),
  );
  for (const column of table.columns) {
    const guess = doubted(wide.get(column.name) ?? guessOf(column, hasValue), column, table);
    const one = guess.column;
    // A role or key that only one column can have goes to the first that asks for it.
    const key = one.role === 'condition' || one.role === 'param' ? `${one.role} ${one.key}` : one.role;
    const free = one.role === 'value' || one.role === 'ignore' || one.role === 'host' || !taken.has(key);
    taken.add(key);
    columns.push(free ? one : { column: column.name, role: 'ignore' });
    reasons.push({
      column: column.name,
      text: free ? guess.why : `another column is taken for this already (${key})`,
      likely: free && guess.likely,
    });
  }
  if (!columns.some(({ role }) => role === 'value')) giveValue(table, columns, reasons);
  return {
    mapping: { fabriscope: 'mapping', version: 1, kind: 'measured', columns, constants: {} },
    reasons,
  };
}

interface Guess {
  column: MappedColumn;
  why: string;
  likely: boolean;
}

/** A guess about a column whose numbers can be read in two ways is weak, whatever its name tells. */
function doubted(guess: Guess, { unsure, examples }: SniffedColumn, { numbers }: Sniffed): Guess {
  if (!unsure || guess.column.role === 'ignore') return guess;
  const example = examples.find(isEither) ?? '1,024';
  const meant = numbers.decimal === ',' ? 'decimal ones' : 'between thousands';
  const is = parseNumber(example, numbers);
  return {
    ...guess,
    likely: false,
    why: `${guess.why}; its commas are taken as ${meant}, ${example} as ${is}: if that is wrong, say so under “How it is written”`,
  };
}

function isValue({ kind }: SniffedColumn): boolean {
  return kind === 'number';
}

function guessOf(column: SniffedColumn, hasValue: boolean): Guess {
  const { name, plain, unit, kind } = column;
  if (kind === 'empty') return { column: { column: name, role: 'ignore' }, why: 'it is empty', likely: true };
  const timed = unit !== null && isUnit(unit) && sizeUnit(unit) === null;
  if (!timed || kind !== 'number') {
    const known = NAMES.find(
      ([pattern]) => pattern.test(normalName(plain)) || pattern.test(normalName(name)),
    );
    const role = known?.[1](column);
    if (role) return { column: role, why: `its name, “${name}”`, likely: true };
  }
  if (kind === 'text') {
    return {
      column: { column: name, role: 'condition', key: canonicalKey(name).slice(0, 60) },
      why: `${column.distinct === 1 ? 'the same text in all rows' : `text with ${column.distinct} different values`}: perhaps a setting of the run`,
      likely: false,
    };
  }
  const { metric, statistic, known } = metricOf(plain);
  if (unit === null && !known && hasValue) {
    const key = canonicalKey(name).slice(0, 60);
    return column.whole && column.distinct <= 20
      ? {
          column: { column: name, role: 'condition', key },
          why: 'a few whole numbers without a unit',
          likely: false,
        }
      : {
          column: { column: name, role: 'ignore' },
          why: 'numbers without a unit or a known name',
          likely: false,
        };
  }
  const usual = metric !== '' ? metric : metricOfUnit(unit);
  return {
    column: {
      column: name,
      role: 'value',
      ...(usual !== null && usual !== '' ? { metric: usual } : {}),
      ...(unit !== null ? { unit: canonicalUnit(unit) } : {}),
      ...(statistic !== null ? { statistic } : {}),
    },
    why: unit !== null ? `numbers in ${unit}` : `numbers, and its name, “${name}”`,
    likely: known || unit !== null,
  };
}

/** Columns whose names are message sizes that rise from column to column: one column per size. */
function wideSizes(table: Sniffed): Map<string, Guess> {
  const sized = table.columns
    .filter(isValue)
    .map((column) => ({ column, bytes: parseSize(column.name, table.numbers, 1) }))
    .filter(({ bytes }) => !Number.isNaN(bytes));
  const rising = sized.every(({ bytes }, i) => i === 0 || bytes > (sized[i - 1]?.bytes ?? 0));
  if (sized.length < 3 || !rising) return new Map();
  return new Map(
    sized.map(({ column, bytes }) => [
      column.name,
      {
        column: { column: column.name, role: 'value', bytes },
        why: 'its name is a message size, as are its neighbours',
        likely: false,
      },
    ]),
  );
}

/** A table in which nothing looks like a result: its last column of numbers is taken. */
function giveValue(table: Sniffed, columns: MappedColumn[], reasons: Reason[]): void {
  const last = table.columns.findLastIndex(isValue);
  const column = table.columns[last];
  if (!column) return;
  columns[last] = { column: column.name, role: 'value' };
  reasons[last] = { column: column.name, text: 'the last column of numbers', likely: false };
}
