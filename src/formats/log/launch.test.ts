import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLaunch } from './launch';
import { shellCommands } from './shellWords';

/** `ranks/ppn/nodes program`, a dash for what is not said. */
function said(line: string): string {
  const launch = readLaunch(line);
  if (!launch) return 'none';
  const { ranks, ppn, nodes, program } = launch;
  return `${ranks ?? '-'}/${ppn ?? '-'}/${nodes ?? '-'} ${program ?? '-'}`;
}

describe('placement of a command', () => {
  it.each([
    [
      'srun -N2 --ntasks-per-node=8 --mpi=pmix ./build/all_reduce_perf -b 8 -e 8G -n 20',
      '16/8/2 all_reduce_perf',
    ],
    ['mpirun -np 16 -N 8 ./all_reduce_perf -b 8 -c 0 -n 20', '16/8/2 all_reduce_perf'],
    ['srun -N 2 -n 16 ./alltoall_perf -c 0 -n 20', '16/8/2 alltoall_perf'],
    ['mpirun -np 2 --map-by ppr:1:node ib_write_bw -n 5000', '2/1/2 ib_write_bw'],
    ['mpirun -H h1:4,h2:4 ./osu_allreduce -i 100', '8/4/2 osu_allreduce'],
    ['mpirun --host n1,n2 -np 2 osu_bw D D', '2/1/2 osu_bw'],
    ['mpirun --host n1:8,n2:8 -np 4 osu_bcast', '4/-/- osu_bcast'],
    [
      'mpiexec.hydra -hosts n1,n2 -n 8 -ppn 4 -genv I_MPI_FABRICS shm:ofi IMB-MPI1 -npmin 8',
      '8/4/2 IMB-MPI1',
    ],
    ['srun -w n[01-04] --ntasks-per-node 2 osu_alltoall', '8/2/4 osu_alltoall'],
    ['srun --nodelist=n[01-04] -n16 --export=ALL,UCX_TLS=rc osu_alltoall', '16/4/4 osu_alltoall'],
    ['srun -N 2-4 ./osu_bcast', '-/-/- osu_bcast'],
    ['srun -c 7 -n 4 ./osu_bcast -x 10', '4/-/- osu_bcast'],
    ['aprun -n 64 -N 32 -d 2 -cc depth ./osu_bcast -i 5', '64/32/2 osu_bcast'],
    ['flux run -N 4 -n 16 -o cpu-affinity=per-task ./osu_bcast -i 5', '16/4/4 osu_bcast'],
    ['jsrun -n4 -a2 -r1 -E UCX_TLS=rc ./osu_bcast', '8/2/4 osu_bcast'],
    ['lrun -N 4 -T 2 ./osu_bcast', '8/2/4 osu_bcast'],
    ['mpirun_rsh -np 2 n1 n2 MV2_ENABLE_SHARP=1 ./osu_latency', '2/1/2 osu_latency'],
    ['mpirun -np 1 ./osu_bw : -np 1 ./osu_bw', '2/-/- osu_bw'],
    ['mpirun -np 4 numactl -N 0 -m 0 ./osu_bcast -n 9', '4/-/- osu_bcast'],
    ['mpirun -np 4 taskset -c 0-3 osu_bcast', '4/-/- osu_bcast'],
    ['srun -n 8 apptainer exec --nv -B /x:/y img.sif osu_bcast -N 3', '8/-/- osu_bcast'],
    ['srun -n 8 bash -c "export NCCL_ALGO=Ring; ./all_reduce_perf -n 20 -N 3"', '8/-/- all_reduce_perf'],
    ['timeout 60 mpirun -np 4 nsys profile -o out.%p ./osu_bcast', '4/-/- osu_bcast'],
    ['mpirun -np 4 ./bind.sh ./osu_bw D D', '4/-/- osu_bw'],
    ['Running: mpirun -np 4 ./osu_bw', '4/-/- osu_bw'],
    ['Command: "srun -n 4 ./osu_bw"', '4/-/- osu_bw'],
    ['[user@n1 bench]$ mpirun -np 4 ./osu_bw | tee out.log', '4/-/- osu_bw'],
    ['cd /tmp/x && mpirun -np 4 ./osu_bw > out 2>&1', '4/-/- osu_bw'],
    ['NCCL_ALGO=Ring ./all_reduce_perf -b 8 -g 8', '-/-/- all_reduce_perf'],
    ['+ ib_write_bw -n 5000 -d mlx5_0', '-/-/- ib_write_bw'],
  ])('%s', (line, expected) => expect(said(line)).toBe(expected));

  it.each([
    'osu_bw results of last night',
    'mpirun was unable to launch the specified application',
    'mpirun noticed that process rank 0 with PID 1 on node n1 exited on signal 9',
    'mpirun (Open MPI) 4.1.5',
    'srun: error: n1: task 3: Exited with exit code 3',
    '# OSU MPI Latency Test v7.4',
    'we use srun and mpirun',
    '',
  ])('%j is no command', (line) => expect(said(line)).toBe('none'));

  it('does not depend on what the program is given', () => {
    const launchers = ['mpirun -np 8 -N 4', 'srun -n 8 -N 2', 'jsrun -n 2 -a 4 -r 1', 'aprun -n 8 -N 4'];
    const option = fc.constantFrom(
      '-n',
      '-N',
      '-np',
      '-c',
      '--nodes',
      '-ppn',
      '-w',
      '-H',
      '--ntasks-per-node',
      '-x',
    );
    const arg = fc.tuple(option, fc.oneof(fc.nat(9999).map(String), fc.constant('a:b,c')));
    fc.assert(
      fc.property(fc.constantFrom(...launchers), fc.array(arg, { maxLength: 6 }), (launcher, args) => {
        const { ranks, ppn, nodes, program } =
          readLaunch(`${launcher} ./osu_bcast ${args.flat().join(' ')}`) ?? {};
        expect({ ranks, ppn, nodes, program }).toEqual({ ranks: 8, ppn: 4, nodes: 2, program: 'osu_bcast' });
      }),
    );
  });
});

