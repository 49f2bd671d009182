import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { collect, type Collector, memorySource } from '../../testing/collect';
import { dataFiles, describeWithData } from '../../testing/data';

const NAMES = ['osu_latency.txt', 'x.xml', 'map_data.txt', 'a'];
const text = (root: string, file: string) => {
  const bytes = readFileSync(join(root, file));
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1');
};

/** Σ bytes and messages by pair, of the series that pass. */
function sums(found: Collector, calls: (call: string) => boolean) {
  const all = new Map<string, { bytes: number; messages: number }>();
  for (const { source, destination, call, bytes, messages } of found.allTraffic) {
    if (!calls(call ?? '')) continue;
    const key = `${source}>${destination}`;
    const held = all.get(key) ?? { bytes: 0, messages: 0 };
    all.set(key, { bytes: held.bytes + (bytes ?? 0), messages: held.messages + (messages ?? 0) });
  }
  return all;
}

const ipmLogs = [...dataFiles('real/ipm'), ...dataFiles('generated/ipm')].filter((file) =>
  /\.ipm\.xml(\.gz)?$/.test(file),
);

describeWithData('IPM logs', (root) => {
  it.each(ipmLogs)('%s: every task, and calls and bytes as its own summary prints them', async (file) => {
    const xml = text(root, file);
    const { report, found } = await collect(memorySource(NAMES[file.length % 4] ?? '', xml));
    expect([report.format, report.lines.unknown, report.partial]).toEqual(['ipm', 0, false]);
    expect(found.ranks).toHaveLength((xml.match(/<task /g) ?? []).length);
    const regions = (xml.match(/<region /g) ?? []).length;
    expect(found.profile).toHaveLength(6 * found.ranks.length + 2 * regions);
    const hents = [...xml.matchAll(/<hent [^>]*call="(MPI_\w+)" bytes="(\d+)"[^>]*count="(\d+)"/g)];
    const funcs = [...xml.matchAll(/<func name="(MPI_\w+)" count="(\d+)"(?: bytes="([^"]+)")?/g)];
    expect(found.calls).toHaveLength(hents.length > 0 ? hents.length : funcs.length);
    const total = found.calls.reduce((sum, { count }) => sum + count, 0);
    expect(total).toBe(
      (hents.length > 0 ? hents : funcs).reduce((sum, m) => sum + Number(m[hents.length > 0 ? 3 : 2]), 0),
    );
    if (hents.length === 0) {
      expect(report.problems.map(({ text: said }) => said).join()).toContain('IPM_LOG=full');
      return;
    }
    // The reader compares its log with the summary of each task; nothing to tell means that they agree.
    expect(report.problems.filter(({ text: said }) => said.includes('summary'))).toEqual([]);
    const sent = funcs
      .filter(([, name]) => /^MPI_(I?[sbr]?send|Sendrecv(_replace)?)$/i.test(name ?? ''))
      .reduce((sum, m) => sum + Number(m[3]), 0);
    const bytes = [...sums(found, () => true).values()].reduce((sum, pair) => sum + pair.bytes, 0);
    if (sent > 0) expect(bytes / sent).toBeCloseTo(1, 3);
    expect(JSON.stringify(found.runs)).not.toContain('/');
  });
});

const mapDataFiles = dataFiles('generated/ipm/html').filter((file) => basename(file) === 'map_data.txt');

describeWithData('map_data.txt', (root) => {
  it.each(mapDataFiles)('%s: the pairs of the log it was made from', async (file) => {
    const application = file.split('/').at(-2) ?? '';
    const own = await collect(memorySource('x', text(root, file)));
    const log = ipmLogs.find((name) => basename(name).startsWith(`${application}.ipm.xml`)) ?? '';
    const { found } = await collect(memorySource('x', text(root, log)));
    expect(own.report.lines.unknown).toBe(0);
    const [mine, other] = [sums(own.found, () => true), sums(found, () => true)];
    const apart = [...other].filter(([pair]) => new Set(pair.split('>')).size === 2);
    for (const [pair, { bytes, messages }] of apart)
      expect([pair, mine.get(pair)]).toEqual([pair, { bytes, messages }]);
    expect(mine.size).toBe(apart.length);
  });
});

const profiles = dataFiles('generated/ompi_monitoring').filter((file) => /\.prof(\.gz)?$/.test(file));

describeWithData('Open MPI monitoring', (root) => {
  it('every dump: every row, and nothing else', async () => {
    expect(profiles.length).toBeGreaterThan(20);
    for (const file of profiles) {
      const dump = text(root, file);
      const { report, found } = await collect(memorySource('x.csv', dump));
      expect([file, report.format, report.lines.unknown, report.partial]).toEqual([
        file,
        'ompi-monitoring',
        0,
        false,
      ]);
      const rows = dump.split('\n').filter((line) => /^[EISRC]\t/.test(line));
      expect(found.allTraffic).toHaveLength(rows.length);
      const bytes = rows.reduce((sum, row) => sum + Number(row.split('\t')[3]?.split(' ')[0]), 0);
      expect(found.allTraffic.reduce((sum, t) => sum + (t.bytes ?? 0), 0)).toBe(bytes);
    }
  });

  it.each([8, 64])('LULESH on %d ranks: as IPM logged it, but for its rounding', async (ranks) => {
    const log = ipmLogs.find((file) => basename(file).startsWith(`lulesh_np${ranks}.ipm`)) ?? '';
    const ipm = sums((await collect(memorySource('x', text(root, log)))).found, () => true);
    const profile = profiles.find((file) => file.includes(`lulesh_np${ranks}/ranks.prof`)) ?? '';
    const dump = text(root, profile);
    const monitored = sums(
      (await collect(memorySource('x', dump))).found,
      (call) => call === 'point to point',
    );
    for (const [pair, { bytes, messages }] of monitored) {
      const logged = ipm.get(pair);
      expect([pair, logged?.messages]).toEqual([pair, messages]);
      // Three significant bits: at worst 5 becomes 4.
      expect((logged?.bytes ?? 0) / bytes).toBeGreaterThan(0.8);
      expect(logged?.bytes ?? 0).toBeLessThanOrEqual(bytes);
    }
  });
});

describeWithData('otf2-print', (root) => {
  it('LULESH on 8 ranks: the sends of the trace, as Open MPI monitored the same program', async () => {
    const print = text(root, 'generated/eztrace/lulesh_np8.otf2-print.txt.gz');
    const { report, found } = await collect(memorySource('x', print));
    expect([report.format, report.lines.unknown, report.partial]).toEqual(['otf2-print', 0, false]);
    const sends = [...print.matchAll(/^MPI_ISEND .*Length: (\d+)/gm)];
    const totals = [...sums(found, () => true).values()];
    expect(totals.reduce((sum, t) => sum + t.messages, 0)).toBe(sends.length);
    expect(totals.reduce((sum, t) => sum + t.bytes, 0)).toBe(sends.reduce((sum, m) => sum + Number(m[1]), 0));
    expect(totals).toHaveLength(56);
  });
});

const squares = [
  ...dataFiles('real/comm-matrix'),
  ...dataFiles('generated/ompi_monitoring').filter((file) => file.endsWith('.mat')),
];

describeWithData('communication matrices', (root) => {
  it('every one: each cell', async () => {
    expect(squares.length).toBeGreaterThan(100);
    let whole = 0;
    for (const file of squares) {
      const rows = text(root, file)
        .trim()
        .split('\n')
        .map((row) =>
          row
            .trim()
            .replace(/,$/, '')
            .split(/[\s,]+/)
            .map(Number),
        );
      const { report, found } = await collect(memorySource(file, text(root, file)));
      const cells = [...(found.matrices[0]?.rows.values() ?? [])].map(({ values }) => [...values]);
      // A square of decimals is one of pairs of any kind; where nothing was sent from a rank to itself its zero is no value.
      const anyPairs = rows.some((row) => row.some((value) => !Number.isInteger(value)));
      const itself = anyPairs && rows.every((row, i) => row[i] === 0) ? Number.NaN : null;
      const expected = rows.map((row, i) =>
        row.map((value, j) => (i === j && itself !== null ? itself : Math.fround(value))),
      );
      expect([file, report.format, report.partial, cells]).toEqual([
        file,
        anyPairs ? 'matrix' : 'communication-matrix',
        false,
        expected,
      ]);
      if (!anyPairs) whole++;
    }
    expect(whole).toBeGreaterThan(squares.length / 2);
  });
});
