/** Rewrites the generated table of docs/estimator.md: `npx tsx bench/estimator/table.ts`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createEstimator } from '../../src/estimator/core';
import { moduleBytes } from '../../src/estimator/node';
import { table } from '../../src/estimator/published';

const path = fileURLToPath(new URL('../../docs/estimator.md', import.meta.url));

async function main(): Promise<void> {
  const text = readFileSync(path, 'utf8');
  const marked =
    /(<!-- generated: bench\/estimator\/table.ts -->\n)[^]*?(\n<!-- end of the generated table -->)/;
  if (!marked.test(text)) throw new Error(`${path} has no place marked for the generated table.`);
  const fresh = table(await createEstimator(moduleBytes()));
  writeFileSync(
    path,
    text.replace(marked, (_, start: string, end: string) => start + fresh + end),
  );
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
