import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { osuLatency } from './made';
import { commaTable, longTable, shiftedTable, wideTable } from './made-tables';
import {
  cells,
  expect,
  file,
  kept,
  open,
  openFiles,
  showTable,
  status,
  test,
  work,
  type Locator,
  type Page,
} from './support';

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Map columns' });
const says = (page: Page): Locator => dialog(page).getByRole('status');
const preview = (page: Page): Locator => dialog(page).getByRole('region', { name: 'Preview' });
const column = (page: Page, name: string): Locator =>
  dialog(page).getByRole('group', { name: `Column ${name}`, exact: true });

/** Goes on with the Tab key until a control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  // The dialog of a large file opens when its head is read.
  await control.waitFor();
  for (let presses = 0; presses < 120; presses++) {
    if ((await control.count()) > 0 && (await control.evaluate((e) => e === document.activeElement))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no Tab leads to ${String(control)}`);
}

/** Chooses an entry of a list with the arrow keys. */
async function choose(page: Page, control: Locator, entry: string): Promise<void> {
  await tabTo(page, control);
  const shown = () =>
    control.evaluate((e) => (e instanceof HTMLSelectElement ? (e.selectedOptions[0]?.label ?? '') : ''));
  await page.keyboard.press('Home');
  for (let presses = 0; presses < 30 && (await shown()) !== entry; presses++)
    await page.keyboard.press('ArrowDown');
  expect(await shown()).toBe(entry);
}

/** Writes into a field in place of what stands there. */
async function write(page: Page, control: Locator, text: string): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

const role = (page: Page, name: string): Locator =>
  dialog(page).getByLabel(`What “${name}” is`, { exact: true });

async function read(page: Page): Promise<void> {
  await tabTo(page, dialog(page).getByRole('button', { name: /^Read the/ }));
  await page.keyboard.press('Enter');
}

/** Explains the wide table by keyboard: a value column for each state of AR. */
async function explainWide(page: Page): Promise<void> {
  await choose(page, role(page, 'AR off'), 'measured value');
  await choose(page, role(page, 'AR on'), 'measured value');
  const last = column(page, 'AR on');
  await write(page, last.getByLabel('Metric'), 'bandwidth');
  await write(page, last.getByLabel('Unit'), 'GB/s');
  await choose(page, last.getByLabel('Its name stands for'), 'conditions');
  await expect(last.getByLabel('namely')).toHaveValue('AR = on');
  await tabTo(page, last.getByRole('button', { name: /^Same for all values/ }));
  await page.keyboard.press('Enter');
  await expect(column(page, 'AR off').getByLabel('namely')).toHaveValue('AR = off');
  await write(page, dialog(page).getByLabel('Benchmark', { exact: true }), 'made_ring');
}

test('a wide table is explained by keyboard; the same header needs no question again, also after a reload', async ({
  page,
}) => {
  await open(page);
  await openFiles(page, [file('wide.csv', wideTable())]);
  await expect(dialog(page)).toBeVisible();
  await explainWide(page);
  await expect(preview(page).getByRole('row').nth(1)).toContainText('made_ring');
  await read(page);
  await expect(status(page)).toHaveText('2 runs · 10 measurements · 1 file, 0 lines not understood');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /AR off with AR on/ })).toBeVisible();

  await openFiles(page, [file('again.csv', wideTable(2))]);
  await expect(status(page)).toContainText('4 runs · 20 measurements');
  await expect(dialog(page)).toHaveCount(0);
  await kept(page, 2);
  await page.reload();
  await expect(status(page)).toContainText('4 runs · 20 measurements');
  await openFiles(page, [file('after.csv', wideTable(3))]);
  await expect(status(page)).toContainText('6 runs · 30 measurements');
  await expect(dialog(page)).toHaveCount(0);

  await work(page, 'Remembered tables…');
  const list = page.getByRole('dialog', { name: 'Remembered tables' });
  await expect(list.getByRole('listitem')).toContainText('size, AR off, AR on');
  await list.getByRole('button', { name: /^Forget/ }).click();
  await expect(list).toContainText('None is remembered.');
  await page.keyboard.press('Escape');
  await openFiles(page, [file('asked.csv', wideTable(4))]);
  await expect(dialog(page)).toBeVisible();
});

