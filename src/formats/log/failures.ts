import type { RunStatus } from '../../model/vocabulary';

const FAILURES: readonly (readonly [RegExp, RunStatus, string])[] = [
  [
    /DUE TO TIME LIMIT|TERM_RUNLIMIT|job killed: walltime/i,
    'hung',
    'The job reached its time limit during this run.',
  ],
  [/(?:JOB|STEP) \S+ ON \S+ CANCELLED/, 'hung', 'The job was cancelled during this run.'],
  [/This test requires exactly two processes/, 'failed', 'The test needs exactly two processes.'],
  [/Please run this benchmark on more than 1 node/, 'failed', 'The test needs more than one node.'],
  [/osu_\w+\.c:\d+\] Error:/, 'failed', 'The benchmark stopped with an error.'],
  [
    /Test (?:NCCL|CUDA) failure|: Test failure |unhandled (?:cuda|system) error/,
    'failed',
    'The benchmark reported a failure.',
  ],
  [/MPI_ABORT was invoked|\bMPI_Abort\(/, 'failed', 'The program aborted.'],
  [
    /non-zero exit code|non-zero status|exited with exit code [1-9]|^exit(?: code)?\s*[=:]\s*[1-9]\d*\s*$/i,
    'failed',
    'The program ended with an error code.',
  ],
  [
    /exiting improperly|terminated by signal|exited on signal|BAD TERMINATION/i,
    'failed',
    'A process ended before its time.',
  ],
  [/Segmentation fault|\(core dumped\)|oom[-_]kill|Bus error/i, 'failed', 'A process was killed.'],
];

/** What a line says of a failed or hung program, or null. */
export function failureOf(text: string): { status: RunStatus; reason: string } | null {
  for (const [pattern, status, reason] of FAILURES) if (pattern.test(text)) return { status, reason };
  return null;
}
