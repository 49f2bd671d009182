import { AxeBuilder } from '@axe-core/playwright';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOSTS, ibnetdiscoverText, lftsText } from './made-fabric';
import { cells, drop, expect, file, open, openFiles, test, type Locator, type Page } from './support';

const topology = () => file('ibnetdiscover.txt', ibnetdiscoverText());
const tables = () => file('opensm-lfts.dump', lftsText());

const card = (page: Page, letter: string): Locator =>
  page.getByRole('group', { name: new RegExp(`Setting ${letter}`) });
const fabricOf = (page: Page, letter: string): Locator =>
  card(page, letter).getByRole('combobox', { name: 'fabric' });
const hottest = (page: Page): Locator => page.getByRole('grid', { name: 'Hottest links between switches' });
const figures = (page: Page): Locator => page.getByRole('table', { name: 'Figures of each setting' });

async function ready(page: Page): Promise<void> {
  await expect(page.getByText('Estimates are ready.')).toBeAttached({ timeout: 30_000 });
}

async function choose(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Congestion', exact: true }).click();
  await fabricOf(page, 'A').selectOption({
    label: `ibnetdiscover.txt · ${HOSTS} hosts, 12 switches`,
  });
  await ready(page);
}

test('a loaded fabric is estimated with its own tables, its links have their names, and a link restores it', async ({
  page,
  visitor,
}) => {
  await open(page);
  await openFiles(page, [topology(), tables()]);
  await choose(page);
  const first = await fabricOf(page, 'A').locator('option').first().textContent();
  expect(first).toContain('ibnetdiscover.txt');
  await expect(card(page, 'A').getByLabel('routing').locator('option:checked')).toHaveText('its own tables');
  // All shifts by D-mod-K on a full tree meet no congestion: 1/c is 1 for each pair.
  await card(page, 'A').getByRole('combobox', { name: 'traffic' }).selectOption('shifts');
  await ready(page);
  const mean = figures(page).getByRole('row', { name: /^mean share/ });
  await expect(mean.getByRole('cell').first()).toHaveText(/^100\.0/);
  expect((await cells(hottest(page)))[1]?.slice(0, 3).join(' ')).toMatch(
    /^A (leaf|spine)\d+ port \d+ (leaf|spine)\d+ port \d+$/,
  );

  // Cut by the list: the routes of the tables that went there are lost, or go another way.
  await hottest(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(card(page, 'A').getByRole('button', { name: /^Undo the cut link:/ })).toBeVisible();
  await card(page, 'A').getByRole('combobox', { name: 'then' }).selectOption('stale');
  await ready(page);
  await expect(figures(page).getByRole('row', { name: /^flows without a route/ })).toContainText(/^.*\d+ of/);
  const drawing = page.getByRole('group', { name: /^Load of the links, A / });
  await drawing.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText(/^(leaf|spine)\d+: /).first()).toBeAttached();

  const axe = await new AxeBuilder({ page }).analyze();
  expect(axe.violations).toEqual([]);

  const rows = await cells(hottest(page));
  const other = await (await visitor()).newPage();
  await other.goto(page.url());
  await expect(card(other, 'A').getByRole('alert')).toContainText('not loaded here');
  await openFiles(other, [topology(), tables()]);
  await expect(hottest(other)).toBeVisible();
  await ready(other);
  expect(await cells(hottest(other))).toEqual(rows);
});

test('two subnet managers of one fabric are settings beside each other', async ({ page }) => {
  const folder = test.info().outputPath('fabric');
  // All traffic between leaves by the first spine.
  const byOne = lftsText()
    .split(/(?=^Unicast)/m)
    .map((table) => (table.includes("'leaf") ? table.replace(/ 00[5-8] #/g, ' 005 #') : table))
    .join('');
  for (const [name, text] of [
    ['ftree', lftsText()],
    ['one', byOne],
  ] as const) {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, 'opensm-lfts.dump'), text);
  }
  writeFileSync(join(folder, 'ibnetdiscover.txt'), ibnetdiscoverText());
  await open(page);
  await drop(page, [folder]);
  await page.getByRole('button', { name: 'Congestion', exact: true }).click();
  await expect(fabricOf(page, 'A').locator('optgroup[label=loaded] option')).toHaveCount(1);
  await fabricOf(page, 'A').selectOption({ index: 0 });
  await card(page, 'A').getByRole('combobox', { name: 'traffic' }).selectOption('shifts');
  await card(page, 'B').getByLabel('routing').selectOption('lft');
  const of = card(page, 'B').getByRole('combobox', { name: 'of', exact: true });
  await of.selectOption({ label: 'fabric/one/' });
  await ready(page);
  const row = figures(page).getByRole('row', { name: /^mean share/ });
  await expect(row.getByRole('cell').nth(0)).toHaveText(/^100\.0/);
  // Of the 4 · 31 flows of a leaf, k of 4 leave it in shifts 1, 2, 3, 4 … 28, 29, 30, 31: the sum of shares is
  // 4 + 3 + 2 + 25 + 2 + 3 + 4 = 43.
  await expect(row.getByRole('cell').nth(1)).toHaveText(/^34\.7/);
  await expect(figures(page).getByRole('columnheader', { name: /tables of fabric\/one\// })).toBeVisible();
});

test('without tables a loaded fabric is routed by a rule, and its own tables are a sentence', async ({
  page,
}) => {
  await open(page);
  await openFiles(page, [topology()]);
  await choose(page);
  const routing = card(page, 'A').getByLabel('routing');
  await expect(routing).toHaveValue('minhop');
  await expect(hottest(page)).toBeVisible();
  await routing.selectOption('lft');
  await expect(card(page, 'A').getByRole('alert')).toContainText(
    'No forwarding tables of ibnetdiscover.txt are loaded',
  );
  // The other settings go on with the fabric.
  await expect(hottest(page)).toBeVisible();
  await openFiles(page, [tables()]);
  await expect(card(page, 'A').getByRole('alert')).toHaveCount(0);
  await fabricOf(page, 'A').selectOption({ label: '2-level tree' });
  await expect(routing).toHaveValue('dmodk');
});
