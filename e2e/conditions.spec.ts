import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { osuLatency, write } from './made';
import { chart, drop, expect, file, open, openFiles, status, test, work, type Page } from './support';

/** Sets a condition for all ticked runs through the dialog. */
async function setCondition(page: Page, key: string, value: string): Promise<void> {
  await page.getByRole('button', { name: /^Edit conditions/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Condition', { exact: true }).fill(key);
  await dialog.getByLabel('Value', { exact: true }).fill(value);
  await dialog.getByRole('button', { name: /^Set for/ }).click();
  await expect(dialog.getByRole('row', { name: new RegExp(`^${key} ${value} user`) })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}

test('conditions of many runs at once, undone, and kept through a new import', async ({ page, visitor }) => {
  const files = [file('lat_1.out', osuLatency(1)), file('lat_2.out', osuLatency(2))];
  await open(page);
  await openFiles(page, files);
  await expect(status(page)).toContainText('2 runs');
  await setCondition(page, 'AR', 'on');
  const chip = page.getByRole('listitem').filter({ hasText: /^AR on$/ });
  await expect(chip).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(chip).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
  await setCondition(page, 'AR', 'on');
  await expect(chip).toHaveCount(1);
  await page.keyboard.press('Control+z');
  await expect(chip).toHaveCount(0);

  await setCondition(page, 'SHARP', 'off');
  const saving = page.waitForEvent('download');
  await work(page, 'Save as .fabriscope file');
  const saved = readFileSync(await (await saving).path());
  const other = await (await visitor()).newPage();
  await open(other);
  await openFiles(other, [file('work.fabriscope', saved)]);
  await expect(status(other)).toContainText('2 runs');
  await openFiles(other, files);
  await expect(other.getByText('2 files are loaded already')).toBeVisible();
  await expect(other.getByRole('listitem').filter({ hasText: /^SHARP off$/ })).toHaveCount(1);
});

test('a path template gives conditions, with a live preview, also to files that come later', async ({
  page,
  folder,
}) => {
  write(folder, {
    'run1/lat_4n_x.out': osuLatency(1),
    'run1/lat_8n_y.out': osuLatency(2),
    'run2/lat_16n_x.out': osuLatency(3),
  });
  await open(page);
  await drop(page, [join(folder, 'run1')]);
  await page.getByRole('button', { name: 'Path template…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Conditions from paths' });
  const template = dialog.getByLabel('Template', { exact: true });
  await template.fill('lat_{nodes}n_{firmware');
  await expect(dialog.getByRole('status')).toContainText('not closed');
  await template.fill('lat_{nodes}n_{firmware}.out');
  await expect(dialog.getByRole('status')).toHaveText('Fits 2 of 2 paths.');
  await expect(dialog.getByRole('list', { name: 'Preview' })).toContainText('firmware = y');
  await dialog.getByRole('button', { name: 'Use template' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByLabel('Compare by').getByRole('option', { name: 'firmware' })).toBeAttached();
  await drop(page, [join(folder, 'run2')]);
  await expect(status(page)).toContainText('3 runs');
  await page.getByRole('combobox', { name: 'x', exact: true }).selectOption('nodes');
  await expect(chart(page, 'osu_latency').getByRole('img')).toHaveAccessibleName(
    /over nodes, .*at 4 to .* at 16/,
  );
});

test('a sidecar gives conditions, dated events and a system to the files beside it', async ({
  page,
  folder,
}) => {
  write(folder, {
    'study/fabriscope.yaml': `conditions:
  system: Made-up cluster
files:
  - match: before/*.out
    conditions: { AR: off, date: 2020-05-01 }
  - match: after/*.out
    conditions: { AR: on, date: 2020-05-20 }
events:
  - { at: 2020-05-12, what: AR switched on }
`,
    'study/before/lat.out': osuLatency(2),
    'study/after/lat.out': osuLatency(1),
  });
  await open(page);
  await drop(page, [join(folder, 'study')]);
  await expect(page.getByRole('region', { name: /^Made-up cluster/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /AR off with AR on/ })).toBeVisible();
  await page.getByRole('combobox', { name: 'x', exact: true }).selectOption('time');
  await expect(chart(page, 'osu_latency')).toContainText('AR switched on');
});
