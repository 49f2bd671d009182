import { AxeBuilder } from '@axe-core/playwright';
import { ibnetdiscoverText, lftsText, slowCableRotate } from './made-fabric';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cells, drop, expect, file, open, openFiles, test, type Page } from './support';

const rotate = () => file('rotate.csv', slowCableRotate());
const fabric = () => [file('ibnetdiscover.txt', ibnetdiscoverText()), file('opensm-lfts.dump', lftsText())];
const mode = async (page: Page) => {
  await page.getByRole('button', { name: 'Congestion', exact: true }).click();
  await page.getByRole('radio', { name: 'Against a measurement' }).click();
};
const accused = (page: Page) => page.getByRole('region', { name: 'Links behind slow pairs' });
const found = (page: Page) => page.getByRole('region', { name: 'Hosts found in the fabric' });

test('topology, tables and a rotate test: the slow cable is accused first, and a link restores all of it', async ({
  page,
  visitor,
}) => {
  await open(page);
  await openFiles(page, [...fabric(), rotate()]);
  await mode(page);
  await expect(found(page)).toContainText('32 hosts of the measurement');
  await expect(found(page)).toContainText('by name without domain');
  await expect(accused(page).getByRole('grid')).toBeVisible();
  const rows = await cells(accused(page).getByRole('grid'));
  expect(rows).toHaveLength(2);
  expect(rows[1]?.[1]).toBe('leaf2 port 7 → spine3 port 2');
  expect(rows[1]?.[2]).toMatch(/^2[45]\.?\d* %$/);
  expect(rows[1]?.[3]).toBe('16 of 16');
  expect(rows[1]?.[6]).toBe('between switches');
  // All of its columns are in sight, and what is not in them stands below.
  const table = accused(page).locator('.datatable');
  expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  await expect(accused(page)).toContainText(/how sure[\d.]+ standard errors, chance/);
  const agreement = page.getByRole('region', { name: 'Agreement' });
  await expect(agreement).toContainText('pairs compared256');
  await expect(page.getByRole('img', { name: /^Measured against predicted/ })).toBeVisible();
  const matrix = page.getByRole('figure', { name: 'Measured ÷ predicted', exact: true });
  await expect(matrix).toBeVisible();

  // By the keyboard: the points of the scatter, and the slowest pair behind the link.
  await page.getByRole('group', { name: /^Measured against predicted/ }).press('Home');
  await expect(
    page.getByText(/^n\d+.* to n\d+.*, predicted 12\.5 GB\/s, measured 2\.\d+ GB\/s/),
  ).toBeAttached();
  await accused(page).getByRole('grid').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/pair=/);
  // The link is in the drawing, its pairs are in the matrix.
  const links = page.getByRole('figure', { name: 'Measured ÷ predicted on the links' });
  await expect(links.getByRole('status').filter({ hasText: 'accused as number 1' })).toContainText(
    'leaf2 port 7 – spine3 port 2, accused as number 1: 16 pairs, outlined in the matrix above.',
  );
  await expect(links).toContainText('The thin line is the path of the pinned pair.');

  const axe = await new AxeBuilder({ page }).analyze();
  expect(axe.violations).toEqual([]);

  const other = await (await visitor()).newPage();
  await other.goto(page.url());
  await expect(other.getByRole('radio', { name: 'Against a measurement' })).toBeChecked();
  await openFiles(other, [...fabric(), rotate()]);
  await expect(accused(other).getByRole('grid')).toBeVisible();
  expect(await cells(accused(other).getByRole('grid'))).toEqual(rows);
  await expect(other.getByText(/accused as number 1: 16 pairs/)).toBeVisible();
});

test('from the drawing to the list: by keys to the accused cable, then to one that is not', async ({
  page,
}) => {
  await open(page);
  await openFiles(page, [...fabric(), rotate()]);
  await mode(page);
  const links = page.getByRole('figure', { name: 'Measured ÷ predicted on the links' });
  const drawing = links.getByRole('group', { name: /^Measured ÷ predicted on the links/ });
  const row = accused(page).getByRole('row', { name: /leaf2 port 7/ });
  await drawing.focus();
  // leaf1, leaf2, then its cables in the order of its ports, of which 7 is the slow one.
  for (const key of ['ArrowRight', 'ArrowRight', ...Array.from({ length: 7 }, () => '.')])
    await page.keyboard.press(key);
  await expect(
    links.getByText(/leaf2 port 7 – spine3 port 2: × 0\.2\d+ up, .* accused as number 1/).first(),
  ).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/onPart=cable/);
  await expect(row).toHaveClass(/datatable-marked/);
  await page.keyboard.press(',');
  await page.keyboard.press('Enter');
  await expect(links.getByText(/^leaf2 port 6 – spine2 port 2: \d+ pairs, outlined/)).toBeVisible();
  await expect(row).not.toHaveClass(/datatable-marked/);
  await links.getByRole('button', { name: 'Show none' }).click();
  await expect(page).not.toHaveURL(/onPart/);
});

test('the chosen box limits the comparison, and can be taken away', async ({ page }) => {
  await open(page);
  await openFiles(page, [...fabric(), rotate()]);
  await mode(page);
  const agreement = page.getByRole('region', { name: 'Agreement' });
  await expect(agreement).toContainText('pairs compared256');
  const link = new URL(page.url());
  const senders = '[[0,3]]';
  await page.goto(`${link.href}&chosen=${encodeURIComponent(`[${senders},[[16,31]]]`)}`);
  await expect(agreement).toContainText('pairs compared64');
  await page.getByRole('button', { name: /^Show all pairs again, not only 4 senders/ }).click();
  await expect(agreement).toContainText('pairs compared256');
});

