import { float32, float64, int32, int64, list, utf8, type DataType } from '@uwdata/flechette';

/** Counts changes of the schema; a container of a newer version is refused by name. */
export const SCHEMA_VERSION = 2;

/** Every table of `schema.sql`, in the order in which a container lists them. */
export const TABLES = [
  'source',
  'source_text',
  'source_note',
  'run',
  'condition',
  'override',
  'series',
  'series_param',
  'measurement',
  'event',
  'system_card',
  'host',
  'rank_map',
  'matrix',
  'matrix_row',
  'traffic',
  'mpi_call',
  'rank_profile',
  'fabric_node',
  'fabric_link',
  'forwarding',
] as const;
export type TableName = (typeof TABLES)[number];

/**
 * Arrow types of the tables that the readers fill, column by column in the order of `schema.sql`
 * (a test compares the two).
 */
export const COLUMNS = {
  source: {
    id: int32(),
    path: utf8(),
    size: int64(),
    sha256: utf8(),
    copy: int32(),
    format: utf8(),
    tool: utf8(),
    tool_version: utf8(),
    why: utf8(),
    lines_total: int64(),
    lines_understood: int64(),
    lines_skipped: int64(),
    lines_unknown: int64(),
    problems: int32(),
    cells: int64(),
  },
  source_text: { source: int32(), first_line: int32(), text: utf8() },
  source_note: { source: int32(), kind: utf8(), line: int32(), text: utf8() },
  run: {
    id: utf8(),
    source: int32(),
    position: int32(),
    line: int32(),
    kind: utf8(),
    status: utf8(),
    status_reason: utf8(),
    started: utf8(),
  },
  condition: { run: utf8(), key: utf8(), value: utf8(), origin: utf8() },
  override: { run: utf8(), key: utf8(), value: utf8() },
  series: {
    id: int32(),
    run: utf8(),
    benchmark: utf8(),
    metric: utf8(),
    better: utf8(),
    unit: utf8(),
    printed_unit: utf8(),
    factor: float64(),
    params: utf8(),
  },
  series_param: { series: int32(), key: utf8(), value: utf8() },
  measurement: {
    series: int32(),
    message_bytes: int64(),
    statistic: utf8(),
    value: float64(),
    printed: utf8(),
    line: int32(),
  },
  event: { day: utf8(), what: utf8(), origin: utf8() },
  system_card: { name: utf8(), key: utf8(), value: utf8() },
  host: { source: int32(), id: int32(), name: utf8() },
  rank_map: { run: utf8(), rank: int32(), host: int32(), socket: int32() },
  matrix: {
    id: int32(),
    series: int32(),
    axis: utf8(),
    layout: utf8(),
    ranks: int32(),
    measured_at: utf8(),
    statistic: utf8(),
    message_bytes: int64(),
    concurrency: utf8(),
    schedule: utf8(),
  },
  matrix_row: {
    matrix: int32(),
    row: int32(),
    values: list(float32()),
    line: int32(),
    lines: list(int32()),
  },
  traffic: {
    series: int32(),
    source: int32(),
    destination: int32(),
    call: utf8(),
    region: utf8(),
    bytes: float64(),
    messages: float64(),
    seconds: float64(),
    line: int32(),
  },
  mpi_call: {
    series: int32(),
    rank: int32(),
    region: utf8(),
    call: utf8(),
    bytes: float64(),
    count: float64(),
    seconds: float64(),
    min_seconds: float64(),
    max_seconds: float64(),
    line: int32(),
  },
  rank_profile: {
    series: int32(),
    rank: int32(),
    key: utf8(),
    value: float64(),
    unit: utf8(),
    line: int32(),
  },
} satisfies Partial<Record<TableName, Record<string, DataType>>>;
/** Key of a system card under which the line rate stands, in Gb/s (10^9 bit/s). */
export const LINE_RATE = 'line rate (Gb/s)';

export type FilledTable = keyof typeof COLUMNS;
