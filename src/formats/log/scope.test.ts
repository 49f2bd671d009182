import { describe, expect, it } from 'vitest';
import { assigned } from '../../conditions/variables';
import { Collector, type CollectedRun } from '../../testing/collect';
import { JobContext } from './conditions';
import { startOfLine } from '../text/dates';

/** The runs that begin at the lines `RUN name` of a log. */
function runs(lines: readonly string[]): (CollectedRun & { at: string })[] {
  const context = new JobContext();
  const sink = new Collector();
  const names: string[] = [];
  lines.forEach((line, at) => {
    const name = /^table (\w+)$/.exec(line)?.[1];
    if (name === undefined) context.read(line, at + 1);
    else {
      context.close();
      const run = sink.run({ kind: 'measured', line: at + 1, started: context.started });
      context.begin(null, name).emit(sink, run, false);
      names.push(name);
    }
  });
  return sink.runs.map((run, at) => ({ ...run, at: names[at] ?? '' }));
}

const conditions = (...lines: string[]) => runs(lines).map((run) => run.conditions);

describe('scope of variables', () => {
  it('an assignment before a command holds for that command', () => {
    expect(
      conditions('UCX_TLS=rc mpirun -np 2 osu_bw', 'table a', 'mpirun -np 2 osu_bw', 'table a').map(
        (c) => c['UCX_TLS'],
      ),
    ).toEqual(['rc', undefined]);
  });

  it('export holds until it is changed or taken away', () => {
    const found = conditions(
      'export UCX_NET_DEVICES=mlx5_0:1',
      'table a',
      'mpirun -np 2 -x UCX_NET_DEVICES=mlx5_1:1 ./a',
      'table a',
      'mpirun -np 2 ./a',
      'table a',
      'unset UCX_NET_DEVICES',
      'table a',
    );
    expect(found.map((c) => c['UCX_NET_DEVICES'])).toEqual(['mlx5_0:1', 'mlx5_1:1', 'mlx5_0:1', undefined]);
  });

  it('reads csh, tables and lines of libraries, and env -u', () => {
    const [found] = conditions(
      'setenv NCCL_IB_HCA mlx5_2',
      'UCX_TLS : rc_x',
      'h:1:1 [0] NCCL INFO NCCL_PROTO set by environment to LL128.',
      '[0] MPI startup(): I_MPI_FABRICS=shm:ofi',
      'PE 0:   MPICH_OFI_NIC_POLICY = NUMA',
      'mpirun -np 2 --mca coll_hcoll_enable 1 env -u NCCL_IB_HCA ./a',
      'table a',
    );
    expect(found).toEqual({
      UCX_TLS: 'rc_x',
      NCCL_PROTO: 'LL128',
      I_MPI_FABRICS: 'shm:ofi',
      MPICH_OFI_NIC_POLICY: 'NUMA',
      OMPI_MCA_coll_hcoll_enable: '1',
      ranks: '2',
    });
  });

  it('takes no prose for an assignment', () => {
    expect(
      conditions(
        'NCCL_ALGO is not set',
        'UCX_TLS: not set',
        'Please set NCCL_PROTO=LL for small messages',
        'unknown variable NCCL_FOO=1',
        'NCCL_ALGO Ring',
        'table a',
      ),
    ).toEqual([{}]);
  });

  it('keeps unknown variables of commands and exports as evidence, with their lines', () => {
    const found = runs([
      'export FABRIC=eth',
      'NETWORK=ib0 mpirun -np 2 osu_bw D D',
      'table a',
      'FREE=1',
      'table b',
    ]);
    expect(found.map((run) => run.evidence.map(({ key, text, line }) => `${key}=${text}:${line}`))).toEqual([
      ['FABRIC=eth:1', 'NETWORK=ib0:2', 'options=D D:2'],
      ['FABRIC=eth:1'],
    ]);
  });

  it.each([
    ['SLURM_JOB_UID', '1000'],
    ['PATH', '/bin'],
    ['NCCL_TOPO_FILE', 'x.xml'],
    ['UCX_TLS', '/home/x'],
    ['API_KEY', 'abc'],
    ['MY_TOKEN', 'abc'],
    ['FOO', 'me@example.org'],
    ['NCCL_COMM_ID', '10.0.0.1:5000'],
    ['NCCL_DEBUG', 'INFO'],
    ['RUN_ID', '17'],
  ])('%s=%s is not kept', (name, value) => expect(assigned(name, value)).toBeNull());

  it('the command ends with its program', () => {
    expect(conditions('mpirun -np 4 osu_bw', 'table a', 'table b').map((c) => c['ranks'])).toEqual([
      '4',
      undefined,
    ]);
    expect(conditions('mpirun -np 4 osu_bw', 'table a', 'real 1m', 'table a').map((c) => c['ranks'])).toEqual(
      ['4', undefined],
    );
  });
});

