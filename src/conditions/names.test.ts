import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conditionsFromPath } from './names';

/** `key=value` texts of a path, the origin left out. */
function said(path: string): string[] {
  return conditionsFromPath(path).map(({ key, value }) => `${key}=${value}`);
}

describe('conditions from names that real sets use', () => {
  const real: [string, string[]][] = [
    ['lassen_osu_128_nodes.out', ['nodes=128']],
    ['size-64.log', ['nodes=64']],
    ['converged-computing__metrics-operator-experiments__size-4.log', ['nodes=4']],
    ['cluster01_nccl_N2_G8_cnode3-007_cnode3-009.log', ['system=cluster01', 'nodes=2', 'GPUs per node=8']],
    ['n540.g4.20260505/all_reduce', ['nodes=540', 'GPUs per node=4']],
    ['osu_allreduce_np8_f_z.txt', ['ranks=8']],
    ['rotate_np16_run2.csv', ['ranks=16', 'repeat=2']],
    ['rotate_np16_mpich.csv', ['ranks=16', 'MPI=MPICH']],
    [
      'ib-gcc9-impi-verbs_rfm_Osu_allgather_job.out',
      ['network=InfiniBand', 'compiler=GCC 9', 'MPI=Intel MPI', 'transport=verbs'],
    ],
    [
      'roce-gcc9-openmpi4-ucx_rfm_Osu_allreduce_job.out',
      ['network=RoCE', 'compiler=GCC 9', 'MPI=Open MPI 4', 'transport=UCX'],
    ],
    [
      'cclake-roce-icc19-impi19-ucx_rfm_IMB_PingPong_job.out',
      ['network=RoCE', 'compiler=ICC 19', 'MPI=Intel MPI 19', 'transport=UCX'],
    ],
    [
      'alinux2_p5.48xlarge_intelmpi_osu_allreduce',
      ['OS=Amazon Linux 2', 'system=p5.48xlarge', 'MPI=Intel MPI'],
    ],
    ['centos7_c5n.18xlarge_openmpi_osu_bcast', ['OS=CentOS 7', 'system=c5n.18xlarge', 'MPI=Open MPI']],
    ['slurm-nccl_gpu1.o7278182.2', ['job=7278182']],
  ];
  it.each(real)('%s', (path, expected) => {
    expect(said(path)).toEqual(expected);
  });
});

describe('conditions from names by habit', () => {
  const habits: [string, string[]][] = [
    ['ar_on/osu_alltoall_16n_4ppn_r3.out', ['AR=on', 'nodes=16', 'ppn=4', 'repeat=3']],
    ['AR-off_rep03.log', ['AR=off', 'repeat=3']],
    ['ar0_16nodes', ['AR=off', 'nodes=16']],
    ['noar.out', ['AR=off']],
    ['AR/noSHARP', ['AR=on', 'SHARP=off']],
    ['with-sharp-nodes64-ppn56', ['SHARP=on', 'nodes=64', 'ppn=56']],
    ['adaptive-routing-enabled', ['AR=on']],
    ['osu_mbw_mr-np8', ['ranks=8']],
    ['64-ranks_8-per-node', ['ranks=64', 'ppn=8']],
    ['16_nodes_4_ppn', ['nodes=16', 'ppn=4']],
    ['nodes_16_ppn_4', ['nodes=16', 'ppn=4']],
    ['4-ranks-per-node', ['ppn=4']],
    ['nodeset2', ['node set=2']],
    ['osu_set-b_1', ['node set=b']],
    ['mvapich2-2.3.7_allreduce', ['MPI=MVAPICH2 2.3.7']],
    ['mvapich2-x-barrier', ['MPI=MVAPICH2-X']],
    ['openmpi-4.1.5.out.gz', ['MPI=Open MPI 4.1.5']],
    ['hpcx2.6.0', ['MPI=HPC-X 2.6.0']],
    ['5_node.log', ['nodes=5']],
    ['n16_ppn4.log', ['nodes=16', 'ppn=4']],
    ['UCX_TLS=rc/a.log', ['UCX_TLS=rc']],
    ['UCX_TLS=rc,sm_NCCL_ALGO=Ring_r2.log', ['repeat=2', 'UCX_TLS=rc,sm', 'NCCL_ALGO=Ring']],
    ['cx7-ndr.log', ['HCA=ConnectX-7', 'link speed=NDR']],
    ['mlx5_0.log', ['HCA=mlx5_0']],
    ['hdr/nvls_off', ['link speed=HDR', 'NVLS=off']],
    ['routing=dmodk_hca=CX6_AR=0.log', ['HCA=CX6', 'AR=off', 'routing=dmodk']],
  ];
  it.each(habits)('%s', (path, expected) => {
    expect(said(path)).toEqual(expected);
  });
});

describe('names that say nothing', () => {
  const silent = [
    'osu_latency.out',
    'n17.log',
    'n17/osu_bw.log',
    'rack_r3/osu_bw.log',
    'rack-r12',
    'cnode3-002_cnode3-003.log',
    'n12_n13.out',
    'node-12.log',
    'b0001--b0002.out',
    'IMB-MPI1.stdout-node0.cpu0.os.gold',
    'rank3.prof',
    'matrix_0_aurora.txt',
    'sharp-ab-b0016',
    'data_set_2.csv',
    'run20260616',
    'ib_write_bw',
    'osu_latency_size-64.log',
    'ucx-tcp',
    'car_on_the_road',
    'version_2.5n',
    'AR=maybe',
    'r1_r2',
    '',
    '/',
    '///',
  ];
  it.each(silent)('%s', (path) => {
    expect(said(path)).toEqual([]);
  });
});

describe('conditionsFromPath', () => {
  it('says whether a folder or the file gave a condition, the nearest last', () => {
    expect(conditionsFromPath('ar_on/8n/16n_x.out')).toEqual([
      { key: 'AR', value: 'on', origin: 'folder' },
      { key: 'nodes', value: '8', origin: 'folder' },
      { key: 'nodes', value: '16', origin: 'name' },
    ]);
  });

  it('reads a path that ends in a slash as folders only', () => {
    expect(conditionsFromPath('ar_on/')).toEqual([{ key: 'AR', value: 'on', origin: 'folder' }]);
  });

  it('answers quickly for any text and never gives one key twice for one name', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('n', '1', '_', '-', '.', 'r', '=', 's'), maxLength: 255 }),
        (name) => {
          const keys = conditionsFromPath(name).map(({ key }) => key);
          expect(new Set(keys).size).toBe(keys.length);
        },
      ),
    );
    const long = `${'a-'.repeat(120)}=`;
    const start = performance.now();
    conditionsFromPath(long);
    expect(performance.now() - start).toBeLessThan(200);
  });
});
