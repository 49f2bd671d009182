import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLink, writeLink } from './link';
import { DEFAULT_VIEW, fitsLink, LINK_VERSION, type View } from './view';

const changed: View = {
  ...DEFAULT_VIEW,
  tab: 'files',
  sides: { by: 'condition', key: 'AR & SHARP=1#', a: 'off', b: 'ön' },
  x: 'nodes',
  benchmarks: ['osu_allreduce', 'true'],
  metric: '12',
  zoom: [1, 4096],
  pin: '0123456789abcdef',
  data: [
    { sample: 'bsmbench-ar' },
    { url: 'study.fabriscope', sha256: 'a'.repeat(64) },
    { url: 'https://store.example/a', sha256: 'a'.repeat(64), key: 'k'.repeat(43) },
    { sha256: 'a'.repeat(64), key: 'k'.repeat(43) },
    { inline: 'AZaz09-_' },
  ],
};

describe('the link', () => {
  it('brings back the view it was made of', () => {
    expect(readLink(writeLink(changed))).toEqual({ ok: true, view: changed });
  });

  it('is short for what is not changed, and begins with its version', () => {
    expect(writeLink(DEFAULT_VIEW)).toBe(`#${LINK_VERSION}`);
    expect(readLink('')).toEqual({ ok: true, view: DEFAULT_VIEW });
  });

  it('keeps all ranks that are left out, of a thousand nodes as of two, and stays short', () => {
    const of = (count: number, step: number) => Array.from({ length: count }, (_, i) => i * step);
    for (const excluded of [of(2, 9), of(256, 3), of(257, 3), of(2000, 8), of(16_384, 1)]) {
      const link = writeLink({ ...DEFAULT_VIEW, excluded });
      expect(link.length).toBeLessThan(6000);
      expect(readLink(link)).toEqual({ ok: true, view: { ...DEFAULT_VIEW, excluded } });
    }
    // As links were written when ranks stood one by one only.
    expect(readLink('#1&excluded=[4,7]')).toMatchObject({ ok: true, view: { excluded: [4, 7] } });
    expect(readLink('#1&excluded=[[0,1000000000]]')).toMatchObject({ ok: false });
  });

  it('keeps a query that is short enough, whatever stands in it', () => {
    for (const sql of ["SELECT '&=#%', 1;\n-- ä 😀", '1', 'null', `-- ${'x'.repeat(5900)}`]) {
      const view = { ...DEFAULT_VIEW, sql };
      expect(fitsLink(sql)).toBe(true);
      expect(readLink(writeLink(view))).toEqual({ ok: true, view });
    }
    for (const sql of ['x'.repeat(6001), 'ä'.repeat(1001), '\ud800']) expect(fitsLink(sql)).toBe(false);
    expect(readLink(`#1&sql=${'x'.repeat(6001)}`)).toMatchObject({ ok: false });
    expect(readLink('#1&sql=')).toMatchObject({ ok: false });
  });

  it('holds data of 30,000 characters beside a view of 16,384, and neither in place of the other', () => {
    const view = { ...changed, data: [{ inline: 'x'.repeat(30_000) }], sql: 'y'.repeat(6000) };
    expect(readLink(writeLink(view))).toEqual({ ok: true, view });
    const over = { ...changed, data: [{ inline: 'x'.repeat(30_001) }] };
    expect(readLink(writeLink(over))).toMatchObject({ ok: false });
    expect(readLink(`#1&x=${'a'.repeat(20_000)}&data=[]`)).toMatchObject({ ok: false });
  });

  it('says that it is cut short, wherever in its data', () => {
    const link = writeLink({ ...changed, data: [{ inline: 'x'.repeat(300) }] });
    const from = link.indexOf('&data=') + '&data='.length + 1;
    for (let end = from; end < link.length; end++) {
      const read = readLink(link.slice(0, end));
      expect(read.ok ? 'read' : read.problem).toMatch(/^This link is (?:cut short|damaged at)/);
    }
  });

  it('names a newer version', () => {
    const read = readLink(`#${LINK_VERSION + 1}&tab=files`);
    expect(read).toMatchObject({ ok: false });
    expect(read.ok ? '' : read.problem).toContain('newer Fabriscope');
  });

  it.each([
    ['no version', '#tab=files'],
    ['a value that is not allowed', '#1&tab=secret'],
    ['a wrong type', '#1&zoom=[1,"x"]'],
    ['a broken escape', '#1&tab=%E0%A4%A'],
    ['too many data', `#1&data=${encodeURIComponent(JSON.stringify(Array(40).fill({ sample: 'a' })))}`],
    ['too long', `#1&x=${'a'.repeat(20_000)}`],
  ])('answers %s with a sentence', (_, fragment) => {
    const read = readLink(fragment);
    expect(read.ok).toBe(false);
    expect(read.ok ? '' : read.problem).toMatch(/^This link .*\.$/);
  });

  it('refuses a seed that is no number, in a sentence', () => {
    for (const seed of ['1x', 'x', '-1', '1e3', '0x10', '18446744073709551616', '9'.repeat(21), '""'])
      expect(readLink(`#1&seed=${seed}`)).toMatchObject({ ok: false });
    expect(readLink('#1&seed="18446744073709551615"')).toMatchObject({ ok: true });
  });

  it('never throws, whatever stands in place of any value', () => {
    const odd = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.json({ maxDepth: 3 }),
      fc.constantFrom(
        '1x',
        '-1',
        'NaN',
        '1e999',
        '[[]]',
        '{}',
        '[null]',
        '{"__proto__":1}',
        '\\ud800',
        '"1x"',
        '""',
      ),
    );
    const keys = fc.constantFrom(...Object.keys(DEFAULT_VIEW), '__proto__', 'constructor', '');
    fc.assert(
      fc.property(fc.array(fc.tuple(keys, odd), { maxLength: 4 }), (values) => {
        const parts = values.map(
          ([key, value]) => `${key}=${encodeURIComponent(value.replace(/\p{Surrogate}/gu, ''))}`,
        );
        const read = readLink(['#1', ...parts].join('&'));
        if (read.ok) expect(readLink(writeLink(read.view))).toEqual(read);
        else expect(read.problem).toMatch(/\.$/);
      }),
      { numRuns: 3000 },
    );
  });

  it('never throws and never makes a view that the schema refuses', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const read = readLink(`#1&${text}`);
        if (read.ok) expect(readLink(writeLink(read.view))).toEqual(read);
      }),
    );
  });
});
