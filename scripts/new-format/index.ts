/**
 * `npm run new-format -- FAMILY NAME "Tool name"`: makes the reader of a new format as a working skeleton, with its fixture and
 * its test, and enters it where formats are listed. Exit code 2, and nothing changed, when the name cannot be used.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFormat } from './newFormat';

const USAGE = 'Usage: npm run new-format -- FAMILY NAME "Tool name", for example: mpi pingMesh "Ping Mesh"';

async function main([family, name, tool, ...more]: readonly string[]): Promise<number> {
  if (family === undefined || name === undefined || tool === undefined || more.length > 0) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const root = process.cwd();
  try {
    for (const { path, text } of await newFormat(root, family, name, tool)) {
      const existed = existsSync(join(root, path));
      writeFileSync(join(root, path), text);
      process.stdout.write(`${existed ? 'changed' : 'made   '} ${path}\n`);
    }
  } catch (error) {
    process.stderr.write(`Nothing was made. ${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
  process.stdout.write(
    `Now put the words and tables of ${tool} in: docs/adding-a-format.md says how.\n` +
      `Its tests: npx vitest run src/formats/${family}/${name}.test.ts src/formats/registry.test.ts\n`,
  );
  return 0;
}

process.exitCode = await main(process.argv.slice(2));
