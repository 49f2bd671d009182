import { expect, test } from 'vitest';
import { listedHosts } from './listed';

test('numbers and stretches, in their order; more than are needed are not looked at', () => {
  expect([...listedHosts('4-6, 0,2', 5, 8)]).toEqual([4, 5, 6, 0, 2]);
  expect([...listedHosts('7,0-3', 2, 8)]).toEqual([7, 0]);
});

test.each([
  ['0-3,x', '“x” in the list of hosts is no number'],
  ['3-1', '“3-1” in the list of hosts is no number'],
  ['0-8', 'The list names host 8; the fabric has 8 hosts, numbered from 0 to 7.'],
  ['0-3,2', 'The list names host 2 twice.'],
  ['0,1', 'The list names 2 hosts; the ranks need 4.'],
  ['', 'The list names 0 hosts; the ranks need 4.'],
])('%s is a sentence', (text, said) => {
  expect(() => listedHosts(text, 4, 8)).toThrow(said);
});
