import { AxeBuilder } from '@axe-core/playwright';
import { ibnetdiscoverText, slowCableRotate } from './made-fabric';
import { allPairs, gridTraffic, RANKS } from './made-matrix';
import {
  chart,
  expect,
  file,
  moreChoices,
  open,
  openFiles,
  panel,
  showTable,
  status,
  test,
  type Page,
} from './support';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
async function expectClean(page: Page, state: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  const said = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  expect.soft(said, state).toEqual([]);
}

/** The matrix and what is beside it are there. */
async function shown(page: Page): Promise<void> {
  await expect(page.locator('.matrix-canvas').first()).toBeVisible();
  await expect(page.locator('.matrix[aria-busy="true"], .findings[aria-busy="true"]')).toHaveCount(0);
}

async function openMatrix(page: Page, files: readonly ReturnType<typeof file>[]): Promise<void> {
  await open(page);
  await openFiles(page, files);
  await expect(status(page)).toContainText(`${files.length} run`);
  await page.getByRole('button', { name: 'Matrix', exact: true }).click();
  await shown(page);
}

const TEST = /^mpiGraph · bandwidth, avg, 64 KiB, seen by the sender/;
const sides = () => [file('ar_off.out', allPairs(1)), file('ar_on.out', allPairs(1.25))];

test('traffic on a grid: the stencil is named, cells are walked by keyboard, reload restores', async ({
  page,
}) => {
  await openMatrix(page, [file('map_data.txt', gridTraffic())]);
  const findings = page.getByRole('region', { name: 'Findings', exact: true });
  await expect(findings).toContainText('Six neighbours on a 3×3×3 grid carry 100 % of the bytes.');
  // 54 pairs of neighbours, both ways.
  await expect(findings).toContainText(`108 cells of ${RANKS ** 2}`);
  const plot = page.getByRole('group', { name: /27 senders × 27 receivers/ });
  await plot.focus();
  await page.keyboard.press('ArrowRight');
  const said = plot.locator('xpath=..').getByRole('status');
  await expect(said).toContainText('sender rank 13 · receiver rank 13');
  await page.keyboard.press('ArrowRight');
  await expect(said).toContainText('receiver rank 14, bytes 1000 B');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Pinned pair' })).toContainText('rank 13 → rank 14');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText(/^Box 2 × 1 cells/)).toContainText('2 values');
  await page.getByLabel('order').selectOption('bandwidth');
  await expect(moreChoices(page)).toHaveText('More choices');
  await moreChoices(page).press('Enter');
  await page.getByLabel('colours').selectOption('linear');
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('colours')).toBeHidden();
  await expect(moreChoices(page)).toBeFocused();
  await shown(page);

  await page.reload();
  await shown(page);
  await expect(page.getByLabel('order')).toHaveValue('bandwidth');
  await expect(moreChoices(page)).toHaveAccessibleName('More choices colours: linear');
  await expect(page.getByRole('region', { name: 'Pinned pair' })).toContainText('rank 13 → rank 14');
  await page.goBack();
  await expect(moreChoices(page)).toHaveAccessibleName('More choices');
  await moreChoices(page).click();
  await expect(page.getByLabel('colours')).toHaveValue('log');
});

test('a test of all pairs: slow host apart from slow path, left out and back, put together by host', async ({
  page,
}) => {
  await openMatrix(page, [file('mpigraph.out', allPairs(1))]);
  const findings = page.getByRole('region', { name: 'Findings', exact: true });
  // 12 ranks: 132 pairs, 12 of them on one host.
  await expect(findings).toContainText('120 pairs');
  await expect(findings).toContainText('on one host, left out12 pairs');
  await expect(findings.getByRole('list', { name: 'Slow hosts' })).toContainText(
    /^n4[45]\d\.\d % as receiver/,
  );
  await expect(findings.getByRole('list', { name: 'Slow paths' }).getByRole('button')).toHaveCount(4);
  const slowest = findings.getByRole('list', { name: 'Slowest pairs' }).getByRole('button').first();
  await slowest.press('Enter');
  await expect(page.getByRole('region', { name: 'Pinned pair' })).toContainText('mpigraph.out, line');
  await page.getByRole('button', { name: 'Unpin' }).click();

  await findings
    .getByRole('button', { name: /^Leave out n4/ })
    .first()
    .click();
  await expect(page.getByRole('group', { name: /10 senders × 10 receivers/ })).toBeVisible();
  await expect(findings.getByRole('list', { name: 'Slow hosts' })).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole('group', { name: /12 senders × 12 receivers/ })).toBeVisible();
  await page.goForward();
  await page.getByRole('button', { name: 'Take n4 in again' }).click();
  await expect(page.getByRole('group', { name: /12 senders × 12 receivers/ })).toBeVisible();

  await page.getByLabel('cells are').selectOption('host');
  await expect(page.getByRole('group', { name: /6 senders × 6 receivers/ })).toBeVisible();
  await shown(page);
  const title = (await page.getByRole('heading', { name: TEST }).innerText()).trim();
  const grid = await showTable(page, title);
  await expect(grid.getByRole('columnheader', { name: 'n5', exact: true })).toBeVisible();
  expect(decodeURIComponent(page.url())).not.toMatch(/n[0-5]/);
});

