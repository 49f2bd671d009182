import { KEY } from '../../model/vocabulary';
import { csvCells } from '../text/csvRow';
import type { Detection, DocumentFormat, DocumentReading, LineClass, Sample, Sink } from '../format';
import { countLines, items, type JsonNode, member, parseJson, scalar } from '../text/json';
import { READ_LENGTH } from '../text/lines';
import { type NcclRow, SeriesTable } from './ncclTable';

/** Rows that rccl-tests writes with `-Z json -x FILE` or `-Z csv -x FILE`. */
export const rcclRows: DocumentFormat = {
  kind: 'document',
  id: 'rccl-tests-rows',
  name: 'rccl-tests rows (-Z json, -Z csv)',
  looksFor: 'JSON objects with “ranksPerNode” and “busBw”, or a CSV header with “gpusperrank” and “busbw”',
  help: {
    make: ['all_reduce_perf -b 8 -e 8G -f 2 -Z json -x result.json', 'all_reduce_perf -Z csv -x result.csv'],
    reads:
      'Time, algbw and busbw of each size, in place and out of place; nodes, ranks and the data check. One object per line, or one JSON list.',
    not: 'The layout is taken from the source of rccl-tests; no file of it was at hand. A file without MPI gives “gpus” only, which is read as ranks.',
  },
  detect: detectRows,
  read: readRows,
};

