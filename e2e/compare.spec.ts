import { join } from 'node:path';
import { arOffOn, osuBandwidth, osuLatency, write } from './made';
import { cells, chart, drop, expect, open, panel, showTable, suggested, test, type Page } from './support';

const pressed = (page: Page, name: string) =>
  expect(page.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true');
const frame = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });

/** What the chart says of itself to a screen reader. */
const said = (page: Page, title: string) => chart(page, title).getByRole('img');

test('A and B by one click: speedup, swap, every frame, and what only one side has', async ({
  page,
  folder,
}) => {
  await open(page);
  await drop(page, [write(join(folder, 'study'), arOffOn())]);
  await suggested(page, /AR off with AR on/);
  await expect(panel(page, 'osu_latency')).toContainText('speedup of B over A · higher is better');
  await expect(said(page, 'osu_latency')).toHaveAccessibleName(/2×|2\.00×/);
  await expect(said(page, 'osu_bw')).toHaveAccessibleName(/1\.5×|1\.50×/);
  await expect(page.getByText('1 value only in A (AR off), 0 only in B (AR on)')).toBeVisible();
  await page.getByRole('button', { name: /1 value only in A/ }).click();
  await expect(page.getByRole('region', { name: 'On one side only' }).getByRole('listitem')).toHaveText(
    /osu_barrier · latency/,
  );

  await page.getByRole('button', { name: 'Swap A and B' }).click();
  await expect(said(page, 'osu_latency')).toHaveAccessibleName(/0\.5×|0\.500×/);
  await expect(page.getByText('0 values only in A (AR on), 1 only in B (AR off)')).toBeVisible();
  await page.getByRole('button', { name: 'Swap A and B' }).click();

  await frame(page, 'Overlay').click();
  await expect(said(page, 'osu_latency')).toHaveAccessibleName(/2 lines.*AR off.*AR on/);
  await frame(page, 'Side by side').click();
  await expect(panel(page, 'osu_latency').getByRole('img')).toHaveCount(2);
  await frame(page, 'Difference').click();
  await expect(panel(page, 'osu_latency')).toContainText('latency, B − A');
  await frame(page, 'Single').click();
  await expect(said(page, 'osu_latency')).toHaveAccessibleName(/1 line\b/);
  await frame(page, 'Ratio').click();

  const rows = await cells(await showTable(page, 'osu_latency'));
  expect(rows[0]).toEqual(['size', 'A AR off (us)', 'B AR on (us)', 'speedup']);
  expect(rows[1]).toEqual(['1 B', '2.52 2.55', '1.26 1.27', '2.00×']);
});

test('A and B by condition, with what else differs', async ({ page, folder }) => {
  write(folder, {
    'ompi_ar_off/lat.out': osuLatency(2),
    'impi_ar_on/lat.out': osuLatency(1),
  });
  await open(page);
  await drop(page, [join(folder, 'ompi_ar_off'), join(folder, 'impi_ar_on')]);
  await page.getByLabel('Compare by').selectOption('AR');
  await expect(page.getByLabel('A is')).toHaveValue('off');
  await expect(page.getByLabel('B is')).toHaveValue('on');
  await expect(page.getByText(/Also differs: MPI/)).toBeVisible();
});

test('A and B by ticking and by folder', async ({ page, folder }) => {
  write(folder, { 'one/lat.out': osuLatency(2), 'two/lat.out': osuLatency(1), 'two/bw.out': osuBandwidth() });
  await open(page);
  await drop(page, [join(folder, 'one'), join(folder, 'two')]);
  await page.getByLabel('Folder of A').selectOption('one');
  await page.getByLabel('Folder of B').selectOption('two');
  await expect(said(page, 'osu_latency')).toHaveAccessibleName(/2\.00×/);
  await expect(page.getByText('0 values only in A, 7 only in B, of what is drawn')).toBeVisible();
  await page.getByRole('button', { name: 'Clear A and B' }).click();
  await expect(frame(page, 'Ratio')).toHaveCount(0);
});

test('set-ups become A and B by the buttons of the run list, and runs are shown by ticks', async ({
  page,
  folder,
}) => {
  await open(page);
  await drop(page, [write(join(folder, 'study'), arOffOn(1))]);
  await page.getByRole('button', { name: 'AR on: side A' }).click();
  await page.getByRole('button', { name: 'AR off: side B' }).click();
  await pressed(page, 'AR on: side A');
  await pressed(page, 'AR off: side B');
  await expect(said(page, 'osu_latency')).toHaveAccessibleName(/0\.5(00)?×/);
  await page.getByRole('checkbox', { name: 'Show AR off' }).click();
  await expect(page.getByText(/values only in A, 0 only in B/)).toBeVisible();
});
