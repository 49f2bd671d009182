/** What an echoed launch command says: `time mpirun -np 64 -map-by ppr:1:node …/osu_allreduce`. */
export interface Launch {
  ranks: number | null;
  ppn: number | null;
  nodes: number | null;
  /** Name of the benchmark program, without its folder: `osu_allreduce`, `all_reduce_perf`. */
  program: string | null;
}

const LAUNCHER =
  /^(?:[\w.-]+@\S+[:$#]?\s+|[+$#>]{1,8}\s*)?(?:\w+=\S*\s+)*(?:(?:\/usr\/bin\/)?time\s+(?:-p\s+)?)?(?:\S*\/)?(mpirun|mpiexec|orterun|prterun|prun|srun|jsrun|lrun|aprun|flux run|flux mini run)(?:\.\w+)?\s+(\S.*)$/;
const PROGRAM = /(?:^|[\s/])(osu_[a-z_]+|[a-z_]+_perf(?:_mpi)?|IMB-[A-Z0-9]+)(?=\s|$)/;

/**
 * Reads a command line, or returns null when the line starts no parallel program. Only counts and the name of the
 * benchmark are taken; paths, hosts and variables stay behind.
 */
export function readLaunch(line: string): Launch | null {
  const match = LAUNCHER.exec(line);
  if (!match) return null;
  const launcher = match[1] ?? '';
  const rest = ` ${match[2] ?? ''} `;
  const number = (pattern: string): number | null => {
    const found = new RegExp(`\\s(?:${pattern})[ =]*(\\d+)(?=\\s)`).exec(rest);
    return found ? Number(found[1]) : null;
  };
  const program = PROGRAM.exec(rest)?.[1] ?? null;
  if (launcher === 'jsrun' || launcher === 'lrun') {
    const sets = number('-n|--nrs|--np');
    const perSet = number('-a|--tasks_per_rs') ?? 1;
    const setsPerHost = number('-r|--rs_per_host');
    const ppn = launcher === 'lrun' ? number('-T') : setsPerHost === null ? null : setsPerHost * perSet;
    return complete({ ranks: sets === null ? null : sets * perSet, ppn, nodes: null, program });
  }
  if (launcher === 'srun' || launcher.startsWith('flux')) {
    return complete({
      ranks: number('-n|--ntasks'),
      ppn: number('--ntasks-per-node|--tasks-per-node'),
      nodes: number('-N|--nodes'),
      program,
    });
  }
  const mapped = /\sppr:(\d+):node/.exec(rest) ?? /[ =]ppr:(\d+):node/.exec(rest);
  return complete({
    ranks: number('-np|--np|-n|--n|-c'),
    ppn: mapped ? Number(mapped[1]) : number('-N|-npernode|--npernode|-ppn|--ppn|-perhost'),
    nodes: null,
    program,
  });
}

/** Fills in the one of ranks, ppn and nodes that follows from the two others. */
function complete(launch: Launch): Launch {
  const { ranks, ppn, nodes } = launch;
  if (nodes === null && ranks !== null && ppn) return { ...launch, nodes: Math.ceil(ranks / ppn) };
  if (ranks === null && ppn !== null && nodes !== null) return { ...launch, ranks: ppn * nodes };
  if (ppn === null && ranks !== null && nodes && ranks % nodes === 0)
    return { ...launch, ppn: ranks / nodes };
  return launch;
}
