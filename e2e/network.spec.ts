import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { arOffOn, osuLatency, write } from './made';
import { chart, drop, expect, file, open, openFiles, status, test } from './support';

test('without any network the loaded app reads files and compares them', async ({
  page,
  context,
  folder,
}) => {
  await open(page);
  await context.setOffline(true);
  await drop(page, [write(folder, arOffOn())]);
  await page.getByRole('button', { name: /AR off with AR on/ }).click();
  await expect(chart(page, 'osu_latency')).toBeVisible();
  await expect(status(page)).toContainText('9 files');
});

test('any static server will do: below a path, with wrong types and no headers', async ({ browser }) => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    asked.push(path);
    const name = path.replace(/^\/deep\/er\//, '') || 'index.html';
    try {
      const body = readFileSync(join('dist', name));
      const type = name.endsWith('.html')
        ? 'text/html'
        : name.endsWith('.js')
          ? 'text/javascript'
          : name.endsWith('.css')
            ? 'text/css'
            : 'text/plain';
      response.writeHead(200, { 'content-type': type }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const page = await browser.newPage();
  try {
    await open(page, `${origin}/deep/er/`);
    await openFiles(page, [file('lat.out', osuLatency())]);
    await expect(chart(page, 'osu_latency')).toBeVisible();
    expect(asked.filter((path) => !path.startsWith('/deep/er/'))).toEqual([]);
  } finally {
    await page.close();
    server.close();
  }
});

test('the one-file page opens from disk, reads a dropped folder and an archive, and says what is kept', async ({
  page,
  folder,
}) => {
  await open(page, pathToFileURL(resolve('dist/fabriscope.html')).href);
  await drop(page, [write(folder, arOffOn())]);
  await expect(status(page)).toContainText('9 runs');
  await page.getByRole('button', { name: /AR off with AR on/ }).click();
  await expect(chart(page, 'osu_latency')).toBeVisible();
  await drop(page, [resolve('src/archives/fixtures/runs.tar.xz')]);
  await expect(status(page)).toContainText('11 runs');
  await expect(page.getByText('save a .fabriscope file to keep the work')).toBeVisible();
});

test('without storage the app says that nothing is kept, and works', async ({ page }) => {
  await page.addInitScript(() => {
    StorageManager.prototype.getDirectory = () =>
      Promise.reject(new DOMException('no storage', 'SecurityError'));
  });
  await open(page);
  await expect(page.getByText('This browser gives no storage here')).toBeVisible();
  await openFiles(page, [file('lat.out', osuLatency())]);
  await expect(chart(page, 'osu_latency')).toBeVisible();
});
