// @vitest-environment happy-dom
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { DataTable, sortRows, toTsv, type DataColumn } from './DataTable';
import { mount } from './mount';

interface Row {
  size: number;
  value: number | null;
  name: string;
}
const columns: DataColumn<Row>[] = [
  { key: 'size', label: 'message size', align: 'right', text: (r) => `${r.size} B`, sort: (r) => r.size },
  {
    key: 'value',
    label: 'latency',
    align: 'right',
    text: (r) => String(r.value ?? ''),
    sort: (r) => r.value,
  },
  { key: 'name', label: 'name', align: 'left', text: (r) => r.name },
];
const rows: Row[] = Array.from({ length: 10_000 }, (_, i) => ({
  size: i,
  value: i % 3 ? -i : null,
  name: `n${i}`,
}));

// The page of the tests has no layout: what is scrolled gets a height.
beforeAll(() => {
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 240 });
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 600 });
});

describe('DataTable', () => {
  it('is a grid that says how large it is, with only the rows in sight in the page', () => {
    const { box, find } = mount(<DataTable label="Allreduce" columns={columns} rows={rows} />);
    const grid = find('[role="grid"]');
    expect(grid.getAttribute('aria-rowcount')).toBe('10001');
    expect(grid.getAttribute('aria-label')).toBe('Allreduce');
    expect(box.querySelectorAll('tbody tr').length).toBeLessThan(60);
    expect(find('tbody tr[aria-rowindex]').getAttribute('aria-rowindex')).toBe('2');
  });

  it('walks the cells with the keys and gives the cell on Enter', () => {
    const onCell = vi.fn();
    const { find, press } = mount(<DataTable label="t" columns={columns} rows={rows} onCell={onCell} />);
    const grid = '[role="grid"]';
    press(grid, 'ArrowDown', 'ArrowDown', 'ArrowRight', 'Enter');
    expect(onCell).toHaveBeenCalledWith(rows[1], 'value');
    const active = find(grid).getAttribute('aria-activedescendant');
    expect(document.getElementById(active ?? '')?.textContent).toBe('-1');
  });

  it('sorts by Enter on a heading, then the other way, then not at all', () => {
    const { find, press, texts } = mount(<DataTable label="t" columns={columns} rows={rows} />);
    const first = () => texts('tbody td')[0];
    press('[role="grid"]', 'ArrowRight', 'Enter');
    expect(find('th[aria-sort="ascending"]').textContent).toContain('latency');
    expect(first()).toBe('9998 B');
    press('[role="grid"]', 'Enter');
    expect(first()).toBe('1 B');
    press('[role="grid"]', 'Enter');
    expect(first()).toBe('0 B');
  });

  it('gives the cell that is clicked, and shows markup as text', () => {
    const onCell = vi.fn();
    const row = { size: 1, value: 1, name: '<img src=x>' };
    const { box, click } = mount(<DataTable label="t" columns={columns} rows={[row]} onCell={onCell} />);
    const cell = box.querySelectorAll('tbody td')[2];
    if (cell) click(cell);
    expect(onCell).toHaveBeenCalledWith(row, 'name');
    expect(box.querySelector('img')).toBeNull();
    expect(cell?.textContent).toBe('<img src=x>');
  });
});

describe('rows as text', () => {
  it('puts missing values last in either direction', () => {
    const some = rows.slice(0, 4);
    const by = columns[1] as DataColumn<Row>;
    expect(sortRows(some, by, false).map((r) => r.size)).toEqual([2, 1, 0, 3]);
    expect(sortRows(some, by, true).map((r) => r.size)).toEqual([1, 2, 0, 3]);
  });

  it('copies what is shown, one line per row', () => {
    const text = toTsv(columns, [{ size: 1, value: 2.5, name: 'a\tb\nc' }]);
    expect(text).toBe('message size\tlatency\tname\n1 B\t2.5\ta b c');
  });
});