test('a long table is read as it is guessed, several files with one answer', async ({ page }) => {
  await open(page);
  await openFiles(page, [
    file('one.tsv', longTable()),
    file('two.tsv', longTable().replaceAll('ring', 'star')),
  ]);
  await expect(dialog(page)).toContainText('2 files with the same header, such as one.tsv');
  await expect(preview(page).getByRole('row').nth(1)).toContainText(
    /2.*ring.*nodes 2.*latency.*8 B.*1\.45 µs/,
  );
  await read(page);
  await expect(status(page)).toHaveText('4 runs · 24 measurements · 2 files, 0 lines not understood');
  const grid = await showTable(page, 'star');
  const sizes = ['8 B', '512 B', '32 KiB'];
  expect((await cells(grid)).slice(1).map(([, size]) => size)).toEqual([...sizes, ...sizes]);
});

test('semicolons with decimal commas are explained by keyboard', async ({ page }) => {
  await open(page);
  await openFiles(page, [file('comma.csv', commaTable())]);
  await expect(dialog(page).getByRole('button', { name: /^How it is written/ })).toHaveText(
    'How it is written: CSV (semicolons, decimal comma)',
  );
  await choose(page, role(page, 'Lauf'), 'not used');
  await choose(page, role(page, 'Knoten'), 'condition of the run');
  await write(page, dialog(page).getByLabel('Name of the condition in “Knoten”'), 'nodes');
  await choose(page, role(page, 'Nachricht'), 'message size');
  await choose(page, role(page, 'Bemerkung'), 'not used');
  await expect(says(page)).toHaveText(
    'Say which benchmark this is: choose its column, or write its name for all rows.',
  );
  await write(page, dialog(page).getByLabel('Benchmark', { exact: true }), 'halo');
  await write(page, dialog(page).getByLabel('Further conditions'), 'MPI = made up');
  await expect(preview(page).getByRole('row').nth(4)).toContainText(
    /5.*halo.*nodes 32.*1 KiB.*5\.13 µs.*5,125 us/,
  );
  await read(page);
  await expect(status(page)).toHaveText('2 runs · 4 measurements · 1 file, 0 lines not understood');
  await expect(page.getByRole('figure', { name: 'halo' })).toBeVisible();
});

test('what is missing is said, and Cancel leaves everything as it was', async ({ page }) => {
  await open(page);
  await openFiles(page, [file('lat.out', osuLatency())]);
  const before = '1 run · 7 measurements · 1 file, 0 lines not understood';
  await expect(status(page)).toHaveText(before);
  await openFiles(page, [file('long.tsv', longTable())]);
  await choose(page, role(page, 'result'), 'not used');
  await expect(says(page)).toHaveText('Say which column holds the measured values.');
  await read(page);
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(status(page)).toHaveText(before);

  await page.getByRole('button', { name: 'Files', exact: true }).click();
  const entry = page.getByRole('article').filter({ hasText: 'long.tsv' });
  await expect(entry).toContainText('a table, its columns are not known yet');
  await entry.getByRole('button', { name: 'Say what its columns are' }).press('Enter');
  await choose(page, role(page, 'unit'), 'not used');
  await expect(says(page)).toHaveText('Say in which unit “result” is; for plain numbers it is count.');
  await choose(page, role(page, 'unit'), 'benchmark');
  await expect(says(page)).toHaveText(
    'Two columns are said to be the benchmark, “test” and “unit”: choose one.',
  );
  await choose(page, role(page, 'unit'), 'unit of the values');
  await read(page);
  await expect(status(page)).toContainText('3 runs · 19 measurements');
  await expect(page.getByRole('article').filter({ hasText: 'long.tsv' })).toContainText('12 measurements');
});

