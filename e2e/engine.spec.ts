import { osuLatency } from './made';
import { chart, expect, file, kept, open, openFiles, status, test, type Page } from './support';

/** Ends the engine's worker from inside, as a crash does. */
async function killEngine(page: Page): Promise<void> {
  const [engine] = page.workers();
  if (!engine) throw new Error('the page has no worker');
  const closed = engine.waitForEvent('close');
  await engine.evaluate(() => self.close()).catch(() => undefined);
  await closed;
}

test('a killed engine is started again, says so, and the data is back', async ({ page }) => {
  await open(page);
  await openFiles(page, [file('lat.out', osuLatency())]);
  await expect(chart(page, 'osu_latency')).toBeVisible();
  for (let i = 1; i <= 2; i++) {
    await kept(page, i);
    await killEngine(page);
    const said = page.getByText(
      'The database engine had stopped. It was started again and your data is back.',
    );
    await expect(said).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss this notice' }).click();
    await expect(status(page)).toContainText(`${i} run`);
    await openFiles(page, [file(`more${i}.out`, osuLatency(1 + i))]);
    await expect(status(page)).toContainText(`${i + 1} runs`);
  }
});

test('an engine killed during an import: a sentence, and nothing loaded is lost', async ({ page }) => {
  await open(page);
  await openFiles(page, [file('lat.out', osuLatency())]);
  await expect(chart(page, 'osu_latency')).toBeVisible();
  await openFiles(page, [file('big.out', osuLatency().repeat(60_000))]);
  await expect(page.getByRole('progressbar')).toBeVisible();
  await killEngine(page);
  await expect(
    page.getByText(/^The import failed: .* What was loaded before is still there\./),
  ).toBeVisible();
  await expect(page.getByText('The database engine had stopped.')).toBeVisible();
  await expect(status(page)).toHaveText('1 run · 7 measurements · 1 file, 0 lines not understood');
});
