import { KEY, type RunStatus } from '../model/vocabulary';
import type { Sink } from './format';
import { readLaunch } from './launch';
import { NoiseFilter } from './noise';

/** Longest value of a condition. */
const VALUE_LENGTH = 200;

/** Keys of conditions that content gives beyond those of the vocabulary. */
export const CONTENT_KEY = {
  nvls: 'NVLS',
  nvlsRequested: 'NVLS requested',
  pairs: 'pairs',
  program: 'program',
} as const;

/** Variables that are read, wherever they are set or echoed, and the condition each becomes. No other one is. */
const VARIABLES: Readonly<Record<string, string>> = {
  MV2_ENABLE_SHARP: KEY.sharpRequested,
  NCCL_COLLNET_ENABLE: KEY.sharpRequested,
  HCOLL_ENABLE_SHARP: KEY.sharpRequested,
  SHARP_COLL_ENABLE: KEY.sharpRequested,
  NCCL_NVLS_ENABLE: CONTENT_KEY.nvlsRequested,
  UCX_IB_AR_ENABLE: 'UCX_IB_AR_ENABLE',
  UCX_IB_SL: 'UCX_IB_SL',
  NCCL_IB_ADAPTIVE_ROUTING: 'NCCL_IB_ADAPTIVE_ROUTING',
  NCCL_IB_SL: 'NCCL_IB_SL',
  NCCL_ALGO: 'NCCL_ALGO',
  NCCL_PROTO: 'NCCL_PROTO',
  SHARP_COLL_ENABLE_SAT: 'SHARP_COLL_ENABLE_SAT',
  UCX_TLS: 'UCX_TLS',
  SLURM_JOB_ID: KEY.job,
  SLURM_JOB_NUM_NODES: KEY.nodes,
  SLURM_NNODES: KEY.nodes,
};
const SWITCHES: ReadonlySet<string> = new Set([KEY.sharpRequested, CONTENT_KEY.nvlsRequested]);
const NUMBERS: ReadonlySet<string> = new Set([KEY.nodes, KEY.job]);
const VARIABLE = new RegExp(
  `\\b(${Object.keys(VARIABLES).join('|')})(?:=| set by environment to |\\s+)["']?([\\w.,:^-]{1,40})`,
  'g',
);

/** A line that was read as being about the job, not about a number. */
export interface ContextLine {
  kind: 'understood' | 'skipped';
  /** The line ends what was printed before it: the run in hand is over. */
  closes: boolean;
  /** The line tells of a failure. */
  failure: { status: RunStatus; reason: string } | null;
  /** The line launches a program. */
  launches: boolean;
}

const UNDERSTOOD: ContextLine = { kind: 'understood', closes: false, failure: null, launches: false };
const CLOSES: ContextLine = { kind: 'skipped', closes: true, failure: null, launches: false };

/** The conditions of one run, from weakest to strongest: of the job, of the command, of log lines, of its own table. */
export class RunConditions {
  private readonly own = new Map<string, string>();
  private someOnly = false;

  constructor(
    private readonly job: ReadonlyMap<string, string>,
    private readonly command: ReadonlyMap<string, string>,
    private readonly evidence: Map<string, string>,
  ) {}

  /** What log lines show of the run. */
  get shown(): ReadonlyMap<string, string> {
    return this.evidence;
  }

  set(key: string, value: string): void {
    this.own.set(key, value);
  }

  /** A log line shows something of this run. */
  tell(key: string, value: string): void {
    this.evidence.set(key, value);
  }

  /** Only some processes of the job take part: the counts of the job and the command are not those of the run. */
  partOfJob(): void {
    this.someOnly = true;
  }

  /** Ranks, processes per node and nodes as far as they were said: runs that differ in them are no repeats. */
  counts(): string {
    return [KEY.ranks, KEY.ppn, KEY.nodes]
      .map((key) => this.own.get(key) ?? this.command.get(key) ?? this.job.get(key) ?? '')
      .join('/');
  }

