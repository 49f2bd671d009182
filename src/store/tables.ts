import { binary, float64, int32, int64, list, uint16, uint8, utf8, type DataType } from '@uwdata/flechette';

/** Counts changes of the tables; a container of a newer version is refused by name. */
export const SCHEMA_VERSION = 7;

/** Key of a system card under which the line rate stands, in Gb/s (10^9 bit/s). */
export const LINE_RATE = 'line rate (Gb/s)';

/** The engine's types of columns, and the Arrow types in which their values come. */
export const ARROW_TYPES = {
  INTEGER: int32(),
  BIGINT: int64(),
  DOUBLE: float64(),
  UTINYINT: uint8(),
  VARCHAR: utf8(),
  BLOB: binary(),
  'INTEGER[]': list(int32()),
  'USMALLINT[]': list(uint16()),
} satisfies Record<string, DataType>;

/** What is given for a cell of each type. */
interface CellTypes {
  INTEGER: number;
  BIGINT: number;
  DOUBLE: number;
  UTINYINT: number;
  VARCHAR: string;
  BLOB: Float32Array;
  'INTEGER[]': Int32Array;
  'USMALLINT[]': Uint16Array;
}

/**
 * What a column may hold, and so what becomes of it when names are replaced:
 * - `number`: numbers and their bytes, which stay;
 * - `size`: size of a file, rounded;
 * - `word`: words of the program; any other text in it is a label;
 * - `label`: what is measured, by which tool, in which unit: stays, but names in it are replaced;
 * - `sha256`, `run`: what names a file or a run by its content;
 * - `path`, `host`, `node`, `guid`, `system`, `event`: names;
 * - `value`, `card`: the value of a condition or of a fact about a system, by its key;
 * - `text`: text of files and sentences that may quote it: left out.
 */
export type Holds =
  | 'number'
  | 'size'
  | 'word'
  | 'label'
  | 'sha256'
  | 'run'
  | 'path'
  | 'host'
  | 'node'
  | 'guid'
  | 'system'
  | 'event'
  | 'value'
  | 'card'
  | 'text';

/** Tables whose ids stand in other tables. Those of `run` are the same everywhere; the others count from 1 in every work. */
export type IdTable = 'source' | 'run' | 'series' | 'matrix' | 'host';

/** One column: its type, whether a cell may be NULL, what it holds, the table whose ids it has, and what it means. */
export interface TableColumn<
  Type extends keyof CellTypes = keyof CellTypes,
  Nullable extends boolean = boolean,
> {
  readonly type: Type;
  readonly nullable: Nullable;
  readonly holds: Holds;
  readonly of: IdTable | null;
  /** In a few words where name and type do not say it, else empty. A unit that the name does not say stands here. */
  readonly meaning: string;
}

/**
 * To what rows belong: to a file, with which they come and go; to the work, as the user's word does; or to all that is
 * loaded, from which they are found anew after each change.
 */
type Belongs = 'file' | 'work' | 'all';

const column =
  <Type extends keyof CellTypes>(type: Type, holds: Holds = 'number') =>
  (meaning = ''): TableColumn<Type, false> => ({ type, nullable: false, holds, of: null, meaning });

const int = column('INTEGER');
const big = column('BIGINT');
const real = column('DOUBLE');
const tiny = column('UTINYINT');
const word = column('VARCHAR', 'word');
const label = column('VARCHAR', 'label');
const text = column('VARCHAR', 'text');
/** A name or a value, of which another one may be made. */
const name = (holds: Holds, meaning?: string) => column('VARCHAR', holds)(meaning);
const idOf = (of: Exclude<IdTable, 'run'>, meaning = `${of}.id`) => ({ ...int(meaning), of });
const orNull = <Type extends keyof CellTypes>(of: TableColumn<Type, false>): TableColumn<Type, true> => ({
  ...of,
  nullable: true,
});

const SOURCE = idOf('source');
const SERIES = idOf('series');
const RUN = { ...name('run', 'run.id'), of: 'run' as const };
const LINE = int('line of the file');
const MESSAGE_BYTES = orNull(big('NULL without a size'));

const table = <Columns extends Readonly<Record<string, TableColumn>>>(
  meaning: string,
  columns: Columns,
  belongs: Belongs = 'file',
) => ({ meaning, columns, belongs });

/**
 * Every table, in the order in which a container lists them: one schema for every format, described here and nowhere
 * else. Units are fixed by the column: seconds, bytes, bytes per second. docs/tables.md is the long text.
 */
