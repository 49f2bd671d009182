import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { tar } from '../src/testing/archives';
import { arOffOn, osuLatency, write } from './made';
import {
  drop,
  expect,
  file,
  open,
  openFiles,
  status,
  suggested,
  test,
  type Locator,
  type Page,
} from './support';

const ONE = '1 run · 7 measurements · 1 file, 0 lines not understood';

/** The entries of an archive of the set-ups without what names say of AR: a sidecar in the archive says it. */
function setUp(ar: 'off' | 'on'): Record<string, string> {
  const files: Record<string, string> = {};
  for (const [path, text] of Object.entries(arOffOn()))
    if (path.startsWith(`ar_${ar}/latency`)) files[path.replace(`ar_${ar}`, 'results')] = text;
  files['results/fabriscope.yaml'] = `conditions: { AR: ${ar} }\n`;
  return files;
}

const tarOf = (files: Readonly<Record<string, string>>) =>
  tar(Object.entries(files).map(([path, content]) => ({ path, content })));

const zipOf = (files: Readonly<Record<string, string>>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));

async function report(page: Page, path: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Files', exact: true }).click();
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name: path, exact: true }) });
}

test('a zip and a tar.gz are read like folders, with the settings in them, and known the second time', async ({
  page,
  folder,
}) => {
  write(folder, { 'first.zip': zipOf(setUp('off')), 'second.tar.gz': gzipSync(tarOf(setUp('on'))) });
  const dropped = [join(folder, 'first.zip'), join(folder, 'second.tar.gz')];
  await open(page);
  await drop(page, dropped);
  await expect(status(page)).toHaveText('4 runs · 28 measurements · 4 files, 0 lines not understood');
  await suggested(page, /AR off with AR on/);
  await expect(page.getByRole('figure', { name: /osu_latency/ })).toContainText('speedup of B over A');
  await expect(await report(page, 'second.tar.gz/results/latency_r2.out')).toContainText(
    '1 run, 7 measurements',
  );
  await expect(await report(page, 'first.zip')).toContainText('An archive: 2 files read.');
  await expect(await report(page, 'first.zip/results/fabriscope.yaml')).toContainText('Settings read');

  await drop(page, dropped);
  await expect(page.getByText('4 files are loaded already')).toBeVisible();
  await expect(status(page)).toHaveText('4 runs · 28 measurements · 4 files, 0 lines not understood');
});

test('xz and bzip2 are unpacked, and what is inside other archives too', async ({ page }) => {
  const fixtures = join(import.meta.dirname, '../src/archives/fixtures');
  await open(page);
  await drop(page, [join(fixtures, 'runs.tar.xz'), join(fixtures, 'runs.tar.bz2')]);
  await expect(status(page)).toHaveText('4 runs · 12 measurements · 4 files, 0 lines not understood');
  const inner = gzipSync(osuLatency(5));
  await openFiles(page, [file('outer.zip', zipSync({ 'in/lat.out.gz': inner }))]);
  await expect(status(page)).toContainText('5 runs · 19 measurements');
  await expect(await report(page, 'outer.zip/in/lat.out.gz/lat.out')).toContainText('OSU 7.5');
});

test('a bomb, a cut and an empty archive get a sentence, and nothing loaded is lost', async ({ page }) => {
  await open(page);
  await openFiles(page, [file('lat.out', osuLatency())]);
  await expect(status(page)).toHaveText(ONE);
  const bomb = gzipSync(tarOf({ 'a.txt': 'xxxxxxx\n'.repeat(9_000_000) }), { level: 9 });
  const long =
    osuLatency(2) + Array.from({ length: 3000 }, (_, i) => `odd ${(i * 7919) % 10_007}\n`).join('');
  const whole = gzipSync(tarOf({ 'whole.out': osuLatency(3), 'long.out': long, 'lost.out': osuLatency(4) }));
  await openFiles(page, [
    file('bomb.tar.gz', bomb),
    file('cut.tgz', whole.subarray(0, whole.length * 0.7)),
    file('none.zip', zipSync({})),
    file('damaged.zip', zipOf({ 'x.out': osuLatency(6) }).fill(0, 60, 70)),
  ]);
  await expect(page.getByText(/2 archives were read in part: see Files\./)).toBeVisible({ timeout: 40_000 });
  await expect(status(page)).toContainText('4 runs · 21 measurements');
  await expect(await report(page, 'bomb.tar.gz')).toContainText(
    'unpacks to more than 500 times its size, as no results do: the rest was not read.',
  );
  await expect(await report(page, 'cut.tgz')).toContainText('The compressed data is cut short');
  await expect(await report(page, 'cut.tgz/long.out')).toContainText('incomplete');
  await expect(await report(page, 'cut.tgz/whole.out')).not.toContainText('incomplete');
  await expect(await report(page, 'none.zip')).toContainText('The archive is empty');
  await expect(await report(page, 'damaged.zip/x.out')).toContainText('incomplete');
});

test('an archive can be cancelled while it is read, and leaves everything as it was', async ({ page }) => {
  await open(page);
  await openFiles(page, [file('lat.out', osuLatency())]);
  await expect(status(page)).toHaveText(ONE);
  const entries: Record<string, string> = {};
  for (let i = 0; i < 40; i++) entries[`r${i}.out`] = osuLatency(2 + i / 7).repeat(3000);
  await openFiles(page, [file('big.zip', zipOf(entries))]);
  const progress = page.getByRole('progressbar', { name: 'Progress of the import' });
  await expect.poll(() => progress.getAttribute('value').then(Number)).toBeGreaterThan(0.05);
  await expect(page.getByRole('region', { name: 'Import' })).toContainText(/big\.zip\/r\d+\.out/);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('The import was cancelled: everything is as it was.')).toBeVisible();
  await expect(status(page)).toHaveText(ONE);
});