  /**
   * Says all conditions of the run. `twoProcesses` = the test runs on exactly two processes whatever the job has, so
   * that the counts of the job are not those of the run.
   */
  emit(sink: Sink, run: number, twoProcesses: boolean): void {
    const counts: readonly string[] = [KEY.nodes, KEY.ppn, KEY.ranks];
    const all = new Map<string, string>();
    const commandCounts = counts.some((key) => this.command.has(key) || this.own.has(key));
    for (const [key, value] of this.job) {
      if ((twoProcesses || this.someOnly) && counts.includes(key)) continue;
      if (commandCounts && (key === KEY.ranks || key === KEY.ppn)) continue;
      all.set(key, value);
    }
    for (const [key, value] of this.command) if (!this.someOnly || !counts.includes(key)) all.set(key, value);
    for (const [key, value] of [...this.evidence, ...this.own]) all.set(key, value);
    if (twoProcesses && !all.has(KEY.ranks)) all.set(KEY.ranks, '2');
    const ranks = Number(all.get(KEY.ranks));
    const ppn = Number(all.get(KEY.ppn));
    if (ranks > 0 && ppn > 0 && !all.has(KEY.nodes)) all.set(KEY.nodes, String(Math.ceil(ranks / ppn)));
    const nodes = Number(all.get(KEY.nodes));
    if (ranks > 0 && nodes > 0 && !all.has(KEY.ppn) && ranks % nodes === 0) {
      all.set(KEY.ppn, String(ranks / nodes));
    }
    for (const [key, value] of all) sink.condition(run, key, value.slice(0, VALUE_LENGTH));
  }
}

/**
 * What the lines between tables say about the job: node counts, echoed commands, whitelisted variables, banners, log
 * lines that show SHARP or NVLS at work, failures. Shared by all text readers.
 */
export class JobContext {
  private readonly job = new Map<string, string>();
  private command = new Map<string, string>();
  private evidence = new Map<string, string>();
  private current: RunConditions | null = null;
  private noise = new NoiseFilter();
  /** Benchmark of the last echoed command that no run has begun from yet. */
  program: string | null = null;
  /** Line of that command. */
  programLine = 0;

  /** Whether a line that is neither of a table nor about the job is skipped by rule. */
  skips(text: string): boolean {
    return this.noise.skips(text);
  }

  /** Begins the conditions of a run. `before` = an earlier table of the same execution: what log lines showed holds on. */
  begin(before: RunConditions | null = null): RunConditions {
    this.noise = new NoiseFilter();
    const evidence = new Map([...(before?.shown ?? []), ...this.evidence]);
    this.current = new RunConditions(new Map(this.job), new Map(this.command), evidence);
    this.evidence = new Map();
    this.program = null;
    return this.current;
  }

  /** What comes now belongs to the next run. */
  close(): void {
    this.current = null;
  }

  /** Reads a line that is not part of a table; null when it is not about the job. */
  read(text: string, number: number): ContextLine | null {
    if (this.logLine(text)) return UNDERSTOOD;
    const launch = readLaunch(text);
    if (launch) {
      this.close();
      this.command = new Map();
      if (launch.ranks !== null) this.command.set(KEY.ranks, String(launch.ranks));
      if (launch.ppn !== null) this.command.set(KEY.ppn, String(launch.ppn));
      if (launch.nodes !== null) this.command.set(KEY.nodes, String(launch.nodes));
      this.variables(text, this.command);
      this.program = launch.program;
      this.programLine = number;
      return { kind: 'understood', closes: true, failure: null, launches: true };
    }
    const failure = failureOf(text);
    if (failure) return { kind: 'understood', closes: false, failure, launches: false };
    if (CLOSING.test(text)) {
      this.close();
      const repeat = /^Start run (\d+) of \d+/.exec(text);
      if (repeat?.[1]) this.job.set(KEY.repeat, repeat[1]);
      return repeat ? { ...UNDERSTOOD, closes: true } : CLOSES;
    }

    if (this.jobLine(text) || this.variables(text, this.job)) return UNDERSTOOD;
    if (this.banner(text)) {
      this.close();
      return { ...UNDERSTOOD, closes: true };
    }
    return null;
  }

  private variables(text: string, into: Map<string, string>): boolean {
    let any = false;
    for (const match of text.matchAll(VARIABLE)) {
      const name = match[1] ?? '';
      const value = (match[2] ?? '').replace(/[.,]$/, '');
      const key = VARIABLES[name] ?? name;
      if (NUMBERS.has(key) && !/^\d+$/.test(value)) continue;
      const told = SWITCHES.has(key) ? (/^(?:0|n|no|off|false)$/i.test(value) ? 'off' : 'on') : value;
      if (text.includes('set by environment to')) this.tell(key, told);
      else into.set(key, told);
      any = true;
    }
    return any;
  }

