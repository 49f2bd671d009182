import { AxeBuilder } from '@axe-core/playwright';
import { HOSTS, ibnetdiscoverText, lftsText } from './made-fabric';
import { cells, expect, file, open, openFiles, test, type Page } from './support';

/** Ranks 0 to 3, on leaf 1, each send a gigabyte to the first host of another leaf: one uplink carries all of it. */
function oneUplink(): string {
  const ranks = Array.from({ length: HOSTS }, (_, rank) => rank);
  return `${ranks
    .map((from) => ranks.map((to) => (from < 4 && to === 4 * (from + 1) ? 1_000_000_000 : 0)).join(','))
    .join('\n')}\n`;
}

const mode = async (page: Page) => {
  await page.getByRole('button', { name: 'Congestion', exact: true }).click();
  await page.getByRole('radio', { name: 'Route traffic' }).click();
};
const fullest = (page: Page) => page.getByRole('grid', { name: 'Fullest links' });

test('a matrix of bytes through loaded tables: the fullest link, what is faster, and a link that restores it', async ({
  page,
  visitor,
}) => {
  const files = () => [
    file('ibnetdiscover.txt', ibnetdiscoverText()),
    file('opensm-lfts.dump', lftsText()),
    file('bytes.csv', oneUplink()),
  ];
  await open(page);
  await openFiles(page, files());
  await mode(page);
  await expect(fullest(page)).toBeVisible();
  const rows = await cells(fullest(page));
  // 4 GB over 12.5 GB/s.
  expect(rows[1]).toEqual(['leaf1 port 5', 'spine1 port 1', 'between switches', '3.73 GiB', '320 ms']);
  const others = page.getByRole('grid', { name: 'Other placements and routings' });
  await expect(others.getByRole('row', { name: /spray/ })).toContainText('× 4.00');
  await page.getByLabel('look for a better placement').check();
  await expect(page.getByText(/A better placement was found by trial/)).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Better placement' })).toBeVisible();

  const axe = await new AxeBuilder({ page }).analyze();
  expect(axe.violations).toEqual([]);

  const other = await (await visitor()).newPage();
  await other.goto(page.url());
  await expect(other.getByRole('radio', { name: 'Route traffic' })).toBeChecked();
  await openFiles(other, files());
  await expect(other.getByRole('grid', { name: 'Better placement' })).toBeVisible();
  expect(await cells(fullest(other))).toEqual(rows);
});

test('a mean message size is never offered as traffic, and a rule of placement is said as one', async ({
  page,
}) => {
  await open(page);
  await openFiles(page, [
    file('ibnetdiscover.txt', ibnetdiscoverText()),
    file('a-mean.csv', oneUplink()),
    file('bytes.csv', oneUplink().replaceAll('1000000000', '2000000000')),
  ]);
  await mode(page);
  await expect(fullest(page)).toContainText('7.45 GiB');
  await expect(page.getByRole('combobox', { name: 'measured', exact: true }).locator('option')).toHaveCount(
    1,
  );
  const placement = page.getByRole('combobox', { name: 'placement', exact: true });
  await expect(placement.locator('option').first()).toBeDisabled();
  await placement.selectOption('listed');
  await expect(
    page.getByRole('alert').filter({ hasText: 'The list names 0 hosts; the ranks need 32' }),
  ).toBeVisible();
  await page.getByRole('textbox', { name: /^hosts/ }).fill('16-31,0-15');
  await page.getByRole('textbox', { name: /^hosts/ }).press('Enter');
  await expect(page.getByRole('region', { name: 'Placement of the ranks' })).toContainText(
    'placed by: as listed.',
  );
  await expect(fullest(page)).toContainText('leaf5 port');
  await placement.selectOption('random');
  await expect(page.getByRole('region', { name: 'Placement of the ranks' })).toContainText(
    '32 ranks on 32 hosts of a fabric of 32 hosts and 12 switches, placed by: random, seed 1.',
  );
});

test('traffic of hosts that the fabric does not have says so, and is placed in order by a button', async ({
  page,
}) => {
  await open(page);
  await openFiles(page, [
    file('ibnetdiscover.txt', ibnetdiscoverText()),
    file('opensm-lfts.dump', lftsText()),
    file('bytes.csv', oneUplink()),
    file('nodes.txt', 'other[001-032]\n'),
  ]);
  await mode(page);
  const found = page.getByRole('region', { name: 'Hosts found in the fabric' });
  await expect(found.getByRole('alert')).toContainText('None of the 32 measured hosts is in this fabric');
  await expect(fullest(page)).toHaveCount(0);
  await found.getByRole('button', { name: 'Place in order' }).press('Enter');
  await expect(page.getByRole('region', { name: 'Placement of the ranks' })).toContainText(
    '32 ranks on 32 hosts of a fabric of 32 hosts and 12 switches, placed by: in order.',
  );
  await expect(fullest(page)).toContainText('leaf1 port 5');
  await expect(page).toHaveURL(/placing=order/);
  await page.goBack();
  await expect(found.getByRole('alert')).toBeVisible();
});

test('the chosen box and ranks left out limit the traffic', async ({ page }) => {
  await open(page);
  await openFiles(page, [
    file('ibnetdiscover.txt', ibnetdiscoverText()),
    file('opensm-lfts.dump', lftsText()),
    file('bytes.csv', oneUplink()),
  ]);
  await mode(page);
  await expect(fullest(page)).toContainText('3.73 GiB');
  const whole = page.url();
  const box = encodeURIComponent('[[[0,1]],[[0,31]]]');
  await page.goto(`${whole}&chosen=${box}`);
  await expect(fullest(page)).toContainText('1.86 GiB');
  await page.getByRole('button', { name: /^Show all pairs again/ }).click();
  await expect(fullest(page)).toContainText('3.73 GiB');
  await page.goto(`${whole}&excluded=${encodeURIComponent('[0]')}`);
  await expect(fullest(page)).toContainText('2.79 GiB');
  await page.getByRole('button', { name: 'Take rank 0 in again' }).click();
  await expect(fullest(page)).toContainText('3.73 GiB');
});

test('a long search for a placement can be cancelled', async ({ page }) => {
  const ranks = 288;
  const row = Array.from({ length: ranks }, () => '1000').join(',');
  await open(page);
  await openFiles(page, [file('bytes.csv', `${Array.from({ length: ranks }, () => row).join('\n')}\n`)]);
  await expect(page.getByText('288 × 288')).toBeVisible({ timeout: 40_000 });
  await page.goto('./#1&tab=congestion&mode=route&onFabric=pgft:12,24/1,12/1,1&improve=true&placing=random');
  const trying = page.getByText('Trying other placements and routings …').first();
  await expect(trying).toBeVisible({ timeout: 40_000 });
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByText('Cancelled.', { exact: true }).first()).toBeVisible();
  await expect(fullest(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(trying).toBeVisible();
});
