// @vitest-environment happy-dom
import { useState, type ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { LineChart, type LineChartProps } from './LineChart';
import { mount } from './mount';
import type { Domain, Series } from './types';

const MARKUP = '<img src=x onerror=alert(1)>';
const line = (id: string, ys: (number | null)[], label = id): Series => ({
  id,
  label,
  color: 'black',
  dash: '',
  points: ys.map((y, i) => ({ id: `${id}-${i}`, x: 2 ** i, y, detail: [['A', `${i} µs`]] })),
});
const base = {
  title: 'Allreduce',
  subtitle: 'speedup of B over A, higher is better',
  x: { label: 'message size', kind: 'log2', format: (v: number) => `${v} B` },
  y: { label: 'speedup', kind: 'ratio', format: (v: number) => `${v}×` },
} as const;

/** The chart with the state that a view would hold. */
function Held(props: Pick<LineChartProps, 'series'> & Partial<LineChartProps>): ReactNode {
  const [hoverX, onHoverX] = useState<number | null>(null);
  const [zoom, onZoom] = useState<Domain | null>(null);
  const [pinned, onPin] = useState<string | null>(null);
  return <LineChart {...base} {...{ hoverX, onHoverX, zoom, onZoom, pinned, onPin }} {...props} />;
}

const group = '[role="group"]';

describe('LineChart', () => {
  it('is one tab stop with a name, and a summary of its lines', () => {
    const { box, find } = mount(<Held series={[line('one', [2, 1, 0.5])]} />);
    expect(box.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
    expect(find(group).getAttribute('aria-label')).toContain('higher is better');
    expect(find('svg[role="img"]').getAttribute('aria-label')).toContain(
      'one: 3 values, 2× at 1 B to 0.5× at 4 B',
    );
  });

  it('says the mark that the arrow keys reach, with what is behind it', () => {
    const { find, press, texts } = mount(
      <Held series={[line('one', [2, 1, 0.5]), line('two', [4, 4, 4])]} />,
    );
    press(group, 'ArrowRight', 'ArrowRight');
    expect(find('[role="status"]').textContent).toBe('one, 2 B, 1×, A 1 µs');
    press(group, 'ArrowUp');
    expect(find('[role="status"]').textContent).toBe('two, 2 B, 4×, A 1 µs');
    expect(texts('.chart-tooltip-value')).toEqual(['4×', '1×', '1 µs']);
  });

  it('pins with Enter and clears with Escape', () => {
    const onPin = vi.fn();
    const { box, press } = mount(<Held series={[line('one', [2, 1])]} onPin={onPin} />);
    press(group, 'ArrowRight', 'Enter');
    expect(onPin).toHaveBeenLastCalledWith('one-0');
    press(group, 'Escape');
    expect(onPin).toHaveBeenLastCalledWith(null);
    expect(box.querySelector('.chart-tooltip')).toBeNull();
  });

  it('zooms around the current mark by keyboard', () => {
    const { box, press } = mount(<Held series={[line('one', [2, 1, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05])]} />);
    press(group, 'Home', '+');
    expect(box.querySelectorAll('.chart-marker')).toHaveLength(4);
    press(group, '0');
    expect(box.querySelectorAll('.chart-marker')).toHaveLength(8);
  });

  it('interrupts a line at a missing value and draws no mark for it', () => {
    const { find, box } = mount(<Held series={[line('one', [2, 1.5, null, 1, 0.5])]} />);
    expect(find('.chart-line').getAttribute('d')?.match(/M/g)).toHaveLength(2);
    expect(box.querySelectorAll('.chart-marker')).toHaveLength(4);
  });

  it('says how many values have no place on a log axis', () => {
    const { find } = mount(<Held series={[line('one', [2, 0, -1])]} />);
    expect(find('.chart-footnote').textContent).toContain('2 values');
  });

  it('says so when there is nothing to draw', () => {
    const { box, press } = mount(<Held series={[line('one', [null, null])]} />);
    expect(box.textContent).toContain('no values here');
    press(group, 'ArrowRight', 'Enter');
  });

  it('labels up to six lines at their ends and has a legend, as they end, beyond', () => {
    const many = (n: number) => Array.from({ length: n }, (_, i) => line(`L${i}`, [1, 1 + i]));
    const chart = mount(<Held series={many(6)} />);
    expect(chart.texts('.chart-end-label')).toHaveLength(6);
    chart.rerender(<Held series={many(7)} />);
    expect(chart.texts('.chart-end-label')).toHaveLength(0);
    expect(chart.texts('.chart-legend text')[0]).toContain('L6');
  });

  it('keeps the legend of many lines short and counts the lines it leaves out', () => {
    const name = (i: number) => `${'a long name of a line '.repeat(4)}${i}`;
    const chart = mount(<Held series={Array.from({ length: 30 }, (_, i) => line(name(i), [1, 1 + i]))} />);
    const texts = chart.texts('.chart-legend text');
    const named = texts.length - 1;
    expect(named).toBeLessThan(30);
    expect(texts.at(-1)).toContain(`and ${30 - named} more`);
  });

  it('shows repeats as points where there are fewer than five', () => {
    const repeated = (n: number): Series => ({
      ...line('one', []),
      points: [{ id: 'p', x: 1, y: 2, lo: 1, hi: 3, repeats: Array.from({ length: n }, () => 2) }],
    });
    const chart = mount(<Held series={[repeated(4)]} />);
    expect(chart.box.querySelectorAll('.chart-repeat')).toHaveLength(4);
    chart.rerender(<Held series={[repeated(5)]} />);
    expect(chart.box.querySelectorAll('.chart-repeat')).toHaveLength(0);
  });

  it('shows markup in names as text', () => {
    const { box, press } = mount(
      <Held
        series={[line('one', [2, 1], MARKUP), line('two', [3, 3])]}
        crossovers={[{ x: 2, text: MARKUP }]}
        events={[{ x: 1, label: MARKUP }]}
        reference={{ y: 2, label: MARKUP }}
      />,
    );
    press(group, 'ArrowRight');
    expect(box.querySelector('img')).toBeNull();
    expect(box.textContent).toContain(MARKUP);
  });

  it('follows the hover of another chart without a tooltip, and prints the value of a single line', () => {
    const { box, texts } = mount(<Held series={[line('one', [2, 1, 0.5])]} hoverX={2} />);
    expect(box.querySelector('.chart-crosshair')).not.toBeNull();
    expect(box.querySelector('.chart-tooltip')).toBeNull();
    expect(texts('.chart-value')).toEqual(['1×']);
  });

  it('keeps to the zoom it is given', () => {
    const { box } = mount(<Held series={[line('one', [2, 1, 0.5, 0.25])]} zoom={[2, 4]} />);
    expect(box.querySelectorAll('.chart-marker')).toHaveLength(2);
  });
});
