import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildWasm, CRATE, MODULE } from './build-wasm';
import { hasWasmTarget, pinnedVersion } from './testing/toolchain';

test.skipIf(!hasWasmTarget())(
  `the committed module is what Rust ${pinnedVersion()} makes of the crate, built in another place (absent: skipped)`,
  () => {
    const directory = mkdtempSync(join(tmpdir(), 'estimator-elsewhere-'));
    try {
      const copy = join(directory, 'some', 'crate');
      cpSync(CRATE, copy, { recursive: true, filter: (path) => !path.endsWith('/target') });
      buildWasm(copy, join(directory, 'out.wasm'));
      expect(readFileSync(join(directory, 'out.wasm')).equals(readFileSync(MODULE))).toBe(true);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  },
  120_000,
);

test('the committed module names no place of the machine it was built on', () => {
  const text = readFileSync(MODULE).toString('latin1');
  expect(text).not.toMatch(/\/(home|root|Users|work|tmp)\//);
});
