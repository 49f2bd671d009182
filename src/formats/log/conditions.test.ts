import { describe, expect, it } from 'vitest';
import { Collector } from '../../testing/collect';
import { failureOf, JobContext } from './conditions';
import { readLaunch } from './launch';
import { isNoise } from '../text/noise';
import { looksLikeEnvironment, shownText } from '../text/privacy';

function conditions(lines: string[], inRun: string[] = [], twoProcesses = false): Record<string, string> {
  const context = new JobContext();
  lines.forEach((line, at) => context.read(line, at + 1));
  const run = context.begin();
  inRun.forEach((line, at) => context.read(line, at + 100));
  const sink = new Collector();
  sink.run({ kind: 'measured', line: 1, started: null });
  run.emit(sink, 0, twoProcesses);
  return sink.runs[0]?.conditions ?? {};
}

describe('launch commands', () => {
  it.each([
    [
      'time mpirun --hostfile ./h.txt -np 64 -map-by ppr:1:node -rank-by core /opt/osu/osu_ibarrier',
      64,
      1,
      64,
      'osu_ibarrier',
    ],
    ['mpirun -N 2 -np 2 -map-by ppr:1:node osu_latency', 2, 1, 2, 'osu_latency'],
    ['time jsrun -n 4 -a 1 -c 1 -r 1 -l cpu-cpu osu/osu_mbw_mr', 4, 1, 4, 'osu_mbw_mr'],
    ['jsrun -n 2 -a 4 -r 2 ./osu_bcast', 8, 8, 1, 'osu_bcast'],
    ['+ srun -N 2 --ntasks-per-node=4 ./all_reduce_perf -b 8', 8, 4, 2, 'all_reduce_perf'],
    ['srun --nodes=4 --ntasks 16 ./osu_allreduce -f', 16, 4, 4, 'osu_allreduce'],
    ['mpiexec.hydra -n 8 -ppn 4 IMB-MPI1 Allreduce', 8, 4, 2, 'IMB-MPI1'],
    ['user@host:~$ mpirun -np 3 ./osu_reduce', 3, null, null, 'osu_reduce'],
    ['OMP_NUM_THREADS=1 /usr/bin/time -p mpirun -n 3 a.out', 3, null, null, null],
  ])('%s', (line, ranks, ppn, nodes, program) => {
    const expected = { ranks, ppn, nodes, program };
    expect(readLaunch(line)).toMatchObject(expected);
  });

  it.each(['mpirun (Open', 'mpirun', 'the mpirun command', 'srun: error: 2', ''])(
    '%j launches nothing',
    (line) => expect(readLaunch(line)?.ranks ?? null).toBeNull(),
  );
});

describe('conditions of a run', () => {
  it('takes the command before the job, and derives what follows', () => {
    expect(conditions(['Number of nodes:  16', 'jsrun -n 2 -a 1 -r 1 ./osu_latency'])).toMatchObject({
      nodes: '2',
      ranks: '2',
      ppn: '1',
    });
    expect(conditions(['Number of nodes:  16', 'mpirun -np 64 ./osu_bcast'])).toMatchObject({
      nodes: '16',
      ppn: '4',
    });
    expect(
      conditions([
        'Number of tasks (nproc on one node) is 28',
        'Number of tasks total (across 4 nodes) is 112',
      ]),
    ).toEqual({ nodes: '4', ppn: '28', ranks: '112' });
    expect(conditions(['METADATA START {"pods":8,"metricName":"x"}'])).toEqual({ nodes: '8' });
  });

  it('does not give the counts of the job to a test of two processes', () => {
    expect(conditions(['Number of nodes: 16', 'Ranks : 32 (2 per node)'], [], true)).toEqual({ ranks: '2' });
  });

  it('forgets the command of the run before', () => {
    expect(conditions(['mpirun -np 64 -x NCCL_IB_SL=3 ./a', 'mpirun -np 4 ./b'])).toEqual({ ranks: '4' });
  });

  it.each([
    ['MV2_ENABLE_SHARP=1', 'SHARP requested', 'on'],
    ['export NCCL_COLLNET_ENABLE=0', 'SHARP requested', 'off'],
    ['mpirun -np 2 -x HCOLL_ENABLE_SHARP=3 ./a', 'SHARP requested', 'on'],
    ['mpiexec -n 2 -genv MV2_ENABLE_SHARP 1 ./a', 'SHARP requested', 'on'],
    ['h:1:1 [0] NCCL INFO NCCL_COLLNET_ENABLE set by environment to 1.', 'SHARP requested', 'on'],
    ['UCX_IB_AR_ENABLE=yes', 'UCX_IB_AR_ENABLE', 'yes'],
    ['export UCX_IB_SL="1"', 'UCX_IB_SL', '1'],
    ['NCCL_IB_ADAPTIVE_ROUTING=1', 'NCCL_IB_ADAPTIVE_ROUTING', '1'],
    ['h:1:1 [0] NCCL INFO NCCL_IB_SL set by environment to 4.', 'NCCL_IB_SL', '4'],
    ['NCCL_NVLS_ENABLE=0', 'NVLS requested', 'off'],
    ['SLURM_JOB_ID=4711', 'job', '4711'],
    ['%%%%% RUN A: SHARP OFF (default algo, Ring) %%%%%', 'SHARP', 'off'],
    ['=== adaptive routing enabled ===', 'AR', 'on'],
    ['--- AR: off ---', 'AR', 'off'],
    ['h:1:1 [0] NCCL INFO CollNet 00/0 : 0 [receive] via COLLNET/SHARP/1/GDRDMA', 'SHARP effective', 'on'],
    ['h:1:1 [0] NCCL WARN SHARP coll init error: Cannot create SHARP job(-11)', 'SHARP effective', 'off'],
    ['h:1:1 [0] NCCL INFO Connected NVLS tree', 'NVLS', 'on'],
    ['Start run 7 of 20', 'repeat', '7'],
    ['[0] MPI startup(): Intel(R) MPI Library, Version 2021.6  Build 20220227', 'MPI', 'Intel MPI 2021.6'],
    ['NCCL version 2.19.3+cuda12.2', 'NCCL', '2.19.3'],
  ])('%s: %s is %s', (line, key, value) => {
    expect(conditions([line])[key]).toBe(value);
  });

  it.each([
    'NVLS multicast support is available on dev 0',
    'we compare SHARP ON and OFF',
    'PATH=/bin',
    'AR: off for now',
    'NCCL_ALGO is not set',
    'set NCCL_ALGO=Ring to force rings',
  ])('%s says nothing', (line) => expect(conditions([line])).toEqual({}));

  it('gives log lines within a run to that run only', () => {
    expect(conditions([], ['x NCCL INFO Connected NVLS tree'])).toEqual({ NVLS: 'on' });
    const context = new JobContext();
    context.begin();
    context.read('x NCCL INFO Connected NVLS tree', 1);
    context.close();
    const sink = new Collector();
    sink.run({ kind: 'measured', line: 1, started: null });
    context.begin().emit(sink, 0, false);
    expect(sink.runs[0]?.conditions).toEqual({});
  });
});

