import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { openAll, pax, tar } from '../testing/archives';
import { isTarHead } from './tar';

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

  it('takes a checksum of signed bytes, as of old writers, and no other', async () => {
    const bytes = tar([{ path: 'µÿ.out', content: 'hello' }]);
    // The name of the owner. 127 is the last byte that both count alike.
    bytes.set([127, 128, 255], 265);
    const plain = [...bytes.subarray(0, 512)].map((byte, i) => (i >= 148 && i < 156 ? 32 : byte));
    const sum = plain.reduce((total, byte) => total + (byte > 127 ? byte - 256 : byte), 0);
    const sealed = (checksum: number) => {
      const changed = bytes.slice();
      changed.set(strToU8(`${checksum.toString(8).padStart(6, '0')}\0 `), 148);
      return changed;
    };
    expect((await openAll('t', sealed(sum))).files).toEqual({ 't/µÿ.out': 'hello' });
    expect(isTarHead(sealed(sum))).toBe(true);
    for (const wrong of [sum - 1, sum + 1, sum + 128]) expect(isTarHead(sealed(wrong))).toBe(false);
  });

  it('is told by its head: a header, or zeros, of a whole block', () => {
    const head = tar([{ path: 'a.out' }]).subarray(0, 512);
    expect([head, new Uint8Array(512), head.subarray(0, 511), new Uint8Array(511)].map(isTarHead)).toEqual([
      ...[true, true],
      ...[false, false],
    ]);
    // A header without a name is none.
    const nameless = tar([{ path: '' }]).subarray(0, 512);
    expect(isTarHead(nameless)).toBe(false);
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
