import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { collect, diskSource, memorySource } from '../../testing/collect';
import { dataFiles, describeWithData } from '../../testing/data';
import { cutPlaces, expectAccounted } from '../../testing/formats';

const FILES = [...dataFiles('real/nccl-tests'), ...dataFiles('real/nccl-pairwise')];
const ROW = /^ +\d+ +\d+ +(?:float|half|double) .*$/;
const FACTORS = [1e-6, 1e9, 1e9];

/** Each row has eight fields counted from the right, of which six are results. */
function expectedNumbers(text: string): { line: number; bytes: number; printed: string; value: number }[] {
  return text.split('\n').flatMap((line, at) => {
    if (!ROW.test(line)) return [];
    const fields = line.trim().split(/ +/);
    const right = fields.slice(-8);
    return [0, 1, 2, 4, 5, 6].map((place) => ({
      line: at + 1,
      bytes: Number(fields[0]),
      printed: right[place] ?? '',
      value: Number(right[place]) * (FACTORS[place % 4] ?? NaN),
    }));
  });
}

/** Test names by the names of the files that print none. */
const NAMES: Record<string, string> = {
  allreduce: 'all_reduce_perf',
  alltoall: 'alltoall_perf',
  broadcast: 'broadcast_perf',
  reduce: 'reduce_perf',
  reducescatter: 'reduce_scatter_perf',
};

describeWithData('nccl-tests files', (root) => {
  it('are all there', () => {
    expect(FILES.length).toBe(54);
  });

  it.each(FILES)('%s: every number, run, rank and node', async (file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const { report, found } = await collect(diskSource(join(root, file), file));
    expectAccounted(report, text);
    expect(report.format).toBe('nccl-tests');
    expect(report.lines.unknown).toBe(0);
    expect(report.partial).toBe(false);
    const expected = expectedNumbers(text);
    expect(expected.length).toBeGreaterThan(0);
    expect(found.rows.map(({ line, bytes, printed }) => ({ line, bytes, printed }))).toEqual(
      expected.map(({ line, bytes, printed }) => ({ line, bytes, printed })),
    );
    found.rows.forEach((row, at) => expect(row.value).toBeCloseTo(expected[at]?.value ?? NaN, 9));

    const runs = text.split('# nThread').slice(1);
    expect(found.runs.length).toBe(runs.length);
    runs.forEach((run, at) => {
      const hosts = [...run.matchAll(/^#\s+Rank .* on +(\S+) +device/gm)].map((match) => match[1]);
      expect(found.runs[at]?.conditions['ranks']).toBe(String(hosts.length));
      expect(found.runs[at]?.conditions['nodes']).toBe(String(new Set(hosts).size));
    });
    const printed = [...text.matchAll(/Collective test starting: (\S+)/g)].map((match) => match[1]);
    const told = NAMES[/nccl_(\w+)\.log$/.exec(file)?.[1] ?? ''];
    const names = found.runs.map((_, at) => found.allSeries.find((series) => series.run === at)?.benchmark);
    expect(names).toEqual(told ? [told] : printed);
    const text0 = JSON.stringify([found.runs, found.allSeries]);
    for (const host of text.matchAll(/ on +(\S+) +device/g)) expect(text0).not.toContain(host[1]);
  });

  it.each(FILES)('%s: the same under a wrong name', async (file) => {
    const bytes = readFileSync(join(root, file));
    const right = await collect(memorySource(file, bytes));
    for (const name of ['osu_latency.txt', 'map_data.txt', 'x.json']) {
      const wrong = await collect(memorySource(name, bytes, 777));
      expect({ ...wrong.report, path: '' }).toEqual({ ...right.report, path: '' });
      expect(wrong.found.rows).toEqual(right.found.rows);
    }
  });

  it.each(FILES)('%s: cut anywhere, is marked and gives no other numbers', async (file) => {
    const bytes = readFileSync(join(root, file));
    const text = bytes.toString('latin1');
    const whole = await collect(memorySource(file, bytes));
    for (const at of cutPlaces(file, bytes.length)) {
      const cut = await collect(memorySource(file, bytes.subarray(0, at)));
      expectAccounted(cut.report, text.slice(0, at));
      expect(cut.found.rows.map(({ line, bytes, printed }) => ({ line, bytes, printed }))).toEqual(
        whole.found.rows
          .slice(0, cut.found.rows.length)
          .map(({ line, bytes, printed }) => ({ line, bytes, printed })),
      );
      if (cut.report.format === null) continue;
      // Between the average of one run and the head of the next, nothing of a result is missing.
      const begun = [
        ...text.slice(0, at).matchAll(/# nThread \d+ nGpus \d+ minBytes \d+ maxBytes \d|tests version \d/g),
      ];
      const ended = text.slice(0, at).lastIndexOf('# Avg bus bandwidth    : ');
      const last = begun[begun.length - 1]?.index ?? -1;
      if (last > ended) expect([at, cut.report.partial]).toEqual([at, true]);
    }
  });
});
