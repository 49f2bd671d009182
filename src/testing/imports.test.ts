import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '..');
/** Imports that are done when a module is loaded, and of types; a dynamic import or a worker is no part of a circle. */
const IMPORT = /^(?:import|export)\s[^'"]*?from\s+'(\.[^'?]*)'|^import\s+'(\.[^'?]*)'/gm;

function imported(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].flatMap(([, from, effect]) => {
    const path = join(dirname(file), from ?? effect ?? '');
    return [path, `${path}.ts`, `${path}.tsx`].filter((each) => existsSync(each) && statSync(each).isFile());
  });
}

/** The circles that a depth-first walk meets, each as the files along it. */
function circles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const done = new Set<string>();
  const found: string[][] = [];
  const walk = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file);
    if (at >= 0) found.push(path.slice(at));
    if (at >= 0 || done.has(file)) return;
    for (const next of graph.get(file) ?? []) walk(next, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) walk(file, []);
  return found;
}

it('no imports form a circle', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => join(SRC, name));
  const graph = new Map(files.map((file) => [file, imported(file)]));
  expect([...graph.values()].flat().length).toBeGreaterThan(3000);
  expect(circles(graph).map((files) => files.map((file) => relative(SRC, file)))).toEqual([]);
});

it('a circle of two files is found, and one over a third', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c', 'a']],
    ['c', ['b', 'd']],
    ['d', []],
  ]);
  expect(circles(graph)).toEqual([
    ['b', 'c'],
    ['a', 'b'],
  ]);
});