test('of several tables one can be skipped, and those that wait are told of', async ({ page }) => {
  await open(page);
  await openFiles(page, [
    file('long.tsv', longTable()),
    file('wide.csv', wideTable()),
    file('comma.csv', commaTable()),
  ]);
  await expect(dialog(page)).toContainText('2 more questions wait');
  await dialog(page).getByRole('button', { name: 'Skip this one' }).click();
  await expect(dialog(page)).toContainText('1 more question waits');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText('2 tables wait to be explained: see Files.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Say what its columns are' })).toHaveCount(3);
});

test('a packed table is asked about at once', async ({ page }) => {
  await open(page);
  await page
    .getByLabel('Files to open')
    .first()
    .setInputFiles([
      { name: 'wide.csv.gz', mimeType: 'application/gzip', buffer: gzipSync(wideTable()) },
      file('fabriscope.yaml', 'conditions:\n  AR: on\n'),
    ]);
  await expect(dialog(page)).toContainText('wide.csv.gz');
});

test('a layout that was found wrongly is put right, saved with the mapping, and loaded again', async ({
  page,
  visitor,
}) => {
  await open(page);
  await openFiles(page, [file('shifted.csv', shiftedTable())]);
  await dialog(page)
    .getByRole('button', { name: /^How it is written/ })
    .press('Enter');
  const line = dialog(page).getByLabel('The table begins on line');
  await write(page, line, '99');
  await expect(says(page)).toHaveText(
    'No table is found with this layout: choose another line, or what parts the cells.',
  );
  await write(page, line, '4');
  await expect(column(page, 'size')).toBeVisible();
  await expect(column(page, 'lat_us')).toBeVisible();
  await write(page, dialog(page).getByLabel('Benchmark', { exact: true }), 'ping');
  const saving = page.waitForEvent('download');
  await tabTo(page, dialog(page).getByRole('button', { name: 'Save mapping' }));
  await page.keyboard.press('Enter');
  const download = await saving;
  expect(download.suggestedFilename()).toBe('table.mapping.json');
  const saved = readFileSync(await download.path(), 'utf8');
  await read(page);
  await expect(status(page)).toContainText('1 run · 3 measurements');
  await openFiles(page, [file('next.csv', shiftedTable(2))]);
  await expect(status(page)).toContainText('2 runs · 6 measurements');

  const other = await (await visitor()).newPage();
  await open(other);
  await openFiles(other, [file('shifted.csv', shiftedTable())]);
  const load = dialog(other).getByLabel('Mapping to load');
  await load.setInputFiles(file('odd.json', '{"fabriscope": "mapping", "version": 1}'));
  await expect(dialog(other).getByRole('alert')).toContainText('The mapping was not used.');
  await load.setInputFiles(file('table.mapping.json', saved));
  await expect(dialog(other).getByRole('alert')).toHaveCount(0);
  await read(other);
  await expect(status(other)).toContainText('1 run · 3 measurements');
});

/** A Parquet or Arrow file made for the tests of the reader: 60 rows, some of them without a number. */
const stored = (name: string) =>
  file(name, readFileSync(new URL(`../src/formats/tables/columnar/fixtures/${name}`, import.meta.url)));

test('a Parquet table is explained by keyboard; an Arrow table with its header needs no question', async ({
  page,
}) => {
  await open(page);
  await openFiles(page, [stored('zstd.parquet')]);
  await expect(dialog(page)).toContainText('Parquet');
  await expect(role(page, 'bytes')).toHaveValue('size');
  await expect(preview(page).getByRole('columnheader').first()).toHaveText('Row');
  await choose(page, role(page, 'bw_MB/s'), 'not used');
  await expect(preview(page).getByRole('row').nth(1)).toContainText(
    /1.*ring.*nodes 2.*latency.*1 B.*1\.50? µs/,
  );
  await read(page);
  await expect(status(page)).toHaveText('2 runs · 55 measurements · 1 file, 0 lines not understood');
  const grid = await showTable(page, 'halo');
  expect((await cells(grid))[1]?.join(' ')).toContain('1 B');

  await openFiles(page, [stored('dictionary.arrows')]);
  await expect(status(page)).toHaveText('4 runs · 110 measurements · 2 files, 0 lines not understood');
  await expect(dialog(page)).toHaveCount(0);
});

