import { KEY } from '../model/vocabulary';

/** Key of NVLS asked for, beside NVLS used. */
export const NVLS_REQUESTED = 'NVLS requested';

/** Variables that are a switch of something the program has a name for. */
const SWITCHES: Readonly<Record<string, string>> = {
  MV2_ENABLE_SHARP: KEY.sharpRequested,
  NCCL_COLLNET_ENABLE: KEY.sharpRequested,
  HCOLL_ENABLE_SHARP: KEY.sharpRequested,
  SHARP_COLL_ENABLE: KEY.sharpRequested,
  NCCL_NVLS_ENABLE: NVLS_REQUESTED,
};

/** Variables of schedulers and launchers that count, and what they count. */
const COUNTS: Readonly<Record<string, string>> = {
  SLURM_JOB_NUM_NODES: KEY.nodes,
  SLURM_NNODES: KEY.nodes,
  SLURM_NTASKS: KEY.ranks,
  SLURM_NPROCS: KEY.ranks,
  SLURM_NTASKS_PER_NODE: KEY.ppn,
  PBS_NUM_NODES: KEY.nodes,
  PBS_NNODES: KEY.nodes,
  PBS_NUM_PPN: KEY.ppn,
  PBS_NP: KEY.ranks,
  LSB_DJOB_NUMPROC: KEY.ranks,
  FLUX_JOB_NNODES: KEY.nodes,
  FLUX_JOB_SIZE: KEY.ranks,
  OMPI_COMM_WORLD_SIZE: KEY.ranks,
  PMI_SIZE: KEY.ranks,
};

const JOBS = /^(?:SLURM_JOB_?ID|PBS_JOBID|LSB_JOBID|FLUX_JOB_ID)$/;
/** Lists of hosts: only how many there are is kept. */
const HOST_LISTS = /^(?:SLURM_(?:JOB_)?NODELIST|LSB_HOSTS|LSB_MCPU_HOSTS)$/;

/** Families of settings of communication libraries: each of their variables is a condition of its own name. */
const FAMILY =
  /^(?:NCCL|RCCL|UCX|UCC|FI|I_MPI|OMPI_MCA|MV2|MVP|MPICH|PSM[23]?|HFI|HCOLL|SHARP|NVSHMEM|ROC_SHMEM|CCL|MSCCL|GLOO|IBV|MLX[45])_[A-Z][A-Za-z0-9_]{0,60}$|^(?:OMP_NUM_THREADS|OMPI_MCA_[a-z]\w{0,60}|CUDA_DEVICE_MAX_CONNECTIONS|HSA_FORCE_FINE_GRAIN_PCIE)$/;

/** Settings of these libraries that change what is printed or where processes start, never what is measured. */
const NO_EFFECT =
  /_(?:DEBUG|DEBUG_SUBSYS|LOG_LEVEL|VERBOSE|VERSION_DISPLAY|ENV_DISPLAY|STATS\w*|PROFILE\w*|TRACE\w*|INFO|PRINT\w*)$|^I_MPI_(?:ROOT|INFO_\w+|HYDRA_\w+|MPIRUN|STARTUP\w*|JOB_\w+|PMI_\w+)$|^NCCL_(?:COMM_ID|TESTS_\w+|INSPECTOR_\w+)$|^OMPI_MCA_(?:orte|ess|plm|prte|pmix|ras|rmaps|odls|state|initial|shmem|btl_base|\w*verbose|\w*show_|mca_)\w*$/;

/** Parts of names whose values are paths, secrets or hosts. */
const PRIVATE_NAME =
  /PATH|DIR|FILE|KEY|TOKEN|PASS|SECRET|CRED|AUTH|HOST|ADDR|USER|HOME|ROOT|URL|MAIL|SERVER/i;
