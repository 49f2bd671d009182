/** What a table or view holds, and what those of its columns mean whose names and types do not say it. */
export interface Meaning {
  table: string;
  columns: Readonly<Record<string, string>>;
}

const LINE = 'line of the file';
const SERIES = 'series.id';
const SOURCE = 'source.id';
const RUN = 'run.id';

/**
 * Every table and view of `schema.sql` in a few words, for those who write queries; docs/tables.md is the long text.
 * In the order in which they are listed: what most questions begin with comes first.
 */
export const MEANINGS: Readonly<Record<string, Meaning>> = {
  run_list: {
    table: 'Runs, with nodes, ppn, ranks and system as columns',
    columns: {
      id: RUN,
      path: 'its file',
      kind: 'measured, simulated, published',
      status: 'complete, partial, failed, hung',
    },
  },
  measurement: {
    table: 'Numbers over message size, with the text of the file',
    columns: {
      series: SERIES,
      message_bytes: 'NULL without a size',
      statistic: 'avg, min, max, p50 …',
      value: 'in the unit of its series',
      printed: 'text of the file',
      line: LINE,
    },
  },
  series: {
    table: 'Metrics of benchmarks in runs',
    columns: {
      run: RUN,
      better: 'higher, lower, none',
      unit: 'of the values: s, B/s …',
      printed_unit: 'of the file',
      factor: 'value = printed number × factor',
      params: 'parameters as one text',
    },
  },
  effective_condition: {
    table: 'Conditions that hold for runs',
    columns: { run: RUN, origin: 'folder, name, content, sidecar, template, user' },
  },
  pair: {
    table: 'Matrices cell by cell (unnested: filter by matrix)',
    columns: {
      matrix: 'matrix.id',
      source: 'sending rank',
      destination: 'receiving rank',
      value: 'in the unit of its series, NULL = missing',
    },
  },
  matrix: {
    table: 'Tests of all pairs and dense matrices',
    columns: {
      series: SERIES,
      axis: 'rank, host, device',
      layout: 'what a row is: source, destination, shift',
      ranks: 'how many of the axis',
      measured_at: 'sender, receiver',
      message_bytes: 'NULL without a size',
      concurrency: 'at once, one at a time, NULL = unknown',
      schedule: 'which cells make a phase',
    },
  },
  traffic: {
    table: 'What ranks sent each other (absent pair = nothing)',
    columns: {
      series: SERIES,
      source: 'sending rank',
      destination: 'receiving rank',
      bytes: 'NULL where not said',
      seconds: 'NULL where not said',
      line: LINE,
    },
  },
  mpi_call: {
    table: 'MPI calls of profiles, by rank and size',
    columns: {
      series: SERIES,
      bytes: 'size of one message',
      count: 'number of calls',
      seconds: 'all calls together',
      line: LINE,
    },
  },
  rank_profile: {
    table: 'Figures of ranks in profiles',
    columns: { series: SERIES, key: 'wall time, memory …', line: LINE },
  },
  host: {
    table: 'Host names; they stand here and nowhere else',
    columns: { source: SOURCE, id: 'the same name has one id per file' },
  },
  rank_place: {
    table: 'Host and socket of ranks, as they hold',
    columns: { run: RUN, host: 'host.id' },
  },
  source: {
    table: 'Files that were read',
    columns: {
      path: 'as dropped',
      size: 'bytes',
      copy: 'how-manieth file of this content',
      why: 'how the format was recognised',
      lines_total: 'understood + skipped + unknown',
      cells: 'values of matrices, traffic and profiles',
    },
  },
  run: {
    table: 'Executions',
    columns: {
      id: 'of the content: the same everywhere',
      source: SOURCE,
      position: 'in its file',
      line: 'where it begins',
      kind: 'measured, simulated, published',
      status: 'complete, partial, failed, hung',
    },
  },
  fabric_node: {
    table: 'Hosts and switches of fabric files',
    columns: {
      source: SOURCE,
      id: 'from 0 in each file',
      kind: 'switch, host, aggregation, router',
      lid: 'of a switch',
      line: LINE,
    },
  },
  fabric_link: {
    table: 'Cables',
    columns: {
      source: SOURCE,
      a: 'fabric_node.id',
      b: 'fabric_node.id',
      width: 'lanes',
      speed: 'SDR … XDR',
      state: 'up, down',
      line: LINE,
    },
  },
  fabric_port: {
    table: 'Ports of adapters and routers',
    columns: { source: SOURCE, node: 'fabric_node.id', lmc: '2^lmc LIDs', line: LINE },
  },
  forwarding: {
    table: 'Forwarding tables of switches',
    columns: { source: SOURCE, ports: 'ports[lid + 1] = output port, 0 = none', line: LINE },
  },
  lid_owner: { table: 'LIDs of ports, by files with tables', columns: { source: SOURCE, line: LINE } },
  port_counter: {
    table: 'Counters of ports',
    columns: { source: SOURCE, guid: 'of port or node', value: 'as printed', line: LINE },
  },
  condition: {
    table: 'All that was said of runs; effective_condition has what holds',
    columns: {
      run: RUN,
      origin: 'label, folder, name, banner, environment, launch, content, sidecar, template',
      line: LINE,
    },
  },
  evidence: {
    table: 'Headings and assignments that no rule knows',
    columns: {
      run: RUN,
      kind: 'heading, assignment',
      key: 'depth of a heading, name of a variable',
      line: LINE,
    },
  },
  experiment: {
    table: 'Which runs are repeats of one experiment',
    columns: { run: RUN, repeat: 'from 1 in each experiment' },
  },
  override: {
    table: 'Your corrections of conditions',
    columns: { run: RUN, value: 'NULL = no such condition' },
  },
  series_param: { table: 'Parameters of series', columns: { series: SERIES } },
  event: { table: 'Dated events', columns: {} },
  system_card: { table: 'Facts about systems', columns: { name: 'of the system' } },
  source_text: { table: 'Kept lines of files', columns: { source: SOURCE, first_line: 'line of the first' } },
  source_note: {
    table: 'Remarks of the import',
    columns: { source: SOURCE, kind: 'unknown, problem, sender', line: LINE },
  },
  rank_map: {
    table: 'Ranks by the word of their own file',
    columns: { run: RUN, host: 'host.id' },
  },
  host_list: { table: 'Ranks by the word of a host list', columns: { source: SOURCE, host: 'host.id' } },
  run_hosts: { table: 'Runs for which a host list holds', columns: { run: RUN, source: SOURCE } },
  matrix_row: {
    table: 'Rows of matrices, packed',
    columns: {
      matrix: 'matrix.id',
      cells: 'floats(cells) makes a list, NaN = missing',
      line: 'of the row',
      lines: 'or of each cell',
    },
  },
  matrix_schedule: { table: 'What makes a phase, as it holds', columns: { id: 'matrix.id' } },
  measurement_text: {
    table: 'Numbers kept with their text; measurement has all',
    columns: { series: SERIES, message_bytes: 'NULL without a size', line: LINE },
  },
  measurement_plain: {
    table: 'Numbers whose text follows from the value',
    columns: { series: SERIES, statistic: 'series_statistic.place', decimals: 'of the text', line: LINE },
  },
  series_statistic: { table: 'Statistics of measurement_plain', columns: { series: SERIES } },
  measurement_number: {
    table: 'All numbers, their text not yet made',
    columns: { series: SERIES, message_bytes: 'NULL without a size', decimals: 'of the text', line: LINE },
  },
  measurement_series: { table: 'Series of each number, for counting', columns: { series: SERIES } },
};
