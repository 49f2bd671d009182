// The tab of congestion in a real browser. See bench/README.md.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch, serve, watched } from '../app/page.mjs';

const ROOT = join(import.meta.dirname, '../..');
const args = process.argv.slice(2);
const steps = ['live', 'move'].filter(
  (step) => args.every((arg) => arg.startsWith('-')) || args.includes(step),
);
if (!args.includes('--no-build')) execFileSync('npm', ['run', 'build'], { cwd: ROOT, stdio: 'inherit' });

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const quantile = (values, part) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))];

const setting = (topology, routing) => ({
  ...{ topology, routing, pattern: 'bisect', placement: 'order', ranks: null, cut: '', after: 'reroute' },
});

/** Notes long tasks and every text of the estimate, before the page begins. */
function watch() {
  const bench = { tasks: [], gaps: [], curve: null };
  window.__bench = bench;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) bench.tasks.push([startTime, duration]);
  }).observe({ type: 'longtask', buffered: true });
}

async function open(browser, address, settings, patterns) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(watch);
  await page.goto(`${address}/app/`);
  await page.waitForFunction(() =>
    /\d runs?\b/.test(document.querySelector('.app-status [role=status]')?.textContent ?? ''),
  );
  await page.waitForTimeout(1000);
  // The engine has started: what follows is the tab alone.
  const since = await page.evaluate(() => performance.now());
  const link = `#1&tab=congestion&stopAt=null&patterns=${patterns}&settings=${encodeURIComponent(JSON.stringify(settings))}`;
  await page.evaluate((hash) => {
    window.history.pushState(null, '', hash);
    window.dispatchEvent(new window.PopStateEvent('popstate'));
  }, link);
  return { page, since };
}

const readyIn = (page) =>
  page.waitForFunction(() => document.body.textContent.includes('Estimates are ready.'), null, {
    polling: 'raf',
    timeout: 300_000,
  });

/** 1,000 bisections of the tree of 8,008 hosts, with a picture that grows. */
async function live(browser, address) {
  const runs = [];
  for (let i = 0; i < 3; i++) {
    const { page, since } = await open(browser, address, [setting('frontera', 'dmodk')], 1000);
    await page.evaluate(() => {
      window.__seen = new Set();
      const note = () => {
        const text = document.querySelector('.congestion-progress li')?.textContent ?? '';
        if (/so far/.test(text)) window.__seen.add(text);
        requestAnimationFrame(note);
      };
      note();
    });
    await readyIn(page);
    const end = await page.evaluate(() => performance.now());
    await page.waitForTimeout(1000);
    const { tasks } = await watched(page, since);
    const pictures = await page.evaluate(() => window.__seen.size);
    runs.push({ ms: end - since, longest: Math.max(0, ...tasks.map(([, length]) => length)), pictures });
    await page.context().close();
  }
  return {
    'live: 1,000 bisections of 8,008 hosts, ms from the link to the figures': Math.round(
      median(runs.map(({ ms }) => ms)),
    ),
    'live: pictures on the way': median(runs.map(({ pictures }) => pictures)),
    'live: longest main-thread task, ms (0 = none over 50)': Math.round(
      median(runs.map(({ longest }) => longest)),
    ),
  };
}

/** Wheel, drag and hover over a drawing of 10,000 cables and more: time between frames. */
async function move(browser, address) {
  const { page } = await open(browser, address, [setting('frontera', 'dmodk')], 10);
  await readyIn(page);
  const canvas = page.locator('.fabric-canvas').first();
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  const cables = await canvas.getAttribute('aria-label');
  const since = await page.evaluate(() => {
    const now = performance.now();
    window.__frames = [];
    let last = now;
    const frame = (at) => {
      window.__frames.push(at - last);
      last = at;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    return now;
  });
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  for (let i = 0; i < 30; i++) await page.mouse.wheel(0, i < 15 ? -60 : 60);
  await page.mouse.wheel(0, -400);
  await page.mouse.down();
  for (let i = 0; i < 60; i++) await page.mouse.move(x + 200 * Math.sin(i / 8), y);
  await page.mouse.up();
  for (let i = 0; i < 60; i++) await page.mouse.move(x + 300 * Math.sin(i / 9), y + 60 * Math.cos(i / 7));
  const frames = await page.evaluate(() => window.__frames.slice(1));
  const { tasks } = await watched(page, since);
  await page.context().close();
  return {
    'move: drawn': /[\d,]+ cables/.exec(cables ?? '')?.[0] ?? '?',
    'move: frame, p50 ms': Math.round(quantile(frames, 0.5) * 10) / 10,
    'move: frame, p95 ms': Math.round(quantile(frames, 0.95) * 10) / 10,
    'move: longest main-thread task, ms (0 = none over 50)': Math.round(
      Math.max(0, ...tasks.map(([, length]) => length)),
    ),
  };
}

const server = await serve({ app: join(ROOT, 'dist') });
const results = {};
try {
  for (const step of steps) {
    const browser = await launch();
    try {
      Object.assign(results, await (step === 'live' ? live : move)(browser, server.address));
    } finally {
      await browser.close();
    }
  }
} finally {
  server.close();
}
for (const [name, value] of Object.entries(results)) console.log(`${name}: ${value}`);
mkdirSync(join(ROOT, 'bench/results'), { recursive: true });
writeFileSync(join(ROOT, 'bench/results/congestion.json'), JSON.stringify(results, null, 2));
