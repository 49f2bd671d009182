import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/browser.mjs';

const executablePath = findChromium();
/** Where the built app is served for the tests; another port lets two working trees be tested at once. */
const address = `http://127.0.0.1:${process.env.FABRISCOPE_E2E_PORT ?? '4179'}/`;

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  timeout: 60_000,
  // The engine starts in about a second on a free machine and in many on a busy one.
  expect: { timeout: 20_000 },
  workers: 2,
  fullyParallel: true,
  // A machine that serves others too may stall once; a test that needed it is printed as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list'], ['json']],
  use: {
    baseURL: address,
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--font-render-hinting=none',
        '--disable-lcd-text',
        '--force-color-profile=srgb',
      ],
    },
  },
  webServer: {
    command: `npx vite preview --port ${new URL(address).port} --strictPort`,
    url: address,
    reuseExistingServer: false,
  },
});