describe('what a command sets', () => {
  it.each([
    ['UCX_TLS=rc mpirun -np 2 osu_bw', ['UCX_TLS=rc']],
    [
      'mpirun -np 2 -x NCCL_ALGO=Ring -x PATH --mca coll_hcoll_enable 0 osu_bw',
      ['NCCL_ALGO=Ring', 'OMPI_MCA_coll_hcoll_enable=0'],
    ],
    ['mpiexec -genv FI_PROVIDER "verbs;ofi_rxm" -env A B -n 2 osu_bw', ['FI_PROVIDER=verbs;ofi_rxm', 'A=B']],
    ['srun -n2 --export=ALL,UCX_TLS=ud env NET=ib osu_bw', ['UCX_TLS=ud', 'NET=ib']],
    ['srun -n2 bash -c "UCX_TLS=tcp osu_bw"', ['UCX_TLS=tcp']],
    ["env -u X NETWORK='a b' mpirun -np 2 osu_bw", ['NETWORK=a b']],
  ])('%s', (line, expected) =>
    expect(readLaunch(line)?.settings.map(([name, value]) => `${name}=${value}`)).toEqual(expected),
  );

  it.each([
    ['mpirun -np 2 osu_bw -d cuda -i 100 -m 1:8 D D', '-d cuda D D'],
    ['mpirun -np 2 ./all_reduce_perf -b 8 -e 8G -f 2 -g 1 -o sum', '-g 1 -o sum'],
    ['$ ib_write_bw -d mlx5_0 -q 4 -n 500 n002', '-d mlx5_0 -q 4'],
    ['mpirun -np 2 IMB-MPI1 Allreduce -npmin 2 -off_cache 32', '-off_cache 32'],
  ])('%s measures %j', (line, expected) => expect(readLaunch(line)?.options).toBe(expected));
});

describe('shellCommands', () => {
  it('resolves quotes and separates commands', () => {
    expect(shellCommands(`a 'b c' "d \\"e\\"" f\\ g; h $(i j) > out 2>&1 | k # l`)).toEqual([
      ['a', 'b c', 'd "e"', 'f g'],
      ['h', '$(i j)'],
      ['k'],
    ]);
  });

  it('takes any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ' ', "'", '"', '\\', '$', '(', ')', ';', '>', '=', '-') }),
        (text) => {
          expect(shellCommands(text).every((words) => words.length > 0)).toBe(true);
          readLaunch(`mpirun -np 2 ${text} osu_bw`);
        },
      ),
    );
  });
});
