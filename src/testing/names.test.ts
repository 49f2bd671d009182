import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '..');
const EXPORTED = /^export (?:abstract )?(?:interface|type|class) (\w+)/gm;

it('no two exported types have one name, for a name means one thing', () => {
  const places = new Map<string, string[]>();
  for (const file of readdirSync(SRC, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(file) || /\.test\.|^testing\/|fixtures\.ts$/.test(file)) continue;
    for (const [, name = ''] of readFileSync(join(SRC, file), 'utf8').matchAll(EXPORTED))
      places.set(name, [...(places.get(name) ?? []), file]);
  }
  expect(places.size).toBeGreaterThan(500);
  expect([...places].filter(([, files]) => files.length > 1)).toEqual([]);
});
