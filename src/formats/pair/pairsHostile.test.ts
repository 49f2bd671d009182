import { describe, expect, it } from 'vitest';
import { collect, memorySource } from '../../testing/collect';
import { FIXTURES, fixtureText } from '../../testing/fixtures';
import { cutPlaces, expectAccounted, seeded } from '../../testing/formats';

const FILES = [...FIXTURES.keys()].filter((file) => /^(?:rotate|mpigraph|pairs|gpu|matrix)-/.test(file));
const PIECES = [
  '',
  ',',
  '\n',
  '\t',
  ' ',
  '0',
  '99999999999999999999',
  '1e300',
  '-',
  'nan',
  '[',
  '"',
  '# rotate\n',
  '0 (n1):',
  'é',
];

/** The text with a few pieces put in, doubled or taken out. */
function damaged(text: string, random: () => number): string {
  let result = text;
  for (let i = 0; i < 1 + random() * 4; i++) {
    const at = Math.floor(random() * result.length);
    const to = Math.min(result.length, at + Math.floor(random() * 12));
    const piece = PIECES[Math.floor(random() * PIECES.length)] ?? '';
    const put = random() < 0.3 ? result.slice(at, to).repeat(2) : piece;
    result = result.slice(0, at) + put + result.slice(random() < 0.5 ? at : to);
  }
  return result;
}

describe('damaged files of pair tests', () => {
  it('are all there', () => expect(FILES.length).toBe(15));

  it.each(FILES)(
    '%s: nothing is thrown, every line is accounted, rows keep to the size of their matrix',
    async (file) => {
      const text = fixtureText(file);
      const random = seeded(file.length * 101 + text.length);
      for (let round = 0; round < 60; round++) {
        const broken = damaged(text, random);
        const { report, found } = await collect(memorySource(file, broken));
        expectAccounted(report, broken);
        for (const matrix of found.matrices) {
          const places = matrix.layout === 'shift' ? matrix.ranks / 2 : matrix.ranks;
          for (const [row, { values }] of matrix.rows) {
            expect(row).toBeLessThan(places);
            expect(values).toHaveLength(places);
            for (const value of values) expect(value === Infinity || value === -Infinity).toBe(false);
          }
        }
        for (const { value } of found.rows) expect(Number.isFinite(value)).toBe(true);
      }
    },
  );

  it.each(FILES)('%s: cut anywhere, it has no number that the whole file has not', async (file) => {
    const text = fixtureText(file);
    const whole = (await collect(memorySource(file, text))).found;
    for (const at of [...cutPlaces(file, text.length), ...cutPlaces(`${file}~`, text.length)]) {
      const { report, found } = await collect(memorySource(file, text.slice(0, at)));
      expectAccounted(report, text.slice(0, at));
      found.matrices.forEach((matrix, which) => {
        for (const [row, { values }] of matrix.rows) {
          const full = whole.matrices[which]?.rows.get(row)?.values ?? [];
          // What a cut file no longer says (a unit after the table) changes the factor, not the printed number.
          const factor = found.allSeries[matrix.series]?.factor ?? NaN;
          const wholeFactor = whole.allSeries[whole.matrices[which]?.series ?? -1]?.factor ?? NaN;
          values.forEach((value, column) => {
            if (Number.isNaN(value)) return;
            const printed = Number(((full[column] ?? NaN) / wholeFactor).toPrecision(6));
            expect([at, row, column, Number((value / factor).toPrecision(6))]).toEqual([
              at,
              row,
              column,
              printed,
            ]);
          });
        }
      });
      const printed = whole.rows.map((row) => `${row.line} ${row.printed}`);
      for (const row of found.rows) expect(printed).toContain(`${row.line} ${row.printed}`);
    }
  });

  it.each([
    ['rotate', `# rotate\n${'1.5,'.repeat(200000)}1.5\n`, '1.5,2.5\n'],
    ['clusterkit', `Rank:${' 1'.repeat(300000)}\n`, ''],
    ['mpiGraph', `START mpiGraph v1.5\nSend\t${'a:1\t'.repeat(150000)}\n`, ''],
  ])('a wide %s head with narrow rows is given up before it fills the memory', async (kind, head, row) => {
    const rows = Array.from({ length: 2000 }, (_, at) =>
      kind === 'clusterkit' ? `${at} (n${at}): 1.5\n` : kind === 'mpiGraph' ? `a:1 to\t1.5\t\n` : row,
    );
    const { report, found } = await collect(memorySource('x', head + rows.join('')));
    expect(report.partial || report.format === null).toBe(true);
    const held = found.matrices.flatMap(({ rows: all }) => [...all.values()]);
    expect(held.reduce((sum, { values }) => sum + values.length, 0)).toBeLessThan(2e7);
  });

  it.each([
    ['a comment of blanks', `#${' '.repeat(1e6)}x\n`],
    ['a comment of letters', `# ${'a '.repeat(4e5)}:\n`],
    ['brackets', `# hosts: ${'n[1-2]'.repeat(1e5)}\n1.5,2.5\n`],
    ['blanks', `${' '.repeat(1e6)}1\n1 2 3\n`],
    [
      'a page of marks',
      `<!DOCTYPE html>\n<title>CEA-HPC - HP2P on x</title>\n// bandwidth start\n${'['.repeat(5e5)}\n`,
    ],
    ['a page of blanks', `<!DOCTYPE html>\n<title>CEA-HPC - HP2P on x</title>\n${' '.repeat(1e6)}\n`],
    ['a list of arrows', `Node Pair,H H Peak (MB/s),Status\n${'a <-> '.repeat(1e5)}\n`],
  ])('%s take no time', async (_, text) => {
    const start = performance.now();
    await collect(memorySource('x', text));
    expect(performance.now() - start).toBeLessThan(3000);
  });
});
