// npm start: builds the app, serves it on a fixed local port and opens a browser (not in CI, not with --no-open).
import { preview } from 'vite';
import { buildAll } from './build.mjs';

const PORT = 4173;
const open = !process.env.CI && !process.argv.includes('--no-open');

console.log('Building Fabriscope (some seconds) …');
await buildAll();
try {
  const server = await preview({ preview: { port: PORT, strictPort: true, open }, logLevel: 'warn' });
  console.log(
    `Fabriscope is at ${server.resolvedUrls?.local[0] ?? `http://localhost:${PORT}/`}  (Ctrl+C ends it)`,
  );
} catch (error) {
  console.error(
    `Port ${PORT} of this machine cannot be used (${error instanceof Error ? error.message : String(error)}). ` +
      'End the program that holds it, perhaps another "npm start", and try again.',
  );
  process.exitCode = 1;
}
