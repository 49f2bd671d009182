/** The committed module, for tests in Node. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createEstimator, type Estimator } from '../core';

/** A new estimator from the committed wasm. */
export async function testEstimator(): Promise<Estimator> {
  return createEstimator(readFileSync(fileURLToPath(new URL('../estimator.wasm', import.meta.url))));
}
