import { osuLatency } from './made';
import { ncclText } from './made-nccl';
import { chart, expect, file, open, test, type Locator, type Page } from './support';

/** Presses Tab until the element has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let i = 0; i < 120; i++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Tab does not reach ${target.toString()}`);
}

test('the whole flow by keyboard: open, choose A and B, walk the marks, pin, show the table', async ({
  page,
}) => {
  await open(page);
  const chooser = page.waitForEvent('filechooser');
  await tabTo(page, page.getByRole('button', { name: 'Open files…' }));
  await page.keyboard.press('Enter');
  await (
    await chooser
  ).setFiles([
    file('ar_off.out', osuLatency(2)),
    file('ar_on.out', osuLatency(1)),
    file('nccl.log', ncclText()),
  ]);

  await tabTo(page, page.getByRole('button', { name: /AR off with AR on/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: 'Ratio' })).toBeChecked();

  const plot = chart(page, 'osu_latency');
  await tabTo(page, plot);
  await page.keyboard.press('ArrowRight');
  await expect(plot.locator('..').getByRole('status')).toHaveText(/^1 B, 2×|^1 B, 2\.00×/);
  await page.keyboard.press('ArrowRight');
  await expect(plot.locator('..').getByRole('status')).toHaveText(/^8 B, /);
  await page.keyboard.press('Enter');
  const pinned = page.getByRole('region', { name: 'Pinned point' });
  await expect(pinned).toContainText('ar_off.out, line 5');
  await expect(pinned).toContainText('ar_on.out, line 5');
  await page.keyboard.press('Escape');
  await expect(pinned).toHaveCount(0);

  await tabTo(page, page.getByRole('button', { name: 'Save or copy osu_latency' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Save as PNG' }).waitFor();
  await page.keyboard.type('Show');
  await page.keyboard.press('Enter');
  const grid = page.getByRole('grid');
  await tabTo(page, grid);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(pinned).toContainText('ar_on.out, line 5');

  // The switch of frames is one stop; arrows move in it.
  await tabTo(page, page.getByRole('radio', { name: 'Ratio' }), 'Shift+Tab');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('radio', { name: 'Difference' })).toBeChecked();
  await expect(page).toHaveURL(/frame=difference/);
});

test('a dialog takes the focus, Escape closes it, and the focus is back where it was', async ({ page }) => {
  await open(page);
  await page.getByLabel('Files to open').setInputFiles(file('lat.out', osuLatency()));
  const button = page.getByRole('button', { name: 'Path template…' });
  await tabTo(page, button);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Conditions from paths' });
  await expect(dialog).toBeVisible();
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();
});