  /** Lines of logs that show what was really used. They belong to the run in hand, else to the next one. */
  private logLine(text: string): boolean {
    for (const [pattern, key, value] of EVIDENCE) {
      if (!pattern.test(text)) continue;
      this.tell(key, value);
      return true;
    }
    for (const [pattern, key, name] of VERSIONS) {
      const version = pattern.exec(text)?.[1];
      if (version === undefined) continue;
      if (name === '') this.tell(key, version);
      else this.job.set(key, `${name} ${version}`);
      return true;
    }
    return false;
  }

  private tell(key: string, value: string): void {
    if (this.current) this.current.tell(key, value);
    else this.evidence.set(key, value);
  }

  private jobLine(text: string): boolean {
    let any = false;
    for (const [pattern, ...keys] of JOB_LINES) {
      const match = pattern.exec(text);
      if (!match) continue;
      keys.forEach((key, index) => {
        const value = match[index + 1];
        if (value !== undefined) this.job.set(key, value);
      });
      any = true;
    }
    return any;
  }

  private banner(text: string): boolean {
    if (!BANNER.test(text)) return false;
    let any = false;
    for (const [pattern, key] of BANNER_SWITCHES) {
      const word = pattern.exec(text)?.[1];
      if (word === undefined) continue;
      this.job.set(key, /^(?:on|enabled|yes)$/i.test(word) ? 'on' : 'off');
      any = true;
    }
    return any;
  }
}

const CLOSING =
  /^(?:real|user|sys)\s+\d|^METRICS OPERATOR |^(?:Start|End) run \d+|^exit(?: code)?\s*[=:]\s*0\s*$|^\s*Completed\s*:/;

const JOB_LINES: readonly (readonly [RegExp, ...string[]])[] = [
  [/^\s*Number of nodes\s*:\s*(\d+)/i, KEY.nodes],
  [/^\s*Nodes\s*[:=]\s*(\d+)\s*$/i, KEY.nodes],
  [/^\s*Ranks\s*:\s*(\d+)\s*\((\d+) per node\)/i, KEY.ranks, KEY.ppn],
  [/^Number of tasks \(nproc on one node\) is (\d+)/, KEY.ppn],
  [/^Number of tasks total \(across (\d+) nodes\) is (\d+)/, KEY.nodes, KEY.ranks],
  [/^METADATA START \{"pods":(\d+)/, KEY.nodes],
  [/\|\s*job (\d+)\s*$/, KEY.job],
];

const BANNER = /^\s*(?:[%=*#-]{3,}|RUN\b)/;
const BANNER_SWITCHES: readonly (readonly [RegExp, string])[] = [
  [/\bSHARP\s*[:=]?\s*(ON|OFF|enabled|disabled)\b/i, KEY.sharp],
  [/\b(?:AR|adaptive[ _-]routing)\s*[:=]?\s*(ON|OFF|enabled|disabled)\b/i, KEY.ar],
];

const EVIDENCE: readonly (readonly [RegExp, string, string])[] = [
  [
    /SHARP coll init error|Cannot create SHARP job|SHARP.{0,40}(?:not available|failed|disabled)/i,
    KEY.sharpEffective,
    'off',
  ],
  [
    /via COLLNET\/SHARP|\bINFO (?:\[group#:\d+\]|sharp_job_id:|tree_info:)|tree_type:(?:LLT|SAT)/,
    KEY.sharpEffective,
    'on',
  ],
  [/NVLS multicast support is not available/, CONTENT_KEY.nvls, 'off'],
  [/Connected NVLS tree|NVLS comm 0x|Algo NVLS/, CONTENT_KEY.nvls, 'on'],
];

/** Log line → condition; with a name the version goes to the whole job (`MPI`), without to the run (`NCCL`). */
const VERSIONS: readonly (readonly [RegExp, string, string])[] = [
  [/\bNCCL version (\d+\.\d+\.\d+)/, 'NCCL', ''],
  [/^RCCL version\s*:\s*(\d+\.\d+\.\d+)/, 'RCCL', ''],
  [/Intel\(R\) MPI Library[^\d]*Version (\d{4}(?:\.\d+)*)/, KEY.mpi, 'Intel MPI'],
  [/^(?:mpirun|mpiexec) \(Open MPI\) (\d+\.\d+\.\d+)/, KEY.mpi, 'Open MPI'],
  [/^\s*MVAPICH2?[- ](?:Version\s*:?\s*)?(\d+\.\d+(?:\.\d+)?)/i, KEY.mpi, 'MVAPICH'],
  [/^\s*MPICH Version:\s*(\d+\.\d+(?:\.\d+)?)/, KEY.mpi, 'MPICH'],
];

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
