import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { dataInLink } from '../src/share/transport/inline';
import { encryptWork } from '../src/share/transport/encrypted';
import { reportPage } from '../src/share/transport/report';
import { withOrigins } from '../scripts/allow-origin.mjs';
import { arOffOn, osuLatency, write } from './made';
import { chart, drop, expect, file, open, openFiles, status, test, work, type Page } from './support';

const LOADED = '9 files';
const SIDES = encodeURIComponent(JSON.stringify({ by: 'condition', key: 'AR', a: 'off', b: 'on' }));
/** A link that shows B − A of this data. */
const link = (data: readonly object[]) =>
  `./#1&sides=${SIDES}&frame=difference&data=${encodeURIComponent(JSON.stringify(data))}`;

/** The bytes of the saved work of nine files, made in the app. */
async function savedWork(page: Page, folder: string): Promise<Uint8Array<ArrayBuffer>> {
  await open(page);
  await drop(page, [write(folder, arOffOn())]);
  await expect(status(page)).toContainText(LOADED);
  const saving = page.waitForEvent('download');
  await work(page, 'Save as .fabriscope file');
  return new Uint8Array(readFileSync(await (await saving).path()));
}

async function showsDifference(page: Page): Promise<void> {
  await expect(page.getByRole('figure', { name: 'osu_latency' })).toContainText('latency, B − A');
  await expect(status(page)).toContainText(LOADED);
}

test('a link with the data in it opens in a fresh browser, after a reload without storage too, and goes back', async ({
  page,
  visitor,
  folder,
}) => {
  const data = await dataInLink(await savedWork(page, folder));
  if (!data.fits) throw new Error(`${data.characters} characters`);
  const context = await visitor();
  await context.addInitScript(() => {
    // The blank page has none.
    if (!window.isSecureContext) return;
    StorageManager.prototype.getDirectory = () =>
      Promise.reject(new DOMException('no storage', 'SecurityError'));
  });
  const other = await context.newPage();
  await other.goto(link([{ inline: data.text }]));
  await showsDifference(other);
  await other.getByRole('radio', { name: 'Overlay' }).click();
  await expect(chart(other, 'osu_latency')).toBeVisible();
  await other.reload();
  await expect(status(other)).toContainText(LOADED);
  await expect(other.getByRole('radio', { name: 'Overlay' })).toBeChecked();
  await other.goBack();
  await showsDifference(other);
  // What a mail program leaves of a long address.
  const cut = link([{ inline: data.text }]).slice(0, 600);
  await other.goto('about:blank');
  await other.goto(cut);
  await expect(other.getByRole('region', { name: 'Notices' })).toContainText('This link is cut short');
});

test('an encrypted work opens by its link, and dropped with the key in the address, typed, or in a pasted link', async ({
  page,
  visitor,
  folder,
}) => {
  const { file: sealed, key } = await encryptWork(await savedWork(page, folder));
  const bytes = Buffer.from(await sealed.arrayBuffer());
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const context = await visitor();
  const asked: string[] = [];
  await context.route('**/store/work.bin', (route) => {
    asked.push(route.request().url());
    return route.fulfill({ body: bytes });
  });

  const linked = await context.newPage();
  await linked.goto(link([{ url: 'store/work.bin', sha256, key }]));
  await showsDifference(linked);
  expect(asked).toHaveLength(1);
  expect(asked[0]).not.toContain(key);
  await linked.close();

  const keyed = await (await visitor()).newPage();
  await keyed.goto(link([{ sha256, key }]));
  await expect(keyed.getByRole('region', { name: 'Notices' })).toContainText(
    'holds the key of an encrypted file',
  );
  await openFiles(keyed, [file('any name.pdf', bytes)]);
  await showsDifference(keyed);

  const typed = await (await visitor()).newPage();
  await open(typed);
  await openFiles(typed, [file('any name.pdf', bytes)]);
  const dialog = typed.getByRole('dialog', { name: 'This work is encrypted' });
  const field = dialog.getByLabel('Link or key');
  await expect(field).toBeFocused();
  for (const [text, says] of [
    ['secret', 'This is no key'],
    [key.replace(/^./, (c) => (c === 'A' ? 'B' : 'A')), 'This key does not open this file'],
    ['#1&tab=matrix', 'does not hold the key of this file'],
  ] as const) {
    await field.fill(text);
    await field.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText(says);
  }
  await field.fill(`https://elsewhere.example/${link([{ sha256, key }]).slice(2)}`);
  await field.press('Enter');
  await showsDifference(typed);
  await expect(dialog).toHaveCount(0);

  const damaged = Buffer.from(bytes);
  damaged[100] = (damaged[100] ?? 0) ^ 1;
  await openFiles(typed, [file('damaged.bin', damaged), file('later.bin', bytes)]);
  await expect(typed.getByRole('region', { name: 'Notices' })).toContainText(
    'damaged.bin could not be opened. This encrypted file is damaged or cut short.',
  );
});

