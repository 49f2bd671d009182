import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';
import { notices } from './scripts/notices.mjs';

const require = createRequire(import.meta.url);
/** Constants of the build; the tests use them too. */
export const define = {
  __APP_VERSION__: JSON.stringify(
    (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version,
  ),
};

const ENGINE = 'virtual:duckdb-engine';

/**
 * Where the engine's bytes come from. A site ships them gzipped as one asset (34 MB become 7.6 MB, whatever
 * the server compresses); the one-file page carries them as base64; the dev server serves them as they are.
 */
function duckdbEngine(singleFile: boolean): Plugin {
  let build = false;
  return {
    name: 'duckdb-engine',
    enforce: 'pre',
    configResolved(config) {
      build = config.command === 'build';
    },
    resolveId: (id) => (id === ENGINE ? `\0${ENGINE}` : undefined),
    load(id) {
      if (id !== `\0${ENGINE}`) return undefined;
      const path = '@duckdb/duckdb-wasm/dist/duckdb-eh.wasm';
      if (!build) return `export { default as url } from '${path}?url'; export const base64 = '';`;
      const gz = gzipSync(readFileSync(require.resolve(path)), { level: constants.Z_BEST_COMPRESSION });
      if (singleFile) return `export const url = ''; export const base64 = '${gz.toString('base64')}';`;
      const ref = this.emitFile({ type: 'asset', name: 'duckdb-eh.wasm.gz.bin', source: gz });
      return `export const url = import.meta.ROLLUP_FILE_URL_${ref}; export const base64 = '';`;
    },
  };
}

const SAMPLES = 'virtual:samples';

/** The sample studies of sample-data/ as lazy modules, one chunk each: they open without any request. */
function samples(): Plugin {
  return {
    name: 'samples',
    resolveId: (id) => (id === SAMPLES || id.startsWith(`${SAMPLES}/`) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${SAMPLES}`) {
        const index = JSON.parse(readFileSync('sample-data/index.json', 'utf8')) as {
          samples: { id: string }[];
        };
        const cards = JSON.parse(readFileSync('sample-data/cards.json', 'utf8')) as Record<string, unknown>;
        const entries = index.samples.map((sample) => {
          const known = JSON.stringify({ ...sample, card: cards[sample.id] });
          return `{ ...${known}, load: () => import('${SAMPLES}/${sample.id}') }`;
        });
        return `export const samples = [${entries.join(',\n')}];`;
      }
      if (!id.startsWith(`\0${SAMPLES}/`)) return undefined;
      const folder = `sample-data/${id.slice(SAMPLES.length + 2)}`;
      const { files } = JSON.parse(readFileSync(`${folder}/sample.json`, 'utf8')) as {
        files: { path: string }[];
      };
      const texts = files.map(({ path }) => [path, readFileSync(`${folder}/${path}`, 'utf8')]);
      return `export const files = ${JSON.stringify(texts)};`;
    },
  };
}

/**
 * The content security policy, line by line. Workers start from blobs and so inherit it: nothing they do can
 * reach another origin (a worker started from a URL would not be bound by a policy in a meta tag).
 */
const policy = (scripts: string, styles: string) =>
  [
    "default-src 'none'",
    `script-src ${scripts} 'wasm-unsafe-eval'`,
    'worker-src blob:',
    "connect-src 'self'",
    `style-src ${styles}`,
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
  ].join('; ');

/** Puts the policy into the built page; the one-file page gets hashes of its inline parts from the build script. */
function csp(singleFile: boolean): Plugin {
  return {
    name: 'csp',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: {
          'http-equiv': 'Content-Security-Policy',
          content: singleFile ? policy('SCRIPT-HASH', 'STYLE-HASH') : policy("'self'", "'self'"),
        },
        injectTo: 'head-prepend',
      },
    ],
  };
}

export default defineConfig(({ mode }) => {
  const singleFile = mode === 'single-file';
  const licences = notices(singleFile);
  return {
    base: './',
    define,
    plugins: [
      duckdbEngine(singleFile),
      samples(),
      react(),
      csp(singleFile),
      licences.page,
      ...(singleFile ? [viteSingleFile({ removeViteModuleLoader: true })] : []),
    ],
    worker: { format: 'iife' as const, plugins: () => [licences.worker] },
    build: {
      target: 'es2022',
      modulePreload: { polyfill: false },
      // One sheet: the order of rules does not depend on which view comes first.
      cssCodeSplit: false,
      chunkSizeWarningLimit: 20_000,
      ...(singleFile
        ? { outDir: 'dist/one-file', emptyOutDir: true, copyPublicDir: false, assetsInlineLimit: 100_000_000 }
        : {}),
    },
    server: { host: '127.0.0.1', port: 4173, strictPort: true },
    preview: { host: '127.0.0.1', port: 4173, strictPort: true },
  };
});
