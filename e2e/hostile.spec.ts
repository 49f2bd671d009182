import { join } from 'node:path';
import { zipSync, strToU8 } from 'fflate';
import { osuLatency, write } from './made';
import { chart, drop, expect, file, open, openFiles, status, test } from './support';

const ONE = '1 run · 7 measurements · 1 file, 0 lines not understood';
const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(osuLatency(3), 'utf16le')]);

/** Name, content and what the report must say of it. */
const BAD: readonly [name: string, content: string | Uint8Array, says: RegExp][] = [
  ['empty.out', '', /The file is empty/],
  ['binary.out', Uint8Array.from({ length: 4096 }, (_, i) => (i * 7919) % 31), /Looks like a binary file/],
  [
    'notes.txt',
    'A list for the baker:\nbread\n',
    /Not recognised: nothing in it is like one of the \d+ formats that are read, and no table was found in it\. What can be read\?/,
  ],
  ['endless.txt', 'x'.repeat(3_000_000), /longer than 1048576 characters/],
  ['other.zip', zipSync({ 'a.txt': strToU8('a') }), /An archive: 1 file not recognised/],
  ['cut.fabriscope', zipSync({ 'manifest.json': strToU8('{}') }).subarray(0, 60), /damaged or cut short/],
  ['fabriscope.yaml', 'conditions: [1, 2\n', /The settings were not used/],
];

test('files that are no results get a sentence each, and nothing loaded is lost', async ({ page }) => {
  await open(page);
  await openFiles(page, [file('lat.out', osuLatency())]);
  await expect(status(page)).toHaveText(ONE);
  await openFiles(
    page,
    BAD.map(([name, content]) => file(name, content)),
  );
  await expect(
    page.getByText(/files were not recognised; 2 files could not be read: see Files\./),
  ).toBeVisible();
  await expect(status(page)).toHaveText(`${ONE}, 7 files not read`);
  await page.getByRole('button', { name: 'Files', exact: true }).click();
  for (const [name, , says] of BAD) {
    const entry = page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });
    if (name === 'endless.txt') await entry.getByRole('button', { name: /remark/ }).click();
    await expect(entry, name).toContainText(says);
  }
});

test('text in UTF-16 is read', async ({ page }) => {
  await open(page);
  await openFiles(page, [file('lat16.out', utf16)]);
  await expect(status(page)).toHaveText(ONE);
});

test('markup in names and in content is shown as text', async ({ page, folder }) => {
  const markup = '<img src=x onerror="document.title=1"><b id=injected>';
  const name = '<b id=injected>&amp;.out';
  const text = `# ${markup}\n${osuLatency()}\n${markup}\n`;
  write(join(folder, 'ar_<i id=injected>'), { [name]: text, 'notes.txt': markup });
  await open(page);
  await drop(page, [join(folder, 'ar_<i id=injected>')]);
  await expect(chart(page, 'osu_latency')).toBeVisible();
  await page.getByRole('button', { name: '1 run', exact: false }).first().click();
  await expect(page.getByText(`ar_<i id=injected>/${name}`).first()).toBeVisible();
  // Until all files are read, their entries are not all there.
  await expect(status(page)).toContainText('1 file not read');
  await page.getByRole('button', { name: 'Files', exact: true }).click();
  await page
    .getByRole('button', { name: /not understood/ })
    .first()
    .click();
  await expect(page.getByText(markup).first()).toBeVisible();
  await expect(page.locator('#injected')).toHaveCount(0);
  await expect(page).toHaveTitle('Fabriscope');
});

test('a cancelled import leaves everything as it was', async ({ page }) => {
  await open(page);
  await openFiles(page, [file('lat.out', osuLatency())]);
  await expect(status(page)).toHaveText(ONE);
  await openFiles(page, [file('small.out', osuLatency(2)), file('z_big.out', osuLatency(3).repeat(100_000))]);
  const progress = page.getByRole('progressbar');
  await expect.poll(() => progress.getAttribute('value').then(Number)).toBeGreaterThan(0.05);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('The import was cancelled: everything is as it was.')).toBeVisible();
  await expect(status(page)).toHaveText(ONE);
  await openFiles(page, [file('small.out', osuLatency(2))]);
  await expect(status(page)).toContainText('2 runs · 14 measurements · 2 files');
});
