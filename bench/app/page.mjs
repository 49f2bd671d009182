// What is measured inside the page, and the server and browser around it.
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { chromium } from '@playwright/test';
import { findChromium } from '../../scripts/browser.mjs';

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/** Serves folders of this machine under the names given, with the headers that let a page measure its memory. */
export async function serve(folders) {
  const server = createServer((request, response) => {
    const [, name = '', ...rest] = decodeURIComponent(new URL(request.url, 'http://x').pathname).split('/');
    const path = normalize(join(folders[name] ?? '/nowhere', rest.join('/') || 'index.html'));
    try {
      if (!statSync(path).isFile()) throw new Error('no file');
      response.writeHead(200, {
        'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-embedder-policy': 'require-corp',
      });
      response.end(readFileSync(path));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { address: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** A fresh browser with an empty profile. */
export function launch() {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium found: set CHROMIUM_PATH to one.');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--enable-blink-features=ForceEagerMeasureMemory',
    ],
  });
}

/**
 * Runs in the page before anything else: notes long tasks as the browser reports them, the gaps between turns of the
 * event loop, and when the first curve is drawn.
 */
function watch() {
  const bench = { tasks: [], gaps: [], curve: null, over: null };
  window.__bench = bench;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) bench.tasks.push([startTime, duration]);
  }).observe({ type: 'longtask', buffered: true });
  const { port1, port2 } = new MessageChannel();
  let last = performance.now();
  port1.onmessage = () => {
    const now = performance.now();
    if (now - last > 50) bench.gaps.push([last, now - last]);
    last = now;
    // A turn of the event loop every few milliseconds; a timer alone is held up by throttling.
    window.setTimeout(() => port2.postMessage(0), 4);
  };
  port2.postMessage(0);
  const frame = () => {
    const path = document.querySelector('path.chart-line[d]');
    if (!path) bench.curve = null;
    else bench.curve ??= performance.now();
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** Opens the app and waits for its engine. */
export async function openApp(browser, address) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(watch);
  await page.goto(`${address}/app/`);
  await ready(page);
  return page;
}

export function ready(page) {
  return page.waitForFunction(
    () => /\d runs?\b/.test(document.querySelector('[role=status]')?.textContent ?? ''),
    null,
    { polling: 'raf', timeout: 60_000 },
  );
}

/** Drops folders and files on the page as a person does; returns the page's time of the drop in ms. */
export async function drop(page, paths) {
  const session = await page.context().newCDPSession(page);
  const at = await page.evaluate(() => performance.now());
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'])
    await session.send('Input.dispatchDragEvent', { type, x: 700, y: 400, data });
  await session.detach();
  return at;
}

/** The numbers of the status line: runs, measurements, files. */
export async function counts(page) {
  const text = await page.evaluate(() => document.querySelector('.app-status [role=status]').textContent);
  const number = (word) =>
    Number((text.match(new RegExp(`([\\d,]+) ${word}`))?.[1] ?? '0').replaceAll(',', ''));
  return { runs: number('runs?'), rows: number('measurements?'), files: number('files?') };
}

/** Waits until nothing is being imported, all is counted and the view has settled. */
export async function settled(page, timeout = 300_000) {
  await page.waitForFunction(
    () => !document.querySelector('.import-bar') && !document.querySelector('.speedup[aria-busy=true]'),
    null,
    { polling: 100, timeout },
  );
}

/** Long tasks and gaps since a time of the page. */
export function watched(page, since) {
  return page.evaluate((from) => {
    const pick = (list) => list.filter(([start, length]) => start + length > from);
    const { tasks, gaps, curve } = window.__bench;
    return { tasks: pick(tasks), gaps: pick(gaps), curve };
  }, since);
}

/** Resident memory of the largest renderer process, in MiB, after garbage was collected. */
export async function residentMemory(browser, page) {
  const own = await page.context().newCDPSession(page);
  for (let i = 0; i < 3; i++) {
    await own.send('HeapProfiler.collectGarbage');
    await page.waitForTimeout(1000);
  }
  await own.detach();
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => {
      const status = readFileSync(`/proc/${id}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
    });
  return Math.max(...sizes);
}

/** What the browser says of the page's memory and of its workers, in MiB; null where it does not say. */
export function ownMemory(page) {
  return page.evaluate(async () => {
    if (!window.crossOriginIsolated || !performance.measureUserAgentSpecificMemory) return null;
    const timeout = new Promise((resolve) => window.setTimeout(() => resolve(null), 30_000));
    const said = await Promise.race([performance.measureUserAgentSpecificMemory(), timeout]);
    return said && said.bytes / 2 ** 20;
  });
}
