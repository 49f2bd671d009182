import { join } from 'node:path';
import { osuLatency, write } from './made';
import { drop, expect, keptStudy, open, showTable, suggested, test, type Page } from './support';

/** Six repeats of A and of B; one of B takes five times as long at 512 B. */
function repeats(): Record<string, string> {
  const files: Record<string, string> = {};
  for (let r = 1; r <= 6; r++) {
    const jitter = 1 + r / 100;
    files[`ar_off/latency_r${r}.out`] = osuLatency(2 * jitter);
    const on = osuLatency(jitter);
    files[`ar_on/latency_r${r}.out`] =
      r === 3
        ? on.replace(/^(512 +)([\d.]+)/m, (_, size: string, time: string) => size + String(5 * +time))
        : on;
  }
  return files;
}

async function compared(page: Page, folder: string): Promise<void> {
  write(folder, repeats());
  await open(page);
  await drop(page, [join(folder, 'ar_off'), join(folder, 'ar_on')]);
  await suggested(page, /AR/);
}

test('an outlier among repeats is marked with what excluding it changes; excluded, undone, kept, included', async ({
  page,
  folder,
}) => {
  await compared(page, folder);
  const outliers = page.getByRole('region', { name: 'Outliers' });
  await expect(outliers).toContainText('1 outlier among repeats. All count until you exclude them.');
  await expect(outliers).toContainText(
    /osu_latency latency, 512 B, B: ar_on\/latency_r3\.out 4\.9× the median \(n = 6\)\. Without it: median 15\.4 µs → 15\.3 µs, speedup 1\.98× \(no difference seen\) → 1\.99× \(better\)/,
  );
  const table = await showTable(page, 'osu_latency');
  await expect(table).not.toContainText('(excluded)');

  await outliers.getByRole('button', { name: 'Exclude value' }).click();
  await expect(outliers).toHaveCount(0);
  const main = page.getByRole('main');
  await expect(main).toContainText('1 exclusion: not in medians, intervals or verdicts.');
  await expect(table).toContainText('75.95 (excluded)');

  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(outliers).toContainText('1 outlier');
  await outliers.getByRole('button', { name: 'Show source' }).click();
  const pinned = page.getByRole('region', { name: 'Pinned point' });
  const entry = pinned.getByRole('listitem').filter({ hasText: 'latency_r3.out' }).last();
  await expect(entry).toContainText('outlier, 4.9× the median');
  await entry.getByRole('button', { name: 'Exclude value' }).click();
  await expect(entry).toContainText('excluded');

  await keptStudy(page, 'excluded');
  await page.reload();
  await expect(main).toContainText('1 exclusion');
  await main.getByRole('button', { name: 'Include all' }).click();
  await expect(outliers).toContainText('1 outlier');
});

test('Overview counts outliers and exclusions, and leads to them', async ({ page, folder }) => {
  await compared(page, folder);
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Overview' }).click();
  const main = page.getByRole('main');
  await main.getByRole('button', { name: /1 outlier among repeats, included/ }).click();
  await page.getByRole('region', { name: 'Outliers' }).getByRole('button', { name: 'Exclude value' }).click();
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Overview' }).click();
  await expect(main).toContainText('1 exclusion by you.');
});
