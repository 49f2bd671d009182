import { expect, it } from 'vitest';
import { placesOf } from './mutants';

/** All mutants of a source. */
const mutants = (source: string) =>
  placesOf(source)
    .flat()
    .map(({ start, end, text }) => source.slice(0, start) + text + source.slice(end));

it('mutants change operators, to their neighbour and to their opposite', () => {
  expect(mutants('a < b')).toEqual(['a <= b', 'a >= b']);
  expect(mutants('a === b')).toEqual(['a !== b']);
  expect(mutants('a * b')).toEqual(['a / b']);
  expect(mutants('a && b')).toEqual(['a || b']);
  expect(mutants('a ?? b')).toEqual([]);
});

it('mutants change numbers, but no names and none that only the compiler needs', () => {
  expect(mutants('f(4)')).toEqual(['f(5)', 'f((3))', 'f(8)']);
  expect(mutants('f(0)')).toEqual(['f(1)', 'f((-1))']);
  expect(mutants('const a = { 1: b }')).toEqual([]);
  expect(mutants('list[i] ?? 0; list.at(-a) ?? 0')).toEqual([]);
  expect(mutants('counts.get(key) ?? 0')).toHaveLength(2);
});

it('mutants change truth, negations and early exits', () => {
  expect(mutants('f(true, false)')).toEqual(['f(false, false)', 'f(true, true)']);
  expect(mutants('!a')).toEqual(['a']);
  expect(mutants('if (a) return;')).toEqual(['if (false) return;']);
  expect(mutants('if (a) { b(); continue; }')).toEqual(['if (false) { b(); continue; }']);
  expect(mutants('if (a) b();')).toEqual([]);
});

it('mutants change no types and no imports', () => {
  expect(mutants("import a from 'a';\ntype A = 1 | true;\ninterface B { c: 2 }\nlet d: 3 = e as 4;")).toEqual(
    [],
  );
});
