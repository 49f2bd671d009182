// node bench/csv/run.mjs [rows [rounds [ways]]]: a CSV of ten million rows into DuckDB in a real browser, by read_csv on a file
// handle and by the import of the app, in turns, a fresh browser each.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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

/** Highest resident memory of any process of the browser, in MiB, and processor seconds of all. */
async function processes(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const peaks = processInfo.map(({ id }) => {
    const status = readFileSync(`/proc/${id}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  });
  return { peak: Math.max(...peaks), cpu: processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0) };
}

async function once(address, way) {
  const browser = await launch();
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    await page.goto(`${address}/csv/`);
    await page.waitForFunction(() => document.title === 'ready');
    const outcome = await page.evaluate(
      ([how, count]) => (how === 'read_csv' ? window.byEngine(count) : window.byImport(count, how)),
      [way, rows],
    );
    return { way, ...outcome, ...(await processes(browser)), load: loadavg()[0] };
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
for (let round = 0; round < rounds; round++)
  for (const way of WAYS) {
    const result = await once(server.address, way);
    results.push(result);
    console.log(
      `${SAYS[way]}: ${Math.round(result.ms)} ms, peak ${Math.round(result.peak)} MiB, ${(result.bytes / 1e6).toFixed(0)} MB, ${result.rows} rows, sum ${result.sum.toFixed(0)}, drift ${(100 * result.drift).toFixed(1)} %, load ${result.load.toFixed(1)} ${Object.entries(
        result.inserting,
      )
        .map(([table, time]) => `${table} ${Math.round(time)} ms`)
        .join(', ')}`,
    );
  }
server.close();
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const of = (way, pick) => median(results.filter((result) => result.way === way).map(pick));
for (const way of WAYS)
  console.log(
    `| ${SAYS[way]} | ${Math.round(of(way, ({ ms }) => ms))} ms | ${(of(way, ({ ms }) => ms) / of('read_csv', ({ ms }) => ms)).toFixed(2)} | ${Math.round(of(way, ({ peak }) => peak))} MiB |`,
  );
writeFileSync('bench/results/csv.json', JSON.stringify(results, null, 2));