test('a pixel shows the share of slow pairs, below a value that can be typed', async ({ page }) => {
  await openMatrix(page, [file('mpigraph.out', allPairs(1))]);
  await moreChoices(page).click();
  await page.getByLabel('pixel').selectOption({ label: 'share below' });
  const below = page.getByRole('spinbutton', { name: /^below/ });
  const note = page.getByText(/^Each pixel: share below/);
  // Three quarters of the peak level, what counts as slow; the file's numbers are MiB/s.
  await expect(below).toHaveAttribute('placeholder', '804');
  await expect(note).toContainText('share below 804 MB/s');
  await below.fill('600');
  await below.press('Enter');
  await expect(note).toContainText('share below 600 MB/s');
  await page.reload();
  await shown(page);
  await expect(note).toContainText('share below 600 MB/s');
  await page.getByRole('button', { name: 'Rotate', exact: true }).click();
  await expect(page.getByText(/Each pixel: share below 0\.600 GB\/s/)).toHaveCount(2);
  await page.getByRole('spinbutton', { name: /^below/ }).fill('');
  await page.getByRole('spinbutton', { name: /^below/ }).press('Enter');
  await expect(page.getByText(/Each pixel: share below 0\.80\d GB\/s/)).toHaveCount(2);
});

test('two runs: ratio, difference, side by side with one camera, and the way back', async ({ page }) => {
  await openMatrix(page, sides());
  await page.getByRole('button', { name: /AR off with AR on/ }).click();
  const changes = page.getByRole('region', { name: 'Changes' });
  await expect(changes).toContainText('ratio B over A, median of all pairs1.25×');
  await expect(changes).toContainText('on both sides');
  await page.getByRole('radio', { name: 'Difference', exact: true }).click();
  await expect(changes).toContainText(/difference, median of all pairs\+2\d\d MB\/s/);
  await expect(page.getByText('above 0 is better').first()).toBeVisible();
  await page.getByRole('radio', { name: 'Side by side', exact: true }).click();
  await expect(page.locator('.matrix-canvas')).toHaveCount(2);
  await shown(page);
  await expect(page.getByRole('region', { name: 'Findings of A AR off' })).toContainText('120 pairs');
  await page.goBack();
  await expect(changes).toContainText('difference, median');
  await page.reload();
  await expect(changes).toContainText(/difference, median of all pairs\+2\d\d MB\/s/);
});

test('ranks put together by socket and hosts by group, and the mean size of messages', async ({ page }) => {
  await openMatrix(page, [file('map_data.txt', gridTraffic())]);
  const findings = page.getByRole('region', { name: 'Findings', exact: true });
  await page.getByLabel('cells are').selectOption({ label: 'sockets (sum)' });
  await page.getByLabel('ranks per socket').fill('9');
  await page.getByLabel('ranks per socket').press('Enter');
  // A socket is a layer of the grid: 24 ways within it, 9 to each layer beside it.
  const layers = page.getByRole('group', { name: /3 senders × 3 receivers/ });
  await expect(layers).toBeVisible();
  await layers.focus();
  await page.keyboard.press('ArrowRight');
  const said = layers.locator('xpath=..').getByRole('status');
  await expect(said).toContainText('sender socket 1 · receiver socket 1, bytes 23.4 KiB');
  await page.getByLabel('cells are').selectOption('rank');
  const size = page.getByLabel('quantity').getByRole('option', { name: /message size, mean/ });
  await page.getByLabel('quantity').selectOption((await size.getAttribute('value')) ?? '');
  await shown(page);
  await expect(findings.getByRole('list', { name: 'Largest pairs' })).toContainText('100 B');
  await expect(findings).not.toContainText('Six neighbours');

  await open(page);
  await openFiles(page, [file('mpigraph.out', allPairs(1))]);
  await page.getByRole('button', { name: 'Matrix', exact: true }).click();
  await shown(page);
  await page.getByLabel('cells are').selectOption({ label: 'groups (mean)' });
  await page.getByLabel('hosts per group').fill('2');
  await page.getByLabel('hosts per group').press('Enter');
  await expect(page.getByRole('group', { name: /3 senders × 3 receivers/ })).toBeVisible();
  await shown(page);
  const title = (await page.getByRole('heading', { name: TEST }).innerText()).trim();
  const grid = await showTable(page, title);
  await expect(grid.getByRole('columnheader', { name: 'n4 – n5', exact: true })).toBeVisible();
});

