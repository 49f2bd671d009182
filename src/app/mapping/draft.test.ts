import { describe, expect, it } from 'vitest';
import { checkMapping, type Mapping } from '../../formats/tables/mapping';
import { sniff } from '../../formats/tables/sniff';
import { suggestMapping } from '../../formats/tables/suggest';
import type { Sniffed } from '../../formats/tables/types';
import {
  areAlike,
  draftOf,
  finish,
  likeColumn,
  withOnlyFor,
  withRole,
  type Draft,
  type DraftColumn,
} from './draft';
import { readSettings, settingFromName, writeSettings } from './settingsText';

function tableOf(text: string): Sniffed {
  const table = sniff({ path: 'x', bytes: new TextEncoder().encode(text), whole: true });
  if (!table) throw new Error('no table found');
  return table;
}

const WIDE = tableOf('nodes,AR off,AR on\n2,1.5,1.25\n4,2.5,2.25\n');
const suggested = (table: Sniffed) => draftOf(table, suggestMapping(table).mapping);

function change(draft: Draft, column: string, make: (one: DraftColumn) => DraftColumn): Draft {
  return { ...draft, columns: draft.columns.map((one) => (one.column === column ? make(one) : one)) };
}

describe('a mapping goes through the dialog unchanged', () => {
  const mapping: Mapping = {
    fabriscope: 'mapping',
    version: 1,
    name: 'ours',
    kind: 'published',
    columns: [
      { column: 'nodes', role: 'size', unit: 'KiB' },
      {
        column: 'AR off',
        role: 'value',
        metric: 'latency',
        unit: 'us',
        statistic: 'p99',
        better: 'none',
        benchmark: 'ping',
        bytes: 8,
        conditions: { AR: 'off', MPI: 'one' },
        params: { operation: 'sum' },
      },
      { column: 'AR on', role: 'param', key: 'odd' },
    ],
    constants: { benchmark: 'ring', metric: 'm', conditions: { system: 'Kestrel', nodes: '8' } },
    layout: { decimal: '.' },
  };

  it('with everything it can say', () => {
    const { mapping: out, missing } = finish(draftOf(WIDE, mapping));
    expect(missing).toBeNull();
    expect(JSON.parse(JSON.stringify(out))).toEqual(mapping);
  });

  it('whatever is suggested', () => {
    const { mapping: guess } = suggestMapping(WIDE);
    const out: unknown = JSON.parse(JSON.stringify(finish(draftOf(WIDE, guess)).mapping));
    expect(out).toEqual(JSON.parse(JSON.stringify(guess)));
  });

  it('but for columns that it does not name: they are not used', () => {
    const columns = [{ column: 'ar ON', role: 'value' as const, unit: 'us' }];
    const draft = draftOf(WIDE, { ...mapping, columns });
    expect(draft.columns.map(({ column, role }) => [column, role])).toEqual([
      ['nodes', 'ignore'],
      ['AR off', 'ignore'],
      ['AR on', 'value'],
    ]);
  });
});

