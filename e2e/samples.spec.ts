import { expect, kept, open, status, test, type Page } from './support';

const SAMPLES = [
  { button: /Shared memory or TCP/, badge: 'measured' },
  { button: /ring/i, badge: 'published' },
] as const;

const drawn = (page: Page) => page.getByRole('figure').first().getByRole('img').first();

for (const { button, badge } of SAMPLES)
  test(`a first visitor sees curves after one click on a ${badge} sample`, async ({ page }) => {
    await open(page);
    const sample = page.getByRole('button', { name: button });
    await expect(sample).toContainText(badge);
    await sample.click();
    await expect(drawn(page)).toBeVisible();
    await expect(status(page)).toContainText(/[1-9]\d* runs?/);
    await expect(status(page)).toContainText('0 lines not understood');
    await expect(page.getByRole('region', { name: 'Notices' })).toHaveText('');
    if (badge !== 'measured')
      await expect(page.getByRole('complementary', { name: 'Runs' }).getByText(badge).first()).toBeVisible();
  });

const PAIRS = [
  {
    button: /static against adaptive/,
    badge: 'simulated',
    says: [/random tables, repeats: the same positions/, /adaptive, repeats: moving positions/],
  },
  {
    button: /three levels/,
    badge: 'simulated',
    says: [/D-mod-K, repeats: the same positions/, /adaptive, repeats: moving positions/],
  },
  { button: /Who sends what/, badge: 'measured', says: [/Six neighbours on a 4×4×4 grid/] },
] as const;

for (const { button, badge, says } of PAIRS)
  test(`a first visitor reads the point of the ${badge} sample ${button.source} after one click`, async ({
    page,
  }) => {
    await open(page);
    const sample = page.getByRole('button', { name: button });
    await expect(sample).toContainText(badge);
    await sample.click();
    for (const text of says) await expect(page.getByText(text)).toBeInViewport();
    await expect(drawn(page)).toBeInViewport();
    await expect(status(page)).toContainText('0 lines not understood');
    await expect(page.getByRole('region', { name: 'Notices' })).toHaveText('');
    if (badge !== 'measured')
      await expect(page.getByRole('complementary', { name: 'Runs' }).getByText(badge).first()).toBeVisible();
  });

test('a link to a view of a sample opens it in a fresh browser, data and all', async ({ page, visitor }) => {
  await open(page);
  await page.getByRole('button', { name: /Shared memory or TCP/ }).click();
  await page.getByRole('radio', { name: 'Overlay' }).click();
  await page
    .getByRole('figure')
    .first()
    .getByRole('img')
    .click({ position: { x: 200, y: 150 } });
  const loaded = (await status(page).textContent()) ?? '';
  const other = await (await visitor()).newPage();
  await other.goto(page.url());
  await expect(status(other)).toHaveText(loaded);
  await expect(other.getByRole('radio', { name: 'Overlay' })).toBeChecked();
  await expect(drawn(other)).toHaveAccessibleName((await drawn(page).getAttribute('aria-label')) ?? '?');
});

test('a sample that is kept and linked is not loaded twice', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: /Shared memory or TCP/ }).click();
  await expect(status(page)).toContainText('40 files');
  const loaded = (await status(page).textContent()) ?? '';
  await kept(page, 40);
  await page.reload();
  await expect(status(page)).toHaveText(loaded);
  await expect(drawn(page)).toBeVisible();
});
