import { describe, expect, it } from 'vitest';
import type { Mention } from './names';
import { entriesOf, inOrder, newTable, parseTable, pseudonymsOf, withNames } from './table';
import { translated } from './translate';

const hosts = (...names: string[]): Mention[] => names.map((name) => ({ kind: 'host', name }));

describe('the key', () => {
  it('numbers names in their natural order and keeps each number for good', async () => {
    const first = withNames(newTable(), hosts('n10', 'n9', 'n100'));
    const of = async (table: typeof first, name: string) =>
      (await pseudonymsOf(table)).of({ kind: 'host', name });
    expect(await of(first, 'n9')).toBe('host-0001');
    expect(await of(first, 'n100')).toBe('host-0003');
    expect(inOrder(first, hosts('n9', 'n100'))).toBe(true);
    const later = withNames(first, hosts('n1', 'n9'));
    expect(await of(later, 'n9')).toBe('host-0001');
    expect(await of(later, 'n1')).toBe('host-0004');
    expect(inOrder(later, hosts('n1', 'n9'))).toBe(false);
    expect(inOrder(later, hosts('n9', 'n10'))).toBe(true);
    expect(withNames(later, hosts('n1'))).toBe(later);
    expect(parseTable(JSON.parse(JSON.stringify(later)))).toEqual(later);
    await expect(of(later, 'n2')).rejects.toThrow('a host has no pseudonym yet');
  });

  it('takes no word that is a name, so that shared work can be shared again', () => {
    const table = withNames(newTable(), [
      ...hosts('host-0001', 'host-0002'),
      { kind: 'guid', name: '0x0000000000000001' },
      { kind: 'system', name: 'the host' },
    ]);
    expect([...entriesOf(table)].map(({ pseudonym }) => pseudonym)).toEqual([
      'hosta-0001',
      'hosta-0002',
      '0x0001000000000001',
      'system-01',
    ]);
  });

  it('gives files other ids with another secret, and the same with the same', async () => {
    const digits = '0123456789abcdef';
    const [one, two] = [newTable(), newTable()];
    const made = (await pseudonymsOf(one)).file(digits);
    expect(made).toMatch(/^[0-9a-f]{64}$/);
    expect((await pseudonymsOf({ ...one })).file(digits)).toBe(made);
    expect((await pseudonymsOf(two)).file(digits)).not.toBe(made);
  });

  it('translates an answer back', () => {
    const table = withNames(newTable(), [
      ...hosts('n001', 'n002'),
      { kind: 'condition node type', name: 'fat' },
      { kind: 'guid', name: '0x0002c903000a0001' },
    ]);
    expect(
      translated(
        'Host-0002 (0x0000000000000001, node-type-01) is slower than host-0001-ib0, not host-0099.',
        table,
      ),
    ).toBe('n002 (0x0002c903000a0001, fat) is slower than n001-ib0, not host-0099.');
  });
});
