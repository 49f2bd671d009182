/**
 * The command-line options of parallel launchers and of the wrappers between them and the program, from their manual
 * pages. Only what takes a value must be known: it says where the options end and the program begins.
 */

/** What an option says of the run. */
export type OptionMeaning =
  | 'ranks'
  | 'ppn'
  | 'nodes'
  | 'hosts'
  | 'map'
  | 'resource sets'
  | 'tasks per set'
  | 'sets per host'
  | 'assignment'
  | 'assignments';

/** How a launcher writes its options, without the dashes before them. */
export interface Launcher {
  /** Options with a meaning; each takes one value. */
  means: Readonly<Record<string, OptionMeaning>>;
  /** Further options that take one value. */
  one: ReadonlySet<string>;
  /** Options that take two values: `--mca key value`, `-genv NAME value`; the text goes before the first value. */
  two: Readonly<Record<string, string>>;
  /** A value may stand directly behind a one-letter option: `-N2`. */
  attached: boolean;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ''));

/** mpirun and mpiexec of Open MPI and PRRTE, of Hydra (MPICH, Intel MPI, MVAPICH) and of MPT: their options do not clash. */
const MPIRUN: Launcher = {
  means: {
    np: 'ranks',
    n: 'ranks',
    c: 'ranks',
    N: 'ppn',
    npernode: 'ppn',
    ppn: 'ppn',
    perhost: 'ppn',
    'ranks-per-node': 'ppn',
    H: 'hosts',
    host: 'hosts',
    hosts: 'hosts',
    'map-by': 'map',
    x: 'assignment',
  },
  one: words(`hostfile machinefile default-hostfile machine f bind-to rank-by tune prefix wdir wd path output-filename
    report-uri ompi-server app dvm dvm-uri rankfile rf cpu-set cpu-list slot-list cpus-per-proc cpus-per-rank timeout
    stdin am personality display output runtime-options pset preload-files max-restarts npersocket
    grr genvlist envlist bootstrap bootstrap-exec launcher launcher-exec rmk iface outfile-pattern errfile-pattern
    configfile s umask usize profile bind-to-core-list demux ckpoint-interval order-nodes membind gtool
    gtoolfile debugger xterm cpu-bind mem-bind depth`),
  two: { mca: 'OMPI_MCA_', gmca: 'OMPI_MCA_', prtemca: '-', pmixmca: '-', genv: '', env: '' },
  attached: false,
};

const SRUN: Launcher = {
  means: {
    n: 'ranks',
    ntasks: 'ranks',
    N: 'nodes',
    nodes: 'nodes',
    'ntasks-per-node': 'ppn',
    'tasks-per-node': 'ppn',
    w: 'hosts',
    nodelist: 'hosts',
    export: 'assignments',
  },
  one: words(`c cpus-per-task p partition x exclude t time J job-name A account o output e error i input m distribution
    C constraint D chdir M clusters G gpus q qos r relative S core-spec d dependency B extra-node-info T threads a L
    gpus-per-node gpus-per-task gpus-per-socket gpu-bind gpu-freq gres gres-flags cpus-per-gpu ntasks-per-core
    ntasks-per-socket ntasks-per-gpu mpi cpu-bind mem-bind mem mem-per-cpu mem-per-gpu export-file reservation jobid
    het-group pack-group container container-image container-mounts container-name container-workdir container-env
    network switches threads-per-core cores-per-socket sockets-per-node wait hint cpu-freq begin deadline licenses
    comment prolog epilog task-prolog task-epilog profile slurmd-debug time-min tmp wckey nodefile F acctg-freq power
    thread-spec cluster-constraint bb bbf mcs-label priority signal tres-bind tres-per-task uid gid`),
  two: {},
  attached: true,
};

const JSRUN: Launcher = {
  means: {
    n: 'resource sets',
    nrs: 'resource sets',
    p: 'ranks',
    np: 'ranks',
    a: 'tasks per set',
    tasks_per_rs: 'tasks per set',
    r: 'sets per host',
    rs_per_host: 'sets per host',
    E: 'assignment',
    env: 'assignment',
  },
  one: words(`c cpu_per_rs g gpu_per_rs l latency_priority b bind d launch_distribution m memory_per_rs D env_no_propagate
    F env_eval e stdio_mode o stdio_stdout k stdio_stderr t stdio_input J use_reservation K rs_per_socket P U
    use_resource f erf_input S save_resources h chdir M smpiargs X exit_on_error launch_node_task A`),
  two: {},
  attached: true,
};

const LRUN: Launcher = {
  means: { n: 'ranks', T: 'ppn', N: 'nodes' },
  one: words('M c g mpibind'),
  two: {},
  attached: true,
};

