import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { strFromU8, unzipSync } from 'fflate';
import { write } from './made';
import { ibnetdiscoverText } from './made-fabric';
import { rotateCsv } from './made-rotate';
import { drop, expect, open, status, test, type Page } from './support';

/** Every name of the made site: none may be in what is shared, nor on a page that opens it. */
const NAMES = /rivendell|orthanc|gondor|bilbo|isengard|edoras|acceptance|0002000000[abc]0/i;

/** A test of pairs on two partitions of one system, in the folder of a person, and the fabric of its hosts. */
function site(): Record<string, string> {
  const files: Record<string, string> = {
    'home/bilbo/acceptance/fabriscope.yaml': 'version: 1\nconditions: { system: Gondor }\n',
    'home/bilbo/acceptance/fabric.txt': ibnetdiscoverText()
      .replace(/"n(\d{3}) HCA/g, '"rivendell-$1 HCA')
      .replace(/"(leaf|spine)(\d)/g, '"orthanc-$1$2'),
  };
  for (const [ar, partition] of [
    ['off', 'isengard'],
    ['on', 'edoras'],
  ])
    for (const repeat of [1, 2])
      files[`home/bilbo/acceptance/ar_${ar}/partition=${partition}_rotate_r${repeat}.csv`] = rotateCsv({
        hosts: 'rivendell-',
        repeat,
        ...(ar === 'on' ? { slow: () => false } : {}),
      });
  return files;
}

const text = (page: Page) => page.evaluate(() => document.documentElement.outerHTML);

test('a work with pseudonyms holds no name, opens in a fresh browser by its link, and is translated back', async ({
  page,
  visitor,
  folder,
}) => {
  await open(page);
  await drop(page, [write(folder, site())]);
  await expect(status(page)).toContainText('4 runs, 4 with pairs');
  const sides = JSON.stringify({ by: 'condition', key: 'partition', a: 'isengard', b: 'edoras' });
  await page.goto(`./#1&tab=matrix&frame=side&sides=${encodeURIComponent(sides)}`);
  await expect(page.getByRole('heading', { name: /rotate/ }).first()).toBeVisible();

  await page.getByRole('button', { name: 'Share', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await expect(dialog.getByLabel('Link to this view')).toHaveValue(/isengard/);
  await dialog.getByRole('checkbox', { name: /^Replace names/ }).check();
  for (const kind of [/^Hosts 32/, /^Switches 12/, /^GUIDs/, /^Users 1/, /^Systems 1/, /^Folders and files/])
    await expect(dialog.getByRole('checkbox', { name: kind })).toBeChecked();
  await expect(dialog.getByRole('checkbox', { name: /^partition 2/ })).toBeChecked();
  await dialog.getByRole('button', { name: /^What becomes of what/ }).click();
  await expect(dialog.getByRole('grid', { name: 'Names and their pseudonyms' })).toContainText('isengard');
  await dialog.getByLabel('Translate an answer back').fill('host-0003 is slow in partition-01');
  await expect(dialog.getByText('rivendell-003 is slow in edoras')).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).include('.share').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);

  const key = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save the key (CSV)' }).click();
  expect(readFileSync(await (await key).path(), 'utf8')).toContain('host-0003,rivendell-003,host');
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save file' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('shared.fabriscope');
  const bytes = readFileSync(await saved.path());
  for (const [name, content] of Object.entries(unzipSync(bytes)))
    expect(strFromU8(content, true).match(NAMES), name).toBeNull();
  const link = await dialog.getByLabel('Link that brings the file').inputValue();
  expect(link).not.toMatch(NAMES);

  const context = await visitor();
  await context.route('**/shared.fabriscope', (route) => route.fulfill({ body: bytes }));
  const other = await context.newPage();
  await other.goto(link);
  await expect(status(other)).toContainText('4 runs, 4 with pairs');
  await expect(other.getByText('Names are pseudonyms, chosen by who shared this.')).toBeVisible();
  await expect(other).toHaveURL(/partition-0/);
  const tabs = other.getByRole('navigation', { name: 'Views' });
  for (const [name, seen] of [
    ['Matrix', 'host-0001'],
    ['Rotate', 'host-00'],
    ['Fabric', 'switch-0001'],
    ['Distribution', 'MB/s'],
    ['Files', 'Its lines were left out.'],
  ] as const) {
    await tabs.getByRole('button', { name, exact: true }).click();
    if (name === 'Fabric') await other.getByRole('radio', { name: 'Switches', exact: true }).check();
    await expect(other.getByRole('main')).toContainText(seen);
    expect((await text(other)).match(NAMES), name).toBeNull();
  }
});

test('a view without data is shared as a link', async ({ page }) => {
  await open(page, './#1&tab=congestion');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await expect(dialog.getByLabel('Link to this view')).toHaveValue(/#1&tab=congestion$/);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
});

test('a small work goes by a link of its own, as an encrypted file with its key, and as a report from disk', async ({
  page,
  visitor,
  folder,
}) => {
  await open(page);
  await drop(page, [write(folder, { 'rotate_r1.csv': rotateCsv({ hosts: 'rivendell-', repeat: 1 }) })]);
  await expect(status(page)).toContainText('1 run, 1 with pairs');
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Rotate' }).click();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });

  await dialog.getByRole('button', { name: 'Make link' }).click();
  const link = await dialog.getByLabel('Link with the data').inputValue();
  const other = await (await visitor()).newPage();
  await other.goto(link);
  await expect(status(other)).toContainText('1 run, 1 with pairs');
  await expect(other.getByRole('main')).toContainText('rivendell-');

  const encrypting = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Encrypt and save' }).click();
  const encrypted = await encrypting;
  expect(readFileSync(await encrypted.path(), 'latin1')).not.toMatch(NAMES);
  const drops = await dialog.getByLabel('Link where the file is sent another way').inputValue();
  const third = await (await visitor()).newPage();
  await third.goto(drops);
  await expect(third.getByText('drop or open that file here')).toBeVisible();
  await third.getByLabel('Files to open').setInputFiles(await encrypted.path());
  await expect(status(third)).toContainText('1 run, 1 with pairs');

  await dialog.getByLabel('Title of the report').fill('Acceptance <b>2026</b>');
  const reporting = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save report' }).click();
  const report = await reporting;
  expect(report.suggestedFilename()).toMatch(/^acceptance-b-2026-b-\d{4}-\d\d-\d\d\.html$/);
  const file = join(folder, report.suggestedFilename());
  await report.saveAs(file);
  const last = await (await visitor()).newPage();
  await last.goto(pathToFileURL(file).href);
  await expect(status(last)).toContainText('1 run, 1 with pairs', { timeout: 30_000 });
  await expect(last.getByText('Acceptance <b>2026</b>')).toBeVisible();
  await expect(last.getByRole('main')).toContainText('rivendell-');
});
