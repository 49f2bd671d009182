import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { collect, diskSource } from '../../testing/collect';
import { dataFiles, describeWithData } from '../../testing/data';
import { expectAccounted } from '../../testing/formats';
import { numbersOf } from '../../testing/numbers';

const TEXT = dataFiles('real/iperf3-text');
const JSON_FILES = dataFiles('real/iperf3-json');

describeWithData('iperf3 files', (root) => {
  it('are all there', () => expect([TEXT.length, JSON_FILES.length]).toEqual([2, 2]));

  it.each(TEXT)('%s: the totals over all streams', async (file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const { report, found } = await collect(diskSource(join(root, file), file));
    expectAccounted(report, text);
    expect([report.format, report.statuses, report.lines.unknown]).toEqual(['iperf3', ['complete'], 0]);
    const sums = text.split('\n').flatMap((line, at) => {
      const fields = line.slice(line.indexOf('[SUM]')).trim().split(/\s+/);
      return line.includes('[SUM]') && /sender|receiver/.test(line) ? [{ line: at + 1, fields }] : [];
    });
    expect(sums.length).toBe(2);
    const streams = text.split('\n').filter((line) => line.includes('connected to')).length;
    const series = (end: string): string => `0 iperf3{end=${end};protocol=TCP;streams=${streams}}`;
    expect(numbersOf(found)).toEqual([
      `${series('sender')} bandwidth avg - ${sums[0]?.fields[5]}`,
      `${series('sender')} retransmits value - ${sums[0]?.fields[7]}`,
      `${series('receiver')} bandwidth avg - ${sums[1]?.fields[5]}`,
    ]);
    for (const { value, printed, statistic } of found.rows)
      if (statistic === 'avg') expect(value).toBe(Number(printed) * 1.25e8);
    // The printed volume over the printed time is the rate: GBytes are 2^30 bytes, Gbits 10^9 bits.
    const volume = Number(sums[0]?.fields[3]) * 2 ** 30;
    expect((found.rows[0]?.value ?? NaN) / (volume / 10.01)).toBeCloseTo(1, 2);
    expect(JSON.stringify([report, found.runs, [...found.kept.values()]])).not.toMatch(/192\.168\.\d+\.\d+ /);
  });

  it.each(JSON_FILES)('%s: the totals of end.sum_sent and end.sum_received', async (file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const { report, found } = await collect(diskSource(join(root, file), file));
    expectAccounted(report, text);
    expect([report.format, report.statuses, report.lines.unknown]).toEqual(['iperf3-json', ['complete'], 0]);
    const plain = JSON.parse(text) as Record<string, Record<string, Record<string, number>>>;
    const [sent, received, load] = ['sum_sent', 'sum_received', 'cpu_utilization_percent'].map(
      (key) => plain['end']?.[key],
    );
    expect(found.rows.map(({ value }) => value)).toEqual([
      (sent?.['bits_per_second'] ?? NaN) / 8,
      (received?.['bits_per_second'] ?? NaN) / 8,
      sent?.['retransmits'],
      (load?.['host_total'] ?? NaN) * 0.01,
      (load?.['remote_total'] ?? NaN) * 0.01,
    ]);
    const time = plain['start']?.['timestamp']?.['timesecs'] ?? NaN;
    expect(found.runs[0]?.started).toBe(new Date(time * 1000).toISOString());
    expect(found.allSeries[0]?.params['streams']).toBe(
      String(plain['start']?.['test_start']?.['num_streams']),
    );
    const shown = JSON.stringify([report, found.runs, [...found.kept.values()]]);
    expect(shown).not.toMatch(/bluebrain\d|128\.17\d|"10\.0\.0|qx4rah|mininet/);
  });
});
