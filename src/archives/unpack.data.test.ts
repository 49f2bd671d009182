import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { openAll, readAll, tar } from '../testing/archives';
import { collect, memorySource } from '../testing/collect';
import { dataFiles, describeWithData } from '../testing/data';

/** Larger ones take long and show nothing more. */
const LIMIT = 1024 * 1024;

describeWithData('real files', (root) => {
  const bytesOf = (name: string) => new Uint8Array(readFileSync(join(root, name)));

  it('packed by gzip are unpacked as zlib does it', async () => {
    const names = dataFiles('generated').filter((name) => name.endsWith('.gz'));
    let compared = 0;
    for (const name of names) {
      const bytes = bytesOf(name);
      if (bytes.length > LIMIT / 8) continue;
      const { files, notes } = await openAll('x.gz', bytes, undefined, 65_536);
      expect(notes, name).toEqual([]);
      expect(files['x.gz/x'], name).toBe(gunzipSync(bytes).toString());
      compared++;
    }
    expect(compared).toBeGreaterThan(names.length / 2);
  });

  it('give the same runs and numbers from a zip and a tar.gz as by themselves', async () => {
    const names = dataFiles('real/osu')
      .filter((name) => bytesOf(name).length < LIMIT)
      .filter((name) => !name.endsWith('.gz'))
      .slice(0, 40);
    expect(names.length).toBeGreaterThan(0);
    const alone = [];
    for (const name of names) alone.push(await collect(memorySource(name, bytesOf(name))));
    const zip = zipSync(Object.fromEntries(names.map((name) => [name, bytesOf(name)])));
    const tgz = new Uint8Array(gzipSync(tar(names.map((path) => ({ path, content: bytesOf(path) })))));
    for (const bytes of [zip, tgz]) {
      const packed = await readAll('a', bytes);
      expect(packed.map(({ report }) => report)).toEqual(
        alone.map(({ report }) => ({ ...report, path: `a/${report.path}` })),
      );
      expect(packed.map(({ found }) => found.rows)).toEqual(alone.map(({ found }) => found.rows));
    }
  });
});
