/** The estimator in a browser: module and worker are part of the bundle, so that it also runs from a file. */
import dataUrl from './estimator.wasm?url&inline';
import EstimatorWorker from './worker-browser?worker&inline';
import { browserWire } from '../worker/browser';
import { EstimatorPool } from './pool';
import type { EstimatorProtocol } from './protocol';

/** The bytes of `estimator.wasm`, decoded from the bundle (a fetch of a data URL would need a wider policy). */
export function moduleBytes(): Uint8Array<ArrayBuffer> {
  const text = atob(dataUrl.slice(dataUrl.indexOf(',') + 1));
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** A pool of workers; by default one less than the machine has cores, at least one, at most eight. */
export function browserPool(
  size = Math.min(8, Math.max(1, navigator.hardwareConcurrency - 1)),
): EstimatorPool {
  return new EstimatorPool(moduleBytes(), spawn, size);
}

const spawn = () => browserWire<EstimatorProtocol>(new EstimatorWorker({ name: 'estimator' }));
