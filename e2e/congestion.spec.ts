import AxeBuilder from '@axe-core/playwright';
import { ibnetdiscoverText, lftsText, slowCableRotate } from './made-fabric';
import { expect, file, openFiles, status, test, type Locator, type Page } from './support';

/** The tab of congestion as a first visitor finds it. */
async function openCongestion(page: Page, link = ''): Promise<void> {
  await page.goto(`./#1&tab=congestion${link}`);
  await ready(page);
}

/** Waits until all estimates are whole. */
async function ready(page: Page): Promise<void> {
  await expect(page.getByText('Estimates are ready.')).toBeAttached({ timeout: 30_000 });
}

const card = (page: Page, letter: string): Locator =>
  page.getByRole('group', { name: new RegExp(`Setting ${letter}`) });
const progress = (page: Page): Locator => page.getByRole('list', { name: 'Progress' }).getByRole('listitem');
const figures = (page: Page): Locator => page.getByRole('table', { name: 'Figures of each setting' });

/** The mean share of a setting, in per cent. */
async function mean(page: Page, index: number): Promise<number> {
  const text = await figures(page)
    .getByRole('row', { name: /^mean share/ })
    .getByRole('cell')
    .nth(index)
    .innerText();
  return Number.parseFloat(text);
}

test('a first visitor sees static tables against adaptive routing, computed live', async ({ page }) => {
  await page.goto('./');
  await page.getByRole('button', { name: 'No data? Start from a fabric' }).click();
  await ready(page);
  await expect(progress(page)).toHaveCount(3);
  // Random tables on a full tree of 288 hosts, local greedy, and fluid splitting, which is ideal there.
  expect(await mean(page, 0)).toBeGreaterThan(60);
  expect(await mean(page, 1)).toBeGreaterThan((await mean(page, 0)) + 5);
  expect(await mean(page, 2)).toBeCloseTo(100, 1);
  await expect(page.getByRole('figure', { name: 'Pairs by their share of the bandwidth' })).toBeVisible();
  await expect(page.getByText(/a range of models, not a bound/)).toBeVisible();
});

test('the form changes the question, and a refused value gets the estimator’s sentence', async ({ page }) => {
  await openCongestion(page);
  const a = card(page, 'A');
  const ports = a.getByRole('textbox', { name: 'switch ports' });
  await ports.fill('8');
  await ports.press('Enter');
  await ready(page);
  await expect(page).toHaveURL(/tree2%3A8/);
  await card(page, 'B').getByRole('combobox', { name: 'routing' }).selectOption({ label: 'D-mod-K' });
  await ready(page);
  expect(await mean(page, 1)).toBeLessThan(100);
  await a.getByRole('textbox', { name: 'hosts per leaf' }).fill('9');
  await a.getByRole('textbox', { name: 'hosts per leaf' }).press('Enter');
  await expect(a.getByRole('alert')).toContainText('down must be 1 to 7');
  await card(page, 'B')
    .getByRole('combobox', { name: 'routing' })
    .selectOption({ label: 'dimension order (torus)' });
  await a.getByRole('textbox', { name: 'hosts per leaf' }).fill('');
  await a.getByRole('textbox', { name: 'hosts per leaf' }).press('Enter');
  await expect(card(page, 'B').getByRole('alert')).toContainText('Dimension order needs a torus or mesh');
  await expect(a.getByRole('alert')).toHaveCount(0);
});

test('shows progress, and a cancelled estimate is said to be half', async ({ page }) => {
  const link = encodeURIComponent(
    JSON.stringify([
      {
        topology: 'tree3:24',
        routing: 'minhop',
        pattern: 'bisect',
        placement: 'order',
        ranks: null,
        cut: '',
        after: 'reroute',
      },
    ]),
  );
  await page.goto(`./#1&tab=congestion&patterns=100000&stopAt=null&settings=${link}`);
  const row = progress(page).first();
  await expect(row).toContainText(/[\d,]+ of 100,000 patterns so far/, { timeout: 30_000 });
  await expect(row).toContainText(/± .*%/);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(row).toContainText(/cancelled after [\d,]+ of 100,000 patterns/, { timeout: 500 });
  await expect(page.getByRole('button', { name: 'Compute the rest anew' })).toBeVisible();
  await page.getByRole('button', { name: 'Keep A as a run' }).click();
  await expect(status(page)).toContainText('1 run');
  await expect(page.getByText('1 incomplete')).toBeVisible();
});

