import { expect, open, status, test } from './support';

test('a narrow window keeps the header in one row, and the rail can make room', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 700 });
  await open(page);
  await page.getByRole('button', { name: /static against adaptive/ }).click();
  await expect(status(page)).toHaveText('9 runs, 9 with pairs · 9 files, 0 lines not understood');
  const header = page.getByRole('banner');
  for (const width of [900, 1024, 1280]) {
    await page.setViewportSize({ width, height: 700 });
    expect((await header.boundingBox())?.height, `${width}`).toBeLessThan(60);
    for (const part of [
      header.getByRole('region', { name: 'A and B' }),
      header.getByRole('button', { name: /^Theme/ }),
    ]) {
      const box = await part.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0), `${width}`).toBeLessThanOrEqual(width);
    }
  }
  await expect(page.getByRole('radio', { name: 'Difference' })).toBeEnabled();

  const runs = page.getByRole('complementary', { name: 'Runs' });
  await page.getByRole('button', { name: 'Hide the run list' }).press('Enter');
  await expect(runs).toHaveCount(0);
  await page.getByRole('button', { name: 'Show the run list' }).press('Enter');
  await expect(runs).toBeVisible();
});

test('the theme is chosen by keyboard and kept', async ({ page }) => {
  await open(page);
  const root = page.locator('html');
  await page.getByRole('button', { name: 'Theme: As the system' }).press('Enter');
  await expect(page.getByRole('menuitemradio', { name: 'As the system' })).toBeChecked();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Theme: Dark' })).toBeVisible();
  await expect(root).toHaveAttribute('data-theme', 'dark');
});

test('Speedup leads from runs of pairs to the views that draw them', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: /static against adaptive/ }).click();
  await expect(status(page)).toContainText('9 with pairs');
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Speedup' }).click();
  await page.getByRole('button', { name: 'Open Matrix' }).click();
  await expect(page).toHaveURL(/matrix/);
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Open Rotate' })).toBeVisible();
});

test('the search box goes to views, swaps A and B and opens samples, by keyboard alone', async ({ page }) => {
  await open(page);
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: /^Search views/ });
  await expect(field).toBeFocused();
  await field.fill('static against');
  await expect(page.getByRole('listbox', { name: 'Found' }).getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(status(page)).toContainText('9 with pairs');
  await expect(page.getByLabel('A is')).toHaveValue('random tables');

  await page.getByRole('button', { name: 'Search or run a command' }).press('Enter');
  await field.fill('swap');
  await expect(page.getByRole('listbox', { name: 'Found' }).getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('A is')).toHaveValue('adaptive');

  await page.keyboard.press('ControlOrMeta+k');
  await field.fill('go to matr');
  await expect(page.getByRole('listbox', { name: 'Found' }).getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/tab=matrix/);

  await page.keyboard.press('Control+k');
  await field.fill('no such thing');
  await expect(page.getByText('Nothing found: try another word.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
});

test('a value of a condition shows only its runs, and all again', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: /static against adaptive/ }).click();
  await expect(status(page)).toContainText('9 with pairs');
  const only = page.getByRole('button', { name: 'Only routing D-mod-K' });
  await only.click();
  await expect(only).toHaveAttribute('aria-pressed', 'true');
  const setup = (name: RegExp) => page.getByRole('checkbox', { name });
  await expect(setup(/^Show D-mod-K/)).toBeChecked();
  await expect(setup(/^Show adaptive/)).not.toBeChecked();
  await only.click();
  await expect(setup(/^Show adaptive/)).toBeChecked();
});

test('the name leads to the first page, and back to the study with its view', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: /static against adaptive/ }).click();
  await expect(status(page)).toContainText('9 with pairs');
  await page.getByRole('button', { name: 'Fabriscope' }).click();
  await expect(page.getByRole('heading', { name: 'Drop result files or a folder' })).toBeVisible();
  await page.getByRole('button', { name: 'Back to the study (9 runs)' }).click();
  await expect(page.getByRole('heading', { name: 'rotate · bandwidth, best' })).toBeVisible();
});
