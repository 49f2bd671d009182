import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collect, memorySource } from '../../testing/collect';
import { expectCutsSafe, expectSameUnderNames } from '../../testing/readerLaws';

const TEXT = readFileSync(join(import.meta.dirname, 'fixtures', 'ramble-results.json'), 'utf8');

describe('Ramble results', () => {
  it('reads experiments as runs, contexts of a message size as sizes, and figures', async () => {
    const { report, found } = await collect(memorySource('x', TEXT));
    expect([report.format, report.lines.unknown]).toEqual(['ramble', 0]);
    const rows = found.rows.map((row) => {
      const series = found.allSeries[row.series];
      return [
        series?.run,
        series?.benchmark,
        series?.metric,
        series?.better,
        row.bytes,
        row.printed,
        row.line,
      ];
    });
    const osu = 'osu-micro-benchmarks.osu_bw';
    const line = (text: string): number => TEXT.split('\n').findIndex((found) => found.includes(text)) + 1;
    expect(rows).toEqual([
      [0, osu, 'Core Time', 'none', null, '2398.8', line('"2398.8"')],
      [0, osu, 'Bandwidth', 'higher', 8, '12.50', line('"12.50"')],
      [0, osu, 'Bandwidth', 'higher', 16, '25.00', line('"25.00"')],
      [2, 'gromacs.water', 'Core Time', 'lower', null, '42.5', line('"42.5"')],
      [2, 'gromacs.water', 'Hours per ns', 'lower', null, '1.477', line('"1.477"')],
      [2, 'gromacs.water', 'ns/day', 'higher', null, '16.25', line('"16.25"')],
    ]);
    const values = [23.988, 12.5e6, 25e6, 42.5, 1.477, 16.25];
    found.rows.forEach(({ value }, at) => expect(value).toBeCloseTo(values[at] ?? NaN, 9));
    expect(found.allSeries.map(({ params }) => params)).toEqual([
      {},
      {},
      { context: 'step 3' },
      { context: 'step 3' },
      { context: 'step 3', modifier: 'meter' },
    ]);
  });

  it('says status, counts and repeats, and leaves the sum of repeats out', async () => {
    const { report, found } = await collect(memorySource('x', TEXT));
    expect(found.runs.map(({ status, reason }) => [status, reason])).toEqual([
      ['complete', null],
      ['failed', 'Ramble says that the experiment failed.'],
      ['complete', null],
      ['hung', 'Ramble says that the job reached its time limit.'],
    ]);
    expect(found.runs.map(({ conditions }) => conditions)).toEqual([
      { experiment: 'pair_2', repeat: '1', nodes: '2', ranks: '2', ppn: '1' },
      { experiment: 'pair_2', repeat: '2', program: 'osu-micro-benchmarks.osu_bw' },
      { experiment: 'rank_1', nodes: '1', ranks: '16', ppn: '16', threads: '2' },
      { experiment: 'rank_2', program: 'gromacs.water' },
    ]);
    expect(report.problems.map(({ line, text }) => `${line}: ${text}`)).toEqual([
      '4: This experiment sums up its repeats, which stand in the file too: not read.',
      expect.stringMatching(/^\d+: Power: “12 or so” is not a number: left out\.$/),
    ]);
  });

  it('answers an empty list with a sentence', async () => {
    const { report } = await collect(memorySource('x', '{\n "experiments": [\n ]\n}\n'));
    expect(report.format).toBe('ramble');
    expect(report.problems).toEqual([{ line: 0, text: 'The file lists no experiments.' }]);
  });

  it('knows a damaged file, tells where the damage is and shows no text of it', async () => {
    const text = TEXT.slice(TEXT.indexOf('experiments"')).replace('"workload', 'workload');
    const { report, found } = await collect(memorySource('x', text));
    expect([report.format, found.runs.length, report.partial]).toEqual(['ramble', 0, true]);
    expect(report.problems[0]).toEqual({
      line: 1,
      text: 'The JSON is cut or damaged here (a value was expected): only what stands before is read.',
    });
    expect(new Set(report.unknownLines.map((note) => note.text))).toEqual(new Set(['[line not kept]']));
  });

  it.each(['This is not a JSON file.\n', '{"experiments": [{"name": "x"}]}\n', 'RAMBLE_STATUS\n'])(
    'does not claim %j',
    async (text) => {
      expect((await collect(memorySource('results.json', text))).report.format).toBeNull();
    },
  );

  it.each([
    ['RUNNING', 'partial', 'Ramble gives the status RUNNING: the experiment is not finished.'],
    ['CANCELLED', 'hung', 'Ramble says that the job was cancelled.'],
    ['SUCCESS', 'partial', 'The experiment has no figures.'],
  ])('calls an experiment of status %s %s', async (status, expected, reason) => {
    const text = `{"experiments": [{"name": "a.b.c", "RAMBLE_STATUS": "${status}"}]}`;
    const { found } = await collect(memorySource('x', text));
    expect(found.runs.map((run) => [run.status, run.reason])).toEqual([[expected, reason]]);
  });

  it('keeps no path, user or command', async () => {
    for (const end of [undefined, -40, 1500]) {
      const { report, found } = await collect(memorySource('x', TEXT.slice(0, end)));
      const kept = JSON.stringify([
        { ...report, sha256: '' },
        found.runs,
        found.allSeries,
        [...found.kept.values()],
      ]);
      expect(/ann|sbatch|\/home/.exec(kept)).toBeNull();
    }
  });

  it('is the same under a wrong name, and safe when cut', async () => {
    const bytes = new TextEncoder().encode(TEXT);
    await expectSameUnderNames(bytes, ['osu_latency.txt', 'nccl.log', 'x.yaml']);
    await expectCutsSafe('ramble', bytes);
  });
});
