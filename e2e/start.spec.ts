import { expect, test } from '@playwright/test';

test('the empty page explains itself', async ({ page }) => {
  await page.goto('./');
  await expect(page.getByRole('heading', { name: 'Drop result files or a folder' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open files…' })).toBeEnabled();
  await expect(page.getByText('Nothing leaves this tab.')).toBeVisible();
});
