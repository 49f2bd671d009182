import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';

/**
 * The folder of example results outside the repository: `FABRISCOPE_DATA`, else `../shared/data` or
 * `../../shared/data` next to the working tree, else null.
 */
export function dataDir(): string | null {
  const named = process.env['FABRISCOPE_DATA'];
  if (named) return existsSync(named) ? named : null;
  for (const path of ['../shared/data', '../../shared/data']) {
    const candidate = join(process.cwd(), path);
    if (existsSync(candidate)) return candidate;
  }
  return null;
}

/** All files below a folder of the data, as paths relative to the data folder, sorted; none where it is absent. */
export function dataFiles(folder: string): string[] {
  const root = dataDir();
  if (!root || !existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => statSync(join(root, name)).isFile())
    .sort();
}

/** `describe` for tests that need the data: skipped, and shown as skipped with the reason, where it is absent. */
export function describeWithData(name: string, tests: (root: string) => void): void {
  const root = dataDir();
  if (root) describe(name, () => tests(root));
  else describe.skip(`${name} (no data folder: set FABRISCOPE_DATA)`, () => tests(''));
}
