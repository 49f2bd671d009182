import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collect, memorySource } from '../../testing/collect';
import { claims } from '../registry';

const fixture = (name: string): string => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');
const read = (text: string) => collect(memorySource('notes.out', text));
const placed = async (text: string): Promise<string[]> =>
  (await read(text)).found.placed.map(
    ({ rank, host, socket }) => `${rank} ${host}${socket === null ? '' : `/${socket}`}`,
  );
const claimed = (text: string): string[] =>
  claims({ path: 'x', lines: text.split('\n'), whole: true }).map(({ format }) => format.id);

describe('a host list', () => {
  it('in Slurm brackets, nested and padded', async () => {
    expect(await placed(fixture('hosts-brackets.txt'))).toEqual(
      [
        'r1n008',
        'r1n009',
        'r1n010',
        'r2n008',
        'r2n009',
        'r2n010',
        'r3n001',
        'r3n003',
        'r3n004',
        'login1',
      ].map((host, rank) => `${rank} ${host}`),
    );
  });

  it('as hostfile of an MPI: slots count as ranks', async () => {
    expect(await placed(fixture('hosts-hostfile'))).toEqual([
      '0 node001',
      '1 node001',
      '2 node002',
      '3 node002',
      '4 node003',
    ]);
  });

  it('one per line, each line a rank', async () => {
    const { report, found } = await read(fixture('hosts-names.txt'));
    expect(report).toMatchObject({ format: 'host-list', runs: 0, partial: false, lines: { unknown: 0 } });
    expect(found.placed.map(({ host }) => host)).toEqual(['n01', 'n01', 'n02', 'n02']);
    expect(found.kept.size).toBe(0);
    expect(await placed('10.0.0.1\r\n10.0.0.2\r\n')).toEqual(['0 10.0.0.1', '1 10.0.0.2']);
  });

  it('as a table of ranks in any order, with sockets', async () => {
    expect(await placed(fixture('hosts-table.csv'))).toEqual(['0 n01/0', '1 n01/1', '2 n02/0', '3 n02/1']);
    expect(await placed('Rank\tHostname\n0\tlogin\n1\tn2\n')).toEqual(['0 login', '1 n2']);
    expect(await placed('rank,host,socket\n0,n1,\n1,n2,\n')).toEqual(['0 n1', '1 n2']);
  });

  it.each([
    ['n1\nn2\nn3\nn4\nn5\nn6\nn7\nn8\nn9\nWARNING !!\nn10\n', 10, '“WARNING !!” cannot be read as hosts'],
    ['n[001-002]\nn[003-001]\n', 2, '“n[003-001]” cannot be read as hosts'],
    ['n1 slots=40000\nn2 slots=40000\n', 2, 'it has more than 65536 entries'],
    ['rank,host\n0,n1\n0,n2\n', 3, 'rank 0 comes twice'],
    ['rank,host\n0,n1\n2,n2\n', 0, 'rank 1 has no row'],
    ['rank,host\n0,n1\n70000,n2\n', 3, 'rank 70000 is beyond 65535'],
    ['rank,host\n0,n1\n1,<b>\n', 3, '“1,<b>” is not a rank and a host'],
  ])('with a fault is not used at all, and says where: %j', async (text, line, why) => {
    const { report, found } = await read(text);
    expect(report.format).toBe('host-list');
    expect(found.placed).toEqual([]);
    expect(found.problems).toEqual([
      {
        line,
        text: `The list is not used: ${why}. With one entry wrong, all behind it would be on the wrong host.`,
      },
    ]);
  });

  it.each([
    'one host alone\n',
    'n1\n',
    'alpha\nbeta\ngamma\n',
    '1\n2\n3\n',
    'n1,n2\n1.5,2.5\n',
    'rank,host,latency\n0,n1,3.5\n',
    'Some text of node1\nand more of node2\n',
    'n1 n2\nn3 n4\n',
    '# only a comment\n',
    '',
  ])('is not seen in %j', (text) => expect(claimed(text)).not.toContain('host-list'));
});
