// node bench/matrix/run.mjs [step …]: measures the matrix chart, and the way from files to it, in a real browser. See bench/README.md.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { buildAll } from '../../scripts/build.mjs';
import { drop, launch, openApp, residentMemory, serve, settled } from '../app/page.mjs';
import { tasksOf } from '../app/profile.mjs';
import { writeOne } from '../app/texts.mjs';
import { buildPage, PAGE } from './build.mjs';
import { PROFILE_RANKS, writeProfile, writeSquare } from './files.mjs';

const STEPS = ['open', 'move', 'large', 'file', 'profile'];
const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const steps = asked.length > 0 ? asked : STEPS;
const odd = steps.find((step) => !STEPS.includes(step));
if (odd) throw new Error(`There is no step "${odd}": the steps are ${STEPS.join(', ')}.`);

const figures = [];
function figure(what, value, unit, limit = null) {
  const holds = limit === null ? null : value <= limit;
  figures.push({ what, value, unit, limit, holds });
  const text = limit === null ? '' : ` (limit ${limit} ${unit}: ${holds ? 'holds' : 'EXCEEDED'})`;
  console.log(`${what}: ${value.toFixed(value < 100 ? 1 : 0)} ${unit}${text}`);
}
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const share = (values, q) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.ceil(q * values.length) - 1)];

/** Notes when the canvas first has cells on it: what `drawImage` draws is counted. */
function noteDrawing() {
  const { prototype } = window.CanvasRenderingContext2D;
  const own = prototype.drawImage;
  window.drawn = { first: null, count: 0 };
  prototype.drawImage = function (...all) {
    window.drawn.first ??= performance.now();
    window.drawn.count++;
    return own.apply(this, all);
  };
}

async function inPage(query, work) {
  const browser = await launch();
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    page.on('pageerror', (error) => console.log(error));
    await page.addInitScript(noteDrawing);
    await work(page, browser, () => page.goto(`${server.address}/page/${query}`));
  } finally {
    await browser.close();
  }
}

const pictured = (page) =>
  page.waitForFunction(() => window.drawn.first !== null, null, { polling: 50, timeout: 300_000 });

/** 8,008² floats are handed over: until the worker holds them with their blocks, and until they are on the screen. */
async function open() {
  const [held, shown, tasks] = [[], [], []];
  for (let i = 0; i < 3; i++)
    await inPage('?size=8008&prepared', async (page, _, go) => {
      await go();
      await pictured(page);
      const told = await page.evaluate(() => ({ ...window.bench, first: window.drawn.first }));
      held.push(told.filled - told.began);
      shown.push(told.first - told.began);
    });
  await inPage('?size=8008&watch', async (page, _, go) => {
    await go();
    await page.waitForFunction(() => window.handOver, null, { timeout: 60_000 });
    await page.waitForTimeout(1000);
    tasks.push(...(await traced(page, () => page.evaluate(() => window.handOver()))).tasks);
  });
  figure('open: 8,008² floats handed over → held', median(held), 'ms');
  figure('open: 8,008² floats handed over → first picture', median(shown), 'ms', 1000);
  figure(
    'open: longest main-thread task while rows are handed over',
    Math.max(0, ...tasks.map((t) => t.wall)),
    'ms',
    50,
  );
}

