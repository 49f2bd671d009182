import { columnsOf, DESCRIPTION, type TableName } from './tables';

/** What a table or view holds, and what those of its columns mean whose names and types do not say it. */
export interface Meaning {
  table: string;
  columns: Readonly<Record<string, string>>;
}

const LINE = 'line of the file';
const SERIES = 'series.id';
const RUN = 'run.id';

/** What the description says of tables. */
const of = (...tables: TableName[]): Record<string, Meaning> =>
  Object.fromEntries(
    tables.map((table) => [
      table,
      {
        table: DESCRIPTION[table].meaning,
        columns: Object.fromEntries(columnsOf(table).map(([name, { meaning }]) => [name, meaning])),
      },
    ]),
  );

/**
 * Every table and view of `views.sql` in a few words, for those who write queries; docs/tables.md is the long text.
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
  ...of('series'),
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
  ...of('matrix', 'traffic', 'mpi_call', 'rank_profile', 'host'),
  rank_place: {
    table: 'Host and socket of ranks, as they hold',
    columns: { run: RUN, host: 'host.id' },
  },
  ...of(
    'source',
    'run',
    'fabric_node',
    'fabric_link',
    'fabric_port',
    'forwarding',
    'lid_owner',
    'port_counter',
    'condition',
    'evidence',
    'experiment',
    'override',
    'series_param',
    'event',
    'system_card',
    'source_text',
    'source_note',
    'rank_map',
    'host_list',
    'run_hosts',
    'matrix_row',
  ),
  matrix_schedule: { table: 'What makes a phase, as it holds', columns: { id: 'matrix.id' } },
  ...of('measurement_text', 'measurement_plain', 'series_statistic'),
  measurement_number: {
    table: 'All numbers, their text not yet made',
    columns: { series: SERIES, message_bytes: 'NULL without a size', decimals: 'of the text', line: LINE },
  },
  measurement_series: { table: 'Series of each number, for counting', columns: { series: SERIES } },
};
