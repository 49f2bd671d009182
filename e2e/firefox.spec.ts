import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import puppeteer from 'puppeteer-core';
import { findFirefox } from '../scripts/browser.mjs';
import { dataInLink } from '../src/share/transport/inline';
import { reportPage } from '../src/share/transport/report';
import { osuLatency, write } from './made';
import { expect, test } from './support';

const executablePath = findFirefox();
// The one browser beside Chromium is the system's; a machine without it says so in the list of tests.
test.skip(executablePath === null, "Debian's Firefox is not installed (apt-get install firefox-esr)");
test.setTimeout(120_000);

const firefox = () =>
  puppeteer.launch({ browser: 'firefox', executablePath: executablePath ?? '', headless: true });

test('Firefox: files give curves, A and B compare, and the data is there after a reload', async ({
  baseURL,
  folder,
}) => {
  const made = { 'ar_off.out': osuLatency(2), 'ar_on.out': osuLatency(1) };
  write(folder, made);
  const browser = await firefox();
  try {
    const page = await browser.newPage();
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (/^https?:$/.test(url.protocol) && url.origin !== new URL(baseURL ?? '').origin)
        elsewhere.push(url.href);
    });
    page.setDefaultTimeout(60_000);
    await page.goto(baseURL ?? '');
    await page.locator('::-p-aria(Open files…)').wait();
    await page.waitForFunction(
      () => !document.querySelector<HTMLButtonElement>('.open-buttons button')?.disabled,
    );
    const chooser = await page.$('input[aria-label="Files to open"]');
    const input = await chooser?.toElement('input');
    const files = Object.keys(made).map((name) => join(folder, name));
    await input?.uploadFile(...files);
    await page.locator('::-p-text(2 runs)').wait();
    await page.waitForFunction(() => {
      const button = [...document.querySelectorAll('button')].find((b) =>
        /AR off.*AR on/.test(b.textContent),
      );
      button?.click();
      return button !== undefined;
    });
    await page.locator('::-p-text(speedup of B over A)').wait();
    await page.waitForFunction(() => document.querySelector('svg[role="img"] circle') !== null);
    await page.waitForFunction(async () => {
      const root = await navigator.storage.getDirectory();
      return root.getFileHandle('work.fabriscope').then(
        () => true,
        () => false,
      );
    });
    await page.reload();
    await page.locator('::-p-text(2 runs)').wait();

    const kept = await page.evaluate(async () => {
      const root = await navigator.storage.getDirectory();
      const file = await (await root.getFileHandle('work.fabriscope')).getFile();
      return Array.from(new Uint8Array(await file.arrayBuffer()));
    });
    const container = new Blob([Uint8Array.from(kept)]);
    const data = await dataInLink(container);
    const other = await (await browser.createBrowserContext()).newPage();
    await other.goto(
      `${baseURL}#1&tab=files&data=[${JSON.stringify({ inline: data.fits ? data.text : '' })}]`,
    );
    await other.locator('::-p-text(2 runs)').wait();

    const head = { title: 'From disk', by: '', made: '2026-11-23', link: '#1&frame=single' };
    const report = await reportPage(readFileSync('dist/fabriscope.html', 'utf8'), container, head);
    const path = join(folder, 'report.html');
    writeFileSync(path, Buffer.from(await report.arrayBuffer()));
    await other.goto(pathToFileURL(path).href);
    await other.locator('::-p-text(A report: its data is in this page)').wait();
    await other.locator('::-p-text(2 runs)').wait();
    await other.waitForFunction(() => document.querySelector('svg[role="img"] circle') !== null);
    expect(elsewhere).toEqual([]);
  } finally {
    await browser.close();
  }
});

declare global {
  interface Window {
    /** Workers that have answered with figures. */
    computed: Set<Worker>;
  }
}

/** Pretends to three cores, which give two estimator workers, and notes the workers that answer with figures. */
function watchWorkers(): void {
  Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => 3 });
  const computed = new Set<Worker>();
  window.computed = computed;
  window.Worker = class extends Worker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      this.addEventListener('message', ({ data }: MessageEvent<{ answer?: { type?: string } } | null>) => {
        if (data?.answer?.type === 'run') computed.add(this);
      });
    }
  };
}

const pages = [
  { from: 'a server', address: (base: string) => base },
  { from: 'the one-file page on disk', address: () => pathToFileURL(resolve('dist/fabriscope.html')).href },
];

for (const { from, address } of pages) {
  test(`Firefox, from ${from}: two workers estimate the congestion of a fabric`, async ({ baseURL }) => {
    const browser = await firefox();
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(60_000);
      await page.evaluateOnNewDocument(watchWorkers);
      const setting = { topology: 'tree3:24', routing: 'random', pattern: 'bisect' };
      const rest = { placement: 'order', ranks: null, cut: '', after: 'reroute' };
      const settings = encodeURIComponent(JSON.stringify([{ ...setting, ...rest }]));
      await page.goto(
        `${address(baseURL ?? '')}#1&tab=congestion&patterns=20000&stopAt=null&settings=${settings}`,
      );
      await page.waitForFunction(() => document.body.textContent.includes('Estimates are ready.'));
      const mean = await page.evaluate(() => {
        const row = [...document.querySelectorAll('tr')].find((r) => r.textContent.startsWith('mean share'));
        return Number.parseFloat(row?.querySelector('td')?.textContent ?? '');
      });
      // docs/estimator.md: random tables on this tree give 54.0 to 54.3 %.
      expect(mean).toBeGreaterThan(53.5);
      expect(mean).toBeLessThan(54.8);
      expect(await page.evaluate(() => window.computed.size)).toBe(2);
    } finally {
      await browser.close();
    }
  });
}