/** Drags and wheels over 8,008² cells; the work of each frame is that of all tasks between two frames. */
async function move() {
  await inPage('?size=8008', async (page, _, go) => {
    await go();
    await pictured(page);
    await page.waitForTimeout(2000);
    const box = await page.locator('canvas.matrix-canvas').boundingBox();
    const at = [box.x + 320, box.y + 320];
    await page.mouse.move(...at);
    for (const [name, act] of [
      ['zoom', (i) => page.mouse.wheel(0, i < 60 ? -40 : 40)],
      ['pan', (i) => page.mouse.move(at[0] + 150 * Math.sin(i / 9), at[1] + 150 * Math.cos(i / 7) - 150)],
      ['hover', (i) => page.mouse.move(at[0] + 150 * Math.sin(i / 9), at[1] + 150 * Math.cos(i / 7) - 150)],
    ]) {
      if (name === 'pan') {
        for (let i = 0; i < 8; i++) await page.mouse.wheel(0, -150);
        await page.waitForTimeout(300);
        await page.mouse.down();
      }
      const frames = await framesOf(page, async () => {
        for (let i = 0; i < 120; i++) {
          await act(i);
          await page.waitForTimeout(12);
        }
      });
      if (name === 'pan') await page.mouse.up();
      const works = frames.map((f) => f.work);
      figure(
        `move: ${name}, main-thread work per frame, p95 of ${works.length}`,
        share(works, 0.95),
        'ms',
        8,
      );
      figure(`move: ${name}, longest main-thread task`, Math.max(...frames.map((f) => f.longest)), 'ms', 50);
    }
  });
}

/** Tasks of the page's main thread and starts of its frames while `work` runs, from the browser's trace. */
async function traced(page, work) {
  const browser = page.context().browser();
  await browser.startTracing(page, {
    categories: ['devtools.timeline', 'toplevel', 'blink.user_timing', '__metadata'],
  });
  await page.evaluate(() => performance.mark('bench begins'));
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const begin = traceEvents.find((e) => e.name === 'bench begins');
  const own = traceEvents.filter(
    (e) => e.pid === begin.pid && e.tid === begin.tid && e.ts > begin.ts && e.ph === 'X',
  );
  const tasks = own
    .filter((e) => /RunTask$/.test(e.name))
    .map((e) => ({ at: e.ts, wall: e.dur / 1000, cpu: (e.tdur ?? e.dur) / 1000 }));
  const starts = own.filter((e) => e.name === 'FireAnimationFrame').map((e) => e.ts);
  return { tasks, starts: starts.toSorted((a, b) => a - b) };
}

/** Processor time of all main-thread tasks between the starts of two frames, and the longest of them. */
async function framesOf(page, work) {
  const { tasks, starts } = await traced(page, work);
  if (starts.length < 20) throw new Error(`Only ${starts.length} frames were traced.`);
  return starts.slice(1).map((end, i) => {
    const inside = tasks.filter((t) => t.at >= starts[i] && t.at < end);
    return {
      work: inside.reduce((sum, t) => sum + t.cpu, 0),
      longest: Math.max(0, ...inside.map((t) => t.wall)),
    };
  });
}

/** 16,384² cells, made piece by piece: opens, is drawn, answers. */
async function large() {
  await inPage('?size=16384', async (page, browser, go) => {
    await go();
    await pictured(page);
    const told = await page.evaluate(() => ({ ...window.bench, first: window.drawn.first }));
    figure('large: 16,384² made, handed over and drawn', told.first - told.began, 'ms');
    figure('large: resident memory of the tab', await residentMemory(browser, page), 'MiB', 2048);
  });
}

/** Opens the app in a fresh browser, with the canvas watched, and hands both to `work`. */
async function inApp(work) {
  const browser = await launch();
  try {
    const page = await openApp(browser, server.address);
    page.on('pageerror', (error) => console.log(error));
    await page.evaluate(noteDrawing);
    await work(page, browser);
  } finally {
    await browser.close();
  }
}

/** Largest resident memory of a renderer while `work` runs, in MiB, looked at four times a second. */
async function withPeak(browser, work) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  const now = () =>
    Math.max(
      ...renderers.map(
        (id) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]) / 1024,
      ),
    );
  let peak = now();
  const timer = setInterval(() => (peak = Math.max(peak, now())), 250);
  try {
    return { result: await work(), peak: () => peak };
  } finally {
    clearInterval(timer);
  }
}

/** Drops a file and waits for its matrix: times from the drop, in ms. */
async function dropped(page, path) {
  const at = await drop(page, [path]);
  await page.waitForFunction(() => document.querySelector('.import-bar'), null, { polling: 'raf' });
  await settled(page, 600_000);
  const loaded = await page.evaluate(() => performance.now());
  await pictured(page);
  return { loaded: loaded - at, shown: (await page.evaluate(() => window.drawn.first)) - at };
}

