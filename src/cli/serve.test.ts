import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request, type OutgoingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ListingSchema } from '../share/listing';
import { listFolder } from './folder';
import { folderServer, portOf } from './server';

const base = realpathSync(mkdtempSync(join(tmpdir(), 'fabriscope-serve-')));
const root = join(base, 'results');
const app = join(base, 'app');
let server: Server;
let token: string;

beforeAll(async () => {
  mkdirSync(join(root, 'ar_on', '.git'), { recursive: true });
  mkdirSync(join(root, 'empty'));
  mkdirSync(app);
  writeFileSync(join(app, 'index.html'), '<!doctype html>the app');
  writeFileSync(join(base, 'secret.txt'), 'not yours');
  writeFileSync(join(root, 'run 10%#?é.out'), '0123456789');
  writeFileSync(join(root, 'ar_on', 'page.html'), '<script>1</script>');
  writeFileSync(join(root, 'ar_on', '.git', 'config'), 'hidden');
  writeFileSync(join(root, '.env'), 'hidden');
  symlinkSync(join(base, 'secret.txt'), join(root, 'out.txt'));
  symlinkSync(base, join(root, 'up'));
  symlinkSync(join(root, 'ar_on'), join(root, 'again'));
  ({ server, token } = folderServer({ root, hidden: false }, app));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.close();
  rmSync(base, { recursive: true });
});

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Asks with the very path given: nothing is made of `..` on the way. */
function ask(path: string, headers: OutgoingHttpHeaders = {}, method = 'GET'): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (text: string) => (body += text));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
    asked.on('error', reject);
    asked.end();
  });
}

