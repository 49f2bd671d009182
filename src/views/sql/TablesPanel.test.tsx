// @vitest-environment happy-dom
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { mount } from '../../charts/mount';
import type { SchemaTable } from '../../queries/schema';
import { TablesPanel } from './TablesPanel';

const schema: SchemaTable[] = [
  {
    name: 'run_list',
    meaning: 'Runs',
    rows: null,
    columns: [{ name: 'nodes', type: 'INTEGER', meaning: '' }],
  },
  {
    name: 'matrix_row',
    meaning: 'Rows of matrices',
    rows: 1234,
    columns: [
      { name: 'row', type: 'INTEGER', meaning: '' },
      { name: 'cells', type: 'BLOB', meaning: 'NaN = missing' },
    ],
  },
];

const names = (box: Element) => [...box.querySelectorAll('.sql-name')].map((name) => name.textContent);

describe('TablesPanel', () => {
  it('lists tables with their rows, and columns where one opens them', () => {
    const { box, click, find } = mount(<TablesPanel schema={schema} onName={() => undefined} />);
    expect(names(box)).toEqual(['run_list', 'matrix_row']);
    expect(box.textContent).toContain('1,234 rows');
    const fold = find('[aria-label="Columns of matrix_row"]');
    expect(fold.getAttribute('aria-expanded')).toBe('false');
    click(fold);
    expect(names(box)).toEqual(['run_list', 'matrix_row', 'row', 'cells']);
    expect(find('.sql-columns').textContent).toContain('BLOBNaN = missing');
  });

  it('gives the name that is clicked, in quotes where it needs them', () => {
    const onName = vi.fn();
    const { box, click, find } = mount(<TablesPanel schema={schema} onName={onName} />);
    click(find('[aria-label="Columns of matrix_row"]'));
    for (const name of box.querySelectorAll('.sql-name')) click(name);
    expect(onName.mock.calls.flat()).toEqual(['run_list', 'matrix_row', '"row"', 'cells']);
  });

  it('finds tables and columns by a part of their name', () => {
    const { box, find } = mount(<TablesPanel schema={schema} onName={() => undefined} />);
    const type = (value: string) =>
      act(() => {
        const input = find('input') as HTMLInputElement;
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
        input.dispatchEvent(new Event('input', { bubbles: true }));
      });
    type('cell');
    expect(names(box)).toEqual(['matrix_row', 'cells']);
    type('row');
    expect(names(box)).toEqual(['matrix_row', 'row', 'cells']);
    type('nothing');
    expect(box.textContent).toContain('No table or column has this name.');
  });
});
