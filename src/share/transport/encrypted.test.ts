import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isEncrypted } from '../../model/encrypted';
import { decryptWork, encryptWork } from './encrypted';

const HEAD = 64;
/** Bytes of a chunk in these tests, and of an encrypted one. */
const CHUNK = 1024;
const SEALED = CHUNK + 16;

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
const some = (length: number) => Uint8Array.from({ length }, (_, i) => (i * 31 + (i >> 8)) & 255);
const encrypted = async (length: number) => {
  const { file, key } = await encryptWork(some(length), 10);
  return { bytes: await bytesOf(file), key };
};
const opens = (bytes: Uint8Array<ArrayBuffer>, key: string) => decryptWork(new Blob([bytes]), key);

afterEach(() => vi.unstubAllGlobals());

describe('an encrypted work', () => {
  it('opens to the same bytes, whatever their length', async () => {
    const lengths = fc.oneof(fc.integer({ min: 0, max: 5 * CHUNK }), fc.constantFrom(0, 1, CHUNK, 3 * CHUNK));
    await fc.assert(
      fc.asyncProperty(lengths, async (length) => {
        const { bytes, key } = await encrypted(length);
        expect(isEncrypted(bytes)).toBe(true);
        expect(key).toMatch(/^[\w-]{43}$/);
        expect(await bytesOf(await opens(bytes, key))).toEqual(some(length));
      }),
      { numRuns: 40 },
    );
    const { file, key } = await encryptWork(new Blob([some(3 * 2 ** 20 + 5)]));
    const opened = await bytesOf(await decryptWork(file, ` ${key}\n`));
    expect(Buffer.compare(opened, some(3 * 2 ** 20 + 5))).toBe(0);
  });

  it('has another key and other bytes each time', async () => {
    const [one, other] = [await encrypted(100), await encrypted(100)];
    expect(one.key).not.toBe(other.key);
    expect(one.bytes.slice(16)).not.toEqual(other.bytes.slice(16));
    expect(one.bytes.slice(HEAD)).not.toEqual(other.bytes.slice(HEAD));
  });

  it('is refused when any byte is changed', async () => {
    const { bytes, key } = await encrypted(2 * CHUNK + 100);
    for (let at = 0; at < bytes.length; at++) {
      const changed = bytes.slice();
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
      await expect(opens(changed, key), `byte ${at}`).rejects.toThrow(/\.$/);
    }
  });

  it('is refused when it is cut anywhere, and said to be cut between chunks', async () => {
    const { bytes, key } = await encrypted(3 * CHUNK);
    for (const chunks of [1, 2]) {
      const cut = bytes.slice(0, HEAD + chunks * SEALED);
      await expect(opens(cut, key)).rejects.toThrow('This encrypted file is cut short.');
    }
    for (const length of [8, 40, HEAD, HEAD + 1, HEAD + 17, HEAD + SEALED - 1, HEAD + 2 * SEALED + 16])
      await expect(opens(bytes.slice(0, length), key)).rejects.toThrow(/cut short/);
    await expect(opens(bytes.slice(0, 7), key)).rejects.toThrow('no encrypted work');
  });

  it('is refused when its chunks change places, one is missing or one comes twice', async () => {
    const { bytes, key } = await encrypted(4 * CHUNK);
    const chunk = (i: number) => bytes.slice(HEAD + i * SEALED, HEAD + (i + 1) * SEALED);
    for (const order of [
      [1, 0, 2, 3],
      [0, 2, 1, 3],
      [3, 1, 2, 0],
      [0, 1, 3],
      [1, 2, 3],
      [0, 1, 1, 2, 3],
      [0, 0, 2, 3],
    ]) {
      const moved = new Blob([bytes.slice(0, HEAD), ...order.map(chunk)]);
      await expect(decryptWork(moved, key), order.join()).rejects.toThrow(/damaged/);
    }
  });

  it('is refused when something follows its end', async () => {
    const { bytes, key } = await encrypted(2 * CHUNK);
    const longer = new Blob([bytes, some(50)]);
    await expect(decryptWork(longer, key)).rejects.toThrow(
      'Something follows the end of this encrypted file.',
    );
    const { bytes: short, key: its } = await encrypted(100);
    await expect(decryptWork(new Blob([short, Uint8Array.of(0)]), its)).rejects.toThrow(/damaged/);
    // An empty last chunk of its own is no way to end a file.
    await expect(decryptWork(new Blob([bytes, bytes.slice(-16)]), key)).rejects.toThrow(/follows|damaged/);
  });

  it('tells a wrong key, what is no key, and a newer version', async () => {
    const { bytes, key } = await encrypted(10);
    const other = key.replace(/^./, (c) => (c === 'A' ? 'B' : 'A'));
    await expect(opens(bytes, other)).rejects.toThrow('This key does not open this file');
    for (const none of ['', 'password', `${key}A`, key.slice(1), `${key.slice(0, -1)}!`])
      await expect(opens(bytes, none)).rejects.toThrow('This is no key');
    const newer = bytes.slice();
    newer[8] = 2;
    await expect(opens(newer, key)).rejects.toThrow(
      'encrypted by a newer Fabriscope (version 2 of its form; this one reads 1)',
    );
  });

  it('says where it cannot be made or opened', async () => {
    const { bytes, key } = await encrypted(10);
    vi.stubGlobal('crypto', {});
    await expect(encryptWork(bytes)).rejects.toThrow('it came over plain http');
    await expect(opens(bytes, key)).rejects.toThrow('it came over plain http');
  });
});
