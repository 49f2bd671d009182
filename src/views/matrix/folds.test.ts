import { describe, expect, it } from 'vitest';
import { BY_RANK, foldKeys, foldsOf, type RankFold } from './folds';

const known = (hosts: (string | null)[], sockets: (number | null)[] = hosts.map(() => null)) => ({
  hosts,
  sockets,
});
const names = (of: ReturnType<typeof known>, fold: Partial<RankFold>) =>
  foldKeys(of, { ...BY_RANK, ...fold }, (rank) => `rank ${rank}`).map(({ name }) => name);

describe('what ranks are put together by', () => {
  it('is their host', () => {
    expect(names(known(['b', 'a', 'b', null]), { fold: 'host' })).toEqual(['b', 'a', 'b', 'rank 3']);
  });

  it('is the socket that the file names, else every so many ranks of a host', () => {
    expect(names(known(['a', 'a', 'b'], [1, 0, null]), { fold: 'socket' })).toEqual([
      'a socket 1',
      'a socket 0',
      'rank 2',
    ]);
    expect(names(known(['a', 'b', 'a', 'b', 'a']), { fold: 'socket', perSocket: 2 })).toEqual([
      'a socket 0',
      'b socket 0',
      'a socket 0',
      'b socket 0',
      'a socket 1',
    ]);
    expect(names(known([null, null, null]), { fold: 'socket', perSocket: 2 })).toEqual([
      'socket 0',
      'socket 0',
      'socket 1',
    ]);
  });

  it('is a block of hosts as people count, or of ranks', () => {
    const of = known(['n10', 'n2', 'n1', 'n2', 'n3']);
    expect(names(of, { fold: 'group', perGroup: 2 })).toEqual([
      'n3 – n10',
      'n1 – n2',
      'n1 – n2',
      'n1 – n2',
      'n3 – n10',
    ]);
    expect(names(known([null, null, null]), { fold: 'group', perGroup: 2 })).toEqual([
      'rank 0 – rank 1',
      'rank 0 – rank 1',
      'rank 2',
    ]);
  });

  it('is the host name without its last number', () => {
    expect(names(known(['r1n05', 'r1n12', 'r2n05-ib', 'login']), { fold: 'group' })).toEqual([
      'r1n…',
      'r1n…',
      'r2n…',
      'login…',
    ]);
  });

  it('is the leaf switch of the host; a host that the fabric does not know stands alone', () => {
    const leaves = new Map([
      ['a', 'leaf 1'],
      ['b', 'leaf 2'],
      ['c', 'leaf 1'],
    ]);
    expect(names(known(['a', 'b', 'c', 'x', null]), { fold: 'leaf', leaves })).toEqual([
      'leaf 1',
      'leaf 2',
      'leaf 1',
      'rank 3',
      'rank 4',
    ]);
    expect(names(known(['a', 'b']), { fold: 'leaf', leaves: null })).toEqual(['rank 0', 'rank 1']);
    expect(foldsOf(known(['a', 'b', 'c']), leaves)).toEqual(['rank', 'group', 'leaf']);
  });

  it('is offered where it would change something', () => {
    expect(foldsOf(known(['a', 'b', 'c']), null)).toEqual(['rank', 'group']);
    expect(foldsOf(known(['a', 'a', 'b', 'b']), null)).toEqual(['rank', 'host', 'socket', 'group']);
    expect(foldsOf(known(['a', 'a', 'a']), null)).toEqual(['rank', 'socket']);
    expect(foldsOf(known([null, null, null]), null)).toEqual(['rank', 'socket', 'group']);
  });
});
