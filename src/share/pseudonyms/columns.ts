import type { COLUMNS } from '../../store/tables';

/**
 * What a column of the tables may hold, and so what becomes of it when names are replaced:
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

/** Every column of every table of `schema.sql`. A column that is not here does not compile. */
export const HOLDS: {
  readonly [Table in keyof typeof COLUMNS]: Readonly<Record<keyof (typeof COLUMNS)[Table], Holds>>;
} = {
  source: {
    id: 'number',
    path: 'path',
    size: 'size',
    sha256: 'sha256',
    copy: 'number',
    format: 'label',
    tool: 'label',
    tool_version: 'label',
    why: 'text',
    lines_total: 'number',
    lines_understood: 'number',
    lines_skipped: 'number',
    lines_unknown: 'number',
    problems: 'number',
    cells: 'number',
  },
  source_text: { source: 'number', first_line: 'number', text: 'text' },
  source_note: { source: 'number', kind: 'word', line: 'number', text: 'text' },
  run: {
    id: 'run',
    source: 'number',
    position: 'number',
    line: 'number',
    kind: 'word',
    status: 'word',
    status_reason: 'text',
    started: 'label',
    tool: 'label',
    tool_version: 'label',
  },
  condition: { run: 'run', key: 'label', value: 'value', origin: 'word', line: 'number' },
  evidence: { run: 'run', kind: 'word', key: 'label', text: 'text', line: 'number' },
  experiment: { run: 'run', id: 'number', repeat: 'number' },
  override: { run: 'run', key: 'label', value: 'value' },
  series: {
    id: 'number',
    run: 'run',
    benchmark: 'label',
    metric: 'label',
    better: 'word',
    unit: 'label',
    printed_unit: 'label',
    factor: 'number',
    params: 'label',
  },
  series_param: { series: 'number', key: 'label', value: 'label' },
  series_statistic: { series: 'number', place: 'number', statistic: 'word' },
  measurement_text: {
    series: 'number',
    message_bytes: 'number',
    statistic: 'word',
    value: 'number',
    printed: 'label',
    line: 'number',
  },
  measurement_plain: {
    series: 'number',
    message_bytes: 'number',
    statistic: 'number',
    value: 'number',
    decimals: 'number',
    line: 'number',
  },
  event: { day: 'label', what: 'event', origin: 'path' },
  system_card: { name: 'system', key: 'label', value: 'card' },
  host: { source: 'number', id: 'number', name: 'host' },
  rank_map: { run: 'run', rank: 'number', host: 'number', socket: 'number' },
  host_list: { source: 'number', rank: 'number', host: 'number', socket: 'number' },
  run_hosts: { run: 'run', source: 'number' },
  matrix: {
    id: 'number',
    series: 'number',
    axis: 'word',
    layout: 'word',
    ranks: 'number',
    measured_at: 'word',
    statistic: 'word',
    message_bytes: 'number',
    concurrency: 'word',
    schedule: 'word',
  },
  matrix_row: { matrix: 'number', row: 'number', cells: 'number', line: 'number', lines: 'number' },
  traffic: {
    series: 'number',
    source: 'number',
    destination: 'number',
    call: 'label',
    region: 'label',
    bytes: 'number',
    messages: 'number',
    seconds: 'number',
    line: 'number',
  },
  mpi_call: {
    series: 'number',
    rank: 'number',
    region: 'label',
    call: 'label',
    bytes: 'number',
    count: 'number',
    seconds: 'number',
    min_seconds: 'number',
    max_seconds: 'number',
    line: 'number',
  },
  rank_profile: {
    series: 'number',
    rank: 'number',
    key: 'label',
    value: 'number',
    unit: 'label',
    line: 'number',
  },
  fabric_node: {
    source: 'number',
    id: 'number',
    guid: 'guid',
    kind: 'word',
    name: 'node',
    ports: 'number',
    lid: 'number',
    line: 'number',
  },
  fabric_port: {
    source: 'number',
    node: 'number',
    port: 'number',
    guid: 'guid',
    lid: 'number',
    lmc: 'number',
    line: 'number',
  },
  fabric_link: {
    source: 'number',
    a: 'number',
    a_port: 'number',
    b: 'number',
    b_port: 'number',
    width: 'number',
    speed: 'word',
    state: 'word',
    line: 'number',
  },
  forwarding: { source: 'number', guid: 'guid', ports: 'number', line: 'number' },
  lid_owner: { source: 'number', lid: 'number', guid: 'guid', line: 'number' },
  port_counter: {
    source: 'number',
    guid: 'guid',
    lid: 'number',
    port: 'number',
    name: 'label',
    value: 'number',
    line: 'number',
  },
};

/** Words that the program itself writes into `word` columns: no name is looked for in them. */
export const WORDS: ReadonlySet<string> = new Set(
  `measured simulated published complete partial failed hung higher lower none folder name content sidecar template user
  unknown problem sender receiver rank host device source destination shift switch aggregation router up down value
  avg min max sum best p0.1 p1 p5 p10 p25 p50 p75 p90 p95 p99 p99.9 SDR DDR QDR FDR10 FDR EDR HDR NDR XDR`
    .split(/\s+/)
    .concat(['avg worst', 'at once', 'one at a time', 'half forward', 'half backward']),
);
