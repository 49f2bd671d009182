import { pairLogs } from '../src/testing/pairLogs';
import {
  cells,
  expect,
  file,
  open,
  openFiles,
  showTable,
  status,
  suggested,
  test,
  type Page,
} from './support';

/** AR on is 1.25 times as fast; the pair of the first and third host fails with AR off. */
const logs = (on: boolean) =>
  pairLogs({
    before: `export NCCL_IB_ADAPTIVE_ROUTING=${on ? 1 : 0}\n`,
    busbw: (one, other) => (on ? 25 : 20) + one + other / 10,
    fails: (one, other) => !on && one === 0 && other === 2,
  });
const named = (pathOf: (side: 'on' | 'off', name: string) => string) =>
  [true, false].flatMap((on) =>
    logs(on).map(({ name, text }) => file(pathOf(on ? 'on' : 'off', name), text)),
  );

/** What Matrix shows of A against B, as a table. */
async function matrixOf(page: Page, files: readonly ReturnType<typeof file>[]): Promise<string[][]> {
  await open(page);
  await openFiles(page, files);
  await expect(status(page)).toContainText('12 runs');
  await page.getByRole('button', { name: 'Matrix', exact: true }).click();
  await suggested(page, /AR off with AR on/);
  await expect(page.locator('.matrix-canvas').first()).toBeVisible();
  await expect(page.locator('.matrix[aria-busy="true"], .findings[aria-busy="true"]')).toHaveCount(0);
  const title = (
    await page
      .getByRole('heading', { name: /all_reduce_perf · / })
      .first()
      .innerText()
  ).trim();
  return cells(await showTable(page, title));
}

test('A against B of a pair sweep is the same whether both are in one folder or in two', async ({
  page,
  visitor,
}) => {
  const one = await matrixOf(
    page,
    named((side, name) => `ar_${side}_${name}`),
  );
  expect(one.length).toBeGreaterThan(4);
  const other = await (await visitor()).newPage();
  const two = await matrixOf(
    other,
    named((side, name) => `${name.replace('.log', '')}_ar_${side}.log`),
  );
  expect(two).toEqual(one);
  expect(one.flat().join(' ')).toMatch(/1\.2\d/);
});