describe('what is missing', () => {
  const ready = () => {
    let draft: Draft = { ...suggested(WIDE), benchmark: 'ring' };
    for (const name of ['AR off', 'AR on'])
      draft = change(draft, name, (one) => ({ ...withRole(one, 'value'), unit: 'us' }));
    return draft;
  };
  const role = (name: string, to: DraftColumn['role']) => change(ready(), name, (one) => withRole(one, to));
  it.each<[string, Draft, string | null]>([
    ['nothing', ready(), null],
    ['a value', role('AR off', 'ignore'), null],
    ['a benchmark', { ...ready(), benchmark: ' ' }, 'Say which benchmark this is'],
    ['a unit', change(ready(), 'AR on', (one) => ({ ...one, unit: '' })), 'in which unit “AR on” is'],
    ['one of two', change(role('AR on', 'size'), 'nodes', (one) => withRole(one, 'size')), 'Two columns'],
    ['a name', change(ready(), 'nodes', (one) => ({ ...one, key: ' ' })), 'in “nodes” a name'],
    [
      'another name',
      change(role('AR on', 'condition'), 'AR on', (one) => ({ ...one, key: 'Nodes' })),
      'Both “nodes” and “AR on”',
    ],
    ['the other end', role('AR on', 'source'), 'which column is the destination'],
    [
      'a size',
      change(ready(), 'AR on', (one) => withOnlyFor(one, 'bytes')),
      'Say which message size “AR on”',
    ],
    [
      'a setting',
      change(ready(), 'AR on', (one) => ({ ...withOnlyFor(one, 'params'), only: 'odd' })),
      'name = value',
    ],
    [
      'a good setting',
      { ...ready(), conditions: 'nodes = many' },
      'Conditions of all rows: nodes must be a whole number',
    ],
  ])('%s', (_, draft, said) => {
    const { missing, mapping } = finish(draft);
    if (said === null) expect([missing, checkMapping(mapping).ok]).toEqual([null, true]);
    else expect(missing).toContain(said);
  });

  it('a column of values', () => {
    const none = ready().columns.map((one) => withRole(one, 'ignore'));
    expect(finish({ ...ready(), columns: none }).missing).toBe('Say which column holds the measured values.');
  });
});

describe('all value columns at once', () => {
  it('take the metric and the unit, and read their own names', () => {
    const model = withOnlyFor(
      { ...withRole(valueColumn('AR off'), 'value'), unit: 'us', metric: 'latency' },
      'conditions',
    );
    expect(model.only).toBe('AR = off');
    const columns = [model, valueColumn('AR on'), withRole(valueColumn('nodes'), 'condition')];
    expect(areAlike(columns, model)).toBe(false);
    const alike = likeColumn(columns, model);
    expect(areAlike(alike, model)).toBe(true);
    expect(alike[1]).toMatchObject({ unit: 'us', metric: 'latency', onlyFor: 'conditions', only: 'AR = on' });
    expect(alike[2]).toBe(columns[2]);
  });

  it('take sizes of their names', () => {
    const model = withOnlyFor(valueColumn('4K'), 'bytes');
    expect(likeColumn([model, valueColumn('1M'), valueColumn('odd')], model).map(({ only }) => only)).toEqual(
      ['4K', '1M', ''],
    );
  });
});

function valueColumn(column: string): DraftColumn {
  const [one] = draftOf(
    { ...WIDE, columns: WIDE.columns.slice(0, 1).map((found) => ({ ...found, name: column })) },
    {
      fabriscope: 'mapping',
      version: 1,
      kind: 'measured',
      columns: [{ column, role: 'value' }],
      constants: {},
    },
  ).columns;
  if (!one) throw new Error('no column');
  return one;
}

describe('settings in one line', () => {
  it('are read as they are written', () => {
    const settings = { AR: 'on', nodes: '8', 'node set': 'a = b' };
    expect(readSettings(writeSettings(settings), 'condition')).toEqual({ ok: true, settings });
    expect(readSettings(' ; ', 'condition')).toEqual({ ok: true, settings: {} });
    expect(readSettings('ar=1', 'condition')).toEqual({ ok: true, settings: { AR: 'on' } });
    expect(readSettings('ar=1', 'parameter')).toEqual({ ok: true, settings: { ar: '1' } });
  });

  it.each(['AR', '= on', 'AR =', 'AR = on; ar = off', 'AR = perhaps', `${'k'.repeat(61)} = v`])(
    'are refused with a sentence: %s',
    (text) => {
      const read = readSettings(text, 'condition');
      expect(read.ok || read.problem).toMatch(/\.$/);
    },
  );

  it('come from the name of a column', () => {
    expect(settingFromName('AR off')).toBe('AR = off');
    expect(settingFromName('nodes_8')).toBe('nodes = 8');
    expect(settingFromName('off')).toBe('');
    expect(settingFromName('off', 'AR')).toBe('AR = off');
    expect(settingFromName('node set a b', 'node set')).toBe('node set = a b');
  });
});