describe('failures', () => {
  it.each([
    [
      '[2026-05-05T19:44:51.003] error: *** JOB 9678 ON a0001 CANCELLED AT 2026 DUE TO TIME LIMIT ***',
      'hung',
    ],
    ['slurmstepd: error: *** STEP 1.0 ON a0001 CANCELLED AT 2026-05-05 ***', 'hung'],
    ['srun: error: a0001: task 3: Exited with exit code 3', 'failed'],
    ["a0017: Test NCCL failure common.cu:781 'unhandled cuda error'", 'failed'],
    ['exit=1', 'failed'],
  ])('%s', (line, status) => expect(failureOf(line)?.status).toBe(status));

  it.each(['exit=0', 'error:  mpi/pmix_v3: failed to send to w0017, errno=110', '# error: no error'])(
    '%s is none',
    (line) => expect(failureOf(line)).toBeNull(),
  );
});

describe('noise', () => {
  it.each([
    '[1780687025.708549] [b0019:878556:0] ucp_context.c:2339 UCX  WARN  x',
    'hostname:3442:3442 [0] NCCL INFO Launch mode Parallel',
    '[b0016:0:1324185 - comm.c:441][2026-06-05 15:17:41] INFO something',
    'libibverbs: Warning: no userspace device-specific driver found',
    'slurmstepd: error: something',
    'error:  mpi/pmix_v3: x [pid] failed to send to w0017, errno=110',
    '-'.repeat(75),
    '=== a title ===',
    '==============',
    'MPICH Slingshot Network Summary: 139 network timeouts',
    'real\t0m43.910s',
    'user 0.22',
    '10.12.31.3',
    '+ module load x',
    'HOME=/home/x',
    '',
  ])('%j is skipped', (line) => expect(isNoise(line)).toBe(true));

  it.each(['4   1.25', '# OSU MPI Foo', 'a sentence of a user', '# something new: 4'])('%j is not', (line) =>
    expect(isNoise(line)).toBe(false),
  );
});

describe('boxes of Open MPI', () => {
  const rule = '-'.repeat(74);

  it('are skipped as a whole, and no more', () => {
    const context = new JobContext();
    const kinds = [rule, 'There was an error', 'Local host: n1', rule, 'a sentence'].map((line) =>
      context.skips(line),
    );
    expect(kinds).toEqual([true, true, true, true, false]);
  });

  it('that are never closed end by themselves, and at the next run', () => {
    const context = new JobContext();
    context.skips(rule);
    const skipped = Array.from({ length: 60 }, () => context.skips('text')).filter(Boolean);
    expect(skipped).toHaveLength(40);
    context.skips(rule);
    context.begin();
    expect(context.skips('text')).toBe(false);
  });
});

describe('privacy', () => {
  it.each(['A_B=1', 'export x=1', '"KEY=v",', 'run -x TOKEN ./a', ' --export=ALL,KEY=1', '{"args":["a"]}'])(
    '%j looks like environment',
    (line) => expect(looksLikeEnvironment(line)).toBe(true),
  );

  it.each(['# OSU MPI Latency Test v7.4', '4    1.25', 'time mpirun -np 2 ./osu_latency', '"4     5.25",'])(
    '%j does not',
    (line) => expect(looksLikeEnvironment(line)).toBe(false),
  );

  it('shows a name without its value', () =>
    expect(shownText('abc KEY=1 OTHER=2')).toBe('abc KEY= [value not shown]'));
});
