import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { collect, diskSource } from '../../testing/collect';
import { dataFiles, describeWithData } from '../../testing/data';
import { expectAccounted } from '../../testing/formats';
import { expectSafeCuts, expectSameUnderWrongNames, expectSameWithNoise } from '../../testing/survival';

const FILES = dataFiles('real/gpcnet');

describeWithData('GPCNeT files', (root) => {
  it('are all there', () => {
    expect(FILES.length).toBeGreaterThan(1);
  });

  it.each(FILES)('%s: every cell of every table, by its size and unit', async (file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const { report, found } = await collect(diskSource(join(root, file), file));
    expectAccounted(report, text);
    expect(report).toMatchObject({ format: 'gpcnet', runs: 1, partial: false });
    expect(report.lines.unknown).toBe(0);
    const expected = text.split('\n').flatMap((line, at) => {
      const bytes = /\((\d+) B\)/.exec(line)?.[1];
      if (bytes === undefined) return [];
      const factor = line.includes('usec') ? 1e-6 : line.includes('MiB/s/rank') ? 1048576 : 1;
      return [...line.slice(line.indexOf(')')).matchAll(/(\d+\.\d+)X? \|/g)].map(
        ([, printed = '']) => `${at + 1} ${bytes} ${printed} ${Number(printed) * factor}`,
      );
    });
    expect(expected.length).toBeGreaterThan(10);
    const given = found.rows.map((row) => `${row.line} ${row.bytes ?? '-'} ${row.printed} ${row.value}`);
    expect(given).toEqual(expected);
    const [, ranks, nodes] = /Test with (\d+) MPI ranks \((\d+) nodes\)/.exec(text) ?? [];
    expect(found.runs[0]?.conditions).toMatchObject({ ranks, nodes });
    const lines = text.split('\n');
    for (const row of found.rows) expect(found.kept.get(row.line)).toBe(lines[row.line - 1]);
  });

  it.each(FILES)('%s: the same under wrong names and with noise, and cut', async (file) => {
    const text = readFileSync(join(root, file), 'utf8');
    await expectSameUnderWrongNames(file, text);
    await expectSameWithNoise(file, text);
    const last = text.lastIndexOf('\n|');
    await expectSafeCuts(file, text, (before) => before.length < last);
  });
});