describe('banners', () => {
  it.each([
    ['=== AR=1 ===', { AR: 'on' }],
    ['AR=on', { AR: 'on' }],
    ['Adaptive routing: enabled', { AR: 'on' }],
    ['==== SHARP=1 ====', { SHARP: 'on' }],
    ['# SHARP: on', { SHARP: 'on' }],
    ['==== without SHARP ====', { SHARP: 'off' }],
    ['--- nodes=16, ppn: 4, HCOLL off ---', { nodes: '16', HCOLL: 'off' }],
    ['*** 5 nodes with GDR ***', { nodes: '5', GDR: 'on' }],
    ['=== NCCL_ALGO=Ring ===', { NCCL_ALGO: 'Ring' }],
    ['=== run 3 of 5 ===', { repeat: '3' }],
    ['=== AR on and AR off ===', {}],
    ['the sharp knife is on', {}],
    ['# Size    Bandwidth (MB/s)', {}],
  ])('%s', (line, expected) => expect(conditions(line, 'table a')[0]).toEqual(expected));

  it('say origin and line', () => {
    expect(
      runs(['', '=== AR=1 ===', 'Number of nodes = 16', 'mpirun -np 32 ./a', 'table a'])[0]?.said,
    ).toEqual([
      { key: 'AR', value: 'on', origin: 'banner', line: 2 },
      { key: 'nodes', value: '16', origin: 'environment', line: 3 },
      { key: 'ranks', value: '32', origin: 'launch', line: 4 },
      { key: 'ppn', value: '2', origin: 'launch', line: 4 },
    ]);
  });

  it('hold until the next heading of their depth, and through names of programs', () => {
    expect(
      conditions(
        '=== AR=1 ===',
        '--- osu_bw ---',
        'table a',
        '=== osu_latency ===',
        'table b',
        '=== cleanup ===',
        'table c',
      ).map((c) => c['AR']),
    ).toEqual(['on', 'on', undefined]);
  });

  it('that no rule knows are evidence for the runs below', () => {
    const found = runs([
      '=== Host memory ===',
      'table a',
      '--- small pages ---',
      'table b',
      '=== GPU memory ===',
      'table c',
      '*******',
      '* Third part',
      '*******',
      'table d',
      '=== /home/me/x ===',
    ]);
    expect(found.map((run) => run.evidence.map(({ key, text }) => `${key} ${text}`))).toEqual([
      ['1 Host memory'],
      ['1 Host memory', '2 small pages'],
      ['1 GPU memory'],
      ['1 GPU memory', '3 Third part'],
    ]);
  });
});

describe('job lines', () => {
  it.each([
    ['Number of nodes = 16', { nodes: '16' }],
    ['Running on hosts: n01 n02 n03', { nodes: '3' }],
    ['SLURM_JOB_NODELIST=n[01-04]', { nodes: '4' }],
    ['SLURM_NTASKS=32', { ranks: '32' }],
    ['SLURM_TASKS_PER_NODE=8(x4)', { ppn: '8' }],
    ['Nodes: all of them', {}],
    ['Hosts: unknown', {}],
  ])('%s', (line, expected) => expect(conditions(line, 'table a')[0]).toEqual(expected));
});

describe('dates', () => {
  it.each([
    ['Mon Nov 23 13:36:55 UTC 2026', '2026-11-23T13:36:55.000Z'],
    ['# Date                  : Thu Oct  1 16:20:25 2020', '2020-10-01T16:20:25'],
    ['Started at Wed Jul 24 10:31:22 2019', '2019-07-24T10:31:22'],
    ['Start time: 2026-11-23T13:36:55+01:00', '2026-11-23T12:36:55.000Z'],
    ['Date: 2026-11-23', '2026-11-23'],
    ['Mon 23 Nov 2026 01:36:55 PM UTC', '2026-11-23T13:36:55.000Z'],
    ['# Version               : #1 SMP Tue May 9 10:11:12 UTC 2023', null],
    ['Build date of 2020-01-01', null],
    ['Date: 2026-13-45', null],
    ['Ended at 2026-11-23 10:00:00', null],
  ])('%s', (line, expected) => expect(startOfLine(line)).toBe(expected));

  it('are those of the runs below', () => {
    expect(runs(['table a', 'Date: 2026-11-23', 'table b']).map(({ started }) => started)).toEqual([
      null,
      '2026-11-23',
    ]);
  });
});
