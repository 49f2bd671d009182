import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import { osuLatency } from './made';
import { ncclJson, SECRET } from './made-nccl';
import { expect, file, kept, open, openFiles, status, test, work } from './support';

const ONE = '1 run · 7 measurements · 1 file, 0 lines not understood';
const NONE = '0 runs · 0 measurements · 0 files, 0 lines not understood';

test('the work is there again after a reload, until it is forgotten', async ({ page }) => {
  await open(page);
  await openFiles(page, [file('lat.out', osuLatency())]);
  await expect(status(page)).toHaveText(ONE);
  await kept(page, 1);
  await page.reload();
  await expect(status(page)).toHaveText(ONE);
  await expect(page.getByRole('figure', { name: 'osu_latency' })).toBeVisible();
  await work(page, 'Forget everything');
  await page.getByRole('dialog').getByRole('button', { name: 'Forget everything' }).click();
  await expect(status(page)).toHaveText(NONE);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Drop result files or a folder' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open files…' })).toBeEnabled();
  await expect(status(page)).toHaveText(NONE);
});

test('a saved file opens in a fresh browser, holds no environment, and adds to what is there', async ({
  page,
  visitor,
}) => {
  await open(page);
  await openFiles(page, [file('lat.out', osuLatency()), file('nccl.json', ncclJson())]);
  await expect(status(page)).toContainText('2 runs');
  const saving = page.waitForEvent('download');
  await work(page, 'Save as .fabriscope file');
  const download = await saving;
  expect(download.suggestedFilename()).toBe('work.fabriscope');
  const bytes = readFileSync(await download.path());
  for (const [name, content] of Object.entries(unzipSync(bytes)))
    expect(strFromU8(content, true), name).not.toContain(SECRET);

  const other = await (await visitor()).newPage();
  await open(other);
  await openFiles(other, [file('more.out', osuLatency(3))]);
  await expect(status(other)).toHaveText(ONE);
  await openFiles(other, [file('work.fabriscope', bytes)]);
  await expect(status(other)).toContainText('3 runs');
  await expect(other.getByRole('figure', { name: 'all_reduce_perf' })).toBeVisible();
  await openFiles(other, [file('work.fabriscope', bytes)]);
  await expect(status(other)).toContainText('3 runs');
});

test('two tabs at once do not hurt each other', async ({ page, context }) => {
  await open(page);
  await openFiles(page, [file('lat.out', osuLatency())]);
  await kept(page, 1);
  const second = await context.newPage();
  await second.goto('./');
  await expect(status(second)).toHaveText(ONE);
  await expect(second.getByText('Another tab keeps the stored work')).toBeVisible();
  await openFiles(second, [file('lat2.out', osuLatency(2)), file('lat3.out', osuLatency(3))]);
  await expect(status(second)).toContainText('3 runs');
  await openFiles(page, [file('lat4.out', osuLatency(4))]);
  await expect(status(page)).toContainText('2 runs');
  await work(second, 'Forget everything');
  await second.getByRole('dialog').getByRole('button', { name: 'Forget everything' }).click();
  await expect(status(second)).toHaveText(NONE);
  await second.close();
  await expect(status(page)).toContainText('2 runs');
  await page.reload();
  await expect(status(page)).toContainText('2 runs');
});
