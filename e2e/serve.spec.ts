import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { osuBandwidth, osuBarrier, osuLatency, write } from './made';
import { expect, kept, status, test as base } from './support';
import { watch } from './watch';

/** Starts the built command on a folder; resolves to the address that it prints. */
const test = base.extend<{ serve: (...args: string[]) => Promise<string> }>({
  serve: async ({ faults: _ }, give) => {
    const started: ReturnType<typeof spawn>[] = [];
    await give((...args) => {
      const command = ['dist-cli/fabriscope.mjs', 'serve', '--no-open', ...args];
      const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
      started.push(child);
      return new Promise((resolve, reject) => {
        let said = '';
        child.stdout.on('data', (text: Buffer) => {
          said += text.toString();
          const address = /http:\S+/.exec(said)?.[0];
          if (address) resolve(address);
        });
        child.on('close', () => reject(new Error(`ended, having said "${said}"`)));
      });
    });
    for (const child of started) child.kill();
  },
});

test('a served directory opens in the browser, follows its files, and is closed to others', async ({
  browser,
  folder,
  serve,
}) => {
  const results = join(folder, 'results');
  const files: Record<string, string> = {
    'notes 100%#.txt': 'Nothing that any reader knows.\n',
    'fabriscope.yaml': 'conditions:\n  system: made-up\n',
    // Larger than what is fetched at once.
    'big.out': osuLatency(1) + '\n'.repeat(5_000_000),
  };
  for (let i = 0; i < 12; i++)
    files[`ar_${i % 2 ? 'on' : 'off'}/bw_r${i >> 1}.out`] = osuBandwidth(1 + i / 100);
  // Two executions print a barrier alike: repeats here, and no more of them after each reload.
  write(results, { ...files, 'r0/barrier.out': osuBarrier(), 'r1/barrier.out': osuBarrier() });
  const address = await serve(results);

  const faults: string[] = [];
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await watch(context, new URL(address).origin, faults);
  const page = await context.newPage();
  await page.goto(address);
  const loaded = `15 runs · 93 measurements · 15 files, 0 lines not understood, 1 file not read`;
  await expect(status(page)).toHaveText(loaded, { timeout: 40_000 });
  await expect(page.getByText('1 file was not recognised', { exact: false })).toBeVisible();

  // Kept work and the folder are the same: nothing is there twice.
  await kept(page, 15);
  write(results, { 'ar_on/bw_r0.out': osuBandwidth(3), 'ar_on/new.out': osuLatency(2) });
  await page.reload();
  await expect(
    page.getByText('1 file has changed in the folder: what was loaded of it before is replaced.'),
  ).toBeVisible({ timeout: 40_000 });
  await expect(status(page)).toHaveText(
    `16 runs · 100 measurements · 16 files, 0 lines not understood, 1 file not read`,
  );
  await expect(page.getByText(/loaded already|counts? as a? ?repeat/)).toHaveCount(0);

  await page.getByRole('button', { name: 'Files', exact: true }).click();
  await page.getByRole('searchbox', { name: 'path holds' }).fill('ar_on/new');
  await expect(page.getByRole('article')).toContainText('results/ar_on/new.out');

  const get = async (path: string, headers = {}) => (await context.request.get(path, { headers })).status();
  const { origin, pathname } = new URL(address);
  const file = 'files/r0/barrier.out';
  expect(await get(`${address}${file}`)).toBe(200);
  expect(await get(`${address}files/%2e%2e%2fsecret`)).toBe(404);
  expect(await get(`${origin}/${file}`)).toBe(404);
  expect(await get(`${origin}${pathname.replace(/.\/$/, '-/')}listing.json`)).toBe(404);
  expect(await get(`${address}${file}`, { Host: 'evil.example' })).toBe(403);
  expect(faults).toEqual([]);
  await context.close();

  await expect(serve(results)).rejects.toThrow('ended');
});
