// Builds the site into dist/, the one-file page that opens from disk into dist/fabriscope.html, and the command of the
// terminal into dist-cli/, with all that it needs: an installed package asks for no other.
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'vite';
import { notices } from './notices.mjs';

/** Source expressions for the inline elements of a page, as its policy names them. */
function hashes(html, tag) {
  const found = [...html.matchAll(new RegExp(`<${tag}(?:\\s[^>]*)?>([\\s\\S]*?)</${tag}>`, 'g'))];
  return found.map(([, body]) => `'sha256-${createHash('sha256').update(body).digest('base64')}'`).join(' ');
}

/** The one-file page with the hashes of its inline parts in its policy. */
export function sealed(html) {
  return html
    .replace('SCRIPT-HASH', () => hashes(html, 'script'))
    .replace('STYLE-HASH', () => hashes(html, 'style'));
}

export async function buildAll() {
  await build({ logLevel: 'warn' });
  await build({ logLevel: 'warn', mode: 'single-file' });
  writeFileSync('dist/fabriscope.html', sealed(readFileSync('dist/one-file/index.html', 'utf8')));
  rmSync('dist/one-file', { recursive: true });
  await buildCommand();
}

async function buildCommand() {
  await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    plugins: [notices(false).page],
    build: {
      ssr: true,
      outDir: 'dist-cli',
      emptyOutDir: true,
      target: 'node20',
      rollupOptions: {
        input: { fabriscope: 'src/cli/main.ts', 'worker-node': 'src/estimator/worker-node.ts' },
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  copyFileSync('src/estimator/estimator.wasm', 'dist-cli/estimator.wasm');
  chmodSync('dist-cli/fabriscope.mjs', 0o755);
}

if (process.argv[1] === new URL(import.meta.url).pathname) await buildAll();
