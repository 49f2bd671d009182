/** Made logs of IPM; all numbers are invented. */

export interface MadeProfile {
  ranks?: number;
  /** Ranks that the log has; all if not given. */
  present?: readonly number[];
  /** Seconds of MPI_Allreduce in rank 0; each further rank has a tenth of a second more. */
  allreduce?: number;
  /** Whether the program marked a region, and IPM took its times off nothing. */
  negative?: boolean;
  /** Whether the log has message sizes. */
  full?: boolean;
  program?: string;
}

const number = (value: number) => value.toExponential(5);

/**
 * Each rank: 10 s of wall time; 1 s in 100 calls of MPI_Isend (half of 1 KiB, half of 1 MiB), the given time in 20 calls of
 * MPI_Allreduce of 8 B, 0.5 s in 10 calls of MPI_Barrier; (rank + 1) × 256 MiB. Two ranks on a host.
 */
export function ipmLog(made: MadeProfile = {}): string {
  const { ranks = 4, allreduce = 2, negative = false, full = true, program = 'heat.x' } = made;
  const present = made.present ?? Array.from({ length: ranks }, (_, rank) => rank);
  const lines = ['<?xml version="1.0" encoding="iso-8859-1"?>', '<ipm_job_profile>'];
  for (const rank of present) {
    const collective = allreduce + rank / 10;
    const mpi = 1.5 + collective;
    lines.push(
      `<task ipm_version="2.0.6" cookie="nocookie" mpi_rank="${rank}" mpi_size="${ranks}" stamp_init="1700000000.5" stamp_final="1700000010.5" username="u" allocationname="unknown" flags="0" pid="${10 + rank}" >`,
      `<job nhosts="${Math.ceil(ranks / 2)}" ntasks="${ranks}" start="1700000000" final="1700000010" cookie="nocookie" code="unknown" >1</job>`,
      `<host mach_name="x86_64" mach_info="x86_64_Linux" >n${String(Math.floor(rank / 2)).padStart(2, '0')}</host>`,
      `<perf wtime="${number(10)}" utime="9.0e+00" stime="1.0e-01" mtime="${number(mpi)}" gflop="0.0e+00" gbyte="${number((rank + 1) / 4)}" ></perf>`,
      `<cmdline realpath="/x/${program}" md5sum="00" >./${program}</cmdline>`,
    );
    const calls = [
      `<func name="MPI_Isend" count="100" bytes="${number(50 * 1024 + 50 * 1048576)}" > ${number(1)} </func>`,
      `<func name="MPI_Allreduce" count="20" bytes="1.6000e+02" > ${number(collective)} </func>`,
    ];
    const barrier = `<func name="MPI_Barrier" count="10" bytes="0.0000e+00" > ${number(0.5)} </func>`;
    const region = (label: string, id: number, wall: number, time: number, inside: readonly string[]) =>
      lines.push(
        `<region label="${label}" nexits="1" wtime="${number(wall)}" utime="0" stime="0" mtime="${number(time)}" id="${id}" >`,
        ...inside,
        '</region>',
      );
    lines.push(`<regions n="${negative ? 2 : 1}" >`);
    if (negative) {
      region('solve', 1, 8, 1 + collective, calls);
      region('ipm_noregion', 0, -8, -1 - collective, [barrier]);
    } else region('ipm_noregion', 0, 9.9, mpi, [...calls, barrier]);
    lines.push('</regions>');
    const hent = (call: string, bytes: number, to: number, count: number, seconds: number, of: number) =>
      `<hent key="0" call="${call}" bytes="${bytes}" orank="${to}" region="${of}" callsite="0" count="${count}" tid="0" op="" dtype="" >${number(seconds)} ${number(seconds / count / 2)} ${number((seconds / count) * 4)}</hent>`;
    const inside = negative ? 1 : 0;
    const next = (rank + 1) % ranks;
    if (full)
      lines.push(
        '<hash nlog="180" nkey="4" >',
        hent('MPI_Isend', 1024, next, 50, 0.2, inside),
        hent('MPI_Isend', 1048576, next, 50, 0.8, inside),
        hent('MPI_Allreduce', 8, 0, 20, collective, inside),
        hent('MPI_Barrier', 0, 0, 10, 0.5, 0),
        '</hash>',
      );
    lines.push('</task>');
  }
  return [...lines, '</ipm_job_profile>', ''].join('\n');
}