test('hosts by the leaf switch of a loaded fabric: cells, order, the box, and why there are none', async ({
  page,
  visitor,
}) => {
  const fabric = file('ibnetdiscover.txt', ibnetdiscoverText());
  await open(page);
  await openFiles(page, [fabric, file('rotate.csv', slowCableRotate())]);
  await page.getByRole('button', { name: 'Matrix', exact: true }).click();
  await shown(page);
  const cellsAre = page.getByLabel('cells are');
  await cellsAre.selectOption({ label: 'leaf switches (mean)' });
  await expect(page.getByText(/^Leaf switches of ibnetdiscover\.txt: all 32 hosts are on 8/)).toBeVisible();
  // Senders are the hosts of four switches, receivers those of the other four.
  const plot = page.getByRole('group', { name: /4 senders × 4 receivers/ });
  await expect(plot).toBeVisible();
  await plot.focus();
  await page.keyboard.press('ArrowRight');
  const said = plot.locator('xpath=..').getByRole('status');
  await expect(said).toContainText(/sender leaf3 · receiver leaf7/);
  await page.keyboard.press('Enter');
  await expect(page.getByText('The cell stands for two leaf switches;')).toBeVisible();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.getByRole('button', { name: /^Show all pairs again/ })).toContainText(
    '4 senders × 8 receivers, 32 pairs',
  );
  await page.getByLabel('order').selectOption('leaf switch');
  await page.reload();
  await shown(page);
  await expect(plot).toBeVisible();
  await expect(page.getByLabel('order')).toHaveValue('leaf');

  const other = await (await visitor()).newPage();
  await open(other);
  await openFiles(other, [fabric, file('rotate.csv', slowCableRotate('other'))]);
  await other.getByRole('button', { name: 'Matrix', exact: true }).click();
  await expect(
    other.getByText(/^No groups by leaf switch of ibnetdiscover\.txt: None of the 32/),
  ).toBeVisible();
  await expect(other.getByLabel('cells are').getByRole('option', { name: /leaf/ })).toHaveCount(0);
});

test('more than 256 ranks are left out: the link keeps them, and a dozen hosts is named until all are asked for', async ({
  page,
}) => {
  await openMatrix(page, [file('mpigraph.out', allPairs(1))]);
  // Every other of 702 ranks, three bits of the six in each character: one of each host of this test stays.
  await page.goto(`./#1&tab=matrix&excluded=${'V'.repeat(117)}`);
  await shown(page);
  await expect(page.getByRole('group', { name: /6 senders × 6 receivers/ })).toBeVisible();
  const named = page
    .getByRole('group', { name: 'Left out' })
    .getByRole('button', { name: /^Take .* in again$/ });
  // Twelve, and the button for all.
  await expect(named).toHaveCount(13);
  await page.getByRole('button', { name: '339 more' }).click();
  await expect(named).toHaveCount(352);
  await page
    .getByRole('region', { name: 'Findings', exact: true })
    .getByRole('button', { name: /^Leave out n4/ })
    .first()
    .click();
  await expect(page.getByRole('group', { name: /5 senders × 5 receivers/ })).toBeVisible();
  await page.reload();
  await shown(page);
  await expect(page.getByRole('group', { name: /5 senders × 5 receivers/ })).toBeVisible();
  await page.getByRole('button', { name: 'Take all in again' }).click();
  await expect(page.getByRole('group', { name: /12 senders × 12 receivers/ })).toBeVisible();
});

