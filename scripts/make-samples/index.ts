import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { generatedFiles } from './manifest';

/** Writes `sample.json` of every sample and `sample-data/index.json`. */
const root = fileURLToPath(new URL('../../sample-data', import.meta.url));
for (const [path, text] of generatedFiles(root)) {
  writeFileSync(join(root, path), text);
  console.log(`${path}: ${text.length} characters`);
}
