import { describe, expect, it } from 'vitest';
import { offsetOf, placeOf, positionOf } from './freeErrors';

describe('positionOf', () => {
  it('gives the message once and the place of the mark', () => {
    const error =
      'Parser Error: syntax error at or near "SELEC"\n\nLINE 1: SELEC 1\n        ^\n\nLINE 1: SELEC 1\n        ^';
    expect(positionOf(error, 'SELEC 1', 0)).toEqual({
      message: 'Parser Error: syntax error at or near "SELEC"',
      place: { line: 1, column: 1 },
    });
  });

  it('counts lines from the beginning of the statement, not of what was asked', () => {
    const error = "Conversion Error: no number\n\nLINE 3: , 'a'::INT\n            ^";
    expect(positionOf(error, "SELECT 1\n, 'a'::INT", 1).place).toEqual({ line: 2, column: 5 });
  });

  it('finds the place in a line that the engine cut short', () => {
    const line = `SELECT ${'1, '.repeat(40)}nope, 2 FROM run`;
    const shown = `...${line.slice(90, 150)}...`;
    const column = line.indexOf('nope');
    const error = `Binder Error: no column\n\nLINE 1: ${shown}\n${' '.repeat(8 + 3 + column - 90)}^`;
    expect(positionOf(error, line, 0).place).toEqual({ line: 1, column: column + 1 });
  });

  it('reads errors that come as JSON, and those without a place', () => {
    const json =
      '{"exception_type":"Parser","exception_message":"bad\\n\\nLINE 1: x y\\n          ^","position":"2"}';
    expect(positionOf(json, 'x y', 0)).toEqual({
      message: 'Parser Error: bad',
      place: { line: 1, column: 3 },
    });
    expect(positionOf('Out of Memory Error: failed', 'x', 0)).toEqual({
      message: 'Out of Memory Error: failed',
      place: null,
    });
  });
});

describe('places', () => {
  it('go into offsets and back', () => {
    const text = 'SELECT 1;\nSELECT\n  2';
    const from = text.indexOf('SELECT\n');
    const offset = offsetOf(text.slice(from), { line: 2, column: 3 }, from);
    expect(text[offset]).toBe('2');
    expect(placeOf(text, offset)).toEqual({ line: 3, column: 3 });
  });
});
