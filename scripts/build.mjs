// Builds the site into dist/ and the one-file page that opens from disk into dist/fabriscope.html.
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'vite';

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
}

if (process.argv[1] === new URL(import.meta.url).pathname) await buildAll();