/** Runs the command as its user does. */
function serve(...args: string[]): Promise<{ code: number; err: string; out: string }> {
  return new Promise((resolve) => {
    const command = ['--import', 'tsx', join(import.meta.dirname, 'main.ts'), 'serve', ...args];
    execFile(process.execPath, command, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });
}

describe('the server of a folder', () => {
  it('leads to the app with a link that names the listing', async () => {
    const { status, headers } = await ask(`/${token}/`);
    expect(status).toBe(302);
    expect(headers.location).toBe(`app/#1&data=${encodeURIComponent('[{"listing":"../listing.json"}]')}`);
    expect((await ask(`/${token}/app/`)).body).toContain('the app');
    const missing = await ask(`/${token}/app/missing.js`);
    expect(missing.status).toBe(404);
    expect(missing.body).toBe('There is nothing at this address.\n');
  });

  it('names a directory that is there no more, and no other path of the machine', async () => {
    const gone = join(base, 'gone');
    const { server: late, token: word } = folderServer({ root: gone, hidden: false }, app);
    await new Promise<void>((resolve) => late.listen(0, '127.0.0.1', resolve));
    const { port } = late.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/${word}/listing.json`);
    late.close();
    expect(answer.status).toBe(410);
    const text = await answer.text();
    expect(text).toContain('The directory gone is not there any more.');
    expect(text).not.toContain(base);
  });

  it('says of a range that is not there no path', async () => {
    const { status, body } = await ask(`/${token}/files/${encodeURIComponent('run 10%#?é.out')}`, {
      Range: 'bytes=50-60',
    });
    expect(status).toBe(416);
    expect(body).not.toContain('/');
  });

  it('lists the files, and says what is left out', async () => {
    const { headers, body } = await ask(`/${token}/listing.json`);
    expect(headers['access-control-allow-origin']).toBeUndefined();
    const listing = v.parse(ListingSchema, JSON.parse(body));
    expect(listing.files.map(({ path, size }) => [path, size])).toEqual([
      ['ar_on/page.html', 18],
      ['run 10%#?é.out', 10],
    ]);
    expect(listing).toMatchObject({ name: 'results', base: 'files/', cut: false });
    expect(listing.left).toEqual([
      '3 symbolic links in the folder are not followed.',
      '2 names beginning with a dot are left out (--hidden brings them).',
    ]);
    const all = await listFolder({ root, hidden: true });
    expect(all.files.map(({ path }) => path)).toContain('ar_on/.git/config');
  });

  it('gives files whole and in part, as data and never as a page', async () => {
    const path = `/${token}/files/${encodeURIComponent('run 10%#?é.out')}`;
    expect((await ask(path)).body).toBe('0123456789');
    const part = await ask(path, { range: 'bytes=2-4' });
    expect([part.status, part.body]).toEqual([206, '234']);
    const early = { range: 'bytes=2-4', 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:01 GMT' };
    expect((await ask(path, early)).status).toBe(412);
    const page = await ask(`/${token}/files/ar_on/page.html`);
    expect(page.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });

  it.each([
    '../secret.txt',
    '%2e%2e/secret.txt',
    '..%2fsecret.txt',
    'ar_on/../../secret.txt',
    '..%5csecret.txt',
    '/etc/passwd',
    '%2fetc%2fpasswd',
    'out.txt',
    'up/secret.txt',
    'again/page.html',
    '.env',
    'ar_on/.git/config',
    'ar_on',
    'ar_on/',
    'empty',
    'missing',
    'run%0010',
    '%',
    '',
  ])('has nothing at %s', async (path) => {
    const { status, body } = await ask(`/${token}/files/${path}`);
    expect([status, body]).toEqual([404, 'There is nothing at this address.\n']);
  });

  it('gives nothing of the folder to who has not the token', async () => {
    for (const path of [
      '/',
      '/app/',
      '/listing.json',
      '/files/.env',
      `/${'x'.repeat(token.length)}/`,
      `/${token}`,
    ])
      expect((await ask(path)).status).toBe(404);
    expect((await ask(`/${token.startsWith('x') ? 'y' : 'x'}${token.slice(1)}/listing.json`)).status).toBe(
      404,
    );
  });

  it('answers to names of this machine only, and only reads', async () => {
    for (const host of ['evil.example', '127.0.0.1.evil.example', 'localhost@evil.example'])
      expect((await ask(`/${token}/listing.json`, { host })).status).toBe(403);
    expect((await ask(`/${token}/listing.json`, { host: 'localhost:8080' })).status).toBe(200);
    expect((await ask(`/${token}/listing.json`, {}, 'POST')).status).toBe(405);
  });

  it('gives a folder a port of its own', () => {
    expect(portOf('/data/a')).toBe(portOf('/data/a'));
    expect(portOf('/data/a')).not.toBe(portOf('/data/b'));
    for (const path of ['/', '/data/a', '/data/b']) expect(Math.floor(portOf(path) / 10_000)).toBe(2);
  });
});

describe('serve', () => {
  it('says what is wrong with its command line, and ends with 2', async () => {
    const file = join(root, 'ar_on', 'page.html');
    for (const [args, said] of [
      [[], 'Give one directory'],
      [[root, base], 'Give one directory, not 2'],
      [[root, '--prot', '1'], "Unknown option '--prot'"],
      [[root, '--port', '70000'], '--port needs a number from 0 to 65535, not "70000"'],
      [[root, '--port', '1e3'], 'not "1e3"'],
      [[join(base, 'missing')], `There is no directory ${join(base, 'missing')}`],
      [[file], `${file} is not a directory.`],
      [[join(root, 'empty')], `${join(root, 'empty')} has no file to serve.`],
    ] as const) {
      const { code, err, out } = await serve(...args);
      expect(err).toContain(said);
      expect([code, out]).toEqual([2, '']);
    }
  });

  it('explains itself, with the way from another machine', async () => {
    const { code, out } = await serve('--help');
    expect(code).toBe(0);
    expect(out).toContain('ssh -N -L PORT:127.0.0.1:PORT');
  });

  it.skipIf(process.getuid?.() === 0)('says what it has no permission for', async () => {
    const locked = join(root, 'locked.out');
    writeFileSync(locked, 'x');
    chmodSync(locked, 0o000);
    expect((await listFolder({ root, hidden: false })).left[0]).toBe('No permission to read locked.out.');
    rmSync(locked);
  });
});
