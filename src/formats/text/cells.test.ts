import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanCells, type CellSeparator } from './cells';

function scan(text: string, separator: CellSeparator, columns: number, factor = 1) {
  const values = new Float32Array(columns);
  return { ...scanCells(text, 0, separator, factor, values), values: [...values] };
}

describe('cells of a line', () => {
  it.each<[string, CellSeparator, number[]]>([
    ['1,2.5,-3', ',', [1, 2.5, -3]],
    [' 1 , 2.5 ,\t3 ', ',', [1, 2.5, 3]],
    ['1\t2.5\t3\t', '\t', [1, 2.5, 3]],
    ['  1   2.5\t3  ', 'blanks', [1, 2.5, 3]],
    ['1;2;', ';', [1, 2, NaN]],
    [',2,', ',', [NaN, 2, NaN]],
    ['1e3,2.5E-1,.5', ',', [1000, 0.25, 0.5]],
    ['nan,-nan,N/A', ',', [NaN, NaN, NaN]],
    ['1,two,3', ',', [1, NaN, 3]],
    ['1e999,0x10,1e28', ',', [NaN, NaN, NaN]],
    ['1 2', 'blanks', [1, 2, NaN]],
    ['', 'blanks', [NaN, NaN, NaN]],
    ['12345678901234567890,1,2', ',', [Math.fround(Number('12345678901234567890')), 1, 2]],
  ])('%j parted by %j', (text, separator, expected) => {
    expect(scan(text, separator, 3).values).toEqual(expected);
  });

  it('counts cells, empty ones, and names the first that is no number', () => {
    expect(scan('1,,two,nan,5', ',', 5)).toMatchObject({
      cells: 5,
      empty: 1,
      notNumbers: 2,
      texts: 1,
      odd: { column: 2, text: 'two' },
    });
    expect(scan('1,2,3,4', ',', 3).cells).toBe(4);
    expect(scan('1,2,', ',', 2).cells).toBe(2);
    expect(scan('1,2,', ',', 3).cells).toBe(3);
  });

  it('gives what Number() gives, whatever is printed', () => {
    const printed = fc.oneof(
      fc.double({ noNaN: true, min: -1e12, max: 1e12 }).map((value) => value.toFixed(3)),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e27, max: 1e27 }).map(String),
      fc.integer().map(String),
    );
    fc.assert(
      fc.property(
        fc.array(printed, { minLength: 1, maxLength: 20 }),
        fc.constantFrom<CellSeparator>(',', '\t', 'blanks', ';'),
        fc.constantFrom(1, 1e6, 1024 * 1024),
        (cells, separator, factor) => {
          const text = cells.join(separator === 'blanks' ? '  ' : separator);
          const found = scan(text, separator, cells.length, factor);
          expect(found.cells).toBe(cells.length);
          expect(found.values).toEqual(cells.map((cell) => Math.fround(Number(cell) * factor)));
        },
      ),
    );
  });

  it('never throws and stays within its columns', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom<CellSeparator>(',', '\t', 'blanks', ';'),
        (text, separator) => {
          const { cells, values } = scan(text, separator, 4);
          expect(cells).toBeLessThanOrEqual(text.length + 1);
          expect(values).toHaveLength(4);
        },
      ),
    );
  });
});
