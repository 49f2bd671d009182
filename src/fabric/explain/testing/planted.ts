/** The acceptance test of the search for slow cables, for any number of seeds. */
import type { Estimator } from '../../../estimator/core';
import type { PairGrid, Schedule } from '../../../pairs/grid';
import { explain } from '../explain';
import type { AccusationVerdict } from '../accuse';
import { generator, RATE, simulated, type Noise, type Planted, type Tabled } from './simulate';

/** How often what was found. */
export interface Told {
  seeds: number;
  /** Seeds where the planted cable was accused first. */
  first: number;
  /** Links accused beside it. */
  others: number;
  /** Seeds with any link accused where none was planted. */
  falseAlarms: number;
  /** Cables named together with the planted one, in the mean. */
  cables: number;
}

/** 24 leaves of 12 hosts and 12 spines. */
export const TREE_288 = 'pgft:12,24/1,12/1,1';

/** The verdict on a simulated measurement. */
export function verdictOf(
  estimator: Estimator,
  fabric: Tabled,
  schedule: Schedule,
  slow: Planted | null,
  seed: number,
  noise?: Noise,
): AccusationVerdict {
  return runOn(estimator, fabric, schedule, simulated(estimator, fabric, schedule, slow, seed, noise));
}

/** The verdict on a measurement with rank k on host k. */
export function runOn(
  estimator: Estimator,
  fabric: Tabled,
  schedule: Schedule,
  grid: PairGrid,
): AccusationVerdict {
  const work = explain(estimator, {
    job: fabric.job,
    grid,
    together: schedule,
    ends: Int32Array.from({ length: fabric.hosts }, (_, rank) => rank),
    limits: { excluded: [], only: null },
    scale: { perCapacity: RATE, hostLimit: null },
    repeats: null,
  });
  let step = work.next();
  while (!step.done) step = work.next();
  const { verdict } = step.value;
  if (!verdict.known) throw new Error(verdict.why);
  return verdict.verdict;
}

/** One cable between switches at a quarter of its speed, another one for each seed; and the same seeds without. */
export function planted(
  estimator: Estimator,
  fabric: Tabled,
  schedule: Schedule,
  seeds: number,
  noise?: Noise,
): Told {
  const told: Told = { seeds, first: 0, others: 0, falseAlarms: 0, cables: 0 };
  for (let seed = 1; seed <= seeds; seed++) {
    const { uniform } = generator(1000 + seed);
    const cable = fabric.inner[Math.floor(uniform() * fabric.inner.length)] ?? 0;
    const { accused } = verdictOf(estimator, fabric, schedule, { cable, fraction: 0.25 }, seed, noise);
    const cables = accused.map(({ links }) => new Set(links.map((link) => link >> 1)));
    if (cables[0]?.has(cable)) told.first++;
    told.cables += (cables[0]?.size ?? 0) / seeds;
    told.others += cables.filter((group) => !group.has(cable)).length;
    told.falseAlarms += Number(verdictOf(estimator, fabric, schedule, null, seed, noise).accused.length > 0);
  }
  return told;
}
