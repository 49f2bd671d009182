import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { collect, diskSource, memorySource } from '../testing/collect';
import { dataFiles, describeWithData } from '../testing/data';
import { cutPlaces, expectAccounted } from '../testing/formats';

const FILES = dataFiles('real/perftest');

/** Rows of five numbers: size, iterations, peak, average, message rate. */
const ROW = /^ *(\d+) +\d+ +(\d+\.\d\d) +(\d+\.\d\d)\s+(\d+\.\d{6}) *$/;

function expectedNumbers(text: string): { line: number; bytes: number; printed: string; value: number }[] {
  return text.split('\n').flatMap((line, at) => {
    const [, size, ...printed] = ROW.exec(line) ?? [];
    return printed.map((number, place) => ({
      line: at + 1,
      bytes: Number(size),
      printed: number,
      value: Number(number) * (place < 2 ? 1048576 : 1e6),
    }));
  });
}

describeWithData('perftest files', (root) => {
  it('are all there', () => {
    expect(FILES.length).toBe(1);
  });

  it.each(FILES)('%s: every number, on its line, as printed, in SI units', async (file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const { report, found } = await collect(diskSource(join(root, file), file));
    expectAccounted(report, text);
    expect([report.format, report.statuses, report.lines.unknown]).toEqual(['perftest', ['complete'], 0]);
    const expected = expectedNumbers(text);
    expect(expected.length).toBeGreaterThan(60);
    expect(found.rows.map(({ line, bytes, printed }) => ({ line, bytes, printed }))).toEqual(
      expected.map(({ line, bytes, printed }) => ({ line, bytes, printed })),
    );
    found.rows.forEach((row, at) => expect(row.value).toBeCloseTo(expected[at]?.value ?? NaN, 3));
    // MB are 2^20 bytes by the file's own numbers: size × message rate = average bandwidth.
    for (let at = 0; at < found.rows.length; at += 3) {
      const [average, rate] = [found.rows[at + 1], found.rows[at + 2]];
      const ratio = ((rate?.value ?? NaN) * (rate?.bytes ?? NaN)) / (average?.value ?? NaN);
      expect(Math.abs(ratio - 1)).toBeLessThan(0.002);
    }
    // The last size is printed by server and client.
    expect(found.allSeries.map(({ params }) => params['output'])).toEqual([
      undefined,
      undefined,
      '2nd',
      '2nd',
    ]);
    expect(JSON.stringify([found.runs, found.allSeries, [...found.kept.values()]])).not.toMatch(/QPN|0x/);
  });

  it.each(FILES)('%s: the same under a wrong name', async (file) => {
    const bytes = readFileSync(join(root, file));
    const right = await collect(memorySource(file, bytes));
    for (const name of ['osu_latency.txt', 'map_data.txt', 'IMB-MPI1.out', 'x.json']) {
      const wrong = await collect(memorySource(name, bytes, 777));
      expect({ ...wrong.report, path: '' }).toEqual({ ...right.report, path: '' });
      expect(wrong.found.rows).toEqual(right.found.rows);
    }
  });

  it.each(FILES)('%s: cut anywhere, is marked and gives no other numbers', async (file) => {
    const bytes = readFileSync(join(root, file));
    const text = bytes.toString('latin1');
    const whole = await collect(memorySource(file, bytes));
    const kept = whole.found.rows.map(({ line, printed, value }) => [line, printed, value]);
    const places = new Set([
      ...cutPlaces(file, bytes.length),
      text.lastIndexOf('8388608'),
      bytes.length - 89,
    ]);
    for (const at of places) {
      const cut = await collect(memorySource(file, bytes.subarray(0, at)));
      expectAccounted(cut.report, text.slice(0, at));
      expect(cut.found.rows.map(({ line, printed, value }) => [line, printed, value])).toEqual(
        kept.slice(0, cut.found.rows.length),
      );
      if (cut.report.format !== null) expect([at, cut.report.partial]).toEqual([at, true]);
    }
  });

  it.each(FILES)('%s: the same numbers with other lines between', async (file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const plain = await collect(memorySource(file, text));
    const noisy = text.replaceAll('\n', '\nlibibverbs: Warning: odd\n\n');
    const { report, found } = await collect(memorySource(file, noisy));
    expect(found.rows.map(({ printed, value }) => [printed, value])).toEqual(
      plain.found.rows.map(({ printed, value }) => [printed, value]),
    );
    expect([report.statuses, report.lines.unknown]).toEqual([['complete'], 0]);
  });
});
