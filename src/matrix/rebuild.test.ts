import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildWasm } from '../estimator/build-wasm';
import { hasWasmTarget, pinnedVersion } from '../estimator/testing/toolchain';
import { CRATE, MODULE, NAME } from './build-wasm';

test.skipIf(!hasWasmTarget())(
  `the committed module is what Rust ${pinnedVersion()} makes of the crate, built in another place (absent: skipped)`,
  () => {
    const directory = mkdtempSync(join(tmpdir(), 'matrix-elsewhere-'));
    try {
      const copy = join(directory, 'some', 'crate');
      cpSync(CRATE, copy, { recursive: true, filter: (path) => !path.endsWith('/target') });
      buildWasm(copy, join(directory, 'out.wasm'), NAME);
      expect(readFileSync(join(directory, 'out.wasm')).equals(readFileSync(MODULE))).toBe(true);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  },
  120_000,
);
