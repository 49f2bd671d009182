import { KEY } from '../../model/vocabulary';
import type { Detection, DocumentFormat, DocumentReading, Sample, Sink } from '../format';
import { items, type JsonNode, member, scalar } from '../text/json';
import { parseLines } from '../text/jsonLines';
import { countNodes, ncclVersion } from './ncclFacts';
import { nameOf, type Placement, type NcclRow, SeriesTable, UNNAMED } from './ncclTable';

/** The report that nccl-tests write with `-J FILE`. Its environment and arguments are never stored or shown. */
export const ncclJson: DocumentFormat = {
  kind: 'document',
  id: 'nccl-tests-json',
  name: 'nccl-tests JSON (-J)',
  looksFor: 'a JSON object with “nccl_version”, “config” and “results”',
  help: {
    make: ['mpirun -np 16 ./all_reduce_perf -b 8 -e 8G -f 2 -g 1 -J result.json'],
    reads: 'The report of -J: the same as from the table that the tests print.',
    not: 'Environment and arguments in the report; they are never kept.',
  },
  detect: detectNcclJson,
  read: readNcclJson,
};

function detectNcclJson(sample: Sample): Detection | null {
  const first = sample.lines.find((line) => line.trim() !== '')?.trimStart();
  if (!first?.startsWith('{')) return null;
  let version = false;
  for (let i = 0; i < sample.lines.length; i++) {
    const line = sample.lines[i] ?? '';
    if (!version && line.includes('"nccl_version"')) version = true;
    if (version && line.includes('"config"')) {
      return {
        why: `line ${i + 1} has the “config” of a report made with -J`,
        tool: 'nccl-tests',
        version: null,
      };
    }
    if (version && line.includes('"minimum_bytes"')) {
      return {
        why: `line ${i + 1} has the sizes of a report made with -J`,
        tool: 'nccl-tests',
        version: null,
      };
    }
  }
  return null;
}

const FIELDS: Readonly<Record<string, string>> = {
  time: 'time',
  cpu_time: 'cputime',
  alg_bw: 'algbw',
  bus_bw: 'busbw',
};
const PER_ITERATION: Readonly<Record<string, string>> = {
  min_us: 'i_min',
  max_us: 'i_max',
  p99_us: 'i_p99',
  cv_pct: 'i_cv%',
};
const HALVES: readonly (readonly [string, Placement])[] = [
  ['out_of_place', 'out of place'],
  ['in_place', 'in place'],
];

function readNcclJson(text: string, sink: Sink): DocumentReading {
  const { root, whole, lines, understood } = parseLines(text, sink);
  const run = sink.run({ kind: 'measured', line: 1, started: null });
  const ranks = conditions(root, run, sink, understood);
  const results = items(member(root, 'results'));
  const benchmark = benchmarkOf(root, results, ranks);
  if (benchmark === UNNAMED) sink.problem(1, 'The file does not name the test.');
  const series = new SeriesTable(sink, run, benchmark);
  let wrong = 0;
  let rows = 0;
  for (const result of results) {
    const row = rowOf(result);
    if (!row) {
      sink.problem(result.line, 'This result has no size: not read.');
      continue;
    }
    understood(result);
    rows++;
    for (const [key, placement] of HALVES) {
      wrong += half(row, placement, result, key, series, sink, understood);
    }
  }
  status(root, run, rows, wrong, sink);
  return { lines, whole };
}

/** Says the conditions of the run and returns its number of ranks. */
function conditions(
  root: JsonNode | null,
  run: number,
  sink: Sink,
  understood: (node: JsonNode) => void,
): number {
  const say = (key: string, value: string, node: JsonNode | null): void => {
    sink.condition(run, key, value);
    if (node) understood(node);
  };
  const version = member(root, 'nccl_version');
  // The library's number (22903), or, written by hand, its dotted form.
  const code = scalar(version) ?? '';
  if (/^\d{4,6}$/.test(code)) say('NCCL', ncclVersion(Number(code)), version);
  else if (/^\d+(\.\d+)+$/.test(code)) say('NCCL', code, version);
  const config = member(root, 'config');
  for (const [name, key, usual] of SETTINGS) {
    const node = member(config, name);
    const value = scalar(node);
    if (value !== null && value !== usual) say(key, value, node);
  }
  const listed = items(member(config, 'devices'));
  if (listed.length === 0) return 0;
  const devices = listed.map((device) => ({
    rank: Number(scalar(member(device, 'rank'))),
    host: scalar(member(device, 'hostname')) ?? '',
    device: scalar(member(device, 'device')) ?? '',
    model: scalar(member(device, 'device_info')) ?? '',
  }));
  listed.forEach(understood);
  // The program lists one device for each process: with several GPUs in a process the ranks between are left out.
  const perProcess =
    Number(scalar(member(config, 'ngpus')) ?? 1) * Number(scalar(member(config, 'nthreads')) ?? 1);
  const consecutive = devices.length > 1 && devices.every((device, at) => device.rank === at);
  const ranks = consecutive ? devices.length : devices.length * Math.max(1, perProcess);
  const nodes = countNodes(devices);
  for (const { rank, host } of devices) {
    // Masked names tell no hosts apart.
    if (host === '' || host === 'localhost' || !Number.isInteger(rank)) continue;
    const each = Math.min(ranks / devices.length, GPUS);
    for (let at = 0; at < each; at++) sink.rank(run, rank + at, sink.host(host), null);
  }
  sink.condition(run, KEY.ranks, String(ranks));
  sink.condition(run, KEY.nodes, String(nodes));
  if (ranks % nodes === 0) sink.condition(run, KEY.ppn, String(ranks / nodes));
  const models = [...new Set(devices.map((device) => device.model))].filter((model) => model !== '').sort();
  if (models.length > 0) sink.condition(run, 'GPU', models.join(', ').slice(0, 200));
  return ranks;
}

