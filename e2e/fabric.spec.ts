import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { cells, expect, file, kept, open, openFiles, test, type Page } from './support';

const FIXTURES = join(import.meta.dirname, '../src/formats/fabric/fixtures/fabric');
const text = (name: string): string => readFileSync(join(FIXTURES, name), 'utf8');
const fixture = (name: string, change: (content: string) => string = (content) => content) =>
  file(name, change(text(name)));

const tab = (page: Page) => page.getByRole('button', { name: 'Fabric', exact: true }).click();
const table = (page: Page, name: string) => page.getByRole('table', { name, exact: true });
const list = (page: Page, name: string) => page.getByRole('radio', { name, exact: true }).check();
const findings = (page: Page) => page.getByRole('list', { name: 'Findings' });

/** A slow cable, and one that is missing at both ends. */
const damaged = (content: string): string =>
  content
    .replace(/(\[3\]\t"S-00aa000000000200"\[1\].*)4xEDR/, '$11xEDR')
    .replace(/(\[1\]\t"S-00aa000000000100"\[3\].*)4xEDR/, '$11xEDR')
    .replace(/\[4\]\t"S-00aa000000000201"\[3\].*\n/, '')
    .replace(/\[3\]\t"S-00aa000000000102"\[4\].*\n/, '');

test('topology, tables and counters give a report; reload and link restore it', async ({ page, browser }) => {
  await open(page);
  await openFiles(page, [
    fixture('tree.topo.txt', damaged),
    fixture('tree.lfts.dump'),
    fixture('tree.perfquery-before.txt'),
    fixture('tree.perfquery-after.txt'),
  ]);
  await expect(page.getByRole('article').filter({ hasText: 'tree.topo.txt' })).toContainText(
    '14 nodes, 15 cables',
  );
  await expect(page.getByRole('article').filter({ hasText: 'tree.lfts.dump' })).toContainText(
    'forwarding tables of 6 switches (76 entries)',
  );
  await tab(page);
  await expect(table(page, 'What it has')).toContainText('6 on 2 levels');
  await expect(table(page, 'Levels').getByRole('row').nth(1)).toContainText('1480');
  await expect(findings(page)).toContainText('“leaf1” port 3 to “spine1” port 1 runs at 1xEDR, 25 Gb/s');
  await expect(findings(page)).toContainText('“leaf3” and “spine2” are joined by no cable');
  // leaf3 sends to the 3 hosts of even number elsewhere by spine2, and 6 hosts to its n06: 2 × 3 + 6 pairs.
  await expect(table(page, 'Routes').getByRole('row', { name: /^unreachable pairs/ })).toContainText('12');

  await list(page, 'Counters');
  await page
    .getByRole('combobox', { name: 'Counters', exact: true })
    .selectOption({ label: 'tree.perfquery-after.txt' });
  await page
    .getByRole('combobox', { name: 'minus those of' })
    .selectOption({ label: 'tree.perfquery-before.txt' });
  await expect(page.getByRole('grid', { name: 'Counters' })).toContainText('6,000');
  const counted = await cells(page.getByRole('grid', { name: 'Counters' }));
  expect(counted).toContainEqual(['leaf1', '3', 'spine1', 'PortXmitData', '6,000']);
  const link = page.url();
  expect(link).toContain('fabricBefore=');

  // The drawing shows routes, or counters, or rates; its switches and cables lead to their lines.
  const drawing = page.getByRole('group', { name: /^The fabric: destinations, / });
  await drawing.focus();
  await page.keyboard.press('ArrowRight');
  for (let port = 1; port <= 3; port++) await page.keyboard.press('.');
  await expect(page.getByRole('status').filter({ hasText: 'leaf1 port 3 – spine1 port 1' })).toHaveText(
    /: × 1(\.00)? up, × 1(\.00)? down, 3 and 1, finding 1$/,
  );
  const region = page.getByRole('region', { name: 'Line of the file' });
  await page.keyboard.press('Enter');
  await expect(region.locator('.trace-here')).toContainText('[3]\t"S-00aa000000000200"[1]');
  await region.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('combobox', { name: 'Cables show' }).selectOption('nominal rate');
  await page.getByRole('group', { name: /^The fabric: nominal rate, / }).focus();
  await expect(page).toHaveURL(/fabricShow=rate/);

  // Counters stand beside their links, and every cell leads to the line of the file that it comes from.
  await list(page, 'Links');
  const links = page.getByRole('grid', { name: 'Links' });
  const [head = [], ...rows] = await cells(links);
  const at = rows.findIndex(([from, port]) => from === 'leaf1' && port === '3');
  expect(rows[at]?.[head.indexOf('PortXmitData')]).toMatch(/^6,000 \/ /);
  const cell = (name: string) =>
    links
      .getByRole('row')
      .nth(at + 1)
      .getByRole('gridcell')
      .nth(head.indexOf(name));
  const line = page.getByRole('region', { name: 'Line of the file' });
  await cell('PortXmitData').click();
  await expect(line).toContainText('tree.perfquery-after.txt, line 16');
  await expect(line.getByLabel(/around line 16$/)).toContainText('PortXmitData:....................9000');
  await cell('rate').click();
  await expect(line).toContainText('tree.topo.txt, line ');
  await expect(line.getByLabel(/^Lines of tree.topo.txt/)).toContainText('[3]\t"S-00aa000000000200"[1]');
  await list(page, 'Findings');
  await findings(page)
    .getByRole('listitem')
    .filter({ hasText: 'runs at 1xEDR' })
    .getByRole('button', { name: /^line/ })
    .click();
  await expect(line.locator('.trace-here')).toContainText('1xEDR');
  await line.getByRole('button', { name: 'Close' }).click();
  await expect(line).toHaveCount(0);
  await list(page, 'Counters');

  await kept(page, 4);
  await page.reload();
  await expect(page.getByRole('grid', { name: 'Counters' })).toContainText('6,000');

  const other = await browser.newContext();
  const fresh = await other.newPage();
  await fresh.goto(link);
  await openFiles(fresh, [
    fixture('tree.perfquery-after.txt'),
    fixture('tree.topo.txt', damaged),
    fixture('tree.perfquery-before.txt'),
    fixture('tree.lfts.dump'),
  ]);
  await fresh.goto(link);
  await expect(fresh.getByRole('grid', { name: 'Counters' })).toContainText('6,000');
  await other.close();
});

