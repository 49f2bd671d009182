import { AxeBuilder } from '@axe-core/playwright';
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { osuLatency } from './made';
import { expect, file, open, openFiles, test, type Page } from './support';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'What can be read' });
const entries = (page: Page) => dialog(page).getByRole('list', { name: 'Formats' }).getByRole('listitem');

test('from the empty page, by keyboard: a tool is found and its command is copied', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') said.push(message.text());
  });
  await open(page);
  const button = page.getByRole('button', { name: 'What can be read?' });
  await button.focus();
  await page.keyboard.press('Enter');
  const search = dialog(page).getByRole('searchbox');
  await expect(search).toBeFocused();
  expect(await entries(page).count()).toBeGreaterThan(15);
  await page.keyboard.type('imb-mpi1 pingpong');
  await expect(entries(page)).toHaveCount(1);
  await expect(entries(page)).toContainText('Intel MPI Benchmarks');
  await expect(entries(page)).toContainText('Recognised by');
  await expect(dialog(page).getByRole('status')).toHaveText('1 format.');
  await page.keyboard.press('Tab');
  await expect(dialog(page).getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('status')).toHaveText('Copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'mpirun -np 64 ./IMB-MPI1 -npmin 2 PingPong Allreduce > imb.out',
  );
  await search.fill('ibdmchk');
  await expect(dialog(page).getByRole('status')).toHaveText(/^0 formats, \d+ only named\.$/);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(button).toBeFocused();
  expect(said).toEqual([]);
});

test('from Files and from a file that is not recognised; a file that is named keeps its sentence', async ({
  page,
}) => {
  await open(page);
  await openFiles(page, [
    file('lat.out', osuLatency()),
    file('notes.txt', 'Milk, bread\n'),
    file('page.html', '<!doctype html>\n<p>numbers</p>\n'),
  ]);
  await page.getByRole('button', { name: 'Files', exact: true }).click();
  const entry = (name: string) =>
    page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });
  await expect(entry('page.html')).toContainText('This is a web page (HTML) (line 1');
  await expect(entry('lat.out').getByRole('button', { name: 'What can be read?' })).toHaveCount(0);
  for (const within of [entry('notes.txt'), page.getByRole('region', { name: 'Files' })]) {
    await within.getByRole('button', { name: 'What can be read?' }).first().click();
    await expect(entries(page).first()).toContainText('OSU micro-benchmarks');
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await expect(dialog(page)).toHaveCount(0);
  }
});

test('says so where the clipboard is closed', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new Error('closed')) },
    });
  });
  await open(page);
  await page.getByRole('button', { name: 'What can be read?' }).click();
  await dialog(page)
    .getByRole('button', { name: /^Copy / })
    .first()
    .click();
  await expect(dialog(page).getByRole('status')).toContainText('select the command and copy it');
});

test('works in the page that is opened from disk', async ({ page }) => {
  await open(page, pathToFileURL(resolve('dist/fabriscope.html')).href);
  await page.getByRole('button', { name: 'What can be read?' }).click();
  await expect(entries(page).first()).toContainText('OSU micro-benchmarks');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme, reducedMotion: 'reduce' });

    for (const width of [1440, 420])
      test(`axe finds nothing in the list of formats, ${colorScheme}, ${width} px wide`, async ({ page }) => {
        await page.setViewportSize({ width, height: 900 });
        await open(page);
        await page.getByRole('button', { name: 'What can be read?' }).click();
        for (const query of ['', 'no such tool']) {
          await dialog(page).getByRole('searchbox').fill(query);
          const { violations } = await new AxeBuilder({ page }).analyze();
          expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
          const overflow = await dialog(page).evaluate((box) => box.scrollWidth - box.clientWidth);
          expect(overflow).toBe(0);
        }
      });
  });
}
