import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { arOffOn, osuBarrier, osuLatency, write } from './made';
import { chart, drop, expect, open, panel, realData, status, suggested, test } from './support';

test('a dropped folder of over a hundred files gives curves and a true report, and is known the second time', async ({
  page,
  folder,
}) => {
  const files: Record<string, string> = {};
  for (let i = 0; i < 130; i++)
    files[`deep/er/ar_${i % 2 ? 'on' : 'off'}/${i % 7}/latency_r${i}.out`] = osuLatency(1 + i / 1000);
  write(join(folder, 'study'), { ...files, 'notes.txt': 'Nothing that any reader knows.\n' });
  await open(page);
  await drop(page, [join(folder, 'study')]);
  await expect(status(page)).toHaveText(
    '130 runs · 910 measurements · 130 files, 0 lines not understood, 1 file not read',
  );
  await expect(chart(page, 'osu_latency')).toBeVisible();
  await expect(page.getByText('1 file was not recognised: see Files.')).toBeVisible();

  await page.getByRole('button', { name: 'Files', exact: true }).click();
  const entries = page.getByRole('article');
  const which = page.getByRole('radiogroup', { name: 'Which files' });
  await expect(entries.first()).toContainText('study/notes.txt');
  await which.getByRole('radio', { name: 'read 130' }).check();
  await expect(entries.first()).toContainText('study/deep/er/ar_off/0/latency_r0.out');
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(entries.filter({ hasText: 'study/deep/er/ar_on/6/latency_r97.out' })).toBeVisible();
  await which.getByRole('radio', { name: 'not recognised or not read 1' }).check();
  await expect(entries).toHaveCount(1);
  await which.getByRole('radio', { name: 'all 131' }).check();
  await page.getByRole('searchbox', { name: 'path holds' }).fill('AR_OFF/0/latency_r0.');
  await expect(entries).toHaveCount(1);
  const entry = entries.filter({ hasText: 'study/deep/er/ar_off/0/latency_r0.out' });
  await expect(entry).toContainText('OSU 7.5');
  await expect(entry).toContainText(
    '1 run, 7 measurements. 10 lines = 10 understood + 0 skipped by rule + 0 not understood.',
  );
  await page.getByRole('searchbox', { name: 'path holds' }).fill('notes');
  await expect(entries).toContainText('not recognised');

  await drop(page, [join(folder, 'study')]);
  await expect(page.getByText('130 files are loaded already')).toBeVisible();
  await expect(status(page)).toHaveText(
    '130 runs · 910 measurements · 130 files, 0 lines not understood, 1 file not read',
  );
});

test('an import shows how far it is', async ({ page, folder }) => {
  write(folder, { 'big.out': osuLatency(1, 'OSU MPI Latency Test v7.5').repeat(60_000) });
  await open(page);
  await drop(page, [join(folder, 'big.out')]);
  const progress = page.getByRole('progressbar', { name: 'Progress of the import' });
  await expect(progress).toBeVisible();
  await expect.poll(() => progress.getAttribute('value').then(Number)).toBeGreaterThan(0.02);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('The import was cancelled: everything is as it was.')).toBeVisible();
});

test('pasted text is read like a file', async ({ page }) => {
  await open(page);
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  }, osuLatency());
  await expect(status(page)).toContainText('1 run · 7 measurements');
  await expect(panel(page, 'osu_latency')).toBeVisible();
});

test.describe('real results', () => {
  const root = realData();
  test.skip(root === null, 'no folder of real results: set FABRISCOPE_DATA');
  const osu = join(root ?? '', 'real/osu');
  const sets = [
    {
      what: 'InfiniBand and RoCE',
      files: /^stackhpc/,
      button: /InfiniBand with RoCE/,
      drawn: /osu_allgather/,
    },
    { what: 'Intel MPI and Open MPI', files: /^aws/, button: /Intel MPI with Open MPI/, drawn: /osu_bcast/ },
  ];
  for (const { what, files, button, drawn } of sets)
    test(`${what} compare one click after the drop`, async ({ page }) => {
      const paths = readdirSync(osu).filter((name) => files.test(name));
      await open(page);
      await drop(
        page,
        paths.map((name) => join(osu, name)),
      );
      await expect(status(page)).toContainText(`${paths.length} files, 0 lines not understood`);
      await suggested(page, button);
      await expect(page.getByRole('figure', { name: drawn })).toContainText('speedup of B over A');
      await expect(page.getByRole('region', { name: 'Notices' })).toHaveText('');
    });
});

test('files that differ in AR alone are suggested as A and B', async ({ page, folder }) => {
  await open(page);
  await drop(page, [write(folder, arOffOn())]);
  await expect(page.getByRole('button', { name: /AR off with AR on/ })).toBeVisible();
});

test('a copy of results is no repeat, equal single numbers are, and a file can be removed', async ({
  page,
  folder,
}) => {
  const long = osuLatency(1).trimEnd() + '\n524288                100.00\n';
  write(join(folder, 'one'), { 'a/lat.out': long, 'a/barrier.out': osuBarrier() });
  write(join(folder, 'two'), { 'b/latency.out': long, 'b/again.out': osuBarrier() });
  await open(page);
  await drop(page, [join(folder, 'one')]);
  await expect(status(page)).toContainText('2 runs · 9 measurements');
  await drop(page, [join(folder, 'two')]);
  await expect(
    page.getByText(
      '1 file is loaded already; 1 file has the same content as another one and counts as a repeat: see Files.',
    ),
  ).toBeVisible();
  await expect(status(page)).toContainText('3 runs · 10 measurements');

  await page.getByRole('button', { name: 'Files', exact: true }).click();
  await expect(page.getByRole('article').filter({ hasText: 'two/b/latency.out' })).toContainText(
    'Loaded already as one/a/lat.out',
  );
  await page.getByRole('button', { name: 'Remove two/b/again.out' }).click();
  await expect(page.getByText('two/b/again.out is removed.')).toBeVisible();
  await expect(status(page)).toContainText('2 runs · 9 measurements · 2 files');
  await drop(page, [join(folder, 'two', 'b', 'again.out')]);
  await expect(status(page)).toContainText('3 runs · 10 measurements');
});
