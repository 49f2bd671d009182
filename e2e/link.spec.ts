import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { arOffOn, osuLatency, write } from './made';
import { chart, drop, expect, file, open, openFiles, status, test, work } from './support';

const notices = 'Notices';

test('the address follows what is done; back, forward and reload restore it', async ({ page, folder }) => {
  await open(page);
  await drop(page, [write(folder, arOffOn())]);
  await page.getByRole('button', { name: /AR off with AR on/ }).click();
  await page.getByRole('radio', { name: 'Overlay' }).click();
  await page.getByLabel('x scale').selectOption('linear');
  await expect(page).toHaveURL(/#1&sides=.*&frame=overlay&xScale=linear$/);
  await page.goBack();
  await expect(page.getByLabel('x scale')).toHaveValue('log');
  await expect(page.getByRole('radio', { name: 'Overlay' })).toBeChecked();
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'Ratio' })).toBeChecked();
  await page.goForward();
  await page.goForward();
  await expect(page.getByLabel('x scale')).toHaveValue('linear');
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Overlay' })).toBeChecked();
  await expect(page.getByLabel('x scale')).toHaveValue('linear');
  await expect(chart(page, 'osu_latency')).toBeVisible();
});

for (const [what, fragment, says] of [
  ['a newer link', '#99&tab=speedup', 'made by a newer Fabriscope (link version 99; this one reads up to 1)'],
  [
    'a damaged link',
    '#1&frame=upside-down',
    'This link is damaged: "frame" has a value that is not allowed.',
  ],
  ['a broken escape', '#1&x=%E0%A4%A', 'This link is damaged at "x=%E0%A4%A".'],
  ['something else', '#top', 'This link is not one of Fabriscope: it does not begin with a version number.'],
] as const)
  test(`${what} says so, and the app works`, async ({ page }) => {
    await open(page, `./${fragment}`);
    await expect(page.getByRole('region', { name: notices })).toContainText(says);
    await openFiles(page, [file('lat.out', osuLatency())]);
    await expect(chart(page, 'osu_latency')).toBeVisible();
  });

test('a link to a served study opens it in a fresh browser; a changed file is refused', async ({
  page,
  visitor,
  folder,
}) => {
  await open(page);
  await drop(page, [write(folder, arOffOn())]);
  await expect(status(page)).toContainText('9 files');
  const saving = page.waitForEvent('download');
  await work(page, 'Save as .fabriscope file');
  const bytes = readFileSync(await (await saving).path());
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const link = (hash: string) => {
    const data = encodeURIComponent(JSON.stringify([{ url: 'studies/ar.fabriscope', sha256: hash }]));
    const sides = encodeURIComponent(JSON.stringify({ by: 'condition', key: 'AR', a: 'off', b: 'on' }));
    return `./#1&sides=${sides}&frame=difference&data=${data}`;
  };
  for (const hash of [sha256, sha256.replace(/^./, (c) => (c === '0' ? '1' : '0'))]) {
    const context = await visitor();
    await context.route('**/studies/ar.fabriscope', (route) => route.fulfill({ body: bytes }));
    const other = await context.newPage();
    await other.goto(link(hash));
    if (hash === sha256) {
      await expect(other.getByRole('figure', { name: 'osu_latency' })).toContainText('latency, B − A');
      await expect(status(other)).toContainText('9 files');
    } else
      await expect(other.getByRole('region', { name: notices })).toContainText(
        'is not what the link was made for: its sha256 differs',
      );
  }
});

test('a link can name no data of another origin', async ({ page }) => {
  const data = JSON.stringify([{ url: 'https://elsewhere.invalid/a.out', sha256: '0'.repeat(64) }]);
  await page.goto(`./#1&data=${encodeURIComponent(data)}`);
  await expect(page.getByRole('region', { name: notices })).toContainText(
    'names data at another place (https://elsewhere.invalid), which this site does not let Fabriscope fetch',
  );
});
