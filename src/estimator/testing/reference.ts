/** Access to the reference vectors, which are not part of the project: tests skip visibly without them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A row of `index.json`. */
export interface ReferenceRow {
  net: string;
  routing: string;
  pattern: string;
  n_pairs: number;
  n_phases: number;
  sum_load: number;
  max_load: number;
  mean_inv_c: number;
  hist_c: Record<string, number>;
  sum_phase_max_c: number;
  mean_b: number;
  min_b: number;
  mean_maxmin?: number;
  min_maxmin?: number;
  fnv_c: string;
  fnv_load: string;
}

/** A row of `index.json` for fluid splitting. */
export interface FluidRow {
  net: string;
  pattern: string;
  n_pairs: number;
  mean_b: number;
  min_b: number;
  sum_load: number;
  max_util: number;
  mean_maxmin?: number;
  min_maxmin?: number;
}

/** The directory of the reference vectors, or null. */
export function referenceDirectory(): string | null {
  const given = process.env.FABRISCOPE_DATA;
  const roots = given ? [given] : ['../shared/data', '../../shared/data'];
  return roots.map((root) => join(root, 'estimator-ref')).find((dir) => existsSync(dir)) ?? null;
}

/** Bytes of a file of a net, unpacked; null if it does not exist. */
export function netFile(directory: string, net: string, name: string): Uint8Array<ArrayBuffer> | null {
  const path = join(directory, 'nets', net, `${name}.gz`);
  return existsSync(path) ? new Uint8Array(gunzipSync(readFileSync(path))) : null;
}

/** Text of a file of a net, unpacked; null if it does not exist. */
export function netText(directory: string, net: string, name: string): string | null {
  const bytes = netFile(directory, net, name);
  return bytes ? new TextDecoder().decode(bytes) : null;
}

/** A JSON file of the reference directory, as the type its README describes. */
export function referenceJson<T>(directory: string, name: string): T {
  return JSON.parse(readFileSync(join(directory, name), 'utf8')) as T;
}
