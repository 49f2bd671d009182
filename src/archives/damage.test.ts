import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { fixture, gz, joined, latency, noise, openAll, outcome, readAll, tar } from '../testing/archives';
import { LIMITS } from './limits';

const HALF = (bytes: Uint8Array) => bytes.subarray(0, Math.floor(bytes.length * 0.6));

describe('an archive that is cut', () => {
  const big = noise(40_000);
  const whole = tar([
    { path: 'a.out', content: latency('1.25') },
    { path: 'big.out', content: `${latency('1.25')}${big}` },
  ]);
  const zipped = zipSync({
    'a.out': strToU8(latency('1.25')),
    'big.out': strToU8(`${latency('1.25')}${big}`),
  });
  it.each([
    ['tar', whole],
    ['tar.gz', gz(whole)],
    ['zip', zipped],
  ])('gives what stood before: %s', async (_what, bytes) => {
    const { files, faults, notes } = await openAll('c', HALF(bytes));
    expect(files['c/a.out']).toBe(latency('1.25'));
    expect((latency('1.25') + big).startsWith(files['c/big.out'] ?? '-')).toBe(true);
    expect(files['c/big.out']?.length).toBeGreaterThan(10_000);
    expect(faults['c/big.out']).toMatch(/cut short/);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatchObject({ path: 'c', bad: true });
    expect(notes[0]?.text).toMatch(/cut short/);
  });

  it('marks the run that was cut as partial, with its rows', async () => {
    const [, cut] = await readAll('c.tgz', HALF(gz(whole)));
    expect(cut?.report).toMatchObject({ path: 'c.tgz/big.out', partial: true, statuses: ['partial'] });
    expect(cut?.found.rows).toHaveLength(3);
    expect(cut?.found.runs[0]?.reason).toMatch(/cut short/);
  });

  it.each(['runs.tar.xz', 'runs.tar.bz2'])('is told of %s', async (name) => {
    const { notes } = await openAll(name, HALF(fixture(name)));
    expect(notes.map(({ text }) => text)).toEqual([
      'The compressed data is cut short: what stood before the cut was read.',
    ]);
  });

  it('at any place never throws, never hangs and never loses an entry before the cut', async () => {
    const first = new TextEncoder().encode(latency('1.25')).length;
    for (const bytes of [whole, gz(whole), zipped, fixture('runs.tar.xz'), fixture('runs.tar.bz2')])
      for (let i = 1; i < 25; i++) {
        const length = Math.floor((bytes.length * i) / 25);
        const { files, notes, faults } = await openAll('c', bytes.subarray(0, length));
        expect(notes.length + Object.keys(faults).length).toBeGreaterThan(0);
        if (bytes === whole && length > 512 + first) expect(files['c/a.out']).toBe(latency('1.25'));
      }
  });

  it('without the end mark of tar is told', async () => {
    const { files, notes } = await openAll('t', tar([{ path: 'a.out', content: 'a' }], false));
    expect(files).toEqual({ 't/a.out': 'a' });
    expect(notes.map(({ text }) => text)).toEqual([
      'The archive ends without the end mark of a tar: it may be cut short.',
    ]);
  });
});

describe('damage', () => {
  it('anywhere is answered, with a sentence or by reading on', async () => {
    const source = tar([
      { path: 'a.out', content: noise(3000) },
      { path: 'b.out', content: latency('1.25') },
    ]);
    const kinds = [
      source,
      gz(source),
      zipSync({ 'a.out': strToU8(noise(3000)) }),
      fixture('runs.tar.xz'),
      fixture('runs.tar.bz2'),
      fixture('two.out.bz2'),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.nat(kinds.length - 1),
        fc.nat(10_000),
        fc.integer({ min: 1, max: 255 }),
        async (kind, place, flip) => {
          const bytes = (kinds[kind] ?? source).slice();
          const at = place % bytes.length;
          bytes[at] = (bytes[at] ?? 0) ^ flip;
          await openAll('d', bytes);
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    ['gzip', gz(noise(2000)), /checksum/],
    ['bzip2', fixture('two.out.bz2'), /checksum|damaged/],
    ['xz', fixture('two.out.xz'), /damaged/],
  ])('in the content is seen by the checksum of %s', async (_what, bytes, says) => {
    const hurt = bytes.slice();
    const at = _what === 'gzip' ? hurt.length - 6 : Math.floor(hurt.length / 4) + 6;
    hurt[at] = (hurt[at] ?? 0) ^ 1;
    const { notes, faults } = await openAll('d', hurt);
    expect(notes.map(({ text }) => text)).toEqual([expect.stringMatching(says)]);
    for (const fault of Object.values(faults)) expect(fault).toMatch(says);
  });

  it('behind gzip is told', async () => {
    const { files, notes } = await openAll('d.gz', joined(gz('hello\n'), strToU8('what is this?')));
    expect(files).toEqual({ 'd.gz/d': 'hello\n' });
    expect(notes.map(({ text }) => text)).toEqual([
      'Bytes that are no gzip follow the compressed data: they were not read.',
    ]);
  });
});

describe('zeros behind gzip, as tapes and block devices leave them,', () => {
  const content = noise(3000);
  // The checksum and the length of nothing are zeros themselves.
  const members = [
    ['a file', gz(content), content],
    ['two members', joined(gz('one\n'), gz('two\n')), 'one\ntwo\n'],
    ['nothing', gz(''), ''],
    ['a large one', gz(noise(70_000)), noise(70_000)],
  ] as const;
  it.each(members)('are no fault: %s', async (_what, packed, text) => {
    for (const zeros of [1, 2, 3, 4, 7, 8, 9, 512, 100_000])
      for (const piece of packed.length + zeros < 9000 ? [1, 1000] : [1000, 1_000_000])
        expect(await outcome('d.gz', joined(packed, new Uint8Array(zeros)), piece)).toEqual({
          files: { 'd.gz/d': text },
          notes: [],
          faults: {},
        });
  });

  it.each([
    ['other bytes', joined(gz(content), new Uint8Array(100_000), strToU8('x'))],
    ['another member', joined(gz(content), new Uint8Array(512), gz(content))],
    ['the beginning of one', joined(gz(content), Uint8Array.of(0x1f, 0x8b, 0))],
  ])('are told where %s follow them', async (_what, bytes) => {
    for (const piece of [1000, 1_000_000]) {
      const { files, notes } = await openAll('d.gz', bytes, LIMITS, piece);
      expect(files).toEqual({ 'd.gz/d': content });
      expect(notes.map(({ text }) => text)).toEqual([
        'Bytes that are no gzip follow the compressed data: they were not read.',
      ]);
    }
  });

  it('do not hide a cut or a wrong checksum', async () => {
    const packed = gz(content);
    const wrong = packed.slice();
    const at = wrong.length - 6;
    wrong[at] = (wrong[at] ?? 0) ^ 1;
    for (const hurt of [packed.subarray(0, -4), packed.subarray(0, -600), wrong])
      for (const zeros of [1, 8, 512]) {
        const { notes } = await openAll('d.gz', joined(hurt, new Uint8Array(zeros)));
        expect(notes.map(({ text }) => text)).toEqual([expect.stringMatching(/cut|damaged/)]);
      }
  });
});