test('a cable is cut and put back by the keyboard', async ({ page }) => {
  await openCongestion(page);
  const before = await mean(page, 0);
  const drawing = page.getByRole('group', { name: /^Load of the links, A / });
  await drawing.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(card(page, 'A').getByRole('button', { name: /^Undo the cut switch:/ })).toBeVisible();
  await ready(page);
  expect(await mean(page, 0)).not.toBe(before);
  await card(page, 'A')
    .getByRole('button', { name: /^Undo the cut/ })
    .click();
  await ready(page);
  expect(await mean(page, 0)).toBe(before);
  await page.getByRole('grid', { name: 'Hottest links between switches' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(card(page, 'A').getByRole('button', { name: /^Undo the cut link:/ })).toBeVisible();
});

test('A and B beside each other, their difference and ratio', async ({ page }) => {
  await openCongestion(page);
  for (const [name, drawings] of [
    ['Single', 1],
    ['Side by side', 3],
    ['Difference', 1],
    ['Ratio', 1],
  ] as const) {
    await page.getByRole('radio', { name }).check({ force: true });
    await expect(page.getByRole('figure', { name: /^Load of the links/ })).toHaveCount(drawings);
  }
  await expect(page.getByRole('figure', { name: 'Load of the links, B over A' })).toBeVisible();
});

test('loads are folded to heatmaps, where a cell cuts its cables by keyboard', async ({ page }) => {
  await openCongestion(page);
  await page.getByRole('combobox', { name: 'loads of links as' }).selectOption('heatmaps');
  const heatmaps = page.getByRole('figure', { name: /between 24 leaves and 12 spines$/ });
  await expect(heatmaps).toHaveCount(3);
  const before = await mean(page, 0);
  await page.getByRole('group', { name: /^Load of the links, A .*between 24 leaves and 12 spines/ }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(card(page, 'A').getByRole('button', { name: /^Undo the cut link:/ })).toHaveCount(1);
  await ready(page);
  expect(await mean(page, 0)).not.toBe(before);
  await page.getByText('All 1,152 links, hosts’ own included').first().click();
  await expect(page.getByRole('grid', { name: /^Load of the links, A .*: all links$/ })).toBeVisible();
  await page.getByRole('radio', { name: 'Ratio' }).check({ force: true });
  await expect(
    page.getByRole('figure', { name: /B over A: between 24 leaves and 12 spines$/ }),
  ).toBeVisible();
  const found = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze();
  expect(found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 120))])).toEqual(
    [],
  );
});

test('a fabric too large to draw is folded, with its hottest links by name', async ({ page }) => {
  const setting = { topology: 'tree3:48', routing: 'dmodk', pattern: 'bisect', placement: 'order' };
  const settings = [{ ...setting, ranks: null, cut: '', after: 'reroute' }];
  await openCongestion(page, `&patterns=3&settings=${encodeURIComponent(JSON.stringify(settings))}`);
  await expect(page.getByText(/more than 60,000 cables are too many to draw one by one/)).toBeVisible();
  await expect(
    page.getByRole('figure', { name: /between 1,152 leaves and 1,152 level 2 switches$/ }),
  ).toBeVisible();
  await expect(
    page.getByRole('figure', { name: /between 1,152 level 2 switches and 576 spines$/ }),
  ).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Hottest links between switches' })).toContainText(
    /(leaf|level 2 switch|spine) \d+ port \d+/,
  );
});

test('patterns of which every flow is lost are in no mean, and counted', async ({ page }) => {
  const setting = {
    ...{ topology: 'tree2:8', routing: 'dmodk', pattern: 'bisect', placement: 'random' },
    ...{ ranks: 2, cut: 'link:0', after: 'stale' },
  };
  await openCongestion(
    page,
    `&settings=${encodeURIComponent(JSON.stringify([setting]))}&patterns=100&stopAt=null`,
  );
  await expect(figures(page).getByRole('row', { name: /^mean share/ })).toContainText('100.00 ± 0.00 %');
  const lost = figures(page).getByRole('row', { name: /^flows without a route/ });
  await expect(lost).toContainText(/7 of 100\s*all of 7 patterns/);
  await expect(page.getByText('NaN')).toHaveCount(0);
});

test('a sweep gives a curve for each setting', async ({ page }) => {
  await openCongestion(page, '&patterns=50');
  await page.getByRole('combobox', { name: 'sweep over' }).selectOption('oversubscription');
  const sweep = page.getByRole('region', { name: 'Sweep' });
  await expect(sweep.getByRole('status').first()).toHaveText('21 of 21 points', { timeout: 30_000 });
  const title = 'Mean of patterns over oversubscription at the leaves';
  await page.getByRole('button', { name: `Save or copy ${title}` }).click();
  await page.getByRole('menuitem', { name: 'Show table' }).click();
  await expect(sweep.getByRole('grid').getByText('tree2:24:down=18').first()).toBeVisible();
});

