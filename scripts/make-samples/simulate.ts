import { createEstimator, type Estimator } from '../../src/estimator/core';
import { moduleBytes } from '../../src/estimator/node';

/** One of the fabrics that a rotate test is computed for. */
interface Fabric {
  /** Folder of the sample. */
  id: string;
  system: string;
  topology: string;
  levels: number;
  /** Where rank i runs: on host i, or on hosts in random order, the same in all runs. */
  placement: 'order' | 'random';
  /** Flows between two looks of a switch at the loads. */
  refresh: number;
}

interface Routing {
  /** Folder of its files. */
  folder: string;
  /** Value of the condition `routing`. */
  name: string;
  /** As the estimator reads it; only that of adaptive routing depends on the repeat. */
  specification: string;
  /** Whether every repeat has a seed of its own. */
  seeded: boolean;
}

const FABRICS: readonly Fabric[] = [
  {
    id: 'rotate-two-levels',
    system: 'simulated tree of 2 levels',
    topology: 'tree2:16:leaves=12',
    levels: 2,
    placement: 'order',
    refresh: 4,
  },
  {
    id: 'rotate-three-levels',
    system: 'simulated tree of 3 levels',
    topology: 'tree3:8:pods=6',
    levels: 3,
    placement: 'random',
    refresh: 4,
  },
];

/** Bandwidth of one cable, MB/s: 100 Gb/s. */
const CABLE = 12_500;
const REPEATS = [1, 2, 3] as const;
/** Seed of the random tables. */
const TABLE_SEED = 1;
/** Seed of the random order of ranks. */
const ORDER_SEED = 1;

function routingsOf({ refresh }: Fabric): Routing[] {
  return [
    { folder: 'dmodk', name: 'D-mod-K', specification: 'dmodk', seeded: false },
    {
      folder: 'random-tables',
      name: 'random tables',
      specification: `random:seed=${TABLE_SEED}`,
      seeded: false,
    },
    { folder: 'adaptive', name: 'adaptive', specification: `greedy:refresh=${refresh}`, seeded: true },
  ];
}

/**
 * The rotate tests of the simulated samples and their sidecars, by path below `sample-data`. The same bytes on
 * every machine: the estimator has no other chance than its seeds.
 */
export async function simulatedFiles(): Promise<Map<string, string>> {
  const estimator = await createEstimator(moduleBytes());
  const files = new Map<string, string>();
  for (const fabric of FABRICS) {
    files.set(`${fabric.id}/fabriscope.yaml`, sidecar(fabric));
    for (const routing of routingsOf(fabric))
      for (const repeat of REPEATS)
        files.set(
          `${fabric.id}/${routing.folder}/rotate_r${repeat}.csv`,
          rotateText(estimator, fabric, routing, repeat),
        );
  }
  return files;
}

/** One test as the rotate test prints it: a line per shift, a column per sender, MB/s = share of the cable × its bandwidth. */
function rotateText(
  estimator: Estimator,
  { topology, placement }: Fabric,
  { specification, seeded }: Routing,
  repeat: number,
): string {
  const routing = seeded ? `${specification}:seed=${repeat}` : specification;
  const { phases } = estimator.setup({
    topology,
    routing,
    traffic: { kind: 'pattern', pattern: 'rotate', placement },
  });
  const { pairs } = estimator.run(0, 1, BigInt(ORDER_SEED), { share: true, pairs: true });
  const senders = pairs.share.length / phases;
  const hosts = [...pairs.src.subarray(0, senders), ...pairs.dst.subarray(0, senders)];
  const rows = Array.from({ length: phases }, (_, shift) =>
    Array.from(pairs.share.subarray(shift * senders, (shift + 1) * senders), (share) =>
      (share * CABLE).toFixed(0),
    ).join(','),
  );
  return [
    '# rotate',
    '# simulated: no network was measured',
    `# repeat: ${repeat}`,
    '# rotation: forward',
    '# unit: MB/s',
    '# best of: 1',
    `# hosts: ${hosts.map((host) => `h${String(host).padStart(3, '0')}`).join(',')}`,
    ...rows,
    '',
  ].join('\n');
}

function sidecar(fabric: Fabric): string {
  const { system, topology, levels, placement } = fabric;
  const of = ({ folder, name, specification, seeded }: Routing) => [
    `  - match: "${folder}/**"`,
    `    conditions: { routing: ${name}, routing rule: "${specification}" }`,
    ...(seeded
      ? REPEATS.flatMap((repeat) => [
          `  - match: "${folder}/rotate_r${repeat}.csv"`,
          `    conditions: { seed: ${repeat} }`,
        ])
      : []),
  ];
  return [
    '# How these tests were computed. docs/conditions.md describes this file.',
    'version: 1',
    'kind: simulated',
    'citation: Computed with the congestion estimator of Fabriscope; no network was measured.',
    'conditions:',
    `  system: ${system}`,
    `  topology: "${topology}"`,
    `  tree levels: ${levels}`,
    `  cable: "${CABLE} MB/s"`,
    '  pattern: rotate',
    `  rank order: ranks in ${placement === 'order' ? 'the order of hosts' : `random order (seed ${ORDER_SEED})`}`,
    '  model: "share of the fullest link, no protocol, no other load"',
    'files:',
    ...routingsOf(fabric).flatMap(of),
    '',
  ].join('\n');
}
