import { describe, expect, it } from 'vitest';
import { keyOf } from './estimates';
import type { ReadyFabric } from './held/useLoaded';
import { questionOf, tablesIn } from './questions';
import { requestOf, type WholeSetting } from './settings';

const REQUEST = requestOf({ patterns: 10, seed: '1', stopAt: null, maxmin: false });
const SETTING: WholeSetting = {
  topology: 'file:abc',
  routing: 'lft',
  pattern: 'bisect',
  placement: 'order',
  ranks: null,
  cut: '',
  after: 'reroute',
};

function fabric(tables: number[] | null, routing: string | null, id = 'x'): ReadyFabric {
  return {
    job: {
      topology: 'fabric1 text',
      tables: tables && Uint16Array.from(tables),
      routing,
      hosts: 1,
      switches: 1,
      ends: new Int32Array(1),
      nodes: new Int32Array(1),
      links: new Int32Array(1),
      notes: [],
    },
    ends: [],
    names: { hosts: [], switches: [] },
    rated: true,
    notes: [],
    id,
    path: 'net.txt',
  };
}

const asked = (setting: Partial<WholeSetting>, made: ReadyFabric | { why: string } | null) =>
  questionOf({ ...SETTING, ...setting }, REQUEST, { choices: [], tables: () => [], of: () => made });

describe('a question about a loaded fabric', () => {
  it('has the tables with as many columns per host as they have, or a rule without them', () => {
    const made = fabric([1, 2], 'lft:lmc=1');
    const own = asked({}, made).question;
    expect(own?.job).toMatchObject({ topology: 'fabric1 text', routing: 'lft:lmc=1' });
    expect(own?.job.tables).toEqual(Uint16Array.from([1, 2]));
    // Which tables are taken is no word of the estimator.
    expect(asked({ routing: 'lft:tables=0123abcd' }, made).question?.job.routing).toBe('lft:lmc=1');
    expect(tablesIn('lft:tables=0123abcd')).toBe('0123abcd');
    expect(tablesIn('updn')).toBeNull();
    expect(asked({ routing: 'lft:select=hash' }, made).question?.job.routing).toBe('lft:select=hash:lmc=1');
    const rule = asked({ routing: 'updn' }, made).question;
    expect(rule?.job.routing).toBe('updn');
    expect(rule?.job.tables).toBeUndefined();
  });

  it('is another question where the contents, the routing or the cut differ', () => {
    const keys = [
      asked({}, fabric([1, 2], 'lft')),
      asked({}, fabric([1, 2], 'lft', 'y')),
      asked({ routing: 'updn' }, fabric([1, 2], 'lft')),
      asked({ cut: 'link:4' }, fabric([1, 2], 'lft')),
    ].map(({ question }) => question && keyOf(question));
    expect(new Set(keys).size).toBe(4);
    expect(keys.every((key) => key !== null && key.length < 500)).toBe(true);
  });

  it('is none while it is read, without tables or without its files', () => {
    expect(asked({}, null)).toEqual({ question: null, failure: null, loaded: null });
    expect(asked({}, { why: 'Gone.' }).failure).toEqual({ part: 'topology', sentence: 'Gone.' });
    const { question, failure } = asked({}, fabric(null, null));
    expect(question).toBeNull();
    expect(failure?.part).toBe('routing');
    expect(failure?.sentence).toContain('No forwarding tables of net.txt');
  });
});