test('a box drawn by keyboard limits every view of pairs; Escape, Back and the link undo and keep it', async ({
  page,
}) => {
  await openMatrix(page, [file('mpigraph.out', allPairs(1))]);
  const findings = page.getByRole('region', { name: 'Findings', exact: true });
  const plot = page.getByRole('group', { name: /12 senders × 12 receivers/ });
  const chip = page.getByRole('button', { name: /^Show all pairs again/ });
  await plot.focus();
  await page.keyboard.press('ArrowRight');
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(`Shift+${key}`);
  // Ranks 6 and 7 send to 6, 7 and 8; 6 and 7 are one host.
  await expect(chip).toContainText('2 senders × 3 receivers, 6 pairs');
  await shown(page);
  await expect(findings).toContainText('pairs2 pairs');
  await expect(page.getByText(/^Box 2 × 3 cells/)).toContainText('2 values');
  expect(decodeURIComponent(new URL(page.url()).hash)).toContain('chosen=[[[6,7]],[[6,8]]]');
  const title = (await page.getByRole('heading', { name: TEST }).innerText()).trim();
  const grid = await showTable(page, title);
  await expect(grid.getByRole('columnheader')).toHaveCount(4);
  await expect(grid.getByRole('columnheader', { name: 'n4:8', exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Distribution', exact: true }).click();
  const figures = page.getByRole('region', { name: 'Figures of each set' });
  await expect(figures.getByRole('row', { name: /^pairs/ })).toContainText('2');
  await expect(chip).toContainText('6 pairs');
  await page.getByRole('button', { name: 'Rotate', exact: true }).click();
  const facts = page.getByRole('region', { name: 'Figures', exact: true });
  await expect(facts.getByRole('row', { name: /^pairs/ })).toHaveText('pairs2');
  await page.reload();
  await expect(chip).toContainText('6 pairs');
  await expect(facts.getByRole('row', { name: /^pairs/ })).toHaveText('pairs2');
  await chip.press('Escape');
  await expect(chip).toHaveCount(0);
  await expect(facts.getByRole('row', { name: /^pairs/ })).toHaveText('pairs120');
  await page.goBack();
  await expect(facts.getByRole('row', { name: /^pairs/ })).toHaveText('pairs2');

  await page.getByRole('button', { name: 'Matrix', exact: true }).click();
  await shown(page);
  await plot.focus();
  await page.keyboard.press('Escape');
  await expect(findings).toContainText('pairs120 pairs');
});

test.describe('on a small page', () => {
  test.use({ viewport: { width: 900, height: 700 } });
  for (const tab of ['Distribution', 'Rotate', 'Matrix'])
    test(`the choices of ${tab} take two rows, and its chart stands in sight`, async ({ page }) => {
      await open(page);
      await openFiles(page, sides());
      await page.getByRole('button', { name: tab, exact: true }).click();
      await page.getByRole('button', { name: /AR off with AR on/ }).click();
      const choices = await page.getByRole('group', { name: 'What is drawn' }).boundingBox();
      // Two rows of 26 pixels and what is between them.
      expect(choices?.height).toBeLessThan(70);
      await expect(page.locator('.figure').first()).toBeInViewport({ ratio: 0.7 });
    });
});

test('without pair data it says which files bring it', async ({ page }) => {
  await open(page, './#1&tab=matrix');
  await openFiles(page, [
    file('lat.out', '# OSU MPI Latency Test v7.5\n# Size          Latency (us)\n8  1.25\n16  1.50\n'),
  ]);
  await expect(page.getByRole('region', { name: 'Nothing to draw' })).toContainText('mpiGraph');
});

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(colorScheme, () => {
    test.use({ colorScheme, reducedMotion: 'reduce' });

    test(`axe finds nothing in the matrix, ${colorScheme}`, async ({ page }) => {
      await openMatrix(page, sides());
      await page.locator('.findings-pair').first().click();
      await expectClean(page, 'single, pinned');
      await moreChoices(page).click();
      await page.getByRole('combobox', { name: 'from', exact: true }).selectOption('typed');
      await expect(page.getByLabel(/^lowest colour/)).toBeVisible();
      await expectClean(page, 'more choices');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /AR off with AR on/ }).click();
      await shown(page);
      await expectClean(page, 'ratio');
      await page.getByRole('radio', { name: 'Side by side', exact: true }).click();
      await shown(page);
      await expectClean(page, 'side by side');
    });

    test(`axe finds nothing in traffic, ${colorScheme}`, async ({ page }) => {
      await openMatrix(page, [file('map_data.txt', gridTraffic())]);
      const profile = chart(page, 'Distance profile');
      await profile.focus();
      await page.keyboard.press('Home');
      await expect(profile.locator('xpath=..').getByRole('status')).toContainText('distance 1');
      await showTable(page, 'Distance profile');
      await expect(panel(page, 'Distance profile').getByRole('grid')).toContainText('35.2 KiB');
      await expectClean(page, 'traffic');
    });
  });
