import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { relative, sep } from 'node:path';
import send from 'send';
import { fileWithin, GoneError, listFolder, type Folder } from './folder';

/** Names by which a browser of this machine (or behind `ssh -L`, on any port) speaks to it: no others, or a page elsewhere could by a name of its own that leads here. */
const LOCAL = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;

/** Where the page finds the listing, as its link names it. */
const LINK = `#1&data=${encodeURIComponent(JSON.stringify([{ listing: '../listing.json' }]))}`;

const NOTHING = 'There is nothing at this address.';

const HEADERS = {
  'Cache-Control': 'no-store',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** A port that a folder has for itself, 20000 to 29999: the browser keeps work by port, so that of two folders never mixes. */
export function portOf(root: string): number {
  return 20_000 + (createHash('sha256').update(root).digest().readUInt32BE() % 10_000);
}

/** The server of a folder: the app under `/TOKEN/app/`, the list of its files, and the files. `app` = the built app. */
export function folderServer(folder: Folder, app: string): { server: Server; token: string } {
  const token = randomBytes(18).toString('base64url');
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    answer(request, response, folder, app, token).catch((error: unknown) =>
      error instanceof GoneError
        ? say(response, 410, error.message)
        : say(response, 500, 'The answer could not be made.'),
    );
  });
  return { server, token };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  folder: Folder,
  app: string,
  token: string,
): Promise<void> {
  if (!LOCAL.test(request.headers.host ?? ''))
    return say(response, 403, 'This server answers to 127.0.0.1 and localhost only.');
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return say(response, 405, 'This server only reads.');
  const [path = ''] = (request.url ?? '').split('?');
  const [, given = '', part, ...rest] = path.split('/');
  if (!isSame(given, token)) return nothing(response);
  if (part === '' && rest.length === 0) {
    response.setHeader('Location', `app/${LINK}`);
    return say(response, 302, '');
  }
  if (part === 'app') return deliver(request, response, app, rest.join('/'), 'index.html');
  if (part === 'listing.json' && rest.length === 0) {
    response.setHeader('Content-Type', 'application/json');
    return void response.end(JSON.stringify(await listFolder(folder)));
  }
  const real = part === 'files' ? await fileWithin(folder, rest.join('/')) : null;
  if (real === null) return nothing(response);
  // A result file is data, whatever it says: never a page of this origin.
  response.setHeader('Content-Security-Policy', 'sandbox');
  response.setHeader('Content-Type', 'application/octet-stream');
  const encoded = relative(folder.root, real).split(sep).map(encodeURIComponent).join('/');
  return deliver(request, response, folder.root, encoded, false);
}

/** Sends a file below a root: ranges, conditions and errors are the library's. */
function deliver(
  request: IncomingMessage,
  response: ServerResponse,
  root: string,
  path: string,
  index: string | false,
): Promise<void> {
  return new Promise((resolve) => {
    send(request, `/${path}`, { root, index, dotfiles: 'allow', cacheControl: false, etag: false })
      .on('directory', () => nothing(response))
      .on('error', (error: Error & { status?: number }) => {
        // The library's own words name the path on this machine.
        const { status = 500 } = error;
        if (status < 500) say(response, status, WORDS[status] ?? 'The file cannot be sent as asked.');
        else say(response, status, 'The file could not be read.');
        resolve();
      })
      .on('end', resolve)
      .pipe(response);
    response.on('close', resolve);
  });
}

function isSame(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const WORDS: Readonly<Record<number, string>> = {
  404: NOTHING,
  412: 'The file has changed since.',
  416: 'The file has no such range of bytes.',
};

const nothing = (response: ServerResponse): void => say(response, 404, NOTHING);

function say(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' });
  response.end(text === '' ? '' : `${text}\n`);
}