test('a dump that is cut and tables of another fabric get a sentence each; nothing loaded is lost', async ({
  page,
}) => {
  await open(page);
  const foreign = (content: string) => content.replaceAll('0x00aa', '0x00cc');
  await openFiles(page, [
    fixture('tree.topo.txt'),
    file('cut.dump', text('tree.lfts.dump').slice(0, 3000)),
    file('other.dump', foreign(text('tree.dump_fts.txt'))),
  ]);
  await tab(page);
  await expect(findings(page)).toContainText('cut.dump: The file ends within this line: it is cut short.');
  await expect(findings(page)).toContainText(
    'other.dump is of another fabric: none of its 6 switches are in tree.topo.txt',
  );
  await expect(table(page, 'What it has')).toContainText('6 on 2 levels');
});

test('the empty page says how to make the files; keys, both themes, no axe findings', async ({ page }) => {
  await open(page);
  await openFiles(page, [fixture('tree.lfts.dump')]);
  await tab(page);
  await expect(page.getByText('no topology that they belong to')).toBeVisible();
  await expect(page.getByText('ibnetdiscover > fabric.topo')).toBeVisible();
  await openFiles(page, [fixture('tree.topo.txt')]);
  await tab(page);
  await expect(page.getByText('No problems found.')).toBeVisible();
  const radio = page.getByRole('radio', { name: 'Findings' });
  await radio.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('grid', { name: 'Links' })).toContainText('leaf1');
  for (const name of ['Switches', 'Hosts']) {
    await list(page, name);
    await expect(page.getByRole('grid', { name })).toBeVisible();
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  }
});
