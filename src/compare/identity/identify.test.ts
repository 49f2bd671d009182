import { describe, expect, it } from 'vitest';
import { madeRuns, type Made } from './fixtures';
import { identify } from './identify';
import type { IdentityRule } from './rules';

type Paths = readonly (string | readonly [path: string, made: Made])[];

/** The experiments, numbered in the order of their first runs, and the labels of the runs that have some. */
function found(paths: Paths, rules: readonly IdentityRule[] = []) {
  const answers = identify(madeRuns(paths), rules);
  const names = [...new Set(answers.map(({ experiment }) => experiment))];
  return {
    experiments: answers.map(({ experiment }) => names.indexOf(experiment) + 1).join(' '),
    repeats: answers.map(({ repeat }) => repeat).join(' '),
    labels: answers.map(({ labels }) => labels.map(({ key, value }) => `${key}=${value}`).join('; ')),
  };
}

describe('repeats', () => {
  it.each<[what: string, paths: string[]]>([
    ['r1 to r5', ['bw_r1.out', 'bw_r2.out', 'bw_r3.out', 'bw_r4.out', 'bw_r5.out']],
    ['run_01', ['osu_bw_run_01.txt', 'osu_bw_run_02.txt', 'osu_bw_run_03.txt']],
    ['runs with gaps', ['osu_bw_run_1.txt', 'osu_bw_run_7.txt', 'osu_bw_run_30.txt']],
    ['folders of runs', ['run1/osu_bw.out', 'run2/osu_bw.out', 'run3/osu_bw.out']],
    ['counted folders', ['1/osu_bw.out', '2/osu_bw.out', '3/osu_bw.out']],
    ['bare numbers', ['osu_bw-1.log', 'osu_bw-2.log', 'osu_bw-3.log']],
    ['numbers that touch the benchmark', ['bw1.log', 'bw2.log', 'bw3.log']],
    ['a first without a number', ['osu_bw.out', 'osu_bw_2.out', 'osu_bw_3.out']],
    ['a first without the word and the number', ['osu_bw.out', 'osu_bw_run2.out', 'osu_bw_run3.out']],
    ['numbers behind different words', ['osu_bw_job4711023_x.out', 'osu_bw_run4711031_x.out']],
    ['tests', ['test1.out', 'test2.out', 'test3.out', 'test4.out']],
    ['dates', ['2026-03-01/osu_bw.out', '2026-03-02/osu_bw.out', '2026-04-11/osu_bw.out']],
    ['dates and times', ['bw_20260301_120501.log', 'bw_20260301_130959.log', 'bw_20260302_000000.log']],
    ['months', ['osu_bw-mar-3.log', 'osu_bw-apr-12.log']],
    ['epochs', ['bw-1761230000.log', 'bw-1761230411.log']],
    ['job ids', ['osu_bw.4711023.out', 'osu_bw.4711031.out', 'osu_bw.4711999.out']],
    ['slurm', ['slurm-8812.out', 'slurm-8813.out', 'slurm-9120.out']],
    ['hashes', ['osu_bw-3f9a01c.out', 'osu_bw-aa91bd2.out', 'osu_bw-0b7e55f.out']],
    [
      'UUIDs',
      ['0b61a1f2-7a34-4f0e-9a01-3a2b8a1c9d11/osu_bw.out', '5c3c9a86-0f2b-4b57-8d2e-8f0a7be2e3c4/osu_bw.out'],
    ],
    ['pods', ['osu-bw-7d9f8b6c5d-x2x9z.log', 'osu-bw-7d9f8b6c5d-k7q4m.log']],
    ['letters behind run', ['bw_run_a.out', 'bw_run_b.out', 'bw_run_c.out']],
    ['copies', ['osu_bw.out', 'osu_bw copy.out', 'osu_bw copy 2.out']],
    ['older ones compressed', ['bw_r1.out.gz/bw_r1.out', 'bw_r2.out.XZ/bw_r2.out', 'bw_r3.out']],
  ])('%s', (_, paths) => {
    const { experiments, repeats, labels } = found(paths);
    expect(experiments).toBe(paths.map(() => 1).join(' '));
    expect(repeats.split(' ').sort()).toEqual(paths.map((__, i) => String(i + 1)));
    expect(labels).toEqual(paths.map(() => ''));
  });
});

