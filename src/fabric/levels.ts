import type { Fabric } from './model';
import type { Wiring } from './wiring';

/** Which way a directed link leads between levels: to a host, up, down, or within a level. */
export type LinkDirection = 'host' | 'up' | 'down' | 'level';

/**
 * Level of each switch by its number in the wiring: 1 = a host has a cable to it, else one more than the lowest of its
 * neighbours. 0 = no host can be reached. In a tree these are its levels; in a torus all switches are of level 1.
 * Only cables that are up count: `nodeLevels` of the estimator's graph is of all nodes, hosts included, and of cut cables too.
 */
export function switchLevels({ switches, first, out, far, leaf }: Wiring): Int32Array {
  const level = new Int32Array(switches.length);
  const queue: number[] = [];
  for (const at of leaf)
    if (at >= 0 && level[at] === 0) {
      level[at] = 1;
      queue.push(at);
    }
  for (let head = 0; head < queue.length; head++) {
    const at = queue[head] ?? 0;
    for (let slot = first[at] ?? 0; slot < (first[at + 1] ?? 0); slot++) {
      const next = far[out[slot] ?? -1] ?? -1;
      if (next < 0 || level[next] !== 0) continue;
      level[next] = (level[at] ?? 0) + 1;
      queue.push(next);
    }
  }
  return level;
}

/** What a level of switches is joined by. Capacities in Gb/s, null where a speed is not known. */
export interface LevelFacts {
  level: number;
  switches: number;
  /** Cables of the level: to hosts, to lower levels, to higher ones, and among themselves. */
  hosts: number;
  down: number;
  up: number;
  within: number;
  /**
   * Oversubscription: what all switches of the level can take from below (hosts included) to what they can pass upward.
   * Null on the highest level and where speeds are not known.
   */
  oversubscription: number | null;
  /** The same for the switch where it is greatest. */
  worst: number | null;
}

/** Facts of each level, the lowest first. */
export function levelFacts(fabric: Fabric, { switches, numberOf }: Wiring, level: Int32Array): LevelFacts[] {
  const count = switches.length;
  const below = new Float64Array(count);
  const above = new Float64Array(count);
  const facts = new Map<number, LevelFacts>();
  const of = (at: number): LevelFacts => {
    let held = facts.get(at);
    if (!held)
      facts.set(
        at,
        (held = {
          level: at,
          switches: 0,
          hosts: 0,
          down: 0,
          up: 0,
          within: 0,
          oversubscription: null,
          worst: null,
        }),
      );
    return held;
  };
  for (const at of level) of(at).switches++;
  const ends = new Set(fabric.ends.map(({ node, port }) => `${node}:${port}`));
  for (const { a, aPort, b, bPort, capacity, state } of fabric.links) {
    if (state !== 'up' || a === b) continue;
    const gigabits = capacity ?? Number.NaN;
    for (const [node, far, farPort] of [
      [a, b, bPort],
      [b, a, aPort],
    ] as const) {
      const s = numberOf[node] ?? -1;
      if (s < 0) continue;
      const own = level[s] ?? 0;
      const other = numberOf[far] ?? -1;
      if (other < 0) {
        if (!ends.has(`${far}:${farPort}`)) continue;
        of(own).hosts++;
        below[s] = (below[s] ?? 0) + gigabits;
        continue;
      }
      const theirs = level[other] ?? 0;
      if (theirs > own) {
        of(own).up++;
        above[s] = (above[s] ?? 0) + gigabits;
      } else if (theirs < own) {
        of(own).down++;
        below[s] = (below[s] ?? 0) + gigabits;
      } else of(own).within += 0.5;
    }
  }
  for (const held of facts.values()) {
    let [down, up, worst] = [0, 0, 0];
    level.forEach((at, s) => {
      if (at !== held.level) return;
      down += below[s] ?? 0;
      up += above[s] ?? 0;
      if ((above[s] ?? 0) > 0) worst = Math.max(worst, (below[s] ?? 0) / (above[s] ?? 1));
    });
    if (up > 0 && !Number.isNaN(down)) {
      held.oversubscription = down / up;
      held.worst = Number.isNaN(worst) || worst === 0 ? null : worst;
    }
  }
  return [...facts.values()].sort((x, y) => x.level - y.level);
}
