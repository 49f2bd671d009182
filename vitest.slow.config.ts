import { define } from './vite.config';
import { defineConfig } from 'vitest/config';

/** Suites that take minutes: `npm run mutations`. */
export default defineConfig({
  define,
  test: { include: ['src/**/*.slow.ts'], testTimeout: 600_000 },
});
