import { figures, osuJson, osuLatency } from './made';
import { ncclJson, ncclText, SECRET } from './made-nccl';
import { cells, chart, expect, file, open, openFiles, panel, showTable, test, type Page } from './support';

const FORMATS = [
  { name: 'OSU text', path: 'lat.out', text: osuLatency(), title: 'osu_latency', unit: 'us' },
  { name: 'OSU in JSON', path: 'lat.json', text: osuJson(), title: 'osu_latency', unit: 'us' },
  { name: 'nccl-tests text', path: 'nccl.log', text: ncclText(), title: 'all_reduce_perf', unit: 'GB/s' },
  { name: 'nccl-tests -J', path: 'nccl.json', text: ncclJson(), title: 'all_reduce_perf', unit: 'GB/s' },
  { name: 'figures', path: 'figures.json', text: figures(), title: 'made_ring', unit: 'us' },
];

/** Checks the pinned number: file, line, and lines around it, all as in the file. */
async function expectTrace(page: Page, path: string, text: string, printed: string, unit: string) {
  const pinned = page.getByRole('region', { name: 'Pinned point' });
  await expect(pinned).toContainText(`${printed} ${unit} ${path}, line `);
  const around = pinned.getByLabel(new RegExp(`^Lines of ${path} around line `));
  await expect(around).toHaveCount(1);
  const name = (await around.getAttribute('aria-label')) ?? '';
  const line = Number(name.split(' ').at(-1));
  const lines = text.split('\n');
  expect(lines[line - 1]).toContain(printed);
  const shown = (await around.innerText()).split('\n').filter((row) => row.trim() !== '');
  expect(shown.length).toBeGreaterThan(1);
  for (const row of shown) {
    const [, number = '', rest = ''] = /^ *(\d+) ?(.*)$/.exec(row) ?? [];
    // Lines without a result may be left out, and it is said; the line of the number never is.
    if (Number(number) !== line && rest === '[line not kept]') continue;
    expect(rest.trimEnd()).toBe((lines[Number(number) - 1] ?? '').trimEnd());
  }
  expect(shown.map((row) => Number.parseInt(row, 10))).toContain(line);
}

for (const { name, path, text, title, unit } of FORMATS)
  test(`every number of ${name} is shown as printed and leads to its line`, async ({ page }) => {
    await open(page);
    await openFiles(page, [file(path, text)]);
    const grid = await showTable(page, title);
    const rows = (await cells(grid)).slice(1);
    expect(rows.length).toBeGreaterThanOrEqual(5);
    const step = Math.floor(rows.length / 5);
    for (let i = 0; i < 5; i++) {
      const printed = rows[i * step]?.at(-1) ?? '';
      expect(printed).toMatch(/^\d+(\.\d+)?$/);
      await grid
        .getByRole('row')
        .nth(i * step + 1)
        .getByRole('gridcell')
        .last()
        .click();
      await expectTrace(page, path, text, printed, unit);
    }
    expect(await page.content()).not.toContain(SECRET);
  });

test('a click on a mark of the chart pins it; the pin is in the link and can be taken away', async ({
  page,
}) => {
  const text = osuLatency();
  await open(page);
  await openFiles(page, [file('lat.out', text)]);
  const plot = chart(page, 'osu_latency');
  await plot.scrollIntoViewIfNeeded();
  const mark = await plot.locator('circle').last().boundingBox();
  if (!mark) throw new Error('the chart has no marks');
  await page.mouse.click(mark.x + mark.width / 2, mark.y + mark.height / 2);
  const last = /([\d.]+)\s*$/.exec(text)?.[1] ?? '';
  await expectTrace(page, 'lat.out', text, last, 'us');
  await expect(page).toHaveURL(/pin=/);
  await page.getByRole('button', { name: 'Unpin' }).click();
  await expect(page.getByRole('region', { name: 'Pinned point' })).toHaveCount(0);
});

test('with A and B a pinned row names the numbers of both sides', async ({ page }) => {
  await open(page);
  await openFiles(page, [
    file('ar_off_r1.out', osuLatency(2)),
    file('ar_off_r2.out', osuLatency(2.1)),
    file('ar_on_r1.out', osuLatency(1)),
    file('ar_on_r2.out', osuLatency(1.05)),
  ]);
  await page.getByRole('button', { name: /AR off with AR on/ }).click();
  const grid = await showTable(page, 'osu_latency');
  await grid.getByRole('gridcell', { name: '2.50 2.63' }).click();
  const pinned = page.getByRole('region', { name: 'Pinned point' });
  for (const said of [
    '2.50 us ar_off_r1.out, line 4',
    '2.63 us ar_off_r2.out, line 4',
    '1.25 us ar_on_r1.out, line 4',
  ])
    await expect(pinned).toContainText(said);
  await expect(pinned).toContainText('too few repeats for a verdict (2 and 2)');
  await expect(panel(page, 'osu_latency').getByRole('row', { selected: true })).toHaveCount(0);
});
