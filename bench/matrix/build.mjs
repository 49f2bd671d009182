// Builds the page of this folder, which is no part of the app.
import react from '@vitejs/plugin-react';
import { build } from 'vite';

export const PAGE = 'bench/results/matrix';

export async function buildPage() {
  await build({
    configFile: false,
    root: 'bench/matrix/page',
    base: './',
    logLevel: 'error',
    plugins: [react()],
    worker: { format: 'iife' },
    build: { outDir: '../../results/matrix', emptyOutDir: true, target: 'es2022' },
  });
}
