// npm test: types, lint, unit tests, build, browser tests. Stops at the first failing step and prints the counts.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { ensureChromium } from './browser.mjs';

const OUT = 'test-results';
mkdirSync(OUT, { recursive: true });
const total = { passed: 0, failed: 0, skipped: 0 };

function step(name, command, args, env = {}) {
  const began = Date.now();
  console.log(`\n== ${name}`);
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  console.log(`== ${name}: ${status === 0 ? 'ok' : 'FAILED'}, ${((Date.now() - began) / 1000).toFixed(1)} s`);
  return status === 0;
}

function count(file, read) {
  try {
    const { passed, failed, skipped } = read(JSON.parse(readFileSync(file, 'utf8')));
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  } catch (error) {
    console.error(`The counts in ${file} could not be read: ${String(error)}`);
    total.failed += 1;
  }
}

function finish(ok) {
  const failed = ok ? total.failed : Math.max(total.failed, 1);
  console.log(`\n${total.passed} passed, ${failed} failed, ${total.skipped} skipped`);
  process.exit(failed === 0 ? 0 : 1);
}

if (!step('types', 'npx', ['tsc', '--noEmit', '-p', 'tsconfig.json'])) finish(false);
if (!step('eslint', 'npx', ['eslint', '.', '--max-warnings', '0'])) finish(false);
if (!step('prettier', 'npx', ['prettier', '--check', '.', '--log-level', 'warn'])) finish(false);

const unit = `${OUT}/unit.json`;
const unitOk = step('unit tests', 'npx', [
  'vitest',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${unit}`,
]);
count(unit, (r) => ({
  passed: r.numPassedTests,
  failed: r.numFailedTests,
  skipped: r.numPendingTests + r.numTodoTests,
}));
if (!unitOk) finish(false);

if (!step('build', process.execPath, ['scripts/build.mjs'])) finish(false);

let browser;
try {
  browser = ensureChromium();
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  finish(false);
}
const e2e = `${OUT}/e2e.json`;
const e2eOk = step('browser tests', 'npx', ['playwright', 'test'], {
  CHROMIUM_PATH: browser,
  PLAYWRIGHT_JSON_OUTPUT_NAME: e2e,
});
count(e2e, ({ stats }) => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected,
  skipped: stats.skipped,
}));
finish(e2eOk);
