import { expect, test } from 'vitest';
import { flowsThrough, linkMedians, pathOf } from './follow';

/** Three flows over links 0 … 5 (cable k has links 2k and 2k + 1); the last has no second hop. */
const NONE = 6;
const paths = {
  width: 2,
  none: NONE,
  links: Uint32Array.of(0, 2, 1, 2, 5, NONE),
  loads: Uint32Array.of(1, 2, 1, 2, 1, 0),
};
const graph = { source: Uint32Array.of(0, 1, 1, 2, 2, 3), target: Uint32Array.of(1, 0, 2, 1, 3, 2) };

test('the links of a pair, and the pairs of a cable in both directions', () => {
  expect(pathOf(paths, 0)).toEqual([0, 2]);
  expect(pathOf(paths, 2)).toEqual([5]);
  expect(flowsThrough(paths, graph, { kind: 'cable', cable: 0 })).toEqual([0, 1]);
  expect(flowsThrough(paths, graph, { kind: 'cable', cable: 1 })).toEqual([0, 1]);
  expect(flowsThrough(paths, graph, { kind: 'cable', cable: 2 })).toEqual([2]);
});

test('the pairs of a switch are those with a link to it or from it', () => {
  expect(flowsThrough(paths, graph, { kind: 'switch', node: 3 })).toEqual([2]);
  expect(flowsThrough(paths, graph, { kind: 'switch', node: 1 })).toEqual([0, 1]);
});

test('the median of the pairs across each link; a pair without a number does not count', () => {
  const { ratio, pairs } = linkMedians(paths, Float64Array.of(0.5, 1, Number.NaN));
  expect([...pairs]).toEqual([1, 1, 2, 0, 0, 0]);
  expect([...ratio]).toEqual([0.5, 1, 0.75, Number.NaN, Number.NaN, Number.NaN]);
});
