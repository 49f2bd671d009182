import { AxeBuilder } from '@axe-core/playwright';
import { osuBarrier, osuBandwidth, osuLatency } from './made';
import { ncclText } from './made-nccl';
import { ipmLog } from './made-profile';
import { commaTable, longTable } from './made-tables';
import { expect, file, open, openFiles, showTable, test, type Page } from './support';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function expectClean(page: Page, state: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  const said = violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`).join(' | ')}`,
  );
  expect.soft(said, state).toEqual([]);
}

const FILES = [
  file('ar_off.out', osuLatency(2)),
  file('ar_on.out', osuLatency(1)),
  file('ar_off_bw.out', osuBandwidth()),
  file('ar_on_bw.out', osuBandwidth(1.2)),
  file('ar_off_barrier.out', osuBarrier()),
  file('ar_on_barrier.out', osuBarrier('10.01')),
  file('cut.log', ncclText().slice(0, 1500)),
  file('notes.txt', 'nothing known\n'),
];

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme, reducedMotion: 'reduce' });

    test(`axe finds nothing in the states of the view, ${colorScheme}`, async ({ page }) => {
      await open(page);
      await expectClean(page, 'empty');
      await openFiles(page, FILES);
      await expect(page.getByRole('figure', { name: 'osu_latency' })).toBeVisible();
      await expectClean(page, 'loaded');
      await page.getByRole('button', { name: /AR off with AR on/ }).click();
      await expectClean(page, 'ratio');
      for (const frame of ['Overlay', 'Side by side', 'Difference', 'Single']) {
        await page.getByRole('radio', { name: frame, exact: true }).click();
        await expectClean(page, frame);
      }
      await page.getByRole('radio', { name: 'Ratio', exact: true }).click();
      const grid = await showTable(page, 'osu_latency');
      await grid.getByRole('gridcell').nth(5).click();
      await expect(page.getByRole('region', { name: 'Pinned point' })).toBeVisible();
      await expectClean(page, 'table and pin');
      await page.getByRole('button', { name: 'Files', exact: true }).click();
      await page
        .getByRole('button', { name: /remark|not understood/ })
        .first()
        .click();
      // What lies below the status bar until one scrolls would count as covered.
      await page.setViewportSize({ width: 1440, height: 1600 });
      await expectClean(page, 'files');
    });

    test(`axe finds nothing in the overview, ${colorScheme}`, async ({ page }) => {
      await open(page, './#1&tab=overview');
      await openFiles(page, FILES);
      await expect(page.getByRole('region', { name: 'What was loaded' })).toBeVisible();
      await expectClean(page, 'nothing compared');
      await page.getByRole('button', { name: /AR off with AR on/ }).click();
      await showTable(page, 'What changed most');
      // What lies below the status bar until one scrolls would count as covered.
      await page.setViewportSize({ width: 1440, height: 1600 });
      await expectClean(page, 'compared, with its table');
    });

    test(`axe finds nothing in the mapping dialog, ${colorScheme}`, async ({ page }) => {
      await open(page);
      await openFiles(page, [file('comma.csv', commaTable()), file('long.tsv', longTable())]);
      const dialog = page.getByRole('dialog', { name: 'Map columns' });
      await expect(dialog).toBeVisible();
      await expectClean(page, 'mapping, something missing');
      await dialog.getByRole('button', { name: /^How it is written/ }).click();
      await dialog.getByLabel('Mapping to load').setInputFiles(file('odd.json', '{}'));
      await expect(dialog.getByRole('alert')).toBeVisible();
      await dialog.getByLabel('Benchmark', { exact: true }).fill('halo');
      await expectClean(page, 'mapping, layout and problem');
      await dialog.getByRole('button', { name: /^Read the/ }).click();
      await expect(page.getByRole('dialog')).toContainText('long.tsv');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Files', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Say what its columns are' })).toBeVisible();
      await expectClean(page, 'files with a table');
      await page.getByRole('button', { name: 'Work', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Remembered tables…' }).click();
      await expect(page.getByRole('dialog', { name: 'Remembered tables' })).toBeVisible();
      await expectClean(page, 'remembered tables');
    });

    test(`axe finds nothing in the profiles, ${colorScheme}`, async ({ page }) => {
      await open(page);
      await openFiles(page, [
        file('heat_ar_off.xml', ipmLog({ ranks: 8, present: [0, 1, 2, 5], negative: true })),
        file('heat_ar_on.xml', ipmLog({ allreduce: 1 })),
      ]);
      await page.getByRole('button', { name: 'Profile', exact: true }).click();
      await expect(page.getByRole('region', { name: 'Figures', exact: true })).toBeVisible();
      // What lies below the status bar until one scrolls would count as covered.
      await page.setViewportSize({ width: 1440, height: 3200 });
      await expectClean(page, 'one profile');
      await page.getByLabel('Compare by').selectOption('AR');
      await page.getByRole('group', { name: /^A AR off: time of each rank/ }).focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('region', { name: 'Pinned rank' })).toBeVisible();
      await page.getByRole('button', { name: 'By message size' }).click();
      await showTable(page, 'A AR off: time of each rank');
      await expectClean(page, 'two profiles, pin and table');
    });

    test(`axe finds nothing in dialogs and menus, ${colorScheme}`, async ({ page }) => {
      await open(page);
      await openFiles(page, FILES);
      await page.getByRole('button', { name: /Edit conditions/ }).click();
      await page.getByRole('dialog').getByLabel('Condition', { exact: true }).fill('nodes');
      await page.getByRole('dialog').getByLabel('Value', { exact: true }).fill('many');
      await expect(page.getByRole('alert')).toBeVisible();
      await expectClean(page, 'conditions');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.getByRole('button', { name: 'Path template…' }).click();
      await page.getByRole('dialog').getByLabel('Template', { exact: true }).fill('{benchmark_{nodes}');
      await expectClean(page, 'template');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Work', exact: true }).click();
      await expect(page.getByRole('menu')).toBeVisible();
      await expectClean(page, 'work menu');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Save or copy osu_latency', exact: true }).click();
      await expect(page.getByRole('menu')).toBeVisible();
      await expectClean(page, 'figure menu');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /benchmarks$/ }).click();
      await expect(page.getByRole('dialog', { name: 'Benchmarks' })).toBeVisible();
      await expectClean(page, 'benchmarks');
    });
  });
}

test('axe finds nothing while files are read', async ({ page }) => {
  await open(page);
  await openFiles(page, [file('big.out', osuLatency().repeat(100_000))]);
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expectClean(page, 'importing');
  await page.getByRole('button', { name: 'Cancel' }).click();
});
