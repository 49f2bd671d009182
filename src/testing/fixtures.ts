import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const FORMATS = join(import.meta.dirname, '../formats');

/** Folders of `src/formats` that hold the fixtures of their formats in a folder `fixtures`. */
export const FAMILIES: readonly string[] = readdirSync(FORMATS)
  .filter((family) => existsSync(join(FORMATS, family, 'fixtures')))
  .sort();

/** Every fixture of every format: its name below `fixtures`, which occurs in one family only, and its path. */
export const FIXTURES: ReadonlyMap<string, string> = new Map(
  FAMILIES.flatMap((family) => {
    const folder = join(FORMATS, family, 'fixtures');
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name): [string, string] => [name, join(folder, name)])
      .filter(([, path]) => statSync(path).isFile());
  }).sort(([a], [b]) => (a < b ? -1 : 1)),
);

/** Bytes of a fixture. Throws an error when there is none of this name. */
export function fixtureBytes(name: string): Uint8Array {
  const path = FIXTURES.get(name);
  if (path === undefined) throw new Error(`There is no fixture ${name}.`);
  return new Uint8Array(readFileSync(path));
}

/** Text of a fixture. Throws an error when there is none of this name. */
export function fixtureText(name: string): string {
  return new TextDecoder().decode(fixtureBytes(name));
}
