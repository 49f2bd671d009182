import { expect, it } from 'vitest';
import { collect, memorySource } from '../../testing/collect';
import { FORMATS } from '../registry';
import { jobLog, PREFIXES, rowsOf, TOOLS, wrongNumbers } from '../../testing/jobLogs';
import { prefixOf } from './prefix';

it('five benchmarks in turn give the rows of the five files alone', async () => {
  const alone = await Promise.all(TOOLS.map(({ text }) => rowsOf(text)));
  expect(alone.map(({ rows }) => rows.length)).toEqual(TOOLS.map(({ numbers }) => numbers));
  const mixed = await rowsOf(jobLog());
  expect(mixed.rows).toEqual(alone.flatMap(({ rows }) => rows));
  expect(mixed.report.statuses.every((status) => status === 'complete')).toBe(true);
  expect(mixed.report.tool).toBe('OSU + Intel MPI Benchmarks + nccl-tests + perftest + HPCC');
});

it.each(Object.entries(PREFIXES))('%s before each line of a job log changes no number', async (_, before) => {
  const plain = await rowsOf(jobLog());
  const { report, found, rows } = await rowsOf(before(jobLog()));
  expect(rows).toEqual(plain.rows);
  expect(found.rows.map(({ line }) => line)).toEqual(plain.found.rows.map(({ line }) => line));
  expect(report.statuses).toEqual(plain.report.statuses);
  expect(report.lines.total).toBe(plain.report.lines.total);
  expect(report.lines.unknown).toBe(plain.report.lines.unknown);
});

it('150 damaged job logs give no number under a wrong name or size', async () => {
  expect(await wrongNumbers(150, 1)).toEqual([]);
});

it('a prefix gives the start of the runs where it has a date', async () => {
  const { found } = await rowsOf(PREFIXES['ISO time']?.(TOOLS[0]?.text ?? '') ?? '');
  expect(found.runs[0]?.started).toMatch(/^2026-11-20T10:0\d:\d\d\.123Z$/);
});

it('hosts of a prefix are not kept with the lines, times are', async () => {
  const kept = async (name: string) => {
    const { found } = await rowsOf(PREFIXES[name]?.(TOOLS[0]?.text ?? '') ?? '');
    return [...found.kept.values()].join('\n');
  };
  expect(await kept('pdsh')).not.toContain('node01');
  expect(await kept('clock')).toContain('[10:00:');
});

it.each([
  ['rows of a table whose first column is a time', '10:00:01 1 2\n10:00:02 3 4\n10:00:03 5 6\n'],
  ['a table of numbers', '1 2 3\n4 5 6\n7 8 9\n'],
  ['CSV with times', 'time,value\n2026-11-20T10:00:01Z,1\n2026-11-20T10:00:02Z,2\n'],
  ['an OSU table', '# OSU MPI Latency Test v7.4\n# Size Latency (us)\n1 1.00\n2 2.00\n4 3.00\n8 4.00\n'],
  ['lines of a library', 'n1:8:9 [0] NCCL INFO a\nn1:8:9 [0] NCCL INFO b\nn1:8:9 [0] NCCL INFO c\n'],
])('nothing is taken off %s', (_, text) => {
  expect(prefixOf(text.trimEnd().split('\n'), 'x', FORMATS)).toBeNull();
});

const OSU = TOOLS[0]?.text ?? '';
/** Another run of the same test, none of whose numbers is one of the first. */
const OTHER = OSU.replace(/(\d+)\.(\d\d)/g, '9$1.$2');

/** Two texts line by line, each line behind what is said of its writer. */
function interleaved(first: string, second: string): string {
  const [p, q] = [OSU, OTHER].map((text) => text.trimEnd().split('\n'));
  return (p ?? []).map((line, at) => `${first}${line}\n${second}${q?.[at] ?? ''}\n`).join('');
}

it.each([
  ['jobs', '[1,0]<stdout>:', '[2,0]<stdout>:'],
  ['hosts', 'node01: ', 'node02: '],
  ['pods', '[pod/a-launcher/osu] ', '[pod/b-launcher/osu] '],
  ['ranks', '0: ', '1: '],
  ['services behind times', '2026-11-20T10:00:29.123Z a  | ', '2026-11-20T10:00:30.456Z b  | '],
])('two programs at once are told apart by their %s', async (_, first, second) => {
  const { report, rows } = await rowsOf(interleaved(first, second));
  const [one, two] = [await rowsOf(OSU), await rowsOf(OTHER)];
  expect([...rows].sort()).toEqual([...one.rows, ...two.rows].sort());
  expect(report.statuses).toEqual(Array(4).fill('complete'));
  expect(report.why).toContain('2 writers');
});

it('output of other ranks belongs to that of the rank that prints the table', async () => {
  const lines = OSU.trimEnd().split('\n');
  const log = lines
    .map((line, at) => `[1,0]<stdout>:${line}\n[1,${at + 1}]<stderr>:libibverbs: x\n`)
    .join('');
  const { report, rows } = await rowsOf(log);
  expect(rows).toEqual((await rowsOf(OSU)).rows);
  expect([report.statuses, report.lines.unknown]).toEqual([['complete', 'complete'], 0]);
});

it('two programs at once without tags are never a clean run with two values per size', async () => {
  for (const tool of TOOLS.slice(0, 4)) {
    const other = tool.text
      .replace(/(\d+)\.(\d\d)/g, '9$1.$2')
      .trimEnd()
      .split('\n');
    const log = tool.text
      .trimEnd()
      .split('\n')
      .map((line, at) => `${line}\n${other[at] ?? ''}\n`)
      .join('');
    const { found } = await collect(memorySource('x', log));
    const seen = new Set<string>();
    for (const { series, bytes, statistic } of found.rows) {
      const { run = -1, benchmark, metric, params } = found.allSeries[series] ?? {};
      const key = JSON.stringify([run, benchmark, metric, params, bytes, statistic]);
      if (seen.has(key)) expect([tool.name, found.runs[run]?.status]).toEqual([tool.name, 'partial']);
      seen.add(key);
    }
  }
});
