import { rotateCsv } from './made-rotate';
import { expect, file, open, openFiles, status, test, work, type Page } from './support';

const SECRET = 'nodeofsecrets';

const repeats = (hosts = 'n') =>
  [1, 2, 3].map((repeat) => file(`rotate_r${repeat}.csv`, rotateCsv({ repeat, hosts })));

/** The workers of the page that say a name. */
async function workersNamed(page: Page, name: string) {
  const found = [];
  for (const worker of page.workers())
    if ((await worker.evaluate(() => self.name).catch(() => '')) === name) found.push(worker);
  return found;
}

/** Ends the matrix worker from inside, as a crash does. */
async function killMatrices(page: Page): Promise<void> {
  const [worker] = await workersNamed(page, 'matrix');
  if (!worker) throw new Error('the page has no matrix worker');
  const closed = worker.waitForEvent('close');
  await worker.evaluate(() => self.close()).catch(() => undefined);
  await closed;
}

const tab = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('a matrix worker that dies is replaced and given its data again, in every view of pairs', async ({
  page,
}) => {
  await open(page);
  await openFiles(page, repeats());
  const RESTARTED = 'The matrix worker had stopped. It was started again and is given its data again.';
  await tab(page, 'Rotate');
  const figures = page.getByRole('region', { name: 'Figures' });
  await expect(figures).toContainText('16 ranks');
  await killMatrices(page);
  await expect(page.getByText(RESTARTED)).toBeVisible();
  await expect(figures).toContainText('16 ranks');
  // What is asked from now on is answered by the new worker.
  await page
    .getByRole('combobox', { name: 'run', exact: true })
    .selectOption({ label: 'median of 3 repeats' });
  await page
    .getByRole('region', { name: 'slow pairs', exact: true })
    .getByRole('gridcell', { name: 'n003' })
    .first()
    .click();
  await expect(page.getByRole('region', { name: 'Pinned pair' })).toContainText('101 MB/s in shift 3');

  await tab(page, 'Matrix');
  await expect.poll(async () => (await workersNamed(page, 'matrix')).length).toBe(1);
  await killMatrices(page);
  await expect.poll(async () => (await workersNamed(page, 'matrix')).length).toBe(1);
  await tab(page, 'Distribution');
  await expect(page.getByRole('main')).not.toContainText('worker has ended');
  await expect(page.getByRole('figure').first()).toBeVisible();
  await killMatrices(page);
  await openFiles(page, [file('rotate_r4.csv', rotateCsv({ repeat: 4 }))]);
  await expect(status(page)).toContainText('4 runs');
  await tab(page, 'Rotate');
  await expect(figures).toContainText('16 ranks');
  await expect(page.getByRole('main')).not.toContainText('worker has ended');
});

test('forgetting everything leaves no worker with values and no host name in the tab', async ({ page }) => {
  const heap = await page.context().newCDPSession(page);
  /** Whether a text stands anywhere in the memory of the page's own scripts. */
  const holds = async (text: string) => {
    const pieces: string[] = [];
    const take = ({ chunk }: { chunk: string }) => pieces.push(chunk);
    heap.on('HeapProfiler.addHeapSnapshotChunk', take);
    await heap.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
    heap.off('HeapProfiler.addHeapSnapshotChunk', take);
    return pieces.join('').includes(text);
  };
  await open(page);
  await openFiles(page, repeats(SECRET));
  await tab(page, 'Rotate');
  const list = page.getByRole('region', { name: 'slow pairs', exact: true });
  await list
    .getByRole('gridcell', { name: `${SECRET}003` })
    .first()
    .click();
  await tab(page, 'Matrix');
  await expect.poll(async () => (await workersNamed(page, 'matrix')).length).toBe(1);
  expect(await holds(`${SECRET}003`)).toBe(true);
  await work(page, 'Forget everything');
  await page.getByRole('dialog').getByRole('button', { name: 'Forget everything' }).click();
  await expect(status(page)).toContainText('0 runs');
  await expect.poll(async () => (await workersNamed(page, 'matrix')).length).toBe(0);
  expect(await holds(`${SECRET}003`)).toBe(false);
});