export const DESCRIPTION = {
  // copy = 1, or the how-manieth file with this very content it is: two repeats of a short test can print the same bytes.
  source: table('Files that were read', {
    id: idOf('source', ''),
    path: name('path', 'as dropped'),
    size: orNull({ ...big('bytes'), holds: 'size' }),
    sha256: name('sha256'),
    copy: int('how-manieth file of this content'),
    format: orNull(label()),
    tool: orNull(label()),
    tool_version: orNull(label()),
    why: text('how the format was recognised'),
    lines_total: big('understood + skipped + unknown'),
    lines_understood: big(),
    lines_skipped: big(),
    lines_unknown: big(),
    problems: int(),
    cells: big('values of matrices, traffic and profiles'),
  }),
  // Lines kept for tracing numbers (chunks of consecutive lines) and the notes of the import report.
  source_text: table('Kept lines of files', {
    source: SOURCE,
    first_line: int('line of the first'),
    text: text(),
  }),
  source_note: table('Remarks of the import', {
    source: SOURCE,
    kind: word('unknown, problem, sender'),
    line: LINE,
    text: text(),
  }),
  // id = first 16 hex digits of the file's sha256 (then ~2, ~3 … for further copies), a colon, the position in the file.
  // tool and tool_version in a file of several tools; NULL = those of the file.
  run: table('Executions', {
    id: { ...RUN, meaning: 'of the content: the same everywhere' },
    source: SOURCE,
    position: int('in its file'),
    line: int('where it begins'),
    kind: word('measured, simulated, published'),
    status: word('complete, partial, failed, hung'),
    status_reason: orNull(text()),
    started: orNull(label()),
    tool: orNull(label()),
    tool_version: orNull(label()),
  }),
  // line = where it stands in the run's file, NULL for names, sidecars, templates and labels.
  condition: table('All that was said of runs; effective_condition has what holds', {
    run: RUN,
    key: label(),
    value: name('value'),
    origin: word('label, folder, name, banner, environment, launch, content, sidecar, template'),
    line: orNull(LINE),
  }),
  // Words of the file that may tell runs apart and that no rule knows.
  evidence: table('Headings and assignments that no rule knows', {
    run: RUN,
    kind: word('heading, assignment'),
    key: label('depth of a heading, name of a variable'),
    text: text(),
    line: LINE,
  }),
  // As compare/identity decides over all that is loaded.
  experiment: table(
    'Which runs are repeats of one experiment',
    { run: RUN, id: int(), repeat: int('from 1 in each experiment') },
    'all',
  ),
  // A run's id belongs to its content, so they survive a new import.
  override: table(
    'Your corrections of conditions',
    { run: RUN, key: label(), value: orNull(name('value', 'NULL = no such condition')) },
    'work',
  ),
  series: table('Metrics of benchmarks in runs', {
    id: idOf('series', ''),
    run: RUN,
    benchmark: label(),
    metric: label(),
    better: word('higher, lower, none'),
    unit: label('of the values: s, B/s …'),
    printed_unit: label('of the file'),
    factor: real('value = printed number × factor'),
    params: label('parameters as one text'),
  }),
  series_param: table('Parameters of series', { series: SERIES, key: label(), value: label() }),
  series_statistic: table('Statistics of measurement_plain', {
    series: SERIES,
    place: tiny(),
    statistic: word(),
  }),
  // Numbers, in two tables of which the view measurement makes one: with the text that was printed, and (of large tables)
  // those whose text follows from the value, value / series.factor with so many decimals. message_bytes is NULL for tests
  // without a size (barrier, figures of merit).
  measurement_text: table('Numbers kept with their text; measurement has all', {
    series: SERIES,
    message_bytes: MESSAGE_BYTES,
    statistic: word(),
    value: real(),
    printed: label(),
    line: LINE,
  }),
  measurement_plain: table('Numbers whose text follows from the value', {
    series: SERIES,
    message_bytes: MESSAGE_BYTES,
    statistic: tiny('series_statistic.place'),
    value: real(),
    decimals: tiny('of the text'),
    line: LINE,
  }),
  // Dated events (AR switched on, firmware) and system cards, from sidecars or the user.
  event: table('Dated events', { day: label(), what: name('event'), origin: name('path') }, 'work'),
  system_card: table(
    'Facts about systems',
    { name: name('system', 'of the system'), key: label(), value: name('card') },
    'work',
  ),
  // Hosts and ranks. A rank of a matrix over hosts or devices is the index of the host or device.
  host: table('Host names; they stand here and nowhere else', {
    source: SOURCE,
    id: idOf('host', 'the same name has one id per file'),
    name: name('host'),
  }),
  rank_map: table('Ranks by the word of their own file', {
    run: RUN,
    rank: int(),
    host: orNull(idOf('host')),
    socket: orNull(int()),
  }),
  // Hosts of ranks by the word of another file (a host list) or of a sidecar about this file, and the runs that they hold
  // for: those that name no hosts of their own.
  host_list: table('Ranks by the word of a host list', {
    source: SOURCE,
    rank: int(),
    host: idOf('host'),
    socket: orNull(int()),
  }),
  run_hosts: table('Runs for which a host list holds', { run: RUN, source: SOURCE }),
  // layout = what one row of matrix_row is: source (a sender, list over receivers), destination (a receiver, list over
  // senders), shift (a phase, list over senders). concurrency: all pairs of a phase at once, or one pair at a time.
  // schedule = which cells make a phase: shift (receiver - sender) mod ranks; half forward, half backward: from the lower
  // half to the upper half, receiver = ranks/2 + (sender + phase, or sender - phase) mod ranks/2; NULL = no phases known.
  matrix: table('Tests of all pairs and dense matrices', {
    id: idOf('matrix', ''),
    series: SERIES,
    axis: word('rank, host, device'),
    layout: word('what a row is: source, destination, shift'),
    ranks: int('how many of the axis'),
    measured_at: orNull(word('sender, receiver')),
    statistic: word(),
    message_bytes: MESSAGE_BYTES,
    concurrency: orNull(word('at once, one at a time, NULL = unknown')),
    schedule: orNull(word('which cells make a phase')),
  }),
  // cells = the values of the row one after the other, four bytes each (IEEE 754, the low byte first): the engine reads
  // bytes in half the time of a list.
  matrix_row: table('Rows of matrices, packed', {
    matrix: idOf('matrix'),
    row: int(),
    cells: column('BLOB')('floats(cells) makes a list, NaN = missing'),
    line: orNull(int('of the row')),
    lines: orNull(column('INTEGER[]')('or of each cell')),
  }),
  traffic: table('What ranks sent each other (absent pair = nothing)', {
    series: SERIES,
    source: int('sending rank'),
    destination: int('receiving rank'),
    call: orNull(label()),
    region: orNull(label()),
    bytes: orNull(real('NULL where not said')),
    messages: orNull(real()),
    seconds: orNull(real('NULL where not said')),
    line: LINE,
  }),
  // What IPM and mpiP say per call and per rank.
  mpi_call: table('MPI calls of profiles, by rank and size', {
    series: SERIES,
    rank: int(),
    region: orNull(label()),
    call: label(),
    bytes: orNull(real('size of one message')),
    count: real('number of calls'),
    seconds: real('all calls together'),
    min_seconds: orNull(real()),
    max_seconds: orNull(real()),
    line: LINE,
  }),
  rank_profile: table('Figures of ranks in profiles', {
    series: SERIES,
    rank: int(),
    key: label('wall time, memory …'),
    value: real(),
    unit: label(),
    line: LINE,
  }),
  // Fabrics, file by file: what belongs together is decided by GUIDs when a fabric is put together. GUIDs are 0x and 16
  // lower-case digits. aggregation = the SHARP port of a switch.
  fabric_node: table('Hosts and switches of fabric files', {
    source: SOURCE,
    id: int('from 0 in each file'),
    guid: orNull(name('guid')),
    kind: word('switch, host, aggregation, router'),
    name: name('node'),
    ports: orNull(int()),
    lid: orNull(int('of a switch')),
    line: LINE,
  }),
  // Where the file says something of them.
  fabric_port: table('Ports of adapters and routers', {
    source: SOURCE,
    node: int('fabric_node.id'),
    port: int(),
    guid: orNull(name('guid')),
    lid: orNull(int()),
    lmc: orNull(int('2^lmc LIDs')),
    line: LINE,
  }),
  fabric_link: table('Cables', {
    source: SOURCE,
    a: int('fabric_node.id'),
    a_port: int(),
    b: int('fabric_node.id'),
    b_port: int(),
    width: orNull(int('lanes')),
    speed: orNull(word('SDR … XDR')),
    state: word('up, down'),
    line: LINE,
  }),
  // 0 = none or the switch itself.
  forwarding: table('Forwarding tables of switches', {
    source: SOURCE,
    guid: name('guid'),
    ports: column('USMALLINT[]')('ports[lid + 1] = output port, 0 = none'),
    line: LINE,
  }),
  lid_owner: table('LIDs of ports, by files with tables', {
    source: SOURCE,
    lid: int(),
    guid: name('guid'),
    line: LINE,
  }),
  // guid of the port or of its node, or the LID, as the file names the port.
  port_counter: table('Counters of ports', {
    source: SOURCE,
    guid: orNull(name('guid', 'of port or node')),
    lid: orNull(int()),
    port: int(),
    name: label(),
    value: real('as printed'),
    line: LINE,
  }),
};

/** A table of the description. */
export type TableName = keyof typeof DESCRIPTION;

/** The name of a column of a table. */
export type ColumnName<Table extends TableName> = keyof (typeof DESCRIPTION)[Table]['columns'] & string;

type CellOf<Column> =
  Column extends TableColumn<infer Type, infer Nullable>
    ? CellTypes[Type] | (Nullable extends true ? null : never)
    : never;

/** A row of a table, by the names of its columns. */
export type NewRow<Table extends TableName> = {
  readonly [Name in ColumnName<Table>]: CellOf<(typeof DESCRIPTION)[Table]['columns'][Name]>;
};

/** The names of all tables, in the order of the description. */
export const TABLES = Object.keys(DESCRIPTION) as TableName[];

/** The columns of a table with their names, in their order. */
export function columnsOf(of: TableName): [string, TableColumn][] {
  return Object.entries<TableColumn>(DESCRIPTION[of].columns);
}

/** The columns of a table that hold ids, those of its own rows among them, and the tables whose ids they are. */
export function idsOf(table: TableName): { column: string; of: IdTable }[] {
  return columnsOf(table).flatMap(([column, { of }]) => (of ? [{ column, of }] : []));
}
