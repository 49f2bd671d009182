import { join } from 'node:path';
import puppeteer from 'puppeteer-core';
import { findFirefox } from '../scripts/browser.mjs';
import { osuLatency, write } from './made';
import { expect, test } from './support';

const executablePath = findFirefox();

test('Firefox: files give curves, A and B compare, and the data is there after a reload', async ({
  baseURL,
  folder,
}) => {
  test.skip(executablePath === null, "Debian's Firefox is not installed (apt-get install firefox-esr)");
  test.setTimeout(120_000);
  const made = { 'ar_off.out': osuLatency(2), 'ar_on.out': osuLatency(1) };
  write(folder, made);
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: executablePath ?? '',
    headless: true,
  });
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
    expect(elsewhere).toEqual([]);
  } finally {
    await browser.close();
  }
});
