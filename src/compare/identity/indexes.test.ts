import { describe, expect, it } from 'vitest';
import { isIdNumber, roleOfNumber } from './indexes';
import { tokensOf } from './tokens';

/** The role of the last number in a name. */
function role(name: string, own: readonly string[] = []) {
  const tokens = tokensOf(name);
  return roleOfNumber(tokens, tokens.map(({ kind }) => kind).lastIndexOf('number'), new Set(own));
}

describe('the role of a number', () => {
  it.each(['run_3', 'r3', 'bw job 17', 'iter=4', 'seed.9'])('%s: an index', (name) =>
    expect(role(name)).toBe('index'),
  );

  it.each(['nodes_4', 'rack_r3', '4nodes', '4 nodes of it', '16k', 'blue3', 'x 8_ranks'])(
    '%s: a setting',
    (name) => expect(role(name)).toBe('setting'),
  );

  it.each(['test1', 'bw-2', '3', '3rd', '7 of it', 'a 7 b nodes'])('%s: bare', (name) =>
    expect(role(name)).toBe('bare'),
  );

  it('words of the benchmark say nothing', () => {
    expect([role('bw1'), role('bw1', ['bw'])]).toEqual(['setting', 'bare']);
  });
});

it('numbers of five digits and more are ids, but no round ones and no powers of two', () => {
  const ids = [
    '4711',
    '47110',
    '47000',
    '65536',
    '65537',
    '1'.repeat(15),
    `1${'0'.repeat(14)}`,
    '1'.repeat(16),
  ];
  expect(ids.filter(isIdNumber)).toEqual(['47110', '65537', '1'.repeat(15), '1'.repeat(16)]);
});
