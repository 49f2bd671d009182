// node bench/csv/run.mjs [rows [rounds [ways]]]: a CSV of ten million rows into DuckDB in a real browser, by read_csv on a file
// handle and by the import of the app, in turns, a fresh browser each.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { build } from 'vite';
import { launch, serve } from '../app/page.mjs';

const rows = Number(process.argv[2] ?? 1e7);
const rounds = Number(process.argv[3] ?? 3);
const OUT = 'bench/results/csv';
const WAYS = process.argv[4]?.split(',') ?? ['read_csv', 'all', 'numbers', 'none'];
const SAYS = {
  read_csv: 'read_csv, file handle',
  all: 'import: numbers, printed text, lines, kept text',
  numbers: '… without kept text in the engine',
  none: '… nothing into the engine: reading, hashing, Arrow',
};
/** Clock ticks of /proc in a second. */
const TICKS = 100;

/** Processor seconds that a line of /proc/…/stat tells of. */
function cpuOf(path) {
  const fields = readFileSync(path, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Processor seconds so far: the workers of the page in the order in which they began, and the whole browser. */
async function processorTime(session) {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const workers = processInfo
    .filter(({ type }) => type === 'renderer')
    .flatMap(({ id }) => readdirSync(`/proc/${id}/task`).map((task) => `/proc/${id}/task/${task}`))
    .filter((task) => readFileSync(`${task}/comm`, 'utf8').startsWith('DedicatedWorker'))
    .toSorted((a, b) => Number(a.split('/').at(-1)) - Number(b.split('/').at(-1)))
    .map((task) => cpuOf(`${task}/stat`));
  return { workers, whole: processInfo.reduce((sum, { id }) => sum + cpuOf(`/proc/${id}/stat`), 0) };
}

/** Highest resident memory of any process of the browser, in MiB. */
async function peakMemory(session) {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const peaks = processInfo.map(({ id }) =>
    Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0),
  );
  return Math.max(...peaks) / 1024;
}

async function once(address, way) {
  const browser = await launch();
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    await page.goto(`${address}/csv/`);
    await page.waitForFunction(() => document.title === 'ready');
    await page.evaluate((count) => window.prepare(count), rows);
    const session = await browser.newBrowserCDPSession();
    const before = await processorTime(session);
    const outcome = await page.evaluate(
      ([how, count]) => (how === 'read_csv' ? window.byEngine() : window.byImport(count, how)),
      [way, rows],
    );
    const after = await processorTime(session);
    const [engine = 0, reader = 0] = after.workers.map((time, i) => time - (before.workers[i] ?? 0));
    const cpu = { engine, reader, whole: after.whole - before.whole };
    return { way, ...outcome, cpu, peak: await peakMemory(session), load: loadavg()[0] };
  } finally {
    await browser.close();
  }
}

mkdirSync(OUT, { recursive: true });
await build({
  configFile: false,
  root: 'bench/csv',
  base: './',
  logLevel: 'error',
  worker: { format: 'iife' },
  build: { outDir: '../results/csv', emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0 },
});
const server = await serve({ csv: OUT });
const results = [];
const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;
for (let round = 0; round < rounds; round++)
  for (const way of WAYS) {
    const result = await once(server.address, way);
    results.push(result);
    const { ms, peak, bytes, cpu, sum, drift, load, inserting } = result;
    console.log(
      `${SAYS[way]}: ${seconds(ms)}; processor: engine ${cpu.engine.toFixed(2)} s, reader ${cpu.reader.toFixed(2)} s, browser ${cpu.whole.toFixed(2)} s; peak ${Math.round(peak)} MiB; ${(bytes / 1e6).toFixed(0)} MB, ${result.rows} rows, sum ${sum.toFixed(0)}; drift ${(100 * drift).toFixed(1)} %; load ${load.toFixed(1)}; ${Object.entries(
        inserting,
      )
        .filter(([, time]) => time > 50)
        .map(([table, time]) => `${table} ${Math.round(time)} ms`)
        .join(', ')}`,
    );
  }
server.close();
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const of = (way) => results.filter((result) => result.way === way);
/** Median ratio of neighbours: what else the machine does changes from round to round. */
const ratio = (way, pick) => {
  const peers = of('read_csv');
  return median(of(way).map((result, i) => pick(result) / pick(peers[i] ?? result))).toFixed(2);
};
console.log('| way | time | × read_csv | processor time of the browser | × read_csv | peak |');
for (const way of WAYS)
  console.log(
    `| ${SAYS[way]} | ${seconds(median(of(way).map(({ ms }) => ms)))} | ${ratio(way, ({ ms }) => ms)} | ${median(of(way).map(({ cpu }) => cpu.whole)).toFixed(1)} s | ${ratio(way, ({ cpu }) => cpu.whole)} | ${Math.round(median(of(way).map(({ peak }) => peak)))} MiB |`,
  );
writeFileSync('bench/results/csv.json', JSON.stringify(results, null, 2));
