import { join } from 'node:path';
import { pairLogs } from '../src/testing/pairLogs';
import { write } from './made';
import { cells, drop, expect, open, suggested, test, type Page } from './support';

/** Sweeps over all pairs of five hosts with AR off and on, told apart by a line in each log. */
function sweeps(place: (ar: 'off' | 'on', name: string) => string): Record<string, string> {
  const files: Record<string, string> = {};
  for (const [ar, factor] of [
    ['off', 1],
    ['on', 1.25],
  ] as const)
    for (const { name, text } of pairLogs({
      hosts: 5,
      before: `==== AR=${ar} ====\n`,
      busbw: (one, other) => factor * (20 + one - 0.5 * other),
    }))
      files[place(ar, name)] = text;
  return files;
}

const view = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name }).click();

/** All that each view says of A and B in numbers: tables and texts, without names of files. */
async function said(
  page: Page,
  folder: string,
  files: Record<string, string>,
): Promise<Record<string, string>> {
  write(folder, files);
  await open(page);
  await drop(page, [join(folder, 'study')]);
  await suggested(page, /AR/);
  const main = page.getByRole('main');
  const found: Record<string, string> = {};
  const text = async () => (await main.innerText()).replace(/[^\s]*\.log\b[^\s]*/g, 'FILE');

  await view(page, 'Matrix');
  await expect(main.getByRole('img').first()).toBeVisible();
  await expect(main).toHaveAttribute('aria-busy', 'false');
  await expect(main).toContainText('1.25×');
  found['Matrix'] = await text();

  await view(page, 'Distribution');
  await expect(main.getByRole('figure', { name: /^Histogram of/ })).toBeVisible();
  found['Distribution'] = JSON.stringify(
    await cells(main.getByRole('table').or(main.getByRole('grid')).first()),
  );

  await view(page, 'Overview');
  await expect(main).toContainText('1.25×');
  found['Overview'] = await text();

  await view(page, 'Speedup');
  await page.waitForTimeout(500);
  found['Speedup'] = await text();
  return found;
}

test('A and B of a sweep over pairs are the same in one folder as in two', async ({
  page,
  folder,
  browser,
}) => {
  const one = await said(
    page,
    join(folder, 'one'),
    sweeps((ar, name) => `study/ar_${ar}_${name}`),
  );
  const other = await browser.newPage();
  const two = await said(
    other,
    join(folder, 'two'),
    sweeps((ar, name) => `study/ar_${ar}/${name}`),
  );
  await other.close();
  for (const name of Object.keys(one)) expect([name, two[name]]).toEqual([name, one[name]]);
});