describe('names that spell what is known', () => {
  const file = (count: number, algorithm: string, day: string): [string, Made] => [
    `mn5/2025_03_${day}___19_49_06/3/${count}_${algorithm}_int32.csv`,
    {
      benchmark: 'PICO',
      params: 'datatype=int32',
      content: { algorithm: algorithm.toUpperCase() },
      size: 4 * count,
    },
  ];
  it('sizes and algorithms in file names are no labels: files of one algorithm are one experiment', () => {
    const { experiments, labels } = found([
      file(8, 'bine-tree', '26'),
      file(512, 'bine-tree', '26'),
      file(2048, 'bine-tree', '27'),
      file(8, 'ring_over_udp', '26'),
      file(512, 'ring_over_udp', '26'),
    ]);
    expect(labels).toEqual(['', '', '', '', '']);
    expect(experiments).toBe('1 1 1 2 2');
  });
  it('a number that is not the size is still a label', () => {
    const { experiments } = found([
      ['cfg64/bw.out', { size: 1024 }],
      ['cfg128/bw.out', { size: 2048 }],
    ]);
    expect(experiments).toBe('1 2');
  });
});

describe('different experiments', () => {
  it.each<[what: string, paths: Paths, experiments: string, labels: string[]]>([
    [
      'folders of networks that no rule knows',
      ['fab1x/osu_bw.out', 'fab1x/osu_bw_2.out', 'torus/osu_bw.out', 'torus/osu_bw_2.out'],
      '1 1 2 2',
      ['folder 1=fab1x', 'folder 1=fab1x', 'folder 1=torus', 'folder 1=torus'],
    ],
    [
      'files named after where the ranks were put',
      ['osu_bw_same_socket.out', 'osu_bw_cross_socket.out', 'osu_bw_cross_node.out'],
      '1 2 3',
      ['file name=same_socket', 'file name=cross_socket', 'file name=cross_node'],
    ],
    [
      'words beside what a rule explains',
      ['osu_bw_np8.txt', 'osu_bw_np8_f.txt', 'osu_bw_np8_f_z.txt', 'validate_osu_bw_8_ranks.txt'],
      '1 2 3 4',
      ['', 'file name, part 2=f', 'file name, part 2=f_z', 'file name=validate'],
    ],
    [
      'places by number',
      ['osu_bw_core0_core1.out', 'osu_bw_core0_core2.out', 'osu_bw_core0_core3.out'],
      '1 2 3',
      ['file name after core=1', 'file name after core=2', 'file name after core=3'],
    ],
    [
      'sizes and other numbers with gaps',
      ['osu_bw_17.out', 'osu_bw_40.out'],
      '1 2',
      ['file name=17', 'file name=40'],
    ],
    [
      'numbers that belong to a word',
      ['osu_bw_lib1.out', 'osu_bw_lib2.out'],
      '1 2',
      ['file name after lib=1', 'file name after lib=2'],
    ],
    [
      'system and library, where each is a label',
      [
        'alpha/libA-1.2/osu_bw.out',
        'alpha/libA-1.3/osu_bw.out',
        'beta/libA-1.2/osu_bw.out',
        'beta/libA-1.3/osu_bw.out',
      ],
      '1 2 3 4',
      [
        'folder 1=alpha; folder 2=1.2',
        'folder 1=alpha; folder 2=1.3',
        'folder 1=beta; folder 2=1.2',
        'folder 1=beta; folder 2=1.3',
      ],
    ],
    [
      'names of different lengths',
      ['osu_bw_fast_path.out', 'osu_bw_slow.out', 'osu_bw_very_slow_path.out'],
      '1 2 3',
      ['file name=fast_path', 'file name=slow', 'file name=very_slow_path'],
    ],
    [
      'headings',
      [
        ['all.log', { heading: 'Host memory' }],
        ['all.log', { heading: 'GPU memory' }],
      ],
      '1 2',
      ['heading=Host', 'heading=GPU'],
    ],
    [
      'variables',
      [
        ['a.log', { variables: { NET: 'alpha' } }],
        ['b.log', { variables: { NET: 'beta' } }],
        ['c.log', { variables: { NET: 'alpha' } }],
      ],
      '1 2 3',
      ['NET=alpha; file name=a', 'NET=beta; file name=b', 'NET=alpha; file name=c'],
    ],
    [
      'node sets',
      ['setA1x/r1.out', 'setA1x/r2.out', 'setB7y/r1.out', 'setB7y/r2.out'],
      '1 1 2 2',
      ['folder 1=setA1x', 'folder 1=setA1x', 'folder 1=setB7y', 'folder 1=setB7y'],
    ],
  ])('%s', (_, paths, experiments, labels) => {
    const answer = found(paths);
    expect(answer.experiments).toBe(experiments);
    expect(answer.labels).toEqual(labels);
  });

  it('keeps hashes that several files share apart: they name a build', () => {
    const paths = ['3f9a01c', 'aa91bd2'].flatMap((hash) => [1, 2, 3].map((r) => `${hash}/osu_bw_r${r}.out`));
    expect(found(paths).experiments).toBe('1 1 1 2 2 2');
  });

  it('names the label of several benchmarks alike', () => {
    const paths: Paths = ['osu_bw', 'osu_latency'].flatMap((benchmark) =>
      ['x', 'y'].map((net) => [`${benchmark}_fab${net}.out`, { benchmark }] as const),
    );
    expect(found(paths).labels).toEqual([
      'file name=fabx',
      'file name=faby',
      'file name=fabx',
      'file name=faby',
    ]);
  });

  it('keeps benchmarks, tools and parameters apart', () => {
    expect(
      found([
        ['osu_bw.out', {}],
        ['osu_latency.out', { benchmark: 'osu_latency' }],
        ['other.out', { tool: 'OMB-Py' }],
      ]),
    ).toMatchObject({ experiments: '1 2 3', labels: ['', '', ''] });
  });
});

