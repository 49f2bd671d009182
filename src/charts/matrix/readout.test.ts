import { expect, test } from 'vitest';
import { readoutRows, type ReadoutContext } from './readout';

const axis = (label: string) => ({ label, count: 40, name: (at: number) => `${label[0] ?? ''}${at}` });
const reading: ReadoutContext = {
  rows: axis('source'),
  columns: axis('destination'),
  quantity: 'bandwidth',
  format: (value) => `${value} MB/s`,
  apart: 'same host',
  marginal: 'mean',
  marginals: null,
};
const figures = {
  ...{ count: 8, sum: 80, mean: 10, min: 5, max: 20, zeros: 0, missing: 1, apart: 0 },
  ...{ minAt: { row: 0, column: 1 }, maxAt: { row: 1, column: 0 } },
};
const box = { row0: 0, row1: 3, column0: 0, column1: 3 };

test('a pixel that shows the share below a value says it first, of the values alone', () => {
  const rows = readoutRows(reading, box, { figures, share: { limit: 7.5, of: 2 / 8 } });
  expect(rows.find(({ strong }) => strong)).toMatchObject({ label: 'below 7.5 MB/s', value: '25.0 %' });
  expect(rows.map(({ label }) => label)).toEqual([
    'covers',
    'below 7.5 MB/s',
    'max bandwidth',
    'mean',
    'min',
    'missing',
  ]);
});

test('without values there is no share', () => {
  const none = { ...figures, count: 0, missing: 9 };
  const rows = readoutRows(reading, box, { figures: none, share: { limit: 7.5, of: Number.NaN } });
  expect(rows.map(({ label }) => label)).toEqual(['covers', 'missing']);
});