function tasksFigure(what, tasks) {
  const longest = (of) => Math.max(0, ...tasks.map((task) => task[of]));
  console.log(
    `  tasks over 50 ms: ${tasks.length}; the processor worked ${longest('cpu').toFixed(0)} ms on one at most`,
  );
  figure(`${what}: longest main-thread task over 50 ms`, longest('wall'), 'ms', 50);
}

/** 8,008² numbers as text: dropped as a file until the first picture; then from the store, where the view reads it anew. */
async function file(data) {
  const path = join(data, 'square.csv');
  const mib = writeSquare(path, 8008);
  await inApp(async (page, browser) => {
    const { result, peak } = await withPeak(browser, () => tasksOf(page, () => dropped(page, path), false));
    figure(`file: 8,008² as ${mib.toFixed(0)} MiB of text, drop → all read`, result.result.loaded, 'ms');
    figure('file: drop → first picture', result.result.shown, 'ms');
    figure('file: peak resident memory of the tab', peak(), 'MiB', 4096);
    tasksFigure('file', result.tasks);
    const before = Date.now();
    await page.waitForFunction(() => document.querySelector('.findings[aria-busy=false]'), null, {
      polling: 200,
      timeout: 300_000,
    });
    figure('file: first picture → its slow pairs and hosts', Date.now() - before, 'ms');
    // After a further file the views read what they show from the store.
    await page.getByRole('button', { name: 'Files', exact: true }).click();
    await drop(page, [writeOne(join(data, 'one')).folder]);
    await page.waitForFunction(
      () => /\b2 files/.test(document.querySelector('.app-status').textContent),
      null,
      {
        timeout: 60_000,
      },
    );
    // The snapshot for the next visit is made meanwhile.
    await page.waitForTimeout(20_000);
    const again = await tasksOf(
      page,
      async () => {
        const began = await page.evaluate(() => {
          window.drawn.first = null;
          [...document.querySelectorAll('nav button')].find((b) => b.textContent === 'Matrix').click();
          return performance.now();
        });
        await pictured(page);
        return (await page.evaluate(() => window.drawn.first)) - began;
      },
      false,
    );
    figure('file: 8,008² from the store → first picture', again.result, 'ms', 1000);
    tasksFigure('file, from the store', again.tasks);
  });
}

/** An IPM log of 200 MB: until it is read, and until its matrix is drawn. */
async function profile(data) {
  const path = join(data, 'profile.xml');
  const mib = writeProfile(path, 200);
  await inApp(async (page, browser) => {
    const { result, peak } = await withPeak(browser, () => tasksOf(page, () => dropped(page, path), false));
    figure(
      `profile: IPM of ${PROFILE_RANKS} ranks, ${mib.toFixed(0)} MiB, drop → all read`,
      result.result.loaded,
      'ms',
    );
    figure('profile: drop → first picture', result.result.shown, 'ms');
    figure('profile: peak resident memory of the tab', peak(), 'MiB', 2048);
    tasksFigure('profile', result.tasks);
  });
}

mkdirSync('bench/results', { recursive: true });
await buildPage();
if (steps.includes('file') || steps.includes('profile')) await buildAll();
const server = await serve({ page: PAGE, app: 'dist' });
const data = mkdtempSync(join(tmpdir(), 'fabriscope-matrix-'));
try {
  if (steps.includes('file')) await file(data);
  if (steps.includes('profile')) await profile(data);
  if (steps.includes('open')) await open();
  if (steps.includes('move')) await move();
  if (steps.includes('large')) await large();
} finally {
  rmSync(data, { recursive: true });
  server.close();
}
writeFileSync(
  'bench/results/matrix.json',
  JSON.stringify({ date: new Date().toISOString(), cores: cpus().length, figures }, null, 2),
);
