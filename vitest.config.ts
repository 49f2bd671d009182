import { define } from './vite.config';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  define,
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'scripts/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