test('a report opens from disk straight onto its view, reloads, and says when it is cut', async ({
  page,
  visitor,
  folder,
}) => {
  const made = await savedWork(page, folder);
  const report = await reportPage(readFileSync('dist/fabriscope.html', 'utf8'), new Blob([made]), {
    title: 'AR <off> & on',
    by: 'A. Tester',
    made: '2026-11-23',
    link: link([]).slice(2),
  });
  const path = join(folder, 'report.html');
  writeFileSync(path, Buffer.from(await report.arrayBuffer()));
  const context = await visitor();
  await context.setOffline(true);
  const other = await context.newPage();
  await other.goto(pathToFileURL(path).href);
  await showsDifference(other);
  await expect(other).toHaveTitle('AR <off> & on · Fabriscope');
  await expect(other.getByText('A. Tester, 2026-11-23')).toBeVisible();
  await expect(other.getByText('A report keeps its data in its page')).toBeVisible();
  await other.getByRole('radio', { name: 'Overlay' }).click();
  await other.reload();
  await expect(other.getByRole('radio', { name: 'Overlay' })).toBeChecked();
  await expect(status(other)).toContainText(LOADED);
  const cut = join(folder, 'cut.html');
  writeFileSync(cut, readFileSync(path).subarray(0, -3000));
  await other.goto(pathToFileURL(cut).href);
  await expect(other.getByRole('region', { name: 'Notices' })).toContainText(
    'This report is damaged or cut short',
  );
  await expect(other.getByRole('heading', { name: 'Drop result files or a folder' })).toBeVisible();
});

test('a site that allows the origin of a store opens encrypted files from there, and from nowhere else', async ({
  browser,
}) => {
  const { file: sealed, key } = await encryptWork(new TextEncoder().encode(osuLatency()));
  const bytes = Buffer.from(await sealed.arrayBuffer());
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const asked: (string | undefined)[] = [];
  const store = await serve((_, response) => {
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end(bytes);
  });
  const site = await serve((request, response) => {
    const name = new URL(request.url ?? '', 'http://localhost').pathname.slice(1) || 'index.html';
    const body = readFileSync(join('dist', name));
    const type = name.endsWith('.js') ? 'text/javascript' : name.endsWith('.css') ? 'text/css' : 'text/html';
    const page = name === 'index.html' ? withOrigins(body.toString(), [store.origin]) : body;
    response.writeHead(200, { 'content-type': type }).end(page);
  });
  store.server.on('request', (request) => asked.push(request.headers.referer));
  const page = await browser.newPage();
  const go = async (origin: string) => {
    const data = JSON.stringify([{ url: `${origin}/lat.bin`, sha256, key }]);
    await page.goto('about:blank');
    await page.goto(`${site.origin}/#1&data=${encodeURIComponent(data)}`);
  };
  try {
    await go('https://elsewhere.invalid');
    await expect(page.getByRole('region', { name: 'Notices' })).toContainText(
      'at another place (https://elsewhere.invalid), which this site does not let Fabriscope fetch. If you have the encrypted file, drop it here',
    );
    await go(store.origin);
    await expect(status(page)).toContainText('1 run');
    expect(asked).toEqual([undefined]);
  } finally {
    await page.close();
    for (const { server } of [store, site]) server.close();
  }
});

/** A server on this machine, on a free port. */
async function serve(answer: RequestListener): Promise<{ server: Server; origin: string }> {
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
