import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { osuLatency, write } from './made';
import { fixedRoutes, mpiGraphText, rotateCsv } from './made-rotate';
import { cells, chart, drop, expect, file, open, openFiles, panel, test, type Page } from './support';

const tab = (page: Page) => page.getByRole('button', { name: 'Rotate', exact: true }).click();
const figures = (page: Page) => page.getByRole('region', { name: 'Figures' });
const list = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const pinned = (page: Page) => page.getByRole('region', { name: 'Pinned pair' });
const runChoice = (page: Page) => page.getByRole('combobox', { name: 'run', exact: true });
const frame = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });

/** Three repeats whose slow pairs stay where they are. */
const repeats = () => [1, 2, 3].map((repeat) => file(`rotate_r${repeat}.csv`, rotateCsv({ repeat })));

/** Positions that are slow by chance, other ones in each repeat. */
const moving = (repeat: number) => (shift: number, sender: number) =>
  Math.sin((shift * 31 + sender * 17 + repeat * 101) * 12.9898) > 0.6;

test('a rotate test: figures, slow pairs, hosts and shifts, and the same positions slow again', async ({
  page,
}) => {
  await open(page);
  await openFiles(page, repeats());
  await tab(page);
  await expect(figures(page)).toContainText('16 ranks');
  await expect(figures(page).getByRole('row', { name: /^pairs/ })).toContainText('64');
  let slow = 0;
  for (let shift = 0; shift < 8; shift++)
    for (let sender = 0; sender < 8; sender++)
      if (fixedRoutes(shift, sender) || (shift === 3 && sender === 2)) slow++;
  await expect(figures(page).getByRole('row', { name: /^slow pairs/ })).toContainText(`${slow} (`);
  await expect(page.getByRole('main')).toContainText('Repeats: the same positions.');
  await expect(figures(page)).toContainText('Of the slow positions 100 % are slow again, chance gives');
  await expect(page.getByText(/8 \+ \(s \+ k\) mod 8 of the upper half/)).toBeVisible();

  const rows = await cells(list(page, 'slow pairs').getByRole('grid'));
  expect(rows[1]?.slice(0, 3)).toEqual(['n003', 'n014', '3']);
  expect(rows[1]?.[5]).toBe('3 of 3 repeats');
  // Shift 3: two of eight pairs share a route and one has 100 MB/s; the slowest of it times its pairs is 0.8 GB/s.
  const shifts = await cells(list(page, 'slow shifts').getByRole('grid'));
  expect(shifts[1]?.[0]).toBe('3');
  await expect(figures(page).getByRole('row', { name: /worst shift/ })).toContainText(/80\d MB\/s/);
});

test('the median of the repeats stands in for one of them in every view of pairs, also by a link', async ({
  page,
}) => {
  await open(page);
  await openFiles(page, repeats());
  await tab(page);
  await runChoice(page).selectOption({ label: 'median of 3 repeats' });
  // n003 → n014 in shift 3 has 100.6, 100.2 and 100.9 MB/s.
  await list(page, 'slow pairs').getByRole('gridcell', { name: 'n003' }).first().click();
  await expect(pinned(page)).toContainText('101 MB/s in shift 3');
  await expect(pinned(page)).toContainText('in repeats 101 MB/s, 100 MB/s, 101 MB/s.');
  for (const repeat of [1, 2, 3]) await expect(pinned(page)).toContainText(`rotate_r${repeat}.csv, line 8`);
  expect((await cells(list(page, 'slow pairs').getByRole('grid')))[1]?.[5]).toBe('3 of 3 repeats');
  await expect(page.getByRole('main')).toContainText('Repeats: the same positions.');

  await page.getByRole('button', { name: 'Matrix', exact: true }).click();
  await expect(runChoice(page)).toHaveValue(/:median$/);
  await expect(panel(page, 'rotate · bandwidth, best')).toBeVisible();
  await page.getByRole('button', { name: 'Distribution', exact: true }).click();
  await expect(runChoice(page)).toHaveValue(/:median$/);
  await expect(page.getByRole('main')).toContainText('median of 3 repeats');

  await page.reload();
  await openFiles(page, repeats());
  await expect(runChoice(page)).toHaveValue(/:median$/);
});