describe('what is no label', () => {
  it('what a condition of the run says', () => {
    const paths: Paths = [
      ['ib-gcc9/osu_bw_4n.out', { content: { nodes: '4' } }],
      ['roce-gcc12/osu_bw_8n.out', { content: { nodes: '8' } }],
      ['roce-gcc12/osu_bw_8.out', { content: { nodes: '8' } }],
    ];
    expect(found(paths).labels).toEqual(['', '', '']);
    expect(found(paths).experiments).toBe('1 2 2');
  });

  it.each([
    ['ar_on', 'ar_off'],
    ['with_sharp', 'without_sharp'],
    ['sharp_1', 'sharp_0'],
    ['nvls-enabled', 'nvls-disabled'],
  ])('the words that turn a condition on and off: %s and %s', (on, off) => {
    const found = identify(madeRuns([`${on}/r1.out`, `${off}/r1.out`, `${on}/r2.out`, `${off}/r2.out`]), []);
    expect(found.map(({ labels }) => labels)).toEqual([[], [], [], []]);
  });

  it('but what contradicts the run is one', () => {
    const paths: Paths = [
      ['osu_bw_n17.out', { content: { nodes: '2' } }],
      ['osu_bw_n23.out', { content: { nodes: '2' } }],
    ];
    expect(found(paths).experiments).toBe('1 2');
  });

  it('a difference that goes with a condition by chance stays a label', () => {
    const paths: Paths = [
      ['left/osu_bw.out', { content: { nodes: '4' } }],
      ['right/osu_bw.out', { content: { nodes: '8' } }],
    ];
    expect(found(paths).labels).toEqual(['folder 1=left', 'folder 1=right']);
  });

  it('hosts of tests of pairs, which are places', () => {
    const hosts = ['gpu-01', 'gpu-02', 'gpu-03'];
    const paths = hosts.flatMap((one) =>
      hosts
        .filter((other) => other > one)
        .map((other) => [`osu_bw_${one}_${other}.log`, { hosts: [one, other] as const }] as const),
    );
    expect(found(paths)).toMatchObject({
      experiments: '1 2 3',
      labels: ['host pair=gpu-01 – gpu-02', 'host pair=gpu-01 – gpu-03', 'host pair=gpu-02 – gpu-03'],
    });
  });

  it('hosts that a scheduler chose for repeats', () => {
    const paths: Paths = [1, 2, 3, 4].map(
      (r) => [`osu_bw_r${r}.log`, { hosts: [`n${2 * r}`, `n${2 * r + 1}`] }] as const,
    );
    expect(found(paths)).toMatchObject({ experiments: '1 1 1 1', labels: ['', '', '', ''] });
  });
});

