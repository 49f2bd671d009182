import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutPlaces, expectAccounted } from '../../testing/formats';
import { mapped, read } from '../../testing/tables';
import { sniff } from './sniff';

describe('hostile and damaged tables', () => {
  const mapping = mapped([
    { column: 'size', role: 'size' },
    { column: 'latency_us', role: 'value' },
  ]);
  const head = 'size,latency_us\n1,1.5\n2,2.5\n';
  it.each([
    ['nan', `${head}4,nan\n`, 'Column “latency_us”: “nan” is no number: it is missing.'],
    ['inf', `${head}4,-inf\n`, 'Column “latency_us”: “-inf” is no number: it is missing.'],
    ['too large', `${head}4,1e999\n`, 'Column “latency_us”: “1e999” is no number: it is missing.'],
    ['hexadecimal', `${head}4,0x10\n`, 'Column “latency_us”: “0x10” is no number: it is missing.'],
    ['a negative size', `${head}-4,1.5\n`, 'Column “size”: “-4” is no message size. The row is not read.'],
    ['a broken size', `${head}4.5,1.5\n`, 'Column “size”: “4.5” is no message size. The row is not read.'],
    ['a short row', `${head}4\n`, 'The row has 1 cells where the table has 2 columns: it is not read.'],
    ['a long row', `${head}4,1,5\n`, 'The row has 3 cells where the table has 2 columns: it is not read.'],
    ['text after a quote', `${head}4,"1.5"9\n`, 'Text follows a closing quote: the row is not read.'],
    [
      'a quote that nothing closes',
      `${head}4,"1.5\n`,
      'A quote is opened in this line and not closed: not read.',
    ],
  ])('tells of %s, and reads the rest', async (_, text, problem) => {
    for (const piece of [1, 5, 65536]) {
      const { report, found: got } = await read(`${text}8,8.5\n`, mapping, piece);
      expect(got.problems).toEqual([{ line: 4, text: problem }]);
      expect(got.rows.map(({ printed }) => printed)).toEqual(['1.5', '2.5', '8.5']);
      expectAccounted(report, `${text}8,8.5\n`);
    }
  });

  it('passes over a line that is too long, and a header that comes again', async () => {
    const text = `${head}${'9'.repeat(1100 * 1024)}\nsize,latency_us\n8,8.5\n`;
    const { report, found: got } = await read(text, mapping);
    expect(got.problems.map(({ line }) => line)).toEqual([4]);
    expect(got.rows.map(({ printed }) => printed)).toEqual(['1.5', '2.5', '8.5']);
    expectAccounted(report, text);
  });

  it('gives no number that the whole file does not have, wherever it is cut', async () => {
    const whole = Array.from(
      { length: 40 },
      (_, i) => `${2 ** (i % 20)},${(i * 1.37 + 1).toFixed(1 + (i % 3))}\n`,
    ).join('');
    const text = `size,latency_us\n${whole}`;
    const all = (await read(text, mapping)).found.rows.map(
      ({ bytes, printed, line }) => `${line} ${bytes} ${printed}`,
    );
    expect(all).toHaveLength(40);
    for (const place of cutPlaces('table', text.length)) {
      const cut = text.slice(0, place);
      const { report, found: got } = await read(cut, mapping);
      expectAccounted(report, cut);
      for (const { bytes, printed, line } of got.rows) expect(all).toContain(`${line} ${bytes} ${printed}`);
    }
  });

  it('tells of a bad cell in a table without a header too', async () => {
    const { report, found: got } = await read(
      '1,1.5\n2,2.5\n4,x\n8,8.5\n',
      mapped([
        { column: 'column 1', role: 'size' },
        { column: 'column 2', role: 'value', metric: 'latency', unit: 'us' },
      ]),
    );
    expect(report.lines).toEqual({ total: 4, understood: 3, skipped: 0, unknown: 1 });
    expect(got.problems).toEqual([{ line: 3, text: 'Column “column 2”: “x” is no number: it is missing.' }]);
  });

  it('stops with a sentence where a table gives too many runs', async () => {
    const text = `id,size,latency_us\n${Array.from({ length: 10_050 }, (_, i) => `x${i},1,2.5\n`).join('')}`;
    const { report, found: got } = await read(
      text,
      mapped([{ column: 'id', role: 'condition', key: 'id' }, ...mapping.columns]),
    );
    expect(got.runs).toHaveLength(10_000);
    expect(got.problems.map(({ line }) => line)).toEqual([10_002]);
    expectAccounted(report, text);
  });

  it('does not take prose, an empty file or one line for a table', () => {
    for (const text of [
      '',
      '\n',
      'a,b\n',
      'Dear all,\nthe fabric, as it seems, is fine.\nBest, A\n',
      '{}',
      '[]',
      '[1,2,3]',
      '{"a":{"b":1}}',
    ])
      expect(sniff({ path: 'x.csv', bytes: new TextEncoder().encode(text), whole: true }), text).toBeNull();
  });
});

describe('any table that is written is read back exactly', () => {
  const cell = fc.string({ maxLength: 8 }).map((text) => text.replace(/[\0\r]/g, '').trim());
  const number = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => String(value)),
    fc.integer().map(String),
    fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.nat(12))
      .map(([digits, places]) => `${digits}.${'0'.repeat(places)}7`),
  );
  const quoted = (text: string, always: boolean, mark: string) =>
    always ||
    /["\n]/.test(text) ||
    text.includes(mark) ||
    text.startsWith('#') ||
    text.startsWith('%') ||
    text.startsWith('//')
      ? `"${text.replaceAll('"', '""')}"`
      : text;

  it('values, sizes, labels and lines', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, fc.nat(2 ** 40), number, fc.boolean()), { minLength: 1, maxLength: 30 }),
        fc.constantFrom(',', ';', '\t', '|'),
        fc.constantFrom('\n', '\r\n'),
        fc.integer({ min: 1, max: 64 }),
        async (rows, mark, end, piece) => {
          // Enough plain rows for the table to be recognised, whatever follows.
          const all = [
            ...Array.from({ length: 150 }, (_, i) => ['plain', i, '1.5', false] as const),
            ...rows,
          ];
          let line = 2;
          const expected: unknown[] = [];
          const text = all.map(([label, size, value, always], at) => {
            expected.push([size, value, Number(value) * 1e-6, line, label.slice(0, 200)]);
            line += label.split('\n').length;
            return [quoted(label, always, mark), String(at), String(size), value].join(mark) + end;
          });
          const content = ['label', 'sample', 'size', 'latency_us'].join(mark) + end + text.join('');
          const { found: got } = await read(
            content,
            mapped([
              { column: 'label', role: 'param', key: 'label' },
              { column: 'sample', role: 'sample' },
              { column: 'size', role: 'size' },
              { column: 'latency_us', role: 'value' },
            ]),
            piece,
          );
          expect(
            got.rows.map(({ series, bytes, printed, value, line: at }) => [
              bytes,
              printed,
              value,
              at,
              got.allSeries[series]?.params.label ?? '',
            ]),
          ).toEqual(expected);
        },
      ),
      { numRuns: 40 },
    );
  });
});
