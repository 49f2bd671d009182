// Finds the Chromium that the browser tests drive, or installs one.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Path of a Chromium on this machine, or null: CHROMIUM_PATH, the system's, or the one Playwright installed. */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : null;
  return [...SYSTEM, chromium.executablePath()].find((path) => existsSync(path)) ?? null;
}

/** Path of Debian's Firefox, or null. */
export function findFirefox() {
  return ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path)) ?? null;
}

/** As findChromium, installing one first where there is none: Playwright's own, else Debian's. Throws a sentence. */
export function ensureChromium() {
  const run = (command, args) => spawnSync(command, args, { stdio: 'inherit' }).status === 0;
  let path = findChromium();
  if (path) return path;
  console.log('No Chromium found: installing one for the browser tests …');
  run('npx', ['playwright', 'install', 'chromium']);
  path = findChromium();
  if (path) return path;
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    if (run('apt-get', ['update', '-qq'])) run('apt-get', ['install', '-y', '-qq', 'chromium']);
    path = findChromium();
    if (path) return path;
  }
  throw new Error(
    'The browser tests need Chromium, and none could be found or installed. Install it (on Debian and Ubuntu: ' +
      '"apt-get install chromium"; elsewhere "npx playwright install chromium"), or set CHROMIUM_PATH to the ' +
      'browser, and run "npm test" again.',
  );
}
