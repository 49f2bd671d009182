/** Builds matrix.wasm from the crate as the estimator's is built: `npx tsx src/matrix/build-wasm.ts`. */
import { dirname, join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { buildWasm } from '../estimator/build-wasm';

const here = dirname(fileURLToPath(import.meta.url));
/** Where the crate is. */
export const CRATE = join(here, 'crate');
/** The committed module. */
export const MODULE = join(here, 'matrix.wasm');
/** What cargo calls it. */
export const NAME = 'matrix.wasm';

if (argv[1] === fileURLToPath(import.meta.url)) buildWasm(CRATE, MODULE, NAME);
