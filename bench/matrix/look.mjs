// node bench/matrix/look.mjs [folder]: pictures of the matrix chart in both themes and sizes of window, to be looked at.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch, serve } from '../app/page.mjs';
import { buildPage, PAGE } from './build.mjs';

const folder = process.argv[2] ?? 'bench/results/look';
const SHOTS = [
  ['bandwidth-64', '?size=64&apart', 'hover'],
  ['bandwidth-2048', '?size=2048', 'whole'],
  ['bandwidth-8008', '?size=8008', 'near'],
  ['traffic-64', '?size=64&kind=traffic', 'box'],
  ['traffic-2048', '?size=2048&kind=traffic', 'near'],
  ['ratio-64', '?size=64&kind=ratio', 'keys'],
  ['ratio-2048', '?size=2048&kind=ratio', 'hover'],
];

mkdirSync(folder, { recursive: true });
await buildPage();
const server = await serve({ page: PAGE });
const browser = await launch();
try {
  for (const [theme, width, height] of [
    ['light', 1440, 900],
    ['dark', 1440, 900],
    ['light', 1024, 768],
    ['dark', 1024, 768],
  ]) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme });
    const page = await context.newPage();
    page.on('pageerror', (error) => console.log(error));
    for (const [name, query, act] of width === 1440 ? SHOTS : SHOTS.slice(2, 6)) {
      await page.goto(`${server.address}/page/${query}`);
      const canvas = page.locator('canvas.matrix-canvas');
      await canvas.waitFor({ timeout: 120_000 });
      await page.waitForTimeout(size(query) > 4000 ? 2500 : 900);
      const box = await canvas.boundingBox();
      const at = [box.x + 260, box.y + 260];
      if (act === 'hover') await page.mouse.move(...at);
      if (act === 'near') {
        await page.mouse.move(...at);
        for (let i = 0; i < 12; i++) await page.mouse.wheel(0, -200);
      }
      if (act === 'box') {
        await page.keyboard.down('Shift');
        await page.mouse.move(...at);
        await page.mouse.down();
        await page.mouse.move(at[0] + 120, at[1] + 90, { steps: 4 });
        await page.mouse.up();
        await page.keyboard.up('Shift');
      }
      if (act === 'keys') {
        await page.keyboard.press('Tab');
        await page.keyboard.press('Tab');
        for (const key of ['ArrowDown', '+', 'ArrowRight', 'Enter', 'ArrowDown', 'ArrowDown'])
          await page.keyboard.press(key);
      }
      await page.waitForTimeout(500);
      await page.screenshot({ path: join(folder, `${name}-${theme}-${width}.png`) });
    }
    await context.close();
  }
} finally {
  await browser.close();
  server.close();
}

function size(query) {
  return Number(/size=(\d+)/.exec(query)?.[1]);
}
