import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { joined, openAll, pax, readAll, tar } from '../testing/archives';
import { LIMITS } from './limits';

const fixture = (name: string) => new Uint8Array(readFileSync(join(import.meta.dirname, 'fixtures', name)));
const gz = (bytes: string | Uint8Array) => new Uint8Array(gzipSync(bytes));
const LATENCY = (first: string) =>
  `# OSU MPI Latency Test v7.5\n# Size          Latency (us)\n1                       ${first}\n2                       1.50\n4                       1.75\n`;
const HALF = (bytes: Uint8Array) => bytes.subarray(0, Math.floor(bytes.length * 0.6));
/** Everything that came out, to be compared as a whole. */
async function outcome(path: string, bytes: Uint8Array, piece?: number) {
  const { files, notes, faults } = await openAll(path, bytes, LIMITS, piece);
  return { files, notes, faults };
}

/** Text that hardly packs, so that a cut falls into it. */
const noise = (length: number, seed = 1) => {
  let state = seed;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return String.fromCharCode(33 + ((state >>> 16) % 90));
  }).join('');
};

describe('the files of an archive', () => {
  const files = { 'a/one.out': LATENCY('1.25'), 'two.out': noise(5000), 'empty.out': '' };
  const zip = zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
  const stored = zipSync(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])),
    { level: 0 },
  );
  const plain = tar(Object.entries(files).map(([path, content]) => ({ path, content })));
  it.each([
    ['zip', zip],
    ['a zip that only stores', stored],
    ['tar', plain],
    ['tar.gz', gz(plain)],
  ])('come out of %s, whatever its name and the pieces it comes in', async (_what, bytes) => {
    const expected = Object.fromEntries(Object.entries(files).map(([name, text]) => [`x.out/${name}`, text]));
    for (const piece of [1, 511, 1_000_000]) {
      const { files: found, notes, faults, packed } = await openAll('x.out', bytes, LIMITS, piece);
      expect(found).toEqual(expected);
      expect([notes, faults]).toEqual([[], {}]);
      expect(packed).toEqual([...packed].sort((a, b) => a - b));
      expect(packed.at(-1)).toBeGreaterThan(bytes.length / 2);
      expect(packed.at(-1)).toBeLessThanOrEqual(bytes.length);
    }
  });

  it.each(['runs.tar.xz', 'runs.tar.bz2'])('come out of %s, which the tool wrote', async (name) => {
    expect(await outcome(name, fixture(name))).toEqual({
      files: {
        [`${name}/runs/deep/latency_r2.out`]: LATENCY('2.25'),
        [`${name}/runs/latency_r1.out`]: LATENCY('1.25'),
      },
      notes: [],
      faults: {},
    });
  });

  it.each([
    ['two.out.gz', joined(gz(LATENCY('1.25')), gz(LATENCY('1.25')))],
    ['two.out.xz', fixture('two.out.xz')],
    ['two.out.bz2', fixture('two.out.bz2')],
  ])('are joined where %s has several streams', async (name, bytes) => {
    for (const piece of [1, 1000])
      expect(await outcome(name, bytes, piece)).toEqual({
        files: { [`${name}/two.out`]: LATENCY('1.25').repeat(2) },
        notes: [],
        faults: {},
      });
  });

  it('are read as results, with their paths', async () => {
    const inner = zipSync({ 'lat.out': strToU8(LATENCY('1.25')) });
    const bytes = gz(tar([{ path: './sub/inner.zip', content: inner }]));
    const [read] = await readAll('run.tgz', bytes);
    expect(read?.report).toMatchObject({
      path: 'run.tgz/sub/inner.zip/lat.out',
      format: 'osu',
      partial: false,
    });
    expect(read?.found.rows.map(({ printed }) => printed)).toEqual(['1.25', '1.50', '1.75']);
  });

  it('of any names and contents are the same again', async () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,7}\.out$/);
    const content = fc.string({ maxLength: 3000 }).map((text) => `a ${text}`);
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(name, content, { maxKeys: 5, minKeys: 1 }),
        fc.integer({ min: 1, max: 4000 }),
        async (texts, piece) => {
          const entries = Object.entries(texts);
          const expected = Object.fromEntries(
            entries.map(([path, text]) => [`x/${path}`, Buffer.from(text).toString()]),
          );
          const packed = [
            gz(tar(entries.map(([path, text]) => ({ path, content: text })))),
            zipSync(Object.fromEntries(entries.map(([path, text]) => [path, strToU8(text)]))),
          ];
          for (const bytes of packed)
            expect((await openAll('x', bytes, LIMITS, piece)).files).toEqual(expected);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('tar', () => {
  it('has long names of ustar, pax and GNU', async () => {
    const long = `${'d'.repeat(120)}/${'n'.repeat(150)}.out`;
    const bytes = tar([
      { path: 'n.out', prefix: 'p'.repeat(150), content: '1' },
      { path: 'PaxHeaders/x', flag: 'x', content: pax({ path: `pax/µ/${long}`, mtime: '1.5' }) },
      { path: 'cut', content: '2' },
      { path: '././@LongLink', flag: 'L', content: `gnu/${long}\0` },
      { path: 'cut', content: '3' },
      { path: 'after.out', content: '4' },
    ]);
    expect((await openAll('t', bytes)).files).toEqual({
      [`t/${'p'.repeat(150)}/n.out`]: '1',
      [`t/pax/µ/${long}`]: '2',
      [`t/gnu/${long}`]: '3',
      't/after.out': '4',
    });
  });

  it('takes the size of a pax record, and sizes in base 256', async () => {
    const big = tar([{ path: 'x.out', content: 'hello' }]);
    big.set([0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5], 124);
    const sum = big.subarray(0, 512).reduce((s, byte, i) => s + (i >= 148 && i < 156 ? 32 : byte), 0);
    big.set(strToU8(`${sum.toString(8).padStart(6, '0')}\0 `), 148);
    expect((await openAll('t', big)).files).toEqual({ 't/x.out': 'hello' });
    const said = tar([
      { path: 'h', flag: 'x', content: pax({ size: '5' }) },
      { path: 'y.out', content: 'hello', size: '00000000000\0' },
    ]);
    expect((await openAll('t', said)).files).toEqual({ 't/y.out': 'hello' });
  });

  it('says what it skips: links, devices, sparse files', async () => {
    const { files, notes } = await openAll(
      't.tar',
      tar([
        { path: 'a.out', content: 'a' },
        { path: 'l1', flag: '2' },
        { path: 'l2', flag: '1' },
        { path: 'tty', flag: '3' },
        { path: 'sparse', flag: 'S', content: 'xyz' },
        { path: 'folder/', flag: '5' },
        { path: 'h', flag: 'x', content: pax({ 'GNU.sparse.major': '1' }) },
        { path: 'sparse2', content: 'xyz' },
        { path: 'z.out', content: 'z' },
      ]),
    );
    expect(files).toEqual({ 't.tar/a.out': 'a', 't.tar/z.out': 'z' });
    expect(notes.map(({ text }) => text)).toEqual([
      '2 links were skipped, for they hold no text of their own: l1, l2.',
      'A device was skipped, for it holds no text of its own: tty.',
      '2 sparse files were skipped, for they hold no text of their own: sparse, sparse2.',
    ]);
    expect(notes.some(({ bad }) => bad)).toBe(false);
  });

  it('is read up to a damaged header', async () => {
    const bytes = tar([
      { path: 'a.out', content: 'a' },
      { path: 'b.out', content: 'b' },
    ]);
    bytes[1024 + 3] = 99;
    const { files, notes } = await openAll('t.tar', bytes);
    expect(files).toEqual({ 't.tar/a.out': 'a' });
    expect(notes.map(({ path, bad, text }) => [path, bad, text])).toEqual([
      ['t.tar', true, 'The archive is damaged at byte 1,024: what stands from there on was not read.'],
    ]);
  });
});

describe('zip', () => {
  /** An entry as programs write it that cannot go back: lengths behind the bytes. */
  function withDescriptor(name: string, text: string): { local: Uint8Array; central: Uint8Array } {
    const packed = new Uint8Array(deflateRawSync(text));
    const whole = zipSync({ [name]: strToU8(text) });
    const at = whole.length - 22 - 46 - name.length;
    const central = whole.slice(at, at + 46 + name.length);
    const view = new DataView(central.buffer);
    const header = whole.slice(0, 30 + name.length);
    const head = new DataView(header.buffer);
    head.setUint16(6, 8, true);
    for (const field of [14, 18, 22]) head.setUint32(field, 0, true);
    const descriptor = new DataView(new ArrayBuffer(16));
    descriptor.setUint32(0, 0x08074b50, true);
    descriptor.setUint32(4, view.getUint32(16, true), true);
    descriptor.setUint32(8, packed.length, true);
    descriptor.setUint32(12, text.length, true);
    view.setUint16(8, 8, true);
    view.setUint32(20, packed.length, true);
    return { local: joined(header, packed, new Uint8Array(descriptor.buffer)), central };
  }

  const one = withDescriptor('one.out', LATENCY('1.25'));
  const two = withDescriptor('two.out', noise(3000));
  const twoAt = one.local.length;

  it('with data descriptors is read, also without its directory', async () => {
    new DataView(two.central.buffer).setUint32(42, twoAt, true);
    const end = new DataView(new ArrayBuffer(22));
    end.setUint32(0, 0x06054b50, true);
    end.setUint16(8, 2, true);
    end.setUint16(10, 2, true);
    end.setUint32(12, one.central.length + two.central.length, true);
    end.setUint32(16, one.local.length + two.local.length, true);
    const whole = joined(one.local, two.local, one.central, two.central, new Uint8Array(end.buffer));
    const files = { 'z/one.out': LATENCY('1.25'), 'z/two.out': noise(3000) };
    expect(await outcome('z', whole)).toEqual({ files, notes: [], faults: {} });
    const cut = whole.subarray(0, whole.length - 30);
    const atDirectory = await outcome('z', cut);
    expect([atDirectory.files, atDirectory.faults]).toEqual([files, {}]);
    expect(atDirectory.notes.map(({ text }) => text)).toEqual([
      'The zip is cut short or damaged: its directory is missing. What stood before the cut was read.',
    ]);
    const inSecond = await openAll('z', whole.subarray(0, twoAt + 1000));
    expect(inSecond.files['z/one.out']).toBe(LATENCY('1.25'));
    expect(noise(3000).startsWith(inSecond.files['z/two.out'] ?? '-')).toBe(true);
    expect(inSecond.files['z/two.out']?.length).toBeGreaterThan(500);
    expect(inSecond.faults['z/two.out']).toMatch(/cut short/);
  });

  it('of the 64-bit form is read', async () => {
    const text = LATENCY('1.25');
    const { local, central } = withDescriptor('one.out', text);
    const packed = new DataView(central.buffer).getUint32(20, true);
    const longs = (...values: readonly (number | bigint)[]) =>
      new Uint8Array(BigUint64Array.from(values, BigInt).buffer);
    const entry = new DataView(central.buffer);
    for (const field of [20, 24, 42]) entry.setUint32(field, 0xffffffff, true);
    entry.setUint16(30, 28, true);
    const directory = joined(central, Uint8Array.of(1, 0, 24, 0), longs(text.length, packed, 0));
    const end64 = joined(
      strToU8('PK\x06\x06'),
      longs(44),
      new Uint8Array(12),
      longs(1, 1, directory.length, local.length),
    );
    const locator = joined(
      strToU8('PK\x06\x07'),
      new Uint8Array(4),
      longs(local.length + directory.length),
      Uint8Array.of(1, 0, 0, 0),
    );
    const end = joined(
      strToU8('PK\x05\x06'),
      new Uint8Array(4),
      new Uint8Array(12).fill(255),
      new Uint8Array(2),
    );
    const bytes = joined(local, directory, end64, locator, end);
    expect(await outcome('z', bytes)).toEqual({ files: { 'z/one.out': text }, notes: [], faults: {} });
  });

  it('that is cut behind a stored zip in it is read from its beginning', async () => {
    const inner = zipSync({ 'in.out': strToU8('1') });
    const outer = zipSync({ 'a.out': strToU8('a'), 'in.zip': inner, 'z.out': strToU8('z') }, { level: 0 });
    const at = Buffer.from(outer).indexOf('z.out') - 30;
    const { files, notes } = await openAll('o', outer.subarray(0, at));
    expect(files).toEqual({ 'o/a.out': 'a', 'o/in.zip/in.out': '1' });
    expect(notes.map(({ path }) => path)).toEqual(['o']);
  });

  it('answers encrypted and unknown packing with a sentence per entry', async () => {
    const bytes = zipSync({ 'a.out': strToU8('a'), 'b.out': strToU8('b') });
    const locate = (name: string) => {
      const text = Buffer.from(bytes).toString('latin1');
      return [text.indexOf(name) - 30, text.lastIndexOf(name) - 46] as const;
    };
    const [, a] = locate('a.out');
    const [, b] = locate('b.out');
    bytes[a + 8] = 1;
    bytes[b + 10] = 93;
    expect((await openAll('z', bytes)).notes.map(({ path, text }) => [path, text])).toEqual([
      ['z/a.out', 'It is encrypted. Unpack the zip with its password and drop the files.'],
      ['z/b.out', 'It is packed by Zstandard, which is not opened here. Unpack the zip and drop the files.'],
    ]);
  });

  it('marks an entry whose checksum is wrong, and reads the others', async () => {
    const bytes = zipSync({ 'a.out': strToU8(LATENCY('1.25')), 'b.out': strToU8('b') }, { level: 0 });
    const at = Buffer.from(bytes).indexOf('1.25');
    bytes[at] = 0x39;
    const [a, b] = await readAll('z', bytes);
    expect(a?.report).toMatchObject({ path: 'z/a.out', partial: true, statuses: ['partial'] });
    expect(a?.report.problems.map(({ text }) => text)).toEqual([
      'The checksum does not match: the content is damaged.',
    ]);
    expect(b?.report).toMatchObject({ path: 'z/b.out', problems: [] });
  });
});

describe('an archive that is cut', () => {
  const big = noise(40_000);
  const whole = tar([
    { path: 'a.out', content: LATENCY('1.25') },
    { path: 'big.out', content: `${LATENCY('1.25')}${big}` },
  ]);
  const zipped = zipSync({
    'a.out': strToU8(LATENCY('1.25')),
    'big.out': strToU8(`${LATENCY('1.25')}${big}`),
  });
  it.each([
    ['tar', whole],
    ['tar.gz', gz(whole)],
    ['zip', zipped],
  ])('gives what stood before: %s', async (_what, bytes) => {
    const { files, faults, notes } = await openAll('c', HALF(bytes));
    expect(files['c/a.out']).toBe(LATENCY('1.25'));
    expect((LATENCY('1.25') + big).startsWith(files['c/big.out'] ?? '-')).toBe(true);
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
    const first = new TextEncoder().encode(LATENCY('1.25')).length;
    for (const bytes of [whole, gz(whole), zipped, fixture('runs.tar.xz'), fixture('runs.tar.bz2')])
      for (let i = 1; i < 25; i++) {
        const length = Math.floor((bytes.length * i) / 25);
        const { files, notes, faults } = await openAll('c', bytes.subarray(0, length));
        expect(notes.length + Object.keys(faults).length).toBeGreaterThan(0);
        if (bytes === whole && length > 512 + first) expect(files['c/a.out']).toBe(LATENCY('1.25'));
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
      { path: 'b.out', content: LATENCY('1.25') },
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

describe('limits', () => {
  const texts = async (path: string, bytes: Uint8Array, limits: Partial<typeof LIMITS>) =>
    (await openAll(path, bytes, { ...LIMITS, ...limits })).notes.map(({ path, text }) => `${path}: ${text}`);
  const some = tar(['a', 'b', 'c'].map((path) => ({ path, content: 'x' })));

  it('of the ratio stop a bomb, also in layers', async () => {
    const bomb = gz('x'.repeat(3_000_000));
    const says = /unpacks to more than 500 times its size/;
    expect((await texts('b.gz', bomb, { ratioFrom: 1_000_000 }))[0]).toMatch(says);
    expect((await texts('b.zip', zipSync({ 'b.gz': bomb }), { ratioFrom: 1_000_000 }))[0]).toMatch(says);
    expect((await openAll('b.gz', bomb, { ...LIMITS, ratioFrom: 1_000_000 })).files).toEqual({});
    expect(await texts('b.gz', bomb, {})).toEqual([]);
  });

  it('of the unpacked bytes', async () => {
    expect(await texts('b.gz', gz(noise(5000)), { unpacked: 2048 })).toEqual([
      'b.gz: The archive unpacks to more than 2 KiB: the rest was not read. Unpack it and drop a part of it.',
    ]);
  });

  it('of the entries', async () => {
    expect((await openAll('t', some, { ...LIMITS, entries: 2 })).files).toEqual({ 't/a': 'x', 't/b': 'x' });
    expect((await texts('t', some, { entries: 2 }))[0]).toMatch(/^t: The archive has more than 2 entries/);
    const inner = tar([{ path: 'inner.tar', content: some }]);
    expect((await texts('t', inner, { entries: 2 }))[0]).toMatch(/^t: The archive has more than 2 entries/);
  });

  it('of the depth', async () => {
    let bytes = gz('deep\n');
    for (let i = 0; i < 2; i++) bytes = zipSync({ 'in.zip': bytes });
    expect((await openAll('x', bytes)).files).toEqual({
      'x/in.zip/in.zip/in.zip': 'deep\n',
    });
    expect(await texts('x', zipSync({ 'in.zip': bytes }), {})).toEqual([
      'x/in.zip/in.zip/in.zip: This archive lies in 3 others: it was not opened. Unpack the outer ones and drop it.',
    ]);
  });

  it('of the path', async () => {
    const { files, notes } = await openAll(
      'z',
      zipSync({ ['d/'.repeat(600) + 'x']: strToU8('1'), y: strToU8('2') }),
    );
    expect(files).toEqual({ 'z/y': '2' });
    expect(notes[0]?.text).toMatch(/has 1,203 characters, more than 1,024: it was not read/);
  });

  it('of a zip inside an archive', async () => {
    const bytes = tar([
      { path: 'in.zip', content: zipSync({ a: strToU8(noise(3000)) }) },
      { path: 'b', content: 'b' },
    ]);
    const { files, notes } = await openAll('t', bytes, { ...LIMITS, held: 1024 });
    expect(files).toEqual({ 't/b': 'b' });
    expect(notes.map(({ path, text }) => [path, text])).toEqual([
      [
        't/in.zip',
        'A zip of over 1 KiB inside another archive is not opened. Unpack the outer one and drop it.',
      ],
    ]);
  });

  it('of names and attributes in a tar', async () => {
    const { notes } = await openAll('t', tar([{ path: 'x', flag: 'L', size: '77777777777\0' }]));
    expect(notes[0]?.text).toMatch(/name or attributes of over 1 MiB/);
  });
});

describe('names', () => {
  it('lead nowhere and are text', async () => {
    const names = ['../../etc/passwd', '/abs/x', 'C:\\runs\\a.out', './b//c', 'bell\x07.out'];
    const { files } = await openAll('t', tar(names.map((path) => ({ path, content: path }))));
    expect(Object.keys(files)).toEqual([
      't/etc/passwd',
      't/abs/x',
      't/C:/runs/a.out',
      't/b/c',
      't/bell\uFFFD.out',
    ]);
  });

  it('of file managers are passed over', async () => {
    const litter = ['__MACOSX/._a.out', '.DS_Store', 'sub/.DS_Store', 'sub/._b.out', 'Thumbs.db'];
    const bytes = zipSync(Object.fromEntries([...litter, 'a.out'].map((name) => [name, strToU8('1')])));
    expect(await outcome('z', bytes)).toEqual({ files: { 'z/a.out': '1' }, notes: [], faults: {} });
  });
});

describe('what is no archive, or an empty one', () => {
  it('is a file', async () => {
    for (const text of ['', 'BZh looks like it', 'PK', LATENCY('1.25')])
      expect(await outcome('a.zip', strToU8(text))).toEqual({
        files: { 'a.zip': text },
        notes: [],
        faults: {},
      });
  });

  it('is said to be empty', async () => {
    for (const bytes of [zipSync({}), tar([]), gz(tar([])), tar([{ path: 'd/', flag: '5' }])])
      expect((await openAll('e', bytes)).notes.map(({ text }) => text)).toEqual([
        'The archive is empty: it holds no file, or zero bytes only.',
      ]);
  });

  it('is refused as an .xz inside an .xz', async () => {
    const { files, notes } = await openAll('n.tar.xz', fixture('nested.tar.xz'));
    expect(files).toEqual({});
    expect(notes.map(({ path, text }) => [path, text])).toEqual([
      ['n.tar.xz/two.out.xz', 'An .xz inside another .xz is not opened. Decompress it first: xz -d FILE'],
    ]);
    expect((await openAll('two.xz', fixture('two.out.xz'))).notes).toEqual([]);
  });

  it('of a kind that is not opened gets what to do', async () => {
    const zstd = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0, 0);
    expect((await openAll('a.zst', zstd)).notes.map(({ text }) => text)).toEqual([
      'Packed by Zstandard, which is not opened here. Decompress it first: zstd -d FILE',
    ]);
  });
});
