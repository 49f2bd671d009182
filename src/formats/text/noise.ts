/**
 * Lines of libraries, launchers, schedulers and shells that stand in and between result tables and are skipped by
 * rule. One place for all text formats.
 */

const NOISE: readonly RegExp[] = [
  // UCX, UCC, HCOLL, SHARP: [time] [host:pid:tid] file.c:line UCX WARN …; [host:0:pid - file.c:line][time] INFO …
  /^\[\d+\.\d+\] \[[^\]]*\]\s/,
  /^\[[^\]\s]+:\d+:\d+[^\]]*\](?:\[[^\]]*\])?\s*(?:\[\w+\]|INFO|WARN|ERROR|DEBUG|\S+\.c:\d+)/,
  /\bsharp_?(?:coll|d|am)?\b.*\b(?:error|init|job|tree)\b/i,
  // NCCL and RCCL: host:pid:tid [0] NCCL INFO …
  /\bNCCL (?:INFO|WARN|TRACE|CALL|ABORT|ERROR)\b/,
  /^NCCL version /,
  /^(?:RCCL version|HIP version|ROCm version|Hostname|Librccl path)\s*:/,
  // verbs, fabrics, MPI libraries
  /^libibverbs: /,
  /^(?:libfabric|librdmacm|ibv_\w+|PSM\d?|hfi|opa)[:\s]/,
  /^(?:MPICH|MVAPICH2?|HYDU?_|PMI|PSP|Cray)\b/,
  /^\[\d+\] (?:MPI startup\(\)|MPID?_|DAPL)/,
  /^(?:Open MPI|OMPI|PRRTE|PMIx|ORTE|mpirun|mpiexec|prterun|orterun)\b.*[:]/i,
  /^\[[\w.-]+:\d+\] /,
  /^\s*(?:Local host|Local device|Local port|Local adapter|Device name|Device vendor ID|Default device|Component|Node|Host|Framework|Error|Reason|Process name|Exit code|PID|Remote host|Hostname):\s/,
  /^(?:Primary job\s+terminated normally|a non-zero exit code|the job to be terminated)\b/,
  // schedulers
  /^(?:slurmstepd|srun|salloc|sbatch|jsrun|aprun|flux-\w+|PBS|qsub|scontrol)\b.*:/i,
  /^\[\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.\d]*\] error: /,
  /^error:\s+(?:mpi\/)?pmi/i,
  /^(?:JobId|Job ID|Submitted batch job|SLURM_|NodeList|Partition)\b/i,
  // shells: traces, time, modules
  /^\++ /,
  /^(?:real|user|sys)\s+\d/,
  /^\s*\d+(?:\.\d+)?user \d+(?:\.\d+)?system/,
  /^(?:Loading|Unloading|The following have been reloaded|Currently Loaded)\b/,
  // job frameworks
  /^METRICS OPERATOR /,
  /^METADATA (?:START|END)/,
  /^(?:Sleeping for|Starting to look for|Done finding|Hostlist)\b/,
  /^\s*\d{1,3}(?:\.\d{1,3}){3}\s*$/,
  /^(?:Start|End|Started|Ended|Completed|Begin|Finished|Date)\b.*\d/,
  /^\s*(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]* .*\d\d:\d\d:\d\d/,
  /^exit(?: code)?\s*[=:]\s*\d+\s*$/i,
  // mpirun maps and bindings
  /^\s*Data for (?:JOB|node)\b/,
  /^\s*Process (?:OMPI|PRRTE) jobid: /,
  /^\s+\S+: flags=0x/,
  /^\s*(?:\S+ )?MCW rank \d+ /,
  // core dumps that follow a failure
  /^\s*\[ ?\d+\] \S+\(.*\)\s*\[0x/,
  /^\s*\d+ +\S+\(\S*\+0x[0-9a-f]+\)/,
];

/** Words that make an environment listing: `NAME=value` in capitals, `export NAME=…`. Never stored. */
const ENVIRONMENT = /^\s*(?:(?:export|declare -x|setenv)\s+\w+|[A-Z_][A-Z0-9_]*)=/;

/** A rule, also with a title in it: `======`, `=== title ===`. The line comes without blanks around it. */
function isRule(line: string): boolean {
  return /^[-=*#%+_~─]{3}/.test(line) && /[-=*#%+_~─]{3}$/.test(line);
}

/** Whether a line is known not to be of a result table, so that it is skipped by rule. */
export function isNoise(line: string): boolean {
  const text = line.trim();
  if (text === '' || isRule(text)) return true;
  if (ENVIRONMENT.test(line)) return true;
  return NOISE.some((pattern) => pattern.test(line));
}

/** Most lines that a box of Open MPI holds. */
const BOX_LINES = 40;

/** Skips noise and what stands between the two rules of 70 to 80 dashes of an Open MPI message. */
export class NoiseFilter {
  private left = 0;

  /** Whether a line that no reader understands is skipped by rule. */
  skips(line: string): boolean {
    if (/^\s*-{70,80}\s*$/.test(line)) {
      this.left = this.left > 0 ? 0 : BOX_LINES;
      return true;
    }
    if (this.left === 0) return isNoise(line);
    this.left--;
    return true;
  }
}
