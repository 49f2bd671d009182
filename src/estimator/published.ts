/** The published percentages of Hoefler et al. (CLUSTER 2008) beside ours on stand-ins of the same size. */
import type { Estimator } from './core';
import { pool } from './result';

/** A published system, and the fabric that stands for it here. */
export interface System {
  readonly name: string;
  readonly topology: string;
  readonly hosts: number;
}

export const SYSTEMS: readonly System[] = [
  { name: 'Ranger', topology: 'ranger', hosts: 3456 },
  { name: 'Atlas', topology: 'atlas', hosts: 1152 },
  { name: 'Thunderbird', topology: 'thunderbird', hosts: 4608 },
];

/** A published pattern with its percentages for the systems in order, and how it is computed here. */
export interface PublishedPattern {
  readonly name: string;
  readonly pattern: string;
  readonly published: readonly number[];
  /** Factor on the mean of 1/c: six sends at once cannot have more than a sixth each. */
  readonly scale: number;
}

export const PATTERNS: readonly PublishedPattern[] = [
  { name: 'bisection', pattern: 'bisect', published: [57.5, 55.6, 40.6], scale: 1 },
  { name: 'tree', pattern: 'tree', published: [69.9, 71.3, 57.4], scale: 1 },
  { name: 'dissemination', pattern: 'bruck', published: [41.9, 40.2, 27.4], scale: 1 },
  { name: 'six neighbour × 6', pattern: 'cliques:7', published: [62.4, 60.7, 37.4], scale: 6 },
];

/** Seeds of the random tables. */
export const TABLE_SEEDS = 20;
/** Random patterns (or rank orders) behind each percentage. */
export const PATTERNS_EACH = 50;

/** Mean of 1/c in percent for shuffled ranks, all phases pooled, as ORCS counts. */
export function percent(
  estimator: Estimator,
  topology: string,
  routing: string,
  pattern: PublishedPattern,
): number {
  const traffic = { kind: 'pattern', pattern: pattern.pattern, placement: 'random' } as const;
  estimator.setup({ topology, routing, traffic });
  const { meanInvC } = pool([estimator.run(0, PATTERNS_EACH, 1n)]);
  return 100 * pattern.scale * (meanInvC ?? NaN);
}

/** Percentages of one system and pattern: over the random tables the least, mean and largest. */
export interface PublishedComparison {
  readonly random: readonly [number, number, number];
  readonly dmodk: number;
  readonly minhop: number;
}

/** Computes one line of the table. */
export function compare(
  estimator: Estimator,
  system: System,
  pattern: PublishedPattern,
): PublishedComparison {
  const seeds = Array.from({ length: TABLE_SEEDS }, (_, i) => i + 1);
  const random = seeds.map((seed) => percent(estimator, system.topology, `random:seed=${seed}`, pattern));
  return {
    random: [Math.min(...random), random.reduce((a, b) => a + b, 0) / random.length, Math.max(...random)],
    dmodk: percent(estimator, system.topology, 'dmodk', pattern),
    minhop: percent(estimator, system.topology, 'minhop', pattern),
  };
}

/** The start of a line: what is compared with which published value. */
export function lineHead(system: System, pattern: PublishedPattern): string {
  const value = pattern.published[SYSTEMS.indexOf(system)] ?? NaN;
  return `| ${system.name} (${system.hosts}) | ${pattern.name} | ${value.toFixed(1)} |`;
}

/** The end of a line: the routings without a seed. */
export function lineTail(dmodk: number, minhop: number): string {
  return ` ${dmodk.toFixed(1)} | ${minhop.toFixed(1)} |`;
}

/** The whole table as Markdown. */
export function table(estimator: Estimator): string {
  const lines = SYSTEMS.flatMap((system) =>
    PATTERNS.map((pattern) => {
      const { random, dmodk, minhop } = compare(estimator, system, pattern);
      const [least, mean, most] = random.map((v) => v.toFixed(1));
      return `${lineHead(system, pattern)} ${mean} (${least} – ${most}) |${lineTail(dmodk, minhop)}`;
    }),
  );
  return [
    '| stand-in (hosts) | pattern | published % | random tables %: mean (range) | D-mod-K % | min-hop % |',
    '|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}
