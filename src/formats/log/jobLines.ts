import { KEY } from '../../model/vocabulary';
import { expandHosts } from '../text/hostList';

/** A condition that a line tells. */
export type LineCondition = readonly [key: string, value: string];

const LEAD = '^[\\s#*|-]{0,12}';
const line = (words: string, rest = '\\s*$'): RegExp =>
  new RegExp(`${LEAD}(?:${words})\\s*[:=]\\s*([1-9]\\d{0,7})${rest}`, 'i');

/** Lines of job scripts, schedulers and frameworks that count nodes and ranks or name the job. */
const COUNTS: readonly (readonly [RegExp, ...string[]])[] = [
  [
    line(
      '(?:total )?(?:number of|num|no\\.? of|#)\\s*(?:compute |allocated )?(?:nodes|hosts)',
      '(?!\\d|\\.\\d)',
    ),
    KEY.nodes,
  ],
  [line('nodes|nnodes|num_?nodes|node count|nodes (?:allocated|used)'), KEY.nodes],
  [/^[\s#*|-]{0,12}running on ([1-9]\d{0,5}) (?:compute )?(?:nodes|hosts)(?![\w-])/i, KEY.nodes],
  [/^\s*Ranks\s*:\s*(\d+)\s*\((\d+) per node\)/i, KEY.ranks, KEY.ppn],
  [line('(?:total )?(?:number of|num|no\\.? of|#)\\s*(?:mpi )?(?:tasks|ranks|processes|procs)'), KEY.ranks],
  [line('(?:mpi )?(?:ranks|ntasks|nprocs|num_?tasks|total (?:tasks|ranks|processes))'), KEY.ranks],
  [
    line(
      '(?:number of |num )?(?:mpi )?(?:tasks|ranks|processes|procs)[ _-]?(?:per|/)[ _-]?(?:node|host)|ppn|n?tasks_per_node',
    ),
    KEY.ppn,
  ],
  [/^Number of tasks \(nproc on one node\) is (\d+)/, KEY.ppn],
  [/^Number of tasks total \(across (\d+) nodes\) is (\d+)/, KEY.nodes, KEY.ranks],
  [/^METADATA START \{"pods":(\d+)/, KEY.nodes],
  [/\|\s*job (\d+)\s*$/, KEY.job],
  [/^[\s#*]{0,8}(?:slurm |pbs |lsf )?job ?id\s*[:=]\s*(\d{2,12})(?:\.[\w.-]{1,60})?\s*$/i, KEY.job],
  [/^Subject: Job (\d{1,12}):/, KEY.job],
  [/^\s*NumNodes=([1-9]\d{0,5}) /, KEY.nodes],
];

/** Lines with a list of hosts, of which only the count is kept. */
const HOSTS =
  /^[\s#*|-]{0,12}(?:running on (?:hosts?|nodes?)|(?:allocated |job |slurm )?(?:node ?list|nodes|host ?list|hosts)(?: allocated)?)\s*[:=]\s*(\S.{0,4000})$/i;

/** How many hosts a list names; null where the text is no list of hosts. */
export function countHosts(list: string): number | null {
  const names = expandHosts(list.trim().replace(/^["'(]|["')]$/g, ''));
  if (!names || names.length === 0) return null;
  if (!names.every((name) => /^[A-Za-z][\w.-]{0,99}$/.test(name) || /^\d{1,6}$/.test(name))) return null;
  const hosts = new Set(names.filter((name) => !/^\d+$/.test(name)));
  // One word without a digit is more likely a word than a host.
  return hosts.size === 0 || (hosts.size === 1 && ![...hosts].some((name) => /\d/.test(name)))
    ? null
    : hosts.size;
}

/** What a line of a job script or scheduler tells; none where it is no such line. */
export function readJobLine(text: string): LineCondition[] {
  if (!/\d/.test(text)) return [];
  const told: LineCondition[] = [];
  for (const [pattern, ...keys] of COUNTS) {
    const match = pattern.exec(text);
    if (!match) continue;
    keys.forEach((key, at) => {
      const value = match[at + 1];
      if (value !== undefined) told.push([key, value]);
    });
    if (told.length > 0) return told;
  }
  const list = HOSTS.exec(text)?.[1];
  const hosts = list === undefined ? null : countHosts(list);
  return hosts === null ? [] : [[KEY.nodes, String(hosts)]];
}

const SHOWN: readonly (readonly [RegExp, string, string])[] = [
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
  [/NVLS multicast support is not available/, 'NVLS', 'off'],
  [/Connected NVLS tree|NVLS comm 0x|Algo NVLS/, 'NVLS', 'on'],
];

/** Log line → condition; with a name the version goes to the whole job (`MPI`), without to the run (`NCCL`). */
const VERSIONS: readonly (readonly [RegExp, string, string])[] = [
  [/\bNCCL version (\d+\.\d+\.\d+)/, 'NCCL', ''],
  [/^RCCL version\s*:\s*(\d+\.\d+\.\d+)/, 'RCCL', ''],
  [/\bNCCL INFO Using network (IB|IBext\w*|Socket|AWS Libfabric|Libfabric|OFI|UCX)\b/, 'NCCL network', ''],
  [/MPI startup\(\): libfabric provider: ([\w;]{1,40})/, 'libfabric provider', ''],
  [/Intel\(R\) MPI Library[^\d]*Version (\d{4}(?:\.\d+)*)/, KEY.mpi, 'Intel MPI'],
  [/^(?:mpirun|mpiexec) \(Open MPI\) (\d+\.\d+\.\d+)/, KEY.mpi, 'Open MPI'],
  [/^\s*MVAPICH2?[- ](?:Version\s*:?\s*)?(\d+\.\d+(?:\.\d+)?)/i, KEY.mpi, 'MVAPICH'],
  [/^\s*MPICH Version:\s*(\d+\.\d+(?:\.\d+)?)/, KEY.mpi, 'MPICH'],
];

/** What a log line shows to be really used; `job` = it holds for all that follows. */
export function readLogLine(text: string): { told: LineCondition; job: boolean } | null {
  for (const [pattern, key, value] of SHOWN)
    if (pattern.test(text)) return { told: [key, value], job: false };
  for (const [pattern, key, name] of VERSIONS) {
    const version = pattern.exec(text)?.[1];
    if (version === undefined) continue;
    return { told: [key, name === '' ? version : `${name} ${version}`], job: name !== '' };
  }
  return null;
}
