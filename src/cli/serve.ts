/** `serve DIR`: opens a directory of results in the browser, from a server of this machine alone. */
import { existsSync } from 'node:fs';
import { mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises';
import type { AddressInfo, Server } from 'node:net';
import { hostname, tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import open from 'open';
import { counted } from '../model/units';
import { listFolder, type Folder } from './folder';
import { folderServer, portOf } from './server';

const USAGE = `Usage: fabriscope serve DIR [--port N] [--no-open] [--hidden]

Serves the app and the files of DIR on 127.0.0.1 and opens a browser; Ctrl+C ends it. Only who has the printed address
can read the files, and only below DIR: symbolic links are not followed, nothing is written.

  --port N    the port, 0 for any free one; by default each directory has one of its own (20000 to 29999)
  --no-open   only prints the address
  --hidden    brings files and folders whose name begins with a dot too

Results on a login node, browser on your own machine: run it there with --no-open, then here
  ssh -N -L PORT:127.0.0.1:PORT USER@LOGIN-NODE
and open the printed address. PORT is that of the address.
`;

/** A sentence for the user, and the exit code. */
class Refusal extends Error {
  constructor(
    message: string,
    readonly code: number,
  ) {
    super(message);
  }
}

interface Options {
  folder: Folder;
  port: number | null;
  open: boolean;
}

/** Serves a directory until it is ended. Resolves to the exit code: 2 for a wrong command line or directory. */
export async function serve(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    process.stdout.write(USAGE);
    return 0;
  }
  try {
    await run(await readOptions(args));
    return 0;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    process.stderr.write(`${error.message}\n`);
    return error.code;
  }
}

async function readOptions(args: readonly string[]): Promise<Options> {
  const { values, positionals } = parsed(args);
  const [dir, ...more] = positionals;
  if (dir === undefined || more.length > 0)
    throw new Refusal(
      `Give one directory${dir === undefined ? '' : `, not ${positionals.length}`}.\n${USAGE}`,
      2,
    );
  const port = values.port === undefined ? null : Number(values.port);
  if (port !== null && !(/^\d+$/.test(values.port ?? '') && port <= 65_535))
    throw new Refusal(`--port needs a number from 0 to 65535, not "${values.port}".`, 2);
  const info = await stat(dir).catch(() => null);
  if (!info) throw new Refusal(`There is no directory ${dir} (or it may not be looked into).`, 2);
  if (!info.isDirectory())
    throw new Refusal(`${dir} is not a directory. Give the directory that the files are in.`, 2);
  const folder = { root: await realpath(resolve(dir)), hidden: values.hidden === true };
  return { folder, port, open: values['no-open'] !== true };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { port: { type: 'string' }, 'no-open': { type: 'boolean' }, hidden: { type: 'boolean' } },
    });
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`, 2);
  }
}

async function run(options: Options): Promise<void> {
  const { folder } = options;
  const { files, left } = await listFolder(folder);
  if (files.length === 0) throw new Refusal([`${folder.root} has no file to serve.`, ...left].join(' '), 2);
  const { server, token } = folderServer(folder, builtApp());
  const port = await listening(server, options.port ?? portOf(folder.root), options.port === null);
  const address = `http://127.0.0.1:${port}/${token}/`;
  const opened = options.open && hasScreen() ? await openBrowser(address) : false;
  const megabytes = files.reduce((sum, { size }) => sum + size, 0) / 1e6;
  const lines = [
    `${counted(files.length, 'file')} of ${folder.root} (${megabytes.toFixed(1)} MB) at`,
    `  ${address}`,
    ...left,
    ...(options.open && !opened ? ['No browser could be opened here: open the address yourself.'] : []),
    ...(process.env['SSH_CONNECTION'] ? [forwarding(port)] : []),
    'Files are read when the page is loaded; reload it after they change. Ctrl+C ends this.',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  await new Promise((ended) => server.once('close', ended));
}

/** The folder of the built app: beside this program when built or installed, else of the working tree. */
function builtApp(): string {
  const here = fileURLToPath(new URL('./', import.meta.url));
  const found = [join(here, '../dist'), join(here, '../../dist')].find((path) =>
    existsSync(join(path, 'index.html')),
  );
  if (found) return found;
  throw new Refusal('The app is not built yet: run "npm run build" in its folder, then this again.', 1);
}

function listening(server: Server, port: number, own: boolean): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE'
          ? `is taken${own ? ', perhaps by another "fabriscope serve" of this directory' : ''}`
          : `cannot be used (${error.message})`;
      reject(new Refusal(`Port ${port} of this machine ${why}. Choose another with --port N.`, 1));
    });
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

/** Whether a browser could show itself. */
function hasScreen(): boolean {
  if (process.platform !== 'linux') return !process.env['SSH_CONNECTION'];
  return Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
}

/**
 * Opens the address by way of a small page that only its owner can read: everybody on the machine sees the arguments
 * of a program, and the address is what lets one read the files. Resolves to whether a browser was started.
 */
async function openBrowser(address: string): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'fabriscope-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const page = join(folder, 'open.html');
    await writeFile(page, `<!doctype html><meta http-equiv="refresh" content="0; url=${address}">\n`, {
      mode: 0o600,
    });
    const browser = await open(page);
    const started = await new Promise<boolean>((resolve) => {
      browser.once('error', () => resolve(false));
      setTimeout(() => resolve(browser.exitCode === null || browser.exitCode === 0), 500);
    });
    setTimeout(() => void remove(), started ? 60_000 : 0).unref();
    return started;
  } catch {
    await remove();
    return false;
  }
}

function forwarding(port: number): string {
  return `From your own machine: ssh -N -L ${port}:127.0.0.1:${port} ${userInfo().username}@${hostname()}, then open the address there.`;
}