describe('one job in several files', () => {
  it('is one repeat', () => {
    const paths: Paths = [0, 1, 2].flatMap((rank) =>
      ['a1', 'a2'].map((job) => [`${job}/prof_host${7 * rank}.prof`, { tool: 'monitoring', rank }] as const),
    );
    expect(found(paths)).toMatchObject({ experiments: '1 2 1 2 1 2', repeats: '1 1 1 1 1 1' });
  });

  const of = (wall: number, format: string): Made => ({ tool: 'IPM', benchmark: format, wall, format });
  it('also as two records of one wall time', () => {
    expect(
      found([
        ['user.1729330514.ipm.xml', of(12.3456, 'xml')],
        ['slurm-1234.out', of(12.35, 'report')],
      ]),
    ).toMatchObject({ experiments: '1 1', repeats: '1 1' });
    expect(
      found([
        ['app.ipm.xml', of(12.3456, 'xml')],
        ['app.ipm_parse-full.txt', of(12.35, 'report')],
        ['app.ipm_parse.txt', of(12.35, 'report')],
      ]),
    ).toMatchObject({ experiments: '1 1 1', repeats: '1 1 1' });
  });

  it('but not two jobs that took as long', () => {
    expect(
      found([
        ['app_r1.xml', of(12.34, 'xml')],
        ['app_r2.xml', of(12.34, 'xml')],
      ]).repeats,
    ).toBe('1 2');
  });
});

describe('rules', () => {
  const paths = ['left/osu_bw.out', 'right/osu_bw.out'];
  it('repeats: a label only numbers repeats, also under its new name', () => {
    expect(found(paths, [{ kind: 'repeats', key: 'folder 1' }]).experiments).toBe('1 1');
    const name: IdentityRule = { kind: 'name', key: 'folder 1', as: 'side' };
    expect(found(paths, [name]).labels).toEqual(['side=left', 'side=right']);
    expect(found(paths, [name, { kind: 'repeats', key: 'side' }]).experiments).toBe('1 1');
  });

  it('separates: repeats are experiments, and the last word wins', () => {
    const repeats = ['osu_bw_r1.out', 'osu_bw_r2.out'];
    const separates: IdentityRule = { kind: 'separates', key: 'repeat' };
    expect(found(repeats, [separates]).experiments).toBe('1 2');
    expect(found(repeats, [separates, { kind: 'repeats', key: 'repeat' }]).experiments).toBe('1 1');
  });
});

describe('sessions that write a file for each message size', () => {
  it('also where each is compressed on its own', () => {
    const { experiments, repeats } = found(
      [8, 64, 512].map((size) => [`set/bw_${size}.out.gz/bw_${size}.out`, { size }]),
    );
    expect([experiments, repeats]).toEqual(['1 1 1', '1 1 1']);
  });
  it('are one repeat each; a size that comes again in a folder begins another', () => {
    const session = (folder: string, sizes: readonly number[], suffix = '') =>
      sizes.map((size) => [`${folder}/${size}_ring${suffix}_float32.csv`, { size }] as const);
    const runs = madeRuns([
      ...session('2026_01_02___10_00_00', [8, 1024, 65536]),
      ...session('2026_01_03___10_00_00', [8, 1024]),
      ...session('2026_01_03___10_00_00', [8, 1024], '_r2'),
    ]);
    const found = identify(runs, []);
    expect(new Set(found.map(({ experiment }) => experiment)).size).toBe(1);
    const repeats = found.map(({ repeat }) => repeat);
    const folders = runs.map(({ path }, i) => `${path.split('/')[0] ?? ''} ${repeats[i] ?? 0}`);
    expect([new Set(repeats).size, new Set(folders).size]).toEqual([3, 3]);
  });
});

describe('names such as n4', () => {
  const labels = (runs: readonly (readonly [string, Made])[]) =>
    identify(madeRuns(runs), []).map(({ labels: own }) =>
      own.map(({ key, value }) => `${key}=${value}`).join(),
    );

  it('are counts of nodes where the ranks are one multiple of them', () => {
    const runs = [1, 2, 4].map(
      (nodes) => [`lat_n${nodes}.out`, { content: { ranks: String(nodes * 8) } }] as const,
    );
    expect(labels(runs)).toEqual(['nodes=1', 'nodes=2', 'nodes=4']);
  });

  it('are labels where the ranks are another multiple, are not known, or the run says its nodes', () => {
    const made = (ranks: (nodes: number) => Made) =>
      [2, 4, 9].map((nodes) => [`lat_n${nodes}.out`, ranks(nodes)] as const);
    for (const runs of [
      made(() => ({ content: { ranks: '2' } })),
      made(() => ({})),
      made((nodes) => ({ content: { ranks: String(nodes), nodes: '2' } })),
    ])
      expect(labels(runs).join()).not.toContain('nodes=');
  });
});
