// npm run bench [-- step …]: measures the built app in a real browser and prints one table. See bench/README.md.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { buildAll } from '../../scripts/build.mjs';
import {
  counts,
  drop,
  launch,
  openApp,
  ownMemory,
  ready,
  residentMemory,
  serve,
  settled,
  watched,
} from './page.mjs';
import { LONGEST, tasksOf } from './profile.mjs';
import { writeHundred, writeMillion, writeOne } from './texts.mjs';

const STEPS = ['start', 'drop', 'million', 'cancel', 'memory', 'reader'];
const flags = process.argv.slice(2).filter((word) => word.startsWith('--'));
const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const steps = asked.length > 0 ? asked : STEPS;
const odd = steps.find((step) => !STEPS.includes(step));
if (odd) throw new Error(`There is no step "${odd}": the steps are ${STEPS.join(', ')}.`);
const profile = flags.includes('--profile');
const repeats = flags.includes('--once') || profile ? 1 : 3;

const RESULTS = 'bench/results';
const rows = [];
/** Notes a figure; `limit` is what it must not exceed, `ok` whether it holds (null where there is no limit). */
function figure(what, value, limit = '', ok = null) {
  rows.push({ what, value, limit, ok });
  console.log(`${what}: ${value}${limit && ` (limit ${limit}${ok ? ', holds' : ', EXCEEDED'})`}`);
}
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const ms = (value) => `${Math.round(value)} ms`;

async function prepare() {
  mkdirSync(RESULTS, { recursive: true });
  if (!flags.includes('--no-build') || !existsSync('dist/index.html')) await buildAll();
  if (profile) await build({ logLevel: 'error', build: { minify: false, outDir: `${RESULTS}/plain` } });
  if (steps.includes('start'))
    await build({
      configFile: false,
      root: 'bench/app/peer',
      base: './',
      logLevel: 'error',
      build: { outDir: '../../results/peer', emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0 },
    });
}

/** Opens the app in a fresh browser and hands both to `work`. */
async function inFreshApp(address, work) {
  const browser = await launch();
  try {
    const page = await openApp(browser, address);
    // The start itself, with its compiling, is measured elsewhere.
    await page.waitForTimeout(500);
    return await work(page, browser);
  } finally {
    await browser.close();
  }
}

/** Page start, cold: a fresh browser each time, the app and the bare engine in turn. */
async function start(address) {
  const app = [];
  const peer = [];
  for (let i = 0; i < repeats + 2; i++) {
    for (const [name, times] of [
      ['app', app],
      ['peer', peer],
    ]) {
      const browser = await launch();
      const page = await browser.newPage();
      const began = Date.now();
      await page.goto(`${address}/${name}/`);
      if (name === 'app') await ready(page);
      else await page.waitForFunction(() => document.title === 'ready', null, { polling: 'raf' });
      times.push(Date.now() - began);
      await browser.close();
    }
  }
  const ratio = median(app.map((time, i) => time / peer[i]));
  figure('start: app / bare DuckDB-WASM', `${ratio.toFixed(2)} (${ms(median(app))} / ${ms(median(peer))})`);
}

/** Loads a folder and says how long it took to the first curve and to the end, and what held up the page. */
async function load(page, written) {
  const work = async () => {
    const at = await drop(page, [join(written.folder)]);
    await page.waitForFunction(() => document.querySelector('.import-bar'), null, { polling: 'raf' });
    await settled(page);
    const end = await page.evaluate(() => performance.now());
    // The first drawing and the snapshot for the next visit come after the end of the import.
    await page
      .waitForFunction(() => document.querySelector('path.chart-line[d]'), null, { timeout: 15_000 })
      .catch(() => undefined);
    await page.waitForTimeout(3000);
    return { at, end };
  };
  const {
    result: { at, end },
    tasks,
  } = await tasksOf(page, work, profile);
  const { tasks: told, gaps, curve } = await watched(page, at);
  const longest = (list) => list.reduce((best, [, length]) => Math.max(best, length), 0);
  return {
    loaded: end - at,
    curve: curve === null ? null : curve - at,
    tasks,
    longestTask: Math.max(0, ...tasks.map(({ wall }) => wall)),
    longestWork: Math.max(0, ...tasks.map(({ cpu }) => cpu)),
    longestTold: longest(told),
    longestGap: longest(gaps),
    ...(await counts(page)),
  };
}

/** What held up the page, over several loads: the median of each load's longest. */
function heldUp(name, loads) {
  const of = (key) => median(loads.map((one) => one[key]));
  figure(
    `${name}: longest main-thread task`,
    `${ms(of('longestTask'))}, of which the processor worked ${ms(of('longestWork'))}`,
    ms(LONGEST),
    of('longestTask') <= LONGEST,
  );
  figure(`${name}: longest gap of the event loop`, ms(of('longestGap')));
  for (const { tasks } of loads)
    console.log(
      `  over ${LONGEST} ms (processor): ${tasks.map(({ wall, cpu }) => `${ms(wall)} (${Math.round(cpu)})`).join(', ') || 'none'}`,
    );
}

async function dropHundred(address, data) {
  const written = writeHundred(join(data, 'hundred'));
  const times = [];
  for (let i = 0; i < repeats; i++) times.push(await inFreshApp(address, (page) => load(page, written)));
  const mb = (written.bytes / 1e6).toFixed(1);
  const curves = times.map(({ curve }) => curve ?? Infinity);
  figure(`drop: ${written.files} files, ${mb} MB → curves`, ms(median(curves)));
  heldUp('drop', times);
  console.log(`  ${times[0].rows} numbers of ${times[0].runs} runs`);
}

