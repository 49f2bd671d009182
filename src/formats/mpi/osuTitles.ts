/** Titles of OSU micro-benchmarks and the programs that print them. */

/** What a title line says. */
export interface Title {
  /** Name of the program: `osu_allreduce`. */
  program: string;
  version: string | null;
  /** `CUDA`, `ROCM`, `OPENACC`, or null. */
  accelerator: string | null;
  /** `OSU`, for the Python version `OMB-Py`, for our own benchmark of the sample studies its name. */
  suite: 'OSU' | 'OMB-Py' | typeof SAMPLE_SUITE;
}

/** The benchmark that made the measured samples: not OSU's, but its tables have the same layout. */
export const SAMPLE_SUITE = 'Fabriscope sample benchmark (OSU layout)';

const TITLE =
  /^[#\s]*(?:(O?SU|OMB[- ]Py(?:thon)?|Fabriscope)\s+)?(MPI|NCCL|RCCL|XCCL|OpenSHMEM|OSHM|UPC\+\+|UPC|UPCXX)(?:-(\w+))?[\s_]+(.{2,80}?)\s+Test(?:\s+v(\d[\w.]*))?\s*$/;

const PLAIN: Readonly<Record<string, string>> = {
  latency: 'latency',
  bandwidth: 'bw',
  'bi-directional bandwidth': 'bibw',
  'multi latency': 'multi_lat',
  'multi-threaded latency': 'latency_mt',
  'multi-process latency': 'latency_mp',
  'multiple bandwidth / message rate': 'mbw_mr',
  'put latency': 'put_latency',
  'put bandwidth': 'put_bw',
  'put bi-directional bandwidth': 'put_bibw',
  'get latency': 'get_latency',
  'get bandwidth': 'get_bw',
  'accumulate latency': 'acc_latency',
  'get accumulate latency': 'get_acc_latency',
  'fetch and op latency': 'fop_latency',
  'compare and swap latency': 'cas_latency',
  'hello world': 'hello',
  init: 'init',
};

const COLLECTIVES: Readonly<Record<string, string>> = {
  'all-to-all personalized exchange': 'alltoall',
  'all-to-allv personalized exchange': 'alltoallv',
  'all-to-allw personalized exchange': 'alltoallw',
  'all-to-all': 'alltoall',
  'all-to-allv': 'alltoallv',
  'all-to-allw': 'alltoallw',
  allgather: 'allgather',
  allgatherv: 'allgatherv',
  allreduce: 'allreduce',
  alltoall: 'alltoall',
  alltoallv: 'alltoallv',
  alltoallw: 'alltoallw',
  barrier: 'barrier',
  broadcast: 'bcast',
  bcast: 'bcast',
  gather: 'gather',
  gatherv: 'gatherv',
  reduce: 'reduce',
  'reduce scatter': 'reduce_scatter',
  'reduce scatter block': 'reduce_scatter_block',
  scatter: 'scatter',
  scatterv: 'scatterv',
};

/** Programs that run on exactly two processes. */
const TWO_PROCESSES = new Set(
  'latency bw bibw latency_mt latency_mp put_latency put_bw put_bibw get_latency get_bw acc_latency get_acc_latency fop_latency cas_latency'
    .split(' ')
    .map((name) => `osu_${name}`),
);

/** Whether a program runs on exactly two processes, whatever the job has. */
export function runsOnTwo(program: string): boolean {
  return TWO_PROCESSES.has(program);
}

/**
 * Reads a title line: `# OSU MPI-CUDA Allreduce Latency Test v5.7`, also with a doubled or damaged start (`# # OSU`,
 * `# SU MPI`). Without `OSU` before it (small Python versions print `# MPI Latency Test`) only a known name counts.
 */
export function readTitle(line: string): Title | null {
  if (!line.includes('Test')) return null;
  const match = TITLE.exec(line);
  if (!match) return null;
  const [, suite, library = '', accelerator, name = '', version] = match;
  const known = programOf(name, library);
  if (suite === undefined && (!known || !line.trimStart().startsWith('#'))) return null;
  const program = known ?? `osu_${slug(name)}`;
  const base = { version: version ?? null, accelerator: accelerator ?? null };
  if (suite === 'Fabriscope') {
    return { ...base, program: program.replace('osu_', 'sample_'), suite: SAMPLE_SUITE };
  }
  return {
    ...base,
    program,
    suite: suite?.startsWith('OMB') ? 'OMB-Py' : 'OSU',
  };
}

function programOf(title: string, library: string): string | null {
  const name = title.toLowerCase().replaceAll('_', ' ');
  const prefix = /^(?:NCCL|RCCL|XCCL)$/.test(library)
    ? `${library.toLowerCase()}_`
    : library === 'MPI'
      ? ''
      : 'oshm_';
  const plain = PLAIN[name];
  if (plain) return `osu_${prefix}${plain}`;
  const parts = /^(non-blocking )?(persistent )?(neighborhood )?(.*?)( persistent)? latency$/.exec(name);
  const collective = COLLECTIVES[parts?.[4] ?? ''];
  if (!parts || !collective) return null;
  const nonBlocking = parts[1] ? 'i' : '';
  const neighbour = parts[3] ? 'neighbor_' : '';
  const persistent = parts[2] || parts[5] ? '_persistent' : '';
  return `osu_${prefix}${nonBlocking}${neighbour}${collective}${persistent}`;
}

function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
}

/** Lines of the head that give a parameter, and its name. */
export const PARAMETERS: readonly (readonly [RegExp, string])[] = [
  [/^[#\s]*Window creation: (\S{1,60})/, 'window creation'],
  [/^[#\s]*Synchronization: (\S{1,60})/, 'synchronization'],
  [/^[#\s]*Number of Sender threads: (\d+)\s*$/, 'sender threads'],
  [/^[#\s]*Number of Receiver threads: (\d+)\s*$/, 'receiver threads'],
  [/^[#\s]*Number of forked processes in sender: (\d+)\s*$/, 'sender processes'],
  [/^[#\s]*Number of forked processes in receiver: (\d+)\s*$/, 'receiver processes'],
];
