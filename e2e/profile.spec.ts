import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ipmLog } from './made-profile';
import { cells, expect, file, open, openFiles, panel, realData, test, type Page } from './support';

const tab = (page: Page) => page.getByRole('button', { name: 'Profile', exact: true }).click();
const figures = (page: Page) => page.getByRole('region', { name: 'Figures', exact: true });
const row = (page: Page, name: RegExp) => figures(page).getByRole('row', { name });
const calls = (page: Page) => page.getByRole('region', { name: 'Calls', exact: true });
const chart = (page: Page, title: string) => page.getByRole('group', { name: new RegExp(`^${title}, `) });
const pinned = (page: Page) => page.getByRole('region', { name: 'Pinned rank' });
const link = (page: Page) => decodeURIComponent(new URL(page.url()).hash);

async function show(page: Page, files: readonly [string, string][]): Promise<void> {
  await open(page);
  await openFiles(
    page,
    files.map(([name, content]) => file(name, content)),
  );
  await tab(page);
  await expect(figures(page)).toBeVisible();
}

test('a profile: figures, the time of each rank, the call table, message sizes and memory', async ({
  page,
}) => {
  await show(page, [['heat.xml', ipmLog()]]);
  await expect(page.getByRole('heading', { name: 'Profile of heat.x' })).toBeVisible();
  await expect(row(page, /^wall time/)).toContainText('10.0 s');
  // MPI time 3.5, 3.6, 3.7, 3.8 s of 10 s.
  await expect(row(page, /^MPI time of a rank/)).toContainText('3.65 s (3.50–3.80)');
  await expect(row(page, /^% comm/)).toContainText('36.5 %');
  await expect(row(page, /^MPI ÷ wall/)).toContainText('35.0 % to 38.0 %');
  await expect(row(page, /^imbalance λ of MPI/)).toContainText('4.11 %');
  await expect(row(page, /^ranks per host/)).toContainText('2');
  await expect(row(page, /^memory of a rank/)).toContainText('640 MiB (256–1024)');

  const table = await cells(calls(page).getByRole('grid'));
  expect(table[0]).toEqual([
    ...['call', 'time', 'calls', '% of MPI', '% of wall', 'mean rank', 'min', 'max', 'bytes'],
  ]);
  // Each rank 2 s and a tenth more per rank: 8.6 s of 14.6 s of MPI and of 40 s.
  expect(table[1]).toEqual([
    ...['MPI_Allreduce', '8.60 s', '80', '58.9 %', '21.5 %', '2.15 s', '2.00 s', '2.30 s', '640 B'],
  ]);
  expect(table.slice(1).map((cell) => cell[0])).toEqual(['MPI_Allreduce', 'MPI_Isend', 'MPI_Barrier']);
  await calls(page).getByRole('button', { name: 'By message size' }).click();
  const bySize = page.getByRole('region', { name: 'Calls by message size' });
  await expect(bySize.getByRole('grid')).toBeVisible();
  const sizes = await cells(bySize.getByRole('grid'));
  expect(sizes.find(([call, size]) => call === 'MPI_Isend' && size === '1 MiB')?.slice(2, 4)).toEqual([
    '3.20 s',
    '200',
  ]);

  // MPI_Isend has two sizes, so that its are shown first: 0.8 s of 1 s in messages of 1 MiB.
  await expect(panel(page, 'Message sizes of MPI_Isend')).toBeVisible();
  await chart(page, 'Message sizes of MPI_Isend').focus();
  await page.keyboard.press('End');
  await expect(panel(page, 'Message sizes of MPI_Isend').getByRole('status').first()).toContainText(
    '1 MiB to 2 MiB: 3.20 s',
  );
  await page.getByLabel('added up').selectOption('calls');
  await expect(panel(page, 'Message sizes of MPI_Isend').getByRole('status').first()).toContainText(
    '1 MiB to 2 MiB: 200',
  );
  await expect(page.getByText(/rounds message sizes down to three significant bits/).last()).toBeVisible();
  await expect(panel(page, 'Memory of each rank')).toBeVisible();
  expect(link(page)).toContain('callsBySize=true');
});

test('a rank is reached and pinned by key, and the link brings it and the order back', async ({ page }) => {
  await show(page, [['heat.xml', ipmLog({ ranks: 16 })]]);
  await page.getByLabel('ranks by').selectOption('MPI time');
  await chart(page, 'Time of each rank').focus();
  await page.keyboard.press('ArrowRight');
  const said = panel(page, 'Time of each rank').getByRole('status').first();
  // The last rank has most MPI time.
  await expect(said).toContainText('rank 15 · n07: compute');
  await expect(said).toContainText('MPI_Allreduce 3.50 s');
  await page.keyboard.press('Enter');
  await expect(pinned(page)).toContainText('Rank 15');
  await expect(pinned(page)).toContainText('n07: wall time 10.0 s, MPI 5.00 s, compute 5.00 s');
  await expect(pinned(page)).toContainText(/heat\.xml, line \d+/);
  const table = await cells(pinned(page).getByRole('grid'));
  expect(table[1]?.slice(0, 4)).toEqual(['MPI_Allreduce', '20', '3.50 s', '70.0 %']);
  await page.getByRole('combobox', { name: 'time', exact: true }).selectOption('MPI alone');
  await expect(panel(page, 'MPI time of each rank')).toBeVisible();
  expect(link(page)).toContain('profileRank=15');
  expect(link(page)).toContain('rankOrder=mpi');

  await page.reload();
  await openFiles(page, [file('heat.xml', ipmLog({ ranks: 16 }))]);
  await expect(pinned(page)).toContainText('Rank 15');
  await expect(page.getByLabel('ranks by')).toHaveValue('mpi');
  await expect(panel(page, 'MPI time of each rank')).toBeVisible();
  await pinned(page).getByRole('button', { name: 'Unpin' }).click();
  await expect(pinned(page)).toHaveCount(0);
});

