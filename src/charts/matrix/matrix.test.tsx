// @vitest-environment happy-dom
import { act, useState } from 'react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Box } from '../../matrix/grid';
import type { Cell } from '../../matrix/statistics';
import { clientHere } from '../../matrix/testing';
import { mount } from '../mount';
import { MatrixCamera } from './camera';
import { MatrixFigure } from './MatrixFigure';
import { MatrixTable } from './MatrixTable';
import type { MatrixAxis } from './types';

// The page of the tests has no layout: what is scrolled gets a size.
beforeAll(() => {
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 240 });
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 600 });
  Object.defineProperty(document, 'fonts', { configurable: true, value: { ready: Promise.resolve() } });
});

const axis = (label: string, count: number, letter: string): MatrixAxis => ({
  label,
  count,
  name: (i) => `${letter}${i}`,
});
const size = 40;
const rows = axis('source', size, 's');
const columns = axis('destination', size, 'd');

async function filled() {
  const { client } = clientHere();
  const matrix = await client.create(size, size);
  const values = Float32Array.from({ length: size * size }, (_, i) => (i === 1 ? NaN : i));
  await client.rows(matrix, 0, values);
  return { client, matrix };
}

/** Lets the worker answer and the page turn. */
const settle = () =>
  act(async () => {
    for (let i = 0; i < 5; i++) await new Promise((resolve) => setTimeout(resolve, 5));
  });

async function chart() {
  const held = await filled();
  const camera = new MatrixCamera(size, size);
  const onPin = vi.fn<(cell: Cell | null) => void>();
  const onSelect = vi.fn<(box: Box | null) => void>();
  function Held() {
    const [pinned, setPinned] = useState<Cell | null>(null);
    return (
      <MatrixFigure
        title="Pair bandwidth"
        subtitle="higher is better"
        quantity="bandwidth"
        format={(v) => `${v} MB/s`}
        scale={{ kind: 'linear', palette: 'cividis', limits: { quantiles: [0, 1] } }}
        aggregate="max"
        marginal="mean"
        {...{ ...held, rows, columns, camera, pinned }}
        onPin={(cell) => {
          onPin(cell);
          setPinned(cell);
        }}
        selection={[]}
        onSelect={onSelect}
      />
    );
  }
  const page = mount(<Held />);
  await settle();
  return { ...page, camera, onPin, onSelect };
}
const group = '[role="group"]';

