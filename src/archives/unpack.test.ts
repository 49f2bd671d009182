import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { fixture, gz, joined, latency, noise, openAll, outcome, readAll, tar } from '../testing/archives';
import { LIMITS } from './limits';

describe('the files of an archive', () => {
  const files = { 'a/one.out': latency('1.25'), 'two.out': noise(5000), 'empty.out': '' };
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
        [`${name}/runs/deep/latency_r2.out`]: latency('2.25'),
        [`${name}/runs/latency_r1.out`]: latency('1.25'),
      },
      notes: [],
      faults: {},
    });
  });

  it.each([
    ['two.out.gz', joined(gz(latency('1.25')), gz(latency('1.25')))],
    ['two.out.xz', fixture('two.out.xz')],
    ['two.out.bz2', fixture('two.out.bz2')],
  ])('are joined where %s has several streams', async (name, bytes) => {
    for (const piece of [1, 1000])
      expect(await outcome(name, bytes, piece)).toEqual({
        files: { [`${name}/two.out`]: latency('1.25').repeat(2) },
        notes: [],
        faults: {},
      });
  });

  it('are read as results, with their paths', async () => {
    const inner = zipSync({ 'lat.out': strToU8(latency('1.25')) });
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
    for (const text of ['', 'BZh looks like it', 'PK', latency('1.25')])
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
