import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SampleCard } from './SampleCard';

it('draws matrices beside each other, a stretch of equal cells as one rectangle', () => {
  const drawn = renderToStaticMarkup(
    <SampleCard card={{ kind: 'matrix', colours: 'rates', size: 2, cells: ['0012', '4444'] }} />,
  );
  expect(drawn).toContain('viewBox="0 0 5 2"');
  expect(drawn).toContain('<path d="M0 0h2v1h-2z" fill="var(--rates-0)">');
  expect(drawn).toContain('<path d="M1 1h1v1h-1z" fill="var(--rates-2)">');
  expect(drawn).toContain('<g transform="translate(3 0)">');
  expect(drawn).toContain('<path d="M0 0h2v1h-2zM0 1h2v1h-2z" fill="var(--rates-4)">');
});

it('draws lines and bars with y upwards, in the colours of their sides', () => {
  const points: [number, number][] = [
    [0, 0],
    [1, 0.25],
  ];
  expect(
    renderToStaticMarkup(<SampleCard card={{ kind: 'lines', lines: [{ side: 'a', points }] }} />),
  ).toContain('points="0,100 100,75" fill="none" stroke="var(--a)"');
  expect(
    renderToStaticMarkup(<SampleCard card={{ kind: 'bars', groups: [[{ side: 'b', height: 0.5 }]] }} />),
  ).toMatch(/y="50" width="70" height="50" fill="var\(--b\)"/);
});