/** Most GPUs that one process can drive. */
const GPUS = 64;

const SETTINGS: readonly (readonly [string, string, string])[] = [
  ['aggregated_iterations', 'agg iters', '1'],
  ['graph', 'CUDA graph', '0'],
];

function rowOf(result: JsonNode): NcclRow | null {
  const size = scalar(member(result, 'size'));
  if (size === null || !/^\d{1,15}$/.test(size)) return null;
  return {
    bytes: Number(size),
    datatype: scalar(member(result, 'type')) ?? '',
    redop: scalar(member(result, 'redop')) ?? '',
    root: (scalar(member(result, 'root')) ?? '').trim(),
    halves: [],
  };
}

/** Says the numbers of one half of a result; returns how many of its values were wrong. */
function half(
  row: NcclRow,
  placement: Placement,
  result: JsonNode,
  key: string,
  series: SeriesTable,
  sink: Sink,
  understood: (node: JsonNode) => void,
): number {
  const tables = [
    [member(result, key), FIELDS],
    [member(result, `${key}_per_iter`), PER_ITERATION],
  ] as const;
  for (const [node, fields] of tables) {
    if (node) understood(node);
    for (const [name, column] of Object.entries(fields)) {
      const field = member(node, name);
      const printed = scalar(field);
      if (!field || printed === null) continue;
      series.value(row, placement, column, printed, field.line);
      understood(field);
    }
  }
  const wrong = member(member(result, key), 'nwrong');
  const count = Number(scalar(wrong) ?? 0);
  if (wrong) understood(wrong);
  if (wrong && count > 0) sink.problem(wrong.line, `${count} wrong values (${placement}).`);
  return count > 0 ? 1 : 0;
}

/**
 * The name of the test: as the report gives it, or the program's own name out of its first argument (nothing else of
 * the arguments is read), or from the columns.
 */
function benchmarkOf(root: JsonNode | null, results: readonly JsonNode[], ranks: number): string {
  const names = [
    scalar(member(results[0], 'experiment_name')),
    scalar(items(member(root, 'args'))[0])
      ?.split('/')
      .pop() ?? null,
  ];
  for (const name of names) {
    const known = /^([a-z]+(?:_[a-z]+)*_perf)(?:_mpi)?$/.exec(name ?? '')?.[1];
    if (known) return known;
  }
  const row = results[0] ? rowOf(results[0]) : null;
  if (!row) return UNNAMED;
  let ratio: number | null = null;
  for (const result of results) {
    const body = member(result, 'out_of_place') ?? member(result, 'in_place');
    const algbw = Number(scalar(member(body, 'alg_bw')));
    const busbw = Number(scalar(member(body, 'bus_bw')));
    if (algbw >= 5 && busbw >= 1) ratio = busbw / algbw;
  }
  const reduces = row.redop !== '' && row.redop !== 'none';
  const root0 = /^\d+$/.test(row.root);
  // Without operation and root, all_gather and alltoall look the same.
  if (!reduces && !root0) return UNNAMED;
  const shape = { ranks, redop: reduces, root: root0, emptyRedop: false, ratio, inPlaceNotChecked: null };
  return nameOf(shape) ?? UNNAMED;
}

function status(root: JsonNode | null, run: number, rows: number, wrong: number, sink: Sink): void {
  const bounds = member(root, 'out_of_bounds');
  const average = member(root, 'average_bus_bandwidth');
  if (wrong > 0 || scalar(member(bounds, 'okay')) === 'false') {
    sink.status(run, 'failed', 'The data check found wrong values.');
  } else if (scalar(member(average, 'okay')) === 'false') {
    sink.status(run, 'failed', 'The average bus bandwidth is below the limit asked for.');
  } else if (rows === 0) {
    sink.status(run, 'partial', 'The report has no results.');
  } else if (!member(root, 'end_time') || !bounds) {
    sink.status(run, 'partial', 'The report has no closing entries: the run was cut.');
  }
}
