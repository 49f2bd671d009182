// Builds estimator.wasm from the crate with the pinned toolchain: npx tsx src/estimator/build-wasm.ts [OUT]
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const crate = join(here, 'crate');
const out = process.argv[2] ?? join(here, 'estimator.wasm');
const target = mkdtempSync(join(tmpdir(), 'estimator-'));
const cargoHome = process.env.CARGO_HOME ?? join(homedir(), '.cargo');
const flags = [
  '-Ctarget-feature=+simd128',
  `--remap-path-prefix=${crate}=/crate`,
  `--remap-path-prefix=${cargoHome}=/cargo`,
];
try {
  const { status } = spawnSync(
    'cargo',
    ['build', '--release', '--locked', '--target', 'wasm32-unknown-unknown', '--target-dir', target],
    { cwd: crate, stdio: 'inherit', env: { ...process.env, RUSTFLAGS: flags.join(' ') } },
  );
  if (status !== 0) process.exit(1);
  copyFileSync(join(target, 'wasm32-unknown-unknown', 'release', 'estimator.wasm'), out);
} finally {
  rmSync(target, { recursive: true, force: true });
}
