import { describe, expect, it } from 'vitest';
import { collect, memorySource } from '../../testing/collect';
import { checkMapping, parseMapping, type Mapping } from './mapping';
import { sniff } from './sniff';
import type { LayoutChoice, Sniffed } from './types';

const found = (text: string, choice?: LayoutChoice): Sniffed | null =>
  sniff({ path: 'x', bytes: new TextEncoder().encode(text), whole: true }, choice);
const names = (table: Sniffed | null) => table?.columns.map(({ name }) => name);

const COMMAS = 'a;b\n1,5;2,5\n3,5;4,5\n';
const NOTES = 'host,alpha\nrun,7\nsize,lat\n8,1.5\n16,1.75\n';

describe('a layout that a person chose holds', () => {
  it('for what parts the cells', () => {
    expect(found(COMMAS)?.dialect?.delimiter).toBe(';');
    expect(found('a,b;c\n1,2;3\n4,5;6\n', { delimiter: ',' })?.columns).toHaveLength(2);
    expect(found(COMMAS, { delimiter: '|' })).toBeNull();
  });

  it('for the decimal sign', () => {
    expect(found(COMMAS)?.numbers).toEqual({ decimal: ',', thousands: null });
    expect(found('a;b\n1,024;2\n', { decimal: '.' })?.numbers.decimal).toBe('.');
    expect(found('a;b\n1.024;2\n', { decimal: ',' })?.numbers).toEqual({ decimal: ',', thousands: null });
  });

  it('for the line on which the table begins, with and without names', () => {
    expect(names(found(NOTES))).toEqual(['host', 'alpha']);
    const named = found(NOTES, { begins: { line: 3, header: true } });
    expect(names(named)).toEqual(['size', 'lat']);
    expect(named?.dialect).toMatchObject({ headerLine: 3, firstLine: 4, preamble: 2 });
    const bare = found(NOTES, { begins: { line: 4, header: false } });
    expect(names(bare)).toEqual(['column 1', 'column 2']);
    expect(bare).toMatchObject({ fingerprint: null, rows: 2 });
  });

  it('for names behind a comment mark', () => {
    const text = '# notes, of a kind\n# size,lat\n8,1.5\n16,1.75\n';
    expect(names(found(text, { begins: { line: 2, header: true } }))).toEqual(['size', 'lat']);
  });

  it('and gives nothing where there is no table', () => {
    expect(found(NOTES, { begins: { line: 99, header: true } })).toBeNull();
    expect(found(NOTES, { begins: { line: 5, header: true } })).toBeNull();
  });
});

describe('a mapping with a layout', () => {
  const mapping: Mapping = {
    fabriscope: 'mapping',
    version: 1,
    kind: 'measured',
    columns: [
      { column: 'size', role: 'size' },
      { column: 'lat', role: 'value', unit: 'us' },
    ],
    constants: { benchmark: 'ping' },
    layout: { begins: { line: 3, header: true } },
  };

  it('is read as it says', async () => {
    const { report, found: got } = await collect(memorySource('x.txt', NOTES), { mappingFor: () => mapping });
    expect(report).toMatchObject({ format: 'table', measurements: 2 });
    expect(report.lines).toEqual({ total: 5, understood: 3, skipped: 2, unknown: 0 });
    expect(got.rows.map(({ bytes, printed, line }) => [bytes, printed, line])).toEqual([
      [8, '1.5', 4],
      [16, '1.75', 5],
    ]);
  });

  it('is checked', () => {
    expect(checkMapping(mapping)).toMatchObject({ ok: true, mapping: { layout: mapping.layout } });
    const bad = { ...mapping, layout: { delimiter: ':', begins: { line: 0, header: true } } };
    const parsed = parseMapping(JSON.stringify(bad, null, 1));
    expect(parsed.ok || parsed.problems.map(({ text }) => text)).toEqual([
      expect.stringContaining('layout.delimiter must be'),
      'layout.begins.line must be a line number, 1 or more.',
    ]);
  });
});
