// @vitest-environment happy-dom
import { useState, type ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { mount } from './mount';
import { StackChart, type StackChartProps } from './StackChart';

const group = '[role="group"]';
const base: Omit<StackChartProps, 'pinned' | 'onPin'> = {
  title: 'Time',
  subtitle: 'lower is better',
  summary: 'Four ranks.',
  xLabel: 'rank',
  y: { label: 'time (s)', kind: 'linear', format: (v) => `${v} s` },
  count: 4,
  name: (position) => `rank ${position}`,
  tick: String,
  many: 'ranks',
  span: (first, last) => `ranks ${first} to ${last}`,
  layers: [
    { id: 'send', label: 'MPI_Send', color: 'black', values: Float64Array.of(1, 2, 3, 4) },
    { id: 'compute', label: 'compute', color: 'grey', values: Float64Array.of(4, 3, 2, 1) },
  ],
  bounds: [{ id: 'wall', label: 'wall time', values: Float64Array.of(5, 5, 5, 5) }],
};

/** The chart with the state that a view would hold; what is pinned stands beside it. */
function Held(props: Partial<StackChartProps>): ReactNode {
  const [pinned, onPin] = useState<number | null>(null);
  return (
    <>
      <StackChart {...base} pinned={pinned} onPin={onPin} {...props} />
      <output>{pinned}</output>
    </>
  );
}

const bars = (box: Element) =>
  [...box.querySelectorAll('.stack-part')].map((p) => (p.getAttribute('d') ?? '').split('M').length - 1);

describe('StackChart', () => {
  it('is one tab stop with a name and a summary', () => {
    const { box, find } = mount(<Held />);
    expect(box.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
    expect(find(group).getAttribute('aria-label')).toBe('Time, lower is better');
    expect(find('svg[role="img"]').getAttribute('aria-label')).toBe('Time. Four ranks.');
    expect(bars(box)).toEqual([4, 4]);
    expect(box.querySelector('.chart-footnote')).toBeNull();
  });

  it('walks the bars by key, names every value, and pins', () => {
    const { press, texts } = mount(<Held />);
    press(group, 'ArrowRight', 'ArrowRight');
    expect(texts('[role="status"]')).toEqual(['rank 1: compute 3 s; MPI_Send 2 s; wall time 5 s']);
    press(group, 'End', 'Enter');
    expect(texts('output')).toEqual(['3']);
    press(group, 'Enter');
    expect(texts('output')).toEqual(['']);
    press(group, 'Home', 'Enter', 'Escape');
    expect(texts('output')).toEqual(['']);
  });

  it('zooms by key, back to all with 0', () => {
    const { box, press, texts } = mount(<Held />);
    press(group, 'End', '+');
    expect(bars(box)).toEqual([2, 2]);
    press(group, 'Home');
    expect(texts('[role="status"]')[0]).toContain('rank 2:');
    press(group, '0');
    expect(bars(box)).toEqual([4, 4]);
    press(group, '+', '-');
    expect(bars(box)).toEqual([4, 4]);
    // Never to fewer than two bars, nor beyond all.
    press(group, '+', '+', '+');
    expect(bars(box)).toEqual([2, 2]);
    press(group, '-', '-');
    expect(bars(box)).toEqual([4, 4]);
  });

  it('puts thousands of ranks into bars, says so, and tells the least and most of each', () => {
    const many = 10_000;
    const values = Float64Array.from({ length: many }, (_, i) => i % 10);
    const { box, press, texts } = mount(
      <Held
        count={many}
        layers={[{ id: 'send', label: 'MPI_Send', color: 'black', values }]}
        bounds={[{ id: 'mpi', label: 'MPI', values }]}
      />,
    );
    const drawn = bars(box)[0] ?? 0;
    expect(drawn).toBeLessThan(500);
    expect(texts('.chart-footnote')[0]).toContain(`10,000 ranks share ${drawn} bars`);
    expect((box.querySelector('.stack-band')?.getAttribute('d') ?? '').split('M').length - 1).toBe(drawn);
    press(group, 'Home');
    const said = texts('[role="status"]')[0] ?? '';
    expect(said).toMatch(/^ranks 0 to \d+: means: MPI_Send [\d.]+ s, 0 s to 9 s$/);
    // Enter pins the rank of the bar with most: the first with 9.
    press(group, 'Enter');
    expect(texts('output')).toEqual(['9']);
  });

  it('says that there is nothing rather than to draw nothing', () => {
    const { texts } = mount(<Held count={0} layers={[]} bounds={[]} />);
    expect(texts('.chart-note')).toEqual(['no values here']);
  });
});
