import { join } from 'node:path';
import { arOffOn, osuLatency, write } from './made';
import { ncclText } from './made-nccl';
import { cells, chart, drop, expect, open, panel, showTable, status, test, type Page } from './support';

const TITLE = 'What changed most';
const overview = (page: Page) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Overview' });

/** Five repeats a side: with AR latency halves and bandwidth gains half, but allreduce takes twice as long; and a cut file. */
function study(): Record<string, string> {
  const files = arOffOn(5);
  for (let r = 1; r <= 5; r++)
    for (const [ar, scale] of [
      ['off', 1],
      ['on', 2],
    ] as const)
      files[`ar_${ar}/allreduce_r${r}.out`] = osuLatency(
        scale * (1 + r / 100),
        'OSU MPI Allreduce Latency Test v7.5',
      );
  files['cut.log'] = ncclText().slice(0, 1200);
  return files;
}

test('from what was loaded to the worst regression, into Speedup and back', async ({ page, folder }) => {
  await open(page);
  await drop(page, [write(join(folder, 'study'), study())]);
  await expect(status(page)).toContainText('32 files');
  await overview(page).click();
  const loaded = page.getByRole('region', { name: 'What was loaded' });
  await expect(loaded).toContainText('32 runs of');
  await expect(loaded).toContainText('1 partial, 31 complete');
  await expect(loaded.getByRole('list', { name: 'Runs that are not complete' })).toContainText('cut.log');
  await expect(loaded.getByRole('term').filter({ hasText: /^AR$/ })).toBeVisible();
  await expect(page.getByRole('radiogroup', { name: 'How A and B are shown' })).toHaveCount(0);

  await page
    .getByRole('region', { name: 'Suggested comparisons' })
    .getByRole('button', { name: /AR off with AR on/ })
    .click();
  const changed = page.getByRole('region', { name: 'AR on against AR off' });
  await expect(changed).toContainText(
    'AR on gains 2.00× in osu_latency, but loses half or more in osu_allreduce: 0.500×',
  );
  await expect(changed).toContainText(
    '3 series of 3 benchmarks. Of 21 results at single sizes 14 are better, 7 worse; about 1 would differ by chance.',
  );
  await expect(changed).toContainText('1 series with sizes only in A (AR off), 0 with sizes only in B');
  const [head, ...rows] = await cells(await showTable(page, TITLE));
  const at = (row: string[] | undefined, name: string) => row?.[head?.indexOf(name) ?? -1];
  expect(
    rows.map((row) => [at(row, 'benchmark'), at(row, 'mean speedup'), at(row, 'verdict of the mean')]),
  ).toEqual([
    ['osu_allreduce', '0.500×', 'worse'],
    ['osu_latency', '2.00×', 'better'],
    ['osu_bw', '1.50×', 'better'],
  ]);
  expect(at(rows[0], 'repeats')).toBe('5 repeats each');

  await changed.getByLabel('each series by').selectOption('worst');
  await expect(page).toHaveURL(/tab=overview.*changesBy=worst/);
  await page.goBack();
  await expect(changed.getByLabel('each series by')).toHaveValue('mean');

  await chart(page, TITLE).press('ArrowDown');
  await expect(chart(page, TITLE).locator('..')).toContainText(/Worse \(1\), osu_allreduce/);
  await chart(page, TITLE).press('Enter');
  await expect(panel(page, 'osu_allreduce')).toBeVisible();
  await expect(panel(page, 'osu_latency')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Pinned point' })).toContainText('allreduce_r5.out');
  await page.goBack();
  await expect(changed).toContainText('2 better0 unclear1 worse');

  await loaded.getByRole('button', { name: 'Open Files' }).click();
  await expect(page.getByRole('heading', { name: 'Files' })).toBeVisible();
});

test('pairs of ranks are listed with ways into the tabs that show them', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await open(page);
  await page.getByRole('button', { name: /static against adaptive/ }).click();
  await expect(status(page)).toContainText('9 with pairs');
  await overview(page).click();
  const verdict = page.getByRole('region', { name: 'adaptive against random tables' });
  await expect(verdict).toContainText(/adaptive: mean of all pairs [\d.]+ GB\/s → [\d.]+ GB\/s \(1\.\d\d×\)/);
  await expect(verdict.getByRole('img', { name: /of A, shift × sender/ })).toBeVisible();
  const pairs = page.getByRole('region', { name: 'Pairs of ranks' });
  await expect(pairs.getByRole('gridcell').first()).toBeVisible();
  const [, row = []] = await cells(pairs.getByRole('grid'));
  const [test, median, worse, better, noise, , repeats, note] = row;
  expect([test, repeats, note]).toEqual(['rotate · bandwidth, best', '3 each', 'medians of repeats']);
  await pairs.getByRole('gridcell').first().click();
  // Matrix says the same of the same medians.
  const figures = page.getByRole('region', { name: 'Changes' });
  await expect(figures).toContainText(`median of all pairs${median}`);
  await expect(figures).toContainText(`nine of ten pairs differ by ${noise} at most`);
  const beyond = [worse, better].reduce((sum, share) => sum + Number.parseFloat(share ?? ''), 0);
  await expect(figures).toContainText(/repeats: \d+ of \d+ pairs/);
  const counts = /repeats: (\d+) of (\d+) pairs/.exec((await figures.textContent()) ?? '');
  expect(beyond).toBeCloseTo((100 * Number(counts?.[1])) / Number(counts?.[2]), 1);
  await page.goBack();
  await page.getByRole('button', { name: /^Rotate: rotate · bandwidth/ }).click();
  await expect(page.getByText(/repeats: the same positions/)).toBeVisible();
});

test('a link to the overview of a sample opens it in a fresh browser', async ({ page, visitor }) => {
  await open(page);
  await page.getByRole('button', { name: /Shared memory or TCP/ }).click();
  await expect(status(page)).toContainText('40 files');
  await overview(page).click();
  const sentence = /gains in all 4 series, up to .*sample_barrier/;
  await expect(page.getByText(sentence)).toBeVisible();
  const other = await (await visitor()).newPage();
  await other.goto(page.url());
  await expect(other.getByText(sentence)).toBeVisible();
  await expect(chart(other, TITLE).getByRole('img')).toHaveAccessibleName(/sample_barrier · latency/);
});
