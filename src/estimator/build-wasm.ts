/**
 * Builds estimator.wasm from the crate with the pinned toolchain: `npx tsx src/estimator/build-wasm.ts`. The bytes
 * do not depend on where the crate, the toolchain or the output are.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { argv, env } from 'node:process';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
/** Where the crate is. */
export const CRATE = join(here, 'crate');
/** The committed module. */
export const MODULE = join(here, 'estimator.wasm');

/** Builds the crate at `crate`, whose module cargo calls `name`, into the file `out`; throws with cargo's own words if that fails. */
export function buildWasm(crate: string, out: string, name = 'estimator.wasm'): void {
  const target = mkdtempSync(join(tmpdir(), 'wasm-build-'));
  const flags = [
    '-Ctarget-feature=+simd128',
    // Loop strength reduction hides constant distances, which a load could hold, in sums of their own.
    '-Cllvm-args=-disable-lsr',
    `--remap-path-prefix=${realpathSync(crate)}=/crate`,
    `--remap-path-prefix=${env.CARGO_HOME ?? join(homedir(), '.cargo')}=/cargo`,
  ];
  const args = ['build', '--release', '--locked', '--quiet', '--target', 'wasm32-unknown-unknown'];
  try {
    const { status, stderr } = spawnSync('cargo', [...args, '--target-dir', target], {
      cwd: crate,
      encoding: 'utf8',
      env: { ...env, CARGO_ENCODED_RUSTFLAGS: flags.join('\x1f') },
    });
    if (status !== 0) throw new Error(`cargo could not build ${name}: ${stderr}`);
    copyFileSync(join(target, 'wasm32-unknown-unknown', 'release', name), out);
  } finally {
    rmSync(target, { recursive: true, force: true });
  }
}

if (argv[1] === fileURLToPath(import.meta.url)) buildWasm(CRATE, MODULE);
