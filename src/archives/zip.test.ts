import { deflateRawSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { joined, latency, noise, openAll, outcome, readAll } from '../testing/archives';

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

  it('that is an Excel workbook is named, not opened', async () => {
    const book = zipSync({
      '[Content_Types].xml': strToU8('<Types/>'),
      'xl/workbook.xml': strToU8('<workbook/>'),
      'xl/worksheets/sheet1.xml': strToU8('<worksheet/>'),
    });
    expect(await openAll('results.xlsx', book)).toMatchObject({
      files: {},
      notes: [
        {
          path: 'results.xlsx',
          text: 'An Excel workbook, which is not opened here: save the sheet with the results as CSV and drop that.',
          bad: true,
        },
      ],
    });
  });

  const one = withDescriptor('one.out', latency('1.25'));
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
    const files = { 'z/one.out': latency('1.25'), 'z/two.out': noise(3000) };
    expect(await outcome('z', whole)).toEqual({ files, notes: [], faults: {} });
    const cut = whole.subarray(0, whole.length - 30);
    const atDirectory = await outcome('z', cut);
    expect([atDirectory.files, atDirectory.faults]).toEqual([files, {}]);
    expect(atDirectory.notes.map(({ text }) => text)).toEqual([
      'The zip is cut short or damaged: its directory is missing. What stood before the cut was read.',
    ]);
    const inSecond = await openAll('z', whole.subarray(0, twoAt + 1000));
    expect(inSecond.files['z/one.out']).toBe(latency('1.25'));
    expect(noise(3000).startsWith(inSecond.files['z/two.out'] ?? '-')).toBe(true);
    expect(inSecond.files['z/two.out']?.length).toBeGreaterThan(500);
    expect(inSecond.faults['z/two.out']).toMatch(/cut short/);
  });

  it('of the 64-bit form is read', async () => {
    const text = latency('1.25');
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
    const bytes = zipSync({ 'a.out': strToU8(latency('1.25')), 'b.out': strToU8('b') }, { level: 0 });
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
