import { createReadStream, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import puppeteer from 'puppeteer-core';
import { build } from 'vite';
import { findFirefox } from '../scripts/browser.mjs';
import { sealed } from '../scripts/build.mjs';
import { expect, test } from './support';
import { watch } from './watch';
import type { Answer } from './estimator/main';

/** A page of the tests' own, built as the app is, asks the estimator alone. It is not shipped. */
const out = resolve('test-results/estimator-page');
const firefox = findFirefox();
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };
let server: Server;
let origin = '';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

test.beforeAll(async () => {
  const configFile = resolve('vite.config.ts');
  const common = { configFile, root: resolve('e2e/estimator'), logLevel: 'warn' } as const;
  const emptyOutDir = true;
  await build({ ...common, build: { outDir: join(out, 'site'), emptyOutDir } });
  await build({ ...common, mode: 'single-file', build: { outDir: join(out, 'one-file'), emptyOutDir } });
  renameSync(join(out, 'one-file/index.html'), join(out, 'page.html'));
  writeFileSync(join(out, 'page.html'), sealed(readFileSync(join(out, 'page.html'), 'utf8')));
  server = createServer((request, response) => {
    const path = join(out, 'site', request.url === '/' ? 'index.html' : (request.url ?? ''));
    if (!existsSync(path)) return void response.writeHead(404).end();
    response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream');
    createReadStream(path).pipe(response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  origin = typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : '';
});

test.afterAll(() => void server.close());

const pages = [
  { from: 'a server', url: () => `${origin}/`, policy: "script-src 'self' 'wasm-unsafe-eval'" },
  { from: 'a file', url: () => pathToFileURL(join(out, 'page.html')).href, policy: "script-src 'sha256-" },
];

/** What the page answered is what the committed vectors say, by one worker and two; a cancel was answered at once. */
function check(text: string): void {
  const answer = JSON.parse(text) as Answer;
  const vectors = JSON.parse(readFileSync('src/estimator/fixtures/vectors.json', 'utf8')) as {
    figures: unknown;
  }[];
  expect(answer).not.toHaveProperty('error');
  expect(answer.figures).toEqual(vectors.map((vector) => vector.figures));
  expect(answer.batches).toBeGreaterThan(2);
  expect(answer.two).toBe(answer.one);
  expect(answer.reason).toBe('AbortError');
  expect(answer.cancelled).toBeLessThan(100);
  expect(answer.afterwards).toBe(1024);
  expect(answer.violations).toEqual([]);
}

for (const { from, url, policy } of pages) {
  test(`Chromium, from ${from}: inline estimator workers give the committed figures under the policy`, async ({
    browser,
  }) => {
    const faults: string[] = [];
    const context = await browser.newContext();
    await watch(context, origin, faults);
    const page = await context.newPage();
    const workers: string[] = [];
    page.on('worker', (worker) => workers.push(worker.url()));
    await page.goto(url());
    const meta = page.locator('meta[http-equiv="Content-Security-Policy"]');
    expect(await meta.getAttribute('content')).toContain(policy);
    const output = page.locator('output');
    await expect(output).not.toBeEmpty({ timeout: 60_000 });
    check((await output.textContent()) ?? '');
    expect(workers.length).toBeGreaterThanOrEqual(3);
    expect(workers.every((worker) => worker.startsWith('blob:'))).toBe(true);
    expect(faults).toEqual([]);
    await context.close();
  });

  test(`Firefox, from ${from}: the same`, async () => {
    test.skip(firefox === null, "Debian's Firefox is not installed (apt-get install firefox-esr)");
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: firefox ?? '',
      headless: true,
    });
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(60_000);
      await page.goto(url());
      await page.waitForFunction(() => document.querySelector('output')?.textContent !== '');
      check(await page.$eval('output', (output) => output.textContent));
    } finally {
      await browser.close();
    }
  });
}
