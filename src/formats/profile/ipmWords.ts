import type { Sample } from '../format';
import { READ_LENGTH } from '../text/lines';

/** Calls whose `orank` is the receiver of a message. */
export const SENDS: ReadonlySet<string> = new Set([
  'MPI_Send',
  'MPI_Ssend',
  'MPI_Rsend',
  'MPI_Bsend',
  'MPI_Isend',
  'MPI_Issend',
  'MPI_Irsend',
  'MPI_Ibsend',
  'MPI_Sendrecv',
  'MPI_Sendrecv_replace',
]);

/** Figures of a rank: attribute of `<perf>`, key and unit of the profile, and what the printed number is multiplied by. */
export const PERF = [
  ['wtime', 'wall time', 's', 1],
  ['utime', 'user time', 's', 1],
  ['stime', 'system time', 's', 1],
  ['mtime', 'MPI time', 's', 1],
  ['gflop', 'Gflop', 'Gflop', 1],
  // IPM divides the bytes by 1024³ and calls it gbyte.
  ['gbyte', 'memory', 'B', 1024 ** 3],
] as const;

/** The same of a region in a rank: attributes of `<region>`. */
export const REGION_TIMES = [
  ['wtime', 'region wall time'],
  ['mtime', 'region MPI time'],
] as const;

/** Elements that are read, and those that hold nothing for a profile of communication. */
export const READ: ReadonlySet<string> = new Set([
  'ipm_job_profile',
  'task',
  'job',
  'host',
  'perf',
  'cmdline',
  'regions',
  'region',
  'func',
  'hash',
  'hent',
]);
export const SKIPPED: ReadonlySet<string> = new Set([
  'calltable',
  'section',
  'entry',
  'modules',
  'module',
  'switch',
  'env',
  'hpm',
  'exec',
  'counters',
  'counter',
  'ru_s_ti',
  'ru_s_tf',
  'ru_c_ti',
  'ru_c_tf',
  'call_mask',
  'ct_mask',
  'ri_mask',
  'internal',
]);

/** How IPM logs message sizes; said of every matrix that comes from it. */
export const ROUNDED = 'rounded down by IPM to 3 significant bits';
/** Σ size × count over the log of a call may differ from what its summary prints (5 digits) by this part. */
export const SUMMARY_DIGITS = 1e-3;

/** Start of the first job in the file: seconds since 1970 in its first <job>. */
export function startOf({ lines }: Sample): string | null {
  const job = lines.find((line) => line.includes('<job '));
  const seconds = /\sstart="(\d{9,11})"/.exec((job ?? '').slice(0, READ_LENGTH))?.[1];
  return seconds === undefined ? null : new Date(Number(seconds) * 1000).toISOString();
}

/** A number as IPM writes it; null for anything else. */
export function decimal(text: string | null | undefined): number | null {
  if (text === null || text === undefined || !/^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*$/.test(text))
    return null;
  return Number(text);
}

/** A rank or a count; null for anything else. */
export function whole(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}