test('two profiles: figures and calls beside each other, and how many times faster B is', async ({
  page,
}) => {
  await show(page, [
    ['heat_ar_off.xml', ipmLog({ allreduce: 4 })],
    ['heat_ar_on.xml', ipmLog({ allreduce: 2, ranks: 8 })],
  ]);
  await page.getByRole('region', { name: 'A and B' }).getByLabel('Compare by').selectOption('AR');
  await expect(page.getByText('A has 4 ranks and B 8: ratios are of the mean time of a rank')).toBeVisible();
  // Mean MPI time 5.65 s in A, 3.85 s in B.
  await expect(row(page, /^MPI time of a rank/)).toContainText('1.47×');
  const table = await cells(calls(page).getByRole('grid'));
  expect(table[1]?.slice(0, 4)).toEqual(['MPI_Allreduce', '4.15 s', '2.35 s', '1.77×']);
  expect(table.find(([call]) => call === 'MPI_Barrier')?.[3]).toBe('1.00×');
  await expect(panel(page, 'A AR off: time of each rank')).toBeVisible();
  await expect(panel(page, 'B AR on: time of each rank')).toBeVisible();
  await expect(panel(page, 'MPI_Isend up to a message size')).toBeVisible();
  await page.getByRole('button', { name: 'Swap A and B' }).click();
  await expect(row(page, /^MPI time of a rank/)).toContainText('0.681×');
  await page.getByRole('radio', { name: 'Single', exact: true }).click();
  await expect(panel(page, 'Time of each rank')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Ratio', exact: true })).toHaveCount(0);
});

test('a log with missing ranks, with negative regions, and a terse one say what they lack', async ({
  page,
}) => {
  await show(page, [
    ['cut.xml', ipmLog({ ranks: 8, present: [0, 1, 2, 5] })],
    ['regions.xml', ipmLog({ negative: true, program: 'marked.x' })],
    ['terse.xml', ipmLog({ full: false, program: 'terse.x' })],
  ]);
  await expect(page.getByText('The log has 4 of 8 tasks')).toBeVisible();
  await expect(page.getByText('4 of 8 ranks are in the file (missing: 3–4, 6–7).')).toBeVisible();

  await page.getByRole('combobox', { name: 'profile', exact: true }).selectOption('regions.xml');
  const regions = page.getByRole('region', { name: 'Regions', exact: true });
  await expect(regions).toContainText('IPM printed −8.00 s of wall time for ipm_noregion');
  const rows = await cells(regions.getByRole('grid'));
  expect(rows.slice(1).map((cell) => cell.slice(0, 4))).toEqual([
    ['solve', '4', '8.00 s', '12.6 s'],
    ['ipm_noregion', '4', '2.00 s (rest)', '2.00 s'],
  ]);
  await regions.getByRole('gridcell', { name: 'ipm_noregion' }).click();
  await expect(page.getByLabel('calls in')).toHaveValue('ipm_noregion');
  await expect(calls(page)).toContainText('in the region ipm_noregion');
  expect((await cells(calls(page).getByRole('grid'))).slice(1).map(([call]) => call)).toEqual([
    'MPI_Barrier',
  ]);
  // A rank has its calls of all regions, against the mean rank of all of them.
  await chart(page, 'Time of each rank').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(pinned(page).getByRole('grid')).toContainText('MPI_Allreduce');
  const ofRank = await cells(pinned(page).getByRole('grid'));
  expect(ofRank.find(([call]) => call === 'MPI_Allreduce')?.slice(2, 5)).toEqual([
    '2.00 s',
    '57.1 %',
    '93.0 %',
  ]);
  await pinned(page).getByRole('button', { name: 'Unpin' }).click();
  await page.getByLabel('calls in').selectOption('all regions');

  await page.getByRole('combobox', { name: 'profile', exact: true }).selectOption('terse.xml');
  await expect(page.getByText('No message sizes: the log is terse')).toBeVisible();
  await expect(calls(page).getByRole('grid')).toContainText('MPI_Allreduce');
});

test('a terse log alone, which has nothing else to look at, is shown at once', async ({ page }) => {
  await open(page);
  await openFiles(page, [file('terse.xml', ipmLog({ full: false }))]);
  await expect(page.getByRole('heading', { name: 'Profile of heat.x' })).toBeVisible();
  expect(link(page)).toContain('tab=profile');
});

test('without a profile the view says what it needs', async ({ page }) => {
  await open(page);
  await openFiles(page, [
    file(
      'map_data.txt',
      '# region irank jrank data_tot data_tx data_rx nmsg_tx nmsg_rx\nipm_global 1 0 30 10 20 1 2\n',
    ),
  ]);
  await tab(page);
  await expect(page.getByText(/None of the shown runs is a profile/)).toBeVisible();
});

test('the log of a real program on 64 ranks', async ({ page }) => {
  const root = realData();
  test.skip(root === null, 'no folder of real results: set FABRISCOPE_DATA');
  const name = 'Christoph-TU__IPM-visualizer__xxxxx.1729330514.ipm.xml';
  await show(page, [[name, readFileSync(join(root ?? '', 'real/ipm', name), 'latin1')]]);
  await expect(row(page, /^program/)).toContainText('miniAMR.x');
  await expect(row(page, /^ranks in the file/)).toContainText('64');
  await expect(row(page, /^wall time/)).toContainText('26.4 s');
  const table = await cells(calls(page).getByRole('grid'));
  expect(table[1]?.slice(0, 2)).toEqual(['MPI_Waitany', '181 s']);
});
