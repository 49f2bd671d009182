/** Which Rust tools are here; tests that need them skip visibly without. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CRATE } from '../build-wasm';

/** Output of a command, or null if it failed or is not there. Never lets rustup download anything. */
function output(command: string, args: string[]): string | null {
  const env = { ...process.env, RUSTUP_AUTO_INSTALL: '0' };
  const run = spawnSync(command, args, { cwd: CRATE, encoding: 'utf8', env });
  return run.status === 0 ? run.stdout.trim() : null;
}

/** The pinned compiler's version. */
export function pinnedVersion(): string {
  const toml = readFileSync(join(CRATE, 'rust-toolchain.toml'), 'utf8');
  return /channel = "(.+)"/.exec(toml)?.[1] ?? '';
}

/** True if exactly the pinned compiler is what cargo would use here. */
export function hasCompiler(): boolean {
  return (
    output('rustc', ['--version'])?.split(' ')[1] === pinnedVersion() &&
    output('cargo', ['--version']) !== null
  );
}

/** True if that compiler can build for wasm. */
export function hasWasmTarget(): boolean {
  const library = output('rustc', ['--print', 'target-libdir', '--target', 'wasm32-unknown-unknown']);
  return hasCompiler() && library !== null && existsSync(library);
}