async function million(address, data) {
  const written = writeMillion(join(data, 'million'));
  const loads = [];
  for (let i = 0; i < repeats; i++) loads.push(await inFreshApp(address, (page) => load(page, written)));
  for (const one of loads)
    if (one.rows !== written.rows || one.runs !== written.runs)
      throw new Error(`${one.rows} numbers of ${one.runs} runs, not ${written.rows} of ${written.runs}`);
  const time = median(loads.map(({ loaded }) => loaded));
  const mb = (written.bytes / 1e6).toFixed(0);
  figure(
    `million: ${written.rows} numbers, ${written.runs} runs, ${mb} MB`,
    `${ms(time)}, ${Math.round(written.rows / time)} k rows/s`,
  );
  figure('million: drop → curves', loads.map(({ curve }) => (curve ? ms(curve) : 'none')).join(', '));
  heldUp('million', loads);
}

async function cancelMidway(address, data) {
  const hundred = writeHundred(join(data, 'hundred'));
  const written = writeMillion(join(data, 'million'));
  const one = writeOne(join(data, 'one'));
  const times = [];
  for (let i = 0; i < repeats; i++)
    await inFreshApp(address, async (page) => {
      await load(page, hundred);
      const before = await counts(page);
      await drop(page, [written.folder]);
      await page.waitForFunction(() => document.querySelector('.import-bar progress')?.value > 0.5, null, {
        polling: 'raf',
        timeout: 120_000,
      });
      const took = await page.evaluate(async () => {
        const began = performance.now();
        [...document.querySelectorAll('.import-bar button')].at(-1).click();
        while (document.querySelector('.import-bar'))
          await new Promise((resolve) => requestAnimationFrame(resolve));
        return performance.now() - began;
      });
      times.push(took);
      // The tables are counted anew when one small file is added.
      await drop(page, [one.folder]);
      await page.waitForFunction(
        (rows) =>
          Number(
            /([\d,]+) measurements/
              .exec(document.querySelector('.app-status [role=status]').textContent)?.[1]
              .replaceAll(',', ''),
          ) > rows,
        before.rows,
      );
      const after = await counts(page);
      const same = after.rows - one.rows === before.rows && after.files - 1 === before.files;
      if (!same) throw new Error(`after Cancel: ${JSON.stringify(after)}, before: ${JSON.stringify(before)}`);
    });
  figure('cancel at 50 % of the million → as before', ms(median(times)));
}

async function memory(address, data) {
  const written = writeMillion(join(data, 'million'));
  await inFreshApp(address, async (page, browser) => {
    const held = async () => ({ rss: await residentMemory(browser, page), own: await ownMemory(page) });
    const before = await held();
    await load(page, written);
    const loaded = await held();
    await page.getByRole('button', { name: 'Work' }).click();
    await page.getByRole('menuitem', { name: /^Forget/ }).click();
    const sure = page.getByRole('dialog').getByRole('button', { name: /forget/i });
    if (await sure.isVisible().catch(() => false)) await sure.click();
    await page.waitForFunction(() => document.querySelector('.empty'), null, { timeout: 60_000 });
    await page.waitForTimeout(5000);
    const after = await held();
    const mib = (value) => (value === null ? 'not said' : `${Math.round(value)} MiB`);
    for (const [what, kind] of [
      ['resident', 'rss'],
      ['as the browser counts', 'own'],
    ]) {
      const ratio = after[kind] === null ? null : after[kind] / before[kind];
      figure(
        `memory, ${what}: before, loaded, after Forget`,
        `${mib(before[kind])}, ${mib(loaded[kind])}, ${mib(after[kind])}${ratio === null ? '' : `; ${ratio.toFixed(2)} ×`}`,
        ratio === null ? '' : '1.2 ×',
        ratio === null ? null : ratio <= 1.2,
      );
    }
  });
}

/** The reader in Node against a plain loop over the lines. */
function reader() {
  const out = spawnSync('npx', ['tsx', 'bench/app/reader.ts'], { encoding: 'utf8' });
  if (out.status !== 0) throw new Error(out.stderr);
  for (const [what, value] of JSON.parse(out.stdout)) figure(what, value);
}

await prepare();
const data = mkdtempSync(join(tmpdir(), 'fabriscope-bench-'));
const server = await serve({
  app: profile ? `${RESULTS}/plain` : 'dist',
  peer: `${RESULTS}/peer`,
});
try {
  if (steps.includes('start')) await start(server.address);
  if (steps.includes('drop')) await dropHundred(server.address, data);
  if (steps.includes('million')) await million(server.address, data);
  if (steps.includes('cancel')) await cancelMidway(server.address, data);
  if (steps.includes('memory')) await memory(server.address, data);
  if (steps.includes('reader')) reader();
} finally {
  server.close();
  rmSync(data, { recursive: true });
}
const width = Math.max(...rows.map(({ what }) => what.length));
console.log();
for (const { what, value, limit, ok } of rows)
  console.log(
    `${what.padEnd(width)}  ${value}${limit && `  (limit ${limit}: ${ok ? 'holds' : 'EXCEEDED'})`}`,
  );
const version = JSON.parse(readFileSync('package.json', 'utf8')).version;
writeFileSync(
  `${RESULTS}/app.json`,
  JSON.stringify({ date: new Date().toISOString(), version, cores: cpus().length, figures: rows }, null, 2),
);
