// @vitest-environment happy-dom
import { useState, type ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { DotChart, type DotChartProps } from './DotChart';
import { exportSvg, fileName } from './export';
import { Figure } from './Figure';
import { HeatStrip, ratioExtent, type HeatRow, type HeatStripProps } from './HeatStrip';
import { mount } from './mount';

const group = '[role="group"]';
const MARKUP = '<b>all</b>reduce';
const ratios = (id: string, values: (number | null)[]): HeatRow => ({
  id,
  label: id,
  cells: values.map((ratio, i) => ({ id: `${id}-${i}`, x: 2 ** i, ratio, detail: [['A', '3 µs']] })),
});

function HeldStrip(props: Pick<HeatStripProps, 'rows'> & Partial<HeatStripProps>): ReactNode {
  const [hoverX, onHoverX] = useState<number | null>(null);
  return (
    <HeatStrip
      title="Speedup by message size"
      subtitle="higher is better"
      quantity="speedup"
      x={{ label: 'message size', format: (v) => `${v} B` }}
      format={(v) => `${v}×`}
      cellFormat={(v) => v.toFixed(1)}
      {...{ hoverX, onHoverX, zoom: null, onZoom: () => undefined, pinned: null, onPin: () => undefined }}
      {...props}
    />
  );
}

describe('HeatStrip', () => {
  it('prints each ratio and hatches what is missing, also where a row lacks the size', () => {
    const { box, texts } = mount(<HeldStrip rows={[ratios('a', [2, null, 0.5]), ratios('b', [1])]} />);
    expect(texts('.chart-cell')).toEqual(['2.0', '0.5', '1.0']);
    const hatched = [...box.querySelectorAll<SVGElement>('rect')].filter((r) =>
      r.style.fill.includes('hatch'),
    );
    expect(hatched).toHaveLength(4); // three cells and the key
  });

  it('walks the cells, says missing ones, pins those with a value', () => {
    const onPin = vi.fn();
    const { find, press } = mount(
      <HeldStrip rows={[ratios('a', [2, null]), ratios('b', [1, 4])]} onPin={onPin} />,
    );
    press(group, 'ArrowRight', 'ArrowRight', 'Enter');
    expect(find('[role="status"]').textContent).toBe('a, 2 B, missing, A 3 µs');
    expect(onPin).not.toHaveBeenCalled();
    press(group, 'ArrowDown', 'Enter');
    expect(onPin).toHaveBeenLastCalledWith('b-1');
  });

  it('has full colour at the largest change, in whole octaves, at least a doubling', () => {
    expect(ratioExtent([ratios('a', [1.1, 0.9, null])])).toBe(1);
    expect(ratioExtent([ratios('a', [0.2])])).toBe(3);
  });
});

const dots: DotChartProps['rows'] = [
  {
    id: 'r1',
    label: MARKUP,
    dots: [
      { id: 'a1', key: 'a', y: 3, lo: 2, hi: 4, repeats: [2, 3, 4] },
      { id: 'b1', key: 'b', y: 2 },
    ],
  },
  {
    id: 'r2',
    label: 'barrier',
    dots: [
      { id: 'a2', key: 'a', y: null },
      { id: 'b2', key: 'b', y: 5 },
    ],
  },
];

function HeldDots(props: Partial<DotChartProps>): ReactNode {
  const [hoverRow, onHoverRow] = useState<string | null>(null);
  return (
    <DotChart
      title="Tests without a size"
      subtitle="lower is better"
      axis={{ label: 'time', kind: 'linear', format: (v) => `${v} s` }}
      keys={[
        { key: 'a', label: 'A', color: 'grey' },
        { key: 'b', label: 'B', color: 'blue' },
      ]}
      rows={dots}
      {...{ hoverRow, onHoverRow, pinned: null, onPin: () => undefined }}
      {...props}
    />
  );
}

describe('DotChart', () => {
  it('draws what there is, its interval and its repeats, and shows markup as text', () => {
    const { box } = mount(<HeldDots bars />);
    expect(box.querySelectorAll('.chart-bar')).toHaveLength(3);
    expect(box.querySelectorAll('.chart-interval')).toHaveLength(1);
    expect(box.querySelectorAll('.chart-repeat')).toHaveLength(3);
    expect(box.querySelector('b')).toBeNull();
    expect(box.textContent).toContain(MARKUP);
  });

  it('walks rows and values, says missing ones, pins those with a value', () => {
    const onPin = vi.fn();
    const { find, press } = mount(<HeldDots onPin={onPin} />);
    press(group, 'ArrowDown');
    expect(find('[role="status"]').textContent).toBe(`${MARKUP}, A, 3 s, 2 s–4 s, 3 repeats`);
    press(group, 'ArrowDown', 'Enter');
    expect(find('[role="status"]').textContent).toBe('barrier, A, missing');
    expect(onPin).not.toHaveBeenCalled();
    press(group, 'ArrowRight', 'Enter');
    expect(onPin).toHaveBeenLastCalledWith('b2');
  });
});

describe('Figure', () => {
  const figure = (
    <Figure title={MARKUP} subtitle="higher is better" csv={() => ''} tsv={() => ''} table={<p>the table</p>}>
      <HeldStrip rows={[ratios('a', [2, 1])]} hoverX={1} />
    </Figure>
  );

  it('has a heading, a named menu button and no table until asked', () => {
    const { box, find } = mount(figure);
    expect(find('h2').textContent).toBe(MARKUP);
    expect(find('button').getAttribute('aria-label')).toContain(MARKUP);
    expect(box.textContent).not.toContain('the table');
    expect(document.querySelector('style')).toBeNull();
  });

  it('exports a drawing of its own, without hover, markup escaped', () => {
    const { find } = mount(figure);
    const text = exportSvg(find('svg[role="img"]') as SVGSVGElement, { title: MARKUP, subtitle: 'x' });
    expect(text).toContain('&lt;b&gt;all&lt;/b&gt;reduce');
    expect(text).not.toContain('data-transient');
    expect(text).not.toContain('class=');
    expect(text).not.toContain('var(');
  });

  it('makes file names of letters, digits and hyphens', () => {
    expect(fileName('All-to-all: B/A, 2 nodes', 'svg')).toBe('all-to-all-b-a-2-nodes.svg');
    expect(fileName('///', 'csv')).toBe('chart.csv');
  });
});