test('a kept estimate is a simulated run with its pairs in Distribution, and the link computes anew', async ({
  page,
  visitor,
}) => {
  const settings = [
    {
      topology: 'tree2:8',
      routing: 'random',
      pattern: 'rotate',
      placement: 'order',
      ranks: null,
      cut: '',
      after: 'reroute',
    },
  ];
  await openCongestion(page, `&settings=${encodeURIComponent(JSON.stringify(settings))}`);
  const value = await mean(page, 0);
  await page.getByRole('button', { name: 'Keep A as a run' }).click();
  await expect(status(page)).toContainText('1 run');
  await expect(page.getByText('simulated', { exact: true }).first()).toBeVisible();
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Distribution' }).click();
  await expect(page.getByRole('figure', { name: /^Histogram of/ })).toBeVisible();
  await expect(page.getByRole('figure', { name: /^Histogram of/ })).toContainText(/share/);

  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Congestion' }).click();
  const other = await (await visitor()).newPage();
  await other.goto(page.url());
  await ready(other);
  expect(await mean(other, 0)).toBe(value);
});

test('measured pairs lie over an estimate in the same bins, and the link has them', async ({
  page,
  visitor,
}) => {
  const setting = { topology: 'tree2:8', routing: 'random', pattern: 'rotate', placement: 'order' };
  const settings = [{ ...setting, ranks: null, cut: '', after: 'reroute' }];
  await openCongestion(page, `&settings=${encodeURIComponent(JSON.stringify(settings))}`);
  await page.getByRole('button', { name: 'Keep A as a run' }).click();
  await page.getByRole('combobox', { name: 'measured over it' }).selectOption({ index: 1 });
  const title = 'Pairs by their share of the bandwidth';
  const figure = page.getByRole('figure', { name: title });
  await expect(figure).toContainText(/mean of A [\d.]+ %, measured [\d.]+ %/);
  // The kept run has the very pairs of the estimate.
  const means = /A ([\d.]+) %, measured ([\d.]+) %/.exec((await figure.textContent()) ?? '');
  expect(means?.[1]).toBe(means?.[2]);
  await page.getByRole('button', { name: `Save or copy ${title}` }).click();
  await page.getByRole('menuitem', { name: 'Show table' }).click();
  const rows = page.getByRole('grid', { name: `${title}: values per bin` }).getByRole('row');
  await expect(rows).toHaveCount(21);
  const cells = await rows.evaluateAll((all) =>
    all.slice(1).map((row) => [...row.children].map((cell) => cell.textContent)),
  );
  expect(cells.map((row) => row[4])).toEqual(cells.map((row) => row[2]));
  expect(cells.filter((row) => Number(row[4]) > 0).length).toBeGreaterThan(1);

  const other = await (await visitor()).newPage();
  await other.goto(page.url());
  await expect(other.getByText(/measured pairs of this link are not loaded here/)).toBeVisible();
});

test('pairs measured on a loaded fabric over an estimate of another: a button takes the loaded one for A', async ({
  page,
}) => {
  await openCongestion(page);
  await openFiles(page, [
    file('ibnetdiscover.txt', ibnetdiscoverText()),
    file('opensm-lfts.dump', lftsText()),
    file('rotate.csv', slowCableRotate()),
  ]);
  await page.getByRole('combobox', { name: 'measured over it' }).selectOption({ index: 1 });
  await expect(page.getByText('The loaded fabric is another one than that of A')).toBeVisible();
  await page.getByRole('button', { name: 'Use the loaded fabric' }).press('Enter');
  await expect(page.getByText('The loaded fabric is another one')).toHaveCount(0);
  await expect(card(page, 'A').getByRole('combobox', { name: 'fabric', exact: true })).toHaveValue(/^file:/);
  await expect(card(page, 'A').getByRole('combobox', { name: 'routing', exact: true })).toHaveValue('lft');
  await expect(page).toHaveURL(/settings=/);
  await ready(page);
});

for (const theme of ['light', 'dark'] as const)
  for (const [width, height] of [
    [1440, 900],
    [900, 700],
  ] as const)
    test(`is accessible and fits, ${theme}, ${width} × ${height}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize({ width, height });
      await openCongestion(page, '&sweep=cut&patterns=50');
      await expect(page.getByText('24 of 24 points')).toBeVisible({ timeout: 30_000 });
      const found = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
        .analyze();
      expect(
        found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 120))]),
      ).toEqual([]);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wider).toBeLessThanOrEqual(0);
    });
