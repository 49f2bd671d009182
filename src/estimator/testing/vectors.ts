/**
 * The project's own vectors: `npx tsx src/estimator/testing/vectors.ts` rewrites fixtures/vectors.json. They were made by this
 * estimator at a state in which it reproduced all 1,445 rows and 21 fluid rows of an independent set of reference
 * vectors (integers and hashes exactly, floats to 1e-8); they hold what that set cannot: our generators, our random
 * patterns, cuts and placements. A change of any value is a change of behaviour and must be meant.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { createEstimator, type Estimator } from '../core';
import type { Job } from '../job';
import { moduleBytes } from '../node';
import { vectorOf } from './figures';

/** A job with the figures it gives for four pattern numbers under seed 1. */
export interface Vector {
  readonly job: Job;
  readonly figures: Record<string, unknown>;
}

const path = fileURLToPath(new URL('../fixtures/vectors.json', import.meta.url));

/** The stored vectors. */
export function storedVectors(): Vector[] {
  return JSON.parse(readFileSync(path, 'utf8')) as Vector[];
}

/** The figures of a job, floats as they are. */
export function vectorFigures(estimator: Estimator, job: Job): Record<string, unknown> {
  const setup = estimator.setup(job);
  const measures = { share: true, maxmin: true, hash: true };
  return vectorOf([estimator.run(0, setup.random ? 4 : 1, 1n, measures)]);
}

const pattern = (name: string, placement = 'order') =>
  ({ kind: 'pattern', pattern: name, placement }) as const;

const JOBS: Job[] = [
  ...[
    'bisect',
    'bisectfb',
    'perm',
    'rring',
    'ring',
    'shifts',
    'rotate',
    'alltoall:xor',
    'tree',
    'bruck',
    'recdbl',
    'six',
    'halo:4x4',
    'cliques:5',
    'incast:3',
    'outcast:2',
    'hotspot:2',
    'jobs:bisectfb+shift:1:split=7',
  ].map((name) => ({ topology: 'pgft:4,4/1,4/1,1', routing: 'dmodk', traffic: pattern(name) })),
  ...[
    'smodk',
    'random:seed=2',
    'random:lmc=2',
    'minhop',
    'updn',
    'ecmp:seed=5',
    'greedy',
    'greedy:choices=2',
    'greedy:refresh=8',
    'greedy_global',
    'spray',
  ].map((routing) => ({ topology: 'pgft:3,4,4/1,2,3/1,1,2:cap=1,2,4', routing, traffic: pattern('perm') })),
  ...['random', 'scattered', 'packed', 'list:5,0,11,7'].map((placement) => ({
    topology: 'kary:3,3',
    routing: 'dmodk',
    traffic: pattern('bruck', placement),
  })),
  { topology: 'torus:4x3x2:hosts=2', routing: 'dor', traffic: pattern('bisectfb') },
  { topology: 'mesh:5x4', routing: 'dor', traffic: pattern('perm') },
  { topology: 'dragonfly:2,4,2:groups=5', routing: 'min', traffic: pattern('perm') },
  { topology: 'frontera-directors', routing: 'minhop', traffic: pattern('bisect') },
  { topology: 'chic', routing: 'updn', traffic: pattern('bisect') },
  ...(['stale', 'reroute', 'recover'] as const).map((after) => ({
    topology: 'tree3:6',
    cut: { what: 'random:4:seed=3+switch:60', after },
    routing: 'dmodk',
    traffic: pattern('rotate'),
  })),
];

async function main(): Promise<void> {
  const estimator = await createEstimator(moduleBytes());
  const vectors = JOBS.map((job) => ({ job, figures: vectorFigures(estimator, job) }));
  writeFileSync(path, `[\n${vectors.map((v) => JSON.stringify(v)).join(',\n')}\n]\n`);
}

if (argv[1] === fileURLToPath(import.meta.url)) await main();
