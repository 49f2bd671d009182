import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { collect, memorySource } from '../../testing/collect';
import { dataFiles, describeWithData } from '../../testing/data';
import { expectCutsSafe, expectSameUnderNames } from '../../testing/readerLaws';

const FACTORS: Readonly<Record<string, number>> = { 'MB/s': 1e6, us: 1e-6, 't[usec]': 1e-6 };
const NAMES = ['osu_latency.txt', 'nccl.log', 'x.json'];

const files = dataFiles('real/reframe');
const logs = files.filter((file) => !file.endsWith('.json'));
const reports = files.filter((file) => file.endsWith('.json'));

/** Counts by what stands around the numbers: `|name=number|`, and the one field that is a unit. */
function expectedNumbers(text: string): { line: number; printed: string; value: number; metric: string }[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line, at) => {
      const [, metric = '', printed = ''] = /\|(?!jobid)([A-Za-z]\w*)=(\d+(?:\.\d+)?)\|/.exec(line) ?? [];
      const unit = /\|(MB\/s|us|t\[usec\]|Mbytes\/sec|Messages\/s)(?:\||$)/.exec(line)?.[1] ?? '?';
      return { line: at + 1, metric, printed, value: Number(printed) * (FACTORS[unit] ?? 1) };
    });
}

describeWithData('ReFrame files', (root) => {
  it('are all there', () => {
    expect([logs.length, reports.length]).toEqual([6, 3]);
  });

  it.each(logs)('%s: every number, on its line, as printed, in SI units', async (file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const { report, found } = await collect(memorySource('x', text));
    expect([report.format, report.lines.unknown, report.partial]).toEqual(['reframe', 0, false]);
    const expected = expectedNumbers(text);
    expect(
      found.rows.map(({ line, printed, series }) => [line, printed, found.allSeries[series]?.metric]),
    ).toEqual(expected.map(({ line, printed, metric }) => [line, printed, metric]));
    found.rows.forEach(({ value }, at) => expect(value).toBeCloseTo(expected[at]?.value ?? NaN, 9));
    const jobs = new Set([...text.matchAll(/jobid=(\d+)/g)].map((match) => match[1]));
    expect(found.runs.map(({ conditions }) => conditions['job'])).toEqual([...jobs]);
    const dates = new Map(
      [...text.matchAll(/^(\S+?)\|.*jobid=(\d+)/gm)].map((match) => [match[2], match[1]]),
    );
    for (const { started, conditions } of found.runs) {
      const written = dates.get(conditions['job']) ?? '';
      const zoned = /[+-]\d\d:\d\d$/.test(written);
      expect(started).toBe(zoned ? new Date(written).toISOString() : null);
    }
    const system = / (?:on |@)(\w+):/.exec(text)?.[1];
    for (const { conditions } of found.runs) expect(conditions['system']).toBe(system);
  });

  it.each(reports)('%s: a run without figures, and nothing of user, host or folders', async (file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const { report, found } = await collect(memorySource('x', text));
    expect([report.format, report.partial, found.rows.length]).toEqual(['reframe-json', false, 0]);
    expect(
      found.runs.map(({ status, conditions }) => [status, conditions['program'], conditions['nodes']]),
    ).toEqual([['complete', 'HelloTest', '1']]);
    const kept = JSON.stringify([
      { ...report, path: '' },
      found.runs,
      found.allSeries,
      [...found.kept.values()],
    ]);
    for (const secret of ['tresa', '/path', '/Users', 'workdir', '"user"'])
      expect(kept).not.toContain(secret);
  });

  it.each(files)('%s: the same under a wrong name, and safe when cut', async (file) => {
    const bytes = readFileSync(join(root, file));
    await expectSameUnderNames(bytes, NAMES);
    await expectCutsSafe(file, bytes);
  });
});

describeWithData('Ramble files', (root) => {
  const file = (name: string): string =>
    readFileSync(join(root, dataFiles('real/ramble').find((path) => path.includes(name)) ?? ''), 'utf8');

  it('that are empty, no JSON or damaged each get a sentence', async () => {
    const empty = await collect(memorySource('x', file('test1')));
    expect([empty.report.format, empty.report.problems[0]?.text]).toEqual([
      'ramble',
      'The file lists no experiments.',
    ]);
    expect((await collect(memorySource('x.json', file('test2')))).report.format).toBeNull();
    const { report, found } = await collect(memorySource('x', file('test3')));
    expect([report.format, report.partial, found.runs.length]).toEqual(['ramble', true, 0]);
    expect(report.problems[0]?.line).toBe(2);
    expect(JSON.stringify(report.unknownLines)).not.toContain('/home');
  });

  it('that are repaired give what JSON.parse finds in them', async () => {
    const text = file('test3').replace('experiments"', '{"experiments"');
    const { found } = await collect(memorySource('x', text));
    const { experiments } = JSON.parse(text) as {
      experiments: { CONTEXTS: { foms: { name: string; value: string; units: string }[] }[] }[];
    };
    const figures = experiments.flatMap(({ CONTEXTS }) => CONTEXTS.flatMap(({ foms }) => foms));
    expect(figures.length).toBe(5);
    const read = found.rows.map(({ printed, series }) => {
      const { metric, printedUnit } = found.allSeries[series] ?? {};
      return { value: printed, units: printedUnit, name: metric };
    });
    expect(read).toEqual(figures);
    const lines = text.split('\n');
    for (const { line, printed } of found.rows) expect(lines[line - 1]).toContain(`"value": "${printed}"`);
    expect(found.runs[0]?.conditions).toMatchObject({
      nodes: '1',
      ranks: '1',
      ppn: '16',
      experiment: 'pme_single_rank',
    });
    expect(JSON.stringify([found.runs, found.allSeries, [...found.kept.values()]])).not.toContain('/home');
  });
});
