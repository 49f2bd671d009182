import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvOf, harmless } from './csv';

describe('a cell of a CSV file', () => {
  it.each(['=1+1', '+cmd|x', '-2+3+cmd|x', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '-host', '=', '+', '-'])(
    'that a spreadsheet would run gets an apostrophe: %j',
    (cell) => expect(harmless(cell)).toBe(`'${cell}`),
  );
  it.each([
    '-1',
    '+1.5',
    '-1.5e-3',
    '-3 %',
    '-12.5 µs',
    '1 GB/s',
    '-inf',
    'nan',
    '',
    'a=b',
    'node-1',
    '-1 234',
  ])('that is a number or plain text stays: %j', (cell) => expect(harmless(cell)).toBe(cell));
  it('never begins like a formula unless it is a number', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const cell = harmless(text);
        if (/^[=@]/.test(cell)) throw new Error(cell);
        if (/^[+-]/.test(cell)) expect(cell).toMatch(/\d|inf|nan/i);
      }),
    );
  });
  it('is quoted where it needs to be', () => {
    expect(
      csvOf([
        ['a', '=b,c'],
        ['"', '-1'],
      ]),
    ).toBe(`a,"'=b,c"\n"""",-1`);
  });
});