const APRUN: Launcher = {
  means: { n: 'ranks', N: 'ppn', L: 'hosts', e: 'assignment' },
  one: words('d S cc j r m F q D T p P t sn sl cp C l environment-override pes pes-per-node depth'),
  two: {},
  attached: true,
};

const FLUX: Launcher = {
  means: {
    n: 'ranks',
    ntasks: 'ranks',
    N: 'nodes',
    nodes: 'nodes',
    'tasks-per-node': 'ppn',
    env: 'assignment',
  },
  one: words(`c cores-per-task g gpus-per-task o setopt t time-limit setattr cwd job-name q queue urgency requires B bank
    nslots output error input begin-time taskmap env-remove env-file rlimit dependency conf signal cores gpus-per-node`),
  two: {},
  attached: true,
};

const IBRUN: Launcher = {
  means: { n: 'ranks', np: 'ranks' },
  one: words('o'),
  two: {},
  attached: false,
};

const MPRUN: Launcher = {
  means: { n: 'ranks', N: 'nodes' },
  one: words('c p T x A E M q'),
  two: {},
  attached: false,
};

/** The launcher of a name without its folder, as far as it is one. */
export function launcherOf(name: string): Launcher | null {
  if (
    /^(?:mpirun|mpiexec|orterun|prterun|prun|mpirun_rsh)(?:[._-](?:hydra|mpich|openmpi|impi|mpt))?$/.test(
      name,
    )
  )
    return MPIRUN;
  const found: Readonly<Record<string, Launcher>> = {
    srun: SRUN,
    jsrun: JSRUN,
    lrun: LRUN,
    aprun: APRUN,
    flux: FLUX,
    ibrun: IBRUN,
    ccc_mprun: MPRUN,
  };
  return Object.hasOwn(found, name) ? (found[name] ?? null) : null;
}

/** Options of wrappers that take a value; a wrapper is passed over together with them. */
const WRAPPERS: Readonly<Record<string, ReadonlySet<string>>> = {
  env: words('u unset C chdir S'),
  time: words('f format o output'),
  nice: words('n adjustment'),
  timeout: words('s signal k kill-after'),
  stdbuf: words('i o e input output error'),
  unbuffer: words(''),
  exec: words('a'),
  command: words(''),
  sudo: words('u g user group'),
  nohup: words(''),
  numactl: words(`N cpunodebind m membind C physcpubind i interleave p preferred w`),
  taskset: words('c cpu-list p'),
  catchsegv: words(''),
  apptainer: words(
    `B bind env env-file home H W workdir pwd w network fusemount overlay o scratch S security app dns`,
  ),
  shifter: words('image i volume V entrypoint e env E module m workdir w'),
  podman: words(
    'v volume e env u user w workdir network ipc device name entrypoint security-opt shm-size ulimit',
  ),
  nsys: words(`t trace o output s sample c capture-range capture-range-end delay duration stats e env-var f
    force-overwrite cuda-memory-usage gpu-metrics-device mpi-impl cpuctxsw backtrace nic-metrics`),
  ncu: words('o k kernel-name set section metrics target-processes'),
  perf: words('e event o output F g'),
};
const SAME: Readonly<Record<string, string>> = {
  singularity: 'apptainer',
  docker: 'podman',
  sarus: 'podman',
};

/** Wrappers with a word of their own before options (`exec`, `profile`) and an image before the command. */
const WITH_ACTION: ReadonlySet<string> = new Set(['apptainer', 'podman', 'nsys', 'perf']);
const WITH_IMAGE: ReadonlySet<string> = new Set(['apptainer', 'podman']);

/** What a wrapper takes of the command line before the command that it runs. */
export interface Wrapper {
  values: ReadonlySet<string>;
  /** A word such as `exec`, `run`, `profile` or `stat` follows the name. */
  action: boolean;
  /** Words between the options and the command: the image of a container, the mask of taskset, the time of timeout. */
  words: number;
}

/** The wrapper of a name without its folder, as far as it is one; `next` = the word behind it. */
export function wrapperOf(name: string, next: readonly string[]): Wrapper | null {
  const known = SAME[name] ?? name;
  const values = Object.hasOwn(WRAPPERS, known) ? WRAPPERS[known] : undefined;
  if (!values) return null;
  const mask = known === 'taskset' && !next.some((word) => /^-\w*c|^--cpu-list/.test(word));
  return {
    values,
    action: WITH_ACTION.has(known),
    words: WITH_IMAGE.has(known) || mask || known === 'timeout' ? 1 : 0,
  };
}
