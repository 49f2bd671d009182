// @vitest-environment happy-dom
import { useState, type ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { binAt } from './bins';
import { Histogram, type BinSeries, type HistogramProps } from './Histogram';
import { mount } from './mount';
import type { Domain } from './types';

const base = {
  title: 'Bandwidth',
  subtitle: 'share of pairs per bin, higher is better',
  x: {
    label: 'bandwidth (MB/s)',
    kind: 'linear',
    format: (v: number) => `${v} MB/s`,
    tickFormat: (v: number) => String(v),
  },
  y: { label: 'pairs', kind: 'linear', format: (v: number) => String(v) },
  edges: [0, 50, 100, 150, 200],
} as const;
const one = (id: string, heights: readonly number[]): BinSeries => ({
  id,
  label: id,
  color: 'black',
  dash: '',
  heights,
  note: (bin) => `bin ${bin}`,
});

/** The chart with the state that a view would hold. */
function Held(props: Pick<HistogramProps, 'series'> & Partial<HistogramProps>): ReactNode {
  const [zoom, onZoom] = useState<Domain | null>(null);
  return <Histogram {...base} zoom={zoom} onZoom={onZoom} {...props} />;
}

const group = '[role="group"]';

describe('Histogram', () => {
  it('is one tab stop with a name, and says where most values are', () => {
    const { box, find } = mount(<Held series={[one('A', [1, 7, 0, 2])]} />);
    expect(box.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
    expect(find(group).getAttribute('aria-label')).toBe(
      'Bandwidth, share of pairs per bin, higher is better',
    );
    expect(find('svg[role="img"]').getAttribute('aria-label')).toContain('A: most in 50 MB/s to 100 MB/s, 7');
  });

  it('draws one bar for each bin that has values, and outlines where there are several histograms', () => {
    const bars = (box: Element) =>
      [...box.querySelectorAll('.chart-bins path')].map(
        (p) => (p.getAttribute('d') ?? '').split('M').length - 1,
      );
    expect(bars(mount(<Held series={[one('A', [1, 7, 0, 2])]} />).box)).toEqual([3]);
    expect(bars(mount(<Held series={[one('A', [1, 7, 0, 2]), one('B', [0, 0, 0, 9])]} />).box)).toEqual([
      3, 1, 1, 1,
    ]);
  });

  it('walks bins and histograms by key, and names every value', () => {
    const { find, press, texts, box } = mount(
      <Held series={[one('A', [1, 7, 0, 2]), one('B', [3, 4, 5, 6])]} />,
    );
    press(group, 'ArrowRight', 'ArrowRight');
    expect(find('[role="status"]').textContent).toBe('A, 50 MB/s to 100 MB/s: 7, bin 1');
    press(group, 'ArrowDown');
    expect(find('[role="status"]').textContent).toBe('B, 50 MB/s to 100 MB/s: 4, bin 1');
    expect(texts('.chart-tooltip-value')).toEqual(['7', '4']);
    press(group, 'End');
    expect(find('[role="status"]').textContent).toContain('B, 150 MB/s to 200 MB/s: 6');
    press(group, 'Escape');
    expect(box.querySelector('.chart-tooltip')).toBeNull();
  });

  it('zooms to whole bins by key and back', () => {
    const { press, texts } = mount(<Held series={[one('A', [1, 7, 0, 2])]} />);
    const ends = () => {
      const ticks = texts('.chart-tick').map(Number);
      return [ticks.includes(0), ticks.includes(200)];
    };
    expect(ends()).toEqual([true, true]);
    press(group, 'Home', '+');
    expect(ends()).toEqual([true, false]);
    // Never to fewer than two bins, nor beyond all.
    press(group, '+', '+', 'End');
    expect(texts('[role="status"]')[0]).toContain('50 MB/s to 100 MB/s: 7');
    press(group, '-', '-');
    expect(ends()).toEqual([true, true]);
    press(group, 'End', '+', 'Home');
    expect(texts('[role="status"]')[0]).toContain('100 MB/s to 150 MB/s: 0');
    press(group, '0');
    expect(ends()).toEqual([true, true]);
  });

  it('names its guides and leaves out those beyond the bins', () => {
    const guides = [
      { x: 190, label: 'peak 190' },
      { x: 95, label: 'peak/2 95' },
      { x: 500, label: 'far' },
    ];
    const { texts } = mount(<Held series={[one('A', [1, 7, 0, 2])]} guides={guides} />);
    expect(
      texts('.chart-tick')
        .filter((text) => /peak|far/.test(text))
        .sort(),
    ).toEqual(['peak 190', 'peak/2 95']);
  });

  it('shows text as text, and says where there is nothing', () => {
    const markup = '<img src=x onerror=alert(1)>';
    const { box, texts } = mount(<Held series={[one(markup, [0, 0, 0, 0]), one('B', [0, 0, 0, 0])]} />);
    expect(box.querySelector('img')).toBeNull();
    expect(texts('.chart-note')).toEqual(['no values here']);
  });
});

it('finds the bin of a value', () => {
  const found = [-1, 0, 49.9, 50, 199, 200, 201, Number.NaN].map((v) => binAt(base.edges, v));
  expect(found).toEqual([null, 0, 0, 1, 3, 3, null, null]);
});
