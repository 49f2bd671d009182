/** Benchmarks of `osuJob`. */
export const OSU_PROGRAMS: readonly string[];

/** The log of a job that runs one OSU collective again and again. */
export function osuJob(of: {
  program: string;
  nodes: number;
  ar: boolean;
  runs: number;
  seed: number;
}): string;
