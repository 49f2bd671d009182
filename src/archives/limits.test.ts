import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { gz, noise, openAll, tar } from '../testing/archives';
import { LIMITS } from './limits';

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
