import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { arOffOn } from './made';
import {
  cells,
  chart,
  drop,
  expect,
  file,
  moreChoices,
  open,
  openFiles,
  panel,
  realData,
  showTable,
  suggested,
  test,
} from './support';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const TITLE = 'Histogram of rotate · bandwidth, best';

/** A rotate test over `n` hosts: each pair shares its link with 1, 2, 3 or 5 flows, of 968 MB/s, below 670 at the host. */
function rotate(n: number, sharers: readonly number[]): string {
  const half = n / 2;
  const rows = Array.from({ length: half }, (_, shift) =>
    Array.from({ length: half }, (__, sender) => {
      const k = sharers[(shift * half + sender) % sharers.length] ?? 1;
      return Math.min(670, 968 / k).toFixed(2);
    }).join(','),
  );
  return `${rows.join('\n')}\n`;
}
const FILES = [
  file('ar_off_rotate.csv', rotate(16, [1, 2, 3, 5])),
  file('ar_on_rotate.csv', rotate(16, [1, 1, 1, 2])),
];

test('a histogram of pairs: bins, classes, the link and the way back', async ({ page }) => {
  await open(page);
  await openFiles(page, FILES);
  await page.getByRole('button', { name: 'Distribution' }).click();
  await expect(panel(page, TITLE)).toBeVisible();
  await page.getByRole('combobox', { name: 'run', exact: true }).selectOption('AR off');
  const width = page.getByLabel('bin width');
  await width.fill('50');
  await width.press('Enter');
  await expect(panel(page, TITLE)).toContainText('per bin of 50 MB/s');

  const rows = await cells(await showTable(page, TITLE));
  expect(rows.slice(1).filter(([, , pairs]) => pairs !== '0')).toEqual([
    ['150 MB/s', '200 MB/s', '16', '25.0 %'],
    ['300 MB/s', '350 MB/s', '16', '25.0 %'],
    ['450 MB/s', '500 MB/s', '16', '25.0 %'],
    ['650 MB/s', '700 MB/s', '16', '25.0 %'],
  ]);

  await moreChoices(page).click();
  await page.getByLabel('peak of a link').fill('968');
  await page.getByLabel('peak of a link').press('Enter');
  await expect(moreChoices(page)).toHaveAccessibleName('More choices peak of a link: 968 MB/s');
  const classes = page.getByRole('region', { name: 'Pairs by flows on a link' }).getByRole('row');
  await expect(classes).toHaveCount(5);
  await expect(classes.nth(1)).toContainText('1670 MB/s25.0 % 16 pairs');
  await expect(classes.nth(4)).toContainText('5194 MB/s25.0 % 16 pairs');

  await chart(page, TITLE).focus();
  await page.keyboard.press('End');
  await expect(chart(page, TITLE).locator('..').getByRole('status')).toHaveText(
    '650 MB/s to 700 MB/s: 25.0 %, 16 pairs',
  );

  await page.reload();
  await expect(page.getByLabel('bin width')).toHaveValue('50');
  await expect(panel(page, TITLE)).toContainText('per bin of 50 MB/s');
  await page.goBack();
  await expect(moreChoices(page)).toHaveAccessibleName('More choices');
  await page.goBack();
  await expect(page.getByLabel('bin width')).toHaveValue('');
});

