import { describe, expect, it } from 'vitest';
import { align, type Alignable } from './align';

const square = (...hosts: (string | null)[]): Alignable => ({
  senders: hosts.length,
  receivers: hosts.length,
  firstReceiver: 0,
  hosts,
});
const lists = ({ a, b }: ReturnType<typeof align>) => [
  [...a.rows],
  [...b.rows],
  [...a.columns],
  [...b.columns],
];

describe('alignment of two tests', () => {
  it('goes by host, in whatever order, and leaves out hosts of one side', () => {
    const aligned = align(square('n1', 'n2', 'n3'), square('n3', 'n9', 'n1'));
    expect(aligned.by).toBe('host');
    expect(lists(aligned)).toEqual([
      [0, 2],
      [2, 0],
      [0, 2],
      [2, 0],
    ]);
  });

  it('puts the nth rank of a host beside the nth rank of it', () => {
    const aligned = align(square('n1', 'n1', 'n2'), square('n2', 'n1', 'n1'));
    expect(lists(aligned).slice(0, 2)).toEqual([
      [0, 1, 2],
      [1, 2, 0],
    ]);
  });

  it('goes by rank where a host is not known, or none is shared', () => {
    for (const other of [square('n1', null), square('x1', 'x2')]) {
      const aligned = align(square('n1', 'n2', 'n3'), other);
      expect(aligned.by).toBe('rank');
      expect(lists(aligned).slice(0, 2)).toEqual([
        [0, 1],
        [0, 1],
      ]);
    }
  });

  it('keeps senders and receivers of a test from the lower to the upper half apart', () => {
    const half = (...hosts: string[]): Alignable => ({ senders: 2, receivers: 2, firstReceiver: 2, hosts });
    const aligned = align(half('a', 'b', 'c', 'd'), half('a', 'c', 'b', 'd'));
    expect(lists(aligned)).toEqual([[0], [0], [1], [1]]);
  });

  it('has no place for ranks that are left out', () => {
    expect(lists(align(square('a', 'b', 'c'), square('a', 'b', 'c'), [1]))[0]).toEqual([0, 2]);
  });
});