test('a damaged Parquet file is told in a sentence', async ({ page }) => {
  const bytes = stored('groups.parquet').buffer;
  await open(page);
  await openFiles(page, [file('cut.parquet', bytes.subarray(0, 9000))]);
  await expect(page.getByText(/This is a Parquet file that cannot be read: its end/).first()).toBeVisible();
});

test('a table of many columns shows those in sight', async ({ page }) => {
  const names = Array.from({ length: 600 }, (_, i) => `c${i}_us`);
  const row = names.map((_, i) => String(i + 0.5));
  await open(page);
  await openFiles(page, [file('many.csv', `${names.join(',')}\n${row.join(',')}\n${row.join(',')}\n`)]);
  await expect(column(page, 'c0_us')).toBeVisible();
  expect(await dialog(page).getByRole('listitem').count()).toBeLessThan(60);
  await expect(dialog(page)).toContainText('and 1080 more numbers of these rows');
});

test('what was said is kept when reading is cancelled, and nothing is remembered', async ({ page }) => {
  const rows = Array.from({ length: 3_500_000 }, (_, i) => `${i % 7},${i % 1000}.5`).join('\n');
  await open(page);
  await openFiles(page, [file('large.csv', `kind,lat_us\n${rows}\n`)]);
  await choose(page, role(page, 'kind'), 'sample number');
  await write(page, dialog(page).getByLabel('Benchmark', { exact: true }), 'ping');
  await read(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('The import was cancelled: everything is as it was.')).toBeVisible();
  await expect(status(page)).toContainText('0 runs · 0 measurements');
  await page.getByRole('button', { name: 'Say what its columns are' }).click();
  await expect(dialog(page).getByLabel('Benchmark', { exact: true })).toHaveValue('ping');
  await expect(role(page, 'kind')).toHaveValue('sample');
  await page.keyboard.press('Escape');
  await work(page, 'Remembered tables…');
  await expect(page.getByRole('dialog', { name: 'Remembered tables' })).toContainText('None is remembered.');
});

test('a table that is read is read anew with another mapping, in one step', async ({ page }) => {
  await open(page);
  await openFiles(page, [file('other.out', osuLatency()), file('wide.csv', wideTable())]);
  await page.getByRole('button', { name: 'Files', exact: true }).click();
  await page.getByRole('button', { name: /^Say what its columns are/ }).click();
  await explainWide(page);
  await read(page);
  await expect(status(page)).toContainText('3 runs');
  const counts = (await status(page).textContent()) ?? '';
  const again = page.getByRole('button', { name: /^Read with another mapping/ });

  await again.click();
  await expect(dialog(page).getByLabel('Benchmark', { exact: true })).toHaveValue('made_ring');
  await expect(column(page, 'AR off').getByLabel('namely')).toHaveValue('AR = off');
  await expect(says(page)).toContainText('What was read before stays until the new reading is done');
  await page.keyboard.press('Escape');
  await expect(status(page)).toHaveText(counts);

  await again.click();
  await choose(page, role(page, 'AR on'), 'not used');
  await write(page, dialog(page).getByLabel('Benchmark', { exact: true }), 'made_star');
  await read(page);
  await expect(status(page)).toContainText('2 runs');
  await expect(dialog(page)).toHaveCount(0);
  const table = page.getByRole('article').filter({ hasText: 'wide.csv' });
  await expect(table).toHaveCount(1);
  await expect(table).toContainText('1 run, 5 measurements');

  await openFiles(page, [file('next.csv', wideTable(2))]);
  await expect(dialog(page)).toHaveCount(0);
  await expect(status(page)).toContainText('3 runs');
});