const OBJECT = /^[\s[]*\{\s*"name"\s*:\s*"\w{1,40}".{0,300}"busBw"\s*:/;
const HEADER = /^\s*collective\s*,.{0,120},\s*algbw\s*,\s*busbw\s*,\s*#wrong\s*$/;

function detectRows({ lines }: Sample): Detection | null {
  const found = (at: number, what: string): Detection => ({
    why: `line ${at + 1} is ${what} of rccl-tests`,
    tool: 'rccl-tests',
    version: null,
  });
  for (const [at, line] of lines.entries()) {
    const head = line.slice(0, READ_LENGTH);
    if (HEADER.test(head)) return found(at, 'the header of a CSV file');
    // A list may be printed with one member per line.
    const joined = /^[\s[]*\{?\s*(?:"name"|$)/.test(head)
      ? lines
          .slice(at, at + 16)
          .join(' ')
          .slice(0, READ_LENGTH)
      : head;
    if (OBJECT.test(joined)) return found(at, 'a row');
    if (at > 200) break;
  }
  return null;
}

/** Names of tests as the programs are called, by the name of the operation without blanks, in small letters. */
const PROGRAMS: ReadonlyMap<string, string> = new Map([
  ['allreduce', 'all_reduce_perf'],
  ['allgather', 'all_gather_perf'],
  ['reducescatter', 'reduce_scatter_perf'],
  ['broadcast', 'broadcast_perf'],
  ['reduce', 'reduce_perf'],
  ['alltoall', 'alltoall_perf'],
  ['alltoallv', 'alltoallv_perf'],
  ['sendrecv', 'sendrecv_perf'],
  ['gather', 'gather_perf'],
  ['scatter', 'scatter_perf'],
  ['hypercube', 'hypercube_perf'],
]);

/** One row, whatever the file is: texts by the names of the JSON, and the line of each. */
type Fields = ReadonlyMap<string, { printed: string; line: number }>;

/** Column of the CSV → name in the JSON. */
const COLUMNS: Readonly<Record<string, string>> = {
  collective: 'name',
  ranks: 'ranks',
  rankspernode: 'ranksPerNode',
  gpusperrank: 'gpusPerRank',
  gpus: 'gpus',
  size: 'size',
  type: 'type',
  redop: 'redop',
  inplace: 'inPlace',
  time: 'time',
  algbw: 'algBw',
  busbw: 'busBw',
  '#wrong': 'wrong',
};

function readRows(text: string, sink: Sink): DocumentReading {
  const lines = new Array<LineClass>(countLines(text)).fill('skipped');
  const tests = new Tests(sink);
  const csv = text.split('\n', 400).some((line) => HEADER.test(line.slice(0, READ_LENGTH)));
  const fault = csv ? readCsv(text, lines, tests, sink) : readJson(text, lines, tests, sink);
  tests.end(fault);
  return { lines, whole: fault === null };
}

function readCsv(text: string, lines: LineClass[], tests: Tests, sink: Sink): string | null {
  let names: string[] | null = null;
  let fault: string | null = null;
  const all = text.split('\n').slice(0, lines.length);
  for (const [at, line] of all.entries()) {
    if (line.trim() === '') continue;
    const cells = csvCells(line.slice(0, READ_LENGTH));
    if (HEADER.test(line)) {
      names = cells.map((cell) => COLUMNS[cell] ?? cell);
      lines[at] = 'understood';
      continue;
    }
    // Rows have the number of nodes behind the name, which the header leaves out.
    const columns =
      names && cells.length === names.length + 1 ? [names[0] ?? '', 'nodes', ...names.slice(1)] : names;
    const open = at === all.length - 1 && !text.endsWith('\n');
    const fields: Fields = new Map(
      (columns ?? []).map((name, place) => [name, { printed: cells[place] ?? '', line: at + 1 }]),
    );
    if (!columns || cells.length !== columns.length || open || !tests.row(fields)) {
      lines[at] = 'unknown';
      if (columns)
        sink.problem(
          at + 1,
          open ? 'The file ends within this row: not read.' : 'This row does not fit the header: not read.',
        );
      if (columns) fault ??= open ? 'The file ends within a row.' : `Line ${at + 1} is no row of the table.`;
    } else lines[at] = 'understood';
  }
  return fault;
}

function readJson(text: string, lines: LineClass[], tests: Tests, sink: Sink): string | null {
  let fault: string | null = null;
  const damaged = (line: number, message: string): void => {
    sink.problem(line, `The JSON is cut or damaged here (${message}).`);
    fault ??= `The JSON is cut or damaged on line ${line}.`;
  };
  const take = (node: JsonNode, before: number): void => {
    if (node.kind !== 'object') return;
    const fields = [...node.members].flatMap(([name, value]) => {
      const printed = scalar(value);
      return printed === null ? [] : [[name, { printed, line: value.line + before }] as const];
    });
    if (!tests.row(new Map(fields))) return;
    lines[node.line + before - 1] = 'understood';
    for (const [, { line }] of fields) lines[line - 1] = 'understood';
  };
  if (/^\s*\[/.test(text)) {
    const { root, error } = parseJson(text);
    for (const node of items(root)) take(node, 0);
    if (error) {
      damaged(error.line, error.message);
      lines.fill('unknown', error.line - 1);
    }
    return fault;
  }
  for (const [at, line] of text.split('\n').slice(0, lines.length).entries()) {
    const trimmed = line.trim().replace(/,$/, '');
    if (trimmed === '' || trimmed === ']') continue;
    const { root, error } = parseJson(trimmed);
    if (!root || error) {
      lines[at] = 'unknown';
      if (trimmed.startsWith('{')) damaged(at + 1, error?.message ?? 'a value was expected');
    } else if (member(root, 'name')) take(root, at);
    else lines[at] = 'unknown';
  }
  return fault;
}

interface Test {
  run: number;
  series: SeriesTable;
  wrong: number;
}

/** The runs of a file: rows of one operation at one scale and in one cycle. */
class Tests {
  private readonly known = new Map<string, Test>();

  constructor(private readonly sink: Sink) {}

  /** Takes a row; false when it has no name, size or placement. */
  row(fields: Fields): boolean {
    const text = (name: string): string => (fields.get(name)?.printed ?? '').trim();
    const name = text('name').replace(/[\s_]/g, '');
    const size = text('size');
    const inPlace = /^(?:1|true)$/.exec(text('inPlace')) ? 'in place' : 'out of place';
    if (!/^\w{1,40}$/.test(name) || !/^\d{1,15}$/.test(size)) return false;
    const test = this.test(name, text, fields.get('name')?.line ?? 1);
    const row: NcclRow = {
      bytes: Number(size),
      datatype: text('type'),
      redop: text('redop'),
      root: '',
      halves: [],
    };
    for (const [from, column] of [
      ['time', 'time'],
      ['algBw', 'algbw'],
      ['busBw', 'busbw'],
    ] as const) {
      const field = fields.get(from);
      if (field && field.printed !== '') test.series.value(row, inPlace, column, field.printed, field.line);
    }
    const wrong = Number(text('wrong'));
    if (wrong > 0) {
      test.wrong++;
      this.sink.problem(
        fields.get('wrong')?.line ?? 0,
        `${text('wrong').slice(0, 20)} wrong values (${inPlace}).`,
      );
    }
    return true;
  }

  /** Settles the runs; `fault` = why the file is not whole. */
  end(fault: string | null): void {
    const all = [...this.known.values()];
    for (const { run, wrong } of all)
      if (wrong > 0) this.sink.status(run, 'failed', 'The data check found wrong values.');
    const last = all.at(-1);
    if (fault !== null && last && last.wrong === 0) this.sink.status(last.run, 'partial', fault);
    if (all.length === 0)
      this.sink.status(
        this.sink.run({ kind: 'measured', line: 1, started: null }),
        'partial',
        fault ?? 'The file has no rows.',
      );
  }

  private test(name: string, text: (name: string) => string, line: number): Test {
    const count = (field: string): string | null => (/^[1-9]\d{0,8}$/.test(text(field)) ? text(field) : null);
    const cycle = count('numCycle');
    const ranks = count('ranks') ?? count('gpus');
    const key = JSON.stringify([
      name,
      count('nodes'),
      ranks,
      count('ranksPerNode'),
      count('gpusPerRank'),
      cycle,
    ]);
    const found = this.known.get(key);
    if (found) return found;
    const run = this.sink.run({ kind: 'measured', line, started: null });
    const say = (condition: string, value: string | null): void => {
      if (value !== null) this.sink.condition(run, condition, value);
    };
    say(KEY.ranks, ranks);
    say(KEY.nodes, count('nodes'));
    say(KEY.ppn, count('ranksPerNode'));
    const gpus = count('gpusPerRank');
    if (gpus !== '1') say('GPUs per rank', gpus);
    say(KEY.repeat, cycle);
    const test = {
      run,
      series: new SeriesTable(this.sink, run, PROGRAMS.get(name.toLowerCase()) ?? name),
      wrong: 0,
    };
    this.known.set(key, test);
    return test;
  }
}