test('medians of five repeats of A and of B are compared, while all ten runs are read for noise and positions', async ({
  page,
}) => {
  await open(page);
  const side = (ar: string, slow?: (shift: number, sender: number) => boolean) =>
    [1, 2, 3, 4, 5].map((repeat) =>
      file(`rotate_ar-${ar}_r${repeat}.csv`, rotateCsv({ repeat, ...(slow && { slow }) })),
    );
  await openFiles(page, [...side('off'), ...side('on', () => false)]);
  await page.getByLabel('Compare by').selectOption('AR');
  await tab(page);
  for (const name of ['run of A', 'run of B'])
    await page.getByRole('combobox', { name, exact: true }).selectOption({ label: 'median of 5 repeats' });
  await frame(page, 'Side by side').click();
  await expect(figures(page)).toContainText('16 ranks');
  await expect(page.getByRole('main')).toContainText('A AR off, repeats: the same positions.');
  await list(page, 'A AR off: slow pairs').getByRole('gridcell', { name: 'n003' }).first().click();
  await expect(pinned(page)).toContainText(/in repeats .* MB\/s, .* MB\/s, .* MB\/s, .* MB\/s\./);
  await frame(page, 'Ratio').click();
  // Half of the positions of A are slow, none of B: beyond a noise of a few per cent.
  await expect(list(page, 'Faster in B')).toContainText(
    /beyond the noise of repeats \(nine of ten pairs differ by/,
  );
  const faster = await cells(list(page, 'Faster in B').getByRole('grid'));
  expect(faster[1]?.[3]).toMatch(/^33\d MB\/s$/);
  expect(faster[1]?.[4]).toMatch(/^66\d MB\/s$/);
  expect(Number.parseFloat(faster[1]?.[5] ?? '')).toBeGreaterThan(1.99);
  await expect(list(page, 'Slower in B')).toContainText('No pair beyond the noise');
  for (const view of ['Matrix', 'Distribution', 'Rotate'] as const) {
    await page.getByRole('button', { name: view, exact: true }).click();
    await expect(page.getByRole('main').getByRole('figure').first()).toBeVisible();
    await expect(page.getByRole('main')).toContainText(
      'from the median of every other repeat of A to that of the rest',
    );
    await expect(page.getByText(/There is no matrix/)).toHaveCount(0);
  }
});

test('repeats on other hosts have no median, and that is said', async ({ page }) => {
  await open(page);
  const hosts = ['n', 'n', 'm'].map((name, i) =>
    file(`rotate_r${i}.csv`, rotateCsv({ repeat: i, hosts: name })),
  );
  await openFiles(page, hosts);
  await tab(page);
  await runChoice(page).selectOption({ label: 'median of 3 repeats' });
  await expect(page.getByText(/The repeats ran on other hosts/)).toBeVisible();
  await runChoice(page).selectOption({ index: 0 });
  await expect(figures(page)).toContainText('16 ranks');
});

test('both matrices pin the same pair; link, reload and back keep and undo it', async ({ page }) => {
  await open(page);
  await openFiles(page, repeats());
  await tab(page);
  await expect(panel(page, 'Shift × sender')).toBeVisible();
  await expect(panel(page, 'Source × destination')).toBeVisible();
  await list(page, 'slow pairs').getByRole('gridcell', { name: 'n003' }).first().click();
  await expect(pinned(page)).toContainText('n003 → n014');
  await expect(pinned(page)).toContainText(/in shift 3/);
  await expect(pinned(page)).toContainText('rotate_r1.csv, line 8');
  expect(decodeURIComponent(new URL(page.url()).hash)).toContain('pair=[2,13]');

  await page.reload();
  await openFiles(page, repeats());
  await expect(pinned(page)).toContainText('n003 → n014');
  await pinned(page).getByRole('button', { name: 'Leave out n014' }).click();
  await expect(figures(page).getByRole('row', { name: /^pairs/ })).toContainText('56');
  await expect(figures(page)).toContainText('8 by choice');
  await expect(page.getByRole('button', { name: 'Take n014 in again' })).toBeVisible();
  await page.goBack();
  await expect(figures(page).getByRole('row', { name: /^pairs/ })).toContainText('64');
  await page.goForward();
  await page.getByRole('button', { name: 'Take n014 in again' }).click();
  await expect(figures(page).getByRole('row', { name: /^pairs/ })).toContainText('64');
});

test('a host that is left out stays that host in a run with another order of ranks, after swap and back', async ({
  page,
  folder,
}) => {
  const named = rotateCsv({ repeat: 1 });
  const turned = Array.from({ length: 16 }, (_, i) => `n${String(16 - i).padStart(3, '0')}`).join();
  write(folder, {
    'ar_off/run1.csv': named,
    'ar_on/run2.csv': rotateCsv({ repeat: 2 }).replace(/^# hosts: .*$/m, `# hosts: ${turned}`),
    'ar_on/run3.csv': rotateCsv({ repeat: 3, hosts: null }),
  });
  await open(page);
  await drop(page, [join(folder, 'ar_off'), join(folder, 'ar_on')]);
  await tab(page);
  const choose = (label: string) =>
    page.getByRole('combobox', { name: 'run', exact: true }).selectOption({ label });
  const out = page.getByRole('group', { name: 'Left out' }).getByRole('button');
  await list(page, 'slow pairs').getByRole('gridcell', { name: 'n003' }).first().click();
  await pinned(page).getByRole('button', { name: 'Leave out n003' }).click();
  await expect(out).toHaveText(['n003 ×']);
  await choose('AR on · run2.csv');
  await expect(out).toHaveText(['n003 ×']);
  await expect(figures(page).getByRole('row', { name: /^pairs/ })).toContainText('56');
  await expect(pinned(page)).toHaveCount(0);
  await expect(page.getByText('Other pairs are shown: the pair is no longer pinned.')).toBeVisible();
  await page.goBack();
  await expect(out).toHaveText(['n003 ×']);
  await expect(pinned(page)).toContainText('n003 → n014');
  await choose('AR on · run3.csv');
  await expect(page.getByText(/hosts cannot be matched with those before: n003 is no longer/)).toBeVisible();
  await expect(out).toHaveCount(0);
  await page.goBack();
  await expect(out).toHaveText(['n003 ×']);

  await page.getByRole('button', { name: /AR off with AR on/ }).click();
  await page.getByRole('combobox', { name: 'run of B' }).selectOption({ label: 'run2.csv' });
  await expect(out).toHaveText(['n003 ×']);
  await expect(figures(page).getByRole('row', { name: /^pairs/ })).toContainText('56');
  await page.getByRole('button', { name: 'Swap A and B' }).click();
  await expect(page.getByRole('combobox', { name: 'run of A' }).locator('option:checked')).toHaveText(
    'run2.csv',
  );
  await expect(out).toHaveText(['n003 ×']);
  expect(decodeURIComponent(new URL(page.url()).hash)).toContain('excluded=[13]');
});

test('a host that is left out is left out of pairs laid over an estimate, whatever its rank there', async ({
  page,
}) => {
  const turned = Array.from({ length: 16 }, (_, i) => `n${String(16 - i).padStart(3, '0')}`).join();
  // Rank 2 is n014 there, and slow as a sender; all others are at the peak.
  const slowSender = rotateCsv({ repeat: 2, slow: (_, sender) => sender === 2 });
  await open(page);
  await openFiles(page, [
    file('run1.csv', rotateCsv({ repeat: 1 })),
    file('run2.csv', slowSender.replace(/^# hosts: .*$/m, `# hosts: ${turned}`)),
  ]);
  await tab(page);
  await page.getByRole('combobox', { name: 'run', exact: true }).selectOption({ label: 'run1.csv' });
  await list(page, 'slow pairs').getByRole('gridcell', { name: 'n014' }).first().click();
  await pinned(page).getByRole('button', { name: 'Leave out n014' }).click();
  await expect(figures(page).getByRole('row', { name: /^pairs/ })).toContainText('56');
  await page.getByRole('button', { name: 'Congestion', exact: true }).click();
  const over = page.getByRole('combobox', { name: 'measured over it' });
  await over.selectOption({ label: await over.getByText(/run2\.csv/).innerText() });
  await expect(page.getByRole('figure', { name: 'Pairs by their share of the bandwidth' })).toContainText(
    /measured 99\.\d* %|measured 100 %/,
  );
});

test('by keyboard: walk and pin a cell, select, leave out a host from the list', async ({ page }) => {
  await open(page);
  await openFiles(page, repeats());
  await tab(page);
  const shifts = chart(page, 'Shift × sender');
  await expect(shifts.getByRole('img')).toHaveAccessibleName(/64 values/);
  await shifts.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(pinned(page)).toContainText('→');
  await page.keyboard.press('Escape');
  await expect(pinned(page)).toHaveCount(0);

  const ranks = list(page, 'slow ranks').getByRole('grid');
  const worst = (await cells(ranks))[1]?.[0] ?? '';
  await ranks.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: `Take ${worst} in again` })).toBeVisible();
});

test('a box of shifts limits every view of pairs to them; Escape, Back and the link undo and keep it', async ({
  page,
}) => {
  await open(page);
  await openFiles(page, [file('rotate_r1.csv', rotateCsv({ repeat: 1 }))]);
  await tab(page);
  const shifts = chart(page, 'Shift × sender');
  await expect(shifts.getByRole('img')).toHaveAccessibleName(/64 values/);
  await shifts.focus();
  await page.keyboard.press('ArrowRight');
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(`Shift+${key}`);
  // From the middle on: shifts 4 and 5 of the senders 4 to 6.
  const chip = page.getByRole('button', { name: /^Show all pairs again/ });
  await expect(chip).toContainText('shifts 4 – 5 × 3 senders, 6 pairs');
  await expect(figures(page).getByRole('row', { name: /^pairs/ })).toHaveText('pairs6');
  expect(decodeURIComponent(new URL(page.url()).hash)).toContain('chosen=[[[4,6]],[[8,15]],[[4,5]]]');

  await page.getByRole('button', { name: 'Distribution', exact: true }).click();
  const counted = page.getByRole('region', { name: 'Figures of each set' });
  await expect(counted.getByRole('row', { name: /^pairs/ })).toContainText('6');
  await expect(counted.getByRole('row', { name: /^missing/ })).toContainText('0');
  await page.getByRole('button', { name: 'Matrix', exact: true }).click();
  await expect(page.getByText(/^Box 3 × 8 cells in the chosen shifts/)).toContainText('6 values');
  const findings = page.getByRole('region', { name: 'Findings', exact: true });
  await expect(findings).toContainText('pairs6 pairs');
  await page.reload();
  await expect(findings).toContainText('pairs6 pairs');
  await chip.press('Escape');
  await expect(findings).toContainText('pairs64 pairs');
  await page.goBack();
  await expect(findings).toContainText('pairs6 pairs');
});

test('A and B: the same and moving positions, side by side, ratio, and pairs that changed', async ({
  page,
  folder,
}) => {
  for (const repeat of [1, 2, 3])
    write(folder, {
      [`ar_off/rotate_r${repeat}.csv`]: rotateCsv({ repeat }),
      [`ar_on/rotate_r${repeat}.csv`]: rotateCsv({ repeat, slow: moving(repeat) }),
    });
  await open(page);
  await drop(page, [join(folder, 'ar_off'), join(folder, 'ar_on')]);
  await page.getByRole('button', { name: /AR off with AR on/ }).click();
  await tab(page);
  await expect(page.getByText('Aligned by host.')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('A AR off, repeats: the same positions.');
  await expect(page.getByRole('main')).toContainText(/B AR on, repeats: (moving|partly)/);
  await expect(panel(page, 'Shift × sender')).toContainText('bandwidth, B over A: above 1× B is better');
  // Nine of ten pairs of the repeats of B differ by a factor of up to two: twice as fast is no more than that.
  await expect(list(page, 'Faster in B')).toContainText(/^Faster in B.*beyond the noise of repeats/s);
  // The slow positions of A stay, those of B move: some of its pairs change much from repeat to repeat.
  const noise = page.getByText(
    /Noise: from one repeat of A to the next half of the pairs change by up to [\d.]+ %, nine of ten by up to [\d.]+ %; of B, by [\d.]+ % and \d\d+[\d.]* %\./,
  );
  for (const view of ['Matrix', 'Distribution', 'Rotate']) {
    await page.getByRole('button', { name: view, exact: true }).click();
    await expect(noise).toHaveCount(1);
  }
  await frame(page, 'Difference').click();
  await expect(panel(page, 'Source × destination')).toContainText('bandwidth, B − A');
  await frame(page, 'Side by side').click();
  await expect(panel(page, 'A AR off: shift × sender')).toBeVisible();
  await expect(panel(page, 'B AR on: source × destination')).toBeVisible();
});

test('another number of ranks is compared by position, with a warning', async ({ page }) => {
  await open(page);
  await openFiles(page, [
    file('rotate_28.csv', rotateCsv({ ranks: 28, hosts: null })),
    file('rotate_16.csv', rotateCsv({ ranks: 16, hosts: null })),
  ]);
  await tab(page);
  await page.getByLabel('Compare by').selectOption('ranks');
  await frame(page, 'Difference').click();
  await expect(page.getByText(/A has 16 ranks and B 28: the same position is another pair/)).toBeVisible();
  await expect(page.getByText(/Aligned by rank/)).toBeVisible();
  await expect(chart(page, 'Shift × sender').getByRole('img')).toHaveAccessibleName(
    /8 shift rows × 8 sender/,
  );
  await expect(page.getByText(/no source × destination matrix of this comparison/)).toBeVisible();
});

test('mpiGraph: shifts of all ranks, suspect host and path, one way against the other', async ({ page }) => {
  await open(page);
  await openFiles(page, [file('graph.out', mpiGraphText())]);
  await tab(page);
  await expect(page.getByText(/rank s sends to rank \(s \+ k\) mod 8/)).toBeVisible();
  const hints = list(page, 'host or path');
  await expect(hints).toContainText('n3 as receiver');
  await expect(hints.getByRole('button', { name: 'n1 → n2' }).first()).toBeVisible();
  await expect(hints).toContainText(/the way back is 4\.0\d×/);
  await hints.getByRole('button', { name: 'n1 → n2' }).first().click();
  await expect(pinned(page)).toContainText(/the way back 1\.05 GB\/s/);
});

test('without a test in shifts the view says which tests give one', async ({ page }) => {
  await open(page);
  await openFiles(page, [file('latency.out', osuLatency())]);
  await tab(page);
  await expect(page.getByText(/A rotate test .* or the output of mpiGraph gives this view/)).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(colorScheme, () => {
    test.use({ colorScheme, reducedMotion: 'reduce' });
    test(`axe finds nothing in the Rotate view, ${colorScheme}`, async ({ page, folder }) => {
      const clean = async (state: string) => {
        const { violations } = await new AxeBuilder({ page })
          .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
          .analyze();
        const said = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
        expect.soft(said, state).toEqual([]);
      };
      write(folder, {
        'ar_off/rotate_r1.csv': rotateCsv(),
        'ar_on/rotate_r1.csv': rotateCsv({ slow: moving(1) }),
      });
      await open(page);
      await drop(page, [join(folder, 'ar_off'), join(folder, 'ar_on')]);
      await tab(page);
      await list(page, 'slow pairs').getByRole('gridcell', { name: 'n003' }).first().click();
      await pinned(page).getByRole('button', { name: 'Leave out n003' }).click();
      await expect(figures(page)).toContainText('8 by choice');
      await clean('single, pinned, one left out');
      await page.getByRole('button', { name: /AR off with AR on/ }).click();
      await expect(page.getByText('Aligned by host.')).toBeVisible();
      await clean('ratio');
    });
  });
