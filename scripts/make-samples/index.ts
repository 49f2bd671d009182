import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dirname, join } from 'node:path';
import { generatedFiles } from './manifest';
import { simulatedFiles } from './simulate';

const root = fileURLToPath(new URL('../../sample-data', import.meta.url));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  console.log(`${path}: ${text.length} characters`);
}

/** Writes the simulated samples, then `sample.json` of every sample and `sample-data/index.json`. */
async function main(): Promise<void> {
  for (const [path, text] of await simulatedFiles()) write(path, text);
  for (const [path, text] of generatedFiles(root)) write(path, text);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