test('A and B: over each other, their difference and the ratio of each pair', async ({ page, context }) => {
  await open(page);
  await openFiles(page, FILES);
  await page.getByRole('button', { name: 'Distribution' }).click();
  await suggested(page, /AR off with AR on/);
  // Both stand in one histogram, with bins that can be chosen, until another frame is.
  await expect(page.getByRole('radio', { name: 'Overlay', exact: true })).toBeChecked();
  await expect(page.getByLabel('bin width')).toBeVisible();
  await page.getByRole('radio', { name: 'Ratio', exact: true }).click();
  await expect(panel(page, TITLE)).toContainText('B AR on over A AR off, the same pair by rank');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: `Save or copy ${TITLE}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Copy the SQL behind it' }).click();
  await expect(page.getByText('The SQL behind the histogram is copied.')).toBeVisible();
  const sql = await page.evaluate(() => navigator.clipboard.readText());
  expect(sql).toContain('of_b.value / of_a.value');
  await page.getByRole('radio', { name: 'Difference', exact: true }).click();
  await expect(panel(page, TITLE)).toContainText('B AR on − A AR off');
  await chart(page, TITLE).focus();
  await page.keyboard.press('End');
  await expect(chart(page, TITLE).locator('..').getByRole('status')).toContainText(
    '+50.0 %, A 25.0 %, B 75.0 %',
  );
  await page.getByRole('radio', { name: 'Side by side', exact: true }).click();
  await expect(panel(page, TITLE).getByRole('img')).toHaveCount(2);
});

test('calls that are not chosen in the matrix are left out of the histogram too', async ({ page }) => {
  const root = realData();
  test.skip(root === null, 'the folder of real results is not there');
  await open(page);
  await drop(page, [join(root ?? '', 'real/ipm/raptox__ipm-hpc-v2__MDFT_03.ipm.xml')]);
  await page.getByRole('button', { name: 'Matrix', exact: true }).click();
  const findings = page.getByRole('region', { name: 'Findings', exact: true });
  const communicating = findings.locator('div', { hasText: /^pairs that communicate/ });
  await expect(communicating).toContainText('60 cells');
  await page.getByRole('button', { name: /^All \d+ calls$/ }).click();
  await page.getByRole('checkbox', { name: 'MPI_Sendrecv_replace' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(communicating).toContainText('50 cells');
  await page.getByRole('button', { name: 'Distribution', exact: true }).click();
  await expect(page.getByRole('button', { name: /^\d+ of \d+ calls$/ })).toBeVisible();
  const pairs = page
    .getByRole('region', { name: 'Figures of each set' })
    .getByRole('row', { name: /^pairs/ });
  await expect(pairs).toContainText('50');
  await page.goBack();
  await page.goBack();
  await page.getByRole('button', { name: 'Distribution', exact: true }).click();
  await expect(pairs).toContainText('60');
});

test('pairs without a word on concurrency have no classes, and the reason', async ({ page }) => {
  await open(page, './#1&tab=distribution');
  const text = readFileSync('src/formats/pair/fixtures/pairs-nxnlatbw.out', 'utf8');
  await openFiles(page, [file('nxnlatbw.out', text)]);
  const values = page.getByRole('combobox', { name: 'values', exact: true });
  const bandwidth = values.getByRole('option', { name: /bandwidth/ }).first();
  await values.selectOption((await bandwidth.getAttribute('value')) ?? '');
  await expect(page.getByRole('main')).toContainText('there are no classes');
  await expect(page.getByRole('region', { name: 'Pairs by flows on a link' })).toHaveCount(0);
});

test('measurements of runs: the tab opens on them, A and B share bins, and there are no classes', async ({
  page,
}) => {
  const files = Object.entries(arOffOn(4)).map(([name, text]) => file(name.replaceAll('/', '_'), text));
  await open(page, './#1&tab=distribution');
  await openFiles(page, files);
  const values = page.getByRole('combobox', { name: 'values', exact: true });
  await values.selectOption({ label: 'osu_latency · latency' });
  await page.getByRole('combobox', { name: 'size', exact: true }).selectOption('1 B');
  await suggested(page, /AR off with AR on/);
  const title = 'Histogram of osu_latency · latency, avg, 1 B';
  await expect(panel(page, title)).toContainText('share of values');
  await expect(page.getByRole('main')).toContainText('no guides and no classes of sharing');
  await page.getByRole('radio', { name: 'Ratio', exact: true }).click();
  await expect(page.getByRole('main')).toContainText('they are laid over each other');
  const width = page.getByLabel('bin width');
  await width.fill('1');
  await width.press('Enter');
  await moreChoices(page).click();
  await page.getByRole('combobox', { name: 'bars', exact: true }).selectOption('number of values');
  await expect(panel(page, title)).toContainText('number of values per bin of 1 µs');
  const rows = await cells(await showTable(page, title));
  expect(rows).toEqual([
    ['from', 'to, not included', 'AR off, values', 'AR off, share', 'AR on, values', 'AR on, share'],
    ['1 µs', '2 µs', '0', '0 %', '4', '100 %'],
    ['2 µs', '3 µs', '4', '100 %', '0', '0 %'],
  ]);
  const figures = page.getByRole('region', { name: 'Figures of each set' });
  await expect(figures.getByRole('row', { name: /^minimum/ })).toContainText('2.5');
  await page.reload();
  await expect(panel(page, title)).toContainText('number of values per bin of 1 µs');
  await expect(page.getByRole('combobox', { name: 'size', exact: true })).toHaveValue('1');
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
});

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(colorScheme, () => {
    test.use({ colorScheme, reducedMotion: 'reduce' });
    test(`axe finds nothing in the distribution, ${colorScheme}`, async ({ page }) => {
      await open(page, './#1&tab=distribution');
      await openFiles(page, FILES);
      await expect(panel(page, TITLE)).toBeVisible();
      await suggested(page, /AR off with AR on/);
      for (const frame of ['Ratio', 'Overlay', 'Side by side', 'Difference', 'Single']) {
        await page.getByRole('radio', { name: frame, exact: true }).click();
        await expect(page.locator('.distribution')).toHaveAttribute('aria-busy', 'false');
        const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
        const said = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
        expect.soft(said, frame).toEqual([]);
      }
    });
  });
