import { expect, file, open, openFiles, test, type Page } from './support';

const ROTATE =
  '# rotate\n# unit: MB/s\n# best of: 1\n900.5,450.5,901.5\n902.5,903.5,904.5\n905.5,906.5,300.5\n';
const tab = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const entry = (page: Page, path: string, text: RegExp) =>
  page.getByRole('article').filter({ hasText: path }).filter({ hasText: text });

test('a host list that comes later gives its names to the ranks of a rotate test', async ({ page }) => {
  await open(page);
  await openFiles(page, [file('rotate.csv', ROTATE)]);
  await tab(page, 'Rotate').click();
  await expect(page.getByText('n001').first()).toBeHidden();
  await openFiles(page, [file('nodes.txt', 'n[001-004]\nlogin[1-2]\n')]);
  await expect(page.getByText('login2').first()).toBeVisible();
  await tab(page, 'Files').click();
  await expect(entry(page, 'nodes.txt', /gives the hosts of 6 ranks to 1 run/)).toBeVisible();
});

test('a list that does not fit places nothing and says so; one that comes before its matrix waits', async ({
  page,
}) => {
  await open(page);
  await openFiles(page, [file('nodes.txt', 'n1 slots=2\nn2 slots=2\n')]);
  await tab(page, 'Files').click();
  await expect(entry(page, 'nodes.txt', /waits for one of 4 ranks/)).toBeVisible();
  await openFiles(page, [file('rotate.csv', ROTATE)]);
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('1 host list does not fit');
  await tab(page, 'Files').click();
  await expect(entry(page, 'nodes.txt', /It has 4 entries, but rotate\.csv has 6 ranks/)).toBeVisible();
});

test('a sidecar turns a rotate test round and names its hosts', async ({ page }) => {
  await open(page);
  const sidecar = 'conditions: { rotation: left }\nhosts: r[1-6]\n';
  await openFiles(page, [file('fabriscope.yaml', sidecar), file('rotate.csv', ROTATE)]);
  await tab(page, 'Rotate').click();
  await expect(page.getByText(/the receivers rotate backward/)).toBeVisible();
  await expect(page.getByText('r6').first()).toBeVisible();
});
