import { describe, expect, it } from 'vitest';
import { found, readSuggested } from '../../testing/tables';
import { sniff } from './sniff';
import { suggestMapping } from './suggest';
import type { LayoutChoice } from './types';

/** Sizes 512 … 2048 with three times of three decimals, written with a decimal comma. */
const tabs = (sizes: readonly string[]) =>
  `size\tlat_us\n${sizes.map((size, i) => `${size}\t2,${i}24\n`).join('')}`;

describe('a comma before three digits', () => {
  it('is the decimal one where other numbers have four digits in a row', async () => {
    const text = tabs(['512', '1024', '2048']);
    expect(found(text).says).toBe('TSV (tabs, decimal comma)');
    const { found: got } = await readSuggested(text);
    expect(got.rows.map(({ bytes, value }) => [bytes, Number(value.toPrecision(6))])).toEqual([
      [512, 2.024e-6],
      [1024, 2.124e-6],
      [2048, 2.224e-6],
    ]);
  });

  it('parts thousands where nothing tells, which is said and is a guess', () => {
    const table = found(tabs(['128', '256', '512']));
    expect(table.numbers).toEqual({ decimal: '.', thousands: ',' });
    expect(table.says).toBe('TSV (tabs, commas part thousands)');
    const [size, latency] = suggestMapping(table).reasons;
    expect(size).toEqual({ column: 'size', text: 'its name, “size”', likely: true });
    expect(latency).toEqual({
      column: 'lat_us',
      text: 'numbers in us; its commas are taken as between thousands, 2,024 as 2024: if that is wrong, say so under “How it is written”',
      likely: false,
    });
  });

  it('parts thousands for certain beside a decimal point or where groups follow each other', () => {
    for (const text of [
      'size\tbw_MBps\n512\t2,024.5\n1024\t3,024\n2048\t4,024\n',
      'size\tbw_MBps\n512\t2,024\n1024\t3,024\n2048\t1,004,024\n',
    ]) {
      const table = found(text);
      expect(table.numbers).toEqual({ decimal: '.', thousands: ',' });
      expect(suggestMapping(table).reasons.map(({ likely }) => likely)).toEqual([true, true]);
    }
  });

  it('is no matter of doubt once a person has said what it is', () => {
    const bytes = new TextEncoder().encode(tabs(['128', '256', '512']));
    const unsure = (choice: LayoutChoice) =>
      sniff({ path: '', bytes, whole: true }, choice)?.columns.map((column) => column.unsure);
    expect(unsure({})).toEqual([false, true]);
    expect(unsure({ decimal: ',' })).toEqual([false, false]);
    expect(unsure({ decimal: '.' })).toEqual([false, false]);
  });
});