describe('MatrixChart', () => {
  it('is one named stop of the keyboard, with a summary of the whole', async () => {
    const { find } = await chart();
    expect(find(group).getAttribute('tabindex')).toBe('0');
    expect(find(group).getAttribute('aria-label')).toBe('Pair bandwidth, higher is better');
    const said = find('canvas[role="img"]').getAttribute('aria-label');
    expect(said).toContain('bandwidth of 40 source rows × 40 destination columns');
    expect(said).toContain('1\u202f599 values from 0 MB/s to 1599 MB/s');
    expect(said).toContain('1 missing');
    expect(find('.chart-footnote').textContent).toBe('Each pixel: max');
  });

  it('walks the cells with the arrows and reads them out', async () => {
    const { find, press, camera } = await chart();
    press(group, 'ArrowDown');
    await settle();
    expect(camera.cursor).toEqual({ row: 20, column: 20, byKey: true });
    expect(find('[role="status"]:not(.figure-said)').textContent).toContain(
      'source s20 · destination d20, bandwidth 820 MB/s',
    );
    press(group, 'ArrowRight', 'ArrowUp');
    await settle();
    expect(camera.cursor).toMatchObject({ row: 19, column: 21 });
    expect(find('.chart-tooltip').textContent).toContain('781 MB/s');
    expect(find('.chart-tooltip').textContent).toContain('mean of source s19779.5 MB/s');
  });

  it('calls a missing cell missing', async () => {
    const { find, camera } = await chart();
    act(() => camera.point({ row: 0, column: 1, byKey: false }));
    await settle();
    expect(find('.chart-tooltip-strong').textContent).toBe('bandwidthmissing');
  });

  it('zooms with plus and minus around the cursor, and Home shows all', async () => {
    const { press, camera } = await chart();
    press(group, 'ArrowDown', '+', '+');
    expect(camera.view.x1 - camera.view.x0).toBe(10);
    expect(camera.view.x0).toBeLessThan(20);
    expect(camera.view.x1).toBeGreaterThan(20);
    press(group, '-');
    expect(camera.view.x1 - camera.view.x0).toBe(20);
    press(group, 'Home');
    expect(camera.view).toEqual({ x0: 0, x1: 40, y0: 0, y1: 40 });
  });

  it('follows the cursor out of sight', async () => {
    const { press, camera } = await chart();
    press(group, 'ArrowDown', '+', '+', '+', ...Array.from({ length: 12 }, () => 'ArrowLeft'));
    expect(camera.cursor).toMatchObject({ column: 8 });
    expect(camera.view.x0).toBeLessThanOrEqual(8);
  });

  it('pins with Enter, unpins with Enter again, and Escape clears all', async () => {
    const { press, onPin, onSelect, camera } = await chart();
    press(group, 'ArrowDown', 'Enter');
    await settle();
    expect(onPin).toHaveBeenLastCalledWith({ row: 20, column: 20 });
    press(group, 'Enter');
    await settle();
    expect(onPin).toHaveBeenLastCalledWith(null);
    press(group, 'Escape');
    expect(onSelect).toHaveBeenLastCalledWith(null);
    expect(camera.cursor).toBeNull();
  });

  it('selects a box with Shift and the arrows', async () => {
    const { find, press, onSelect } = await chart();
    press(group, 'ArrowDown');
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp'])
      act(
        () =>
          void find(group).dispatchEvent(
            new KeyboardEvent('keydown', { key, shiftKey: true, bubbles: true }),
          ),
      );
    expect(onSelect).toHaveBeenLastCalledWith({ row0: 19, row1: 21, column0: 20, column1: 23 });
  });

  it('says why there is nothing to see', async () => {
    const { client } = clientHere();
    const { find } = mount(
      <MatrixFigure
        title="t"
        subtitle=""
        quantity="q"
        format={String}
        scale={{ kind: 'linear', palette: 'cividis', limits: [0, 1] }}
        aggregate="max"
        marginal="mean"
        {...{ client, matrix: 7, rows, columns, pinned: null, selection: [] }}
        onPin={() => undefined}
        onSelect={() => undefined}
      />,
    );
    await settle();
    expect(find('.chart-footnote').textContent).toContain('There is no matrix 7');
  });
});

describe('MatrixTable', () => {
  const table = async () => {
    const held = await filled();
    const onPin = vi.fn();
    const page = mount(
      <MatrixTable
        title="t"
        format={(v) => `${v} MB/s`}
        {...{ ...held, rows, columns, onPin }}
        pinned={null}
      />,
    );
    await settle();
    return { ...page, onPin };
  };

  it('is a grid that says how large it is, with only the cells in sight in the page', async () => {
    const { box, find } = await table();
    const grid = find('[role="grid"]');
    expect([grid.getAttribute('aria-rowcount'), grid.getAttribute('aria-colcount')]).toEqual(['41', '41']);
    const cells = box.querySelectorAll('[role="gridcell"]').length;
    expect(cells).toBeGreaterThan(20);
    expect(cells).toBeLessThan(size * size);
    expect(find('[role="columnheader"][aria-colindex="3"]').textContent).toBe('d1');
    expect(find('[role="row"][aria-rowindex="3"] [role="rowheader"]').textContent).toBe('s1');
  });

  it('shows the values of the worker, and missing as missing', async () => {
    const { find } = await table();
    const text = (row: number, column: number) =>
      find(`[role="row"][aria-rowindex="${row + 2}"] [aria-colindex="${column + 2}"]`).textContent;
    expect([text(0, 0), text(0, 1), text(2, 3)]).toEqual(['0 MB/s', 'missing', '83 MB/s']);
  });

  it('walks with the keys and pins with Enter', async () => {
    const { find, press, onPin } = await table();
    press('[role="grid"]', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'Enter');
    expect(onPin).toHaveBeenCalledWith({ row: 1, column: 2 });
    const active = find('[role="grid"]').getAttribute('aria-activedescendant');
    expect(document.getElementById(active ?? '')?.textContent).toBe('42 MB/s');
    press('[role="grid"]', 'End', 'Enter');
    expect(onPin).toHaveBeenLastCalledWith({ row: 1, column: 39 });
  });
});
