/** The layout of a table of ucx_perftest. */
export interface UcxColumns {
  /** `p50`, `p99` …; null for the old `typical`, which is 0 where it was not measured. */
  percentile: string;
  /** `final` = only final lines (-f), `stages` = interim lines and one with `Final:`, `plain` = all alike. */
  rows: 'final' | 'stages' | 'plain';
}

const COLUMNS =
  /^\s*\| +(Stage|Test) +\| # iterations \| {1,3}(\d{1,3}\.\d)%ile \| average \| overall \| +average \| +overall \| +average +\| +overall +\|\s*$/;
const OLD_COLUMNS =
  /^\s*\| +# iterations +\| +typical +\| +average +\| +overall +\| +average +\| +overall +\| +average +\| +overall +\|\s*$/;

/** Reads the column line of a table, or returns null. */
export function readUcxColumns(text: string): UcxColumns | null {
  const match = COLUMNS.exec(text);
  if (match)
    return { percentile: percentileOf(match[2] ?? ''), rows: match[1] === 'Test' ? 'final' : 'stages' };
  return OLD_COLUMNS.test(text) ? { percentile: 'p50', rows: 'plain' } : null;
}

const CSV =
  /^((?:[\w.-]{1,100},){0,8})iterations,(\d{1,3}\.\d)_percentile_lat,avg_lat,overall_lat,avg_bw,overall_bw,avg_mr,overall_mr\s*$/;

/** Reads the header of `-v`: the percentile, and how many columns name the test of a batch. */
export function readCsvHead(text: string): { percentile: string; names: number } | null {
  const match = CSV.exec(text);
  return match && { percentile: percentileOf(match[2] ?? ''), names: (match[1] ?? '').split(',').length - 1 };
}

function percentileOf(printed: string): string {
  return `p${Number(printed)}`;
}

/** Names of tests by the words of the box (source: the list of tests in perftest.c). */
const TESTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'protocol layer': {
    'tag match latency': 'tag_lat',
    'tag match bandwidth': 'tag_bw',
    'tag sync match latency': 'tag_sync_lat',
    'tag sync match bandwidth': 'tag_sync_bw',
    'put latency': 'ucp_put_lat',
    'put bandwidth': 'ucp_put_bw',
    'get latency / bandwidth / message rate': 'ucp_get',
    'atomic add bandwidth / message rate': 'ucp_add',
    'atomic fetch-and-add latency / bandwidth / rate': 'ucp_fadd',
    'atomic swap latency / bandwidth / rate': 'ucp_swap',
    'atomic compare-and-swap latency / bandwidth / rate': 'ucp_cswap',
    'stream bandwidth': 'stream_bw',
    'stream latency': 'stream_lat',
    'am latency': 'ucp_am_lat',
    'am bandwidth / message rate': 'ucp_am_bw',
  },
  'transport layer': {
    'active message latency': 'am_lat',
    'put latency': 'put_lat',
    'atomic add latency': 'add_lat',
    'get latency / bandwidth / message rate': 'get',
    'atomic fetch-and-add latency / rate': 'fadd',
    'atomic swap latency / rate': 'swap',
    'atomic compare-and-swap latency / rate': 'cswap',
    'active message bandwidth / message rate': 'am_bw',
    'put bandwidth / message rate': 'put_bw',
    'get bandwidth / message rate': 'get_bw',
    'atomic add message rate': 'add_mr',
  },
};

/** Name of the test as `-t` has it; the words themselves for one that is not known here. */
export function testName(api: string, words: string): string {
  return TESTS[api]?.[words] ?? words;
}

/** The four results of a final line; null where a line with several threads has none. */
export interface UcxResults {
  percentile: string | null;
  latency: string;
  bandwidth: string;
  rate: string;
}

const NUMBER = /^\d[\d.,]{0,30}$/;

/** The results in the fields of a final line: 8 numbers, or 4 where several threads ran. Null for any other fields. */
export function readResults(fields: readonly string[]): UcxResults | null {
  if (!fields.every((field) => NUMBER.test(field))) return null;
  if (fields.length === 8) {
    const [, percentile = '', , latency = '', , bandwidth = '', , rate = ''] = fields;
    return { percentile, latency, bandwidth, rate };
  }
  if (fields.length !== 4) return null;
  const [, latency = '', bandwidth = '', rate = ''] = fields;
  return { percentile: null, latency, bandwidth, rate };
}