/** Variables of shells, schedulers and containers that differ from job to job and say nothing of the set-up. */
const NOISE =
  /^(?:SLURM|SBATCH|SRUN|SALLOC|PBS|LSB|LSF|LS|FLUX|PMI|PMIX|PRTE|ORTE|OMPI|HYDRA?|HYD|ALPS|PALS|KUBERNETES|XDG|SSH|SSL|LC|LMOD|MODULES?|LOADEDMODULES|CONDA|PYTHON|PIP|GIT|CI|GITHUB|RUNNER|HIST|BASH|ZSH|LESS|JAVA|R|MAN|COMPOSE|__?\w)_|_SERVICE_|^_|^(?:PWD|OLDPWD|TMPDIR|TMP|TEMP|TEMPDIR|SCRATCH|PATH|LD_\w+|LIBRARY_PATH|MANPATH|CPATH|SHELL|SHLVL|TERM|LANG|LANGUAGE|DISPLAY|EDITOR|VISUAL|PAGER|PS[1-4]|MAIL|LOGNAME|HOME|USER|HOSTNAME|HOST|HOSTTYPE|OSTYPE|MACHTYPE|RANK|LOCAL_RANK|WORLD_SIZE|MASTER_\w+|JOB\w*|RANDOM|SECONDS|DATE|TIME|TIMESTAMP|NOW|STARTTIME|START|END|STAMP|PID|PPID|UID|EUID|GID|LINENO|COLUMNS|LINES|IFS|OPTIND|DEBUG|VERBOSE|PERL5LIB|I|J|K|N|ITER\w*|RUN\w*|REP\w*|LOG\w*|OUT\w*|RESULT\w*|BIN\w*|EXE\w*|CMD|COMMAND|ARGS|OPTS|SCRIPT\w*|NODES?|NNODES|NP|PPN|NTASKS|NPROCS|RANKS)$/;

/** Longest value that is kept. */
const VALUE_LIMIT = 100;

/** A value as it may be kept: one short text without paths, addresses and mail names; else null. */
export function keptValue(value: string): string | null {
  const text = value.trim();
  if (text === '' || text.length > VALUE_LIMIT || /[/\\@$`<>{}"'\p{Cc}]/u.test(text)) return null;
  if (/\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}|[0-9a-f]{4}:[0-9a-f]{4}:|[A-Za-z0-9+=]{33}/i.test(text))
    return null;
  return text;
}

/** What an assignment to a variable is of the runs that it holds for. */
export type Assigned =
  | { kind: 'condition'; key: string; value: string }
  | { kind: 'hosts'; list: string }
  | { kind: 'assignment'; key: string; text: string };

/**
 * What a variable with a value says: a condition (a known setting, a count, a job id), a list of hosts to be counted, or
 * an assignment that no rule knows. Null for what differs from job to job, for paths, secrets and addresses.
 */
export function assigned(name: string, value: string): Assigned | null {
  if (HOST_LISTS.test(name)) return { kind: 'hosts', list: value };
  const count = Object.hasOwn(COUNTS, name) ? COUNTS[name] : undefined;
  if (count !== undefined)
    return /^[1-9]\d{0,7}$/.test(value) ? { kind: 'condition', key: count, value } : null;
  if (name === 'SLURM_TASKS_PER_NODE') {
    const even = /^([1-9]\d{0,5})(?:\(x\d+\))?$/.exec(value)?.[1];
    return even === undefined ? null : { kind: 'condition', key: KEY.ppn, value: even };
  }
  if (JOBS.test(name)) {
    const id = /^\d{1,12}/.exec(value)?.[0];
    return id === undefined ? null : { kind: 'condition', key: KEY.job, value: id };
  }
  if (name === 'SLURM_CLUSTER_NAME' && /^[\w.-]{1,40}$/.test(value))
    return { kind: 'condition', key: KEY.system, value };
  const known = FAMILY.test(name);
  if (known ? NO_EFFECT.test(name) : NOISE.test(name)) return null;
  if (PRIVATE_NAME.test(name)) return null;
  const kept = keptValue(value);
  if (kept === null) return null;
  const feature = Object.hasOwn(SWITCHES, name) ? SWITCHES[name] : undefined;
  if (feature !== undefined)
    return {
      kind: 'condition',
      key: feature,
      value: /^(?:0|n|no|off|false)$/i.test(kept) ? 'off' : 'on',
    };
  return known
    ? { kind: 'condition', key: name, value: kept }
    : { kind: 'assignment', key: name, text: kept };
}

/** Whether a variable is one of a known library or scheduler: only these are read from lines that are no command. */
export function isKnownVariable(name: string): boolean {
  return (
    FAMILY.test(name) ||
    Object.hasOwn(COUNTS, name) ||
    JOBS.test(name) ||
    HOST_LISTS.test(name) ||
    name === 'SLURM_TASKS_PER_NODE' ||
    name === 'SLURM_CLUSTER_NAME'
  );
}