test('a long comparison says what it does, can be cancelled, and started again', async ({ page }) => {
  const half = 648;
  const rows = Array.from({ length: half }, (_, shift) =>
    Array.from({ length: half }, (_, sender) => 5000 + ((shift * 31 + sender * 17) % 400)).join(','),
  );
  await open(page);
  await openFiles(page, [file('rotate.csv', ['# rotate', '# rotation: forward', ...rows, ''].join('\n'))]);
  await expect(page.getByText('1296 × 1296')).toBeVisible({ timeout: 40_000 });
  await page.goto('./#1&tab=congestion&mode=against&onFabric=pgft:18,72/1,18/1,1');
  const links = page.getByText('Looking for links …').first();
  await expect(links).toBeVisible({ timeout: 40_000 });
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByText('Cancelled.', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Agreement' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(page.getByRole('region', { name: 'Agreement' })).toContainText('pairs compared419', {
    timeout: 40_000,
  });
});

test('without tables the paths are said to be a guess; adaptive routing gives the reason why no link is named', async ({
  page,
}) => {
  await open(page);
  await openFiles(page, [file('ibnetdiscover.txt', ibnetdiscoverText()), rotate()]);
  await mode(page);
  await expect(found(page)).toContainText('no forwarding tables are loaded');
  await page.getByLabel('routing').selectOption('spray');
  await expect(accused(page)).toContainText('No link can be accused: adaptive routing');
  await expect(page).toHaveURL(/onRouting=spray/);
});

test('hosts of another fabric are a sentence, and the order of the hosts can be chosen instead', async ({
  page,
}) => {
  await open(page);
  await openFiles(page, [...fabric(), file('rotate.csv', slowCableRotate('other'))]);
  await mode(page);
  await expect(found(page).getByRole('alert')).toContainText(
    'None of the 32 measured hosts is in this fabric',
  );
  await page.getByLabel('ranks in the order of the fabric’s hosts').check();
  await expect(found(page)).toContainText('names were not compared');
  await expect(accused(page).getByRole('grid')).toContainText('leaf2 port 7 → spine3 port 2');
});

test('a simulated test opens on the fabric and the routing that it was simulated with; another size is a sentence', async ({
  page,
}) => {
  await open(page);
  await drop(page, ['sample-data/rotate-two-levels']);
  await mode(page);
  const agreement = page.getByRole('region', { name: 'Agreement' });
  await expect(agreement).toContainText('correlation (Pearson)');
  await expect(found(page)).toContainText('in a fabric of 96 hosts and 20 switches');
  await expect(page.getByRole('combobox', { name: /^bandwidth/ })).toBeDisabled();
  await expect(page.getByText('the fabric gives no speeds', { exact: true })).toBeVisible();
  await expect(page.getByLabel('ranks in the order of the fabric’s hosts')).toBeChecked();
  await page.getByLabel('leaves').fill('16');
  await page.getByLabel('leaves').press('Enter');
  await expect(found(page).getByRole('alert')).toContainText(
    'The measurement has 96 hosts, the generated fabric 128',
  );
  await expect(agreement).toHaveCount(0);
});

test('a test that was simulated with its ranks in random order is held against that order', async ({
  page,
}) => {
  await open(page);
  await drop(page, ['sample-data/rotate-three-levels']);
  await mode(page);
  await expect(found(page)).toContainText('in random order (seed 1), as the test was simulated');
  const agreement = page.getByRole('region', { name: 'Agreement' });
  await expect(agreement).toContainText('rank correlation (Spearman)1.00');
  await page.getByLabel('ranks in the order of the fabric’s hosts').check();
  await expect(agreement).not.toContainText('rank correlation (Spearman)1.00');
  await expect(found(page)).not.toContainText('random order');
});

test('the tables chosen in the Fabric tab are those of the comparison, and can be chosen in it', async ({
  page,
}, info) => {
  const folder = info.outputPath('tables');
  for (const [name, text] of [
    ['ibnetdiscover.txt', ibnetdiscoverText()],
    ['rotate.csv', slowCableRotate()],
    ['monday/opensm-lfts.dump', lftsText()],
    ['tuesday/opensm-lfts.dump', `${lftsText()}\n`],
  ] as const) {
    mkdirSync(`${folder}/${name}`.replace(/\/[^/]*$/, ''), { recursive: true });
    writeFileSync(`${folder}/${name}`, text);
  }
  await open(page);
  await drop(page, [folder]);
  await page.getByRole('button', { name: 'Fabric', exact: true }).click();
  const inFabric = page.getByRole('combobox', { name: 'Tables', exact: true });
  await expect(inFabric).toBeVisible();
  const other = await inFabric.locator('option').nth(1).getAttribute('value');
  await inFabric.selectOption(other);
  await mode(page);
  await expect(page.getByRole('combobox', { name: 'tables', exact: true })).toHaveValue(other ?? '');
  await expect(page.getByText(/^tables of .*tuesday/)).toBeVisible();
  await page.getByRole('combobox', { name: 'tables', exact: true }).selectOption({ index: 0 });
  await expect(page.getByText(/^tables of .*monday/)).toBeVisible();
  await expect(accused(page).getByRole('grid')).toBeVisible();
});
